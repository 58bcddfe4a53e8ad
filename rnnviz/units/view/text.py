"""The text, coloured by a unit; what the network expected; all units at a glance.

Places and units count from 0. Arrays are base64 of little-endian floats, or of signed bytes, row by
row.
"""

import base64
import unicodedata
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from rnnviz.cells.activations import Array
from rnnviz.cells.description import titled
from rnnviz.explain.hues import hue_of
from rnnviz.locale import N_, Refusal
from rnnviz.units.likeness import by_likeness
from rnnviz.units.reading import Reading
from rnnviz.units.turns import turn

# What the network expected is asked for in blocks of places, since one walks through them; and of each
# place its likeliest outputs are told.
BLOCK, LIKELIEST = 256, 5
MOST_COLUMNS = 2_000
# A share of the scale's end is a whole number of these steps, either way.
SHADES = 127
NO_QUANTITY = N_("{name} is no quantity of this network; it has {fits}.")
NO_UNIT = N_("{name} has {count} units here; there is no unit {unit}.")


def told(seen: Reading, translate: Callable[[str], str]) -> dict[str, Any]:
    """The text that was read and the quantities that colour it.

    characters: N of them; widths: of each in columns of a fixed-width font, "1" or "2". loss: what
    predicting the character after each place cost, in nats. outputs: all that the network can say.
    """
    return {
        "characters": list(seen.text),
        "widths": "".join(map(_width, seen.text)),
        "loss": floats(seen.loss),
        "outputs": list(seen.model.labels),
        "quantities": quantities(seen, translate),
    }


def unit(seen: Reading, quantity: str, unit: int) -> dict[str, Any]:
    """One unit's value at every place. Raises Refusal for a quantity or a unit that is not there."""
    values = checked(seen, quantity, unit)[:, unit]
    return {
        "values": floats(values),
        "mean": float(values.mean()),
        "deviation": float(values.std()),
    }


def turning(
    seen: Reading, quantity: str, unit: int, label: npt.NDArray[np.generic] | None
) -> dict[str, Any]:
    """Where the page begins: the place at which a unit turns. label: None where none is asked."""
    return {"k": turn(checked(seen, quantity, unit)[:, unit], label)}


def expected(seen: Reading, block: int) -> dict[str, Any]:
    """What the network expected after each place of a block: the likeliest outputs, by their
    numbers, and their probabilities, the likeliest first."""
    first = block * BLOCK
    if not 0 <= first < len(seen.text):
        raise Refusal(N_("There is no character {place} in this text."), place=first + 1)
    Y_hat = seen.expected(slice(first, first + BLOCK))
    likeliest = np.argsort(-Y_hat, axis=1, kind="stable")[:, :LIKELIEST]
    found = np.take_along_axis(Y_hat, likeliest, axis=1)
    return {"outputs": likeliest.tolist(), "p": [[float(p) for p in row] for row in found]}


def overview(seen: Reading, quantity: str, columns: int) -> dict[str, Any]:
    """Every unit over the whole text: (h, columns), of the places in each column the value that is
    farthest from the unit's mean, so that two places where it is on are seen among hundreds; as
    shares of the scale's end in bytes from −127 to 127.

    alike: the units in an order in which neighbours run alike.
    """
    values = checked(seen, quantity)
    columns = min(columns, len(values), MOST_COLUMNS)
    edges = np.linspace(0, len(values), columns + 1).astype(int)
    most, least = (one.reduceat(values, edges[:-1], axis=0) for one in (np.maximum, np.minimum))
    farthest = np.where(most + least > 2 * values.mean(axis=0), most, least)
    shares = np.rint(farthest.T / scale_end(values) * SHADES).astype(np.int8)
    return {
        "columns": columns,
        "rows": len(shares),
        "shares": base64.b64encode(shares.tobytes()).decode(),
        "alike": by_likeness(values),
    }


def checked(seen: Reading, quantity: str, unit: int = 0) -> Array:
    """A quantity's values, (N, h). Raises Refusal where it, or the unit, is not there."""
    if quantity not in seen.quantities:
        raise Refusal(NO_QUANTITY, name=quantity, fits=", ".join(seen.quantities))
    values = seen[quantity]
    if not 0 <= unit < values.shape[1]:
        raise Refusal(NO_UNIT, name=quantity, count=values.shape[1], unit=unit + 1)
    return values


def floats(values: npt.ArrayLike) -> str:
    return base64.b64encode(np.asarray(values, "<f8").tobytes()).decode()


def scale_end(values: Array) -> float:
    """The end of the scale of a quantity's colours: 1, unless something lies beyond."""
    return max(1.0, float(np.ceil(2 * np.abs(values).max()) / 2))


def quantities(seen: Reading, translate: Callable[[str], str]) -> list[dict[str, Any]]:
    """What the page is told of each quantity that colours the text."""
    return [_quantity(seen, name, translate) for name in seen.quantities]


def _quantity(seen: Reading, name: str, translate: Callable[[str], str]) -> dict[str, Any]:
    description = seen.model.cell.description
    quantity = description.quantity(name)
    is_signed = quantity.kind != "gate"
    return {
        "name": name,
        "title": titled(quantity.title, quantity.path, translate),
        "hue": hue_of(quantity, description),
        "isSigned": is_signed,
        "high": scale_end(seen[name]) if is_signed else 1.0,
        "units": seen[name].shape[1],
    }


def _width(character: str) -> str:
    """How many columns a character takes: Chinese signs and emoji take two."""
    wide = any(unicodedata.east_asian_width(one) in "WF" for one in character)
    return "2" if wide else "1"
