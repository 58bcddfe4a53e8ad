"""The data of a link's stage, as the browser receives it."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any
from weakref import ref

from pages.shared.assets import STAGE_ASSETS
from pages.shared.caption import caption
from rnnviz.cells import CELLS, EVERY_CELL
from rnnviz.link import PLACE, Link, Problem
from rnnviz.locale import translator
from rnnviz.stage import scene
from rnnviz.trace import Trace

# Pixels of the window that the bar at the top and a row of controls take, as style.css has them.
# They may arrive after the stage, which would change its size if it measured them.
ABOVE = 96
# Scenes that hundreds see at once are made once. In steps times units: a larger trace takes
# megabytes.
KEEP, SMALL = 64, 8_000


def of_link(link: Link, problems: Sequence[Problem], trace: Trace, language: str) -> dict[str, Any]:
    """The stage on the trace of a link.

    scene: what the stage draws. query and place: the link's parameters, without and with the
    place in the trace; wrong: the parameters that could not be followed. names and
    placeNames: of all such parameters. networks: those that can read the same text, the
    documents' own with their keys, and which one does. takesKeys: whether the page's keys are the
    stage's from the start. base: where the stage's files are.
    """
    parameters = link.to_query()
    wrong = [problem.name for problem in problems]
    return of_trace(
        trace,
        language,
        caption(link, translator(language)),
        link.text,
        query={name: value for name, value in parameters.items() if name not in PLACE},
        place={name: value for name, value in parameters.items() if name in PLACE},
        # In a model other than the one asked for, the place does not hold.
        wrong=[*wrong, *(PLACE if "run" in wrong else ())],
        # A run has learnt with one network only.
        networks=None if link.moment else _networks(link.cell),
        names=Link.names(),
        takes_keys=True,
    )


def _networks(now: str) -> dict[str, Any]:
    choices = [
        {"name": name, "title": cell.title, "key": cell.title[0].lower() if name in CELLS else ""}
        for name, cell in EVERY_CELL.items()
    ]
    return {"now": now, "all": choices}


def of_trace(
    trace: Trace,
    language: str,
    words: str,
    text: str,
    *,
    query: dict[str, str] | None = None,
    place: dict[str, str] | None = None,
    wrong: Sequence[str] = (),
    names: Sequence[str] = PLACE,
    takes_keys: bool = False,
    networks: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """The stage on a trace that no link names: it reads and writes only the place in the address,
    and the tab also keeps the place, under `text`."""
    return {
        "scene": _scene(trace, language, words),
        "text": text,
        "query": query or {},
        "place": place or {},
        "wrong": list(wrong),
        "names": list(names),
        "placeNames": list(PLACE),
        "networks": networks,
        "takesKeys": takes_keys,
        "above": ABOVE,
        "base": STAGE_ASSETS.url(),
    }


def _scene(trace: Trace, language: str, words: str) -> dict[str, object]:
    if trace["H"].size > SMALL:
        return scene(trace, language, words)
    key = (id(trace), language, words)
    with _lock:
        traces_own, told = _told.get(key, (lambda: None, {}))
    # An old trace's number may have become a new one's.
    if traces_own() is not trace:
        told = scene(trace, language, words)
        with _lock:
            _told[key] = (ref(trace), told)
            while len(_told) > KEEP:
                _told.popitem(last=False)
    return told


_told: OrderedDict[tuple[int, str, str], tuple[Callable[[], Trace | None], dict[str, object]]] = (
    OrderedDict()
)
_lock = Lock()
