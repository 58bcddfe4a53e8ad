"""The cells of the static edition as templates, from which the browser makes a track of any text.

A template is what `rnnviz.stage.track` says of a cell whatever its size and its text: equations, notations, diagrams,
derivatives, in a language. `assets/track.js` puts sizes, text, weights and numbers into it.
"""

from collections.abc import Mapping
from typing import Any

from rnnviz.cells import Cell
from rnnviz.model import SequenceModel
from rnnviz.stage.track import track
from rnnviz.text import Vocabulary

# Any text and size would do: nothing of it stays in the template.
TEXT, UNITS = "abc", 2
# What `track.js` fills in.
FILLED = ("id", "caption", "sizes", "inputs", "vocabulary", "labels", "targets", "likeliest")


def template(cell: type[Cell], language: str) -> dict[str, Any]:
    """A cell in a language: {track, axes, tensors}.

    track: without what depends on size, text and weights. axes: of each parameter of the cell, in
    the order in which random ones are drawn, the letters of its axes, such as "dh". tensors: the
    names of all that is sent.
    """
    model = SequenceModel.random(cell, Vocabulary(TEXT), UNITS, seed=0)
    whole = track(model.trace(TEXT[:-1], targets=TEXT[1:]), language)
    tensors = whole.pop("tensors")
    assert isinstance(tensors, Mapping)
    kept = {name: value for name, value in whole.items() if name not in {*FILLED, "parameters"}}
    return {"track": kept, "axes": cell.axes(), "tensors": list(tensors)}
