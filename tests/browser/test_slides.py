"""A plan as slides: each view as it is drawn, sharp at any size, with its notes; or as a frame of another page."""

import io
import json
import zipfile

from playwright.sync_api import Page, expect
from pptx import Presentation

from tests.browser.axe import serious
from tests.browser.stage import open_at, press, settled
from tests.browser.test_lecture_plan import card
from tests.serving import Server

VIEWS = [
    {
        "view": "step?cell=gru&t=2&view=sum",
        "ask": "What is <b>kept</b>?",
        "say": "The answer is 0.04.",
    },
    {"view": "why_history?section=table", "ask": "", "say": "", "question": ["Why?", "* so"]},
    {"view": "units?net=brackets", "ask": "Which unit?", "say": ""},
    {"view": "train?corpus=helicopter", "ask": "What will it look like?", "say": ""},
]


def test_a_plan_is_a_file_of_slides_with_pictures_notes_and_links(
    server: Server, page: Page
) -> None:
    open_at(page, server, t="3")
    settled(page)
    kept = {
        "plans": [{"title": "Gates & more", "views": VIEWS}],
        "chosen": 0,
        "at": 0,
        "isWalked": False,
    }
    page.evaluate("kept => localStorage.setItem('rnnviz plans', kept)", json.dumps(kept))
    page.reload()
    settled(page)
    press(page, "#")
    with page.context.expect_page() as opened:
        card(page).get_by_role("button", name="Slides").click()
    slides = opened.value
    expect(slides.locator("#slides")).to_have_attribute("data-state", "ready")
    expect(slides.locator("li img")).to_have_count(len(VIEWS))
    assert serious(slides) == []
    with slides.expect_download() as saved:
        slides.get_by_role("button", name="Save as .pptx").click()
    assert saved.value.suggested_filename == "Gates-more.pptx"
    file = saved.value.path().read_bytes()
    deck = Presentation(io.BytesIO(file))
    titles = [one.shapes.title.text for one in deck.slides]
    assert titles[0] == "What is <b>kept</b>?"
    assert "Why" not in titles[1]
    notes = [one.notes_slide.notes_text_frame.text for one in deck.slides]
    assert notes == ["The answer is 0.04.", "Why?\n* so", "", ""]
    # What our own writer has drawn passes as that, whatever the view: each picture has its SVG.
    with zipfile.ZipFile(io.BytesIO(file)) as parts:
        drawn = [name for name in parts.namelist() if name.endswith(".svg")]
    assert len(drawn) == len(VIEWS)
    for one in deck.slides:
        [picture] = [shape for shape in one.shapes if shape.shape_type == 13]
        assert min(picture.image.size) > 100
    frame = slides.get_by_label("View 1 as a frame, in HTML").input_value()
    assert frame.startswith(f'<iframe src="{server.url}/step?cell=gru&amp;t=2&amp;view=sum"')
    assert "&lt;b&gt;" in frame
