"""The hue of each quantity, the same in every view."""

from rnnviz.cells import GRU, LSTM
from rnnviz.cells.description import Description, Quantity

GATE_HUES = ("gate1", "gate2", "gate3")
# The documents' gates: I, F and O; R and Z.
HUES = {
    q.name: hue
    for cell in (LSTM, GRU)
    for q, hue in zip((q for q in cell.quantities if q.kind == "gate"), GATE_HUES, strict=False)
}


def hue_of(quantity: Quantity, description: Description) -> str:
    """The name of a quantity's hue, as `tokens.css` has them."""
    if quantity.kind == "gate":
        return _gate_hue(quantity, description)
    return "output" if quantity.kind == "logits" else quantity.kind


def _gate_hue(gate: Quantity, description: Description) -> str:
    """A gate has one hue in every cell; one that only this cell has takes what the others leave."""
    names = dict.fromkeys(_own_name(q) for q in description.quantities if q.kind == "gate")
    taken = [HUES[name] for name in names if name in HUES]
    free = [hue for hue in GATE_HUES if hue not in taken] or list(GATE_HUES)
    others = [name for name in names if name not in HUES]
    name = _own_name(gate)
    return HUES[name] if name in HUES else free[others.index(name) % len(free)]


def _own_name(quantity: Quantity) -> str:
    return quantity.own or quantity.name
