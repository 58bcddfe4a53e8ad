"""Everything seen in one HTML file: stages, chapters, units and trainings, each with its sentence for
the class, and the way from one to the next.

A chapter has its own module and numbers in the file, and is as alive there as in the app. A
training does not go on: its losses and samples are those of the moment. Units have the answers that
were given: one walks through the text, and asks nothing else. A view that the file cannot hold keeps
its place in the row, with its sentence and the reason.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from rnnviz import course, stage
from rnnviz.address.units_page import page_data
from rnnviz.hall.strings import CURVES
from rnnviz.locale import N_, Refusal, translator
from rnnviz.model import SequenceModel
from rnnviz.stage.standalone import staged
from rnnviz.stage.track import least_bytes
from rnnviz.trace import Trace
from rnnviz.units import view as units
from rnnviz.web import PICTURES, TOKENS, bundled, sheets
from rnnviz.web.document import document

MOST_BYTES = 24_000_000
ASSETS = Path(__file__).with_name("assets")
STRINGS = CURVES | {
    "notes": N_("My notes"),
    "handout": N_("Handout"),
    "handoutHint": N_(
        "A sheet of paper for each view, with its sentence for the class and lines for notes"
    ),
    "sheets": N_("{k} of {count} sheets"),
    "back": N_("Back"),
    "next": N_("Next"),
    "all": N_("All views"),
    "missing": N_("This view is not in the file"),
    "elsewhere": N_("That link leads to rnnviz itself; this file has only the views above."),
    "left": N_("Not in this file: {places}"),
    "frozenUnits": N_(
        "Units as they stood on {time}: the text, what was asked, and what was found. The file computes nothing "
        "else; pairs of units and the cloud of states are in rnnviz."
    ),
    "frozen": N_("A training as it stood on {time}; in this file it does not go on."),
    "wrote": N_("after {step} steps, temperature {temperature}"),
    "curves": N_("Loss, in nats a character"),
}
NO_VIEW = N_("None of these views can be kept in a file; nothing was saved.")
TOO_LARGE = N_("With it the file would be larger than {most} megabytes.")


@dataclass(frozen=True)
class StageView:
    """A stage, and the place on it.

    key: of what the stage shows; views with the same key share it. place, captions, labels: as for
    `rnnviz.stage.html`. moments(): likewise.
    """

    key: str
    traces: Sequence[Trace]
    place: Mapping[str, object]
    captions: Sequence[str] = ()
    labels: Sequence[str] | None = None
    moments: Callable[[], Sequence[Mapping[int, SequenceModel]]] = tuple


@dataclass(frozen=True)
class ChapterView:
    """A chapter, in the state of a query. data(): what its module draws, for JSON."""

    name: str
    query: str
    data: Callable[[], Mapping[str, Any]]


@dataclass(frozen=True)
class TrainingView:
    """Trainings side by side, each as `rnnviz.live.record` has it."""

    runs: Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class UnitsView:
    """Units of a network, at the place of a query.

    key: of the network and the text; views with the same key share it. record(): the answers, as
    `UnitsRecord` of `rnnviz/units/view/units.d.ts` has them.
    """

    key: str
    query: str
    record: Callable[[], Mapping[str, Any]]


@dataclass(frozen=True)
class Missing:
    """A view that a file cannot hold. why: a sentence in the reader's language."""

    why: str


View = StageView | ChapterView | TrainingView | UnitsView | Missing


@dataclass(frozen=True)
class Seen:
    """One of the views of a file. title: its page's name; ask: what the class reads with it."""

    view: View
    title: str
    ask: str = ""


def views_data(
    title: str, views: Iterable[Seen], language: str = "en", now: datetime | None = None
) -> dict[str, Any]:
    """What a page needs that draws these views itself, for JSON; as `views_html` has them."""
    return _data(_shelf(language), title, views, language, now)


def views_html(
    title: str, views: Iterable[Seen], language: str = "en", now: datetime | None = None
) -> tuple[str, list[int]]:
    """A page complete in itself, and the places, from 1, of the views that it could not hold.

    views: each is asked for when the one before it has its place, and made only where it may fit.
    now: when trainings were read. Raises Refusal where it could hold none.
    """
    shelf = _shelf(language)
    data = _data(shelf, title, views, language, now)
    told = data["views"]
    left = [place for place, one in enumerate(told, 1) if one["kind"] == "missing"]
    if len(left) == len(told):
        raise Refusal(NO_VIEW)
    script = bundled(_entries(shelf)) + 'views["file"].begin(document.body, views);\n'
    return document(title, language, _style(shelf), data, script), left


def _shelf(language: str) -> "_Shelf":
    _ = translator(language)
    return _Shelf(_(TOO_LARGE).format(most=MOST_BYTES // 1_000_000), language)


def _data(
    shelf: "_Shelf", title: str, views: Iterable[Seen], language: str, now: datetime | None
) -> dict[str, Any]:
    _ = translator(language)
    told = [{**shelf.put(one.view), "title": one.title, "ask": one.ask} for one in views]
    return {
        "title": title,
        "language": language,
        "views": told,
        "stages": shelf.stages,
        "chapters": shelf.chapters,
        "units": shelf.units,
        "unitsPage": page_data(language) if shelf.units else None,
        "strings": {name: _(words) for name, words in STRINGS.items()},
        "time": (now or datetime.now().astimezone()).isoformat(timespec="minutes"),
    }


class _Shelf:
    """What several views share is in the file once; it takes as much as fits."""

    def __init__(self, too_large: str, language: str) -> None:
        self.stages: dict[str, Any] = {}
        self.chapters: dict[str, Any] = {}
        self.units: dict[str, dict[str, Any]] = {}
        self._names: dict[str, str] = {}
        self._left = MOST_BYTES
        self._too_large, self._language = too_large, language

    def put(self, view: View) -> dict[str, Any]:
        """The view as the file has it; where there is no room for it, as a missing one."""
        told: dict[str, Any]
        match view:
            case StageView():
                name = self._names.get(view.key) or f"stage{len(self._names) + 1}"
                fits = name in self.stages or (
                    sum(map(least_bytes, view.traces)) <= self._left
                    and self._add(self.stages, name, partial(self._staged, view))
                )
                if fits:
                    self._names[view.key] = name
                told = {"kind": "stage", "of": name, "place": dict(view.place)}
            case ChapterView():
                fits = view.name in self.chapters or self._add(self.chapters, view.name, view.data)
                told = {"kind": "chapter", "of": view.name, "query": view.query}
            case UnitsView():
                name = self._names.get(view.key) or f"units{len(self._names) + 1}"
                fits = self._add_answers(name, view.record())
                if fits:
                    self._names[view.key] = name
                told = {"kind": "units", "of": name, "query": view.query}
            case TrainingView():
                told = {"kind": "training", "runs": list(view.runs)}
                fits = self._takes(told)
            case Missing():
                return {"kind": "missing", "why": view.why}
        return told if fits else {"kind": "missing", "why": self._too_large}

    def _staged(self, view: StageView) -> dict[str, Any]:
        return staged(view.traces, self._language, view.captions, view.labels, view.moments())

    def _add_answers(self, name: str, record: Mapping[str, Any]) -> bool:
        """The answers of a record beside those that are known of its network and text."""
        known = self.units.get(name, {}).get("answers", [])
        asked = {json.dumps(answer[:2]) for answer in known}
        new = [one for one in record["answers"] if json.dumps(one[:2]) not in asked]
        fits = self._takes(new)
        if fits:
            self.units[name] = {**record, "answers": known + new}
        return fits

    def _add(self, shelf: dict[str, Any], name: str, made: Callable[[], Mapping[str, Any]]) -> bool:
        thing = made()
        fits = self._takes(thing)
        if fits:
            shelf[name] = thing
        return fits

    def _takes(self, thing: object) -> bool:
        size = len(json.dumps(thing))
        if size > self._left:
            return False
        self._left -= size
        return True


def _entries(shelf: _Shelf) -> dict[str, Path]:
    entries = {"file": ASSETS / "viewsfile.js", "pictures": PICTURES}
    if shelf.stages:
        entries["stage"] = stage.ASSETS / "main.js"
    if shelf.units:
        entries["units"] = units.MAIN
    return entries | {name: course.VIEWS[name] for name in shelf.chapters}


def _style(shelf: _Shelf) -> str:
    chapters = [course.STYLE] if shelf.chapters else []
    of_units = [units.STYLE] if shelf.units else []
    return sheets(
        TOKENS,
        stage.ASSETS / "stage.css",
        *chapters,
        *of_units,
        ASSETS / "losses.css",
        ASSETS / "viewsfile.css",
    )
