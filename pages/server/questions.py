"""A question of the stage or of a chapter in every language, so that each of a class reads its own.

The lecturer's page says which question it is: {chapter, question, numbers}, by the names that the
chapter's file gives; or {page, say, given, choices} of the stage or of the Units page, by the names
of its sentences; or {family, quantity, place, choices} of a task.
"""

from functools import cache
from typing import Any

from rnnviz.course import plain
from rnnviz.course.outline import CHAPTERS
from rnnviz.course.pages import chapter as told
from rnnviz.course.practice.classquestion import class_question
from rnnviz.locale import LANGUAGES, N_, Refusal, original, translator
from rnnviz.stage import strings as stage
from rnnviz.units.view import strings as units

UNKNOWN = N_("There is no such question here.")
LONGEST_VALUE = 80
SENTENCES = {"stage": stage.STRINGS, "units": units.STRINGS}


def sayings(about: object, language: str) -> dict[str, dict[str, Any]]:
    """The question {text, choices, truth} by language; {} for one that the lecturer typed.

    language: the lecturer's own, in which names of quantities come. Raises Refusal for what is no
    question of ours.
    """
    if about is None:
        return {}
    if not isinstance(about, dict):
        raise Refusal(UNKNOWN)
    if "chapter" in about:
        found = {one: _of_chapter(about, one) for one in LANGUAGES}
    elif "family" in about:
        found = {one: _of_task(about, one) for one in LANGUAGES}
    else:
        found = {one: _of_stage(about, language, one) for one in LANGUAGES}
    return found


def _of_chapter(about: dict[str, Any], language: str) -> dict[str, Any]:
    chapter, question = str(about["chapter"]), str(about.get("question"))
    block = chapter_questions(chapter, language).get(question) if chapter in CHAPTERS else None
    if block is None:
        raise Refusal(UNKNOWN)
    _kind, _name, asked, answers, _then = block
    numbers = _values(about.get("numbers"))
    return {
        "text": plain(asked, numbers),
        "choices": [plain(answer, numbers) for _is_right, answer, _why in answers],
        "truth": next(k for k, (is_right, *_) in enumerate(answers) if is_right),
    }


def _of_task(about: dict[str, Any], language: str) -> dict[str, Any]:
    found = class_question(about, language)
    if found is None:
        raise Refusal(UNKNOWN)
    return found


@cache
def chapter_questions(chapter: str, language: str) -> dict[str, list[Any]]:
    """The questions of a chapter by their names, as `rnnviz.course.markup` reads them."""
    sections = told(chapter, language)["sections"]
    blocks = (block for section in sections for block in section["blocks"])
    return {block[1]: block for block in blocks if block[0] == "question"}


def _of_stage(about: dict[str, Any], spoken: str, language: str) -> dict[str, Any]:
    _ = translator(language)
    choices = about.get("choices")
    sentences = SENTENCES.get(str(about.get("page", "stage")), {})
    if not isinstance(choices, list):
        raise Refusal(UNKNOWN)

    def said(name: object) -> str:
        if not isinstance(name, str) or name not in sentences:
            raise Refusal(UNKNOWN)
        return _(sentences[name])

    given = _values(about.get("given"))
    # The name of a gate is in the lecturer's language; one that a reader has made is in none.
    given = {name: _(original(value, spoken)) for name, value in given.items()}
    try:
        text = said(about.get("say")).format(**given)
    except (KeyError, IndexError, ValueError):
        raise Refusal(UNKNOWN) from None
    return {
        "text": text,
        "choices": [
            said(one["say"]) if isinstance(one, dict) and "say" in one else str(one)
            for one in choices
        ],
    }


def _values(told: object) -> dict[str, str]:
    """What fills in a sentence: short texts by their names."""
    values = told if isinstance(told, dict) else {}
    return {str(name): str(value)[:LONGEST_VALUE] for name, value in values.items()}
