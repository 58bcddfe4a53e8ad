"""The stage as one HTML file: it opens from disk, without a network, and in a notebook."""

from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from rnnviz.locale import N_, translator
from rnnviz.model import SequenceModel
from rnnviz.stage.scene import scene
from rnnviz.stage.track import encoded, least_bytes
from rnnviz.trace import Trace
from rnnviz.web import PICTURES, TOKENS, joined, mathfont, sheets
from rnnviz.web.document import document
from rnnviz.web.frame import frame

ASSETS = Path(str(files("rnnviz.stage") / "assets"))
# The padding above the stage on this page, as in stage.css.
PADDING = 14
# Equations are as large as fits their letters, which a page that is a file has within a few milliseconds.
READY = (
    f"const above = {PADDING};\nawait {mathfont.LOADING};"
    + """
const pictures = async () => ({ savePicture, showPictures, sheetOf });
const host = document.body.appendChild(document.createElement("div"));
const told = JSON.parse(document.getElementById("data").textContent);
"""
)
BEGIN = READY + "mount(host, { ...told, above, pictures });\n"
# One sample at a time stands there, at the place of the one before it.
BEGIN_SAMPLES = (
    READY
    + """let place = {};
const show = (now) => {
  const { id, track } = told.samples[now];
  const scene = { ...told.scene, id, tracks: [{ ...told.scene.tracks[0], ...track }] };
  const samples = { now, names: told.samples.map((one) => one.name) };
  const onPlace = (at) => { place = at; };
  mount(host, { scene, place, samples, above, pictures, onPlace, onSample: show });
};
show(0);
"""
)
# How many samples a page holds, and about how many bytes of numbers: of all, and of one where that alone has more.
MOST_SAMPLES = 12
MOST_BYTES, MOST_OF_ONE = 10_000_000, 30_000_000
BEGINNING = N_("the first {steps} of {T} steps")
SAMPLE = N_("sample {k} of {count}")


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


def samples_html(
    sample: Callable[[int], Trace], language: str = "en", captions: Sequence[str] = ()
) -> str:
    """A page with the stage of one sample of a batch at a time, complete in itself: of the first ones, as many as such
    a page holds.

    sample(k): the trace of one, all of the same cell. captions: the words beside each, of all that there are.
    """
    scenes: list[dict[str, Any]] = []
    names: list[str] = []
    room = MOST_BYTES
    for k in range(min(len(captions), MOST_SAMPLES)):
        trace = sample(k)
        room -= least_bytes(trace)
        if scenes and room < 0:
            break
        own, names = sample_scene(trace, language, captions, k, len(captions))
        scenes.append(own)
    first = scenes[0]["tracks"][0]
    told = {
        "scene": scenes[0],
        # What all have in common travels once.
        "samples": [
            {
                "name": name,
                "id": one["id"],
                "track": {key: own for key, own in one["tracks"][0].items() if own != first[key]},
            }
            # As many as stand here, of all that there are.
            for name, one in zip(names, scenes, strict=False)
        ],
    }
    return page(sample(0).cell.title, language, told, BEGIN_SAMPLES)


def sample_scene(
    trace: Trace,
    language: str,
    captions: Sequence[str],
    k: int,
    count: int,
    most: int | None = None,
) -> tuple[dict[str, Any], list[str]]:
    """The scene of the k-th sample of a batch, and what all of those are called that have a caption. Of a trace that is
    too long to be shown, its beginning. count: of the batch's samples. most: about how many bytes the numbers may have.
    """
    _ = translator(language)
    most = MOST_OF_ONE if most is None else most
    said = [captions[k]]
    if (size := least_bytes(trace)) > most:
        steps = max(1, trace.steps * most // size)
        said.append(_(BEGINNING).format(steps=steps, T=trace.steps))
        trace = trace.beginning(steps)
    names = [_(SAMPLE).format(k=one + 1, count=count) for one in range(len(captions))]
    return scene(trace, language, " · ".join(filter(None, said))), names


def page(title: str, language: str, told: object, begin: str = BEGIN) -> str:
    """The page of a stage. told: what it is mounted with, as JSON has it; begin: the script that does so."""
    script = joined(ASSETS / "main.js", PICTURES) + begin
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
