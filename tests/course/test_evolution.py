"""How the cell evolved: the chapter's numbers are those of the traces and trainings it speaks of."""

import re

import numpy as np
import pytest

from rnnviz.cells import CELLS, EVERY_CELL, EVOLUTION, MATRIX_CELLS
from rnnviz.course import VIEWS, prose
from rnnviz.course.chapters.evolution.numbers import ORDER, STEP, evolution
from rnnviz.explain import jacobians
from rnnviz.explain.jacobians import step_jacobians
from rnnviz.presets import recall
from rnnviz.presets.recall import stream
from rnnviz.trace import Trace

CELL = evolution()["cells"]


def trace_of(cell: str) -> Trace:
    text = recall.LETTERS.text("A")
    return recall.model(cell).trace(text[:-1], targets=text[1:])


def test_every_recurrent_cell_has_its_section_in_the_order_of_its_year() -> None:
    assert set(ORDER) == set(CELLS) - {"mlp"} | set(EVOLUTION)
    view = VIEWS["evolution"].read_text("utf-8")
    listed = re.search(r"const NAMES = \[(.*?)\]", view, re.DOTALL)
    assert listed
    assert tuple(re.findall(r'"(\w+)"', listed[1])) == ORDER
    for language in ("en", "zh-Hans"):
        told = prose("evolution", language).read_text("utf-8")
        assert tuple(re.findall(r"\[figure: (\w+)\]", told)) == ("race", *ORDER)
        years = [int(year) for year in re.findall(r"^## (\d{4})", told, re.MULTILINE)]
        assert years == sorted(years)
        assert len(years) == len(ORDER) - 1


def test_what_one_step_of_a_minimal_gru_moves_is_what_its_gate_keeps() -> None:
    expected = np.diag(1 - trace_of("mingru")["Z"][STEP, 0])
    np.testing.assert_allclose(CELL["mingru"]["moved"], expected, rtol=5e-3, atol=1e-12)


def test_the_memory_of_1997_keeps_everything_and_a_forget_gate_its_share() -> None:
    for cell, kept in (("lstm1997", 1.0), ("lstm", trace_of("lstm")["F"][STEP, 0])):
        h = recall.hidden_size(cell)
        C_by_C = np.array(CELL[cell]["moved"])[h:, h:]
        np.testing.assert_allclose(C_by_C, np.diag(np.broadcast_to(kept, h)), rtol=5e-3, atol=1e-12)


def test_of_the_first_state_a_plain_network_has_nothing_left_and_every_other_cell_much() -> None:
    left = {name: 10 ** CELL[name]["left"][0] for name in ORDER}
    assert left.pop("rnn") < 1e-6
    assert min(left.values()) > 0.5


def test_what_is_left_is_the_product_of_the_steps() -> None:
    """A plain network has H alone, so that the product is ∂H_T/∂H_k."""
    product = jacobians(trace_of("rnn"))[-1, :, 0]
    norms = [np.linalg.norm(one, 2) for one in product]
    np.testing.assert_allclose(CELL["rnn"]["left"], np.log10(norms), rtol=0, atol=2e-3)
    steps = step_jacobians(trace_of("rnn"))[:, 0]
    np.testing.assert_allclose(steps[-1], product[-2], rtol=0, atol=1e-14)


def test_losses_are_those_of_the_trainings() -> None:
    for name in ORDER:
        assert CELL[name]["once"] == sorted(recall.seeds()[name]["loss"])
        assert CELL[name]["stream"] == sorted(stream.losses()[name])
        assert CELL[name]["title"] == EVERY_CELL[name].title


def test_the_cells_whose_memory_is_a_matrix_stand_in_the_picture_with_their_trainings() -> None:
    found = evolution()["matrices"]
    assert found.keys() == MATRIX_CELLS.keys()
    for name, one in found.items():
        assert one["once"] == sorted(recall.seeds()[name]["loss"])
        assert one["stream"] == sorted(stream.losses()[name])
        assert one["title"] == MATRIX_CELLS[name].title


def test_what_only_adds_forgets_nothing_and_what_replaces_or_fades_does() -> None:
    median = {name: float(np.median(losses)) for name, losses in stream.losses().items()}
    once = {name: float(np.median(found["loss"])) for name, found in recall.seeds().items()}
    assert all(once[name] < 0.01 for name in MATRIX_CELLS)
    assert median["linear"] > median["lstm1997"]
    assert all(median[name] < 0.1 for name in MATRIX_CELLS.keys() - {"linear"})


def test_in_a_stream_the_lack_of_a_forget_gate_is_what_costs() -> None:
    median = {name: float(np.median(losses)) for name, losses in stream.losses().items()}
    gated = [name for name in ORDER if name not in {"rnn", "lstm1997", "indrnn"}]
    assert all(median[name] < median["lstm1997"] for name in gated)


def test_a_stream_asks_for_the_symbol_that_began_each_text() -> None:
    k, asked = stream.streams(np.random.default_rng(3), 60, 4)
    assert k.shape == (61, 4)
    assert asked.shape == (60, 4)
    for sample in range(4):
        for t in np.flatnonzero(asked[:, sample]):
            before = k[:t, sample]
            symbol = before[before < recall.SYMBOLS][-1]
            assert k[t, sample] == recall.SYMBOLS + 1
            assert k[t + 1, sample] == symbol
    assert asked.sum(axis=0).min() >= 4


@pytest.mark.parametrize("name", ["rnn", "gru"])
def test_training_in_a_stream_is_the_same_each_time(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "STEPS", 3)
    assert stream.loss(stream.train(name, 2)) == stream.loss(stream.train(name, 2))
    assert stream.loss(stream.train(name, 2)) != stream.loss(stream.train(name, 3))
