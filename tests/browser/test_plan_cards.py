"""The views of a lecture plan as cards: their pictures, their order by hand and by keys, the fields of one of them."""

import json
from typing import Any

from playwright.sync_api import Locator, Page, Request, expect

from rnnviz.hall.built_in_plans import BUILT_IN
from tests.browser.axe import serious
from tests.browser.stage import open_at, press, settled
from tests.browser.test_lecture_plan import card, chosen
from tests.serving import Server

# Places one after another, each of its own network.
VIEWS = [f"step?cell=gru&t={t}&phase={phase}" for t in (1, 2, 3) for phase in ("reset", "update")]
GONE = "train?corpus=helicopter&run=ffffffffffffffff"
# How many colours a small picture has: an empty one has a single one.
COLOURS = """image => {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  return new Set(new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size;
}"""


def begin(page: Page, server: Server, views: list[dict[str, Any]], **place: str) -> None:
    """The card of a plan of these views is open."""
    open_at(page, server, t="3", **place)
    settled(page)
    told = [{"ask": "", "say": "", **view} for view in views]
    kept = {"plans": [{"title": "Cards", "views": told}], "chosen": 0, "at": 0, "isWalked": False}
    page.evaluate("kept => localStorage.setItem('rnnviz plans', kept)", json.dumps(kept))
    page.reload()
    settled(page)
    press(page, "#")
    expect(card(page)).to_be_visible()


def papers(page: Page) -> Locator:
    return card(page).locator(".paper")


def titles(page: Page, *words: str) -> None:
    expect(card(page).locator(".stops .title")).to_have_text(words)


def test_each_card_has_its_view_s_picture_once_it_is_seen(server: Server, page: Page) -> None:
    asked: list[str] = []

    def note(request: Request) -> None:
        if "/views-file" in request.url:
            [one] = json.loads(request.post_data or "")["views"]
            # Notes do not leave the browser for it.
            assert one["say"] == ""
            asked.append(one["view"])

    page.on("request", note)
    # The last view is the first one once more.
    views = [*VIEWS, "softmax?section=loss", GONE, *("glossary" for _ in range(30)), VIEWS[0]]
    begin(page, server, [{"view": view, "say": "0.04"} for view in views])
    first = papers(page).nth(0).locator("img")
    expect(first).to_be_visible()
    assert first.evaluate(COLOURS) > 50
    expect(papers(page).nth(6).locator("img")).to_be_visible()
    # What cannot be drawn is a card with its page's name and a sentence, and no frame without anything.
    gone = papers(page).nth(7)
    gone.scroll_into_view_if_needed()
    expect(gone).to_contain_text("Train")
    expect(gone.get_by_text("There is no picture of this view now.")).to_be_visible()
    expect(gone.locator("img")).to_have_count(0)
    # A view that no one has scrolled to is not drawn; one frame draws all of them.
    expect(papers(page).last.locator("img")).to_have_count(0)
    expect(page.locator("iframe")).to_have_count(1)
    assert serious(page) == []
    chosen(page, len(views))
    expect(papers(page).last.locator("img")).to_be_visible()
    # Each address is asked for once, and those that are known are there at once when the card is opened again.
    lasting = [view for view in asked if view in VIEWS or view.startswith("softmax")]
    assert sorted(lasting) == sorted(set(lasting))
    page.keyboard.press("Escape")
    expect(page.locator("iframe")).to_have_count(0)
    before = len(asked)
    press(page, "#")
    expect(first).to_be_visible()
    expect(papers(page).nth(6).locator("img")).to_be_visible()
    assert not set(asked[before:]) & set(lasting)


def test_the_fields_of_one_view_are_open_and_what_is_typed_stands_on_its_card(
    server: Server, page: Page
) -> None:
    begin(page, server, [{"view": view} for view in VIEWS])
    sentence = card(page).get_by_label("For the class")
    expect(sentence).to_have_count(1)
    chosen(page, 2)
    expect(sentence).to_have_count(1)
    sentence.fill("What is <b>kept</b>?\nAnd why?")
    expect(sentence).to_have_value("What is <b>kept</b>? And why?")
    card(page).get_by_label("Minutes: 2", exact=True).fill("7")
    shown = card(page).locator(".thumb").nth(1)
    expect(shown.locator(".title")).to_have_text("What is <b>kept</b>? And why?")
    expect(shown.locator(".marks")).to_have_text("7 min")
    card(page).get_by_role("button", name="Ask here: 2").click()
    expect(shown.locator(".marks")).to_have_text("7 min · Ask here")
    chosen(page, 1)
    chosen(page, 2)
    expect(sentence).to_have_value("What is <b>kept</b>? And why?")


def test_keys_go_from_card_to_card_move_one_and_remove_it(server: Server, page: Page) -> None:
    names = list("ABCDEF")
    views = [{"view": v, "ask": n} for v, n in zip(VIEWS, names, strict=True)]
    begin(page, server, views)
    thumbs = card(page).locator(".thumb")
    # One tab stop for all of them; behind it are the fields of the one that is chosen.
    assert thumbs.evaluate_all("all => all.map(one => one.tabIndex)") == [0, -1, -1, -1, -1, -1]
    thumbs.first.focus()
    press(page, "ArrowRight")
    expect(thumbs.nth(1)).to_be_focused()
    expect(card(page).get_by_label("For the class")).to_have_value("B")
    press(page, "Tab")
    expect(card(page).get_by_role("button", name="Move 2 up")).to_be_focused()
    press(page, "Shift+Tab", "End")
    expect(thumbs.last).to_be_focused()
    # A row has as many as stand beside each other.
    row = thumbs.evaluate_all(
        "all => all.filter(one => one.parentElement.offsetTop === all[0].parentElement.offsetTop).length"
    )
    assert 1 < row < len(VIEWS)
    press(page, "Home", "ArrowDown")
    expect(thumbs.nth(row)).to_be_focused()
    press(page, "Home", "Shift+ArrowRight", "Shift+ArrowRight")
    titles(page, "B", "C", "A", "D", "E", "F")
    expect(thumbs.nth(2)).to_be_focused()
    press(page, "Delete")
    titles(page, "B", "C", "D", "E", "F")
    expect(thumbs.nth(2)).to_be_focused()
    press(page, "End", "Delete")
    titles(page, "B", "C", "D", "E")
    expect(thumbs.nth(3)).to_be_focused()
    card(page).get_by_role("button", name="Undo").click()
    titles(page, "B", "C", "D", "E", "F")
    # At an end the button that has moved a view there is off; its card has the focus.
    chosen(page, 2)
    card(page).get_by_role("button", name="Move 2 up").click()
    titles(page, "C", "B", "D", "E", "F")
    expect(thumbs.first).to_be_focused()


def test_a_card_is_dragged_to_its_place_and_escape_puts_it_back(server: Server, page: Page) -> None:
    views = [{"view": v, "ask": n} for v, n in zip(VIEWS, "ABCDEF", strict=True)]
    begin(page, server, views)
    thumbs = card(page).locator(".thumb")

    def middle(place: int) -> tuple[float, float, float]:
        box = thumbs.nth(place).bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, box["width"]

    x, y, _ = middle(0)
    page.mouse.move(x, y)
    page.mouse.down()
    x, y, width = middle(2)
    page.mouse.move(x + width / 4, y, steps=4)
    page.mouse.up()
    titles(page, "B", "C", "A", "D", "E", "F")
    page.mouse.down()
    x, y, width = middle(0)
    page.mouse.move(x - width / 4, y, steps=4)
    expect(card(page).locator("[data-before]")).to_have_count(1)
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(card(page).locator("[data-before]")).to_have_count(0)
    titles(page, "B", "C", "A", "D", "E", "F")
    # What is let go beside the card closes nothing.
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(3, 3, steps=4)
    page.mouse.up()
    expect(card(page)).to_be_visible()


def test_a_narrow_window_has_one_column_with_the_fields_below_their_card(
    server: Server, page: Page
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    views = [{"view": v, "ask": n, "say": "0.04"} for v, n in zip(VIEWS, "ABCDEF", strict=True)]
    begin(page, server, views)
    boxes = (
        card(page)
        .locator(".thumb")
        .evaluate_all(
            "all => all.map(one => { const { left, top } = one.getBoundingClientRect(); return [left, top]; })"
        )
    )
    assert len({left for left, _ in boxes}) == 1
    assert [top for _, top in boxes] == sorted(top for _, top in boxes)
    thumb, fields = chosen(page, 2).bounding_box(), card(page).locator(".fields").bounding_box()
    below = card(page).locator(".thumb").nth(2).bounding_box()
    assert thumb
    assert fields
    assert below
    assert thumb["y"] + thumb["height"] <= fields["y"]
    assert fields["y"] + fields["height"] <= below["y"]
    # Of the last one, too, the fields are in sight as soon as it is chosen.
    chosen(page, 6)
    expect(card(page).locator(".fields")).to_be_in_viewport(ratio=1)
    assert card(page).evaluate("one => one.scrollWidth <= one.clientWidth")
    assert serious(page) == []


def test_many_views_are_there_before_their_pictures(server: Server, page: Page) -> None:
    stops = [stop.view for plan in BUILT_IN for stop in plan.stops][:60]
    begin(page, server, [{"view": view, "ask": f"{k}"} for k, view in enumerate(stops)])
    expect(card(page).locator(".thumb")).to_have_count(len(stops))
    assert card(page).locator("img").count() < len(stops) / 2
    card(page).locator(".thumb").first.focus()
    press(page, "End", "Shift+ArrowLeft")
    expect(card(page).locator(".thumb").nth(len(stops) - 2)).to_be_focused()
    expect(card(page).locator(".thumb").nth(len(stops) - 2)).to_be_in_viewport()
