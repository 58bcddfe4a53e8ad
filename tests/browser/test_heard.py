"""The stage as a screen reader meets it: by keys alone to a number, and the right one is heard."""

import csv
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import torch
from playwright.sync_api import Page, expect

from rnnviz import GRU, LSTM, Bidirectional, SequenceModel, Stacked, Trace, Vocabulary
from rnnviz.locale import LANGUAGES, translator
from rnnviz.stage.strings import STRINGS
from tests.browser.aria import is_as_kept
from tests.browser.stage import TEXT, at, press, stage, stop_the_clock
from tests.browser.virtual_reader import VirtualReader

MOST_KEYS = 40
UNITS = 8
CLOSED = 0.1
AT_ONCE = """(stage, keys) => keys.forEach((key) =>
  stage.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })))"""


# Opens every line of the tree, as far as there are closed ones, and gives what all of them say.
OPENED = """(tree) => {
  for (let closed; (closed = tree.querySelector("[aria-expanded=false]")); ) closed.click()
  return [...tree.children].map((line) => line.textContent)
}"""


@cache
def decided() -> Trace:
    """A GRU as PyTorch has it, whose weights are large enough for gates to close."""
    random = SequenceModel.random(GRU, Vocabulary(TEXT), UNITS, seed=1, reset_after=True)
    own = {name: 7 * value for name, value in random.cell.parameters.items()}
    model = random.with_parameters(**own)
    return model.trace(TEXT[:-1], targets=TEXT[1:])


@cache
def torch_gates() -> tuple[np.ndarray, np.ndarray]:
    """Reset and update gate of every step, (T, h) each, as PyTorch's GRU has them."""
    trace = decided()
    own = {name: torch.tensor(value) for name, value in trace.cell.parameters.items()}
    module = torch.nn.GRU(trace["X"].shape[2], UNITS, dtype=torch.float64)
    nothing = torch.zeros(1, UNITS, dtype=torch.float64)
    with torch.no_grad():
        module.weight_ih_l0.copy_(torch.cat([own["W_xr"], own["W_xz"], own["W_xh"]], 1).T)
        module.weight_hh_l0.copy_(torch.cat([own["W_hr"], own["W_hz"], own["W_hh"]], 1).T)
        module.bias_ih_l0.copy_(torch.cat([own["b_r"], own["b_z"], own["b_h"]], 1)[0])
        module.bias_hh_l0.copy_(torch.cat([nothing, nothing, own["b_hh"]], 1)[0])
        X = torch.tensor(trace["X"][:, 0])
        H, _ = module(X)
        before = torch.cat([nothing, H[:-1]])
        sums = X @ module.weight_ih_l0.T + module.bias_ih_l0
        sums += before @ module.weight_hh_l0.T + module.bias_hh_l0
        gates = torch.sigmoid(sums[:, : 2 * UNITS]).numpy()
    return gates[:, :UNITS], gates[:, UNITS:]


def short(value: float) -> str:
    return f"{value:#.3g}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_from_the_top_of_the_page_one_walks_by_keys_to_a_gate_s_number_and_hears_it(
    opened: Callable[..., Page], language: str
) -> None:
    """And to the gate that closed first."""
    _ = translator(language)
    reset, update = torch_gates()
    page = opened(decided(), language=language)
    reader = VirtualReader(page)
    # Headings, the view over time, then the figure of the update gate, its title and its cells.
    reader.read(*"hh")
    while _(STRINGS["memory"]) not in reader.last() and reader.keys < MOST_KEYS:
        reader.read("next")
    reader.press("Enter")
    assert _("update gate") in reader.read(*"gg")
    reader.read("next")
    reader.press("Tab", *["ArrowRight"] * 3, *["ArrowDown"] * 2)
    told = _(STRINGS["gridCell"]).format(unit=3, t=4, input=TEXT[3], value=short(update[3, 2]))
    reader.expect(told)
    assert reader.keys <= MOST_KEYS
    at(page, 4)
    reader.stop()

    page = opened(decided(), language=language, place={"t": 5})
    reader = VirtualReader(page)
    reader.read(*"hh")
    while _(STRINGS["wordsTab"]) not in reader.last() and reader.keys < MOST_KEYS:
        reader.read("next")
    reader.press("Enter")
    first = _(STRINGS["closedFirst"]).partition("{")[0]
    while not reader.last().startswith(first) and reader.keys < MOST_KEYS:
        reader.read("next")
    said = reader.last()
    # The first step at which a gate of any unit is below 0.1; the reset gate is computed first.
    closes = [
        (t, k)
        for t in range(5)
        for k, gate in enumerate((reset, update))
        if (gate[t] < CLOSED).any()
    ]
    t, k = closes[0]
    gate = (reset, update)[k][t]
    assert said == _(STRINGS["closedFirst"]).format(
        limit=CLOSED,
        gate=_(("reset gate", "update gate")[k]),
        unit=gate.argmin() + 1,
        t=t + 1,
        value=short(gate.min()),
    )
    assert reader.keys <= MOST_KEYS


def test_what_changes_is_told_once_and_playing_tells_less(opened: Callable[..., Page]) -> None:
    trace = decided()
    page = opened(trace, place={"t": 2, "phase": "reset", "view": "memory"})
    # What was begun before the clock is stopped comes in its own time.
    expect(page.locator(".announcement[aria-live]")).to_contain_text("reset gate")
    stop_the_clock(page)
    page.evaluate(
        """() => {
          window.told = []
          const live = document.querySelector(".announcement[aria-live]")
          const note = () => told.push(live.textContent)
          new MutationObserver(note).observe(live, { childList: true, characterData: true, subtree: true })
        }"""
    )

    def told() -> list[str]:
        page.clock.run_for(1000)
        page.evaluate("() => Promise.resolve()")
        return page.evaluate("() => told.splice(0)")

    told()
    # Three keys at once: only where one stops is told.
    stage(page).evaluate(AT_ONCE, ["ArrowDown", "ArrowDown", "ArrowUp"])
    assert [one.partition(".")[0] for one in told()] == ["Time step 2 of 5, update gate"]
    # In a map the cell that gets the focus says it, and the live region nothing.
    cell = page.locator('[data-map="Z"] [role=gridcell][tabindex="0"]')
    cell.focus()
    press(page, "ArrowDown", "ArrowDown")
    assert told() == []
    value = short(trace["Z"][1, 0, 2])
    expect(cell).to_be_focused()
    expect(cell).to_have_accessible_name(f"unit 3, t = 2, 要: {value}")
    # The chosen amount holds for what is told of the stage itself.
    stage(page).focus()
    page.get_by_role("button", name="In words").click()
    page.get_by_label("How much is said").select_option("short")
    stage(page).focus()
    told()
    press(page, "ArrowUp")
    assert told() == [f"t = 2, reset gate: unit 3, {short(trace['R'][1, 0, 2])}"]
    # Playing goes on by a phase every 0.9 s, and only what a step has come to is told.
    press(page, " ")
    for _ in range(7):
        page.clock.run_for(900)
    assert [one.partition(":")[0] for one in told() if one] == ["t = 2, prediction"]


def test_a_step_in_words_is_a_tree_that_the_arrows_walk_through(
    opened: Callable[..., Page],
) -> None:
    trace = decided()
    page = opened(trace, place={"t": 3, "phase": "update", "view": "words"})
    focused = page.locator("[role=treeitem]:focus")
    page.locator("[role=treeitem][tabindex='0']").focus()
    expect(focused).to_have_text(re.compile("^update gate: Z₃ = σ"))
    # Into its vector, the second unit, and the largest of its terms.
    press(page, "ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowRight", "ArrowRight")
    expect(focused).to_have_attribute("aria-level", "5")
    X, own = trace["X"][2, 0], trace.cell.parameters
    terms = {f"{TEXT[2]}": X @ own["W_xz"][:, 1], "b_z": own["b_z"][0, 1]}
    terms |= {f"H₂[{k + 1}]": trace["H"][1, 0, k] * own["W_hz"][k, 1] for k in range(UNITS)}
    name = max(terms, key=lambda one: abs(terms[one]))
    expect(focused).to_have_text(
        re.compile(re.escape(name) + ".*: " + short(terms[name]).replace("-", "−"))
    )
    press(page, "ArrowLeft")
    expect(focused).to_have_text(f"unit 2: {short(trace['Z'][2, 0, 1])}")
    press(page, "Enter")
    at(page, 3, "update")
    expect(stage(page).locator(".in-numbers")).to_contain_text("[2]")
    # A clicker's keys go on as everywhere.
    press(page, "PageDown")
    at(page, 4, "update")


def test_every_line_of_layers_in_two_directions_is_said_on_either_way(
    opened: Callable[..., Page],
) -> None:
    d = len(Vocabulary(TEXT))
    cell = Stacked(Bidirectional.random(d, 2, seed=1), LSTM.random(4, 3, seed=2))
    model = SequenceModel(
        cell, W_hq=np.ones((3, d)), b_q=np.zeros((1, d)), vocabulary=Vocabulary(TEXT)
    )
    trace = model.trace(TEXT[:3], targets=TEXT[1:4])
    for way in ("forward", "back"):
        page = opened(trace, place={"t": 2, "way": way, "view": "words"})
        press(page, "End")
        said = page.locator(".words-tree").evaluate(OPENED)
        assert len(said) > 100
        assert not [line for line in said if re.search("undefined|NaN|object", line)]
        if way == "forward":
            assert any("[H₂, H₂]" in line or re.search(r"= \[.*, .*\]", line) for line in said)


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_the_stage_is_a_document_of_headings_groups_and_grids(
    opened: Callable[..., Page], language: str
) -> None:
    """Forward, in words, as a table, and on the way back: what is kept says what is there."""
    page = opened(decided(), language=language, place={"t": 3, "phase": "update"})
    whole, live = page.locator(".stage"), page.locator(".announcement[aria-live]")
    # It is told last, when all names are those of the place.
    expect(live).not_to_be_empty()
    is_as_kept(f"stage.{language}", whole)
    press(page, ",")
    is_as_kept(f"table.{language}", page.locator("dialog[open]"))
    press(page, "Escape", "u", "v")
    expect(page.locator("[role=tree]")).to_be_visible()
    is_as_kept(f"words.{language}", page.locator(".stage-views"))
    press(page, "y")
    said = translator(language)(STRINGS["announceBack"])
    expect(live).to_contain_text(said.partition("{")[0])
    is_as_kept(f"back.{language}", whole)


def test_a_map_is_saved_as_the_table_that_is_read(
    opened: Callable[..., Page], tmp_path: Path
) -> None:
    """With all digits, and nothing of what is not computed yet."""
    trace = decided()
    page = opened(trace, place={"t": 3, "phase": "update"})
    press(page, ",")
    dialog = page.locator("dialog[open]")
    expect(dialog.get_by_role("rowheader", name="3", exact=True)).to_be_visible()
    cells = dialog.locator("tbody tr").nth(2).locator("td")
    expect(cells).to_have_text(
        [*(short(v) for v in trace["Z"][:3, 0, 2]), *["not computed yet"] * 2]
    )
    with page.expect_download() as saved:
        dialog.get_by_role("button", name="Save as CSV").click()
    file = tmp_path / "map.csv"
    saved.value.save_as(file)
    with file.open(newline="") as table:
        heads, *rows = csv.reader(table)
    assert heads[0] == "unit"
    found = np.array([row[1:4] for row in rows], float)
    np.testing.assert_array_equal(found, trace["Z"][:3, 0].T)
    assert {number for row in rows for number in row[4:]} == {"not computed yet"}
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    # The switch that turns keys of one character off turns this one off, too.
    page.evaluate("() => { document.documentElement.dataset.singleKeys = 'off' }")
    press(page, ",", "ArrowRight")
    at(page, 4, "update")
    expect(dialog).to_have_count(0)


@pytest.mark.parametrize("notation", ["row", "dnk"])
def test_the_parameters_are_counted_and_listed_with_their_shapes(
    opened: Callable[..., Page], notation: str
) -> None:
    trace = decided()
    assert trace.model
    sizes = {name: value.shape for name, value in trace.model.parameters.items()}
    total = sum(value.size for value in trace.model.parameters.values())
    page = opened(trace, place={"t": 2, "notation": notation, "view": "equations"})
    page.get_by_role("button", name=f"{total} parameters").click()
    dialog = page.locator("dialog[open]")
    expect(dialog.get_by_label("Table of")).to_have_value("parameters")
    shapes = [shape[::-1] if notation == "dnk" else shape for shape in sizes.values()]
    told = [f"{n} × {m}" for n, m in shapes]
    expect(dialog.locator("tbody tr td:first-of-type")).to_have_text([*told, ""])
    numbers = [str(n * m) for n, m in shapes]
    expect(dialog.locator("tbody tr td:last-of-type")).to_have_text([*numbers, str(total)])
    expect(dialog.get_by_role("rowheader").last).to_have_text("together")
