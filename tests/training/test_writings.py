"""What a network writes at its checkpoints, and which of it are words of its text."""

import json
from pathlib import Path

import numpy as np
import pytest

from rnnviz.text import characters
from rnnviz.training import CORPORA, Runs, TrainingConfig
from rnnviz.training.corpora import OWN
from rnnviz.training.trainer import Trainer
from rnnviz.training.writings import LENGTH, Lexicon, Writing, parsed
from tests.javascript import in_node
from tests.training_runs import TEXT, train

PROGRAM = Path(__file__).with_name("words.mjs")
ENGLISH = "The cat sat on the mat. Ärger, naïve and co-op are words; so is the café."
CHINESE = "小明买了三只猫。因为老师很累，所以他睡了。"
# A text, a sample, and the real words in it.
CASES = [
    (ENGLISH, "the mat, The catnip at so and Ärger", ["the", "mat", "The", "and", "Ärger"]),
    # A word that a sample breaks off counts as it stands there.
    (ENGLISH, "ord words", ["words"]),
    # A letter with a mark on it is one character: café ends behind it.
    (ENGLISH, "cafe\u0301 cafe", []),
    # Two characters stand side by side by chance; of three and more every two do so in the text.
    (CHINESE, "三只猫。猫只三，小明三只", ["三只猫"]),
    (CHINESE, "明小 因为。为老师买了三", ["为老师", "买了三"]),
    (ENGLISH + CHINESE, "the三只猫 cat", ["the", "三只猫", "cat"]),
    (ENGLISH, "", []),
]


@pytest.mark.parametrize(("text", "sample", "real"), CASES)
def test_real_words_are_those_of_the_text(text: str, sample: str, real: list[str]) -> None:
    tokens = characters(sample)
    places = Lexicon(characters(text)).places(tokens)
    assert ["".join(tokens[start:end]) for start, end in places] == real
    found = in_node(PROGRAM, {"text": text, "sample": sample})
    assert found == [list(place) for place in places]


def test_a_run_writes_at_each_checkpoint_from_one_beginning(tmp_path: Path) -> None:
    runs, run = Runs(tmp_path), train(tmp_path, steps=120, hidden_size=32, learning_rate=0.02)
    view = runs.read(run)
    assert [one.step for one in view.writings] == list(view.checkpoints)
    assert {len(one.tokens) for one in view.writings} == {LENGTH}
    assert len({one.tokens[0] for one in view.writings}) == 1
    assert len({tuple(one.tokens) for one in view.writings}) > len(view.writings) // 2
    assert runs.read(run, writings_since=3).writings == view.writings[3:]
    # What it has learnt is made of words; at the start chance makes hardly any.
    first, last = view.writings[0], view.writings[-1]
    assert last.share > 0.4
    assert first.share < 0.1
    # The probabilities are those of the model that was kept.
    Y_hat = runs.model(run, last.step).trace(last.tokens)["Y_hat"][:, 0]
    numbers = runs.vocabulary(run).indices(last.tokens)
    want = Y_hat[np.arange(LENGTH - 1), numbers[1:]]
    np.testing.assert_allclose(last.p, want, atol=0.002)


def test_what_is_written_does_not_change_the_training() -> None:
    config = TrainingConfig(corpus=OWN, hidden_size=9, batch_size=4, sequence_length=8, steps=11)
    silent, writing = Trainer(config, TEXT), Trainer(config, TEXT)
    for _ in range(5):
        writing.writing(None)
        assert writing.step() == silent.step()


def test_a_run_of_an_older_version_has_none(tmp_path: Path) -> None:
    runs, run = Runs(tmp_path), train(tmp_path)
    (runs.path(run) / "writings.jsonl").unlink()
    assert runs.read(run).writings == ()


def test_an_invalid_line_is_none() -> None:
    good = {"step": 3, "tokens": ["a", "b"], "p": [0.5], "words": [[0, 2]]}
    assert parsed(json.dumps(good).encode()) == Writing(3, ["a", "b"], [0.5], [[0, 2]])
    assert parsed(json.dumps(good | {"words": None}).encode()).share is None
    for wrong in (
        {"step": -1}, {"step": "3"}, {"tokens": "ab"}, {"tokens": [1, "b"]}, {"p": []}, {"p": [2]},
        {"p": ["x"]}, {"words": [[0, 3]]}, {"words": [[1, 1]]}, {"words": [[0]]}, {"words": 4}, {"more": 1},
    ):  # fmt: skip
        assert parsed(json.dumps(good | wrong).encode()) is None, wrong
    assert parsed(b"{") is None
    assert parsed(b"[" * 10**5) is None


@pytest.mark.parametrize("name", [name for name, one in CORPORA.items() if one.has_words])
def test_a_text_is_all_real_words_and_shuffled_it_is_not(name: str) -> None:
    tokens = characters(CORPORA[name].text()[:40_000])
    if len(tokens) < 100:
        return
    lexicon = Lexicon(tokens)
    shares = []
    for sample in (tokens[1000:3000], list(np.random.default_rng(0).permutation(tokens)[:2000])):
        places = lexicon.places(sample)
        shares.append(sum(end - start for start, end in places) / len(sample))
    assert shares[0] > 0.4
    assert shares[1] < 0.3 * shares[0]
