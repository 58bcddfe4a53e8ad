"""The stage as one HTML file: it opens from disk, without a network, and in a notebook."""

from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from rnnviz.model import SequenceModel
from rnnviz.stage.scene import scene
from rnnviz.stage.track import encoded
from rnnviz.trace import Trace
from rnnviz.web import PICTURES, TOKENS, joined, mathfont, sheets
from rnnviz.web.document import document
from rnnviz.web.frame import frame

ASSETS = Path(str(files("rnnviz.stage") / "assets"))
# The padding above the stage on this page, as in stage.css.
PADDING = 14
# Equations are as large as fits their letters, which a page that is a file has within a few milliseconds.
BEGIN = (
    f"const PADDING = {PADDING};\nawait {mathfont.LOADING};"
    + """
const pictures = async () => ({ savePicture, showPictures, sheetOf });
const place = document.body.appendChild(document.createElement("div"));
const told = JSON.parse(document.getElementById("data").textContent);
mount(place, { ...told, above: PADDING, pictures });
"""
)


def html(
    traces: Trace | Sequence[Trace],
    language: str = "en",
    captions: str | Sequence[str] = "",
    place: dict[str, object] | None = None,
    labels: Sequence[str] | None = None,
    moments: Sequence[Mapping[int, SequenceModel]] = (),
) -> str:
    """A page with the stage on one trace or on several, complete in itself.

    captions, labels: the words beside each and what it is called, as for `scene`. place: where to
    begin, as in links: t, phase, unit, notation, changes. moments: for each trace, its model as it
    was after some numbers of gradient steps, whose weights a reader may then put in the place of
    its own.
    Raises ValueError as `scene` does.
    """
    data = staged(traces, language, captions, labels, moments)
    return page(_titles(traces), language, {**data, "place": place or {}})


def page(title: str, language: str, told: object) -> str:
    """The page of a stage. told: what it is mounted with, as JSON has it."""
    script = joined(ASSETS / "main.js", PICTURES) + BEGIN
    return document(f"rnnviz · {title}", language, style(), told, script)


def staged(
    traces: Trace | Sequence[Trace],
    language: str,
    captions: str | Sequence[str],
    labels: Sequence[str] | None,
    moments: Sequence[Mapping[int, SequenceModel]],
) -> dict[str, Any]:
    """What a stage in a file is mounted with, but for its place: see `html`."""
    weights = [{k: encoded(model.parameters) for k, model in own.items()} for own in moments]
    return {"scene": scene(traces, language, captions, labels=labels), "moments": weights}


def style() -> str:
    """The style sheet of the stage, in CSS."""
    return sheets(TOKENS, ASSETS / "stage.css")


def _titles(traces: Trace | Sequence[Trace]) -> str:
    several = [traces] if isinstance(traces, Trace) else traces
    return ", ".join(trace.cell.title for trace in several)


def notebook_html(trace: Trace) -> str:
    """The page in a frame of its own, as notebooks show it."""
    return frame(html(trace))
