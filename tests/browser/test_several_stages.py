"""Two stages on one page: each has its own cursor, and one of them the page's keys and address."""

import json
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from rnnviz import GRU, LSTM, SequenceModel, Vocabulary
from rnnviz.stage import ASSETS, scene, style
from rnnviz.web import joined

TEXT = "想要有直升机"
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><style>{css}</style>
<div id="a"></div><div id="b"></div>
<script type="module">
{script}
const scenes = {scenes};
window.ends = ["a", "b"].map((id, k) => mount(document.getElementById(id), {{ scene: scenes[k], link: true }}));
</script>
"""


def opened(new_page: Callable[..., Page], folder: Path, **options: object) -> Page:
    scenes = []
    for cell in (LSTM, GRU):
        model = SequenceModel.random(cell, Vocabulary(TEXT), 4, seed=1)
        scenes.append(scene(model.trace(TEXT[:-1], targets=TEXT[1:])))
    file = folder / "two.html"
    script = joined(ASSETS / "main.js")
    file.write_text(PAGE.format(css=style(), script=script, scenes=json.dumps(scenes)), "utf-8")
    page = new_page(**options)
    page.goto(file.as_uri())
    expect(page.get_by_test_id("stage")).to_have_count(2)
    return page


def stands(page: Page, *steps: int) -> None:
    for stage, t in zip(page.get_by_test_id("stage").all(), steps, strict=True):
        expect(stage).to_have_attribute("data-t", str(t))


def second(page: Page) -> Locator:
    return page.get_by_test_id("stage").nth(1)


def test_keys_go_to_the_stage_that_has_the_focus(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    page = opened(new_page, tmp_path)
    page.keyboard.press("ArrowRight")
    stands(page, 2, 1)
    second(page).focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowUp")
    stands(page, 2, 5)
    expect(second(page)).to_have_attribute("data-phase", "logits")
    # With nothing focused, the one that had the focus last has the keys.
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    stands(page, 2, 4)


def test_the_address_follows_the_first_stage_alone(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    page = opened(new_page, tmp_path)
    second(page).focus()
    page.keyboard.press("End")
    stands(page, 1, 5)
    page.keyboard.press("Shift+Tab")
    assert "t=" not in page.url
    page.get_by_test_id("stage").first.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**t=2&**")


def test_one_stage_presents_and_the_other_is_behind_it(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    page = opened(new_page, tmp_path, viewport={"width": 1280, "height": 720})
    second(page).focus()
    page.keyboard.press("f")
    expect(page.locator(".stage.presenting")).to_have_count(1)
    box = second(page).bounding_box()
    assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, 1280, 720)
    page.reload()
    expect(page.get_by_test_id("stage")).to_have_count(2)
    expect(page.locator(".stage.presenting")).to_have_count(1)
    expect(second(page)).to_have_class("stage presenting")


def test_a_stage_that_is_taken_away_leaves_keys_and_address_to_the_other(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    page = opened(new_page, tmp_path)
    page.keyboard.press("ArrowRight")
    page.evaluate("window.ends[0]()")
    expect(page.get_by_test_id("stage")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    stands(page, 3)
    page.wait_for_url("**t=3&**")
