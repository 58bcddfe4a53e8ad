"""The layers of somebody's model in the order of computing, and the model that they make."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise, permutations, product
from typing import Any

import numpy as np

from rnnviz.cells import Bidirectional, Cell, Composite, Stacked
from rnnviz.cells.activations import Array
from rnnviz.locale import N_, Refusal
from rnnviz.model import SequenceModel
from rnnviz.text import Vocabulary

# All orders of as many layers take a fraction of a second.
MOST_REORDERED = 8
MAX_NAMED = 12


@dataclass(frozen=True, eq=False)
class Linear:
    """x W + b, with W (d, q) and b (1, q). table: an embedding, whose rows are looked up by
    characters, so that it can only come first."""

    name: str
    W: Array
    b: Array
    table: bool = False

    @property
    def takes(self) -> int:
        return self.W.shape[0]

    @property
    def gives(self) -> int:
        return self.W.shape[1]


@dataclass(frozen=True, eq=False)
class Recurrent:
    """Cells, each of which reads the hidden states of the one before."""

    name: str
    cells: tuple[Cell | Bidirectional, ...]

    @property
    def takes(self) -> int:
        return self.cells[0].input_size

    @property
    def gives(self) -> int:
        return self.cells[-1].output_size


Layer = Linear | Recurrent
Forms = Sequence[Sequence[Layer]]


def model(layers: Sequence[Layer], vocabulary: Vocabulary, labels: Vocabulary) -> SequenceModel:
    """The model of layers that `in_order` gave, its linear layers folded into what follows them,
    and those after the last recurrent one into one.

    Raises ValueError for a number that is not finite.
    """
    cells: list[Cell | Composite] = []
    before: Linear | None = None
    for layer in layers:
        if isinstance(layer, Linear):
            before = layer if before is None else _joined(before, layer)
            continue
        first, *others = layer.cells
        cells += [first if before is None else _folded(before, first), *others]
        before = None
    assert before is not None, "in_order ends with a linear layer"
    return SequenceModel(
        cells[0] if len(cells) == 1 else Stacked(*cells),
        W_hq=before.W,
        b_q=before.b,
        vocabulary=vocabulary,
        labels=None if labels == vocabulary else labels,
    )


def in_order(
    found: Forms, d: int, q: int, attempts: Iterable[Iterable[Forms]], several: str
) -> tuple[Layer, ...]:
    """The layers as they follow each other, from d inputs to q outputs.

    found: of each layer the forms that it may have; there are two where an embedding cannot be
    told from a linear layer.
    attempts: orders, of which the first one that has a fitting one counts.
    several: the sentence for those that fit in more than one way.
    Raises Refusal if they fit in no way, or in several.
    """
    for orders in attempts:
        fitting = (one for order in orders for one in _ways(order) if _fits(one, d, q))
        match list(islice(fitting, 2)):
            case [only]:
                return only
            case [_, _]:
                raise Refusal(several, layers=_named(found))
    raise Refusal(
        N_(
            "The layers are {layers}; they do not lead from {d} characters to {q} outputs. An "
            "embedding or linear layers fit, then recurrent ones, then linear ones, each taking "
            "what the one before it gives."
        ),
        layers=_named(found),
        d=d,
        q=q,
    )


def reordered(found: Forms) -> Iterable[Forms]:
    """Every order of a few layers."""
    return permutations(found) if len(found) <= MOST_REORDERED else ()


def _ways(order: Forms) -> Iterator[tuple[Layer, ...]]:
    """The layers in this order, in each of the first one's forms; later ones are no tables."""
    first, *others = order
    later = ([form for form in forms if not _is_table(form)] for forms in others)
    return product(first, *later)


def _is_table(layer: Layer) -> bool:
    return isinstance(layer, Linear) and layer.table


def _fits(layers: Sequence[Layer], d: int, q: int) -> bool:
    return (
        layers[0].takes == d
        and all(below.gives == above.takes for below, above in pairwise(layers))
        and layers[-1].gives == q
        and isinstance(layers[-1], Linear)
        and any(isinstance(layer, Recurrent) for layer in layers)
    )


def _named(found: Forms) -> str:
    """Such as "embedding (65 → 16), lstm (16 → 32)"."""
    firsts = [forms[0] for forms in found]
    named = [f"{one.name} ({one.takes} → {one.gives})" for one in firsts[:MAX_NAMED]]
    return ", ".join(named) + (", …" if len(firsts) > MAX_NAMED else "")


def _joined(first: Linear, second: Linear) -> Linear:
    """(x W₁ + b₁) W₂ + b₂ as one layer."""
    return Linear(second.name, first.W @ second.W, first.b @ second.W + second.b)


def _folded(before: Linear, cell: Cell | Bidirectional) -> Cell | Bidirectional:
    """The cell that reads x as this one reads x W + b."""
    weights, own = cell.description.weights, cell.parameters
    biases = {weight.gate: weight.name for weight in weights if weight.kind == "bias"}
    changed: dict[str, Array] = {}
    for weight in weights:
        if weight.kind == "input weight":
            W_x, bias = own[weight.name], biases[weight.gate]
            changed |= {weight.name: before.W @ W_x, bias: own[bias] + before.b @ W_x}
    return cell.with_parameters(**changed)


def stacked_gates(
    cell: type[Cell], gates: str, W_x: Array, W_h: Array, b_x: Array, b_h: Array, **options: Any
) -> Cell:
    """The cell whose gates' weights stand side by side, W_x (d, gates · h), W_h (h, gates · h).

    gates: their order, in the documents' letters. b_x, b_h: two biases, (gates · h,), where the
    documents have one: they are added, but in the candidate of a GRU with reset_after, where the
    gate acts on one of them.
    """
    apart = "h" if options.get("reset_after") else ""
    parameters: dict[str, Array] = {}
    sides = (np.split(side, len(gates), axis=-1) for side in (W_x, W_h, b_x, b_h))
    for gate, w_x, w_h, x, h in zip(gates, *sides, strict=True):
        parameters |= {f"W_x{gate}": w_x, f"W_h{gate}": w_h}
        parameters[f"b_{gate}"] = (x if gate == apart else x + h)[np.newaxis]
        if gate == apart:
            parameters["b_hh"] = h[np.newaxis]
    return cell(**options, **parameters)


def no_bias(W: Array) -> Array:
    """The bias of a layer that has none: zeros, (1, q)."""
    return np.zeros((1, W.shape[1]))


def vocabulary_of(tokens: Vocabulary | Iterable[str] | Mapping[Any, Any]) -> Vocabulary:
    """The characters in the order of their numbers; a dict may have the numbers on either side.

    Raises Refusal for a dict whose numbers are not 0, 1, 2 and so on.
    """
    if isinstance(tokens, Vocabulary):
        return tokens
    if not isinstance(tokens, Mapping):
        return Vocabulary(tokens)
    by_number = tokens if all(map(_is_number, tokens)) else {k: one for one, k in tokens.items()}
    if by_number.keys() != set(range(len(tokens))) or not all(map(_is_number, by_number)):
        raise Refusal(
            N_(
                "The vocabulary is a dict of {count}; between characters and their numbers, it needs each "
                "number from 0 to {last} once."
            ),
            count=len(tokens),
            last=len(tokens) - 1,
        )
    return Vocabulary(by_number[k] for k in range(len(tokens)))


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
