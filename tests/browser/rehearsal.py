"""A lecture as it is rehearsed: with a clicker alone, and at each press what the hall, a phone, a laptop and the
lecturer's window show is written down and held to what the order of a press promises: `hall/assets/order.js`."""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from rnnviz.hall.lecture_plans import NOTES, STRINGS
from rnnviz.locale import translator

PATIENCE = 60.0
Seen = dict[str, Any]
LOOK = """
  const all = [];
  const walk = (root) => root.querySelectorAll("*").forEach((one) => {
    all.push(one);
    if (one.shadowRoot) walk(one.shadowRoot);
  });
  walk(document);
  const found = (selector) => all.find((one) => one.matches(selector) && one.checkVisibility());
  const text = (selector) => found(selector)?.textContent ?? "";
"""
# What the hall's window shows, and what its next press is told to do.
HALL = f"""() => {{
  {LOOK}
  const stage = found(".stage");
  const question = window.rnnvizDesk?.question ?? null;
  return {{
    place: text(".walk .count"),
    say: text(".walk .say"),
    view: stage?.dataset.testid ?? found("[data-testid=chapter]")?.dataset.testid,
    t: stage?.dataset.t,
    asks: stage?.hasAttribute("data-asks") ?? false,
    asked: text(".poll .asked"),
    isOver: found(".poll") !== undefined && question !== null && question.isOver,
    isTrained: (stage?.dataset.status ?? "none") !== "none",
    top: Math.round(document.querySelector("[data-testid=stMain]")?.scrollTop ?? -1),
    covered: all.filter((one) => one.matches("[data-covered]")).length,
    says: all.filter((one) => one.matches(".notice") && one.checkVisibility()).map((one) => one.textContent).join(),
    next: window.rnnvizDesk?.next().does,
  }};
}}"""
# What a follower's screen shows.
FOLLOWER = f"""() => {{
  {LOOK}
  const stage = found("[data-testid=stage]");
  const options = all.filter((one) => one.matches(".ballot button.option") && one.checkVisibility());
  const view = stage ? "stage" : ["chapter", "units"].find((name) => found(`[data-testid=${{name}}]`))
    ?? (found("svg.losses") ? "training" : found(".other a") ? "link" : "");
  return {{
    view,
    t: stage?.dataset.t,
    say: text(".foot .say"),
    asked: text(".ballot .asked"),
    isOver: options.length > 0 && options.every((one) => one.disabled),
    isTold: all.some((one) => one.matches(".ballot .is-true") && one.checkVisibility()),
  }};
}}"""
# What the lecturer's second window shows.
WINDOW = f"""() => {{
  {LOOK}
  return {{
    place: text(".place"),
    say: text("section.now .say"),
    asked: text(".poll .asked"),
    next: text("button.on > span"),
  }};
}}"""
# By what a press is said to do, what it may change in the hall; the place and the picture of a view that comes are
# another's.
CHANGES = {
    "step": {"t", "asks", "asked"},
    # A question stands at the bottom, and a page may be scrolled further or less far for it.
    "reveal": {"asks", "isOver", "top"},
    "away": {"asked", "isOver", "top"},
    "ask": {"asked", "top"},
    "screen": {"top"},
    "show": {"covered", "top"},
    "do": {"covered", "top"},
    "open": {"top"},
    "train": {"isTrained", "top"},
    "moment": {"top"},
    "end": {"says"},
}
# Where nobody presses on, there is nothing to be seen but that.
OF_A_MOMENT = {"next", "says"}


@dataclass
class Row:
    """What was seen after a press."""

    press: int
    does: str
    hall: Seen
    phone: Seen
    laptop: Seen
    window: Seen


@dataclass
class Rehearsal:
    """hall, window: the lecturer's two windows, in `language`. followers: a phone and a laptop, each with the language
    of its reader. stops: of the plan, as its file has them, in the lecturer's language; sentences: for the class, place
    by place, in each language."""

    hall: Page
    window: Page
    followers: Sequence[tuple[Page, str]]
    language: str
    stops: Sequence[dict[str, Any]]
    sentences: dict[str, Sequence[str]]
    rows: list[Row] = field(default_factory=list)

    def begin(self) -> Row:
        return self._written("begin", settled(self.hall))

    def on(self) -> str:
        """The presses of a clicker until the plan says that it ends; returns what they did, in a line."""
        first = len(self.rows)
        while self.rows[-1].does != "end" or len(self.rows) == first:
            self.press_on()
        return " ".join(row.does for row in self.rows[first:])

    def press_on(self) -> Row:
        before = self.rows[-1].hall
        does = before["next"]
        after = pressed(self.hall, "PageDown", before, is_end=does == "end")
        changed = {name for name in before if before[name] != after[name]} - OF_A_MOMENT
        wrong = []
        # On a busy machine the units' page may get its panels between the promise and the press: then it has screens.
        if does == "view" and before["view"] == "units" and changed == {"top"}:
            does = "screen"
        if does == "view":
            if number(after) != number(before) + 1:
                wrong.append("the next view is another one")
        elif not changed <= CHANGES[does] or (not changed and does != "end"):
            wrong.append(f"{does} has changed {sorted(changed)}")
        if does in ("show", "do") and after["covered"] != before["covered"] - 1:
            wrong.append(f"{does} has uncovered {before['covered'] - after['covered']}")
        if does == "end" and self._words(STRINGS["atEnd"]) not in after["says"]:
            wrong.append("nobody is told that this is the end")
        return self._written(does, settled(self.hall), wrong)

    def back(self) -> None:
        """The presses of the other key until the plan says that it begins: each is a question put away, a step or a
        screen, or the view before."""
        while True:
            before = self.rows[-1].hall
            after = pressed(self.hall, "PageUp", before, is_end=True)
            if self._words(STRINGS["atStart"]) in after["says"]:
                settled(self.hall)
                return
            after = settled(self.hall)
            changed = {name for name in before if before[name] != after[name]} - OF_A_MOMENT
            wrong = []
            if "place" in changed and number(after) != number(before) - 1:
                wrong.append("the view before is another one")
            is_put_away = changed - {"top"} in ({"asked"}, {"asked", "isOver"})
            if "place" not in changed and not is_put_away and changed not in ({"t"}, {"top"}):
                wrong.append(f"the way back has changed {sorted(changed)}")
            self._written("back", after, wrong)

    def write(self, path: Path) -> None:
        """All rows as a file, a line a press."""
        lines = (json.dumps(vars(row), ensure_ascii=False) for row in self.rows)
        path.write_text("\n".join(lines) + "\n", "utf-8")

    def _written(self, does: str, hall: Seen, wrong: Sequence[str] = ()) -> Row:
        """What all screens show, once those of others have caught up with the hall's. Raises AssertionError where they
        do not, or where the press has done something else."""
        deadline = time.monotonic() + PATIENCE
        while True:
            hall = self.hall.evaluate(HALL)
            (phone, _), (laptop, _) = self.followers
            row = Row(
                len(self.rows),
                does,
                hall,
                phone.evaluate(FOLLOWER),
                laptop.evaluate(FOLLOWER),
                self.window.evaluate(WINDOW),
            )
            found = [*wrong, *self._complaints(row)]
            if not found or wrong or time.monotonic() > deadline:
                break
            self.hall.wait_for_timeout(50)
        self.rows.append(row)
        assert not found, "\n".join(
            [*found, *(json.dumps(vars(one), ensure_ascii=False) for one in self.rows[-3:])]
        )
        return row

    def _complaints(self, row: Row) -> list[str]:
        """What a screen shows that the hall's does not promise."""
        hall, window = row.hall, row.window
        place = number(hall) - 1
        stop = self.stops[place]
        wrong = []
        for name, seen, language in (
            ("hall", hall, self.language),
            ("phone", row.phone, self.followers[0][1]),
            ("laptop", row.laptop, self.followers[1][1]),
        ):
            # On a follower's screen a question stands in its place.
            is_covered = name != "hall" and seen["asked"]
            if not is_begun(seen["say"], "" if is_covered else self.sentences[language][place]):
                wrong.append(f"the {name} reads {seen['say']!r}")
        for name, seen in (("phone", row.phone), ("laptop", row.laptop)):
            if seen["view"] not in views_for(hall):
                wrong.append(f"the {name} is at {seen['view']!r}")
            if hall["view"] == "stage" and seen["t"] != hall["t"]:
                wrong.append(f"the {name} is at step {seen['t']}")
            if bool(seen["asked"]) != bool(hall["asked"]):
                wrong.append(f"the {name} is asked {seen['asked']!r}")
            if seen["isOver"] != hall["isOver"]:
                wrong.append(
                    f"for the {name} the question is {'over' if seen['isOver'] else 'open'}"
                )
            if seen["isTold"] and not hall["isOver"]:
                wrong.append(f"the {name} knows the answer")
        if window["place"] != f"{place + 1} / {len(self.stops)}":
            wrong.append(f"the lecturer's window is at {window['place']!r}")
        if window["say"] != (stop["say"] or self._words(NOTES["noNotes"])):
            wrong.append(f"the lecturer's window says {window['say']!r}")
        if window["asked"] != hall["asked"]:
            wrong.append(f"the lecturer's window asks {window['asked']!r}")
        if not self._promises(window["next"], hall["next"]):
            wrong.append(f"the lecturer's window promises {window['next']!r}")
        return wrong

    def _promises(self, words: str, does: str) -> bool:
        """Whether the words of the button say this act, whatever fills them in."""
        pattern = self._words(NOTES.get(f"next_{does}", ""))
        return words.startswith(pattern.partition("{")[0]) and words != ""

    def _words(self, message: str) -> str:
        return translator(self.language)(message)


def views_for(hall: Seen) -> set[str]:
    """What a follower may see of what the hall shows: of a training a link, until it is one."""
    if hall["view"] == "training":
        return {"training"} if hall["isTrained"] else {"link", "training"}
    return {hall["view"]}


def is_begun(seen: str, whole: str) -> bool:
    """Whether this is a sentence, or, where it is long, its first words."""
    text = seen.removesuffix("…").rstrip()
    return text == whole or (seen.endswith("…") and bool(text) and whole.startswith(text))


def settled(page: Page) -> Seen:
    """What is seen once no view is on its way any more, and nothing moves."""
    page.wait_for_function(
        "() => !['arriving', undefined].includes(window.rnnvizDesk?.next().does)"
    )
    # A server that has to learn a text shows the view before until it has.
    expect(page.locator("[data-testid=stApp]")).to_have_attribute(
        "data-test-script-state", "notRunning"
    )
    page.wait_for_function(f"() => ({HALL})().says === ''")
    while True:
        before: Seen = page.evaluate(HALL)
        page.evaluate("new Promise((r) => setTimeout(r, 150))")
        if page.evaluate(HALL) == before:
            return before


def pressed(page: Page, key: str, before: Seen, *, is_end: bool) -> Seen:
    """What is seen after a press that changes something; a page that turns is nothing for a moment."""
    page.keyboard.press(key)
    shown: Callable[[Seen], Seen] = lambda seen: {**seen, "next": ""}  # noqa: E731
    only_shown = "(seen) => JSON.stringify({...seen, next: ''})"
    is_other = f"before => (({only_shown})(({HALL})())) !== (({only_shown})(before))"
    while True:
        page.wait_for_function(is_other, arg=before)
        after: Seen = page.evaluate(HALL) if is_end else settled(page)
        if shown(after) != shown(before):
            return after


def number(seen: Seen) -> int:
    return int((seen["place"] or "0/").split("/")[0])
