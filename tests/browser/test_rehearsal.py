"""The rehearsal of a lecture, and of each plan that comes with rnnviz: forwards, back and forwards again with a clicker
alone; whoever lectures, holds the phone and sits at the laptop reads a language of their own."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rnnviz.hall.built_in_plans import BUILT_IN
from rnnviz.hall.lecture_plans import LecturePlan, Stop
from tests.browser.rehearsal import Rehearsal
from tests.browser.stage import press
from tests.browser.test_hall import PHONE
from tests.serving import Server

LOCALES = {"en": "en-US", "zh-Hans": "zh-CN", "zh-Hant": "zh-TW"}
LANGUAGES = tuple(LOCALES)
KEPT = ("What is kept?", "the state", "* all of it")
GATES = ("How many gates has a GRU?", "* two", "three", "none")
# Eighteen views: chapters, questions of the stage and of the lecturer, holds, gradients, a training and units.
LECTURE = LecturePlan(
    "A rehearsal",
    tuple(
        Stop(view, f"Note {place}: the answer is 0.04.", f"Sentence {place}", 2, question)
        for place, (view, question) in enumerate(
            [
                ("step?cell=gru&t=3&cover=3", ()),
                ("why_history?section=table", ()),
                ("softmax?section=loss", ()),
                ("step?cell=mlp&text=to+be+or+not+to+be&t=2&view=sum&cover=2", ()),
                ("step?cell=gru&t=5", KEPT),
                ("step?cell=rnn&t=2&phase=hidden&unit=7&view=sum&cover=2", ()),
                ("step?cell=rnn&t=5&phase=hidden", ()),
                ("step?cell=rnn&t=5&phase=hidden&view=difference&changes=H0.1%3D1", ()),
                ("backprop", ()),
                ("step?cell=rnn&t=2&way=back&phase=hidden", ()),
                ("gradients?section=factor", ()),
                ("step?cell=gru&t=2&phase=update&unit=8&cover=2", ()),
                ("why_gates?section=keep", GATES),
                ("step?t=2&phase=memory&changes=F.*.2-5%3D0", ()),
                ("train?corpus=helicopter&steps=50", ()),
                ("units?net=brackets", ()),
                ("step?t=5&view=ledger", ()),
                ("step?beside=rnn,gru", ()),
            ],
            1,
        )
    ),
)


def rehearsed(
    server: Server, new_page: Callable[..., Page], plan: LecturePlan, language: str
) -> Rehearsal:
    """The lecture at its first view: the lecturer reads this language, the followers the two others."""
    told = plan.told(language)
    others = [one for one in LANGUAGES if one != language]
    lecturer = new_page(locale=LOCALES[language], reduced_motion="reduce")
    first = told["views"][0]["view"]
    lecturer.goto(f"{server.url}/{first}")
    kept = {"plans": [told], "chosen": 0, "at": 0, "isWalked": True}
    lecturer.evaluate("kept => localStorage.setItem('rnnviz plans', kept)", json.dumps(kept))
    lecturer.reload()
    expect(lecturer.locator(".walk .count")).to_have_text(f"1/{len(plan.stops)}")
    link = room_of(lecturer)
    followers = [
        (new_page(locale=LOCALES[others[0]], reduced_motion="reduce", **PHONE), others[0]),
        (new_page(locale=LOCALES[others[1]], reduced_motion="reduce"), others[1]),
    ]
    for one, _language in followers:
        one.goto(link)
    expect(lecturer.locator("button.teach")).to_contain_text("· 2")
    with lecturer.context.expect_page() as opened:
        press(lecturer, "t")
    if "cover=" in first:
        # A view that asks the class asks those who are there: it comes once more.
        for key, count in ((">", 2), ("<", 1)):
            press(lecturer, key)
            expect(lecturer.locator(".walk .count")).to_have_text(f"{count}/{len(plan.stops)}")
            lecturer.wait_for_function("() => !window.rnnvizDesk.isArriving()")
    sentences = {one: [stop["ask"] for stop in plan.told(one)["views"]] for one in LANGUAGES}
    return Rehearsal(lecturer, opened.value, followers, language, told["views"], sentences)


def room_of(lecturer: Page) -> str:
    """The link of a room, whatever language its lecturer reads."""
    lecturer.locator("button.teach").click()
    lecturer.locator("dialog.card button.primary").click()
    link = lecturer.locator("dialog.card .link").inner_text()
    press(lecturer, "Escape")
    return link


def written_down(lecture: Rehearsal, name: str, folder: Path) -> None:
    """The rows, where whoever wants to look finds them."""
    lecture.write(Path(os.environ.get("RNNVIZ_SEEN", folder)) / f"rehearsal-{name}.jsonl")
    lecture.window.close()


@pytest.mark.timeout(1800)
def test_eighteen_views_with_a_clicker_alone_forwards_back_and_forwards_again(
    server: Server, new_page: Callable[..., Page], tmp_path: Path
) -> None:
    lecture = rehearsed(server, new_page, LECTURE, "en")
    try:
        lecture.begin()
        forth = lecture.on()
        acts = {"reveal", "away", "ask", "step", "view", "screen", "show", "train", "end"}
        assert acts <= set(forth.split()), forth
        assert forth.split().count("ask") == 2
        lecture.back()
        # Each view is as new, but a training is as it stands, and a question is asked once.
        trained: list[Any] = [
            row.hall["isTrained"] for row in lecture.rows if row.hall["view"] == "training"
        ]
        assert trained[-1]
        again = lecture.on()
        assert "ask" not in again.split()
        assert "train" not in again.split()
    finally:
        written_down(lecture, "eighteen", tmp_path)


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("place", range(len(BUILT_IN)), ids=lambda k: BUILT_IN[k].title)
def test_each_plan_that_comes_with_rnnviz_does_what_each_press_promises(
    server: Server, new_page: Callable[..., Page], tmp_path: Path, place: int
) -> None:
    """In one walk all three languages: the lecturer's, the phone's and the laptop's. With RNNVIZ_REHEARSAL=all the
    lecturer reads each of them in turn, and goes back and forwards again, which takes an hour."""
    is_whole = os.environ.get("RNNVIZ_REHEARSAL") == "all"
    for language in LANGUAGES if is_whole else (LANGUAGES[place % len(LANGUAGES)],):
        lecture = rehearsed(server, new_page, BUILT_IN[place], language)
        try:
            lecture.begin()
            lecture.on()
            if is_whole:
                lecture.back()
                lecture.on()
        finally:
            written_down(lecture, f"{place}-{language}", tmp_path)
