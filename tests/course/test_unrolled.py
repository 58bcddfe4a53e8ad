"""What the chapters on the loop and on shapes compute in the browser, against rnnviz and torch."""

import numpy as np
import pytest
import torch

from rnnviz.course.unrolled import TEXTS, unrolled
from rnnviz.presets import load
from rnnviz.text import characters
from tests.course.javascript import evaluated

FUNCTIONS = {
    "identity": lambda a: a,
    "sigmoid": torch.sigmoid,
    "tanh": torch.tanh,
    "relu": torch.relu,
    "softmax": lambda a: torch.softmax(a, 0),
}


def codes_of(name: str) -> tuple[dict, list[int]]:
    (given,) = unrolled(name).values()
    return given["network"], [given["vocabulary"].index(one) for one in given["text"][:-1]]


@pytest.mark.parametrize("name", TEXTS)
def test_the_browser_reads_as_the_built_in_network_does(name: str) -> None:
    network, codes = codes_of(name)
    model = load(TEXTS[name], "rnn", 8)
    assert model is not None
    trace = model.trace(characters(TEXTS[name])[:-1])
    (found,) = evaluated("maths/recurrent", ["reading", network, codes])
    for own, theirs in (("H", "H"), ("O", "logits"), ("P", "Y_hat")):
        np.testing.assert_allclose(found[own], trace[theirs][:, 0], rtol=0, atol=1e-12)


def test_the_output_is_the_same_with_any_number_of_levels_substituted() -> None:
    """001: o_t = V f(U x_t + W f(U x_{t−1} + …)); only without the rest it is another one."""
    network, codes = codes_of("helicopter")
    read, *levels = evaluated(
        "chapters/why_unrolled/unrolled",
        *[["substitution", network, codes, k] for k in range(1, 6)],
    )
    for level in levels:
        np.testing.assert_allclose(level["whole"], read["whole"], rtol=0, atol=1e-12)
    assert levels[-1]["cut"] == levels[-1]["whole"]
    assert max(abs(np.subtract(read["cut"], read["whole"]))) > 1


def test_an_exchange_far_back_still_moves_what_a_trained_network_predicts() -> None:
    network, codes = codes_of("laozi")
    model = load(TEXTS["laozi"], "rnn", 8)
    assert model is not None
    (found,) = evaluated("chapters/why_unrolled/unrolled", ["movedByDistance", network, codes, 4])
    text = characters(TEXTS["laozi"])[:-1]
    last = model.trace(text)["Y_hat"][-1, 0]
    for back, share in enumerate(found):
        other = list(text)
        other[len(text) - 1 - back] = model.vocabulary.tokens[4]
        expected = np.abs(model.trace(other)["Y_hat"][-1, 0] - last).sum() / 2
        assert share == pytest.approx(expected, abs=1e-12)
    assert found[-1] > 0.5 > max(found[1:-1])


def test_one_product_of_what_is_joined_is_the_sum_of_two() -> None:
    """002, 6.2.2: the same but for the last binary digits, and other numbers for other seeds."""
    one, two = evaluated(
        "chapters/why_unrolled/unrolled", ["concatenation", 1], ["concatenation", 2]
    )
    assert [np.shape(one[name]) for name in ("X", "W_xh", "S", "W_hh")] == [
        (3, 1),
        (1, 4),
        (3, 4),
        (4, 4),
    ]
    X, W_xh, S, W_hh = (np.array(one[name]) for name in ("X", "W_xh", "S", "W_hh"))
    np.testing.assert_allclose(one["first"], X @ W_xh + S @ W_hh, rtol=1e-12)
    joined = np.hstack((X, S)) @ np.vstack((W_xh, W_hh))
    np.testing.assert_allclose(one["second"], joined, rtol=1e-12)
    assert one["X"] != two["X"]


@pytest.mark.parametrize("f", ["tanh", "sigmoid", "relu"])
@pytest.mark.parametrize("g", ["identity", "sigmoid", "softmax"])
def test_the_graph_of_a_step_is_that_of_torch(f: str, g: str) -> None:
    x, b_y = [0.5, -0.5, 0.8], [0.0, 1.5, 0.0]
    weights, found = evaluated(
        "chapters/why_shapes/graph",
        ["GRAPH_WEIGHTS"],
        ["graphStep", {"f": f, "g": g, "x": x, "b_y": b_y}],
    )
    W = {name: torch.tensor(value, dtype=torch.float64) for name, value in weights.items()}
    X = torch.tensor(x, dtype=torch.float64)
    h = FUNCTIONS[f](X @ W["W_xh"] + W["before"] @ W["W_hh"] + W["b_h"])
    y = FUNCTIONS[g](h @ W["W_hy"] + torch.tensor(b_y, dtype=torch.float64))
    np.testing.assert_allclose(found["h"], h, rtol=1e-12, atol=1e-15)
    np.testing.assert_allclose(found["y"], y, rtol=1e-12, atol=1e-15)
    moved = [a != pytest.approx(b) for a, b in zip(found["y"], found["without"], strict=True)]
    assert moved == ([True, True, True] if g == "softmax" else [False, True, False])
