"""The engine in the browser computes what rnnviz computes, forward and backward."""

from contextlib import suppress
from itertools import islice, product
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from rnnviz import (
    GRU,
    LSTM,
    MLP,
    RNN,
    Bidirectional,
    Hold,
    MinGRU,
    MinLSTM,
    PeepholeLSTM,
    SequenceModel,
    Stacked,
    Trace,
    Vocabulary,
)
from rnnviz.cells import EVERY_CELL, MATRIX_CELLS, SLSTM, Cell, Composite, Written
from rnnviz.cells.beginnings import WITHOUT_OUTPUT_GATE
from rnnviz.cells.description import Phase
from rnnviz.engine.program import program
from rnnviz.locale import Refusal
from tests.cells.examples import ODD
from tests.cells.matrices import Everything
from tests.cells.scripts import UNUSUAL, scripts
from tests.javascript import in_node

Array = NDArray[np.float64]


def cells(d: int, h: int, seed: int) -> dict[str, Cell | Composite]:
    """Every cell, its variants, and cells made of cells, of these sizes."""

    def of(cell: type, width: int = d, **options: object) -> Cell:
        return cell.random(width, h, seed, **options)

    return {
        **{name: of(cell) for name, cell in EVERY_CELL.items()},
        "mlp relu": of(MLP, phi="relu"),
        "rnn relu": of(RNN, phi="relu"),
        "rnn identity": of(RNN, phi="identity"),
        "gru of torch": of(GRU, reset_after=True),
        "both ways": Bidirectional(of(LSTM), GRU.random(d, h + 1, seed)),
        "both ways, phi": Bidirectional(of(RNN, phi="relu"), of(RNN, phi="sigmoid")),
        "two layers": Stacked(of(PeepholeLSTM), of(MinGRU, h)),
        "three layers": Stacked(of(LSTM), GRU.random(h, 2, seed), MinLSTM.random(2, h, seed)),
        "layers both ways": Stacked(
            Bidirectional(of(RNN), of(GRU)), Bidirectional(of(SLSTM, 2 * h), of(LSTM, 2 * h))
        ),
        "written": of(Written, equations=ODD),
        "written, two layers": Stacked(
            of(Written, equations=ODD), of(Written, h, equations=WITHOUT_OUTPUT_GATE)
        ),
        "a stack from the end": Bidirectional(Stacked(of(GRU), of(RNN, h)), of(MLP)),
    }


def matrix_cells(d: int, h: int, seed: int) -> dict[str, Cell | Composite]:
    """Those whose memory is a matrix, which the stage does not show."""
    linear, delta, s6, gated = (
        MATRIX_CELLS[name] for name in ("linear", "deltanet", "s6", "gateddeltanet")
    )
    return {
        **{name: cell.random(d, h, seed, key_size=h + 2) for name, cell in MATRIX_CELLS.items()},
        "s6 of its equation": s6.random(d, h, seed, zero_order_hold=True),
        "matrices in layers": Stacked(delta.random(d, h, seed), linear.random(h, h, seed)),
        "matrices both ways": Bidirectional(gated.random(d, h, seed), s6.random(d, h + 1, seed)),
    }


def every_cell(d: int, h: int, seed: int) -> dict[str, Cell | Composite]:
    return cells(d, h, seed) | matrix_cells(d, h, seed)


KINDS = list(cells(1, 1, 0))
COMPUTED = list(every_cell(1, 1, 0))
# Of T, d, h, and a seed.
SIZES = [(1, 1, 1, 0), (6, 4, 3, 1), (9, 7, 10, 2), (23, 5, 17, 3)]


def random_holds(cell: Cell | Composite, T: int, rng: np.random.Generator) -> list[Hold]:
    """Some quantities at random places, some of them twice, where they may meet."""
    names = [str(name) for name in rng.choice(list(cell.widths), size=3)]
    holds = []
    for name in [*names, names[0]]:
        width = cell.widths[name]
        units = sorted({int(unit) for unit in rng.integers(width, size=2)})
        first, last = sorted(int(t) for t in rng.integers(T, size=2))
        whole = rng.random() < 0.3
        holds.append(
            Hold(
                name,
                float(rng.uniform(0.05, 0.95)),
                None if rng.random() < 0.3 else units,
                None if whole else range(first, last + 1),
            )
        )
    return holds


def as_json(holds: list[Hold]) -> list[dict[str, object]]:
    return [
        {
            "quantity": hold.quantity,
            "value": hold.value,
            "units": hold.units,
            "steps": hold.steps and [hold.steps[0], hold.steps[-1]],
        }
        for hold in holds
    ]


def answers_to(asked: list[dict[str, object]]) -> list[dict]:
    """What the engine makes of each, in node."""
    return in_node(Path(__file__).with_name("engine.mjs"), asked)


def flat(parameters: dict[str, Array]) -> dict[str, object]:
    return {
        name: {"shape": value.shape, "data": value.ravel().tolist()}
        for name, value in parameters.items()
    }


def close(found: dict[str, list[float]], expected: dict[str, Array], tolerance: float) -> None:
    """Each as exact as its largest number allows; one that is 0 but for rounding, as the others."""
    largest = {name: float(np.abs(value).max()) for name, value in expected.items()}
    for name, value in expected.items():
        size = max(largest[name], 1e-3 * max(largest.values()))
        np.testing.assert_allclose(
            np.array(found[name]), value.ravel(), rtol=0, atol=tolerance * size, err_msg=name
        )


def starts(cell: Cell | Composite, rng: np.random.Generator) -> dict[str, Array]:
    """Initial states, none of them zero; a normaliser is above zero."""
    trace = cell.run(np.ones((1, 1, cell.input_size)))
    return {
        name: np.abs(rng.normal(size=trace[name].shape)) + 0.5
        if name.endswith("N0")
        else rng.normal(size=trace[name].shape)
        for name in (f"{state}0" for state in cell.states)
    }


def asked_of_cell(
    cell: Cell | Composite, X: Array, dH: Array, initial: dict[str, Array], holds: list[Hold]
) -> dict[str, object]:
    return {
        "program": program(cell),
        "weights": flat(cell.parameters),
        "input": {
            "X": {"numbers": X.ravel().tolist()},
            "initial": {name: value.ravel().tolist() for name, value in initial.items()},
        },
        "holds": as_json(holds),
        "arriving": {"H": dH.ravel().tolist()},
    }


@pytest.mark.parametrize("kind", COMPUTED)
def test_a_cell_s_tensors_and_gradients(kind: str) -> None:
    asked, expected = [], []
    for (T, d, h, seed), is_held in product(SIZES, (False, True)):
        cell = every_cell(d, h, seed)[kind]
        rng = np.random.default_rng(seed)
        X, dH = rng.normal(size=(T, 1, d)), rng.normal(size=(T, 1, cell.output_size))
        initial = starts(cell, rng)
        holds = random_holds(cell, T, rng) if is_held else []
        trace = cell.run(X, holds=holds, **initial)
        expected.append((trace, cell.backward(trace, dH)))
        asked.append(asked_of_cell(cell, X, dH, initial, holds))
    for answer, (trace, gradients) in zip(answers_to(asked), expected, strict=True):
        close(answer["tensors"], dict(trace), 1e-12)
        assert answer["free"].keys() == trace.free.keys()
        close(answer["free"], dict(trace.free), 1e-12)
        close(answer["gradients"], gradients, 1e-10)


def test_every_operation_on_matrices() -> None:
    rng = np.random.default_rng(4)
    cell = Everything.random(3, 4, seed=2, key_size=5)
    # It grows without end unless it is small.
    cell = cell.with_parameters(**{name: 0.2 * one for name, one in cell.parameters.items()})
    X, dH = rng.normal(size=(3, 1, 3)), rng.normal(size=(3, 1, 4))
    initial = {name: 0.1 * one for name, one in starts(cell, rng).items()}
    holds = [Hold("S", 0.3, units=[2, 7], steps=[1]), Hold("A", 0.5, units=[1])]
    for own in ([], holds):
        trace = cell.run(X, holds=own, **initial)
        (answer,) = answers_to([asked_of_cell(cell, X, dH, initial, own)])
        close(answer["tensors"], dict(trace), 1e-12)
        close(answer["gradients"], cell.backward(trace, dH), 1e-10)


@pytest.mark.parametrize("kind", COMPUTED)
def test_a_model_s_loss_and_gradients_on_a_text(kind: str) -> None:
    asked, traces = [], []
    for seed in range(3):
        rng = np.random.default_rng(seed)
        vocabulary = Vocabulary("想要有直升机")
        cell = every_cell(len(vocabulary), 5, seed)[kind]
        W_hq, b_q = rng.normal(size=(cell.output_size, 6)), rng.normal(size=(1, 6))
        model = SequenceModel(cell, W_hq=W_hq, b_q=b_q, vocabulary=vocabulary)
        text = "".join(rng.choice(list("想要有直升机"), size=12))
        holds = random_holds(model.cell, len(text) - 1, rng)
        traces.append(model.trace(text[:-1], targets=text[1:], holds=holds))
        asked.append(asked_of(traces[-1], holds))
    for answer, trace in zip(answers_to(asked), traces, strict=True):
        loss = trace["loss"][:, 0]
        means = {"mean_loss": np.cumsum(loss) / np.arange(1, len(loss) + 1)}
        close(answer["tensors"], dict(trace) | means, 1e-12)
        close(answer["gradients"], trace.model.gradients(trace), 1e-10)


def asked_of(trace: Trace, holds: list[Hold]) -> dict[str, object]:
    model = trace.model
    return {
        "program": program(model),
        "weights": flat(model.parameters),
        "input": input_of(trace),
        "holds": as_json(holds),
    }


def input_of(trace: Trace) -> dict[str, object]:
    return {
        "X": {"hot": trace["X"][:, 0].argmax(axis=1).tolist()},
        "initial": {name: trace[name].ravel().tolist() for name in trace if name.endswith("0")},
        "targets": trace.model.labels.indices(trace.targets).tolist(),
    }


@pytest.mark.parametrize("kind", COMPUTED)
def test_an_engine_that_goes_on_from_its_last_run_finds_what_a_new_one_finds(kind: str) -> None:
    """A hold comes, moves, changes its value and goes; a character, a weight, a state change."""
    rng = np.random.default_rng(5)
    vocabulary = Vocabulary("想要有直升机")
    cell = every_cell(len(vocabulary), 4, 1)[kind]
    W_hq, b_q = rng.normal(size=(cell.output_size, 6)), rng.normal(size=(1, 6))
    model = SequenceModel(cell, W_hq=W_hq, b_q=b_q, vocabulary=vocabulary)
    text, other, targets = "想要有直升机想要", "想要有机升机想要", "要有直升机想要有"
    name = list(cell.widths)[-1]
    hold = Hold(name, 0.5, [0], range(3, 6))
    moved, raised = Hold(name, 0.5, [0], range(2, 4)), Hold(name, 0.9, [0], range(2, 4))
    first = next(iter(model.parameters))
    changed = model.with_parameters(**{first: model.parameters[first] + 0.25})
    initial = starts(cell, rng)
    runs = [
        (model, text, targets, [hold], {}),
        (model, text, targets, [moved], {}),
        (model, text, targets, [moved, hold], {}),
        (model, text, targets, [raised], {}),
        (model, other, targets, [raised], {}),
        (model, other, targets[::-1], [], {}),
        (changed, other, targets[::-1], [], {}),
        (model, other, targets[::-1], [], initial),
        (model, text, targets, [], {}),
    ]
    later, traces = [], []
    for one, read, asked, holds, given in runs:
        trace = one.trace(read, targets=asked, holds=holds, **given)
        traces.append(trace)
        weights = flat(one.parameters) if one is changed else None
        later.append({"input": input_of(trace), "holds": as_json(holds), "weights": weights})
    asked = asked_of(model.trace(text, targets=targets), []) | {"later": later}
    (answer,) = answers_to([asked])
    for trace, (kept, fresh) in zip(traces, answer["later"], strict=True):
        assert kept == fresh
        close(kept["tensors"], dict(trace), 1e-12)


def test_any_cell_that_a_student_writes() -> None:
    rng = np.random.default_rng(2)
    asked, traces = [], []
    for equations in (*UNUSUAL.values(), *islice(scripts(seed=2), 300)):
        with suppress(Refusal):
            model = SequenceModel.random(Written, Vocabulary("abc"), 3, 0, equations=equations)
            holds = random_holds(model.cell, 4, rng) if rng.random() < 0.5 else []
            traces.append(model.trace("abca", targets="bcab", holds=holds))
            asked.append(asked_of(traces[-1], holds))
    assert len(traces) > 120
    for answer, trace in zip(answers_to(asked), traces, strict=True):
        close(answer["tensors"], dict(trace), 1e-11)
        close(answer["gradients"], trace.model.gradients(trace), 1e-9)


def test_an_equation_without_a_derivative_is_computed_and_not_learnt_from() -> None:
    class Sharpened(RNN):
        """An RNN whose state is a softmax, which has no derivative here."""

        name = "sharpened"
        phases = (Phase("hidden", "", "H = softmax(X @ W_xh + H_prev @ W_hh + b_h)", ""),)

    cell = Sharpened.random(3, 4, seed=1)
    X = np.random.default_rng(0).normal(size=(5, 1, 3))
    asked = {
        "program": program(cell),
        "weights": flat(cell.parameters),
        "input": {"X": {"numbers": X.ravel().tolist()}, "initial": {}},
        "holds": [],
    }
    (answer,) = answers_to([asked])
    assert answer["gradients"] is None
    close(answer["tensors"], dict(cell.run(X)), 1e-12)
