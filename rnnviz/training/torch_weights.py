"""Weights to and from PyTorch: the state_dict of an nn.RNN, nn.GRU or nn.LSTM and an nn.Linear.

PyTorch stacks the gates' weights transposed, (gates · h, d), and has two biases where the
documents have one: they are added on the way in, and the second is zero on the way out. Its
GRU applies the reset gate after the product: the documents' GRU has no counterpart there.
"""

import io
import json
import pickle
import sys
import zipfile
from collections.abc import Mapping
from reprlib import repr as short
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from rnnviz import processes, weights
from rnnviz.cells import GRU, LSTM, RNN, Cell
from rnnviz.cells.activations import Array
from rnnviz.locale import N_, Refusal
from rnnviz.model import SequenceModel
from rnnviz.text import Vocabulary

# PyTorch's order of the gates, in the documents' letters.
GATES = {"rnn": "h", "gru": "rzh", "lstm": "ifco"}
MAX_BYTES = 64 * 2**20
MAX_NAME = 60
NOT_WHOLE = N_("The file is not a whole file of torch.save.")
RECURRENT = ("weight_ih_l0", "weight_hh_l0", "bias_ih_l0", "bias_hh_l0")
LINEAR = ("weight", "bias")


def to_state_dict(model: SequenceModel) -> dict[str, torch.Tensor]:
    """The state_dict of a module with `rnn`, an nn.RNN, nn.GRU or nn.LSTM, and `output`, an
    nn.Linear, in float64.

    Raises Refusal for a cell that PyTorch does not have.
    """
    cell = model.cell
    if not isinstance(cell, RNN | GRU | LSTM):
        raise Refusal(
            N_("PyTorch has no {cell}; it has the RNN, the GRU and the LSTM."), cell=cell.title
        )
    if isinstance(cell, GRU) and not cell.reset_after:
        raise Refusal(
            N_(
                "PyTorch's GRU applies the reset gate after the matrix product, this one before "
                "it, so it has no counterpart there. A GRU with reset_after=True has."
            )
        )
    if isinstance(cell, RNN) and cell.phi not in ("tanh", "relu"):
        raise Refusal(N_("PyTorch's RNN has no phi {phi}; it has tanh and relu."), phi=cell.phi)
    p, gates = cell.parameters, GATES[cell.name]
    second = {gate: np.zeros((1, cell.hidden_size)) for gate in gates}
    if isinstance(cell, GRU):
        second["h"] = p["b_hh"]
    arrays = {
        "rnn.weight_ih_l0": np.concatenate([p[f"W_x{gate}"].T for gate in gates]),
        "rnn.weight_hh_l0": np.concatenate([p[f"W_h{gate}"].T for gate in gates]),
        "rnn.bias_ih_l0": np.concatenate([p[f"b_{gate}"][0] for gate in gates]),
        "rnn.bias_hh_l0": np.concatenate([second[gate][0] for gate in gates]),
        "output.weight": model.W_hq.T,
        "output.bias": model.b_q[0],
    }
    return {name: torch.from_numpy(np.ascontiguousarray(value)) for name, value in arrays.items()}


def from_state_dict(
    state: Mapping[str, Any], vocabulary: Vocabulary, phi: str = "tanh"
) -> SequenceModel:
    """The model whose weights these are; `to_state_dict` gives them back.

    state: of a module with one recurrent layer and one linear layer, whatever they are called.
    phi: of an nn.RNN, tanh or relu, which its weights do not tell.
    Raises Refusal naming the tensors found and what fits.
    """
    recurrent, linear = _layers(state)
    arrays = {name: _array(f"{recurrent}{name}", state[recurrent + name]) for name in RECURRENT}
    W, b = (_array(linear + name, state[linear + name]) for name in LINEAR)
    q, square = len(vocabulary), arrays["weight_hh_l0"].shape
    cells: dict[int, type[Cell]] = {1: RNN, 3: GRU, 4: LSTM}
    rows, h = square if len(square) == 2 else (0, 0)
    if h == 0 or rows % h or rows // h not in cells:
        raise Refusal(
            N_(
                "{name} has shape {shape}; an RNN's is (h, h), a GRU's (3h, h) and an LSTM's "
                "(4h, h)."
            ),
            name=_short(f"{recurrent}weight_hh_l0"),
            shape=short(square),
        )
    cell = cells[rows // h]
    _check_shapes(
        {
            f"{recurrent}weight_ih_l0": (arrays["weight_ih_l0"], (rows, q)),
            f"{recurrent}bias_ih_l0": (arrays["bias_ih_l0"], (rows,)),
            f"{recurrent}bias_hh_l0": (arrays["bias_hh_l0"], (rows,)),
            f"{linear}weight": (W, (q, h)),
            f"{linear}bias": (b, (q,)),
        },
        q,
        h,
    )
    named = _named(cell, arrays)
    if cell is RNN:
        named["phi"] = phi
    try:
        return SequenceModel(cell(**named), W_hq=W.T, b_q=b[np.newaxis], vocabulary=vocabulary)
    except ValueError as error:
        raise Refusal(
            N_("The file's tensors do not make a model. {reason}"), reason=str(error)[:500]
        ) from error


def _check_shapes(
    found: Mapping[str, tuple[npt.NDArray[Any], tuple[int, ...]]], q: int, h: int
) -> None:
    """found: by its name, each array with the shape that fits. Raises Refusal for another shape."""
    for name, (array, fits) in found.items():
        if array.shape != fits:
            raise Refusal(
                N_(
                    "{name} has shape {shape}; {fits} fits, with {q} characters in the vocabulary "
                    "and {h} hidden units."
                ),
                name=_short(name),
                shape=short(array.shape),
                fits=str(fits),
                q=q,
                h=h,
            )


def _named(cell: type[Cell], arrays: Mapping[str, npt.NDArray[Any]]) -> dict[str, Any]:
    """The cell's parameters by our names, of torch's arrays by theirs (`RECURRENT`).

    torch stacks the gates' weights, each transposed, and adds two biases in every gate. In a GRU's
    candidate the two stay apart, because the reset gate acts on one of them.
    """
    gates = GATES[cell.name]
    W_x, W_h, b_x, b_h = (np.split(arrays[name], len(gates)) for name in RECURRENT)
    named: dict[str, Any] = {}
    for k, gate in enumerate(gates):
        after = cell is GRU and gate == "h"
        named |= {f"W_x{gate}": W_x[k].T, f"W_h{gate}": W_h[k].T}
        named[f"b_{gate}"] = (b_x[k] if after else b_x[k] + b_h[k])[np.newaxis]
        if after:
            named |= {"b_hh": b_h[k][np.newaxis], "reset_after": True}
    return named


def to_pt(model: SequenceModel) -> bytes:
    """The file that `torch.save` makes of `to_state_dict`; raises as that does."""
    file = io.BytesIO()
    torch.save(to_state_dict(model), file)
    return file.getvalue()


def from_pt(data: bytes, vocabulary: Vocabulary, phi: str = "tanh") -> SequenceModel:
    """The model in a `.pt` file from anyone: tensors alone are read, and nothing in it is run.

    Raises Refusal as `from_state_dict` does, and if the file is too large or holds anything
    but a state_dict.
    """
    if len(data) > MAX_BYTES:
        raise Refusal(
            N_("The file has {size} bytes; it may have {most}."), size=len(data), most=MAX_BYTES
        )
    _check_unpacked(data)
    try:
        state = torch.load(io.BytesIO(data), map_location="cpu", weights_only=True)
    except pickle.UnpicklingError as error:
        raise Refusal(
            N_(
                "The file holds more than weights, or is no file of torch.save; save the "
                "module's state_dict() alone."
            )
        ) from error
    except (RuntimeError, EOFError, ValueError, KeyError, OSError) as error:
        raise Refusal(NOT_WHOLE) from error
    if not isinstance(state, Mapping):
        raise Refusal(
            N_("The file holds a {kind}; a state_dict fits."), kind=_short(type(state).__name__)
        )
    return from_state_dict(state, vocabulary, phi)


def _layers(state: Mapping[str, Any]) -> tuple[str, str]:
    """How the names of the recurrent and of the linear layer begin, such as "rnn."."""
    names = [str(name) for name in state]
    recurrent = [name.removesuffix(RECURRENT[0]) for name in names if name.endswith(RECURRENT[0])]
    if len(recurrent) == 1:
        rest = [name for name in names if not name.startswith(recurrent[0]) or not recurrent[0]]
        rest = [name for name in rest if name not in {recurrent[0] + own for own in RECURRENT}]
        linear = rest[0].removesuffix("weight").removesuffix("bias") if rest else ""
        fits = {recurrent[0] + own for own in RECURRENT} | {linear + own for own in LINEAR}
        if set(names) == fits and len(names) == len(fits):
            return recurrent[0], linear
    if not names:
        raise Refusal(N_("The state_dict is empty; one recurrent and one linear layer fit."))
    raise Refusal(
        N_(
            "The state_dict has {names}; one recurrent layer fits, with {recurrent}, and one "
            "linear layer, with weight and bias, such as rnn.weight_ih_l0 and output.weight."
        ),
        names=", ".join(map(_short, names[:12])) + (", …" if len(names) > 12 else ""),
        recurrent=", ".join(RECURRENT),
    )


def _short(name: str) -> str:
    """A name from an untrusted file, made safe to show."""
    return name if name.isprintable() and len(name) <= MAX_NAME else short(name)


def _check_unpacked(data: bytes) -> None:
    """A small archive may unpack to more than the machine has."""
    if not data.startswith(b"PK"):
        return
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            size = sum(entry.file_size for entry in archive.infolist())
    except (zipfile.BadZipFile, ValueError, OverflowError, NotImplementedError) as error:
        raise Refusal(NOT_WHOLE) from error
    if size > MAX_BYTES:
        raise Refusal(
            N_("The file unpacks to {size} bytes; it may be {most}."), size=size, most=MAX_BYTES
        )


def _array(name: str, value: object) -> Array:
    if (
        not isinstance(value, torch.Tensor)
        or not value.is_floating_point()
        or value.layout != torch.strided
        or value.device.type != "cpu"
    ):
        raise Refusal(N_("{name} is no tensor of floating-point numbers."), name=_short(name))
    # A tensor may claim a large shape over a few numbers that it repeats.
    if value.numel() > MAX_BYTES // 4:
        raise Refusal(
            N_("{name} has {count} numbers; it may have {most}."),
            name=_short(name),
            count=value.numel(),
            most=MAX_BYTES // 4,
        )
    return value.detach().resolve_neg().double().numpy()


def main(memory: int) -> None:
    """Convert the file that follows a line of JSON on standard input, within `memory` further
    bytes; `rnnviz.training.convert` runs this in a separate process."""
    processes.limit_memory(memory)
    line, _, data = sys.stdin.buffer.read().partition(b"\n")
    asked = json.loads(line)
    answer: dict[str, object] = {}
    converted = b""
    try:
        if asked["to"] == "pt":
            converted = to_pt(weights.from_bytes(data))
        else:
            model = from_pt(data, Vocabulary(asked["vocabulary"]), asked["phi"])
            converted = weights.to_bytes(model)
    except Refusal as reason:
        answer = {"refused": reason.message, "values": reason.values}
    except ValueError as reason:
        answer = {"refused": "{reason}", "values": {"reason": str(reason)}}
    sys.stdout.buffer.write(json.dumps(answer, default=str).encode() + b"\n" + converted)


if __name__ == "__main__":
    main(int(sys.argv[1]))
