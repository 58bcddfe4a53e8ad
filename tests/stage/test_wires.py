"""The factor that a wire of the stage shows is the derivative of its end by its beginning."""

from pathlib import Path

import numpy as np

from rnnviz import GRU, LSTM, RNN, SequenceModel, Trace, Vocabulary
from rnnviz.address.link import Link
from rnnviz.address.reading import trace_of as trace_of_link
from rnnviz.cells.activations import Array
from rnnviz.stage import track
from tests.javascript import in_node

TEXT = "abcabdaca"


def trace_of(cell: type, **options: object) -> Trace:
    model = SequenceModel.random(cell, Vocabulary("abcd"), 4, seed=3, **options)
    large = {name: 4 * value for name, value in model.parameters.items()}
    return model.with_parameters(**large).trace(TEXT[:-1], targets=TEXT[1:])


def wires(trace: Trace) -> dict[tuple[str, str], list]:
    """For each wire what the stage finds, at [t][unit]."""
    (diagram,) = in_node(Path(__file__).with_name("wires.mjs"), {"track": track(trace)})
    return {(wire["source"], wire["target"]): wire["found"] for wire in diagram}


def values(found: list) -> Array:
    return np.array([[way["value"] for (way,) in row] for row in found])


def test_the_wires_of_an_lstm_carry_gates_slopes_and_weights() -> None:
    trace = trace_of(LSTM)
    found = wires(trace)
    q = {name: trace[name][:, 0] for name in trace if trace[name].ndim == 3}
    C_prev = trace.before("C")[:, 0]
    for wire, expected in {
        ("c_prev", "keep"): q["F"],
        ("forget", "keep"): C_prev,
        ("input", "write"): q["C_tilde"],
        ("candidate", "write"): q["I"],
        ("keep", "plus"): np.ones_like(q["F"]),
        ("plus", "squash"): 1 - np.tanh(q["C"]) ** 2,
        ("squash", "show"): q["O"],
        ("output", "show"): np.tanh(q["C"]),
        ("show", "h"): np.ones_like(q["F"]),
    }.items():
        np.testing.assert_allclose(values(found[wire]), expected, rtol=0, atol=1e-12)
    # ∂F[j]/∂H_prev[i], of which the largest counts.
    slope = q["F"] * (1 - q["F"])
    jacobian = slope[:, np.newaxis, :] * trace.cell.W_hf
    np.testing.assert_allclose(
        np.abs(values(found["h_prev", "forget"])), np.abs(jacobian).max(axis=2), rtol=0, atol=1e-12
    )


def test_the_wires_of_a_gru_meet_at_its_gate_with_opposite_signs() -> None:
    trace = trace_of(GRU)
    found = wires(trace)
    minus = [wire for wire in found if np.all(values(found[wire]) == -1)]
    assert [wire[0] for wire in minus] == ["update"]


def test_a_small_factor_says_why() -> None:
    model = trace_of(LSTM).model
    assert model is not None
    model = model.with_parameters(b_f=np.array([[-4.0, 0, 0, 4]]))
    trace = model.trace(TEXT[:-1], targets=TEXT[1:])
    found = wires(trace)

    def check(wire: tuple[str, str], gates: Array, reason: str) -> None:
        said = np.array([[way["reasons"] == [reason] for (way,) in row] for row in found[wire]])
        np.testing.assert_array_equal(said, gates < 0.1)
        assert said.any()

    check(("c_prev", "keep"), trace["F"][:, 0], "closed")
    check(("plus", "squash"), 1 - np.tanh(trace["C"][:, 0]) ** 2, "saturated")


def test_of_a_sensor_the_reading_with_the_strongest_way_is_shown() -> None:
    """The unit that is chosen is one of the hidden state: an input has no such unit."""
    link = Link(readings="1 2;2 3;3 1;4 2;3 4;2 2", cell="lstm", weights="random")
    trace = trace_of_link(link)
    (diagram,) = in_node(Path(__file__).with_name("wires.mjs"), {"track": track(trace)})
    read = {wire["target"]: wire["readings"] for wire in diagram if wire["readings"]}
    slope = trace["F"][:, 0] * (1 - trace["F"][:, 0])
    jacobian = slope[:, np.newaxis, :] * trace.cell.W_xf
    assert jacobian.shape[1] == 2
    np.testing.assert_array_equal(read["forget"], np.abs(jacobian).max(axis=2).argmax(axis=1))
    assert set(read["forget"]) | set(read["input"]) | set(read["candidate"]) == {0, 1}


def test_a_relu_that_is_off_passes_nothing() -> None:
    trace = trace_of(RNN, phi="relu")
    found = wires(trace)["plus", "phi"]
    for row, H in zip(found, trace["H"][:, 0], strict=True):
        for (way,), value in zip(row, H, strict=True):
            assert (way["value"], way["reasons"]) == ((1, [""]) if value > 0 else (0, ["off"]))
