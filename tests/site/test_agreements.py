"""The static edition counts a sample's agreements as the app does."""

import json
import random
from pathlib import Path

import pytest

from rnnviz.locale import LANGUAGES
from rnnviz.site.training import training_data
from rnnviz.training import CORPORA
from rnnviz.training.corpora import OWN
from tests.javascript import in_node

PROGRAM = Path(__file__).with_name("agreements.mjs")
MADE = [name for name, corpus in CORPORA.items() if corpus.agreements]


def told(language: str) -> dict:
    data = training_data(language, lambda name, _body: name, lambda name, _body: name)
    return json.loads(json.dumps(data))


def samples(name: str) -> list[str]:
    """Pieces of the language itself, the same with characters exchanged, and what is none of it."""
    rng = random.Random(name)
    text = CORPORA[name].text()
    letters = sorted(set(text))
    found = ["", "\n", "\n\n", "x\nx\nx", "\n只。\n猫，只。\n，\n"]
    for _ in range(60):
        at = rng.randrange(len(text) - 200)
        piece = [*text[at : at + 200]]
        for _ in range(rng.choice([0, 1, 8, 40])):
            piece[rng.randrange(200)] = rng.choice(letters)
        found.append("".join(piece))
    return found


@pytest.mark.parametrize("name", MADE)
def test_a_sample_s_agreements_are_counted_as_in_python(name: str) -> None:
    (corpus,) = (one for one in told("en")["corpora"] if one["name"] == name)
    drawn = samples(name)
    found = in_node(PROGRAM, {"grammar": corpus["grammar"], "samples": drawn})
    want = [
        {one.name: list(one.count(sample)) for one in CORPORA[name].agreements} for sample in drawn
    ]
    assert found == want
    # Each rule has been followed and broken.
    for one in CORPORA[name].agreements:
        right = sum(counts[one.name][0] for counts in want)
        assert 0 < right < sum(counts[one.name][1] for counts in want)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_its_words(language: str) -> None:
    data = told(language)
    for corpus in data["corpora"]:
        rules = () if corpus["name"] == OWN else CORPORA[corpus["name"]].agreements
        grammar = corpus["grammar"]
        assert (grammar["names"] if grammar else []) == [one.name for one in rules]
        for one in rules:
            words = f"{grammar['kind']} {one.name}"
            assert data["sentences"][words]
            assert data["sentences"][f"{words} hint"]
