"""What rnnviz's numbers were held to when that was last measured, and by how much they differed from it.

`python -m rnnviz.training.warrants` measures it anew, in half a minute; `rnnviz check` does so without keeping it.
"""

import json
import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from rnnviz.cells import EVERY_CELL, Bidirectional, Cell, Composite, Stacked
from rnnviz.locale import N_

FILE = Path(__file__).with_name("warrants.json")
# More than rounding: a difference as large as this is a mistake.
ROUNDING, SLOPE = 1e-12, 1e-8
DIGITS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
# What several cells make together, by the type of the whole.
TOGETHER: Mapping[type[Composite], str] = {Stacked: "layers", Bidirectional: "directions"}
# Whose numbers were compared, where it is no cell.
OTHERS = {
    "layers": N_("LSTM in two layers"),
    "directions": N_("GRU in two directions"),
    "softmax": N_("Softmax"),
    "adam": "Adam",
}
WHAT = {
    "states": N_("states and losses"),
    "gradients": N_("gradients of all weights"),
    "quantities": N_("every gate, sum and state"),
    "partials": N_("gradients of every quantity and weight"),
    "slopes": N_("gradients of all weights"),
    "loss": N_("losses"),
    "learnt": N_("weights after a hundred steps"),
}
# What is held to something of PyTorch's by its own name is not among them.
HELD_TO = {
    "autograd": N_("PyTorch's autograd"),
    "a second program": N_("a second program, written apart in PyTorch"),
    "the slope of the loss": N_("the slope of the loss, each weight moved up and down by 0.00001"),
}


class Warrant(NamedTuple):
    """network: a cell's name, or one of OTHERS. what: one of WHAT. to: one of HELD_TO, or a name in PyTorch. numbers:
    how many were compared. largest: of the differences, each relative to the number where that is larger than 1.
    options: the values of the cell's options that were tried."""

    network: str
    what: str
    to: str
    numbers: int
    largest: float
    options: Mapping[str, list[Any]] = {}

    @property
    def holds(self) -> bool:
        return self.largest < (SLOPE if self.what == "slopes" else ROUNDING)

    @property
    def is_of_gradients(self) -> bool:
        return self.what in ("gradients", "partials", "slopes")

    def words(self) -> tuple[str, str, str]:
        """Whose numbers, which, and what they were held to, in English for the catalogues."""
        title = OTHERS.get(self.network) or EVERY_CELL[self.network].title
        return title, WHAT[self.what], HELD_TO.get(self.to, self.to)

    def covers(self, cell: Cell) -> bool:
        """Whether it was measured of such a cell, with its very options."""
        return self.network == cell.name and all(
            value in self.options.get(name, ()) for name, value in cell.options.items()
        )


class Record(NamedTuple):
    """date: when it was measured, such as 2026-11-28; versions: by what, by name."""

    date: str
    versions: Mapping[str, str]
    warrants: tuple[Warrant, ...]


@cache
def recorded() -> Record:
    found = json.loads(FILE.read_text("utf-8"))
    return Record(
        found["date"], found["versions"], tuple(Warrant(**one) for one in found["warrants"])
    )


def warrants_of(cell: Cell | Composite) -> list[Warrant]:
    """What was measured of a network's own cells, of cells put together as it has them, and of its losses."""
    together, cells = _parts(cell)
    networks = {*together, "softmax"}
    return [
        one for one in recorded().warrants if one.network in networks or any(map(one.covers, cells))
    ]


def is_measured(cell: Cell | Composite) -> bool:
    """Whether each of a network's cells was, with its very options; one that a reader has written was not."""
    _, cells = _parts(cell)
    return all(any(one.covers(part) for one in recorded().warrants) for part in cells)


def _parts(whole: Cell | Composite) -> tuple[set[str], list[Cell]]:
    """The names of the ways in which cells are put together, and the cells."""
    if isinstance(whole, Cell):
        return set(), [whole]
    found = [_parts(member.cell) for member in whole.members]
    names = {TOGETHER[type(whole)]}.union(*(inner for inner, _ in found))
    return names, [cell for _, inner in found for cell in inner]


def power(value: float) -> str:
    """A small number as its digits and a power of ten, such as 4.4·10⁻¹⁶, rounded up."""
    unit = 10.0 ** (math.floor(math.log10(value)) - 1)
    digits, exponent = f"{math.ceil(round(value / unit, 6)) * unit:.1e}".split("e")
    return f"{digits}·10{str(int(exponent)).translate(DIGITS)}"
