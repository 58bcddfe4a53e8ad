"""A figure holds the numbers it was given, on the scale it was given."""

import numpy as np
import pytest

from rnnviz.figures.bars import bars
from rnnviz.figures.lines import Line, lines
from rnnviz.figures.look import HUE_IN_TEXT, HUES, PAPERS


def luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
    return float(np.dot(linear, (0.2126, 0.7152, 0.0722)))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("colour", HUES.values())
def test_every_hue_stands_out_on_both_papers(colour: str, paper: str) -> None:
    light, dark = sorted((luminance(colour), luminance(paper)), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 3


@pytest.mark.parametrize(("paper", "text"), zip(PAPERS, ("#1c2433", "#e6eaf2"), strict=True))
@pytest.mark.parametrize("colour", HUES.values())
def test_text_in_a_hue_can_be_read_on_both_papers(colour: str, paper: str, text: str) -> None:
    def channel(k: int) -> int:
        hue, theme = int(colour[k : k + 2], 16), int(text[k : k + 2], 16)
        return round(HUE_IN_TEXT * hue + (1 - HUE_IN_TEXT) * theme)

    ink = "#" + "".join(f"{channel(k):02x}" for k in (1, 3, 5))
    light, dark = sorted((luminance(ink), luminance(paper)), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_lines_hold_their_values_on_a_fixed_scale() -> None:
    made = lines([1, 2, 3], [Line("a", [1.0, 4.0, 9.0], "state")], "n", "y", (0, 10))
    assert list(made.data[0].x) == [1, 2, 3]
    assert list(made.data[0].y) == [1.0, 4.0, 9.0]
    assert tuple(made.layout.yaxis.range) == (0, 10)
    assert made.layout.yaxis.fixedrange


def test_a_logarithmic_scale_counts_in_powers_of_ten() -> None:
    made = lines([1, 2], [Line("a", [27, 729], "gate")], "n", "y", (1, 1000), logarithmic=True)
    assert made.layout.yaxis.type == "log"
    assert tuple(made.layout.yaxis.range) == (0, 3)
    assert list(made.data[0].y) == [27, 729]


def test_lines_are_told_apart_by_more_than_colour() -> None:
    both = [Line("a", [1, 2], "gate"), Line("b", [2, 1], "state", "dash")]
    made = lines([1, 2], both, "n", "y", (0, 3))
    assert {trace.line.dash for trace in made.data} == {"solid", "dash"}
    assert len({trace.marker.symbol for trace in made.data}) == 2


def test_bars_hold_their_values_and_marks() -> None:
    made = bars(["a", "b"], [0.5, -0.25], "loss", "y", (-1, 1), marks=[0.1, 0.2], marks_name="m")
    assert list(made.data[0].y) == [0.5, -0.25]
    assert list(made.data[0].text) == ["0.500", "−0.250"]
    assert list(made.data[1].y) == [0.1, 0.2]
    assert tuple(made.layout.yaxis.range) == (-1, 1)


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.00034, "0.0003"), (4e-6, "≈0"), (0.0, "0.000"), (-0.0, "0.000"), (-0.25, "−0.250")],
)
def test_a_bar_of_some_height_never_says_0(value: float, text: str) -> None:
    assert list(bars(["a"], [value], "output", "y", (0, 1)).data[0].text) == [text]


def test_titles_of_axes_keep_off_the_numbers_beside_them() -> None:
    made = lines([1, 2], [Line("a", [1, 2], "gate")], "n", "y", (0, 3))
    for axis in (made.layout.xaxis, made.layout.yaxis):
        assert axis.title.text
        assert axis.title.standoff >= 10
