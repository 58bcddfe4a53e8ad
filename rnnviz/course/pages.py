"""What the browser is told of each page of the course, in a language; its module draws the page from it alone."""

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from rnnviz import course, web
from rnnviz.cells import EVERY_CELL
from rnnviz.course import outline, warrants
from rnnviz.course.chapters.evolution.numbers import ORDER as CELLS_BY_AGE
from rnnviz.course.numbers import given
from rnnviz.course.practice import page as practice
from rnnviz.course.spoken import spoken
from rnnviz.locale import ENGLISH, LANGUAGES, N_, beginnings, translator

# Where a page to look things up in has a number that was measured.
MEASURED = re.compile(r"\{\{(\w+)\}\}")
REFERENCE_TITLE = N_("Look it up")
# The chapter that is a timeline of cells, and the head of one of its sections: "2014: one state, two gates".
EVOLUTION = "evolution"
DATED = re.compile(r"(?:(\d{4})\s*年?[:：]\s*)?(.+)")


def told(name: str, language: str) -> dict[str, Any]:
    """All that a page's module draws, but for where its files are.

    Raises KeyError for a name that is no page of the course.
    """
    _ = translator(language)
    words = {
        "view": outline.view(name),
        "name": name,
        "language": language,
        "chosen": "",
        "strings": {key: _(words) for key, words in (web.STRINGS | course.STRINGS).items()},
    }
    if name == outline.CONTENTS:
        return words | _contents(language)
    if name == outline.PRACTICE:
        return words | practice.told(language)
    if name in outline.REFERENCE:
        return words | _reference(name, language)
    return words | _place(name, language) | chapter(name, language)


def chapter(name: str, language: str) -> dict[str, Any]:
    """A chapter's prose, with the words of its figures, and the numbers that it begins with."""
    source = course.prose(name, language).read_text("utf-8")
    numbers, texts = given(name, language)
    for key, text in texts.items():
        source = source.replace(f"{{{key}}}", quote(text))
    prose = course.read(source)
    return {
        "words": prose.words,
        "sections": prose.sections,
        "numbers": {**numbers, "language": language},
        "say": {language: spoken(name, language)},
    }


def _place(name: str, language: str) -> dict[str, Any]:
    """A chapter's title and question, where it stands, what it builds on, and the chapters before and after it."""
    _ = translator(language)
    names = list(outline.CHAPTERS)
    at = names.index(name)
    part, chapters = next(item for item in outline.PARTS.items() if name in item[1])

    def named(name: str) -> dict[str, str]:
        return {"address": name, "title": _(outline.CHAPTERS[name].title)}

    def way(k: int) -> dict[str, str] | None:
        return named(names[k]) if 0 <= k < len(names) else None

    where = course.STRINGS["placeOf"]
    return {
        "title": _(chapters[name].title),
        "question": _(chapters[name].question),
        "where": _(where).format(
            part=_(part), place=list(chapters).index(name) + 1, places=len(chapters)
        ),
        "practice": practice.tasks(language, name),
        "needs": [named(need) for need in chapters[name].needs],
        "previous": way(at - 1),
        "next": way(at + 1),
    }


def _contents(language: str) -> dict[str, Any]:
    """All chapters with their questions and small pictures, part by part."""
    from rnnviz.course.contents.pictures import pictures

    _ = translator(language)
    shown = pictures()
    parts = [
        {
            "title": _(part),
            "chapters": [
                {
                    "address": name,
                    "title": _(page.title),
                    "question": _(page.question),
                    "picture": shown.get(name),
                    "timeline": _timeline(name, language) if name == EVOLUTION else [],
                }
                for name, page in pages.items()
            ],
        }
        for part, pages in (*outline.PARTS.items(), (REFERENCE_TITLE, outline.REFERENCE))
        if pages
    ]
    own = {
        "address": outline.PRACTICE,
        "title": _(outline.PRACTICE_PAGE.title),
        "tasks": practice.titles(language),
        "asking": practice.asking(language),
    }
    return {"parts": parts, "title": _(N_("Course")), "practice": own}


def _timeline(name: str, language: str) -> list[dict[str, str]]:
    """The cells of a chapter in the order of their coming: {section, cell, year, said}, as the heads of its sections
    say it; year: "" for the first, which is older than all of them."""
    source = course.prose(name, language).read_text("utf-8")
    titles = {one["id"]: one["title"] for one in course.read(source).sections}
    found = []
    for cell in CELLS_BY_AGE:
        year, said = DATED.fullmatch(titles[cell]).groups(default="")  # type: ignore[union-attr]
        found.append(
            {"section": cell, "cell": EVERY_CELL[cell].title, "year": year, "said": said.strip()}
        )
    return found


def _reference(name: str, language: str) -> dict[str, Any]:
    """A page to look things up in: one section of its prose an entry.

    The glossary's entries stand in parts, and fold. Each has its texts in the reader's language, and in
    those that may stand beside it: papers and code are in English.
    """
    _ = translator(language)
    page = outline.REFERENCE[name]
    is_glossary = name == outline.GLOSSARY
    others = [one for one in LANGUAGES if one != ENGLISH] if language == ENGLISH else [ENGLISH]
    languages = [language, *others] if is_glossary else [language]
    texts = {one: _entries(name, one) for one in languages}
    parts: Mapping[str, Sequence[str]] = (
        outline.TERMS if is_glossary else {"": list(texts[language])}
    )
    shown = [
        {
            "title": _(title) if title else "",
            "entries": [
                {
                    "id": entry,
                    "texts": [{**texts[one][entry], "language": one} for one in languages],
                }
                for entry in entries
            ],
        }
        for title, entries in parts.items()
    ]
    return {
        "title": _(page.title),
        "lead": _(page.question),
        "parts": shown,
        "say": {one: spoken(name, one) for one in languages},
        "tags": beginnings(),
        "folds": is_glossary,
        "asks": name == outline.QUESTIONS,
        "others": {one: LANGUAGES[one] for one in languages[1:]},
    }


def _entries(name: str, language: str) -> dict[str, dict[str, Any]]:
    source = course.prose(name, language).read_text("utf-8")
    prose = course.read(MEASURED.sub(lambda found: warrants.texts()[found[1]], source))
    return {
        section["id"]: {"title": section["title"], "blocks": section["blocks"]}
        for section in prose.sections
        if section["title"]
    }
