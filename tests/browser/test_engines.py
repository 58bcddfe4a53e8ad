"""The stage in Firefox and in WebKit: what was drawn otherwise there than in Chromium stays right."""

from pathlib import Path

import pytest

from rnnviz import GRU, LSTM
from rnnviz.stage import html
from tests.browser.engines import ENGINES, WIDTH
from tests.browser.stage import trace_of

MEASURED = """() => {
  const stage = document.querySelector("[data-testid=stage]")
  if (!stage?.querySelector(".equation") || document.fonts.status !== "loaded") return null
  const box = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    return { left, right, top, bottom }
  }
  const words = document.createRange()
  words.selectNodeContents(stage.querySelector(".where"))
  return {
    width: innerWidth,
    equations: [...stage.querySelectorAll(".equation")].filter((one) => one.offsetHeight).map((one) =>
      [one.textContent, [...one.querySelectorAll("math > mrow > *, math > *")].map(box)]),
    step: box(words),
    keys: [...stage.querySelectorAll(".stage-foot :is(button, select)")].filter((one) => one.offsetWidth).map(box),
    accents: [...stage.querySelectorAll(".equation mover")].map((one) =>
      [one.textContent, box(one.firstElementChild), box(one.lastElementChild)]),
  }
}"""


@pytest.mark.parametrize("engine", ENGINES)
def test_equations_stand_in_one_line_the_step_beside_its_keys_and_accents_above_their_letters(
    engine: str, tmp_path: Path
) -> None:
    with ENGINES[engine](tmp_path) as asked:
        for cell in (LSTM, GRU):
            file = tmp_path / f"{cell.__name__}.html"
            place = {"t": 3, "phase": "predict", "view": "equations"}
            file.write_text(html(trace_of(cell), "en", "random", place), "utf-8")
            found = asked(file.as_uri(), MEASURED)
            assert found["width"] == WIDTH
            # Ŷ = softmax(Ō) once had two lines in Firefox: what follows begins further to the right.
            assert any("softmax" in words for words, _ in found["equations"])
            for words, parts in found["equations"]:
                lefts = [part["left"] for part in parts]
                assert lefts == sorted(lefts), words
            # « once lay over the words of the place in WebKit.
            keys = [one for one in found["keys"] if meet(one, found["step"])]
            assert found["keys"]
            assert keys == []
            # The tilde once lay within the letter in WebKit, and hats were too wide.
            assert {"H˜", "C˜"} & {words for words, _, _ in found["accents"]}
            for words, letter, accent in found["accents"]:
                middle = (accent["left"] + accent["right"]) / 2
                assert letter["left"] < middle < letter["right"], words
                assert 0 < width(accent) < 1.5 * width(letter), words
                # Firefox's box of a letter is as high as its line.
                assert accent["top"] < letter["top"] or engine == "Firefox", words
                assert accent["bottom"] <= letter["top"] + 1 or engine == "Firefox", words


def width(box: dict[str, float]) -> float:
    return box["right"] - box["left"]


def meet(a: dict[str, float], b: dict[str, float]) -> bool:
    across = min(a["right"], b["right"]) - max(a["left"], b["left"])
    down = min(a["bottom"], b["bottom"]) - max(a["top"], b["top"])
    return across > 0 and down > 0
