"""Traces explained: the sum behind a number, the six notations; how far a gradient reaches, and who
remembers what."""

from rnnviz.cells.equation import parse
from rnnviz.cells.expression import Equation
from rnnviz.explain.backwards import Arrival, backwards
from rnnviz.explain.by_distance import by_distance
from rnnviz.explain.jacobians import jacobians
from rnnviz.explain.ledger import ledger
from rnnviz.explain.notation import NOTATIONS, notation
from rnnviz.explain.reach import reach
from rnnviz.explain.scan import Scan, Stretch, scan
from rnnviz.explain.terms import Factor, Term, UnitSum, unit_sum
from rnnviz.explain.witnesses import Witness, witnesses

__all__ = [
    "NOTATIONS",
    "Arrival",
    "Equation",
    "Factor",
    "Scan",
    "Stretch",
    "Term",
    "UnitSum",
    "Witness",
    "backwards",
    "by_distance",
    "jacobians",
    "ledger",
    "notation",
    "parse",
    "reach",
    "scan",
    "unit_sum",
    "witnesses",
]
