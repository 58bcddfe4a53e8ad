"""The stage on machines that have other fonts than this one: none of it is cut or set over something else."""

import io
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from playwright.sync_api import Browser, Page, Playwright, expect

from rnnviz import GRU, LSTM, RNN, Bidirectional, Trace
from rnnviz.stage import html
from rnnviz.web import mathfont
from tests.browser.diagram import DESK, PHONE, touching
from tests.browser.overflow import Walk
from tests.browser.stage import trace_of
from tests.browser.test_night import expect_the_way_back_to_fit
from tests.serving import launch_browser
from tests.systems import lacks

# What the Latin letters of a machine are, by the beginning of the fonts' names.
SYSTEMS = ("DejaVu", "Liberation", "Noto")
# What each of them has besides.
EVERYWHERE = ("Noto Sans CJK SC", "Noto Color Emoji")
# The system's rules by which one font stands for another stay.
ONLY = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>{folder}</dir>
  <cachedir>{folder}/cache</cachedir>
  <include ignore_missing="yes">/etc/fonts/conf.d</include>
</fontconfig>
"""


@pytest.fixture(scope="module", params=SYSTEMS)
def browser(
    request: pytest.FixtureRequest, playwright: Playwright, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    """A browser that finds the fonts of one system alone."""
    folder = tmp_path_factory.mktemp("fonts")
    for file in files_of(request.param):
        (folder / file.name).symlink_to(file)
    own = folder / "fonts.conf"
    own.write_text(ONLY.format(folder=folder), "utf-8")
    chromium = launch_browser(
        playwright, brief_visits=True, environment={"FONTCONFIG_FILE": str(own)}
    )
    yield chromium
    chromium.close()


def files_of(system: str) -> set[Path]:
    """The fonts of a system, as far as they are here."""
    if shutil.which("fc-list") is None:
        pytest.skip(lacks("fontconfig"))
    listed = subprocess.run(
        ["fc-list", "--format", "%{file}\t%{family[0]}\n"],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    fonts = [line.split("\t") for line in listed.stdout.splitlines()]
    # "Noto Sans" and "Noto Serif", not those of other scripts.
    latin = {f"{system} {kind}" for kind in ("Sans", "Serif", "Mono", "Sans Mono")}
    if not any(family in latin for _, family in fonts):
        pytest.skip(lacks(f"the fonts of {system}"))
    return {Path(file) for file, family in fonts if family in latin or family in EVERYWHERE}


@pytest.fixture
def opened(new_page: Callable[..., Page], tmp_path: Path) -> Callable[..., Page]:
    """A function that opens traces as a file, at a place."""

    def open_file(traces: Trace | list[Trace], **place: object) -> Page:
        file = tmp_path / "stage.html"
        file.write_text(html(traces, "en", "random", {"t": 3, **place}), "utf-8")
        page = new_page()
        page.goto(file.as_uri())
        expect(page.get_by_test_id("stage")).to_have_attribute("data-t", "3")
        return page

    return open_file


@pytest.mark.parametrize("cell", [RNN, LSTM])
def test_the_way_back_fits(opened: Callable[..., Page], cell: type) -> None:
    trace = trace_of(cell)
    page = opened(trace, way="back", phase="logits", notation="row")
    expect_the_way_back_to_fit(page, trace.model)


def test_nothing_is_cut_on_the_way_forward(opened: Callable[..., Page]) -> None:
    walk = Walk()
    for name, traces in (
        ("LSTM", trace_of(LSTM)),
        ("GRU over an RNN", [trace_of(GRU), trace_of(RNN)]),
        ("two directions", trace_of(Bidirectional, of=GRU)),
    ):
        walk.look(opened(traces), name)
    assert not walk.found, "\n".join(walk.found)


@pytest.mark.parametrize("cell", [GRU, LSTM])
def test_in_a_cell_s_diagram_nothing_lies_over_another_thing_either_way(
    opened: Callable[..., Page], request: pytest.FixtureRequest, cell: type
) -> None:
    # No phone has letters as wide as those of DejaVu.
    sizes = (DESK,) if "DejaVu" in request.node.callspec.id else (DESK, PHONE)
    one, both = trace_of(cell), trace_of(Bidirectional, of=cell)
    last = one.cell.description.phases[-1].key
    for trace, way, phase in (
        (one, "forward", "predict"),
        (one, "back", "to-X"),
        (both, "forward", f"forward-{last}"),
        (both, "forward", f"backward-{last}"),
        (both, "back", "to-X"),
    ):
        page = opened(trace, way=way, phase=phase)
        expect(page.get_by_test_id("stage")).to_have_attribute("data-phase", phase)
        assert touching(page, *sizes) == [], (way, phase)


# In letters so large that it does not matter to which part of a pixel a browser rounds each. In letters' heights.
WIDTHS = """(all, names) => all.filter((one) => names.includes(one.textContent)).map((one) => {
  one.style.fontSize = "200px"
  return [one.textContent, one.getBoundingClientRect().width / 200]
})"""


def test_a_formula_is_as_wide_as_its_own_font_says(opened: Callable[..., Page]) -> None:
    font = TTFont(io.BytesIO(mathfont.faces()[mathfont.UPRIGHT]))
    names = ["tanh", "softmax"]
    found = (
        opened(trace_of(LSTM), view="equations").locator(".equation mi").evaluate_all(WIDTHS, names)
    )
    assert {name for name, _ in found} == set(names)
    for name, wide in found:
        advances = [font["hmtx"][font.getBestCmap()[ord(letter)]][0] for letter in name]
        assert wide == pytest.approx(sum(advances) / font["head"].unitsPerEm, rel=0.01), name
