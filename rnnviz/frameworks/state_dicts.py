"""A state_dict of PyTorch's as a model: which tensors make which layer, told by names and shapes.

PyTorch stacks the gates' weights transposed, (gates · h, d), and its GRU applies the reset gate
after the product.
"""

from collections.abc import Mapping
from reprlib import repr as short
from typing import Any

import numpy as np

from rnnviz.cells import GRU, LSTM, RNN, Bidirectional, Cell
from rnnviz.cells.activations import Array
from rnnviz.cells.cell import finite_array
from rnnviz.frameworks.layers import (
    Layer,
    Linear,
    Recurrent,
    in_order,
    model,
    no_bias,
    reordered,
    stacked_gates,
)
from rnnviz.frameworks.refusals import (
    belongs_nowhere,
    check_shape,
    has_option,
    of_no_layer,
    printable,
)
from rnnviz.locale import N_, Refusal
from rnnviz.model import SequenceModel
from rnnviz.text import Vocabulary

# PyTorch's order of the gates, in the documents' letters.
GATES = {"rnn": "h", "gru": "rzh", "lstm": "ifco"}
BY_GATES: dict[int, type[Cell]] = {1: RNN, 3: GRU, 4: LSTM}
FIRST = "weight_ih_l0"
# An nn.LSTMCell and its like have one layer, whose number their names leave out.
OF_CELL = {"weight_ih", "weight_hh", "bias_ih", "bias_hh"}
# What its weights do not tell of an nn.RNN, unless the module does.
PHI = "tanh"
READ = ("Embedding", "Linear", "RNN", "GRU", "LSTM", "RNNCell", "GRUCell", "LSTMCell")
SEVERAL = N_(
    "The layers are {layers}; they fit together in several ways. The module itself tells which is "
    "meant, if it registers its layers in the order of computing."
)


def from_state(
    state: Mapping[str, Array],
    vocabulary: Vocabulary,
    labels: Vocabulary | None = None,
    *,
    phi: str = PHI,
    phis: Mapping[str, str] | None = None,
    tables: Mapping[str, bool] | None = None,
) -> SequenceModel:
    """The model whose weights these are.

    phi: of each nn.RNN; phis: of those that a module tells of. tables: whether a layer is an
    embedding, where a module tells it. Both by the layers' names.
    Raises Refusal naming the layers and what fits, and ValueError for a number that is not finite.
    """
    if not state:
        raise Refusal(N_("The state_dict is empty; one recurrent and one linear layer fit."))
    own: dict[str, dict[str, Array]] = {}
    for name, value in state.items():
        layer, _, rest = name.rpartition(".")
        own.setdefault(layer, {})[f"{rest}_l0" if rest in OF_CELL else rest] = value
    phis, tables = phis or {}, tables or {}
    found: list[list[Layer]] = [
        [_recurrent(name, arrays, phis.get(name, phi))]
        if FIRST in arrays
        else _linear(name, arrays, tables.get(name))
        for name, arrays in own.items()
    ]
    labels = vocabulary if labels is None else labels
    attempts = ([found], reordered(found))
    layers = in_order(found, len(vocabulary), len(labels), attempts, SEVERAL)
    return model(layers, vocabulary, labels)


def _linear(name: str, arrays: dict[str, Array], table: bool | None) -> list[Layer]:
    """An nn.Linear or nn.Embedding; without a bias, the weight does not always tell which."""
    rest = dict(arrays)
    W = rest.pop("weight", None)
    b = rest.pop("bias", None)
    if W is None or W.ndim != 2 or rest:
        odd = next(iter(rest or arrays))
        if not name:
            raise of_no_layer(odd, arrays[odd].shape)
        raise belongs_nowhere(_full(name, odd), arrays[odd].shape, READ)
    title, weight = printable(name or "weight"), printable(_full(name, "weight"))
    rows = finite_array(weight, W, "qd", {})
    forms: list[Layer] = []
    if b is None and table is not False:
        forms.append(Linear(title, rows, no_bias(rows), table=True))
    if table is not True and not (forms and "emb" in name.lower()):
        if b is None:
            b = no_bias(rows.T)[0]
        check_shape(_full(name, "bias"), b, rows.shape[:1])
        bias = finite_array(printable(_full(name, "bias")), b, "q", {})
        forms.append(Linear(title, rows.T, bias[np.newaxis]))
    return forms


def _recurrent(name: str, arrays: dict[str, Array], phi: str) -> Recurrent:
    return Recurrent(printable(name or "rnn"), cells_of(name, arrays, phi))


def cells_of(name: str, arrays: Mapping[str, Array], phi: str) -> tuple[Cell | Bidirectional, ...]:
    """The layers of an nn.RNN, nn.GRU or nn.LSTM of this name, by the names of its weights.

    Raises Refusal for what does not fit, and ValueError for a number that is not finite.
    """
    rest = dict(arrays)
    if projections := [one for one in rest if one.startswith("weight_hr")]:
        raise has_option(name or "rnn", "proj_size", len(rest[projections[0]]))
    cells: list[Cell | Bidirectional] = []
    while f"weight_ih_l{len(cells)}" in rest:
        layer = f"l{len(cells)}"
        d = cells[-1].output_size if cells else None
        cell: Cell | Bidirectional = _cell(name, rest, layer, d, phi)
        if f"weight_ih_{layer}_reverse" in rest:
            cell = Bidirectional(cell, _cell(name, rest, f"{layer}_reverse", cell.input_size, phi))
        cells.append(cell)
    for one, value in rest.items():
        raise belongs_nowhere(_full(name, one), value.shape, READ)
    return tuple(cells)


def _cell(name: str, rest: dict[str, Array], layer: str, d: int | None, phi: str) -> Cell:
    """One layer's cell in one direction, whose tensors are taken out of `rest`.

    layer: how its tensors' names end. d: the number of its inputs, where a layer below fixes it.
    """
    W_ih, W_hh = rest.pop(f"weight_ih_{layer}"), rest.pop(f"weight_hh_{layer}", None)
    square = W_hh.shape if W_hh is not None else ()
    rows, h = square if len(square) == 2 else (0, 0)
    if W_hh is None or h == 0 or rows % h or rows // h not in BY_GATES:
        raise Refusal(
            N_(
                "{name} has shape {shape}; an RNN's is (h, h), a GRU's (3h, h) and an LSTM's "
                "(4h, h)."
            ),
            name=printable(_full(name, f"weight_hh_{layer}")),
            shape=short(square),
        )
    biases = [f"bias_{of}_{layer}" for of in ("ih", "hh")]
    missing = [one for one in biases if one not in rest]
    if len(missing) == 1:
        raise Refusal(
            N_("{name} is missing; a recurrent layer has both biases or none."),
            name=printable(_full(name, missing[0])),
        )
    b_ih, b_hh = (rest.pop(one, np.zeros(rows)) for one in biases)
    inputs = d if d is not None else W_ih.shape[-1] if W_ih.ndim else 1
    check_shape(_full(name, f"weight_ih_{layer}"), W_ih, (rows, inputs))
    check_shape(_full(name, f"bias_ih_{layer}"), b_ih, (rows,))
    check_shape(_full(name, f"bias_hh_{layer}"), b_hh, (rows,))
    cell = BY_GATES[rows // h]
    options: dict[str, Any] = {"phi": phi} if cell is RNN else {}
    if cell is GRU:
        options = {"reset_after": True}
    return stacked_gates(cell, GATES[cell.name], W_ih.T, W_hh.T, b_ih, b_hh, **options)


def _full(layer: str, own: str) -> str:
    return f"{layer}.{own}" if layer else own
