import json
import math
from typing import Any

import numpy as np
import pytest

from rnnviz import SequenceModel, Vocabulary
from rnnviz.cells import CELLS
from rnnviz.locale import Refusal
from rnnviz.training.batches import Batches
from rnnviz.training.config import TrainingConfig


def test_a_configuration_survives_json() -> None:
    config = TrainingConfig(cell="gru", reset_after=True, clip_norm=None, seed=7)
    assert TrainingConfig.from_dict(json.loads(json.dumps(config.to_dict()))) == config


def test_the_warm_up_leads_to_the_rate_and_the_cosine_down_to_a_hundredth() -> None:
    config = TrainingConfig(learning_rate=0.01, warm_up=9, steps=1000)
    assert [round(config.rate(k), 4) for k in (1, 5, 10)] == [0.001, 0.005, 0.01]
    assert config.rate(501) == pytest.approx(0.01 * 0.505)
    assert config.rate(1001) == pytest.approx(0.0001)


def test_without_warm_up_and_cosine_the_rate_stays() -> None:
    config = TrainingConfig.plain()
    assert {config.rate(k) for k in (1, 500, 1000)} == {2e-3}


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"cell": "mlp"}, "cell is 'mlp'; it must be one of rnn, gru, lstm"),
        ({"optimizer": "lion"}, "optimizer is 'lion'; it must be one of sgd, momentum, adam"),
        ({"batches": ["random"]}, "batches is .*; it must be one of random, consecutive"),
        ({"hidden_size": 7}, "hidden_size is 7; it must be a whole number from 8 to 512"),
        ({"hidden_size": 513}, "hidden_size is 513; it must be a whole number from 8 to 512"),
        ({"hidden_size": 8.0}, "hidden_size is 8.0; it must be a whole number"),
        ({"batch_size": True}, "batch_size is True; it must be a whole number from 1 to 256"),
        ({"sequence_length": 0}, "sequence_length is 0; it must be a whole number from 1 to 512"),
        (
            {"learning_rate": math.nan},
            "learning_rate is nan; it must be a number from 0.0000001 to 10",
        ),
        ({"learning_rate": "1"}, "learning_rate is '1'; it must be a number"),
        ({"clip_norm": 0}, "clip_norm is 0; it must be a number from 0.001 to 1000, or off"),
        ({"validation": 0.6}, "validation is 0.6; it must be a number from 0 to 0.5"),
        ({"cosine": 1}, "cosine is 1; it must be one of on, off"),
        (
            {"cell": "lstm", "reset_after": True},
            "reset_after is True, but the cell is lstm; only gru has it",
        ),
        ({"phi": "softplus"}, "phi is 'softplus'; it must be one of tanh"),
        ({"seed": -1}, "seed is -1; it must be a whole number from 0"),
        ({"corpus": ""}, "corpus is ''; it must be the name of a text"),
        ({"layers": 2}, "The configuration has layers; its fields are corpus, cell"),
    ],
)
def test_what_does_not_fit_is_answered_with_what_fits(changed: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal, match=words):
        TrainingConfig.from_dict(changed)


@pytest.mark.parametrize("changed", [{"cell": "x" * 9999}, {"hidden_size": "x" * 9999},
                                     {"corpus": ["x" * 9999]}, {"x" * 9999: 1}])  # fmt: skip
def test_what_came_is_quoted_in_short(changed: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as refusal:
        TrainingConfig.from_dict(changed)
    assert len(str(refusal.value)) < 400


@pytest.mark.parametrize("length", [2, 6, 33, 199, 200, 500, 537, 538, 539, 600, 10_000])
def test_batches_are_made_to_fit_a_short_text(length: int) -> None:
    config = TrainingConfig().fitting(length)
    numbers = np.arange(length - round(config.validation * length))
    Batches(numbers, config.batches, config.batch_size, config.sequence_length, seed=0)
    assert (config.validation > 0) == (length >= 200)
    if length == 6:
        assert (config.batch_size, config.sequence_length) == (1, 5)
    if length == 10_000:
        assert config == TrainingConfig()


@pytest.mark.parametrize("cell", ["rnn", "gru", "lstm"])
def test_who_races_has_as_many_parameters_as_the_others(cell: str) -> None:
    config = TrainingConfig(cell=cell, hidden_size=64)
    racers = config.racing(100)
    assert [racer.cell for racer in racers] == ["rnn", "gru", "lstm"]
    assert config in racers
    for racer in racers:
        assert racer.parameters(100) == pytest.approx(config.parameters(100), rel=0.02)
    rnn, gru, lstm = (racer.learning_rate for racer in racers)
    assert (rnn, gru) == (lstm / 2, lstm)


@pytest.mark.parametrize(
    "config",
    [TrainingConfig(cell=cell, hidden_size=9) for cell in ("rnn", "gru", "lstm")]
    + [TrainingConfig(cell="gru", reset_after=True, hidden_size=9)],
)
def test_parameters_are_counted_as_they_are(config: TrainingConfig) -> None:
    model = SequenceModel.random(
        CELLS[config.cell], Vocabulary("abcdefg"), 9, seed=0, **config.options
    )
    assert config.parameters(7) == sum(value.size for value in model.parameters.values())


def test_one_character_has_none_after_it() -> None:
    with pytest.raises(ValueError, match="Characters in the text: 1; predicting the next needs"):
        TrainingConfig().fitting(1)


def test_a_list_is_no_configuration() -> None:
    with pytest.raises(ValueError, match=r"The configuration is \[1\]; it must be an object"):
        TrainingConfig.from_dict([1])
