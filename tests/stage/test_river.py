"""The river's layers add up to the state, and what an RNN's newest character brings is its step from nothing."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnnviz import GRU, LSTM, Bidirectional, SequenceModel, Stacked, Trace, Vocabulary
from rnnviz.address.changes import Bounds, carried_out, read
from rnnviz.cells import EVERY_CELL
from rnnviz.explain import ledger
from rnnviz.explain.ledger import account
from rnnviz.stage import track
from tests.javascript import in_node

TEXT = "想要有直升机想要"
MODELS = {
    name: SequenceModel.random(cell, Vocabulary(TEXT), 4, seed=3)
    for name, cell in EVERY_CELL.items()
}


def traced(model: SequenceModel) -> Trace:
    return model.trace(TEXT[:-1], targets=TEXT[1:])


def river(trace: Trace, changes: str = "") -> dict[str, Any]:
    return in_node(
        Path(__file__).with_name("river.mjs"), {"track": track(trace), "changes": changes}
    )


def has_ledger(trace: Trace) -> bool:
    return track(trace)["ledger"]["memory"] is not None


def hold_to(trace: Trace, found: dict[str, Any]) -> None:
    """The layers with their signs are the state; their thickness is their size."""
    assert found["isExact"] == has_ledger(trace)
    total = 0.0
    for t, step in enumerate(found["steps"]):
        parts = np.array(step["parts"])
        np.testing.assert_allclose(
            parts.sum(axis=0), trace[found["state"]][t, 0], rtol=1e-12, atol=1e-12
        )
        np.testing.assert_allclose(step["sizes"], np.abs(parts).sum(axis=1), rtol=1e-12)
        if t == 0 or total == 0:
            assert step["kept"] is None
        else:
            assert step["kept"] == pytest.approx(np.abs(parts[:-1]).sum() / total, rel=1e-12)
        total = np.abs(parts).sum()


@pytest.mark.parametrize("name", MODELS)
def test_the_layers_add_up_to_the_state(name: str) -> None:
    trace = traced(MODELS[name])
    found = river(trace)
    hold_to(trace, found)
    if has_ledger(trace):
        assert found["state"] == account(trace.cell).memory
        for t, step in enumerate(found["steps"]):
            np.testing.assert_allclose(
                step["parts"], ledger(trace, t)[:, 0], rtol=1e-12, atol=1e-12
            )


@pytest.mark.parametrize("name", [name for name in MODELS if not has_ledger(traced(MODELS[name]))])
def test_the_newest_layer_of_a_cell_without_a_ledger_is_its_step_from_a_state_of_0(
    name: str,
) -> None:
    trace = traced(MODELS[name])
    found = river(trace)
    for t, step in enumerate(found["steps"]):
        parts = np.array(step["parts"])
        alone = trace.cell.run(trace["X"][t : t + 1])
        np.testing.assert_allclose(parts[-1], alone[found["state"]][0, 0], rtol=1e-12, atol=1e-12)
        # No earlier character has a part of its own.
        assert not parts[1:-1].any()


@pytest.mark.parametrize(
    ("name", "changes"),
    [("lstm", "F.2.3-5=0.9;C.1.2=-0.5;x.1=机"), ("rnn", "H.2.3=0.5;W_hh.2.1=1.5")],
)
def test_what_is_changed_by_hand_flows_in_it(name: str, changes: str) -> None:
    plain = traced(MODELS[name])
    read_changes, left = read(changes, [Bounds.of(plain)])
    assert left == []
    hold_to(carried_out(plain, read_changes), river(plain, changes))


@pytest.mark.parametrize("of", [GRU, LSTM])
def test_networks_of_several_cells_have_none(of: type) -> None:
    both = SequenceModel.random(Bidirectional, Vocabulary(TEXT), 4, seed=3)
    layers = SequenceModel.random(Stacked, Vocabulary(TEXT), 3, seed=3, of=of)
    assert river(traced(both)) is None
    assert river(traced(layers)) is None
