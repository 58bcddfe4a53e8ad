"""A rehearsal with a clicker alone, forwards, back and forwards again: what each press does is what the lecturer's
window had promised, and nothing else; a follower's phone goes along."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.stage import press
from tests.browser.test_clicker import notes_of, plan_of, walked
from tests.browser.test_hall import PHONE, room_of
from tests.serving import Server

VIEWS = [
    "step?cell=gru&t=3&cover=3",
    "softmax?section=loss",
    "train?corpus=helicopter&steps=50",
    "units?net=brackets",
    "step?cell=rnn&t=2&way=back&phase=hidden",
]
# What the hall's window shows, and what its next press is told to do.
SEEN = """() => {
  const all = [];
  const walk = (root) => root.querySelectorAll("*").forEach((one) => {
    all.push(one);
    if (one.shadowRoot) walk(one.shadowRoot);
  });
  walk(document);
  const found = (selector) => all.find((one) => one.matches(selector));
  const stage = found(".stage");
  return {
    place: found(".walk .count")?.textContent,
    view: stage?.dataset.testid ?? found("[data-testid=chapter]")?.dataset.testid,
    t: stage?.dataset.t,
    asks: stage?.hasAttribute("data-asks") ?? false,
    asked: found(".poll")?.checkVisibility() ?? false,
    isTrained: (stage?.dataset.status ?? "none") !== "none",
    top: Math.round(document.querySelector("[data-testid=stMain]").scrollTop),
    covered: all.filter((one) => one.matches("[data-covered]")).length,
    says: all.filter((one) => one.matches(".notice") && one.checkVisibility()).map((one) => one.textContent).join(),
    next: window.rnnvizDesk.next().does,
  };
}"""
# By what a press is said to do, what it may change; the place and the picture of a view that comes are another's.
CHANGES = {
    "step": {"t", "asks", "asked"},
    "reveal": {"asks"},
    "away": {"asked"},
    "screen": {"top"},
    "show": {"covered", "top"},
    "do": {"covered", "top"},
    "train": {"isTrained", "top"},
    "end": {"says"},
}
Seen = dict[str, Any]


def settled(page: Page) -> Seen:
    """What is seen once no view is on its way any more, and nothing moves."""
    page.wait_for_function(
        "() => !['arriving', undefined].includes(window.rnnvizDesk?.next().does)"
    )
    page.wait_for_function(f"() => ({SEEN})().says === ''")
    while True:
        before: Seen = page.evaluate(SEEN)
        page.evaluate("new Promise((r) => setTimeout(r, 150))")
        if page.evaluate(SEEN) == before:
            return before


def shown(seen: Seen) -> Seen:
    return {name: value for name, value in seen.items() if name != "next"}


def pressed(page: Page, key: str, before: Seen) -> Seen:
    """What is seen after a press that changes something; a page that turns is nothing for a moment."""
    press(page, key)
    only_shown = "({next, ...shown}) => JSON.stringify(shown)"
    is_other = f"before => (({only_shown})(({SEEN})())) !== (({only_shown})(before))"
    while True:
        page.wait_for_function(is_other, arg=before)
        after: Seen = page.evaluate(SEEN) if before["next"] == "end" else settled(page)
        if shown(after) != shown(before):
            return after


def goes_on(lecturer: Page, phone: Page, notes: Page) -> list[str]:
    """Press on until the plan says that it ends; returns what the presses did."""
    done = []
    now = settled(lecturer)
    while True:
        does = now["next"]
        done.append(does)
        after = pressed(lecturer, "PageDown", now)
        changed = {
            name for name in now if name not in ("next", "says") and now[name] != after[name]
        }
        if does == "end":
            assert "end of the lecture plan" in after["says"]
            assert changed == set()
            expect(notes.locator("button.on")).to_contain_text("The plan ends here")
            return done
        if does == "view":
            assert number(after) == number(now) + 1
            followed(phone, after)
        else:
            assert changed, (does, now)
            assert changed <= CHANGES[does], (does, now, after)
            assert does not in ("show", "do") or after["covered"] == now["covered"] - 1
        now = after


def goes_back(lecturer: Page, phone: Page) -> list[Seen]:
    """Press back until the plan says that it begins; returns what was seen on the way."""
    seen = [settled(lecturer)]
    while True:
        now = seen[-1]
        after = pressed(lecturer, "PageUp", {**now, "next": "end"})
        if "beginning of the lecture plan" in after["says"]:
            return seen
        after = settled(lecturer)
        changed = {
            name for name in now if name not in ("next", "says") and now[name] != after[name]
        }
        if "place" in changed:
            assert number(after) == number(now) - 1
            followed(phone, after)
        else:
            # A question put away, a step or a screen; nothing else, and nothing is shown that was covered.
            assert changed in ({"asked"}, {"t"}, {"top"}), (now, after)
        seen.append(after)


def without_repeated_screens(acts: list[str]) -> list[str]:
    """How many screens a page has depends on how much of it has been drawn."""
    pairs = zip(["", *acts], acts, strict=False)
    return [act for before, act in pairs if (before, act) != ("screen", "screen")]


def number(seen: Seen) -> int:
    return int(seen["place"].split("/")[0])


def followed(phone: Page, seen: Seen) -> None:
    """The phone is at the lecturer's view."""
    kind = {"stage": "stage", "chapter": "chapter", "units": "units"}.get(seen["view"])
    if kind is None:
        # What is to be trained has a link on the phone, until it is trained.
        expect(phone.get_by_test_id("chapter")).to_have_count(0)
    else:
        expect(phone.get_by_test_id(kind)).to_be_visible()
    if seen["view"] == "stage":
        expect(phone.get_by_test_id("stage")).to_have_attribute("data-t", seen["t"])


def test_a_clicker_alone_does_what_was_promised_forwards_back_and_forwards_again(
    server: Server, page: Page, new_page: Callable[..., Page]
) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{server.url}/{VIEWS[0]}")
    expect(page.get_by_test_id("stage")).to_be_visible()
    plan_of(page, VIEWS)
    phone = new_page(**PHONE)
    phone.goto(room_of(page))
    expect(phone.get_by_test_id("stage")).to_be_visible()
    expect(page.locator("button.teach")).to_contain_text("· 1")
    notes = notes_of(page)
    # The class is there: what the view asks, it is asked too.
    press(page, ">")
    walked(page, "2/5")
    expect(page.get_by_test_id("chapter")).to_be_visible()
    press(page, "<")
    walked(page, "1/5")
    expect(phone.locator(".ballot")).to_be_visible()
    forth = goes_on(page, phone, notes)
    assert set(forth) == {"reveal", "away", "step", "view", "screen", "show", "train", "end"}
    back = goes_back(page, phone)
    # Each view is as new, but a training is as it stands.
    assert [one["isTrained"] for one in back if one["view"] == "training"][-1]
    again = goes_on(page, phone, notes)
    first, second = again.index("view"), forth.index("view")
    # Where one has come back to, what was covered was uncovered before.
    assert again[:first] == ["step"] * first
    trained_before = [does for does in forth[second:] if does != "train"]
    assert without_repeated_screens(again[first:]) == without_repeated_screens(trained_before)
    notes.close()
