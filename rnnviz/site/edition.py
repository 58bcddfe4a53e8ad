"""Writes the static edition into a folder.

    index.html, step/, train/, units/, course/, softmax/ …    a page each, at the app's addresses
    sw.js                                             keeps all of it for when there is no network
    files/<name>.<hash>.js, .json, .css, .svg          what they fetch; a name never changes its content

All addresses in it are relative, so that it works under any prefix.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from html import escape
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from rnnviz import course, live, stage, web
from rnnviz.course import outline
from rnnviz.course.pages import told as told_page
from rnnviz.locale import ENGLISH, LANGUAGES, N_, Refusal, translator
from rnnviz.site.cards import HEIGHT, WIDTH, card
from rnnviz.site.page import Shared, oembed, page, themes
from rnnviz.site.prose import article
from rnnviz.site.raster import icon as square
from rnnviz.site.stages import stage_data, written
from rnnviz.site.strings import STRINGS
from rnnviz.site.training import training_data
from rnnviz.site.units import units_data
from rnnviz.units import view as units

ASSETS = Path(__file__).with_name("assets")
FILES = "files"
NOT_EMPTY = N_(
    "{folder} is not empty; the edition is written into a new folder or over an older one."
)
WHAT = N_("See a recurrent network think: every number of an RNN, GRU or LSTM, step by step.")
UNITS = N_(
    "Which unit of a trained network knows it, and does the network need that unit? The text, coloured by any unit."
)
TRAIN = N_(
    "A small RNN, GRU or LSTM learns a text character by character while you watch, in this browser alone: its losses, "
    "what it writes, and what each gradient step does."
)
SITEMAP = """<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
{entries}</urlset>
"""
# Pixels of the icon on a phone's home screen.
ICONS = (192, 512)
# The mark of a folder that `write` has made.
MARK = ".rnnviz-site"


class _View(NamedTuple):
    """A page of the edition. address: its folder, "" for the first. data: of its view, by language."""

    address: str
    view: str
    titles: Mapping[str, str]
    descriptions: Mapping[str, str]
    articles: Mapping[str, str]
    data: Mapping[str, Any]


class _Files:
    """The files of the edition. What pages fetch has the hash of its content in its name.

    kept: those that a browser keeps after its first visit; the others it keeps once it has asked for them.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.written: list[str] = []
        self.kept: list[str] = []
        self._digest = hashlib.sha256()

    @property
    def version(self) -> str:
        """Another one whenever a file is another one."""
        return self._digest.hexdigest()[:16]

    def put(self, name: str, body: bytes, is_kept: bool = True) -> str:
        """Write a file such as "softmax.js"; its address below the edition's folder."""
        stem, _, suffix = name.rpartition(".")
        named = f"{stem}.{hashlib.sha256(body).hexdigest()[:16]}.{suffix}"
        return self.place(f"{FILES}/{named}", body, is_kept)

    def put_aside(self, name: str, body: bytes) -> str:
        """The same for what few readers ask for."""
        return self.put(name, body, is_kept=False)

    def place(self, path: str, body: bytes, is_kept: bool = True) -> str:
        """Write a file at its path, once."""
        if path in self.written:
            return path
        if is_kept:
            self.kept.append(path)
        file = self._folder / path
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(body)
        self.written.append(path)
        self._digest.update(f"{path} {len(body)}\n".encode() + body)
        return path


def write(
    folder: Path,
    settings: Path,
    icon: Path,
    host: str = "",
    nets: Sequence[str] = (),
    project: str = "",
) -> list[str]:
    """Write the edition; the addresses of its pages.

    settings: Streamlit's, whose theme it wears. icon: an SVG. host: the whole address at which the
    folder will be served, for search engines; without it nothing names it. nets: the built-in
    networks of the Units page, by their keys: what is asked of them is computed here, which takes a
    minute for all of them; without any the page says where it is. project: the address at which
    rnnviz itself is to be had, which each page names. An older edition in the folder is replaced.
    Raises Refusal for a folder with anything else in it, and OSError.
    """
    _clear(folder)
    files = _Files(folder)
    common = _common(files, settings, icon)
    picture = files.put("picture.js", web.joined(web.PICTURES).encode())
    modules = _modules(files)
    pages = []
    views = (
        _course_views(files),
        _stage_views(files),
        _training_views(files),
        _units_views(files, nets),
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
            "data": one.data,
        }
        html = page(
            one.titles,
            one.descriptions,
            one.articles,
            {name: root + path for name, path in common.items()},
            [root + module] if module else [],
            data,
            _shared(files, host, one) if host else None,
        )
        files.place(address(one.address, "") + "index.html", html.encode())
        pages.append(one.address)
    if host:
        files.place("sitemap.xml", _sitemap(host, pages).encode())
    files.place("sw.js", _service_worker(files).encode(), is_kept=False)
    (folder / MARK).write_text("\n".join(files.written), "utf-8")
    return pages


def _shared(files: _Files, host: str, one: _View) -> Shared:
    """What those read who find the page or are sent its link, in files of its own."""
    name, title = one.address or "rnnviz", one.titles[ENGLISH]
    picture = files.put_aside(f"{name}.png", card(one.address))
    where = host + address(one.address, "")
    told = Shared(where, host, host + picture, "", (WIDTH, HEIGHT))
    written_there = files.put_aside(f"{name}.oembed.json", written(oembed(told, title)))
    return told._replace(oembed=host + written_there)


def _common(files: _Files, settings: Path, icon: Path) -> dict[str, str]:
    """The files that all pages name."""
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
    return {
        "script": files.put("site.js", web.joined(ASSETS / "site.js").encode()),
        "style": files.put("site.css", _style(settings).encode()),
        "icon": picture,
        "touch": squares[ICONS[0]],
        "manifest": files.put("rnnviz.webmanifest", written(manifest)),
    }


def _modules(files: _Files) -> dict[str, str]:
    """The module of each view."""
    views = {
        name: web.module(web.joined(path), course.style()) for name, path in course.VIEWS.items()
    }
    views["stage"] = web.module(web.joined(ASSETS / "stage.js"), stage.style())
    style = stage.style() + web.sheets(live.STYLE, ASSETS / "train" / "train.css")
    views["train"] = web.module(web.joined(ASSETS / "train" / "page.js"), style)
    style = stage.style() + web.sheets(units.STYLE)
    views["units"] = web.module(web.joined(ASSETS / "units.js"), style)
    return {name: files.put(f"{name}.js", body) for name, body in views.items()}


def _service_worker(files: _Files) -> str:
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


def _clear(folder: Path) -> None:
    """Make the folder; of an older edition only what others have put beside it stays."""
    mark = folder / MARK
    if folder.exists() and not mark.is_file() and any(folder.iterdir()):
        raise Refusal(NOT_EMPTY, folder=folder)
    folder.mkdir(parents=True, exist_ok=True)
    written = mark.read_text("utf-8").splitlines() if mark.is_file() else []
    for name in written:
        path = folder / name
        # The list may have been changed by somebody.
        if path.resolve().is_relative_to(folder.resolve()):
            path.unlink(missing_ok=True)
    mark.touch()


def _style(settings: Path) -> str:
    return themes(settings) + web.sheets(ASSETS / "site.css")


def _words() -> dict[str, dict[str, str]]:
    return {
        language: {name: translator(language)(words) for name, words in STRINGS.items()}
        for language in LANGUAGES
    }


def _course_views(files: _Files) -> Iterator[_View]:
    names = (outline.CONTENTS, *outline.CHAPTERS, *outline.REFERENCE)
    for name in names:
        told = {language: told_page(name, language) for language in LANGUAGES}
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
            data={
                language: files.put(f"{name}.{language}.json", written(one))
                for language, one in told.items()
            },
        )


def address(target: str, root: str) -> str:
    """Where a target such as "step?cell=gru" is, seen from a page whose way up is `root`."""
    name, mark, query = target.partition("?")
    return f"{root}{name}/{mark}{query}" if name else f"{root}{mark}{query}"


def _stage_views(files: _Files) -> Iterator[_View]:
    learner = files.put("learner.js", web.joined(ASSETS / "learner.js").encode())
    data = {
        language: files.put(
            f"stage.{language}.json",
            written({**stage_data(language, files.put), "learner": learner}),
        )
        for language in LANGUAGES
    }
    for name, words in (("", "rnnviz"), ("step", STRINGS["step"])):
        yield _View(name, "stage", _said(words), _said(WHAT), _sentence(WHAT), data)


def _training_views(files: _Files) -> Iterator[_View]:
    data = {
        language: files.put(
            f"train.{language}.json", written(training_data(language, files.put, files.put_aside))
        )
        for language in LANGUAGES
    }
    yield _View("train", "train", _said(STRINGS["train"]), _said(TRAIN), _sentence(TRAIN), data)


def _units_views(files: _Files, nets: Sequence[str]) -> Iterator[_View]:
    names = [] if nets else ["units"]
    if nets:
        reader = files.put("reader.js", web.joined(ASSETS / "reader.js").encode())
        data = {
            language: files.put(f"units.{language}.json", written(told))
            for language, told in units_data(nets, files.put_aside, reader).items()
        }
        about = _said(UNITS)
        yield _View("units", "units", _said(STRINGS["units"]), about, _sentence(UNITS), data)
    for name in names:
        missing = _sentence(STRINGS["missing"])
        yield _View(name, "", _said(STRINGS[name]), _said(WHAT), missing, {})


def _said(message: str) -> dict[str, str]:
    return {language: translator(language)(message) for language in LANGUAGES}


def _sentence(message: str) -> dict[str, str]:
    return {language: f"<p>{said}</p>" for language, said in _said(message).items()}
