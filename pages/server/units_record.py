"""What a file holds of a view of the Units page: the answers that its panels ask for, as they stand.

What takes a moment is computed for the file; what takes long is in it if somebody has looked at it here.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from pages.server.units import API, SLOW
from rnnviz.address.units_asked import ANSWERS, Asked
from rnnviz.address.units_link import UnitsLink
from rnnviz.locale import Refusal, translator
from rnnviz.units.ablation import TOGETHER
from rnnviz.units.view import text

# Every unit of a network is held for a file if that reads no more characters in all.
MOST_HELD = 128 * 5_000
# How many of the units that tell best are in the file, beside the chosen one.
MOST_BEST = 5

Answer = tuple[str, list[str], Any, str]


def record(link: UnitsLink, language: str, check: Callable[[], None]) -> dict[str, Any]:
    """Of a place: {source, depends, answers} as `UnitsRecord` in `units.d.ts` has them.

    check(): called between answers; what it raises is raised. Raises Refusal where the link's
    network or text is not there.
    """
    asked = API.asked(link.question, language)
    answers = []
    for look, more in _asked_for(asked):
        check()
        answer = _answer(asked, look, more, language)
        if answer[2:] != (None, ""):
            answers.append(answer)
    depends = {look: ANSWERS[look].depends for look, *_rest in answers}
    return {"source": link.source.to_query(), "depends": depends, "answers": answers}


def placed(link: UnitsLink) -> UnitsLink:
    """The link with the unit and the label that the page opens with, where it names neither."""
    opening = API.source(link).opening
    named = {"quantity", "unit", "label"} & link.to_query().keys()
    return link if named or opening is None else replace(link, **vars(opening))


def _asked_for(asked: Asked) -> Iterator[tuple[str, dict[str, Any]]]:
    """The looks, and the fields of the link or other words that are other than the link's."""
    link = asked.link
    for look in ("source", "labels", "overview", "unit", "turn"):
        yield look, {}
    if link.second:
        quantity, _dot, number = link.second.rpartition(".")
        yield "unit", {"quantity": quantity, "unit": int(number) - 1}
    for block in range(-(-len(asked.source.text) // text.BLOCK)):
        yield "expected", {"block": str(block)}
    if not link.label:
        return
    for look in ("asked", "ranking", "enough", "held", *SLOW):
        yield look, {}
    units = asked.seen[link.quantity].shape[1] if link.quantity in asked.seen else 0
    if not units or units * len(asked.source.text) > MOST_HELD:
        return
    for chunk in range(units // TOGETHER + 1):
        yield "costs", {"chunk": str(chunk)}
    yield "verdict", {}
    for unit in _best(asked):
        for look in ("unit", "ranking", "held", "enough", "verdict"):
            yield look, {"unit": unit}


def _best(asked: Asked) -> list[int]:
    """The other units of the chosen quantity that tell best."""
    try:
        ranking = asked.ranking
    except Refusal:
        return []
    found = [one.unit for one in ranking if one.quantity == asked.link.quantity]
    return [unit for unit in found[: MOST_BEST + 1] if unit != asked.link.unit][:MOST_BEST]


def _answer(asked: Asked, look: str, more: dict[str, Any], language: str) -> Answer:
    fields = {name: value for name, value in more.items() if name in UnitsLink.names()}
    one = asked.of(**fields)
    one = replace(one, query={name: word for name, word in more.items() if name not in fields})
    words = ANSWERS[look].words(one.link, one.query)
    try:
        told = API.known(look, one.link, language) if look in SLOW else ANSWERS[look].make(one)
    except Refusal as reason:
        return look, words, None, reason.sentence(translator(language))
    return look, words, told, ""
