"""The same equations in six ways of writing them, with the shapes that go with each.

A notation says how each quantity and parameter of a trace is written, whether vectors are rows (a
weight stands to the right of its vector, (d, h)) or columns (to the left, (h, d)), and which
letters the sizes have: 000 writes x, h, y where 002 and 003 write d, h, q, and 004 D, N, K.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from rnnviz.cells import GRU, MLP, Cell, Composite
from rnnviz.cells.description import Part, Quantity, Weight
from rnnviz.locale import N_
from rnnviz.model import LOGITS, PREDICTION, TARGET

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


class _Style(NamedTuple):
    """functions: the letters of phi and softmax. W, b: of the output layer. sizes: the letters of
    input, hidden and output size, where shapes are written with letters."""

    title: str
    columns: bool
    functions: dict[str, str]
    W: Symbol
    b: Symbol
    sizes: dict[str, str] = {}


COLUMN = {"phi": "f", "softmax": "g"}
# W_hq, b_q (002, 003); W_hy, b_y (000, 004); V and c (001).
STYLES = {
    "row": _Style(
        N_("row vectors"), False, {"phi": "φ"}, Symbol("W", sub="hq"), Symbol("b", sub="q")
    ),
    "column": _Style(
        N_("column vectors"), True, COLUMN, Symbol("W", sub="hy"), Symbol("b", sub="y")
    ),
    "uvw": _Style(N_("U, W, V"), True, COLUMN, Symbol("V"), Symbol("c")),
    "torch": _Style(
        N_("PyTorch's names"), True, {}, Symbol("W", sub="out"), Symbol("b", sub="out")
    ),
    "dnk": _Style(
        N_("D, N, K"),
        True,
        COLUMN,
        Symbol("W", sub="hy"),
        Symbol("b", sub="y"),
        {"d": "D", "h": "N", "q": "K"},
    ),
    "xhy": _Style(
        N_("x, h, y"),
        False,
        {"phi": "φ"},
        Symbol("W", sub="hy"),
        Symbol("b", sub="y"),
        {"d": "x", "h": "h", "q": "y"},
    ),
}
NOTATIONS = tuple(STYLES)


@dataclass(frozen=True)
class Notation:
    """key: its name in links. columns: whether vectors are columns. note: a remark, or "".

    shapes: the letters of the shape of a quantity (1, …) or parameter (rows, columns), as row
    vectors have it, where the notation has letters for sizes.
    """

    key: str
    title: str
    columns: bool
    symbols: dict[str, Symbol]
    functions: dict[str, str] = field(default_factory=dict)
    note: str = ""
    shapes: dict[str, tuple[str, str]] = field(default_factory=dict)


def notation(key: str, cell: Cell | Composite) -> Notation:
    """The notation `key`, one of NOTATIONS, for a cell and an output layer.

    A name's spelling follows from its purpose, which the cell's description states.
    Raises ValueError for another key.
    """
    if key not in STYLES:
        raise ValueError(f"notation is {key!r}; it must be one of {', '.join(NOTATIONS)}.")
    style = STYLES[key]
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
                symbols[q.pre] = _marked(Symbol("a" if style.columns else "A", sub=q.letter), path)
    symbols |= output_symbols(key, letters)
    return Notation(
        key,
        style.title,
        style.columns,
        symbols,
        style.functions,
        _note(key, cell),
        _shapes(style.sizes, cell),
    )


def _shapes(sizes: dict[str, str], cell: Cell | Composite) -> dict[str, tuple[str, str]]:
    """The shapes in letters; none of a composite, whose parts have sizes of their own."""
    if not sizes or isinstance(cell, Composite):
        return {}
    letters = {"1": "1", **sizes}
    description = cell.description
    shapes = {w.name: (letters[w.axes[0]], letters[w.axes[1]]) for w in description.weights}
    for q in description.quantities:
        row = ("1", sizes["d" if q.kind == "input" else "h"])
        shapes |= {name: row for name in (q.name, q.pre) if name}
    output = ("1", sizes["q"])
    shapes |= {"W_hq": (sizes["h"], sizes["q"]), "b_q": output}
    return shapes | dict.fromkeys((LOGITS.name, PREDICTION.name, TARGET), output)


def _note(key: str, cell: Cell | Composite) -> str:
    leaves = cell.leaves.values()
    if STYLES[key].sizes and isinstance(cell, Composite):
        return N_(
            "These letters name the sizes of one cell; here each part has its own, in numbers."
        )
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
    return Symbol(q.base.lower() if STYLES[key].columns else q.base, q.accent)


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


def output_symbols(key: str, letters: Collection[str]) -> dict[str, Symbol]:
    """The output layer's parameters, its logits and its prediction (001: O; 004: y).

    Where O is already the output gate, the output keeps the letter Y. The logits are O with a bar,
    in every notation: 002 writes O, but in 003 that is the output gate, and in 001 the output of
    the softmax. 004 has no letter for the target: with y for the output, it is y with a star.
    """
    style = STYLES[key]
    is_small = style.columns and key != "uvw"
    y = Symbol("y" if is_small else "Y")
    prediction = replace(y, accent="hat")
    if key == "uvw" and "O" not in letters:
        prediction = Symbol("O")
    logits = Symbol("o" if is_small else "O", "bar")
    is_plain = key == "dnk"
    return {
        **{"W_hq": style.W, "b_q": style.b, LOGITS.name: logits},
        PREDICTION.name: y if is_plain else prediction,
        TARGET: replace(y, sup="*") if is_plain else y,
    }
