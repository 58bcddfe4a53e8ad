"""A training in the browser takes the same steps as one in torch."""

import gzip
from base64 import b64encode
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnnviz.locale.writing import SIMPLIFIED
from rnnviz.site.loops import modules
from rnnviz.site.products import wasm
from rnnviz.site.training import training_data
from rnnviz.training.config import TrainingConfig
from rnnviz.training.start import starting_model
from rnnviz.training.trainer import DivergenceError, Trainer, numbered
from tests.javascript import in_node

PROGRAM = Path(__file__).with_name("trainings.mjs")
TEXT = "The value of the expression is returned, and nothing else; " * 40
KEYS = {"rnn": "rnn {phi}", "gru": "gru {reset_after}", "lstm": "lstm"}


def in_browser(
    config: TrainingConfig, steps: int, text: str = TEXT, *, is_fast: bool = True
) -> dict[str, Any]:
    vocabulary, numbers = numbered(text)
    training = numbers[: len(numbers) - round(config.validation * len(numbers))]
    start = starting_model(config, vocabulary, training).parameters
    options = {name: str(value).lower() for name, value in config.options.items()}
    asked = {
        "loops": modules(),
        "wasm": b64encode(wasm()).decode() if is_fast else None,
        "key": KEYS[config.cell].format(**options),
        "config": config.to_dict(),
        "text": numbers.tolist(),
        "q": len(vocabulary),
        "start": {name: value.ravel().tolist() for name, value in start.items()},
        "steps": steps,
    }
    found: dict[str, Any] = in_node(PROGRAM, asked)
    return found


def test_what_was_recorded_in_chinese_is_told_in_the_writing_of_its_reader() -> None:
    files = {}

    def put(name: str, body: bytes) -> str:
        files[name] = gzip.decompress(body).decode()
        return name

    told = training_data("zh-Hant", lambda name, _body: name, put)
    (own,) = (one for one in told["recorded"] if one["corpus"].startswith("chinese"))
    assert own["corpus"] == "chinese-traditional"
    assert "媽媽" in files[own["file"]]
    # 面 stands in our own words, too: 後面.
    assert set(SIMPLIFIED) & set(files[own["file"]]) <= {"面"}


def column(found: dict[str, Any], name: str) -> list[float]:
    return [row[name] for row in found["rows"]]


@pytest.mark.parametrize(
    "changed",
    [
        {"cell": "gru"},
        {"cell": "gru", "reset_after": True, "batches": "random", "validation": 0.0},
        {"cell": "lstm", "optimizer": "momentum", "learning_rate": 0.2, "hidden_size": 13},
        {"cell": "rnn", "clip_norm": 0.5, "hidden_size": 17, "batch_size": 5},
        {"cell": "rnn", "phi": "relu", "optimizer": "sgd", "learning_rate": 0.1, "clip_norm": None},
        {"cell": "rnn", "phi": "sigmoid", "cosine": False, "sequence_length": 11},
    ],
    ids=lambda changed: " ".join(map(str, changed.values())),
)
def test_the_browser_trains_as_torch_does(changed: dict[str, Any]) -> None:
    given: dict[str, Any] = {"hidden_size": 16, "batch_size": 6, "sequence_length": 12} | changed
    config = TrainingConfig(corpus="own", steps=60, **given)
    steps = 20
    found = in_browser(config, steps)
    trainer = Trainer(config, TEXT)
    tried = trainer.trial()
    rows = [trainer.step() for _ in range(steps)]
    first, last = ([one["loss"], *one["after"]] for one in found["trials"])
    np.testing.assert_allclose(first, tried, rtol=1e-3)
    np.testing.assert_allclose(last, trainer.trial(), rtol=5e-2)
    # Both count in float32, whose roundings grow from step to step.
    for name in ("loss", "norm", "scale", "rate"):
        want = [getattr(row, name) for row in rows]
        np.testing.assert_allclose(column(found, name)[:10], want[:10], rtol=1e-4, err_msg=name)
        np.testing.assert_allclose(column(found, name), want, rtol=2e-2, err_msg=name)
    loss = trainer.validation_loss()
    assert found["validation"] == (None if loss is None else pytest.approx(loss, rel=1e-2))
    dropped, *norms = trainer.reach()
    assert found["reach"]["dropped"] == pytest.approx(dropped, rel=0.05)
    np.testing.assert_allclose(found["reach"]["norms"][:5], norms[:5], rtol=0.05)
    H, Y_hat = trainer.probe(TEXT[:5])
    np.testing.assert_allclose(found["probe"]["H"], H.ravel(), atol=0.02)
    np.testing.assert_allclose(found["probe"]["Y_hat"], Y_hat.ravel(), atol=0.02)
    recorded, resumed = found["next"]
    assert recorded == resumed


def test_without_webassembly_it_trains_the_same() -> None:
    config = TrainingConfig(
        corpus="own", hidden_size=13, batch_size=6, sequence_length=12, steps=60
    )
    fast, plain = (in_browser(config, 20, is_fast=is_fast) for is_fast in (True, False))
    np.testing.assert_allclose(column(fast, "loss"), column(plain, "loss"), rtol=1e-3)


def test_an_exploding_training_ends_with_its_reason() -> None:
    config = TrainingConfig(
        corpus="own", cell="rnn", phi="identity", hidden_size=16, batch_size=6, sequence_length=64,
        steps=200, optimizer="sgd", learning_rate=10.0, clip_norm=None,
    )  # fmt: skip
    assert in_browser(config, 200)["why"] == "notFinite"
    clipped = replace(config, phi="tanh", clip_norm=5.0)
    assert in_browser(clipped, 200)["why"] == "divergedClipped"
    trainer = Trainer(config, TEXT)

    def all_steps() -> None:
        while trainer.step_number < config.steps:
            trainer.step()

    with pytest.raises(DivergenceError, match="exploded"):
        all_steps()


def test_what_follows_from_a_text_is_read_from_it_again() -> None:
    config = TrainingConfig(
        corpus="own", hidden_size=24, batch_size=6, sequence_length=24, steps=250
    )
    found = in_browser(config, 250)
    vocabulary, _ = numbered(TEXT)
    assert column(found, "loss")[-1] < 0.2
    assert "".join(vocabulary[k] for k in found["sample"])[1:] in TEXT
