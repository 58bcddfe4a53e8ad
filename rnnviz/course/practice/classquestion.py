"""What a class is asked of a task, or about trainings, in words that each of it reads in its own language."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from rnnviz.course.practice.page import question_of, titles_of
from rnnviz.course.practice.readings import READINGS
from rnnviz.course.practice.strings import STRINGS
from rnnviz.locale import translator
from rnnviz.practice import SLIPS, StepTask
from rnnviz.practice.families import FAMILIES
from rnnviz.practice.tasks import example

MOST_STEPS = 1_000_000
ASKED, OTHER = STRINGS["practiceClass"], STRINGS["practiceOther"]
OF_LETTER = STRINGS["practiceEntry"]
OF_UNIT, OF_PLACE = STRINGS["practiceUnit"], STRINGS["practiceNumber"]


def class_question(about: Mapping[str, Any], language: str) -> dict[str, Any] | None:
    """The question {text, choices} in a language; None for what is none. about: `AboutTask` of the room's messages."""
    family, choices = about.get("family"), about.get("choices")
    if not isinstance(family, str) or not isinstance(choices, list):
        return None
    if family in READINGS:
        if READINGS[family].place:
            # A line has more letters than a question has answers.
            return None
        step = about.get("step")
        is_step = isinstance(step, int) and 0 <= step <= MOST_STEPS
        asked = translator(language)(READINGS[family].question)
        letters = [str(one) for one in choices]
        return {"text": asked.format(step=step if is_step else 0), "choices": letters}
    quantity, place = about.get("quantity"), about.get("place")
    sizes = _sizes(family) if family in FAMILIES else {}
    if not isinstance(place, int) or not 0 <= place < sizes.get(str(quantity), 0):
        return None
    text = _text(family, str(quantity), place, language)
    numbers = [_counted(one, translator(language)) for one in choices]
    return {"text": text, "choices": [*numbers, translator(language)(OTHER)]}


def _counted(told: object, _: Callable[[str], str]) -> str:
    """A number, and the slip that gives it, {text, slip}."""
    match told:
        case {"text": str(text), "slip": str(slip)} if slip in SLIPS:
            return f"{text} · {_(SLIPS[slip])}"
        case {"text": str(text)}:
            return text
    return str(told)


@cache
def _sizes(family: str) -> dict[str, int]:
    return {name: len(answer) for name, answer in example(family).answers.items()}


@cache
def _text(family: str, quantity: str, place: int, language: str) -> str:
    """As `labels` and `questionOf` of `sheet.js` have it."""
    _ = translator(language)
    task = example(family)
    name, size = titles_of(family, language)[quantity], _sizes(family)[quantity]
    if size == len(task.letters) > 1:
        name = _(OF_LETTER).format(name=name, letter=task.letters[place])
    elif size > 1:
        of_places = OF_UNIT if isinstance(task, StepTask) else OF_PLACE
        name = _(of_places).format(name=name, unit=place + 1)
    return _(ASKED).format(question=question_of(family, language), name=name)
