"""The weights of a moment of learning, as the stage fetches them."""

import http.client
import json
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import numpy as np
import pytest

from rnnviz import GRU, SequenceModel, Vocabulary, presets
from rnnviz.fit import at_moments
from rnnviz.stage import encoded
from rnnviz.training import Runs
from tests.serving import Server
from tests.training_runs import train

TEXT = "想要有直升机"


def ask(server: Server, **query: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=90)
    connection.request("GET", f"/weights?{urlencode(query)}")
    answer = connection.getresponse()
    return answer.status, answer.read()


def test_a_learnt_text_has_the_weights_of_its_beginning(server: Server) -> None:
    for steps, model in (
        (0, SequenceModel.random(GRU, Vocabulary(TEXT), 8, seed=0)),
        (20, at_moments(GRU, TEXT, 8, 0, (20,))[20]),
    ):
        status, body = ask(server, cell="gru", text=TEXT, steps=str(steps))
        assert status == 200
        assert json.loads(body) == json.loads(json.dumps(encoded(model.parameters)))


def test_the_beginning_is_that_of_the_very_learning_that_is_shown() -> None:
    """From the weights of a built-in network's beginning, learning leads to its own."""
    model = presets.load(TEXT, "gru", 8)
    assert model is not None
    steps = at_moments(GRU, TEXT, 8, 0, (0, 5, 10, 20, 40)).values()
    away = [np.linalg.norm(one.W_hq - model.W_hq) for one in steps]
    assert away == sorted(away, reverse=True)
    assert away[-1] < 0.2 * away[0]


@pytest.mark.parametrize(
    "query",
    [
        {"steps": "7"},
        {"steps": ""},
        {"steps": "1e400"},
        {"steps": "-1"},
        {},
        {"steps": "0", "weights": "random"},
        {"steps": "0", "text": "a"},
        {"steps": "0", "cell": "<b>"},
        {"steps": "0", "run": "0123456789abcdef"},
        {"steps": "5", "text": "ab" * 100, "hidden": "128"},
    ],
)
def test_there_are_no_weights_of_other_moments(server: Server, query: dict[str, str]) -> None:
    assert ask(server, **query) == (404, b"The server has no such weights.")


def test_a_training_has_the_weights_of_its_checkpoints(server: Server, runs_folder: Path) -> None:
    run = train(runs_folder)
    runs = Runs(runs_folder)
    first, *_, last = runs.checkpoints(run)
    status, body = ask(server, run=run, at=str(last), steps=str(first))
    assert status == 200
    expected = encoded(runs.model(run, first).parameters)
    assert json.loads(body) == json.loads(json.dumps(expected))
    assert ask(server, run=run, at=str(last), steps=str(last))[0] == 404
