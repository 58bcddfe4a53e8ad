"""The chapter on recurrences in parallel: its tree against `explain.scan`, its curves and steps against NumPy."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnnviz import GRU, LSTM, RNN, S6, LinearAttention, MinGRU
from rnnviz.cells.activations import Array
from rnnviz.course.chapters.parallel.numbers import TEXT, parallel
from rnnviz.explain import scan
from rnnviz.presets import recall
from tests.course.javascript import evaluated
from tests.javascript import in_node

PROGRAM = Path(__file__).with_name("parallel.mjs")
CURVES = "chapters/parallel/curves"
HOLD = "chapters/parallel/hold"


def in_javascript(kept: Array, added: Array, first: float = 0.0) -> Any:
    return in_node(PROGRAM, {"kept": kept.tolist(), "added": added.tolist(), "first": first})


@pytest.mark.parametrize("steps", [1, 2, 3, 5, 8, 13, 64, 100])
def test_the_tree_is_that_of_scan_stretch_by_stretch(steps: int) -> None:
    cell = MinGRU.random(3, 1, seed=steps)
    H0 = np.array([[0.7]])
    trace = cell.run(np.random.default_rng(steps).normal(size=(steps, 1, 3)), H0=H0)
    expected = scan(trace)
    kept, added = (
        np.array([getattr(one, name)[0, 0] for one in expected.up[0]]) for name in ("kept", "added")
    )
    found = in_javascript(kept, added, 0.7)
    for way in ("loop", "tree"):
        np.testing.assert_allclose(found[way], trace["H"][:, 0, 0], rtol=0, atol=1e-12)
    assert (found["rounds"], len(found["made"])) == (expected.rounds, expected.compositions)
    assert found["counts"] == {"rounds": expected.rounds, "compositions": expected.compositions}
    for here, there in zip(found["levels"], expected.up, strict=True):
        assert [(one["first"], one["last"]) for one in here] == [
            (one.first, one.last) for one in there
        ]
        for name in ("kept", "added"):
            values = [getattr(one, name)[0, 0] for one in there]
            np.testing.assert_allclose([one[name] for one in here], values, rtol=0, atol=1e-12)


def test_up_to_a_thousand_steps_a_tree_has_about_two_log_rounds_and_fewer_than_two_compositions_a_step() -> (
    None
):
    found = evaluated("chapters/parallel/scan", *(["counts", T] for T in range(1, 1001)))
    for T, one in enumerate(found, 1):
        assert one["compositions"] < 2 * T
        assert one["rounds"] <= 2 * np.ceil(np.log2(T))


def test_the_network_of_the_tree_is_the_one_that_has_learnt_to_recall() -> None:
    numbers = parallel()
    trace = recall.model("mingru").trace(TEXT)
    for unit in (0, 3, 13):
        found = in_javascript(np.array(numbers["kept"][unit]), np.array(numbers["added"][unit]))
        np.testing.assert_allclose(found["tree"], trace["H"][:, 0, unit], rtol=0, atol=1e-12)


def test_the_cells_that_are_said_to_wait_have_no_scan_and_the_others_have_one() -> None:
    waiting, free = evaluated("chapters/parallel/settings", ["WAITING"], ["FREE"])
    cells = {cell.name: cell for cell in (LSTM, GRU, RNN, MinGRU, S6, LinearAttention)}
    assert cells.keys() == waiting.keys() | free.keys()
    X = np.random.default_rng(0).normal(size=(4, 1, 3))
    for name in waiting:
        with pytest.raises(ValueError, match=r"has no (scan|ledger)"):
            scan(cells[name].random(3, 2, seed=0).run(X))
    for name in free:
        assert scan(cells[name].random(3, 2, seed=0).run(X)).values.shape[0] == 4


@pytest.mark.parametrize(("bend", "phi"), [("tanh", np.tanh), ("none", np.asarray)])
def test_the_curves_are_those_of_a_network_of_two_units_and_the_lines_those_of_least_squares(
    bend: str, phi: Any
) -> None:
    w, seed = 1.7, 5
    (curves,) = evaluated(CURVES, ["curvesOf", {"w": w, "bend": bend, "seed": seed}])
    (starts,) = evaluated(CURVES, ["STARTS"])
    (inputs,) = evaluated("maths/random", ["normals", seed, 16])
    X = 0.3 * np.array(list(inputs.values()) if isinstance(inputs, dict) else inputs).reshape(8, 2)
    W = w * np.array([[np.cos(1), np.sin(1)], [-np.sin(1), np.cos(1)]])
    H = np.column_stack([starts, np.zeros(len(starts))])
    design = np.column_stack([starts, np.ones(len(starts))])
    for t, curve in enumerate(curves):
        H = phi(H @ W + X[t])
        np.testing.assert_allclose(curve, H[:, 0], rtol=1e-12, atol=1e-12)
        (line,) = evaluated(CURVES, ["closestLine", curve])
        expected = design @ np.linalg.lstsq(design, H[:, 0], rcond=None)[0]
        size = np.abs(H).max()
        np.testing.assert_allclose(line["line"], expected, rtol=0, atol=1e-12 * size)
        assert line["error"] == pytest.approx(np.abs(H[:, 0] - expected).max(), abs=1e-12 * size)
        assert bend == "tanh" or line["error"] < 1e-12 * size


@pytest.mark.parametrize("delta", [0.001, 0.02, 0.1, 1, 3])
@pytest.mark.parametrize("rate", [1, 4, 16])
def test_what_a_step_of_s6_writes_is_what_the_cell_writes(delta: float, rate: float) -> None:
    """A channel of one number with U = B = 1, whose memory begins at 0."""
    one = np.ones((1, 1))
    weights = {"W_xu": one, "W_ut": 0 * one, "b_t": np.log(np.expm1(delta)) * one, "W_ub": one}
    weights |= {"W_uc": one, "A_log": np.log(rate) * one, "D": one}
    paper, code = (
        S6(zero_order_hold=hold, **weights).run(np.ones((1, 1, 1)))["S"].item()
        for hold in (True, False)
    )
    written, gap = evaluated(HOLD, ["writtenBy", delta, rate], ["gap", delta, rate])
    assert written == pytest.approx({"paper": paper, "code": code}, rel=1e-12, abs=1e-12)
    assert gap == pytest.approx(code - paper, abs=1e-12)


def test_the_two_ways_of_s6_differ_by_the_square_of_a_short_step() -> None:
    long, short = evaluated(HOLD, ["gap", 0.002, 1], ["gap", 0.001, 1])
    assert long / short == pytest.approx(4, rel=1e-3)


@pytest.mark.parametrize("size", [1, 2, 4, 8])
def test_in_chunks_of_any_size_linear_attention_reads_the_same(size: int) -> None:
    attention = parallel()["attention"]
    rows = {name: np.array(values) for name, values in attention.items()}
    # A weight for each token: the cell reads these very keys, queries and values.
    cell = LinearAttention(**{f"W_x{name.lower()}": values for name, values in rows.items()})
    expected = cell.run(np.eye(len(rows["K"]))[:, np.newaxis])["H"][:, 0]
    read, scores = evaluated(
        "chapters/parallel/chunks", ["readInChunks", attention, size], ["scoresIn", attention, size]
    )
    np.testing.assert_allclose(read, expected, rtol=0, atol=1e-12)
    chunk = np.arange(8) // size
    masked = np.tril(rows["Q"] @ rows["K"].T) * (chunk[:, np.newaxis] == chunk)
    np.testing.assert_allclose(scores, masked, rtol=0, atol=1e-12)


@pytest.mark.parametrize("size", [1, 2, 4, 8])
def test_what_chunks_cost_is_counted_step_by_step(size: int) -> None:
    length, d = 8, 3
    products = 0
    for t in range(length):
        inside = t % size + 1
        products += inside * 2 * d
        products += (t >= size) * d * d
        products += (t < length - size) * d * d
    (found,) = evaluated("chapters/parallel/chunks", ["costs", length, size, d])
    assert found == {"rounds": length // size, "products": products}
