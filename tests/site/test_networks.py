"""What the static edition computes in the browser is what rnnviz computes."""

import base64
import json
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnnviz import SequenceModel, Vocabulary
from rnnviz.cells import CELLS, EVOLUTION
from rnnviz.fit import at_moments
from rnnviz.site.templates import template
from rnnviz.stage.track import track
from rnnviz.text import characters, visible
from tests.javascript import in_node

PROGRAM = Path(__file__).with_name("networks.mjs")
ALL = CELLS | EVOLUTION
# More characters than the likeliest that are listed, families, flags, marks, a space and a tab.
ODD = "👩‍👩‍👧 zwölf Boxkämpfer\tjagen 🇨🇳🇹🇼 é́ quer\nüber den Sylter Deich 春眠不觉晓"


def in_browser(cell: str, text: str, hidden: int, seed: int, steps: int = 0) -> dict[str, Any]:
    made = template(ALL[cell], "en")
    asked = {"template": made, "text": text, "hidden": hidden, "seed": seed, "steps": steps}
    # What is sent is sent as JSON.
    found: dict[str, Any] = in_node(
        PROGRAM, json.loads(json.dumps(asked, default=np.ndarray.tolist))
    )
    return found


def numbers(tensor: dict[str, Any]) -> Any:
    if "hot" in tensor:
        return list(tensor["hot"])
    dtype = "<f4" if tensor.get("bits") == 32 else "<f8"
    return np.frombuffer(base64.b64decode(tensor["data"]), dtype).astype(float)


def model_of(cell: str, text: str, hidden: int, seed: int) -> SequenceModel:
    return SequenceModel.random(ALL[cell], Vocabulary(text), hidden, seed)


@pytest.mark.parametrize("seed", [0, 1, 7, 999_999])
def test_a_seed_gives_the_very_weights_that_numpy_draws(seed: int) -> None:
    found = in_browser("lstm", "hello world", 5, seed)
    own = model_of("lstm", "hello world", 5, seed).parameters
    assert list(found["weights"]) == list(own)
    for name, value in own.items():
        assert found["weights"][name] == value.ravel().tolist(), name


def test_a_text_is_cut_and_written_as_python_does_it() -> None:
    found = in_browser("rnn", ODD, 2, 0)
    assert found["tokens"] == list(characters(ODD))
    assert found["visible"] == [visible(token) for token in characters(ODD)]


@pytest.mark.parametrize(
    ("cell", "text", "hidden"),
    [*((cell, "hello world", 6) for cell in ALL), ("gru", ODD, 3), ("lstm", "x", 4)],
)
def test_a_track_is_what_python_would_have_sent(cell: str, text: str, hidden: int) -> None:
    found = in_browser(cell, text, hidden, 3)["track"]
    tokens = characters(text)
    model = model_of(cell, text, hidden, 3)
    own = tokens[:-1] or tokens
    trace = model.trace(own, targets=tokens[1:] or None)
    want = json.loads(json.dumps(track(trace), default=np.ndarray.tolist))
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


@pytest.mark.parametrize("cell", ["rnn", "gru", "lstm", "mgu"])
def test_a_text_is_learnt_by_the_same_steps(cell: str) -> None:
    text, steps = "to be or not to be", 50
    found = in_browser(cell, text, 8, 0, steps)["losses"]
    moments = at_moments(ALL[cell], text, 8, 0, range(steps))
    tokens = characters(text)
    losses = [
        model.trace(tokens[:-1], targets=tokens[1:])["loss"].mean()
        for model in islice(moments.values(), steps)
    ]
    np.testing.assert_allclose(found, losses, rtol=0, atol=1e-9)
