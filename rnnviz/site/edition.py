"""Writes the static edition into a folder.

    index.html, step/, train/, units/, course/, softmax/ …    a page each, at the app's addresses
    sw.js                                             keeps all of it for when there is no network
    files/<name>.<hash>.js, .json, .css, .svg          what they fetch; a name never changes its content

All addresses in it are relative, so that it works under any prefix.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from functools import partial
from html import escape
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from rnnviz import cells, course, live, practice, search, stage, web
from rnnviz.course import outline
from rnnviz.course.pages import told as told_page
from rnnviz.locale import ENGLISH, LANGUAGES, N_, translator
from rnnviz.site.cards import HEIGHT, WIDTH, card
from rnnviz.site.files import Files, written
from rnnviz.site.page import Shared, oembed, page, themes
from rnnviz.site.prose import article
from rnnviz.site.raster import icon as square
from rnnviz.site.stages import stage_data
from rnnviz.site.strings import STRINGS
from rnnviz.site.training import training_data
from rnnviz.site.units import Recording, plotly_script, recording, units_data
from rnnviz.units import view as units
from rnnviz.web import mathfont

ASSETS = Path(__file__).with_name("assets")
# Cells that a reader writes, as `rnnviz.cells` reads them.
WRITTEN_CELLS = Path(cells.__file__).with_name("browser") / "own.js"
TASKS = Path(practice.__file__).with_name("browser") / "tasks.js"
WHAT = N_("See a recurrent network think: every number of an RNN, GRU or LSTM, step by step.")
UNITS = N_(
    "Which unit of a trained network knows it, and does the network need that unit? The text, coloured by any unit."
)
TRAIN = N_(
    "A small RNN, GRU or LSTM learns a text character by character while you watch, in this browser alone: its losses, "
    "what it writes, and what each gradient step does."
)
# What the pages that are no chapters are called where they are found.
HOME = N_("See a recurrent network think")
STEP = N_("Step through a recurrent network")
TRAINING = N_("Watch a small network learn")
FINDING = N_("Which unit knows it?")
# What only a server can show: it computes anew what a reader brings.
NOT_THERE = {"own"}
SITEMAP = """<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
{entries}</urlset>
"""
# Pixels of the icon on a phone's home screen.
ICONS = (192, 512)


class _View(NamedTuple):
    """A page of the edition. address: its folder, "" for the first. data: of its view, by language."""

    address: str
    view: str
    titles: Mapping[str, str]
    descriptions: Mapping[str, str]
    articles: Mapping[str, str]
    data: Mapping[str, Any]
    # The titles of its figures, by the section that each stands in.
    figures: Mapping[str, str] = MappingProxyType({})


def write(
    folder: Path,
    settings: Path,
    icon: Path,
    host: str = "",
    nets: Sequence[str] = (),
    project: str = "",
    plotly: Path | None = None,
) -> list[str]:
    """Write the edition; the addresses of its pages.

    settings: Streamlit's, whose theme it wears. icon: an SVG. host: the whole address at which the
    folder will be served, for search engines; without it nothing names it. nets: the built-in
    networks of the Units page, by their keys: what is asked of them is computed in processes beside
    this one, which takes a minute for all of them; without any the page says where it is. project:
    the address at which rnnviz itself is to be had, which each page names. plotly: a build of
    Plotly with scatter plots; Python's whole one unless given. An older edition in the folder is
    replaced; whoever reads it meanwhile finds the old pages or the new ones, also where writing
    ends before its time. A script that names networks calls this under `if __name__ == "__main__"`,
    since its processes import it.
    Raises Refusal for a folder with anything else in it or with a link in the place of one of its
    own folders and for a file that is no build of Plotly, and OSError.
    """
    drawing = plotly_script(plotly)
    files = Files(folder)
    recordings = _recordings(nets)
    fonts = {name: files.put(name, body) for name, body in mathfont.faces().items()}
    common = _common(files, settings, icon, fonts)
    picture = files.put("picture.js", web.joined(web.PICTURES).encode())
    modules = _modules(files)
    indexes = {
        language: files.put(f"search.{language}.json", written(search.index(language, NOT_THERE)))
        for language in LANGUAGES
    }
    pages = []
    views = (
        _course_views(files),
        _stage_views(files),
        _training_views(files),
        _units_views(files, recordings, drawing),
    )
    for one in chain.from_iterable(views):
        root = "../" if one.address else "./"
        module = modules.get(one.view, "")
        data = {
            "root": root,
            "name": one.address,
            "view": one.view,
            "module": module,
            "picture": picture,
            "titles": one.titles,
            "strings": _words(),
            "languages": LANGUAGES,
            "project": project,
            "search": indexes,
            "data": one.data,
        }
        html = page(
            one.titles,
            one.descriptions,
            one.articles,
            {name: root + path for name, path in common.items()},
            [root + module] if module else [],
            [root + fonts[name] for name in mathfont.first()],
            data,
            _shared(files, host, one) if host else None,
        )
        files.place(address(one.address, "") + "index.html", html.encode())
        pages.append(one.address)
    if host:
        files.place("sitemap.xml", _sitemap(host, pages).encode(), is_kept=False)
    files.place("sw.js", _service_worker(files).encode(), is_kept=False)
    files.finish()
    return pages


def _shared(files: Files, host: str, one: _View) -> Shared:
    """What those read who find the page or are sent its link, in files of its own."""
    name, title = one.address or "rnnviz", one.titles[ENGLISH]
    picture = files.put_aside(f"{name}.png", card(one.address))
    where = host + address(one.address, "")
    told = Shared(where, host, host + picture, {}, (WIDTH, HEIGHT))
    parts = {"": title, **{part: f"{own} · {title}" for part, own in one.figures.items()}}
    cards = {
        files.put_aside(
            f"{'-'.join(filter(None, (name, part)))}.oembed.json", written(oembed(told, own, part))
        ): own
        for part, own in parts.items()
    }
    return told._replace(oembed={host + path: own for path, own in cards.items()})


def _common(files: Files, settings: Path, icon: Path, fonts: Mapping[str, str]) -> dict[str, str]:
    """The files that all pages name. fonts: the addresses of the font of formulas."""
    svg = icon.read_bytes()
    picture = files.put("icon.svg", svg)
    squares = {size: files.put(f"icon-{size}.png", square(svg, size)) for size in ICONS}
    manifest = {
        "name": "rnnviz",
        "short_name": "rnnviz",
        "description": WHAT,
        "start_url": "../",
        "scope": "../",
        "display": "standalone",
        "icons": [
            {"src": Path(picture).name, "sizes": "any", "type": "image/svg+xml"},
            *(
                {"src": Path(path).name, "sizes": f"{size}x{size}", "type": "image/png"}
                for size, path in squares.items()
            ),
        ],
    }
    # The style sheet lies beside them.
    formulas = web.formulas(lambda name: Path(fonts[name]).name)
    return {
        "script": files.put("site.js", web.joined(ASSETS / "site.js").encode()),
        "style": files.put("site.css", _style(settings, formulas).encode()),
        "icon": picture,
        "touch": squares[ICONS[0]],
        "manifest": files.put("rnnviz.webmanifest", written(manifest)),
    }


def _modules(files: Files) -> dict[str, str]:
    """The module of each view."""
    views = {
        name: web.module(web.joined(path), course.style(name))
        for name, path in course.VIEWS.items()
    }
    views["stage"] = web.module(web.joined(ASSETS / "stage.js"), stage.style())
    style = stage.style() + web.sheets(live.STYLE, ASSETS / "train" / "train.css")
    views["train"] = web.module(web.joined(ASSETS / "train" / "page.js"), style)
    style = stage.style() + web.sheets(units.STYLE)
    views["units"] = web.module(web.joined(ASSETS / "units.js"), style)
    return {name: files.put(f"{name}.js", body) for name, body in views.items()}


def _service_worker(files: Files) -> str:
    """The worker with the names of all files; it changes whenever one of them does."""
    edition = {"version": files.version, "paths": files.kept}
    script = web.joined(ASSETS / "serviceworker.js")
    return f"self.rnnvizEdition = {json.dumps(edition)};\n{script}"


def _sitemap(host: str, pages: Sequence[str]) -> str:
    """All pages in all languages, for search engines."""
    entries = []
    for name in pages:
        where = escape(host + address(name, ""))
        others = "".join(
            f'<xhtml:link rel="alternate" hreflang="{language}" href="{where}?lang={language}"/>'
            for language in LANGUAGES
        )
        entries.append(f"<url><loc>{where}</loc>{others}</url>\n")
    return SITEMAP.format(entries="".join(entries))


def _style(settings: Path, formulas: str) -> str:
    return themes(settings) + formulas + web.sheets(web.TOKENS, ASSETS / "site.css", search.STYLE)


def _words() -> dict[str, dict[str, str]]:
    return {
        language: {
            name: translator(language)(words) for name, words in (STRINGS | search.STRINGS).items()
        }
        for language in LANGUAGES
    }


def _course_views(files: Files) -> Iterator[_View]:
    names = (outline.CONTENTS, outline.PRACTICE, *outline.CHAPTERS, *outline.REFERENCE)
    pages = {
        name: {language: told_page(name, language) for language in LANGUAGES} for name in names
    }

    def put(name: str) -> dict[str, str]:
        return {
            language: files.put(f"{name}.{language}.json", written(one))
            for language, one in pages[name].items()
        }

    # The contents draw the figures of all chapters.
    chapters = {name: put(name) for name in outline.CHAPTERS}
    module = files.put("miniatures.js", web.joined(course.MINIATURES).encode())
    for language, one in pages[outline.CONTENTS].items():
        data = {name: addresses[language] for name, addresses in chapters.items()}
        one["miniatures"] = {"module": module, "data": data}
    homework = {name: files.put(name, text.encode()) for name, text in course.homework().items()}
    for one in pages[outline.PRACTICE].values():
        one["homework"] = homework
    for name, told in pages.items():
        yield _View(
            address=name,
            view=str(outline.view(name)),
            titles={language: one["title"] for language, one in told.items()},
            descriptions={
                language: one.get("question") or one.get("lead") or translator(language)(WHAT)
                for language, one in told.items()
            },
            articles={
                language: article(one, partial(address, root="../"))
                for language, one in told.items()
            },
            data=chapters.get(name) or put(name),
            figures={
                one["id"]: one["title"] or told[ENGLISH]["title"]
                for one in told[ENGLISH].get("sections", ())
                if one["figure"] and one["id"]
            },
        )


def address(target: str, root: str) -> str:
    """Where a target such as "step?cell=gru" is, seen from a page whose way up is `root`."""
    name, mark, query = target.partition("?")
    return f"{root}{name}/{mark}{query}" if name else f"{root}{mark}{query}"


def _stage_views(files: Files) -> Iterator[_View]:
    modules = {
        "learner": files.put("learner.js", web.joined(ASSETS / "learner.js").encode()),
        "ownModule": files.put("own.js", web.joined(WRITTEN_CELLS).encode()),
        "practiceModule": files.put("tasks.js", web.joined(TASKS).encode()),
    }
    data = {
        language: files.put(
            f"stage.{language}.json", written(stage_data(language, files.put) | modules)
        )
        for language in LANGUAGES
    }
    ways = {"step": STEP, "train": TRAINING, "units": FINDING, "course": STRINGS["course"]}
    yield _View("", "stage", _said(HOME), _said(WHAT), _article(HOME, WHAT, ways), data)
    yield _View("step", "stage", _said(STEP), _said(WHAT), _article(STEP, WHAT), data)


def _training_views(files: Files) -> Iterator[_View]:
    data = {
        language: files.put(
            f"train.{language}.json", written(training_data(language, files.put, files.put_aside))
        )
        for language in LANGUAGES
    }
    words = _article(TRAINING, TRAIN)
    yield _View("train", "train", _said(TRAINING), _said(TRAIN), words, data)


def _recordings(nets: Sequence[str]) -> dict[str, Future[Recording]]:
    """What is recorded of the networks, once it is known; meanwhile all else is written."""
    pool = ProcessPoolExecutor(mp_context=get_context("spawn"))
    asked = {key: pool.submit(recording, key) for key in nets}
    pool.shutdown(wait=False)
    return asked


def _units_views(
    files: Files, recordings: Mapping[str, Future[Recording]], plotly: bytes
) -> Iterator[_View]:
    if not recordings:
        missing = STRINGS["missing"]
        yield _View("units", "", _said(FINDING), _said(UNITS), _article(FINDING, missing), {})
        return
    workers = {
        name: files.put(f"{name}.js", web.joined(ASSETS / path).encode())
        for name, path in {"reader": "reader.js", "patterns": "units/patterns.js"}.items()
    }
    done = {key: one.result() for key, one in recordings.items()}
    data = {
        language: files.put(f"units.{language}.json", written(told))
        for language, told in units_data(done, files.put_aside, workers, plotly).items()
    }
    yield _View("units", "units", _said(FINDING), _said(UNITS), _article(FINDING, UNITS), data)


def _said(message: str) -> dict[str, str]:
    return {language: translator(language)(message) for language in LANGUAGES}


def _article(
    title: str, about: str, ways: Mapping[str, str] = MappingProxyType({})
) -> dict[str, str]:
    """What is read before a script has run, by language. ways: the titles of further pages, by address."""
    found = {}
    for language in LANGUAGES:
        _ = translator(language)
        lines = [f"<h1>{_(title)}</h1>", f"<p>{_(about)}</p>"]
        lines += [
            f'<p><a href="{address(to, "./")}">{_(words)}</a></p>' for to, words in ways.items()
        ]
        found[language] = "\n".join(lines)
    return found
