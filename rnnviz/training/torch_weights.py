"""Weights to and from PyTorch: the state_dict of an nn.RNN, nn.GRU or nn.LSTM and an nn.Linear.

`rnnviz.frameworks.state_dicts` has PyTorch's names and its order of gates. Of its two biases the
second is zero on the way out. Its GRU applies the reset gate after the product: the documents' GRU
has no counterpart there.
"""

import io
import json
import pickle
import sys
import zipfile
from collections.abc import Mapping
from typing import Any

import numpy as np
import torch

from rnnviz import processes, weights
from rnnviz.cells import GRU, LSTM, RNN, Bidirectional, Cell, Composite, Stacked
from rnnviz.cells.activations import Array
from rnnviz.frameworks.refusals import NO_TENSOR, printable
from rnnviz.frameworks.state_dicts import GATES, PHI, from_state
from rnnviz.locale import N_, Refusal
from rnnviz.model import SequenceModel
from rnnviz.text import Vocabulary
from rnnviz.training import pickles
from rnnviz.training.pickles import MORE, NOT_WHOLE

MAX_BYTES = 64 * 2**20
# Before 2020 torch wrote no archive, but five pickles in a row, and the numbers behind them.
OLD_PICKLES = 5


def to_state_dict(model: SequenceModel) -> dict[str, torch.Tensor]:
    """The state_dict of a module with `rnn`, an nn.RNN, nn.GRU or nn.LSTM of any layers and
    directions, and `output`, an nn.Linear, in float64.

    Raises Refusal for a cell that PyTorch does not have.
    """
    arrays = {"output.weight": model.W_hq.T, "output.bias": model.b_q[0]}
    for name, cell in torch_cells(model.cell).items():
        p, gates = cell.parameters, GATES[cell.name]
        second = {gate: np.zeros((1, cell.hidden_size)) for gate in gates}
        if isinstance(cell, GRU):
            second["h"] = p["b_hh"]
        arrays |= {
            f"rnn.weight_ih_{name}": np.concatenate([p[f"W_x{gate}"].T for gate in gates]),
            f"rnn.weight_hh_{name}": np.concatenate([p[f"W_h{gate}"].T for gate in gates]),
            f"rnn.bias_ih_{name}": np.concatenate([p[f"b_{gate}"][0] for gate in gates]),
            f"rnn.bias_hh_{name}": np.concatenate([second[gate][0] for gate in gates]),
        }
    return {name: torch.from_numpy(np.ascontiguousarray(value)) for name, value in arrays.items()}


def torch_cells(cell: Cell | Composite) -> dict[str, RNN | GRU | LSTM]:
    """The cells by PyTorch's names of their layers, "l0", "l0_reverse" and so on.

    Raises Refusal where no layer of PyTorch's computes what they do together.
    """
    found: dict[str, RNN | GRU | LSTM] = {}
    for k, layer in enumerate(cell.layers if isinstance(cell, Stacked) else (cell,)):
        both = (layer.forward, layer.reverse) if isinstance(layer, Bidirectional) else (layer,)
        for one, name in zip(both, (f"l{k}", f"l{k}_reverse"), strict=False):
            found[name] = _known(one)
    layers = len([name for name in found if not name.endswith("_reverse")])
    kinds = {(one.name, one.hidden_size, *one.options.items()) for one in found.values()}
    if len(kinds) > 1 or len(found) not in {layers, 2 * layers}:
        raise Refusal(
            N_(
                "No layer of PyTorch's computes {cell}: its layers and directions are alike, and either all or "
                "none read in both directions."
            ),
            cell=repr(cell),
        )
    return found


def _known(cell: Cell | Composite) -> RNN | GRU | LSTM:
    """The cell; raises Refusal for one that PyTorch does not have."""
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
    return cell


def from_state_dict(
    state: Mapping[str, Any], vocabulary: Vocabulary, phi: str = PHI
) -> SequenceModel:
    """The model whose weights these are, read as `rnnviz.from_torch` reads them, but from anyone.

    `to_state_dict` gives those of one layer back.
    phi: of an nn.RNN, tanh or relu, which its weights do not tell.
    Raises Refusal naming the tensors found and what fits.
    """
    arrays = {str(name): _array(str(name), value) for name, value in state.items()}
    with weights.refusing():
        return from_state(arrays, vocabulary, phi=phi)


def to_pt(model: SequenceModel) -> bytes:
    """The file that `torch.save` makes of `to_state_dict`; raises as that does."""
    file = io.BytesIO()
    torch.save(to_state_dict(model), file)
    return file.getvalue()


def from_pt(data: bytes, vocabulary: Vocabulary, phi: str = PHI) -> SequenceModel:
    """The model in a `.pt` file from anyone: tensors alone are read, and nothing in it is run.

    Raises Refusal as `from_state_dict` does, and if the file is too large or holds anything
    but a state_dict.
    """
    if len(data) > MAX_BYTES:
        raise Refusal(
            N_("The file has {size} bytes; it may have {most}."), size=len(data), most=MAX_BYTES
        )
    _check_unpacked(data)
    _check_pickles(data)
    try:
        state = torch.load(io.BytesIO(data), map_location="cpu", weights_only=True)
    except pickle.UnpicklingError as error:
        raise Refusal(MORE) from error
    except (RuntimeError, EOFError, ValueError, KeyError, OSError) as error:
        raise Refusal(NOT_WHOLE) from error
    if not isinstance(state, Mapping):
        raise Refusal(
            N_("The file holds a {kind}; a state_dict fits."), kind=printable(type(state).__name__)
        )
    return from_state_dict(state, vocabulary, phi)


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


def _check_pickles(data: bytes) -> None:
    """A small file may take minutes to read."""
    file = io.BytesIO(data)
    if not data.startswith(b"PK"):
        pickles.check(file, OLD_PICKLES)
        return
    try:
        # What `torch.load` reads, whatever else is in the archive.
        pickled = torch._C.PyTorchFileReader(file).get_record("data.pkl")
    except RuntimeError as error:
        raise Refusal(NOT_WHOLE) from error
    pickles.check(io.BytesIO(pickled))


def _array(name: str, value: object) -> Array:
    if (
        not isinstance(value, torch.Tensor)
        or not value.is_floating_point()
        or value.layout != torch.strided
        or value.device.type != "cpu"
    ):
        raise Refusal(NO_TENSOR, name=printable(name))
    # A tensor may claim a large shape over a few numbers that it repeats.
    if value.numel() > MAX_BYTES // 4:
        raise Refusal(
            N_("{name} has {count} numbers; it may have {most}."),
            name=printable(name),
            count=value.numel(),
            most=MAX_BYTES // 4,
        )
    return value.detach().resolve_neg().double().numpy()


def answer(given: bytes) -> bytes:
    """A line of JSON, which refuses or is empty, and the file that was converted to.

    given: a line of JSON, which says to what, and the file.
    """
    line, _, data = given.partition(b"\n")
    asked = json.loads(line)
    said: dict[str, object] = {}
    converted = b""
    try:
        if asked["to"] == "pt":
            converted = to_pt(weights.from_bytes(data))
        else:
            model = from_pt(data, Vocabulary(asked["vocabulary"]), asked["phi"])
            converted = weights.to_bytes(model)
    except Refusal as reason:
        said = {"refused": reason.message, "values": reason.values}
    except ValueError as reason:
        said = {"refused": "{reason}", "values": {"reason": str(reason)}}
    return json.dumps(said, default=str).encode() + b"\n" + converted


def main(memory: int) -> None:
    """Answer what stands on standard input, within `memory` further bytes; `rnnviz.training.convert`
    runs this in a separate process."""
    processes.limit_memory(memory)
    sys.stdout.buffer.write(answer(sys.stdin.buffer.read()))


if __name__ == "__main__":
    main(int(sys.argv[1]))
