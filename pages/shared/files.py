"""The files in which a reader takes a link's view away: one name for each format, and its text."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pages.shared import scene
from rnnviz.address.changes import Bounds, carried_out, read
from rnnviz.address.link import Link
from rnnviz.address.reading import model_after, moments
from rnnviz.export import to_csv, to_json, to_notebook, to_npz, to_torch_script, to_torch_zip
from rnnviz.locale import translator
from rnnviz.trace import Trace

MOST_IN_NAME = 24
Translate = Callable[[str], str]


@dataclass(frozen=True)
class Format:
    """media_type: as servers name it. made: the file of one trace; None for the stage's own."""

    media_type: str
    made: Callable[[Trace, Translate], str | bytes] | None


FORMATS = {
    "html": Format("text/html", None),
    "csv": Format("text/csv", to_csv),
    "json": Format("application/json", lambda trace, _: to_json(trace)),
    "npz": Format("application/octet-stream", lambda trace, _: to_npz(trace)),
    "ipynb": Format("application/x-ipynb+json", to_notebook),
    "py": Format("text/x-python", to_torch_script),
    "zip": Format("application/zip", to_torch_zip),
}


def made(link: Link, traces: Sequence[Trace], form: str, language: str) -> bytes:
    """The file of a link in one of FORMATS.

    All but the stage are of the network in focus, with the changes of the link. Raises Refusal
    where a format cannot hold it.
    """
    make = FORMATS[form].made
    if make is None:
        return scene.file_of(link, traces, language).encode()
    body = make(changed(link, traces), translator(language))
    return body.encode() if isinstance(body, str) else body


def changed(link: Link, traces: Sequence[Trace]) -> Trace:
    """The trace of the network in focus, with what was changed on it by hand."""
    focus = link.track - 1
    bounds = [
        Bounds.of(trace, moments(track)) for track, trace in zip(link.tracks, traces, strict=True)
    ]
    found, _left = read(link.changes, bounds)
    own = [change for change in found if change.track == focus]
    if not own:
        return traces[focus]
    named = {change.moment for change in own if change.kind == "weights"}
    weights = {steps: model_after(link.tracks[focus], steps).parameters for steps in named}
    return carried_out(traces[focus], own, weights)


def name(link: Link, form: str) -> str:
    """The file's name: cell, text and step, such as rnnviz-lstm-hello-t3.csv."""
    text = re.sub(r"[\W_]+", "-", link.text)[:MOST_IN_NAME].strip("-")
    parts = ["rnnviz", link.tracks[link.track - 1].cell, text, f"t{link.t}"]
    return "-".join(filter(None, parts)) + f".{form}"
