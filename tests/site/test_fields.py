"""A word of an address is taken or refused alike by Python and in the browser, whatever the word and the field.

The suite tries a few thousand words; more, and others each time:
RNNVIZ_EXAMPLES=100000 .venv/bin/python -m pytest tests/site/test_fields.py
"""

import random
import re
import unicodedata
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rnnviz.address import link, training_plan, units_link
from rnnviz.cells import TWO_WAY
from rnnviz.fields import Fits, LinkError, field_data, single
from rnnviz.locale import translator
from rnnviz.site.training import NARROWER
from tests.fuzz import WANTED
from tests.javascript import in_node

PROGRAM = Path(__file__).with_name("fields.mjs")
# Each of these is several, or none, or looks like another.
SIGNS = [
    *"0123456789abcdefxABFHW_.,:;-+−@ =<>&%\"'\\/()[]{}|^$*?#\n\t\r\0\a\x1f\x7f",
    "\x85", "\xa0", "\xad", "é", "e\u0301", "\u0301", "\u200b", "\u200d", "\u202e", "\u2028", "\u3000", "\ufeff",
    "٣", "２", "²", "½", "Ⅷ", "三", "想", "直升机", "ß", "İ", "ſ", "K", "ﬁ", "̈", "ः", "न", "नि", "한", "각",
    "😀", "👍🏽", "👩‍👩‍👧", "🇨🇳", "🇨", "𝒽", "𝟘", "𠀀", "\U000e0001", "\U000f0000", "\U0010ffff", "\ufffe",
]  # fmt: skip
HEAP = "a" + "\u0301" * 40
NUMBERS = [
    ".5",
    "5.",
    "+1",
    "-0",
    "-0.0",
    "1e3",
    "1E-7",
    "1e999",
    "1e-99",
    "0x1",
    "1_0",
    "inf",
    "nan",
    "1.5",
    "00008",
]


class Case(NamedTuple):
    """A field of one of the addresses."""

    address: str
    name: str
    fits: Fits


def cases() -> list[Case]:
    """All fields of all addresses that are a kind with limits; those of the Step page in one direction and in two, and
    with the sentences of a task."""
    links = [link.Link(), link.Link(cell=next(iter(TWO_WAY))), link.Link().changed(goal="before")]
    step = [
        Case("step", name, of(each, None)) for each in links for name, of in link.FIELDS.items()
    ]
    plan = [
        Case("train", name, NARROWER.get(name, fits)) for name, fits in training_plan.FITS.items()
    ]
    units = [Case("units", name, fits) for name, fits in units_link.FIELDS.items()]
    at = Case("step", "at", link.STEP)
    return [one for one in (*step, at, *plan, *units) if one.fits.told()["kind"] != "words"]


def strange(chance: random.Random) -> str:
    """A sign from anywhere in Unicode, of those that each of the two has to know."""
    while True:
        sign = chr(chance.randrange(0x110000))
        if unicodedata.category(sign) not in {"Cn", "Cs"}:
            return sign


def any_word(chance: random.Random, most: int) -> str:
    count = chance.choice([0, 1, 2, 3, 8, 23, 24, 25, 30, most - 1, most, most + 1])
    signs = [chance.choice(SIGNS) for _ in range(chance.choice([1, 3, 60]))]
    signs.append(strange(chance))
    return "".join(chance.choice(signs) for _ in range(max(0, count)))


def limits_of(field: dict[str, Any]) -> list[float]:
    return [field[name] for name in ("least", "most", "eachWay") if name in field]


def number(chance: random.Random, field: dict[str, Any]) -> str:
    """At a limit of a field, beside one, or anywhere."""
    limits = limits_of(field) or [10]
    near = chance.choice(limits) + chance.choice([0, 0, -1, 1, 1e-7, -1e-7])
    anywhere = chance.choice(
        [chance.randint(-5, 20), chance.uniform(-1, 12), 10 ** chance.uniform(-9, 9)]
    )
    word = format(chance.choice([near, anywhere]), chance.choice(["", ".3f", ".12f", ".2e", "g"]))
    return chance.choice(["", "", "", "+", "0", " "]) + word


def like(chance: random.Random, shape: str) -> str:
    """Signs of which the words of a shape could be, or nearly: what stands in its classes, as often as it says."""
    parts = re.findall(r"\[([^]]*)\](?:\{(\d+)(?:,(\d+))?\})?|\\?([^\[\](){}?*])", shape)
    made = []
    for inside, least, most, plain in parts:
        signs = {
            r"\p{L}\p{N}_.": "aZ想²٣_.W",
            r"\w.": "aZ_W.4",
            "a-z": "abz",
            "0-9": "019",
            "0-9a-f": "09af",
        }.get(inside, "ag0")
        times = chance.randint(int(least or 1), int(most or least or 1)) if not plain else 1
        made.append(plain or "".join(chance.choice(signs) for _ in range(times)))
    return "".join(made)


def word(chance: random.Random, field: dict[str, Any], most: int) -> str:
    made = chance.choice(
        [
            lambda: any_word(chance, most),
            lambda: number(chance, field),
            lambda: chance.choice(NUMBERS),
            lambda: chance.choice(
                [*field.get("choices", ()), "on", "off", "toString", "__proto__"]
            ),
            lambda: like(chance, field.get("shape", "[a-z]{1,20}")),
            lambda: "x".join(str(chance.randint(0, 70)) for _ in range(chance.randint(1, 4))),
            lambda: chance.choice(
                [HEAP, "a\u0301" * 24, "👩‍👩‍👧" * 201, "é" * 5000, "ab " * 40_000]
            ),
        ]
    )()
    if made and chance.random() < 0.2:
        at = chance.randrange(len(made) + 1)
        made = made[:at] + chance.choice([*SIGNS, ""]) + made[at + chance.randint(0, 1) :]
    return made.swapcase() if chance.random() < 0.05 else made


def in_python(case: Case, given: list[str], language: str) -> dict[str, Any]:
    try:
        value = case.fits.read(single(case.name, given))
        case.fits.check(case.name, value)
    except LinkError as reason:
        return {"refused": reason.sentence(translator(language))}
    return {"refused": "", "value": [*value] if isinstance(value, tuple) else value}


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_a_word_means_the_same_in_both_languages_or_is_refused_in_the_same_sentence(
    language: str,
) -> None:
    chance = random.Random() if WANTED else random.Random(f"fields {language}")
    every = cases()
    told = [field_data(one.name, one.fits, translator(language)) for one in every]
    # In `any_word`, the length of a text.
    most = [
        one.get("characters") or (one["most"] if one["kind"] == "short" else 30) for one in told
    ]
    count = -(-(WANTED or 6000) // (3 * len(every)))
    given = [
        [
            [word(chance, field, long) for _ in range(chance.choice([1] * 19 + [2]))]
            for _ in range(count)
        ]
        for field, long in zip(told, most, strict=True)
    ]
    for field, words in zip(told, given, strict=True):
        words += [[str(limit + by)] for limit in limits_of(field) for by in (-1, 0, 1)]
    found = in_node(PROGRAM, {"fields": told, "given": given})
    unlike = []
    taken = 0
    for case, words, theirs in zip(every, given, found, strict=True):
        for one, their in zip(words, theirs, strict=True):
            own = in_python(case, one, language)
            written = their.pop("word", None)
            taken += own["refused"] == ""
            if own != their or (
                written is not None
                and case.fits.read(written)
                != case.fits.read(case.fits.write(case.fits.read(one[0])))
            ):
                unlike.append((case.address, case.name, one, own, their, written))
    assert not unlike, f"{len(unlike)} of {count * len(every)} unlike: {unlike[:3]}"
    assert count * len(every) * 0.1 < taken < count * len(every) * 0.9


def test_every_field_of_every_address_is_tried() -> None:
    tried = {(one.address, one.name) for one in cases()}
    names = chain(
        (("step", name) for name in link.FIELDS),
        (("train", name) for name in training_plan.FITS),
        (("units", name) for name in units_link.FIELDS),
    )
    # What these mean depends on the whole link: `test_links.py`, and the tests of the stage.
    own = {"equations", "readings", "beside", "way", "loss", "changes"}
    assert {*names} - tried == {("step", name) for name in own}
