"""The PyTorch code is run in a process of its own, and its numbers are held to the trace's."""

import io
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnnviz import (
    GRU,
    LSTM,
    RNN,
    SLSTM,
    Bidirectional,
    Hold,
    SequenceModel,
    Stacked,
    Trace,
    weights,
)
from rnnviz.cells import EVERY_CELL, MATRIX_CELLS, Written
from rnnviz.cells.beginnings import LEAKY, SKETCHES
from rnnviz.export import to_torch_script, to_torch_zip, torch_script
from rnnviz.locale import Refusal, translator
from rnnviz.text import Vocabulary
from tests.cells.matrices import Everything
from tests.forks import Forks

TEXT = "a '\"\\b`#想"
KEEP = "\nnp.savez('numbers.npz', H=H, Y_hat=Y_hat, loss=loss)\n"


def reading(kind: type, size: int | tuple[int, ...] = 3, **options: Any) -> Trace:
    model = SequenceModel.random(kind, Vocabulary(TEXT), size, seed=2, **options)
    rng = np.random.default_rng(1)
    start = model.trace(TEXT[:1])
    shapes = {f"{state}0": start[f"{state}0"].shape for state in model.cell.states}
    initial = {name: rng.uniform(0.1, 0.5, shape) for name, shape in shapes.items()}
    return model.trace(TEXT[:-1], targets=TEXT[1:], **initial)


def check(forks: Forks, script: str, trace: Trace, folder: Path) -> None:
    forks.run(script + KEEP, folder)
    with np.load(folder / "numbers.npz") as found:
        for name in ("H", "Y_hat", "loss"):
            np.testing.assert_allclose(found[name], trace[name][:, 0], atol=1e-12, rtol=0)


def test_the_file_is_a_program_that_needs_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(to_torch_script(reading(LSTM)), "utf-8")
    subprocess.run([sys.executable, "-I", "script.py"], cwd=tmp_path, timeout=300, check=True)


def from_zeros(kind: type, holds: Sequence[Hold] = (), **options: Any) -> Trace:
    size = (3, 2) if kind is Stacked else 3
    model = SequenceModel.random(kind, Vocabulary(TEXT), size, seed=2, **options)
    return model.trace(TEXT[:-1], targets=TEXT[1:], holds=holds)


@pytest.mark.parametrize(
    "trace",
    [
        reading(LSTM),
        from_zeros(LSTM),
        from_zeros(GRU, [Hold("Z", 0.25, [1], range(2, 4))]),
        reading(Bidirectional, of=GRU),
        from_zeros(Stacked, of=LSTM),
        from_zeros(EVERY_CELL["mlp"]),
    ],
    ids=["states", "zeros", "held", "directions", "layers", "stateless"],
)
def test_short_code_reads_the_weights_from_the_file_beside_it_wherever_it_is_run(
    trace: Trace, forks: Forks, tmp_path: Path
) -> None:
    folder = tmp_path / "taken" / "out"
    with zipfile.ZipFile(io.BytesIO(to_torch_zip(trace))) as archive:
        assert archive.namelist() == [torch_script.CODE, torch_script.WEIGHTS]
        archive.extractall(folder)
    script = folder / torch_script.CODE
    is_plain = not trace.holds and not any(trace[f"{s}0"].any() for s in trace.cell.states)
    assert ("DATA" not in script.read_text("utf-8")) == is_plain
    script.write_text(f"{script.read_text('utf-8')}import numpy as np\n{KEEP}", "utf-8")
    forks.run(f"import runpy\nrunpy.run_path({str(script)!r}, run_name='__main__')\n", tmp_path)
    with np.load(tmp_path / "numbers.npz") as found:
        for name in ("H", "Y_hat", "loss"):
            np.testing.assert_allclose(found[name], trace[name][:, 0], atol=1e-12, rtol=0)
    # The weights are a file of rnnviz's, too.
    model = weights.from_bytes((folder / torch_script.WEIGHTS).read_bytes())
    assert trace.model is not None
    for name, value in trace.model.parameters.items():
        np.testing.assert_array_equal(model.parameters[name], value)


@pytest.mark.parametrize(
    ("trace", "layer"),
    [
        (reading(RNN), "RNN"),
        (reading(RNN, phi="relu"), "RNN"),
        (reading(GRU, reset_after=True), "GRU"),
        (reading(LSTM), "LSTM"),
        (reading(Stacked, (3, 3), of=LSTM), "LSTM"),
        (reading(Stacked, (3, 3, 3), of=GRU, reset_after=True), "GRU"),
        *((reading(Bidirectional, of=of), of.title) for of in (RNN, LSTM)),
        (reading(Bidirectional, of=GRU, reset_after=True), "GRU"),
    ],
    ids=["rnn", "relu", "gru", "lstm", "stacked-lstm", "stacked-gru", "birnn", "bilstm", "bigru"],
)
def test_a_layer_of_torch_computes_the_same_numbers(
    forks: Forks, trace: Trace, layer: str, tmp_path: Path
) -> None:
    script = to_torch_script(trace)
    assert f"torch.nn.{layer}(" in script
    check(forks, script, trace, tmp_path)


@pytest.mark.parametrize(
    "trace",
    [
        reading(GRU),
        reading(SLSTM),
        reading(EVERY_CELL["mlp"]),
        reading(EVERY_CELL["peephole"]),
        reading(EVERY_CELL["minlstm"]),
        reading(EVERY_CELL["indrnn"]),
        reading(RNN, phi="sigmoid"),
        reading(Stacked, (3, 2), of=LSTM),
        reading(Bidirectional, of=GRU),
        *(reading(cell, key_size=4) for cell in MATRIX_CELLS.values()),
        reading(MATRIX_CELLS["s6"], zero_order_hold=True),
        *(reading(Written, equations=equations) for equations in SKETCHES.values()),
        reading(Written, equations="H = max(X @ W_x, H_prev @ torch) + range + step * rows"),
    ],
)
def test_where_torch_has_no_such_layer_its_equations_do_and_the_file_says_so(
    forks: Forks, trace: Trace, tmp_path: Path
) -> None:
    script = to_torch_script(trace)
    assert "torch.nn has no such layer" in " ".join(script.split("\n# "))
    check(forks, script, trace, tmp_path)


def test_every_operation_on_matrices_has_its_code(forks: Forks, tmp_path: Path) -> None:
    model = SequenceModel.random(Everything, Vocabulary(TEXT), 3, seed=2, key_size=4)
    # It grows without end unless it is small.
    model = model.with_parameters(**{name: 0.2 * one for name, one in model.parameters.items()})
    start = {"H0": np.ones((1, 3)), "N0": np.ones((1, 1)), "S0": np.full((1, 4, 3), 0.1)}
    trace = model.trace(TEXT[:3], targets=TEXT[1:4], **start)
    script = to_torch_script(trace)
    assert all(f"\n{name} = " in script for name in torch_script.DEFINED)
    check(forks, script, trace, tmp_path)


LAST = range(3, len(TEXT) - 1)


@pytest.mark.parametrize(
    ("kind", "size", "options", "holds"),
    [
        (
            LSTM,
            3,
            {},
            [Hold("F", 0.0, steps=LAST), Hold("A_i", 2.0, units=[1]), Hold("C", -1.0, [0], [2])],
        ),
        (GRU, 3, {}, [Hold("A_h", 0.3, units=[0, 2]), Hold("H", 0.5, steps=[1])]),
        (RNN, 3, {"phi": "relu"}, [Hold("A_h", -0.5, units=[2]), Hold("H", 1.0, units=[0])]),
        (
            Stacked,
            (3, 2),
            {"of": LSTM},
            [Hold("layer1.A_f", 4.0), Hold("layer2.H", 0.1, [1]), Hold("H", 0.2, [0])],
        ),
        (
            Bidirectional,
            2,
            {"of": GRU},
            [
                Hold("backward.Z", 0.9, steps=[0, 1]),
                Hold("forward.A_r", -3.0, [1]),
                Hold("H", 0.7, [3], [4]),
            ],
        ),
        (
            MATRIX_CELLS["deltanet"],
            3,
            {"key_size": 4},
            [Hold("S", 0.5, units=[5]), Hold("B", 1.0), Hold("A_k", 2.0, [0])],
        ),
        (Written, 3, {"equations": LEAKY}, [Hold("H", 0.25, units=[1], steps=LAST)]),
        (
            Written,
            2,
            {"equations": "G = sigmoid(X @ W_g + hold)\nH = G * tanh(X @ W + H_prev @ held_G)"},
            [Hold("G", 0.5, units=[0], steps=LAST)],
        ),
    ],
    ids=["lstm", "gru", "relu", "stacked", "both-ways", "matrix", "leaky", "odd-names"],
)
def test_what_is_held_by_hand_is_held_in_the_code_and_every_number_follows(
    forks: Forks,
    kind: type,
    size: int | tuple[int, ...],
    options: dict[str, Any],
    holds: list[Hold],
    tmp_path: Path,
) -> None:
    free = reading(kind, size, **options)
    model = free.model
    assert model is not None
    trace = model.trace(TEXT[:-1], targets=TEXT[1:], holds=holds)
    assert not np.allclose(trace["H"], model.trace(TEXT[:-1])["H"])
    script = to_torch_script(trace)
    assert "No layer of torch.nn can hold a quantity" in " ".join(script.split("\n# "))
    check(forks, script, trace, tmp_path)


def test_the_code_beside_the_weights_is_short() -> None:
    script = to_torch_script(reading(LSTM))
    code = script[script.index("rnn = ") :].splitlines()
    assert len([line for line in code if line.strip()]) <= 14
    assert all(len(line) <= 100 for line in script.splitlines())


def test_it_speaks_the_reader_s_language() -> None:
    words = to_torch_script(reading(GRU), translator("zh-Hans")).splitlines()[0]
    assert "torch.nn" in words
    assert "such" not in words


def test_what_torch_cannot_do_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    model = SequenceModel.random(LSTM, Vocabulary("ab"), 2, seed=0)
    monkeypatch.setattr(torch_script, "MOST_NUMBERS", 10)
    with pytest.raises(Refusal, match="may hold 10"):
        to_torch_script(model.trace("ab"))
