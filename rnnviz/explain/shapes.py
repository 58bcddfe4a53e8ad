"""The parameters of a cell with its output layer, counted (000, 002, 003, 004)."""

from math import prod

from rnnviz.cells import EVERY_CELL


def parameter_count(cell_name: str, d: int, h: int, q: int) -> int:
    """The parameters of a cell in EVERY_CELL with an output layer, or of "bidirectional" RNNs.

    Raises ValueError for another name.
    """
    if cell_name == "bidirectional":
        return 2 * (parameter_count("rnn", d, h, q) - h * q - q) + 2 * h * q + q
    if cell_name not in EVERY_CELL:
        names = ", ".join(EVERY_CELL)
        raise ValueError(f"cell_name is {cell_name!r}; it must be one of {names} or bidirectional.")
    sizes = {"d": d, "h": h, "1": 1}
    axes = EVERY_CELL[cell_name].axes().values()
    return sum(prod(sizes[axis] for axis in letters) for letters in axes) + h * q + q
