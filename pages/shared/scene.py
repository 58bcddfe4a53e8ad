"""The data of a link's stage, as the browser receives it."""

import re
from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any
from weakref import ref

from pages.shared.assets import STAGE_ASSETS
from rnnviz.address.caption import caption, labels
from rnnviz.address.elsewhere import far_carried
from rnnviz.address.link import PLACE, Link, Problem
from rnnviz.address.reading import model_after, moments
from rnnviz.cells import CELLS
from rnnviz.hall.views_file import StageView
from rnnviz.locale import translator
from rnnviz.model import SequenceModel
from rnnviz.network import title
from rnnviz.stage import html, scene
from rnnviz.trace import Trace

# Pixels of the window that the bar at the top and a row of controls take, as style.css has them
# where a rem is 16 of them.
# They may arrive after the stage, which would change its size if it measured them.
ABOVE = 96
# On the home page nothing but the bar stands above it, and the doors to the other pages below it.
ABOVE_AT_HOME, BELOW_AT_HOME = 64, 108
# How many scenes are kept, because hundreds may see the same one; and the largest, in steps times
# units: a larger trace takes megabytes.
KEEP, SMALL = 64, 8_000
# The most weights of a moment that a saved file has in it; more would take megabytes.
MOST_NUMBERS = 10_000


def of_link(
    link: Link, problems: Sequence[Problem], traces: Sequence[Trace], language: str
) -> dict[str, Any]:
    """The stage on the traces of a link, one for each of its tracks.

    scene: what the stage draws. query and place: the link's parameters, without and with the
    place in the trace; wrong: the parameters that could not be followed. names and
    placeNames: of all such parameters. networks: those that can read the same text, the
    documents' own with their keys, and which one does. moments: of each track, those of its
    learning whose weights can be fetched. base: where the stage's files are. home: what stands above
    and below the stage on the home page, as above does on others.
    """
    parameters = link.to_query()
    wrong = [problem.name for problem in problems]
    _ = translator(language)
    own_labels = tuple(labels(link, _) or ())
    captions = tuple(caption(track, _) for track in link.tracks)
    return {
        "scene": _scene(tuple(traces), language, captions, own_labels),
        "text": link.readings or link.text,
        "query": {name: value for name, value in parameters.items() if name not in PLACE},
        "place": {name: value for name, value in parameters.items() if name in PLACE},
        # In a model other than the one asked for, the place does not hold.
        "wrong": [*wrong, *(PLACE if "run" in wrong else ())],
        "names": list(Link.names()),
        "placeNames": list(PLACE),
        # A run has learnt with one network only.
        "networks": None if link.moment else _networks(link, _),
        "moments": [dict.fromkeys(map(str, moments(track))) for track in link.tracks],
        "above": ABOVE,
        "home": {"above": ABOVE_AT_HOME, "below": BELOW_AT_HOME},
        "elsewhere": f"/{far_carried(language)}",
        "base": STAGE_ASSETS.url(),
    }


def file_of(link: Link, traces: Sequence[Trace], language: str) -> str:
    """The same stage as one HTML file, at the link's place and with its changes.

    It has the weights of those moments that can be had at once, and of a training those that the
    changes name.
    """
    own = view_of(link, traces, language)
    return html(traces, language, own.captions, dict(own.place), own.labels, own.moments())


def view_of(link: Link, traces: Sequence[Trace], language: str) -> StageView:
    """The same stage as one of several in a file."""
    _ = translator(language)
    shown = [
        (track, _kept_moments(link, track, trace))
        for track, trace in zip(link.tracks, traces, strict=True)
    ]

    def weights() -> list[dict[int, SequenceModel]]:
        return [{steps: model_after(track, steps) for steps in own} for track, own in shown]

    return StageView(
        # Stages that differ in their changes may have other weights in them.
        key=repr((link.without_place(), [own for _track, own in shown])),
        traces=traces,
        place={name: value for name, value in link.to_query().items() if name in PLACE},
        captions=[caption(track, _) for track in link.tracks],
        labels=labels(link, _),
        moments=weights,
    )


def _kept_moments(link: Link, track: Link, trace: Trace) -> list[int]:
    parameters = trace.model.parameters if trace.model else {}
    if sum(value.size for value in parameters.values()) > MOST_NUMBERS:
        return []
    named = {f"weights={steps}" for steps in moments(track)}
    asked = [int(one.split("=")[1]) for one in re.split("[;:]", link.changes) if one in named]
    return [*moments(track)] if track.moment is None else list(dict.fromkeys(asked))


def _networks(link: Link, _: Callable[[str], str]) -> dict[str, Any]:
    choices = [
        {"name": name, "title": _(title(name)), "key": name[0] if name in CELLS else ""}
        for name in link.cells
    ]
    return {"now": link.cell, "all": choices}


def _scene(
    traces: tuple[Trace, ...], language: str, captions: tuple[str, ...], labels: tuple[str, ...]
) -> dict[str, object]:
    if sum(trace["H"].size for trace in traces) > SMALL:
        return scene(traces, language, captions, labels=labels)
    key = (tuple(map(id, traces)), language, captions, labels)
    with _lock:
        kept, told = _told.get(key, ((), {}))
    # An old trace's number may have become a new one's.
    if not kept or any(own() is not trace for own, trace in zip(kept, traces, strict=True)):
        told = scene(traces, language, captions, labels=labels)
        with _lock:
            _told[key] = (tuple(map(ref, traces)), told)
            while len(_told) > KEEP:
                _told.popitem(last=False)
    return told


_told: OrderedDict[
    tuple[tuple[int, ...], str, tuple[str, ...], tuple[str, ...]],
    tuple[tuple[Callable[[], Trace | None], ...], dict[str, object]],
] = OrderedDict()
_lock = Lock()
