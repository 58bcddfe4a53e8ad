"""A written cell as the Python file that would make it a built-in one."""

from dataclasses import MISSING, fields
from typing import Any

from rnnviz.cells.description import Phase, Quantity, Weight
from rnnviz.cells.written import Written

FILE = '''"""A cell that was written as equations."""

from rnnviz.cells.cell import Cell
from rnnviz.cells.description import Phase, Quantity, Weight
from rnnviz.locale import N_


class OwnCell(Cell):
    """Parameters {parameters}."""

    name = "own"
    title = "Own cell"
    states = {states}
    weights = (
{weights}
    )
    quantities = (
{quantities}
    )
    phases = (
{phases}
    )
'''
# The words among the fields, which a catalogue translates.
WORDS = ("title", "word", "meaning")


def source(cell: Written) -> str:
    """The text of a Python module with the class `OwnCell`, which computes what `cell` does."""
    own = cell.description
    return FILE.format(
        parameters=", ".join(f"{w.name} ({', '.join(w.axes)})" for w in own.weights),
        states=repr(cell.states),
        weights=_rows(own.weights),
        quantities=_rows(own.quantities),
        phases=_rows(own.phases),
    )


def _rows(declared: tuple[Quantity | Weight | Phase, ...]) -> str:
    return "\n".join(f"        {_call(one)}," for one in declared)


def _call(declared: Any) -> str:
    """The call that makes a value again: its fields in order, named after the first left out."""
    arguments: list[str] = []
    is_positional = True
    for field in fields(declared):
        value = getattr(declared, field.name)
        if field.default is not MISSING and value == field.default:
            is_positional = False
            continue
        written = f"N_({value!r})" if field.name in WORDS else repr(value)
        is_positional = is_positional and field.default is MISSING
        arguments.append(written if is_positional else f"{field.name}={written}")
    return f"{type(declared).__name__}({', '.join(arguments)})"
