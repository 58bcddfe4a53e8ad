"""The same equations in four ways of writing them, with the shapes that go with each.

A notation says how each quantity and parameter of a trace is written and whether vectors are
rows (a weight stands to the right of its vector, (d, h)) or columns (to the left, (h, d)).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from rnnviz.cells import GRU, MLP, Cell, Composite
from rnnviz.cells.description import Part, Quantity, Weight
from rnnviz.locale import N_
from rnnviz.model import LOGITS, PREDICTION, TARGET

NOTATIONS = ("row", "column", "uvw", "torch")
# The names for which 001 uses another letter.
UVW_LETTERS = {"H": "S"}


@dataclass(frozen=True)
class Symbol:
    """How a name is written: a letter, an accent over it, marks beside it; or a sum of two.

    A quantity's subscript is its time step, which is added where it is shown.
    """

    base: str = ""
    accent: str = ""
    sub: str = ""
    sup: str = ""
    plus: "Symbol | None" = None


@dataclass(frozen=True)
class Notation:
    """key: its name in links. columns: whether vectors are columns. note: a remark, or ""."""

    key: str
    title: str
    columns: bool
    symbols: dict[str, Symbol]
    functions: dict[str, str] = field(default_factory=dict)
    note: str = ""


def notation(key: str, cell: Cell | Composite) -> Notation:
    """The notation `key`, one of NOTATIONS, for a cell and an output layer.

    A name's spelling follows from its purpose, which the cell's description states.
    Raises ValueError for another key.
    """
    titles = {
        "row": N_("row vectors"),
        "column": N_("column vectors"),
        "uvw": N_("U, W, V"),
        "torch": N_("PyTorch's names"),
    }
    if key not in titles:
        raise ValueError(f"notation is {key!r}; it must be one of {', '.join(NOTATIONS)}.")
    columns = key != "row"
    description = cell.description
    letters = {q.base for q in description.quantities}
    symbols = {q.name: _marked(_quantity(key, q, letters), q.path) for q in description.quantities}
    for path, leaf in cell.leaves.items():
        weights = [weight for weight in description.weights if weight.path == path]
        gates = {q.name: q for q in description.quantities if q.path == path}
        writer = _Weights(key, leaf, weights)
        for weight in weights:
            symbol = writer.symbol(weight, gates[weight.gate])
            symbols[weight.name] = _marked(symbol, path, parameter=True)
        for q in gates.values():
            if q.pre:
                symbols[q.pre] = _marked(Symbol("a" if columns else "A", sub=q.letter), path)
    symbols |= _output_symbols(key, letters)
    functions = {
        "row": {"phi": "φ"},
        "column": {"phi": "f", "softmax": "g"},
        "uvw": {"phi": "f", "softmax": "g"},
        "torch": {},
    }[key]
    return Notation(key, titles[key], columns, symbols, functions, _note(key, cell))


def _note(key: str, cell: Cell | Composite) -> str:
    leaves = cell.leaves.values()
    if key != "torch" or any(isinstance(leaf, MLP) for leaf in leaves):
        return ""
    if not all(leaf.in_torch for leaf in leaves):
        return N_("PyTorch has no such cell; the letters follow its conventions.")
    if any(isinstance(leaf, GRU) and not leaf.reset_after for leaf in leaves):
        return N_(
            "PyTorch's nn.GRU applies the reset gate after the product with the weights; "
            "with these weights it would give other numbers."
        )
    return N_("PyTorch keeps two biases; ours is their sum.")


def _marked(symbol: Symbol, path: tuple[Part, ...], parameter: bool = False) -> Symbol:
    """The symbol with the marks of its parts: an arrow above it, or (f) or (2) beside it (003)."""
    marks: list[str] = []
    for part in path:
        if part.arrow and not (parameter or symbol.accent):
            symbol = replace(symbol, accent=part.arrow)
        elif part.mark:
            marks.append(part.mark)
    if not marks:
        return symbol
    sup = f"({', '.join(marks)})"
    return replace(symbol, sup=sup, plus=symbol.plus and replace(symbol.plus, sup=sup))


def _quantity(key: str, q: Quantity, letters: Collection[str]) -> Symbol:
    """H_tilde as H with a tilde (003); small in columns (004); S for the state (001), unless the
    cell has an S of its own."""
    if key == "torch" and q.torch:
        return Symbol(q.torch)
    if key == "uvw":
        letter = UVW_LETTERS.get(q.base, q.base)
        return Symbol(q.base if letter in letters else letter, q.accent)
    return Symbol(q.base if key == "row" else q.base.lower(), q.accent)


class _Weights:
    """How a notation writes the parameters of one cell."""

    def __init__(self, key: str, cell: Cell, weights: Sequence[Weight]) -> None:
        self.key, self.cell = key, cell
        kinds = [weight.kind for weight in weights]
        self.is_gated = len(set(kinds)) < len(kinds)
        self.is_recurrent = "recurrent weight" in kinds
        self.with_recurrent_bias = {w.gate for w in weights if w.kind == "recurrent bias"}

    def symbol(self, weight: Weight, gate: Quantity) -> Symbol:
        letter = weight.letter or gate.letter
        if self.key == "uvw":
            return self._uvw(weight, letter)
        if self.key == "torch":
            return self._torch(weight, weight.letter or gate.torch or letter)
        return self._document(weight, letter)

    def _document(self, weight: Weight, letter: str) -> Symbol:
        """W_xi, W_hi, b_i; a weight for each unit alone is a small letter (003; Li et al. 2018)."""
        match weight.kind:
            case "input weight":
                return Symbol("W", sub=f"x{letter}")
            case "recurrent weight" if weight.axes == "hh":
                return Symbol("W", sub=f"h{letter}")
            case "recurrent weight":
                return Symbol("u", sub=letter)
            case "recurrent bias":
                return Symbol("b", sub=f"h{letter}")
            case "peephole":
                return Symbol("p", sub=letter)
        return Symbol("b", sub=letter)

    def _uvw(self, weight: Weight, letter: str) -> Symbol:
        """U for what is multiplied with the input, W with the state (001).

        Several gates are told apart by a subscript.
        """
        sub = letter if self.is_gated or weight.letter else ""
        match weight.kind:
            case "input weight":
                return Symbol("U", sub=sub)
            case "recurrent weight":
                return Symbol("W" if weight.axes == "hh" else "w", sub=sub)
            case "bias":
                return Symbol("b", sub=sub)
        return self._document(weight, letter)

    def _torch(self, weight: Weight, letter: str) -> Symbol:
        """W_ir, W_hr, b_ir + b_hr (torch.nn.RNN, GRU, LSTM); W_in, b_in (Linear)."""
        if not (self.is_gated or self.is_recurrent or weight.letter):
            return Symbol("W" if weight.kind == "input weight" else "b", sub="in")
        match weight.kind:
            case "input weight":
                return Symbol("W", sub=f"i{letter}")
            case "bias" if weight.gate in self.with_recurrent_bias:
                return Symbol("b", sub=f"i{letter}")
            case "bias" if self.cell.in_torch:
                return Symbol("b", sub=f"i{letter}", plus=Symbol("b", sub=f"h{letter}"))
        return self._document(weight, letter)


def _output_symbols(key: str, letters: Collection[str]) -> dict[str, Symbol]:
    """W_hq, b_q (002); W_hy, b_y (004); V and c, and O for the output (001).

    Where O is already the output gate, the output keeps the letter Y. The logits are O with a bar,
    in every notation: 002 writes O, but in 003 that is the output gate, and in 001 the output of
    the softmax.
    """
    W, b = {
        "row": (Symbol("W", sub="hq"), Symbol("b", sub="q")),
        "column": (Symbol("W", sub="hy"), Symbol("b", sub="y")),
        "uvw": (Symbol("V"), Symbol("c")),
        "torch": (Symbol("W", sub="out"), Symbol("b", sub="out")),
    }[key]
    is_small = key in ("column", "torch")
    prediction = Symbol("y" if is_small else "Y", "hat")
    if key == "uvw" and "O" not in letters:
        prediction = Symbol("O")
    logits = Symbol("o" if is_small else "O", "bar")
    target = Symbol("y" if is_small else "Y")
    return {
        **{"W_hq": W, "b_q": b, LOGITS.name: logits},
        **{PREDICTION.name: prediction, TARGET: target},
    }
