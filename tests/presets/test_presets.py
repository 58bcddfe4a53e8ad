import json
import os
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from rnnviz import SequenceModel
from rnnviz.address.link import Link
from rnnviz.address.reading import trace_of
from rnnviz.cells import CELLS
from rnnviz.fit import memorise
from rnnviz.presets import BUILT_IN, FOLDER, LEARNT, BuiltInText, file_of, load
from rnnviz.text import characters
from rnnviz.weights import from_bytes

ROOT = Path(__file__).parents[2]
# Another machine's products differ in the last bit, and training carries that along.
SAME_TRAINING = 1e-6


def loss_and_hits(model: SequenceModel, text: str) -> tuple[float, NDArray[np.bool]]:
    tokens = characters(text)
    trace = model.trace(tokens[:-1], targets=tokens[1:])
    hits = trace["Y_hat"][:, 0].argmax(axis=1) == model.vocabulary.indices(tokens[1:])
    return float(trace["loss"].mean()), hits


def assert_same_model(a: SequenceModel, b: SequenceModel) -> None:
    assert a.vocabulary == b.vocabulary
    assert a.parameters.keys() == b.parameters.keys()
    for name, value in a.parameters.items():
        np.testing.assert_allclose(
            value, b.parameters[name], rtol=0, atol=SAME_TRAINING, err_msg=name
        )


def test_the_documents_helicopter_comes_first() -> None:
    assert [built_in.text for built_in in BUILT_IN] == [
        "想要有直升机",
        "春眠不觉晓，处处闻啼鸟",
        "人法地，地法天，天法道，道法自然",
        "hello world",
        "abracadabra",
        "to be or not to be",
    ]
    assert all(built_in.hidden_size == 8 and built_in.title for built_in in BUILT_IN)


def test_every_file_belongs_to_a_built_in_text_and_cell() -> None:
    expected = {file_of(built_in, name) for built_in in BUILT_IN for name in CELLS}
    assert set(FOLDER.glob("*.safetensors")) == expected


@pytest.mark.parametrize("built_in", BUILT_IN, ids=lambda built_in: built_in.key)
@pytest.mark.parametrize("cell_name", ["rnn", "gru", "lstm"])
def test_a_recurrent_cell_knows_its_text_by_heart(built_in: BuiltInText, cell_name: str) -> None:
    model = load(built_in.text, cell_name, built_in.hidden_size)
    assert model is not None
    assert model.cell.name == cell_name
    assert model.cell.hidden_size == 8
    loss, hits = loss_and_hits(model, built_in.text)
    assert hits.all()
    assert loss < 0.05


@pytest.mark.parametrize("built_in", BUILT_IN, ids=lambda built_in: built_in.key)
def test_a_perceptron_knows_what_can_be_known_without_memory(built_in: BuiltInText) -> None:
    """At best it gives each next character the share with which it follows the present one."""
    model = load(built_in.text, "mlp", built_in.hidden_size)
    assert model is not None
    tokens = characters(built_in.text)
    pairs, singles = Counter(pairwise(tokens)), Counter(tokens[:-1])
    bound = sum(-np.log(pairs[pair] / singles[pair[0]]) for pair in pairwise(tokens)) / (
        len(tokens) - 1
    )
    loss, _ = loss_and_hits(model, built_in.text)
    assert bound <= loss < bound + 0.03


@pytest.mark.parametrize("built_in", BUILT_IN, ids=lambda built_in: built_in.key)
@pytest.mark.parametrize("cell_name", CELLS)
def test_its_weights_are_those_that_training_gives(built_in: BuiltInText, cell_name: str) -> None:
    known = load(built_in.text, cell_name, built_in.hidden_size)
    assert known is not None
    trained = memorise(CELLS[cell_name], built_in.text, built_in.hidden_size, seed=0)
    assert_same_model(known, trained)
    assert known.learnt == pytest.approx(trained.learnt, abs=SAME_TRAINING)


def test_one_command_makes_them_all_anew(tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "rnnviz.presets", tmp_path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    made = {file.name: from_bytes(file.read_bytes()) for file in tmp_path.glob("*.safetensors")}
    assert made.keys() == {file.name for file in FOLDER.glob("*.safetensors")}
    for name, model in made.items():
        assert_same_model(model, from_bytes((FOLDER / name).read_bytes()))
    again, there = (json.loads((one / LEARNT).read_text("utf-8")) for one in (tmp_path, FOLDER))
    assert again == {name: pytest.approx(one, abs=SAME_TRAINING) for name, one in there.items()}
    lines = result.stdout.splitlines()
    assert lines[0] == "想要有直升机"
    assert lines[1].split() == ["mlp", "loss", "0.0180", "predicted:", "all"]
    assert lines[11].split() == ["mlp", "loss", "0.8669", "predicted:", "7", "of", "15"]
    assert len(lines) == len(BUILT_IN) * (1 + len(CELLS))


@pytest.mark.parametrize(
    ("text", "cell_name", "hidden_size"),
    [
        ("想要有直升机", "lstm", 9),
        ("想要有直升", "lstm", 8),
        ("想要有直升机", "transformer", 8),
        ("../想要有直升机", "lstm", 8),
        ("想要有直升机", "../lstm", 8),
    ],
)
def test_there_is_none_for_anything_else(text: str, cell_name: str, hidden_size: int) -> None:
    assert load(text, cell_name, hidden_size) is None


def test_a_built_in_text_needs_no_training() -> None:
    calls: list[float] = []
    link = Link(text="hello world", cell="gru")
    trace = trace_of(link, lambda done, _: calls.append(done))
    assert calls == []
    assert trace.model is not None
    assert_same_model(trace.model, from_bytes((FOLDER / "hello-gru.safetensors").read_bytes()))


@pytest.mark.parametrize(
    ("text", "hidden", "seed"),
    [("hello worlds", 8, 0), ("hello world", 7, 0), ("hello world", 8, 1)],
)
def test_any_other_is_trained_at_once(text: str, hidden: int, seed: int) -> None:
    calls: list[float] = []
    link = Link(text=text, cell="gru", hidden=hidden, seed=seed)
    trace = trace_of(link, lambda done, _: calls.append(done))
    assert calls[-1] == 1
    assert trace.model is not None
    assert_same_model(trace.model, memorise(CELLS["gru"], text, hidden, seed))
