"""A screen reader without a voice, in the page itself: what it would say, one key after the other."""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page

from tests.systems import lacks

BUNDLE = (
    Path(__file__).parents[2]
    / "node_modules/@guidepup/virtual-screen-reader/lib/esm/index.browser.js"
)
EXPORTED = re.compile(r"export\s*\{([^}]*)\};?")
FOLLOW = """() => {
  const read = reader.activeNode
  if (read instanceof HTMLElement && read.matches("button, select, [tabindex]")) read.focus()
}"""
# A page of ours evaluates no text, as Playwright's own waiting would.
LAST_WITH = """async (words) => {
  let said = await lastRead()
  for (let frame = 0; frame < 600 && !said.includes(words); frame += 1) {
    await new Promise(requestAnimationFrame)
    said = await lastRead()
  }
  return said
}"""
# What a live region says comes in between.
LAST_READ = """() => {
  window.lastRead = async () =>
    (await reader.spokenPhraseLog()).filter((said) => !said.startsWith("polite: ")).at(-1)
}"""
# The keys of screen readers that lead on through a page.
COMMANDS = {"h": "moveToNextHeading", "g": "moveToNextFigure", "d": "moveToNextRegion"}


class VirtualReader:
    """It reads a page from its top, or a part of it. `keys`: how many that took.

    Run `npm ci` once, as `make test` does; without it these tests are skipped on a developer's own machine.
    """

    def __init__(self, page: Page, part: Locator | None = None) -> None:
        if not BUNDLE.exists() and "CI" not in os.environ:
            pytest.skip(lacks("the virtual screen reader", brought_by="npm ci"))
        self.page = page
        self.keys = 0
        code = BUNDLE.read_text("utf-8")
        found = EXPORTED.search(code)
        assert found
        own = dict(reversed(pair.split(" as ")) for pair in found[1].split(","))
        # A page of ours takes no module from elsewhere, and the module's own scope has to end here.
        script = code[: found.start()] + code[found.end() :].partition("//# sourceMappingURL")[0]
        page.evaluate(f"() => {{ {script}\n; window.reader = {own['virtual']} }}")
        (part or page.locator("body")).evaluate("(container) => reader.start({ container })")
        page.evaluate(LAST_READ)

    def read(self, *commands: str) -> str:
        """Lead the reader on: "h" to the next heading, "g" to the next figure, "next" by one."""
        for command in commands:
            self.keys += 1
            name = COMMANDS.get(command)
            run = f"perform(reader.commands.{name})" if name else f"{command}()"
            self.page.evaluate(f"() => reader.{run}")
        return self.last()

    def press(self, *keys: str) -> None:
        """Keys that go to the page: to what was read last, if it takes the focus, as readers do."""
        self.page.evaluate(FOLLOW)
        for key in keys:
            self.keys += 1
            self.page.keyboard.press(key)

    def expect(self, words: str) -> None:
        """These words are soon among what it has said last."""
        assert words in self.page.evaluate(LAST_WITH, words)

    def last(self) -> str:
        return self.page.evaluate("() => lastRead()")

    def stop(self) -> None:
        self.page.evaluate("() => reader.stop()")
