"""The same equations in four ways of writing them, with the shapes that go with each.

A notation says how each quantity and parameter of a trace is written and whether vectors are
rows (a weight stands to the right of its vector, (d, h)) or columns (to the left, (h, d)).
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace

from rnnviz.cells import GRU, MLP, Bidirectional, Cell, Composite
from rnnviz.locale import N_
from rnnviz.model import LOGITS, OUTPUT_QUANTITIES

NOTATIONS = ("row", "column", "uvw", "torch")

# PyTorch's letters where they differ: candidates, and the gate letters in weights' names.
TORCH_LETTERS = {"H_tilde": "n", "C_tilde": "g"}
TORCH_SUBSCRIPTS = {"gru": {"h": "n"}, "lstm": {"c": "g"}}


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


def notation(
    key: str, cell: Cell | Composite, parameters: Collection[str] = ("W_hq", "b_q")
) -> Notation:
    """The notation `key`, one of NOTATIONS, for the quantities and parameters of a cell.

    parameters: those of the output layer, beside the cell's.
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
    quantities = cell.description.quantities
    names = [
        *(q.name for q in quantities),
        *(q.name for q in OUTPUT_QUANTITIES),
        *cell.parameters,
        *parameters,
    ]
    symbols = {name: _sided(name, WRITERS[key], cell) for name in names}
    letter = "a" if columns else "A"
    for pre in (q.pre for q in quantities if q.pre):
        symbols[pre] = _sided(pre, lambda name, _: Symbol(letter, sub=name[2:]), cell)
    functions = {
        "row": {"phi": "φ"},
        "column": {"phi": "f", "softmax": "g"},
        "uvw": {"phi": "f", "softmax": "g"},
        "torch": {},
    }[key]
    return Notation(key, titles[key], columns, symbols, functions, _note(key, cell))


def _note(key: str, cell: Cell | Composite) -> str:
    sides = (cell.forward, cell.reverse) if isinstance(cell, Bidirectional) else (cell,)
    if key != "torch" or any(isinstance(side, MLP) for side in sides):
        return ""
    if any(isinstance(side, GRU) and not side.reset_after for side in sides):
        return N_(
            "PyTorch's nn.GRU applies the reset gate after the product with the weights; "
            "with these weights it would give other numbers."
        )
    return N_("PyTorch keeps two biases; ours is their sum.")


def _sided(
    name: str, write: Callable[[str, Cell | Composite], Symbol], cell: Cell | Composite
) -> Symbol:
    """The symbol of a name; one of a direction carries an arrow, or (f) or (b) (003)."""
    side, _, own = name.rpartition(".")
    if not side or not isinstance(cell, Bidirectional):
        return write(name, cell)
    symbol = write(own, cell.forward if side == "forward" else cell.reverse)
    is_parameter = own.startswith(("W_", "b_"))
    if is_parameter or symbol.accent:
        mark = f"({side[0]})"
        plus = symbol.plus and replace(symbol.plus, sup=mark)
        return replace(symbol, sup=mark, plus=plus)
    return replace(symbol, accent="right" if side == "forward" else "left")


def _document_symbol(name: str, _: object = None) -> Symbol:
    """H_tilde as H with a tilde, W_xh as W with the subscript xh (000, 002, 003).

    The logits are O with a bar, in every notation: 002 writes O, but 003's output gate has that
    letter already, and 001 keeps it for what comes out of the softmax.
    """
    if name == LOGITS.name:
        return Symbol("O", "bar")
    if name.startswith(("W_", "b_")):
        return Symbol(name[0], sub=name[2:])
    letter, _, accent = name.partition("_")
    return Symbol(letter, accent)


def _column_symbol(name: str, _: object = None) -> Symbol:
    """Small letters for vectors; the output layer is W_hy, b_y (004)."""
    symbol = _document_symbol(name)
    if name.startswith(("W_", "b_")):
        return Symbol(symbol.base, sub=symbol.sub.replace("q", "y"))
    return Symbol(symbol.base.lower(), symbol.accent)


def _uvw_symbol(name: str, cell: Cell | Composite) -> Symbol:
    """S for the state, O for the output, U, W, V for the weights (001).

    Several gates are told apart by a subscript. Where O is already the output gate, the
    output keeps the letter Y.
    """
    if name in ("W_hq", "b_q"):
        return Symbol("V" if name == "W_hq" else "c")
    if name == "b_hh":
        return Symbol("b", sub="hh")
    if name.startswith(("W_", "b_")):
        letter = {"W_x": "U", "W_h": "W"}.get(name[:3], "b")
        gated = sum(weight.startswith("W_x") for weight in cell.parameters) > 1
        return Symbol(letter, sub=name[-1] if gated else "")
    symbol = _document_symbol(name)
    if symbol.base == "H":
        return Symbol("S", symbol.accent)
    if name == "Y_hat" and "O" not in (q.name for q in cell.description.quantities):
        return Symbol("O")
    return symbol


def _torch_symbol(name: str, cell: Cell | Composite) -> Symbol:
    """r, z, n and i, f, g, o; W_ir, W_hr, b_ir + b_hr (torch.nn.RNN, GRU, LSTM, Linear)."""
    if name in ("W_hq", "b_q"):
        return Symbol(name[0], sub="out")
    if isinstance(cell, MLP):
        if name not in cell.parameters:
            return _column_symbol(name)
        return Symbol(name[0], sub="in")
    if name == "b_hh":
        return Symbol("b", sub="hn")
    if name.startswith(("W_", "b_")):
        letter = TORCH_SUBSCRIPTS.get(cell.name, {}).get(name[-1], name[-1])
        if name.startswith("W_x"):
            return Symbol("W", sub=f"i{letter}")
        if name.startswith("W_h"):
            return Symbol("W", sub=f"h{letter}")
        if "b_hh" in cell.parameters and name == "b_h":
            return Symbol("b", sub="in")
        return Symbol("b", sub=f"i{letter}", plus=Symbol("b", sub=f"h{letter}"))
    if name in TORCH_LETTERS and cell.name in TORCH_SUBSCRIPTS:
        return Symbol(TORCH_LETTERS[name])
    return _column_symbol(name)


WRITERS: dict[str, Callable[[str, Cell | Composite], Symbol]] = {
    "row": _document_symbol,
    "column": _column_symbol,
    "uvw": _uvw_symbol,
    "torch": _torch_symbol,
}
