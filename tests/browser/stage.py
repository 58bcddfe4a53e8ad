"""The stage and the page around it, as a reader meets them: for every browser test."""

import re
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import numpy as np
from playwright.sync_api import Locator, Page, expect

from rnnviz import LSTM, SequenceModel, Trace, Vocabulary
from tests.serving import Server

TEXT = "想要有直升机"
# The cells that the sentence of the Step page offers at once.
CELLS = ("MLP", "RNN", "GRU", "LSTM")


def trace_of(cell: type = LSTM, text: str = TEXT, hidden_size: int = 8, **options: Any) -> Trace:
    """A small network of random weights that has read a text; each target is the next character."""
    model = SequenceModel.random(cell, Vocabulary(text), hidden_size, seed=1, **options)
    return model.trace(text[:-1], targets=text[1:])


def exactly(number: float) -> str:
    """A number with all its digits, as the stage writes it."""
    return np.format_float_positional(number, unique=True, trim="-").replace("-", "−")


def stage(page: Page) -> Locator:
    return page.get_by_test_id("stage")


def open_at(page: Page, server: Server, path: str = "/step", **query: str) -> Page:
    address = f"{server.url}{path}?{urlencode(query)}" if query else f"{server.url}{path}"
    page.goto(address, wait_until="commit")
    expect(stage(page)).to_be_visible()
    return page


def at(page: Page, t: int, phase: str = "predict") -> None:
    expect(stage(page)).to_have_attribute("data-t", str(t))
    expect(stage(page)).to_have_attribute("data-phase", phase)


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def present(page: Page) -> None:
    """Over the whole screen, which the browser grants a little later; the stage is then drawn anew."""
    page.keyboard.press("f")
    page.wait_for_function("() => document.fullscreenElement !== null")
    page.evaluate("new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))")


def stop_the_clock(page: Page) -> None:
    """From now on time passes by `page.clock.run_for` alone."""
    page.clock.install(time=0)
    page.clock.pause_at(1)


def read(page: Page) -> str:
    """All visible text of the stage, without the text for screen readers."""
    parts = stage(page).locator(".bar, .body")
    return "\n".join(parts.all_inner_texts())


def settled(page: Page) -> None:
    """Wait until Streamlit has loaded everything and the stage is in its final place."""
    expect(page.get_by_test_id("stMain").get_by_test_id("stage")).to_be_visible()
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0)
    page.evaluate("new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))")


def looks(page: Page) -> list[list[str]]:
    """The colours and the letters of the stage's parts."""
    # Streamlit adds its own font after the last resort, where it is never used.
    return stage(page).evaluate(
        """stage => [stage, ...stage.querySelectorAll("h2, .bar *, .body *")].map((e) => {
          const style = getComputedStyle(e)
          const fonts = style.fontFamily.replace(', "Source Sans", sans-serif', "")
          return [style.color, style.backgroundColor, fonts, style.fontSize]
        })"""
    )


def shape(page: Page) -> list[list[float]]:
    """Where the stage and its parts are, but for a formula's and for the cells of a map that are only heard."""
    parts = stage(page).locator(
        "xpath=descendant-or-self::*[not(ancestor::*[name()='math' or contains(@class, 'map-cells')])]"
    )
    return parts.evaluate_all(
        """parts => parts.map(part => {
            const { x, y, width, height } = part.getBoundingClientRect()
            return [[...part.classList].sort().join(" "), x, y, width, height]
        })"""
    )


def address(page: Page) -> dict[str, str]:
    query = parse_qs(urlsplit(page.url).query, keep_blank_values=True)
    return {name: value for name, (value,) in query.items()}


def expect_address(page: Page, **parts: str) -> None:
    """The address names these, among others."""
    for name, value in parts.items():
        expect(page).to_have_url(re.compile(rf"[?&]{re.escape(urlencode({name: value}))}(&|$)"))


def face(page: Page, word: str) -> Locator:
    """A word of the Step page's sentence: "cell", "hidden", "weights" or "text"."""
    return opener(page, word).locator("p")


def opener(page: Page, word: str) -> Locator:
    """The button that the word is. While another word takes its place, Streamlit has both."""
    return page.locator(f".st-key-face_{word} [data-testid=stPopoverButton]").first


def open_word(page: Page, word: str) -> None:
    """Opens what chooses it, unless it is open. What was chosen before closes its own once the page has run."""
    app = page.get_by_test_id("stApp")
    expect(app).to_have_attribute("data-test-script-state", "notRunning")
    button = opener(page, word)
    expect(button).to_be_visible()
    if button.get_attribute("aria-expanded") != "true":
        button.click()
    expect(button).to_have_attribute("aria-expanded", "true")


def field(page: Page, name: str = "Text") -> Locator:
    """A field of the sentence, opened; of a run, the one in its row."""
    if "run=" not in page.url:
        open_word(page, "hidden" if name == "Units" else "text")
    return page.get_by_role("textbox", name=name)


def choose(page: Page, name: str) -> None:
    """Chooses a cell, whose popover then closes, or a language."""
    if name in CELLS:
        open_word(page, "cell")
    page.get_by_role("radio", name=name, exact=True).click()
    if name in CELLS:
        expect(opener(page, "cell")).to_have_attribute("aria-expanded", "false")


def choose_example(page: Page, name: str | re.Pattern[str]) -> None:
    open_word(page, "text")
    page.get_by_role("combobox", name="Examples").click()
    page.get_by_role("option", name=name).click()
    expect(opener(page, "text")).to_have_attribute("aria-expanded", "false")
