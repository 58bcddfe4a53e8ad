"""What the Units page of the static edition shows is what the app's server would have answered: each number as
nearly as the two can add."""

import base64
import gzip
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pages.server.units import Opened
from rnnviz.address.units_asked import ANSWERS, Asked
from rnnviz.address.units_link import UnitsLink
from rnnviz.address.units_source import Source, opened
from rnnviz.locale import Refusal, translator
from rnnviz.presets.units import NETS
from rnnviz.site import units
from rnnviz.site.asking import asking_data
from rnnviz.site.files import address_of
from rnnviz.units import labels
from rnnviz.units.spans import spans
from tests.javascript import in_node

PROGRAM = Path(__file__).with_name("units.mjs")
# Enough of a text for every look, and two moments of the training.
LENGTH, STEPS = 900, (400, 3000)
AT_H6 = {"net": "brackets", "label": "square", "unit": "6"}
ALONE = {"net": "brackets"}
REGEX = ALONE | {"label": "regex", "pattern": r"\([^()]*\)"}
# Looks with the words of a link, as the page asks them.
ASKS: list[tuple[str, dict[str, str]]] = [
    ("source", ALONE),
    ("source", ALONE | {"at": "400"}),
    ("unit", ALONE | {"unit": "3"}),
    ("unit", ALONE | {"quantity": "Z", "unit": "16", "at": "400"}),
    ("turn", ALONE | {"unit": "3"}),
    ("turn", AT_H6),
    ("turn", AT_H6 | {"label": "brackets", "quantity": "Z"}),
    ("turn", ALONE | {"label": "nobody", "unit": "2"}),
    ("turn", ALONE | {"label": "regex", "pattern": r"\[\]", "at": "400"}),
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
    # What follows was not recorded: the browser computes it.
    ("asked", REGEX),
    ("asked", ALONE | {"label": "spans", "spans": "3-50,100-180"}),
    ("asked", ALONE | {"label": "current:("}),
    ("ranking", REGEX | {"unit": "2"}),
    ("ranking", AT_H6 | {"at": "400"}),
    ("ranking", ALONE | {"label": "next:]", "quantity": "H_tilde"}),
    ("held", REGEX | {"quantity": "Z", "unit": "2"}),
    ("costs", REGEX | {"chunk": "0", "how": "resample"}),
    ("verdict", REGEX | {"unit": "3"}),
    ("verdict", AT_H6 | {"at": "400", "label": "line", "how": "zero"}),
    ("pairs", AT_H6),
    ("spread", REGEX),
    ("spread", AT_H6 | {"at": "400", "label": "line"}),
    ("learnt", REGEX | {"unit": "3"}),
    ("enough", AT_H6 | {"at": "400"}),
    ("cloud", ALONE),
    ("cloud", ALONE | {"moment": "400", "own": "0"}),
    ("cloud", ALONE | {"moment": "400", "own": "1", "quantity": "R"}),
    ("rest", ALONE | {"output": "2", "whole": "0", "at": "400"}),
    ("rest", ALONE | {"output": "1", "whole": "1", "at": "400"}),
]
# What an edition does not have, and labels that nothing can be asked of, each with the sentence that says so.
REFUSED = [
    ("source", {"run": "0123456789abcdef"}, "noRun"),
    ("source", ALONE | {"text": "("}, "needsTwo"),
    ("source", {"net": "another"}, "ownNetwork"),
    ("source", {"file": "0" * 32}, "ownNetwork"),
    ("asked", ALONE | {"label": "regex", "pattern": "(?>[(]*)"}, "otherPattern"),
    ("asked", ALONE | {"label": "regex", "pattern": "(" * 201}, "longPattern"),
    ("asked", ALONE | {"label": "nobody"}, "noLabel"),
    ("ranking", ALONE | {"label": "regex", "pattern": "x"}, "rareLabel"),
]
# A pattern of `regex`, and what it finds.
PATTERNS = [
    r"\([^()]*\)",
    r"\w+",
    r"(?i)THE\b",
    "^.",
    "[^\\w\\s]{2,}",
    "]",
    "{",
    "(?P<a>o).*?(?P=a)",
    r"\p{Han}+",
    "a{,2}b",
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
        is_packed = name.endswith(".packed")
        files[address_of(name, body)] = (gzip.decompress(body) if is_packed else body).decode()
        return address_of(name, body)

    told = units.units_data(
        {"brackets": recorded},
        put,
        {"reader": "reader.js", "patterns": "patterns.js"},
        b"/* plotly.js */",
    )
    assert len(files) == len({name for name, _body in recorded.files}) + 2
    # A file of numbers takes less than half of what its numbers take.
    packed = {address_of(name, body): body for name, body in recorded.files}
    assert {name.rpartition(".")[2] for name in packed} == {"packed"}
    assert 2 * sum(map(len, packed.values())) < sum(len(files[name]) for name in packed)
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
    told = ANSWERS[look].make(Asked(link, Opened(own, ""), query, translator("zh-Hans")))
    for name in ("loss", "values"):
        if isinstance(told.get(name), str):
            told[name] = np.frombuffer(base64.b64decode(told[name]), "<f8").tolist()
    return json.loads(json.dumps(told))


def same(found: Any, wanted: Any, where: str) -> None:
    """Numbers agree to 1e-9, lines of chance to 1e-6, all else wholly."""
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
            # Shifted labels are measured in 32 bits there.
            close = 1e-6 if "chance" in where else 1e-9
            assert found == pytest.approx(wanted, rel=close, abs=close), where
        case _:
            assert found == wanted, where


def test_each_look_is_answered_as_the_app_answers_it(
    source: Source, answers: Callable[[Any], Any]
) -> None:
    for (look, query), found in zip(ASKS, answers(ASKS), strict=True):
        assert found["refused"] == "", (look, query)
        same(found["told"], by_the_app(source, look, query), f"{look} {query}")


def test_networks_with_the_same_numbers_share_all_files_but_their_heads(source: Source) -> None:
    short = units.Record(replace(source, text=source.text[:60], steps=source.steps[:1]))
    one, another = (_files(short, key) for key in ("mandarin", "mandarin-traditional"))
    assert {name.split(".")[0] for name in one ^ another} == {
        "files/mandarin",
        "files/mandarin-traditional",
    }
    assert len(one & another) > len(one) / 2


def test_what_is_recorded_has_each_sentence_once_and_ten_digits_of_a_number(
    edition: tuple[dict[str, Any], dict[str, str]],
) -> None:
    _data, files = edition
    words = [
        json.loads(one) for name, one in files.items() if re.match(r"files/label-\d+\.en\.", name)
    ]
    assert any(one["sentences"] for one in words)
    for one in words:
        assert len(set(one["sentences"])) == len(one["sentences"])
        verdicts = json.dumps(_told(one["verdicts"]))
        assert not any(json.dumps(sentence) in verdicts for sentence in one["sentences"])
    labels = "".join(body for name, body in files.items() if name.startswith("files/label-"))
    numbers = re.findall(r"\d+\.\d+", re.sub(r'"[^"]*"', "", labels))
    digits = [len(one.replace(".", "").lstrip("0")) for one in numbers]
    assert max(digits) == units.DIGITS


def _told(verdicts: dict[str, Any]) -> list[Any]:
    return [said["told"] for ways in verdicts.values() for said in ways.values() if "told" in said]


def _files(record: units.Record, key: str) -> set[str]:
    files: set[str] = set()

    def put(name: str, body: bytes) -> str:
        files.add(address_of(name, body))
        return address_of(name, body)

    record.put(key, put)
    return files


def test_labels_are_offered_as_in_the_app(source: Source, answers: Callable[[Any], Any]) -> None:
    # As they were recorded, and of another text as the browser finds them.
    other = "".join(source.text[100:])
    whole, part = answers([["labels", ALONE], ["labels", ALONE | {"text": other}]])
    own = [{k: v for k, v in one.items() if k != "files"} for one in whole["told"]["labels"]]
    assert own == by_the_app(source, "labels", ALONE)["labels"]
    offered = by_the_app(replace(source, text=source.text[100:]), "labels", ALONE)["labels"]
    assert part["told"]["labels"] == offered
    assert len(own) > 10


@pytest.mark.parametrize("name", ["library", "mandarin", "mandarin-traditional"])
def test_every_ready_label_is_where_the_app_has_it(name: str) -> None:
    net = NETS[name]
    text = net.text()[:2000] + """ "said 'he's' “so”, r'x' '' \'\'\'a\'\'\' 「好『吧』」 )(}{"""
    found = in_node(PROGRAM, {"text": text, "grammar": asking_data("en")["grammar"]})
    wanted = labels(text)
    assert set(found) == set(wanted)
    for key, values in wanted.items():
        assert found[key] == values.astype(float).tolist(), key


def test_a_label_that_cannot_be_tested_is_refused_in_the_apps_words(source: Source) -> None:
    # On at nine places only.
    rare = replace(source, text=tuple(("[]" + "()" * 10) * 9))
    found = units.Label(units.Record(rare), "square")._units("H")["held"]
    with pytest.raises(Refusal) as reason:
        by_the_app(rare, "held", AT_H6)
    assert found["refused"]["zh-Hans"] == reason.value.sentence(translator("zh-Hans"))


def test_what_cannot_be_asked_is_said_in_a_sentence(
    edition: tuple[dict[str, Any], dict[str, str]], answers: Callable[[Any], Any]
) -> None:
    data, _files = edition
    found = answers([[look, query] for look, query, _ in REFUSED])
    for (look, query, word), one in zip(REFUSED, found, strict=True):
        sentence = data["asking"]["refusals"].get(word) or data["words"][word]
        said = re.escape(sentence).replace(r"\{", "{").replace(r"\}", "}")
        assert one["told"] is None, (look, query)
        assert re.fullmatch(re.sub(r"\{\w+\}", ".*", said), one["refused"], re.DOTALL), (
            look,
            query,
        )


def test_an_edition_that_was_written_without_plotly_says_that_it_draws_no_cloud(
    edition: tuple[dict[str, Any], dict[str, str]],
) -> None:
    data, files = edition
    told = {**data, "language": "zh-Hans", "plotly": ""}
    (found,) = in_node(PROGRAM, {"data": told, "files": files, "asks": [["cloud", ALONE]]})
    assert found == {"told": None, "refused": data["words"]["noPlotly"]}


def test_patterns_mean_what_they_mean_in_the_app() -> None:
    text = "The cat (sat) on 一个 mat] {too} o_o\nabba the other aab, é1--!? The."
    for pattern, found in zip(
        PATTERNS, in_node(PROGRAM, {"text": text, "patterns": PATTERNS}), strict=True
    ):
        assert found == [bool(on) for on in spans(text, pattern)], pattern
