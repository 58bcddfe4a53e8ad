"""The signs between the parts of a Chinese sentence are full width on every page, heard or seen.

What the catalogues say is held by `tests/test_chinese.py`; here is what the pages put together.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from rnnviz import GRU, LSTM, Bidirectional, Trace
from tests.browser.stage import press, stage, trace_of
from tests.serving import Server

# All that a page says: its texts, and what is heard or stands in a tip. Code and formulas stay as they are.
SAID = """() => {
  const said = new Set()
  const look = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) look(element.shadowRoot)
      if (element.closest("math, code, pre, script, style, textarea, option")) continue
      for (const name of ["aria-label", "title", "data-full", "aria-valuetext", "alt"])
        if (element.getAttribute(name)) said.add(element.getAttribute(name))
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) said.add(node.textContent)
    }
  }
  look(document)
  return [...said]
}"""
HALF_WIDTH = re.compile(
    r"[\u4e00-\u9fff”）][,;:](?!\S)|[,;:] ?[\u4e00-\u9fff“（]|[\u4e00-\u9fff]\. "
)


def half_width(page: Page) -> list[str]:
    said = page.evaluate(SAID)
    assert sum(bool(re.search("[\u4e00-\u9fff]", one)) for one in said) > 30
    return [one for one in said if HALF_WIDTH.search(one)]


@pytest.mark.parametrize("views", [["sum", "memory", "ledger"], ["witnesses", "ngrams", "writing"]])
@pytest.mark.parametrize(
    "trace",
    [
        pytest.param(lambda: trace_of(LSTM), id="LSTM"),
        pytest.param(lambda: trace_of(Bidirectional, of=GRU), id="two directions"),
    ],
)
def test_the_stage_has_full_width_signs(
    opened: Callable[..., Page], trace: Callable[[], Trace], views: list[str]
) -> None:
    for view in views:
        page = opened(trace(), language="zh-Hans", place={"t": 3, "view": view})
        assert half_width(page) == [], view
        press(page, "y")
        expect(stage(page)).to_have_attribute("data-way", "back")
        assert half_width(page) == [], f"{view}, backwards"


CHAPTERS = ["neurons", "nnlm", "textcnn", "why_shapes", "why_state", "why_unrolled", "gradients"]


@pytest.mark.parametrize("name", [*CHAPTERS, "units"])
def test_a_page_has_full_width_signs(
    server: Server, new_page: Callable[..., Page], name: str
) -> None:
    page = new_page(locale="zh-CN")
    page.goto(f"{server.url}/{name}?lang=zh-Hans", wait_until="commit")
    expect(page.locator(".course figure svg, .units svg").first).to_be_visible()
    assert half_width(page) == []
