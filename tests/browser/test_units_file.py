"""The Units page that Python writes: opened from the disk without a network, it computes what is asked of it."""

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from playwright.sync_api import FrameLocator, Page, expect

from rnnviz import from_torch, units
from rnnviz.units.turns import turn
from rnnviz.web.frame import Framed

WORDS = ["she ", "sells ", "sea ", "shells\n", "by ", "the ", "shore\n"]
# No two of its places have read the same.
TEXT = "".join(np.random.default_rng(0).choice(WORDS, 220))
CHARACTERS = sorted({*TEXT})


class Writer(torch.nn.Module):
    def __init__(self, **options: int) -> None:
        super().__init__()
        self.embedding = torch.nn.Embedding(len(CHARACTERS), 5)
        self.lstm = torch.nn.LSTM(5, 7, **options)
        self.out = torch.nn.Linear(14 if self.lstm.bidirectional else 7, len(CHARACTERS))

    def forward(self, k: torch.Tensor) -> torch.Tensor:
        return self.out(self.lstm(self.embedding(k))[0])


def read(writer: Writer) -> tuple[np.ndarray, np.ndarray]:
    """The last seven of the states H (N, h), and the probabilities of what comes next, as torch computes them."""
    k = torch.tensor([CHARACTERS.index(one) for one in TEXT])
    with torch.no_grad():
        H = writer.lstm(writer.embedding(k))[0]
        return H[:, -7:].numpy(), torch.softmax(writer.out(H), dim=1).numpy()


@pytest.mark.parametrize(
    ("options", "quantity"),
    [({}, "H"), ({"num_layers": 2}, "layer2.H"), ({"bidirectional": True}, "backward.H")],
)
def test_the_map_has_torchs_numbers_and_is_clicked(
    options: dict[str, int], quantity: str, new_page: Callable[..., Page], tmp_path: Path
) -> None:
    torch.manual_seed(1)
    writer = Writer(**options).double()
    H, Y_hat = read(writer)
    model = from_torch(writer, CHARACTERS)
    file = tmp_path / "units.html"
    path = units.show(model, TEXT, quantity=quantity, unit=2, label="line", at=40, file=file)
    assert path == file
    page = new_page(offline=True)
    page.goto(file.as_uri())
    shown = page.get_by_test_id("units")
    expect(shown).to_have_attribute("data-unit", f"{quantity}[3]")
    expect(shown).to_have_attribute("data-k", "41")
    value = page.locator(".text-value")
    expect(value).to_have_attribute("data-full", digits(H[40, 2]))

    # A row of the map is a unit, a column the characters at one place.
    overview = page.locator(".units-all canvas")
    overview.scroll_into_view_if_needed()
    box = overview.bounding_box()
    assert box
    page.mouse.click(box["x"] + 0.75 * box["width"], box["y"] + 0.1 * box["height"])
    expect(shown).not_to_have_attribute("data-k", "41")
    k = int(shown.get_attribute("data-k") or 0) - 1
    unit = int(re.findall(r"\[(\d+)\]", shown.get_attribute("data-unit") or "")[0]) - 1
    assert abs(k / len(TEXT) - 0.75) < 0.01
    expect(value).to_have_attribute("data-full", digits(H[k, unit]))
    share = page.locator(".expected-bar .bar").first
    expect(share).to_have_attribute("style", re.compile(f"--share: ?{Y_hat[k].max():.12f}"[:-2]))

    # A pattern is asked for in the file, and units are ranked by it.
    pattern = page.get_by_label("a regular expression")
    pattern.fill(r"s[ea]")
    pattern.press("Enter")
    mask = units.spans(TEXT, r"s[ea]")
    expect(page.locator(".ask-said")).to_contain_text(f"underlined: {mask.sum()} of {len(TEXT)}")
    seen = units.read(model, TEXT)
    first = units.rank(seen, mask)[0]
    row = page.locator(".units-find .rank-row").first
    expect(row).to_contain_text(f"[{first.unit + 1}]")
    expect(row).to_contain_text(f"{first.auc:.3f}")

    # What the file does not hold has no controls.
    states = page.locator(".units-states")
    expect(states).to_contain_text("does not hold what draws the cloud")
    expect(states.get_by_role("button", name="Lasso")).to_have_count(0)
    states.locator(".similar").scroll_into_view_if_needed()
    nearest = str(units.nearest(seen, at=k)[0] + 1)
    expect(states.locator(".similar-rows .similar-place").first).to_have_text(nearest)
    states.get_by_text("Where the state rests").scroll_into_view_if_needed()
    rests = "can rest at" if not options else "can be computed for one layer"
    expect(states).to_contain_text(rests)


def test_in_a_notebooks_frame_it_computes_too(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    writer = Writer().double()
    model = from_torch(writer, CHARACTERS)
    page = new_page(offline=True)
    path = tmp_path / "notebook.html"
    path.write_text(Framed(units.html(model, TEXT, label="word"))._repr_html_(), "utf-8")
    page.goto(path.as_uri())
    frame: FrameLocator = page.frame_locator("iframe")
    # It begins where the unit turns.
    H = read(writer)[0]
    k = turn(H[:, 0], units.label(units.read(model, TEXT), "word"))
    assert k > 0
    expect(frame.locator(".text-value")).to_have_attribute("data-full", digits(H[k, 0]))
    expect(frame.locator(".units-find .rank-row").first).to_be_visible()


def digits(value: float) -> re.Pattern[str]:
    """The first ten digits of a number, as the page writes all of them."""
    return re.compile("^" + re.escape(f"{value:.12f}"[:-2].replace("-", "−")))
