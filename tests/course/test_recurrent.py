"""The small networks that chapters train: against torch's autograd, and against what can be known."""

from typing import Any

import numpy as np
import pytest
import torch

from rnnviz.explain.context import lowest_loss
from rnnviz.tagging import AFTER, BEFORE, Task
from tests.course.javascript import evaluated

SIZES = {"inputs": 5, "hidden": 3, "outputs": 4}
EXAMPLES = [
    {"codes": [0, 3, 1, 3], "targets": [1, 0, 3, 2]},
    {"codes": [4, 2, 0], "targets": [0, 2, 2]},
]
KINDS = ("mlp", "window", "rnn", "bidirectional")


def tensors(network: dict[str, Any]) -> dict[str, Any]:
    def leaf(value: Any) -> Any:
        if not isinstance(value, list):
            return value
        return torch.tensor(value, dtype=torch.float64, requires_grad=True)

    readers = [{name: leaf(v) for name, v in one.items()} for one in network["readers"]]
    return {"readers": readers, "W_hq": leaf(network["W_hq"]), "b_q": leaf(network["b_q"])}


def states(reader: dict[str, Any], codes: list[int]) -> torch.Tensor:
    """The equations once more, in torch."""
    steps = list(range(len(codes)))
    if reader["isReversed"]:
        steps.reverse()
    H, found = torch.zeros_like(reader["b_h"][0]), {}
    for t in steps:
        A = reader["W_xh"][codes[t]] + reader["b_h"][0]
        if "W_hh" in reader:
            A = A + H @ reader["W_hh"]
        if "W_before" in reader and t > 0:
            A = A + reader["W_before"][codes[t - 1]]
        found[t] = H = torch.tanh(A)
    return torch.stack([found[t] for t in range(len(codes))])


def logits(network: dict[str, Any], codes: list[int]) -> torch.Tensor:
    H = torch.cat([states(reader, codes) for reader in network["readers"]], dim=1)
    return H @ network["W_hq"] + network["b_q"]


def mean_loss(network: dict[str, Any], examples: list[dict[str, Any]]) -> torch.Tensor:
    O = torch.cat([logits(network, one["codes"]) for one in examples])
    targets = torch.tensor([t for one in examples for t in one["targets"]])
    return torch.nn.functional.cross_entropy(O, targets)


def leaves(network: dict[str, Any]) -> list[Any]:
    own = [v for one in network["readers"] for v in one.values() if not isinstance(v, bool)]
    return [*own, network["W_hq"], network["b_q"]]


@pytest.mark.parametrize("kind", KINDS)
def test_the_pass_the_loss_and_every_gradient_are_those_of_torch(kind: str) -> None:
    (network,) = evaluated("maths/recurrent", ["randomNetwork", kind, SIZES, 3])
    read, (found) = evaluated(
        "maths/recurrent",
        ["reading", network, EXAMPLES[0]["codes"]],
        ["lossAndGradients", network, EXAMPLES],
    )
    same = tensors(network)
    O = logits(same, EXAMPLES[0]["codes"])
    np.testing.assert_allclose(read["O"], O.detach(), rtol=1e-12, atol=1e-14)
    np.testing.assert_allclose(read["P"], torch.softmax(O, 1).detach(), rtol=1e-12)
    loss = mean_loss(same, EXAMPLES)
    assert found["loss"] == pytest.approx(loss.item(), rel=1e-12)
    expected = torch.autograd.grad(loss, leaves(same))
    for own, theirs in zip(leaves(found["gradients"]), expected, strict=True):
        np.testing.assert_allclose(own, theirs, rtol=1e-9, atol=1e-14)


def test_training_takes_adam_s_steps() -> None:
    (network,) = evaluated("maths/recurrent", ["randomNetwork", "rnn", SIZES, 5])
    (found,) = evaluated("maths/recurrent", ["trained", network, EXAMPLES, 20, 0.03])
    same = tensors(network)
    adam = torch.optim.Adam(leaves(same), lr=0.03)
    for loss in found["losses"]:
        now = mean_loss(same, EXAMPLES)
        assert loss == pytest.approx(now.item(), rel=1e-7)
        adam.zero_grad()
        now.backward()
        torch.nn.utils.clip_grad_norm_(leaves(same), 1.0)
        adam.step()


def test_a_network_whose_loop_is_cut_is_a_perceptron() -> None:
    (rnn,) = evaluated("maths/recurrent", ["randomNetwork", "rnn", SIZES, 2])
    (cut,) = evaluated("maths/recurrent", ["loosened", rnn, 0])
    reader = {name: v for name, v in rnn["readers"][0].items() if name != "W_hh"}
    one, two = evaluated(
        "maths/recurrent",
        ["reading", cut, [0, 1, 1, 4]],
        ["reading", rnn | {"readers": [reader]}, [0, 1, 1, 4]],
    )
    assert one == two
    assert one["H"][1] == one["H"][2]


@pytest.mark.parametrize("task", [BEFORE, AFTER], ids=lambda task: task.key)
@pytest.mark.parametrize("kind", KINDS)
def test_training_comes_to_the_lowest_loss_that_there_is_and_not_below(
    task: Task, kind: str
) -> None:
    examples = [
        {"codes": task.words.indices(words), "targets": task.tags.indices(tags)}
        for words, tags in task.sentences
    ]
    sizes = {"inputs": len(task.words), "hidden": 4, "outputs": len(task.tags)}
    for seed in (1, 2):
        (network,) = evaluated("maths/recurrent", ["randomNetwork", kind, sizes, seed])
        (found,) = evaluated("maths/recurrent", ["trained", network, jsonable(examples), 400])
        lowest = lowest_loss(task.sentences, kind)
        assert lowest <= found["losses"][-1] <= lowest + 0.01, seed


def jsonable(examples: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: [int(k) for k in codes] for name, codes in one.items()} for one in examples]
