"""The networks of the static edition as templates, from which the browser makes a track of any text.

A template is what `rnnviz.stage.track` says of a network whatever its sizes and its text: equations, notations,
diagrams, derivatives, in a language. `assets/track.js` puts sizes, text, weights and numbers into it.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from rnnviz.cells import Cell, Composite
from rnnviz.export.notebook import notebook
from rnnviz.export.numbers import about_cell, axes
from rnnviz.export.torch_script import code
from rnnviz.locale import translator
from rnnviz.network import Network
from rnnviz.stage.track import EACH_WAY, track
from rnnviz.text import Vocabulary
from rnnviz.weights import FORMAT
from rnnviz.weights import about_cell as kept_cell

# Any text and size would do: nothing of it stays in the template.
TEXT, UNITS = "abc", 2
# What `track.js` fills in.
FILLED = (
    "id",
    "caption",
    "sizes",
    "vocabulary",
    "inputs",
    "labels",
    "targets",
    "tags",
    "learnt",
    "readings",
    "likeliest",
)
# What `notebook.js` replaces in a notebook.
DATA_MARK, READING_MARK = "%DATA%", "%READING%"


@cache
def template(cell: str, layers: int, language: str, equations: str = "") -> dict[str, Any]:
    """A network in a language: {track, prefixes, tensors}.

    cell, equations: as `Network` has them. track: without what depends on sizes, text and weights.
    prefixes: with what the names of each of its cells begin, one for each layer or direction.
    tensors: the names of all that is sent. numbers: for files of numbers, the names of the trace in
    its order, the axes of all and what is said of the cell. code: for PyTorch, with layers of one
    size, of several, and with whatever is held by hand, what the file says of itself and its lines.
    notebook: one with marks in it; kept: what a file of weights says of the cell.
    """
    _ = translator(language)
    network = Network(cell, (UNITS,) * layers, equations)
    model = network.random(Vocabulary(TEXT), seed=0)
    trace = model.trace(TEXT[:-1], targets=TEXT[1:])
    whole = track(trace, language)
    tensors = whole.pop("tensors")
    assert isinstance(tensors, Mapping)
    kept: dict[str, Any] = {
        name: value for name, value in whole.items() if name not in {*FILLED, "parameters"}
    }
    size = _(EACH_WAY) if network.is_two_way else "h = {h}"
    members = getattr(model.cell, "members", ())
    return {
        "track": kept | {"cell": {**kept["cell"], "size": size}},
        "prefixes": [member.name("") for member in members] or [""],
        "tensors": list(tensors),
        "code": _code(network, _),
        "notebook": notebook(_(model.cell.title), DATA_MARK, READING_MARK, _),
        "kept": {"format": FORMAT, **kept_cell(model.cell)},
        "numbers": {"names": list(trace), "axes": axes(trace), "about": about_cell(trace)},
    }


def _code(network: Network, _: Callable[[str], str]) -> dict[str, tuple[str, str]]:
    def cell(*sizes: int) -> Cell | Composite:
        return replace(network, sizes=sizes).random(Vocabulary(TEXT), seed=0).cell

    layers = range(len(network.sizes))
    alike = cell(*(UNITS for _layer in layers))
    held = [
        name
        for quantity in alike.description.quantities
        if quantity.kind != "input"
        for name in (quantity.name, quantity.pre)
        if name
    ]
    return {
        "alike": code(alike, _),
        "other": code(cell(*(UNITS + k for k in layers)), _),
        "held": code(alike, _, held),
    }
