"""Traces explained: the equation of a phase, the sum behind a number, the four notations."""

from rnnviz.cells.equation import parse
from rnnviz.cells.expression import Equation
from rnnviz.explain.notation import NOTATIONS, notation
from rnnviz.explain.terms import Factor, Term, UnitSum, unit_sum

__all__ = [
    "NOTATIONS",
    "Equation",
    "Factor",
    "Term",
    "UnitSum",
    "notation",
    "parse",
    "unit_sum",
]
