"""A diagram laid out from a cell's equations."""

from rnnviz.cells.description import Diagram, Phase, Quantity, Weight


def layered(
    quantities: tuple[Quantity, ...], weights: tuple[Weight, ...], phases: tuple[Phase, ...]
) -> Diagram:
    return Diagram((), ())
