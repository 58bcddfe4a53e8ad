"""Everything seen as one file: opened without a network, and walked through."""

import http.client
import json
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.browser.stage import at
from tests.serving import Server

NOTES = "The answer is 0.04."
VIEWS = [
    {"view": view, "ask": ask, "say": NOTES}
    for view, ask in (
        ("step?cell=gru&t=2&changes=Z.1.2-3%3D0.25", "Ask </script><i>first</i>"),
        ("why_state?section=train", "a chapter"),
        ("glossary?section=logit", "look it up"),
        ("train?run=ffffffffffffffff", ""),
        ("step?cell=lstm&t=4&phase=forget", "What is forgotten?"),
    )
]


def post(server: Server, plan: object, language: str = "en") -> tuple[int, str, str | None]:
    """Status, text, and the places that are not in the file."""
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=60)
    connection.request("POST", f"/views-file?lang={language}", json.dumps(plan))
    answer = connection.getresponse()
    return answer.status, answer.read().decode(), answer.getheader("x-rnnviz-left-out")


def test_it_opens_each_view_at_its_place_with_its_sentence(
    server: Server, new_page: Callable[..., Page], tmp_path: Path
) -> None:
    status, body, left = post(server, {"title": "<b>Five</b> views", "views": VIEWS})
    assert (status, left) == (200, "3,4"), body
    # The file is for students.
    assert NOTES not in body
    # Stage and chapter need the same modules; they are in the file once.
    assert body.count("function furnish(") == 1
    file = tmp_path / "views.html"
    file.write_text(body, "utf-8")
    page = new_page(offline=True)
    page.goto(file.as_uri())
    say = page.locator(".views .say")
    next_view = page.locator(".views").get_by_role("button", name="Next")
    expect(say).to_have_text("Ask </script><i>first</i>")
    expect(page.locator(".views .number")).to_have_text("1 / 5")
    # Two views of the Step page are told apart by what is asked there; one without a sentence has its page's name.
    chooser = page.get_by_role("combobox", name="All views")
    expect(chooser.locator("option").first).to_have_text("1 · Ask </script><i>first</i>")
    expect(chooser.locator("option").nth(3)).to_have_text("4 · Train")
    expect(chooser.locator("option").last).to_have_text("5 · What is forgotten?")
    chooser.select_option(label="5 · What is forgotten?")
    at(page, 4, "forget")
    chooser.select_option("0")
    expect(page.get_by_text("Not in this file: 3, 4")).to_be_visible()
    expect(page.locator(".stage")).to_contain_text("t = 2 of 5")
    expect(page.locator(".hand-words")).to_have_text(["Z[1] held at 0.25, steps 2 to 3"])

    # A chapter is at its section, alive, and after a reload again.
    next_view.press("Enter")
    expect(say).to_have_text("a chapter")
    heading = page.get_by_role("heading", name="Trained before your eyes")
    expect(heading).to_be_in_viewport()
    page.reload()
    expect(heading).to_be_in_viewport()
    page.get_by_role("button", name="Show the answer").first.click()
    page.locator(".around a").last.click()
    expect(page.get_by_role("status").filter(has_text="leads to rnnviz itself")).to_be_visible()

    page.keyboard.press(">")
    expect(page.locator("main:visible")).to_contain_text("Words of the trade")
    expect(page.locator("main:visible")).to_contain_text("not one that a file can hold")
    page.keyboard.press(">")
    expect(page.locator("main:visible")).to_contain_text("no longer has this training")
    next_view.click()
    expect(say).to_have_text("What is forgotten?")
    at(page, 4, "forget")
    page.keyboard.press("ArrowRight")
    at(page, 5, "forget")
    page.keyboard.press("i")
    expect(page.locator(".picture-dialog img:visible")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".hand-words")).to_have_count(0)
    expect(next_view).to_be_disabled()

    # A clicker alone gets through all of it, to and fro.
    number = page.locator(".views .number")
    for key, views in (("PageUp", "5432"), ("PageDown", "12345")):
        for view in views:
            expect(number).to_have_text(f"{view} / 5")
            clicked_until_another(page, key, number)
    at(page, 5, "forget")


def test_units_are_in_the_file_as_they_stood_and_the_text_is_walked_through(
    server: Server, new_page: Callable[..., Page], tmp_path: Path
) -> None:
    views = [
        # What a class has asked before stays out, and two places of one network are in the file once.
        {"view": "units?net=brackets&unit=16&label=square&pattern=old", "ask": "", "say": ""},
        {"view": "units?net=brackets&unit=6&label=square&k=7", "ask": "And this?", "say": ""},
    ]
    status, body, left = post(server, {"title": "Units", "views": views})
    assert (status, left) == (200, ""), body[:500]
    assert len(json.loads(data_of(body))["units"]) == 1
    file = tmp_path / "units.html"
    file.write_text(body, "utf-8")
    page = new_page(offline=True)
    page.goto(file.as_uri())
    units = page.get_by_test_id("units")
    expect(page.get_by_text("Units as they stood on")).to_be_visible()
    expect(page.get_by_test_id("verdict")).to_contain_text("H[16] ")
    expect(page.get_by_test_id("test").locator("circle.dot")).to_have_count(16)
    expect(page.locator(".text-row .on").first).to_be_visible()
    # It begins where the unit turns.
    begin = int(units.get_attribute("data-k") or 0)
    assert begin > 1
    page.keyboard.press("ArrowRight")
    expect(units).to_have_attribute("data-k", str(begin + 1))
    expect(page.get_by_test_id("expected")).to_contain_text(f"place {begin + 1} of 5000")
    # A unit that the file does not hold stays away, in a sentence.
    page.keyboard.press("[")
    expect(page.get_by_text("This is not in the file")).to_be_visible()
    expect(units).to_have_attribute("data-unit", "H[16]")
    page.keyboard.press(">")
    expect(units).to_have_attribute("data-unit", "H[6]")
    expect(units).to_have_attribute("data-k", "7")
    expect(page.get_by_text("This is not in the file")).to_be_hidden()
    expect(page.get_by_test_id("verdict")).to_contain_text("H[6] ")
    page.keyboard.press("i")
    expect(page.locator(".picture-dialog img:visible")).to_have_count(1)


def clicked_until_another(page: Page, key: str, number: Locator) -> None:
    """Press a clicker's key until the view is another, or has no more to show."""
    before = number.inner_text()
    for _ in range(20):
        page.keyboard.press(key)
        if number.inner_text() != before:
            return


def test_what_is_no_plan_or_has_no_view_is_refused_in_a_sentence(server: Server) -> None:
    for plan in ([], {"title": 1, "views": []}, {"title": "a", "views": [{"view": "step"}]}):
        status, words, _ = post(server, plan)
        assert (status, "no lecture plan" in words) == (422, True)
    many = [{"view": "step", "say": ""}] * 101
    for long in ({"title": "a", "views": many}, {"title": "a" * 1_000_001, "views": []}):
        status, words, _ = post(server, long)
        assert status in (413, 422)
        assert "too long" in words
    never = {"view": "step?text=never+learnt", "say": ""}
    status, words, _ = post(server, {"title": "a", "views": [never]})
    assert (status, "None of these views" in words) == (422, True)
    status, words, left = post(server, {"title": "a", "views": [never, VIEWS[-1]]})
    assert (status, left) == (200, "1")
    assert "has not learnt “never learnt” lately" in json.loads(data_of(words))["views"][0]["why"]


def data_of(page: str) -> str:
    """What the file has to draw, as JSON."""
    start = page.index('id="data">') + len('id="data">')
    return page[start : page.index("</script>", start)]
