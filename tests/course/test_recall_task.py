"""The trainings of the chapter on long memory, against torch: autograd, Adam, clipping."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from rnnviz.cells import EVERY_CELL
from rnnviz.course.chapters.long_memory import numbers
from tests.cells.reference import Reference
from tests.course.javascript import evaluated
from tests.javascript import in_node

CELLS = numbers.cells()
Q = len(numbers.CHARACTERS)


def what(cell: str, **more: Any) -> dict[str, Any]:
    usual = {"k": 6, "way": "exact", "bias": 1, "clip": "on", "seed": 3}
    return CELLS[cell] | {"cell": cell} | usual | more


def in_javascript(asked: dict[str, Any], steps: int) -> dict[str, Any]:
    return in_node(Path(__file__).with_name("recall.mjs"), {"what": asked, "steps": steps})


def shaped(named: dict[str, list[float]], cell: str) -> dict[str, np.ndarray]:
    shapes = CELLS[cell]["shapes"]
    return {name: np.array(numbers, float).reshape(shapes[name]) for name, numbers in named.items()}


def in_torch(cell: str, weights: dict[str, np.ndarray], batch: dict[str, Any]) -> Any:
    """The loss, ∂L by every parameter, and ∂L/∂H of every step (T, n, h)."""
    texts = np.array(batch["texts"]).T  # (T, n)
    own = {name: value for name, value in weights.items() if name not in ("W_hq", "b_q")}
    read = Reference(EVERY_CELL[cell](**own), np.eye(Q)[texts], {})
    head = {name: torch.tensor(weights[name], requires_grad=True) for name in ("W_hq", "b_q")}
    logits = read.H[-1] @ head["W_hq"] + head["b_q"]
    loss = torch.nn.functional.cross_entropy(logits, torch.tensor(batch["targets"]))
    found = read.gradients(loss)
    gradients = {name: head[name].grad.numpy() if name in head else found[name] for name in weights}
    return loss.item(), gradients, found["H"]


@pytest.mark.parametrize("cell", CELLS)
def test_loss_gradients_and_what_arrives_at_each_step_are_those_of_autograd(cell: str) -> None:
    found = in_javascript(what(cell), 1)
    loss, gradients, dH = in_torch(cell, shaped(found["start"], cell), found["batches"][0])
    assert found["loss"] == pytest.approx(loss, rel=1e-12)
    for name, value in shaped(found["gradients"], cell).items():
        np.testing.assert_allclose(value, gradients[name], rtol=1e-9, atol=1e-14, err_msg=name)
    np.testing.assert_allclose(found["reach"], np.linalg.norm(dH, axis=2).sum(1), rtol=1e-9)


@pytest.mark.parametrize(("cell", "clip"), [("lstm", "on"), ("rnn", "off"), ("indrnn", "on")])
def test_a_training_is_that_of_torch_step_by_step(cell: str, clip: str) -> None:
    steps = 12
    found = in_javascript(what(cell, clip=clip, way="all"), steps)
    weights = {
        name: torch.tensor(value, requires_grad=True)
        for name, value in shaped(found["start"], cell).items()
    }
    adam = torch.optim.Adam(weights.values(), lr=0.02)
    losses, norms = [], []
    for batch in found["batches"]:
        now = {name: value.detach().numpy() for name, value in weights.items()}
        loss, gradients, _ = in_torch(cell, now, batch)
        for name, value in weights.items():
            value.grad = torch.tensor(gradients[name])
        losses.append(loss)
        most = 1.0 if clip == "on" else float("inf")
        norms.append(torch.nn.utils.clip_grad_norm_(weights.values(), most).item())
        adam.step()
    np.testing.assert_allclose(found["losses"], losses, rtol=1e-6)
    np.testing.assert_allclose(found["norms"], norms, rtol=1e-5)
    for name, value in shaped(found["end"], cell).items():
        np.testing.assert_allclose(value, weights[name].detach().numpy(), atol=2e-6, err_msg=name)


def test_a_seed_gives_the_same_training_again_and_another_seed_another_one() -> None:
    one, same, other = (in_javascript(what("gru", seed=seed), 3) for seed in (5, 5, 6))
    assert one == same
    assert one["losses"] != other["losses"]


def test_gates_begin_where_the_bias_says_and_keep_what_it_says() -> None:
    for cell, made in CELLS.items():
        start = in_javascript(what(cell, bias=1), 1)["start"]
        for name, sign in made["keep"].items():
            assert set(start[name]) == {sign}
    assert set(in_javascript(what("indrnn"), 1)["start"]["u_h"]) == {1}


def test_a_text_has_its_symbol_first_and_noise_up_to_the_mark() -> None:
    batches = in_javascript(what("rnn", way="all", k=9), 40)["batches"]
    lengths = {len(batch["texts"][0]) - 2 for batch in batches}
    assert lengths == set(range(1, 10))
    for batch in batches:
        for text, target in zip(batch["texts"], batch["targets"], strict=True):
            assert text[0] == target < 4
            assert all(4 <= one < 8 for one in text[1:-1])
            assert text[-1] == 8


def test_what_the_chapter_says_of_many_seeds_comes_from_this_very_training() -> None:
    kept = numbers.seeds()["mixed"]["mingru 1 on"][0]
    asked = what("mingru", k=20, way="all", seed=1)
    found = in_javascript(asked, 400)
    assert float(f"{max(found['norms']):.3g}") == kept["spike"]
    means = np.convolve(found["losses"], np.ones(20) / 20, "valid")
    # A stretch of twenty losses has to lie within the steps taken, the first one aside.
    assert int(np.argmax(means[1:] < 0.1)) + 21 == kept["learnt"]


def test_where_the_bias_lets_more_through_more_arrives_before_any_training() -> None:
    shares = {}
    for bias in (0, 1):
        asked = what("lstm", k=20, bias=bias)
        theta = evaluated("chapters/long_memory/recall", ["firstState", asked])[0]["theta"]
        (rows,) = evaluated("chapters/long_memory/recall", ["measures", theta, asked, [20]])
        reach = rows[0]["reach"]
        shares[bias] = reach[0] / reach[-1]
    assert shares[1] > 30 * shares[0]
