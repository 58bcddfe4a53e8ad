"""Lecture plans: the built-in ones lead where they say, and a foreign file is refused."""

import json
import re
import subprocess
from pathlib import Path
from urllib.parse import parse_qsl

import pytest

from pages.shared.contents import ADDRESSES
from rnnviz import course
from rnnviz.address.link import Link
from rnnviz.address.training_plan import Plan
from rnnviz.address.units_link import UnitsLink
from rnnviz.cells import CELLS
from rnnviz.hall.built_in_plans import BUILT_IN
from rnnviz.hall.lecture_plans import (
    LIMITS,
    LONGEST_LINE,
    LONGEST_SENTENCE,
    LONGEST_TITLE,
    MOST_LINES,
    MOST_MINUTES,
    MOST_VIEWS,
    LecturePlan,
)
from rnnviz.hall.room import LONGEST_VIEW
from rnnviz.locale import LANGUAGES, Refusal

ROOT = Path(__file__).parents[2]
STOPS = [stop for plan in BUILT_IN for stop in plan.stops]
VIEWS = [pytest.param(stop.view, id=stop.view) for stop in STOPS]
GOOD = {
    "title": "One",
    "views": [
        {
            "view": "step?cell=gru&t=3",
            "minutes": 3,
            "ask": "What <b>now</b>?",
            "say": "It is 0.04.",
            "question": ["What <b>now</b>?", "* this", "that"],
        }
    ],
}
REFUSED = {
    "no plan": [
        "{",
        "[]",
        "7",
        '{"title": 1, "views": []}',
        '{"title": "a", "views": [{}]}',
        '{"title": "a", "views": [{"view": "step", "say": "", "ask": null}]}',
        '{"title": "a", "views": ["step"]}',
        *(
            json.dumps({"title": "a", "views": [GOOD["views"][0] | {"question": told}]})
            for told in ("Why?", None, {}, 7, ["Why?", 7], [["Why?"]])
        ),
    ],
    "another link": [
        json.dumps({"title": "a", "views": [{"view": view, "say": ""}]})
        for view in (
            "https://example.org/",
            "//example.org",
            "javascript:alert(1)",
            "step#t",
            "../",
        )
    ],
    "too long": [
        json.dumps({"title": "a" * (LONGEST_TITLE + 1), "views": []}),
        json.dumps(
            {"title": "a", "views": [{"view": "step", "say": "a" * (LONGEST_SENTENCE + 1)}]}
        ),
        json.dumps(
            {
                "title": "a",
                "views": [{"view": "step", "say": "", "ask": "a" * (LONGEST_SENTENCE + 1)}],
            }
        ),
        json.dumps(
            {"title": "a", "views": [GOOD["views"][0] | {"question": ["a"] * (MOST_LINES + 1)}]}
        ),
        json.dumps(
            {"title": "a", "views": [GOOD["views"][0] | {"question": ["a" * (LONGEST_LINE + 1)]}]}
        ),
        json.dumps({"title": "a", "views": [{"view": "step?" + "a" * LONGEST_VIEW, "say": ""}]}),
        json.dumps({"title": "a", "views": [{"view": "step", "say": ""}] * (MOST_VIEWS + 1)}),
    ],
    "minutes of view 2": [
        json.dumps(
            {
                "title": "a",
                "views": [{"view": "step", "say": ""}, GOOD["views"][0] | {"minutes": told}],
            }
        )
        for told in (-1, MOST_MINUTES + 1, 1.5, "3", None, True, [3])
    ],
}
MINUTES = [20, 45, 90]


@pytest.mark.parametrize("view", VIEWS)
def test_each_view_of_the_built_in_plans_is_there(view: str) -> None:
    name, _, asked = view.partition("?")
    query = dict(parse_qsl(asked))
    assert name in ADDRESSES
    if name == "step":
        link, problems = Link.from_query(query)
        assert problems == []
        # The stage compares links as it writes them, to stay where it is.
        assert link.to_query() == query
    elif name == "train":
        assert Plan.from_query(query)[1] == []
    elif name == "units":
        units, troubles = UnitsLink.from_query(query, "en")
        assert troubles == []
        assert units.to_query() == query
    else:
        assert query.keys() <= {"section"}
        for language in LANGUAGES:
            prose = course.read(course.prose(name, language).read_text("utf-8"))
            ids = {section["id"] for section in prose.sections}
            assert query.get("section", "start") in ids


@pytest.mark.parametrize("plan", BUILT_IN, ids=lambda plan: plan.title)
def test_a_built_in_plan_is_one_that_a_file_could_have(plan: LecturePlan) -> None:
    assert [stop.minutes for stop in plan.stops if stop.minutes < 1] == []
    minutes = sum(stop.minutes for stop in plan.stops)
    assert minutes in MINUTES
    # Its title says so, in each language.
    for language in LANGUAGES:
        assert re.findall(r"\d+", plan.told(language)["title"]) == [str(minutes)]
    for language in LANGUAGES:
        told = plan.told(language)
        read = LecturePlan.read(json.dumps(told))
        shown = [stop.view.replace("-traditional", "") for stop in read.stops]
        assert shown == [stop.view for stop in plan.stops]
        assert all(stop.say and stop.ask for stop in read.stops)
        assert [stop.minutes for stop in read.stops] == [stop.minutes for stop in plan.stops]


def test_the_built_in_plans_are_of_each_length_and_go_through_every_cell_and_the_units() -> None:
    assert {sum(stop.minutes for stop in plan.stops) for plan in BUILT_IN} == set(MINUTES)
    shown = [stop.view.partition("?") for stop in STOPS]
    links = [dict(parse_qsl(asked)) for name, _, asked in shown if name == "step"]
    cells = {link.get("cell", "lstm") for link in links}
    assert cells >= CELLS.keys()
    phases = {(link.get("cell", "lstm"), link.get("phase")) for link in links}
    # What has no state has one phase, which is its step.
    steps = {(name, one.key) for name, cell in CELLS.items() if cell.states for one in cell.phases}
    assert steps - phases == set()
    assert "units" in [name for name, _, _ in shown]


def test_a_file_comes_back_as_it_was_and_one_from_before_too() -> None:
    assert LecturePlan.read(json.dumps(GOOD)).told("en") == GOOD
    before = {"title": "One", "views": [{"view": "step", "say": "It is 0.04."}]}
    # What stood in such a file was shown to the class; it may hold the answer, and is not now.
    [stop] = LecturePlan.read(json.dumps(before)).stops
    assert (stop.ask, stop.say, stop.minutes, stop.question) == ("", "It is 0.04.", 0, ())


@pytest.mark.parametrize(("sentence", "text"), [(s, t) for s, ts in REFUSED.items() for t in ts])
def test_what_is_no_plan_of_ours_is_refused_in_a_sentence(sentence: str, text: str) -> None:
    with pytest.raises(Refusal, match="plan") as refused:
        LecturePlan.read(text)
    words = refused.value.sentence(str)
    assert sentence.replace("no plan", "no lecture plan") in words


def test_the_browser_takes_and_refuses_the_same_files() -> None:
    names = {
        "no plan": "noPlan",
        "another link": "foreign",
        "too long": "tooLong",
        "minutes of view 2": "noMinutes",
    }
    cases = [[text, names[sentence]] for sentence, texts in REFUSED.items() for text in texts]
    longest = {"title": "a" * LONGEST_TITLE, "views": [{"view": "", "say": "a" * LONGEST_SENTENCE}]}
    planned = {
        "title": "a",
        "views": [GOOD["views"][0] | {"minutes": n} for n in (0, 3.0, MOST_MINUTES)],
    }
    for good in (GOOD, longest, planned):
        cases.append([json.dumps(good), None])
        LecturePlan.read(json.dumps(good))
    assert [stop.minutes for stop in LecturePlan.read(json.dumps(planned)).stops] == [0, 3, 600]
    script = f"""
        import {{ planIn }} from "{(ROOT / "rnnviz/hall/assets/plans.js").as_uri()}";
        const told = JSON.parse(process.argv[1]).map(([text]) => planIn(text, JSON.parse(process.argv[2])));
        console.log(JSON.stringify(told.map((one) => one.refused ?? null)));
    """
    answer = subprocess.run(
        ["node", "--input-type=module", "-e", script, json.dumps(cases), json.dumps(LIMITS)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(answer.stdout) == [refused for _, refused in cases]


def test_half_a_character_in_a_plan_becomes_a_question_mark() -> None:
    text = json.dumps(GOOD | {"title": "a\ud800b"})
    plan = LecturePlan.read(text)
    assert plan.title == "a?b"
    plan.title.encode("utf-8")
