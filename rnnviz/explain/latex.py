"""Formulas with numbers and colours in them, as LaTeX."""

from rnnviz.cells.activations import Array
from rnnviz.explain.concatenation import Concatenation

# One a level, from the output inwards, as 001 colours them; each is also named by its lag.
LEVELS = ("#2b87d8", "#dd6b20", "#0e93a8", "#b04fcb", "#a8820c", "#2f9e44")


def matrix(values: Array, colours: tuple[str, ...] = (), digits: int = 2) -> str:
    """A matrix of numbers; colours, if given, one a row or one a column.

    values: (i, j). The colours are those of the rows if there are i of them, else of the columns.
    """
    i, j = values.shape

    def coloured(number: float, row: int, column: int) -> str:
        text = f"{number:.{digits}f}"
        if not colours:
            return text
        colour = colours[row] if len(colours) == i != j else colours[column]
        return rf"\textcolor{{{colour}}}{{{text}}}"

    rows = (
        " & ".join(coloured(values[row, column], row, column) for column in range(j))
        for row in range(i)
    )
    return r"\begin{bmatrix}" + r" \\ ".join(rows) + r"\end{bmatrix}"


def substituted(levels: int) -> str:
    """001's V s_t with the state substituted `levels` times, a colour a level."""

    def lag(k: int) -> str:
        return f"t-{k}" if k else "t"

    def state(k: int) -> str:
        if k == levels:
            return f"s_{{{lag(k)}}}"
        colour = LEVELS[k % len(LEVELS)]
        return (
            rf"\textcolor{{{colour}}}{{f\big(U x_{{{lag(k)}}} + W}}"
            rf"\,{state(k + 1)}\,\textcolor{{{colour}}}{{\big)}}"
        )

    return f"V s_t = V\\,{state(0)}" if levels else "V s_t"


def added_and_joined(c: Concatenation, of_x: str, of_h: str) -> tuple[str, str, str]:
    """002's two ways to one matrix, and the largest difference between them.

    of_x, of_h: the colours of what belongs to X and to H.
    """
    x, h = (of_x,) * c.W.shape[1], (of_h,) * c.W.shape[1]
    both = (of_x,) * len(c.W_xh) + (of_h,) * len(c.W_hh)
    added = (
        f"{matrix(c.X, x[: len(c.W_xh)])}{matrix(c.W_xh, x)} + {matrix(c.H, h)}{matrix(c.W_hh, h)}"
        f" = {matrix(c.added, digits=4)}"
    )
    joined = f"{matrix(c.XH, both)}{matrix(c.W, both)} = {matrix(c.joined, digits=4)}"
    return added, joined, scientific(c.difference)


def scientific(value: float) -> str:
    """Such as 4.4 \\cdot 10^{-16}; 0 is 0."""
    digits, _, power = f"{value:.1e}".partition("e")
    return rf"{digits} \cdot 10^{{{int(power)}}}" if value else "0"
