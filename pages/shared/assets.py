"""The views' JavaScript and CSS, under addresses that change with their content.

`/stage-assets/<hash of all the files>/stage.js` may be kept by a browser for ever. It is all the
modules in one, and the style sheet with them: a hall of students asks for one file each, not for
twenty, one after another. Beside it are two short modules: one puts the stage on a page, the other
serves the pages without it.
"""

import hashlib
import json
import math
import os
import re
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from streamlit import get_option

from pages.shared.contents import ADDRESSES
from rnnviz import course, hall, live, search, stage, web
from rnnviz.engine import FOLDER as ENGINE
from rnnviz.hall import lecture_plans
from rnnviz.hall.built_in_plans import BUILT_IN
from rnnviz.locale import LANGUAGES, translator
from rnnviz.training import CORPORA
from rnnviz.units import view as units
from rnnviz.web import mathfont, module

SOURCES = (".js", ".css")
MEDIA_TYPES = {".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2"}
LOOK_EVERY = 1.0
PAGE = Path(__file__).with_name("page.js")
SECTION = re.compile(r"^## (.+?) \{(\w+)\}$", re.MULTILINE)


class _Read(NamedTuple):
    seen: tuple[tuple[str, int, int], ...]
    version: str
    files: dict[str, bytes]


class Assets:
    """Files made from those in some folders and in theirs, in memory; made again when one changes."""

    def __init__(
        self, prefix: str, folders: Sequence[Path], made: Callable[[], dict[str, bytes]]
    ) -> None:
        self.prefix, self._folders, self._made = prefix, folders, made
        self._read = _Read((), "", {})
        self._looked = -math.inf
        self._lock = Lock()

    def current(self) -> _Read:
        # A hall makes a thousand requests a second, so changes are looked for only once a second.
        if time.monotonic() - self._looked < LOOK_EVERY and self._read.version:
            return self._read
        # Requests that come while the files are made for the first time wait for them.
        with self._lock:
            return self._current()

    def _current(self) -> _Read:
        if time.monotonic() - self._looked < LOOK_EVERY and self._read.version:
            return self._read
        self._looked = time.monotonic()
        paths = sorted({path for folder in self._folders for path in _sources(folder)})
        stats = [(path, os.stat(path)) for path in paths]
        seen = tuple((path, stat.st_mtime_ns, stat.st_size) for path, stat in stats)
        if seen != self._read.seen or not self._read.version:
            made = self._made()
            digest = hashlib.sha256()
            for name, body in made.items():
                digest.update(f"{name} {len(body)}\n".encode() + body)
            self._read = _Read(seen, digest.hexdigest()[:16], made)
        return self._read

    def url(self) -> str:
        return f"/{self.prefix}/{self.current().version}"


def _sources(folder: Path) -> Iterator[str]:
    """The paths of the scripts and style sheets in a folder and in its folders."""
    for parent, _, names in os.walk(folder):
        yield from (f"{parent}/{name}" for name in names if name.endswith(SOURCES))


def _joined(*entries: Path) -> str:
    """The modules as one, with their comments while somebody works on them (`make dev`)."""
    return web.joined(*entries, comments=get_option("server.fileWatcherType") != "none")


def _stage_files() -> dict[str, bytes]:
    return {
        "stage.js": module(
            _joined(stage.ASSETS / "main.js", web.FOLDER / "asked.js"), stage.style()
        ),
        "picture.js": _pictures(),
        "page.js": PAGE.read_bytes(),
        "query.js": (web.FOLDER / "query.js").read_bytes(),
    }


def _pictures() -> bytes:
    """What takes pictures of a view; a page asks for it only when a reader wants one."""
    return _joined(web.PICTURES).encode()


def _live_files() -> dict[str, bytes]:
    css = stage.style() + web.sheets(live.STYLE)
    return {
        "live.js": module(_joined(live.MAIN), css),
        "picture.js": _pictures(),
    }


def _course_files() -> dict[str, bytes]:
    """Each chapter is one module, and so are the contents and the pages to look things up in."""
    pages = {
        f"{name}.js": module(_joined(path), course.style(name))
        for name, path in course.VIEWS.items()
    }
    miniatures = _joined(course.MINIATURES).encode()
    homework = {name: text.encode() for name, text in course.homework().items()}
    return pages | homework | {"picture.js": _pictures(), "miniatures.js": miniatures}


def _units_files() -> dict[str, bytes]:
    css = stage.style() + web.sheets(units.STYLE)
    return {"units.js": module(_joined(units.MAIN), css), "picture.js": _pictures()}


def _plotly_files() -> dict[str, bytes]:
    """Plotly as its package brings it; a page fetches it with the first cloud that a reader looks at."""
    return {"plotly.js": (files("plotly") / "package_data" / "plotly.min.js").read_bytes()}


def _font_files() -> dict[str, bytes]:
    return dict(mathfont.faces())


def formulas() -> str:
    """The font of formulas in CSS, whose files a page fetches from here."""
    return mathfont.formulas(lambda name: f"{FONT_ASSETS.url()}/{name}")


def _search_files() -> dict[str, bytes]:
    return {"search.js": module(_joined(search.VIEW), web.sheets(search.STYLE))}


def _hall_files() -> dict[str, bytes]:
    def css(*names: str) -> str:
        return web.sheets(*(hall.ASSETS / f"{name}.css" for name in names))

    return {
        "teach.js": module(_joined(hall.ASSETS / "teach.js"), css("poll", "teach")),
        "tools.js": module(_joined(hall.ASSETS / "tools.js"), css("light", "tools")),
        "light.js": module(_joined(hall.ASSETS / "light.js", hall.ASSETS / "ink.js"), css("light")),
        "plan.js": module(_joined(hall.ASSETS / "plan.js"), css("plan")),
        **{f"plans.{language}.js": _plans(language) for language in LANGUAGES},
        "planlink.js": _joined(hall.ASSETS / "planlink.js").encode(),
        "series.js": _joined(hall.ASSETS / "series.js").encode(),
        "series.css": (web.sheets(web.TOKENS) + css("series")).encode(),
        "take.js": _joined(hall.ASSETS / "take.js").encode(),
        "notes.js": _joined(hall.ASSETS / "notes.js").encode(),
        "notes.css": (web.sheets(web.TOKENS) + css("poll", "notes", "offer")).encode(),
        "slides.js": _joined(hall.ASSETS / "slides.js").encode(),
        "slides.css": (web.sheets(web.TOKENS) + css("losses", "planpage", "slides")).encode(),
        "handout.js": _joined(hall.ASSETS / "handout.js").encode(),
        "handout.css": (web.sheets(web.TOKENS) + css("losses", "planpage", "handout")).encode(),
        "thumbnails.js": _joined(hall.ASSETS / "thumbnails.js").encode(),
        "thumbnails.css": (web.sheets(web.TOKENS) + css("losses", "thumbnails")).encode(),
        "follower.js": _joined(hall.ASSETS / "follower.js").encode(),
        "follower.css": (web.sheets(web.TOKENS) + css("poll", "losses", "follower")).encode(),
    }


def _plans(language: str) -> bytes:
    """The built-in lecture plans, and the words about plans, in a language."""
    translate = translator(language)
    data = {
        "strings": {name: translate(words) for name, words in lecture_plans.STRINGS.items()},
        "words": view_words(language),
        "plans": [plan.told(language) for plan in BUILT_IN],
        "limits": lecture_plans.LIMITS,
    }
    return f"export const data = {json.dumps(data)};\n".encode()


def view_words(language: str) -> dict[str, Any]:
    """What the views of a plan are called in a language: see `viewName` in `plans.js`."""
    translate = translator(language)
    values = lecture_plans.VALUES | {"corpus": {name: one.title for name, one in CORPORA.items()}}

    def words(name: str) -> dict[str, str] | None:
        table = values.get(name)
        return table and {one: translate(title) for one, title in table.items()}

    return {
        "titles": {name: translate(title) for name, title in ADDRESSES.items()},
        "sections": {name: _sections(name, language) for name in ADDRESSES},
        "fields": [
            {
                "name": name,
                "say": translate(say),
                "values": words(name),
                "usual": lecture_plans.USUAL.get(name, ""),
            }
            for name, say in lecture_plans.FIELDS.items()
        ],
    }


def _sections(name: str, language: str) -> dict[str, str]:
    """The titles of a chapter's sections, by their ids."""
    file = course.prose(name, language)
    text = file.read_text("utf-8") if file.is_file() else ""
    return {key: title for title, key in SECTION.findall(text)}


# What computes in the browser and what draws the stage serve other views too.
SHARED = [web.FOLDER, ENGINE, stage.ASSETS]
STAGE_ASSETS = Assets("stage-assets", [*SHARED, PAGE.parent], _stage_files)
LIVE_ASSETS = Assets(
    "live-assets", [*SHARED, course.FOLDER / "plot", live.MAIN.parent], _live_files
)
COURSE_ASSETS = Assets("course-assets", [*SHARED, course.FOLDER], _course_files)
UNITS_ASSETS = Assets(
    "units-assets",
    [*SHARED, course.FOLDER / "plot", course.FOLDER / "reader", units.MAIN.parent],
    _units_files,
)
HALL_ASSETS = Assets("hall-assets", [*SHARED, hall.ASSETS], _hall_files)
SEARCH_ASSETS = Assets("search-assets", [*SHARED, search.FOLDER], _search_files)
FONT_ASSETS = Assets("font-assets", [], _font_files)
PLOTLY_ASSETS = Assets("plotly-assets", [], _plotly_files)
