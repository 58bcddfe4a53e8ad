"""The neural language model in the browser, against torch; and the text that it reads."""

from typing import Any

import numpy as np
import pytest
import torch

from rnnviz.course.sentences import CHINESE, language_of_words, sentences
from tests.course.javascript import evaluated

SHAPE = {"n": 4, "V": 7, "d": 3, "h": 5, "seed": 2}
CODES = [int(k) for k in np.random.default_rng(0).integers(7, size=90)]
PLACES = list(range(3, 60))


def parameters(network: dict[str, Any]) -> dict[str, torch.Tensor]:
    shapes = {"E": (7, 3), "W_xh": (9, 5), "b_h": (5,), "W_hq": (5, 7), "b_q": (7,)}
    return {
        name: torch.tensor(network[name], dtype=torch.float64).reshape(shape).requires_grad_()
        for name, shape in shapes.items()
    }


def loss_of(p: dict[str, torch.Tensor], places: list[int]) -> torch.Tensor:
    windows = torch.tensor([CODES[place - 3 : place] for place in places])
    H = torch.tanh(p["E"][windows].flatten(1) @ p["W_xh"] + p["b_h"])
    targets = torch.tensor([CODES[place] for place in places])
    return torch.nn.functional.cross_entropy(H @ p["W_hq"] + p["b_q"], targets)


def test_loss_and_gradients_are_those_of_torch() -> None:
    (network,) = evaluated("maths/nnlm", ["freshNetwork", SHAPE])
    found, mean = evaluated(
        "maths/nnlm",
        ["gradientsOf", network, CODES, PLACES, SHAPE],
        ["meanLoss", network, CODES, PLACES, SHAPE],
    )
    p = parameters(network)
    loss = loss_of(p, PLACES)
    loss.backward()
    assert found["loss"] == pytest.approx(loss.item(), abs=1e-12)
    assert mean == pytest.approx(loss.item(), abs=1e-12)
    for name, value in p.items():
        assert value.grad is not None
        np.testing.assert_allclose(found["gradients"][name], value.grad.flatten(), atol=1e-12)


def test_training_goes_where_torch_s_adam_goes() -> None:
    """Four epochs of two batches, in their order."""
    what = SHAPE | {"codes": CODES, "learnt": PLACES, "held": PLACES[:5]}
    start, end = evaluated("maths/nnlm", ["learntState", what, 0], ["learntState", what, 8])
    batches = evaluated("maths/nnlm", *(["batchAt", PLACES, SHAPE["seed"], k] for k in range(8)))
    p = parameters(start["network"])
    adam = torch.optim.Adam(p.values(), lr=0.01)
    for batch in batches:
        adam.zero_grad()
        loss_of(p, batch).backward()
        adam.step()
    for name, value in p.items():
        np.testing.assert_allclose(end["network"][name], value.detach().flatten(), atol=1e-9)
    assert sorted(batches[0] + batches[1]) == PLACES
    assert batches[0] != batches[2]


def test_the_parameters_that_are_counted_are_there() -> None:
    count, network = evaluated("maths/nnlm", ["parameterCountOf", SHAPE], ["freshNetwork", SHAPE])
    assert count == sum(map(len, network.values()))


def test_a_word_outside_the_window_changes_nothing() -> None:
    (network,) = evaluated("maths/nnlm", ["freshNetwork", SHAPE])
    other = [(CODES[0] + 1) % 7, *CODES[1:]]
    windows = evaluated("maths/nnlm", ["windowAt", CODES, 4, 4], ["windowAt", other, 4, 4])
    assert windows[0] == windows[1]
    inside = [CODES[0], (CODES[1] + 1) % 7, *CODES[2:]]
    (moved,) = evaluated("maths/nnlm", ["windowAt", inside, 4, 4])
    one, two = evaluated(
        "maths/nnlm", ["predict", network, windows[0], SHAPE], ["predict", network, moved, SHAPE]
    )
    assert np.abs(np.subtract(one["Y"], two["Y"])).max() > 1e-6


def test_each_sixth_sentence_is_held_out() -> None:
    words = sentences("en")
    found = evaluated("maths/nnlm", ["vocabularyOf", words])[0]
    (places,) = evaluated("maths/nnlm", ["placesOf", found["codes"], 4, found["words"].index(".")])
    held = " ".join(words[place] for place in places["held"]).split(" .")
    assert len(held) - 1 == pytest.approx(" ".join(words).count(".") / 6, abs=1)
    assert sorted(places["learnt"] + places["held"]) == list(range(3, len(words)))


def test_the_text_says_the_same_word_by_word_in_every_language() -> None:
    english, chinese = sentences("en"), sentences("zh-Hans")
    assert [CHINESE[word] for word in english] == chinese
    assert len(set(english)) == len(set(chinese)) == 27
    assert english[17] == "coffee"
    assert 0.9 < language_of_words().entropy < 1.3
