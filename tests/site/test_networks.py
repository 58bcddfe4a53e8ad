"""What the static edition computes in the browser is what rnnviz computes."""

import base64
import json
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnnviz.address.controls import SENSORS
from rnnviz.address.link import Link
from rnnviz.address.reading import model_at_hand
from rnnviz.cells import EVERY_CELL, TWO_WAY
from rnnviz.fit import _learning
from rnnviz.readings import TRENDS
from rnnviz.site.stages import fields
from rnnviz.site.templates import template
from rnnviz.stage.track import track
from rnnviz.text import Vocabulary, characters, visible
from tests.javascript import in_node

PROGRAM = Path(__file__).with_name("networks.mjs")
CHARACTERS = Path(__file__).with_name("characters.mjs")
# More characters than the likeliest that are listed, families, flags, marks, a space and a tab.
ODD = "👩‍👩‍👧 zwölf Boxkämpfer\tjagen 🇨🇳🇹🇼 é́ quer\nüber den Sylter Deich 春眠不觉晓"
HELLO = {"text": "hello world", "hidden": "6"}
TAGS = {"goal": "before", "text": "他向我表白", "hidden": "3"}


def sent(value: object) -> Any:
    """As it is once it has travelled as JSON."""
    return json.loads(json.dumps(value, default=np.ndarray.tolist))


def in_browser(query: dict[str, str], steps: int = 0) -> dict[str, Any]:
    link, problems = Link.from_query(query)
    assert not problems
    layers = len(link.network.sizes)
    asked = {
        "about": fields("en"),
        "template": template(link.cell, layers, "en"),
        "query": {name: [word] for name, word in query.items()},
        "steps": steps,
    }
    found: dict[str, Any] = in_node(PROGRAM, sent(asked))
    return found


def untaught(query: dict[str, str]) -> Any:
    link, _problems = Link.from_query(query | {"weights": "random"})
    model = model_at_hand(link.changed(seed=int(query.get("seed", 0))))
    assert model
    return model


def numbers(tensor: dict[str, Any]) -> Any:
    if "hot" in tensor:
        return list(tensor["hot"])
    dtype = "<f4" if tensor.get("bits") == 32 else "<f8"
    return np.frombuffer(base64.b64decode(tensor["data"]), dtype).astype(float)


@pytest.mark.parametrize(
    "query",
    [
        *({"cell": "lstm", "seed": str(seed)} for seed in (0, 1, 7, 999_999)),
        {"cell": "peephole", "hidden": "5x2x3", "seed": "11"},
        {"cell": "bilstm", "hidden": "3", "seed": "2"},
        {"cell": "rnn", "hidden": "4x2", "seed": "5", **TAGS, "goal": "after", "text": "花开"},
    ],
)
def test_a_seed_gives_the_very_weights_that_numpy_draws(query: dict[str, str]) -> None:
    query = HELLO | query | {"weights": "random"}
    found = in_browser(query)
    own = untaught(query).parameters
    assert list(found["weights"]) == list(own)
    for name, value in own.items():
        assert found["weights"][name] == value.ravel().tolist(), name


def test_a_text_is_cut_and_written_as_python_does_it() -> None:
    found = in_node(CHARACTERS, ODD)
    assert found["tokens"] == list(characters(ODD))
    assert found["visible"] == [visible(token) for token in characters(ODD)]


@pytest.mark.parametrize(
    "query",
    [
        *(HELLO | {"cell": cell} for cell in EVERY_CELL | TWO_WAY),
        *(HELLO | {"cell": cell, "hidden": "4x3x5"} for cell in EVERY_CELL),
        {"cell": "gru", "text": ODD, "hidden": "3"},
        {"cell": "lstm", "text": "x", "hidden": "4"},
        {"cell": "bigru", "text": "x", "hidden": "2"},
        TAGS | {"cell": "birnn"},
        TAGS | {"cell": "lstm", "hidden": "3x2"},
        *({"cell": "gru", "hidden": "5", "readings": one.text} for one in SENSORS),
        {"cell": "rnn", "hidden": "3x4", "readings": "1 2 3; -4 5 6e1; 7 8 9; 7 .5 +1"},
    ],
)
def test_a_track_is_what_python_would_have_sent(query: dict[str, str]) -> None:
    query = query | {"seed": "3", "weights": "random"}
    found = in_browser(query)["track"]
    link, _problems = Link.from_query(query)
    model = untaught(query)
    if link.task:
        words, tags = link.task.sentence(link.text)
        trace = model.trace(words, targets=tags)
    elif link.sensor:
        trace = model.trace(link.sensor, targets=link.sensor.targets)
    else:
        own = link.tokens[:-1] or link.tokens
        trace = model.trace(own, targets=link.tokens[1:] or None)
    want = sent(track(trace))
    for name in ("tensors", "parameters"):
        theirs, ours = found.pop(name), want.pop(name)
        assert set(theirs) == set(ours)
        for key, tensor in ours.items():
            assert theirs[key]["shape"] == tensor["shape"], key
            assert theirs[key].get("columns") == tensor.get("columns"), key
            np.testing.assert_allclose(
                numbers(theirs[key]), numbers(tensor), rtol=1e-12, atol=1e-12, err_msg=key
            )
    for name in ("id", "caption", "label"):
        found.pop(name, None)
        want.pop(name, None)
    assert found == want


TEXT = {"text": "to be or not to be", "hidden": "8"}


@pytest.mark.parametrize(
    "query",
    [
        *(TEXT | {"cell": cell} for cell in ("rnn", "gru", "lstm", "mgu")),
        TEXT | {"cell": "gru", "hidden": "5x4"},
        TEXT | {"cell": "birnn", "hidden": "5"},
        TAGS | {"cell": "birnn"},
        {"cell": "rnn", "hidden": "5", "readings": SENSORS[1].text},
    ],
)
def test_it_is_learnt_by_the_same_steps(query: dict[str, str]) -> None:
    steps = 50
    found = in_browser(query, steps)["losses"]
    link, _problems = Link.from_query(query)
    if link.task:
        examples = list(link.task.sentences)
        labels = link.task.tags
    elif link.sensor:
        examples, labels = [(link.sensor, link.sensor.targets)], TRENDS
    else:
        examples, labels = [(link.tokens[:-1], link.tokens[1:])], None
    words = Vocabulary(link.tokens) if labels is None else link.vocabulary
    model = link.network.random(words, link.seed, labels)
    losses = [loss for _model, loss in islice(_learning(model, examples), steps)]
    np.testing.assert_allclose(found, losses, rtol=0, atol=1e-9)
