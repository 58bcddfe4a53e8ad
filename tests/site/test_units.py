"""What the Units page of the static edition shows is what the app's server would have answered."""

import base64
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pages.server.units import LOOKS, Asked, Opened
from rnnviz.address.units_link import UnitsLink
from rnnviz.address.units_source import Source, opened
from rnnviz.locale import Refusal, translator
from rnnviz.site import units
from rnnviz.site.files import address_of
from tests.javascript import in_node

PROGRAM = Path(__file__).with_name("units.mjs")
# Enough of a text for every look, and two moments of the training.
LENGTH, STEPS = 900, (400, 3000)
AT_H6 = {"net": "brackets", "label": "square", "unit": "6"}
ALONE = {"net": "brackets"}
# Looks with the words of a link, as the page asks them.
ASKS: list[tuple[str, dict[str, str]]] = [
    ("source", ALONE),
    ("source", ALONE | {"at": "400"}),
    ("unit", ALONE | {"unit": "3"}),
    ("unit", ALONE | {"quantity": "Z", "unit": "16", "at": "400"}),
    ("expected", ALONE | {"block": "2"}),
    ("expected", ALONE | {"block": "3"}),
    ("overview", ALONE | {"columns": "370"}),
    ("overview", ALONE | {"columns": "2000", "quantity": "R"}),
    ("similar", ALONE | {"k": "300", "metric": "euclid"}),
    ("similar", ALONE | {"k": "900", "metric": "cosine", "count": "40"}),
    ("asked", ALONE | {"label": "line"}),
    ("asked", ALONE | {"label": "square", "at": "400"}),
    ("ranking", AT_H6),
    ("ranking", AT_H6 | {"quantity": "R"}),
    ("ranking", AT_H6 | {"label": "brackets"}),
    ("held", AT_H6),
    ("costs", AT_H6 | {"chunk": "0", "how": "zero"}),
    ("verdict", AT_H6 | {"how": "resample"}),
    ("verdict", AT_H6 | {"label": "loss"}),
    ("learnt", AT_H6),
    ("learnt", AT_H6 | {"label": "loss"}),
    ("enough", AT_H6),
    ("enough", AT_H6 | {"label": "line"}),
    ("spread", AT_H6),
    ("rest", ALONE | {"output": "1", "whole": "1"}),
]
# Looks that the app answers and this edition does not, each with the words in which it says so.
NOT_HERE = [
    ("cloud", ALONE, "unrecorded"),
    ("pairs", AT_H6, "unrecorded"),
    ("ranking", AT_H6 | {"at": "400"}, "unrecorded"),
    ("ranking", ALONE | {"label": "regex", "pattern": "a"}, "unrecorded"),
    ("held", AT_H6 | {"quantity": "Z"}, "unrecorded"),
    ("source", {"run": "20261123-abcdef"}, "ownNetwork"),
    ("source", ALONE | {"text": "(("}, "ownNetwork"),
    ("source", {"net": "another"}, "ownNetwork"),
]


@pytest.fixture(scope="module")
def source() -> Source:
    whole = opened(UnitsLink(net="brackets"), units._none_learnt)
    return replace(whole, text=whole.text[:LENGTH], steps=STEPS)


@pytest.fixture(scope="module")
def edition(source: Source) -> tuple[dict[str, Any], dict[str, str]]:
    """What the page is told, and the files."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(units, "opened", lambda *_: source)
        recorded = units.recording("brackets")
    files: dict[str, str] = {}

    def put(name: str, body: bytes) -> str:
        files[address_of(name, body)] = body.decode()
        return address_of(name, body)

    told = units.units_data({"brackets": recorded}, put, "reader.js")
    assert len(files) == len({name for name, _body in recorded.files})
    return told["zh-Hans"], files


@pytest.fixture(scope="module")
def answers(edition: tuple[dict[str, Any], dict[str, str]]) -> Callable[[Any], Any]:
    data, files = edition

    def ask(asks: Any) -> Any:
        told = {**data, "language": "zh-Hans"}
        return in_node(PROGRAM, {"data": told, "files": files, "asks": asks})

    return ask


def by_the_app(source: Source, look: str, query: dict[str, str]) -> Any:
    link, problems = UnitsLink.from_query(query)
    assert not problems
    own = source if link.at is None else replace(source, at=link.at, model=source.model_at(link.at))
    told = LOOKS[look](Asked(link, Opened(own), query, translator("zh-Hans")))
    for name in ("loss", "values"):
        if isinstance(told.get(name), str):
            told[name] = np.frombuffer(base64.b64decode(told[name]), "<f8").tolist()
    return json.loads(json.dumps(told))


def same(found: Any, wanted: Any, where: str) -> None:
    """Numbers agree to 1e-12, all else wholly."""
    match wanted:
        case dict():
            assert set(found) == set(wanted), where
            for key in wanted:
                same(found[key], wanted[key], f"{where}.{key}")
        case list():
            assert len(found) == len(wanted), where
            for k, one in enumerate(wanted):
                same(found[k], one, f"{where}[{k}]")
        case float():
            assert found == pytest.approx(wanted, rel=1e-12, abs=1e-12), where
        case _:
            assert found == wanted, where


def test_each_look_is_answered_as_the_app_answers_it(
    source: Source, answers: Callable[[Any], Any]
) -> None:
    for (look, query), found in zip(ASKS, answers(ASKS), strict=True):
        assert found["refused"] == "", (look, query)
        same(found["told"], by_the_app(source, look, query), f"{look} {query}")


def test_labels_are_offered_as_in_the_app_as_far_as_they_were_recorded(
    source: Source, answers: Callable[[Any], Any]
) -> None:
    (found,) = answers([["labels", ALONE]])
    offered = by_the_app(source, "labels", ALONE)["labels"]
    here = [{k: v for k, v in one.items() if k != "files"} for one in found["told"]["labels"]]
    assert here == [one for one in offered if ":" not in one["name"]]
    assert len(here) > 3


def test_a_label_that_cannot_be_tested_is_refused_in_the_apps_words(source: Source) -> None:
    # On at nine places only.
    rare = replace(source, text=tuple(("[]" + "()" * 10) * 9))
    found = units.Asked(units.Record(rare), "square")._units("H")["held"]
    with pytest.raises(Refusal) as reason:
        by_the_app(rare, "held", AT_H6)
    assert found["refused"]["zh-Hans"] == reason.value.sentence(translator("zh-Hans"))


def test_what_was_not_recorded_is_said_and_never_made_up(
    edition: tuple[dict[str, Any], dict[str, str]], answers: Callable[[Any], Any]
) -> None:
    found = answers([[look, query] for look, query, _ in NOT_HERE])
    for (look, query, word), one in zip(NOT_HERE, found, strict=True):
        assert one["told"] is None, (look, query)
        assert one["refused"] == edition[0]["words"][word], (look, query)
