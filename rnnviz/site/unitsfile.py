"""The Units page of one network and one text as one HTML file, which computes itself what is asked of it."""

import tempfile
import warnings
import webbrowser
from collections.abc import Iterable, Mapping
from itertools import groupby
from numbers import Integral
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import numpy as np
import numpy.typing as npt

from rnnviz import files, web
from rnnviz.address.units_link import UnitsLink
from rnnviz.address.units_page import page_data
from rnnviz.address.units_source import MOST, MOST_NUMBERS
from rnnviz.engine.program import program
from rnnviz.locale import N_, Refusal, translator
from rnnviz.model import SequenceModel
from rnnviz.notebook.cells import is_notebook
from rnnviz.notebook.cells import show as show_below
from rnnviz.site.asking import asking_data, pairs_data
from rnnviz.stage import standalone as stage
from rnnviz.stage.track import encoded
from rnnviz.text import characters
from rnnviz.units.labels import label as ready
from rnnviz.units.reading import Reading, numbers, read
from rnnviz.units.spans import MOST_SPANS, TOO_MANY_SPANS
from rnnviz.units.view import STYLE, asking
from rnnviz.units.view import text as view
from rnnviz.web.document import document
from rnnviz.web.frame import Framed

ASSETS = Path(__file__).with_name("assets")
WORKERS = {"reader": ASSETS / "reader.js", "patterns": ASSETS / "units" / "patterns.js"}
WORDS = {
    "noPlotly": N_(
        "A file does not hold what draws the cloud of states; the Units page of the app has it."
    ),
    "failed": N_("This page could not compute it; the browser’s console says why."),
}
BEGIN = """
begin(document.body, JSON.parse(document.getElementById("data").textContent), { showPictures });
"""


def html(
    model: SequenceModel,
    text: str | Iterable[str],
    *,
    quantity: str,
    unit: int,
    label: str | npt.ArrayLike,
    at: int | None,
    language: str,
) -> str:
    """The page as HTML: see `rnnviz.units.html`."""
    if not isinstance(model, SequenceModel):
        raise TypeError(
            f"model is of the type {type(model).__name__}; it must be a SequenceModel, as rnnviz.from_torch and "
            "rnnviz.from_keras make them."
        )
    if not isinstance(text, Iterable):
        raise TypeError(f"text is {text!r}; it must be a str, or characters.")
    tokens = characters(text) if isinstance(text, str) else tuple(text)
    most = min(MOST, MOST_NUMBERS // numbers(model))
    if len(tokens) > most:
        raise ValueError(
            f"The text has {len(tokens):,} characters; of this model a page holds at most {most:,}."
        )
    seen = read(model, tokens)
    place = UnitsLink(**{**_place(seen, quantity, unit, at), **_asked(seen, label)})
    told = _told(seen, language) | {"search": urlencode(place.to_query())}
    script = web.joined(ASSETS / "unitsfile.js", web.PICTURES) + BEGIN
    style = stage.style() + web.sheets(STYLE)
    return document(f"rnnviz · {model.cell.title}", language, style, told, script, has_workers=True)


def show(page: str, file: str | Path | None) -> Path | None:
    """Show a page, or write it: see `rnnviz.units.show`."""
    if file is None and is_notebook():
        show_below(Framed(page))
        return None
    path = Path(file or Path(tempfile.mkdtemp(prefix="rnnviz-")) / "units.html")
    files.put(path.resolve(), page.encode(), mode=files.AS_OTHERS)
    if file is None and not webbrowser.open(path.absolute().as_uri()):
        # At the line that has called `rnnviz.units.show`.
        warnings.warn(f"There is no browser here; the page is in {path}.", stacklevel=3)
    return path


def _place(seen: Reading, quantity: str, unit: object, at: object) -> dict[str, Any]:
    units = view.checked(seen, quantity).shape[1]
    return {
        "quantity": quantity,
        "unit": _whole("unit", unit, units),
        "k": None if at is None else _whole("at", at, len(seen.text)),
    }


def _whole(name: str, value: object, count: int) -> int:
    """A number from NumPy, too. Raises ValueError."""
    if not (isinstance(value, Integral) and 0 <= int(value) < count):
        raise ValueError(
            f"{name} is {value!r}; it must be a whole number from 0 to {count - 1} here."
        )
    return int(value)


def _asked(seen: Reading, label: str | npt.ArrayLike) -> dict[str, str]:
    """What a link has of a label: a ready one's name, or where a mask is on. Raises Refusal."""
    if isinstance(label, str):
        if label:
            ready(seen, label)
        return {"label": label}
    mask, count = np.asarray(label), len(seen.text)
    if mask.shape != (count,) or mask.dtype.kind != "b":
        raise ValueError(
            f"label has the shape {mask.shape} and the type {mask.dtype}; it must be a name, or {count} values of "
            "True and False, one a character."
        )
    runs = _runs(mask)
    if len(runs) > MOST_SPANS:
        raise Refusal(TOO_MANY_SPANS, count=len(runs), most=MOST_SPANS)
    return {"label": asking.SPANS, "spans": ",".join(f"{first + 1}-{stop}" for first, stop in runs)}


def _runs(mask: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
    """The first place of each run that is on, and the place after its last one."""
    found = []
    for is_on, places in groupby(range(len(mask)), key=lambda k: bool(mask[k])):
        run = [*places]
        if is_on:
            found.append((run[0], run[-1] + 1))
    return found


def _told(seen: Reading, language: str) -> dict[str, Any]:
    """See `UnitsFile` in `units.d.ts`."""
    model, translate = seen.model, translator(language)
    source = {
        "kind": "file",
        "cell": translate(model.cell.title),
        "name": "",
        "at": None,
        "steps": [],
        "textual": "",
        "unknown": [],
        "opening": None,
        **view.told(seen, translate),
    }
    # The page computes it.
    del source["loss"]
    data = asking_data(language)
    speaks = any(set(model.labels) <= {*one["characters"]} for one in data["pairedOf"])
    return {
        **page_data(language),
        "words": _translated(WORDS, language),
        # What trainings of the reader's browser need.
        "asking": data | {"cells": {}, "corpora": {}},
        "network": {
            "key": "",
            "source": source,
            "program": program(model),
            "states": seen.states,
            "weights": encoded(model.parameters),
        },
        "labels": [one | {"files": None} for one in asking.offered(seen, translate)],
        "pairs": pairs_data() if speaks else [],
        "workers": {name: web.joined(path) for name, path in WORKERS.items()},
    }


def _translated(messages: Mapping[str, str], language: str) -> dict[str, str]:
    return {name: translator(language)(message) for name, message in messages.items()}
