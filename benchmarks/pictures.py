"""The pictures of README.md and docs, of the app as it is: `make pictures`.

docs/stage.png and docs/walk.webp are the stage, docs/train.png a training. Look at them before they are committed.
"""

import argparse
import os
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from PIL import Image
from playwright.sync_api import Page, ViewportSize, expect, sync_playwright

from benchmarks.sites import STEP, running
from rnnviz.training import Runs, TrainingConfig, home
from tests.browser.stage import settled
from tests.serving import ROOT, launch_browser

DOCS = ROOT / "docs"
SIZE: ViewportSize = {"width": 1280, "height": 720}
# The fifth unit of the forget gate, held at 1 from the second step to the fourth.
HELD = {"text": "想要有直升机", "changes": "F.5.2-4=1", "t": 3}
WALKED = {"text": "hello", "phase": "input"}
# Once through the equations, two steps on, and the way of the loss back through the same cells.
KEYS = (*["ArrowDown"] * 7, "ArrowRight", "ArrowRight", "ArrowRight", "y", *["ArrowDown"] * 5)
FRAME, LAST = 900, 2500  # milliseconds


def show(page: Page, url: str, **query: object) -> None:
    page.goto(f"{url}?{urlencode(query)}")
    settled(page)


def picture(page: Page) -> Image.Image:
    return Image.open(BytesIO(page.screenshot(animations="disabled", caret="hide"))).convert("RGB")


def walk(page: Page) -> None:
    """One picture a key, in a moving one."""
    page.get_by_test_id("stage").focus()
    pictures = [picture(page)]
    for key in KEYS:
        page.keyboard.press(key)
        page.wait_for_timeout(FRAME)
        pictures.append(picture(page))
    times = [FRAME] * len(KEYS) + [LAST]
    first, *others = pictures
    first.save(
        DOCS / "walk.webp", save_all=True, append_images=others, duration=times, loop=0, quality=80
    )


def train(page: Page, url: str) -> None:
    runs = Runs(home())
    page.goto(f"{url}?run={runs.start(TrainingConfig())}")
    expect(page.get_by_test_id("training")).to_have_attribute(
        "data-status", "finished", timeout=600_000
    )
    page.wait_for_timeout(FRAME)
    picture(page).save(DOCS / "train.png", optimize=True)


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    expect.set_options(timeout=60_000)  # a busy computer, too
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        os.environ["RNNVIZ_RUNS"] = str(Path(folder) / "runs")
        with running(STEP) as urls:
            page = launch_browser(playwright).new_page(
                viewport=SIZE, locale="en", color_scheme="light"
            )
            show(page, urls[STEP], **HELD)
            picture(page).save(DOCS / "stage.png", optimize=True)
            show(page, urls[STEP], **WALKED)
            walk(page)
            train(page, urls[STEP].replace("/step", "/train"))


if __name__ == "__main__":
    main()
