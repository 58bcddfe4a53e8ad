"""The same equations in four ways of writing them, with the shapes that go with each.

A notation says how each quantity and parameter of a trace is written and whether vectors are
rows (a weight stands to the right of its vector, (d, h)) or columns (to the left, (h, d)).
"""

from dataclasses import dataclass, field

from rnnviz.cells.description import Description
from rnnviz.locale import N_

NOTATIONS = ("row", "column", "uvw", "torch")

# PyTorch's letters where they differ: candidates, and the gate letters in weights' names.
TORCH_LETTERS = {"H_tilde": "n", "C_tilde": "g"}
TORCH_SUBSCRIPTS = {"gru": {"h": "n"}, "lstm": {"c": "g"}}


@dataclass(frozen=True)
class Symbol:
    """How a name is written: a letter, an accent over it, a subscript; or a sum of symbols.

    A quantity's subscript is its time step, which is added where it is shown.
    """

    base: str = ""
    accent: str = ""
    sub: str = ""
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
    key: str, cell: str, description: Description, parameters: tuple[str, ...], *, reset_after: bool
) -> Notation:
    """The notation `key`, one of NOTATIONS, for a cell of that name with those parameters.

    Raises ValueError for another key.
    """
    quantities = [q.name for q in description.quantities] + ["Y_hat"]
    pres = [q.pre for q in description.quantities if q.pre] + ["logits"]
    names = (*quantities, *parameters)
    if key == "row":
        symbols = {name: _document_symbol(name) for name in names}
        title, functions, note = N_("row vectors"), {"phi": "φ"}, ""
    elif key == "column":
        symbols = {name: _column_symbol(name) for name in names}
        title, functions, note = N_("column vectors"), {"phi": "f", "softmax": "g"}, ""
    elif key == "uvw":
        gated = sum(name.startswith("W_x") for name in parameters) > 1
        symbols = {name: _uvw_symbol(name, gated, "O" in quantities) for name in names}
        title, functions, note = N_("U, W, V"), {"phi": "f", "softmax": "g"}, ""
    elif key == "torch":
        symbols = {name: _torch_symbol(name, cell) for name in names}
        if reset_after:
            symbols["b_h"] = Symbol("b", sub="in")
        title, functions, note = N_("PyTorch's names"), {}, ""
        if cell == "gru" and not reset_after:
            note = N_(
                "PyTorch's nn.GRU applies the reset gate after the product with the weights; "
                "with these weights it would give other numbers."
            )
        elif cell != "mlp":
            note = N_("PyTorch keeps two biases; ours is their sum.")
    else:
        raise ValueError(f"notation is {key!r}; it must be one of {', '.join(NOTATIONS)}.")
    symbols |= {pre: Symbol("a" if key != "row" else "A", sub=pre[2:]) for pre in pres}
    symbols["logits"] = Symbol("A" if key == "row" else "a", sub="q" if key == "row" else "y")
    return Notation(key, title, key != "row", symbols, functions, note)


def _document_symbol(name: str) -> Symbol:
    """H_tilde as H with a tilde, W_xh as W with the subscript xh (000, 002, 003)."""
    if name.startswith(("W_", "b_")):
        return Symbol(name[0], sub=name[2:])
    letter, _, accent = name.partition("_")
    return Symbol(letter, accent)


def _column_symbol(name: str) -> Symbol:
    """Small letters for vectors; the output layer is W_hy, b_y (004)."""
    symbol = _document_symbol(name)
    if name.startswith(("W_", "b_")):
        return Symbol(symbol.base, sub=symbol.sub.replace("q", "y"))
    return Symbol(symbol.base.lower(), symbol.accent)


def _uvw_symbol(name: str, gated: bool, has_output_gate: bool) -> Symbol:
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
        return Symbol(letter, sub=name[-1] if gated else "")
    symbol = _document_symbol(name)
    if symbol.base == "H":
        return Symbol("S", symbol.accent)
    if name == "Y_hat" and not has_output_gate:
        return Symbol("O")
    return symbol


def _torch_symbol(name: str, cell: str) -> Symbol:
    """r, z, n and i, f, g, o; W_ir, W_hr, b_ir + b_hr (torch.nn.RNN, GRU, LSTM, Linear)."""
    if name in ("W_hq", "b_q"):
        return Symbol(name[0], sub="out")
    if name in ("W_xh", "b_h") and cell == "mlp":
        return Symbol(name[0], sub="in")
    if name == "b_hh":
        return Symbol("b", sub="hn")
    if name.startswith(("W_", "b_")):
        letter = TORCH_SUBSCRIPTS.get(cell, {}).get(name[-1], name[-1])
        if name.startswith("W_x"):
            return Symbol("W", sub=f"i{letter}")
        if name.startswith("W_h"):
            return Symbol("W", sub=f"h{letter}")
        return Symbol("b", sub=f"i{letter}", plus=Symbol("b", sub=f"h{letter}"))
    if name in TORCH_LETTERS and cell in TORCH_SUBSCRIPTS:
        return Symbol(TORCH_LETTERS[name])
    return _column_symbol(name)
