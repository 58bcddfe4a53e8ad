"""The chapter on a memory that one can address: its squares are those of the cells, its trainings those of torch."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from rnnviz.cells import GRU, LSTM, DeltaNet, GatedDeltaNet, LinearAttention
from rnnviz.course.chapters.matrix_memory.numbers import SYMBOLS, recalling
from tests.cells.reference import Reference
from tests.course.javascript import evaluated
from tests.javascript import in_node

Array = NDArray[np.float64]
PROGRAM = Path(__file__).with_name("matrix_memory.mjs")
MEMORY = "chapters/matrix_memory/memory"
CELLS = {cell.name: cell for cell in (LinearAttention, DeltaNet, GRU, LSTM)}
TOKENS = SYMBOLS * (SYMBOLS + 1)
PAIRS = [("a", "3"), ("b", "1"), ("a", "4"), ("a", "1"), ("b", "2")]
# An odds of nothing and of all, for what a sigmoid makes of it.
SURE = 40.0


@cache
def trained(task: str, size: str = "4", seed: int = 1, steps: int = 10) -> dict[str, Any]:
    what = {"cells": recalling()["cells"][size], "task": task, "size": size, "seed": seed}
    found: dict[str, Any] = in_node(PROGRAM, {"what": what, "steps": steps})
    return found


def key(degrees: float) -> list[float]:
    return [float(np.cos(np.radians(degrees))), float(np.sin(np.radians(degrees)))]


def by_hand(angle: float, **how: Any) -> list[dict[str, Any]]:
    pairs = [{"letter": letter, "digit": digit} for letter, digit in PAIRS]
    (steps,) = evaluated(MEMORY, ["writtenAll", pairs, {"a": key(0), "b": key(angle)}, how])
    return list(steps)


def of_a_cell(angle: float, B: float, F: float | None) -> dict[str, Array]:
    """What a cell of the package makes of the same pairs, a token each; its keys and values are its
    weights."""
    keys = np.array([key(0) if letter == "a" else key(angle) for letter, _ in PAIRS])
    values = np.array([np.eye(4)[int(digit) - 1] for _, digit in PAIRS])
    d = len(PAIRS)
    weights: dict[str, Any] = {"W_xk": keys, "W_xq": keys, "W_xv": values}
    X = np.eye(d)[:, np.newaxis]
    cell: Any = LinearAttention
    if B >= 0:
        odds = SURE if B == 1 else np.log(B / (1 - B))
        weights |= {"W_xb": np.zeros((d, 1)), "b_b": np.full((1, 1), odds)}
        cell = DeltaNet
    if F is not None:
        weights |= {"W_xf": np.zeros((d, 1)), "b_f": np.full((1, 1), np.log(F / (1 - F)))}
        cell = GatedDeltaNet
    trace = cell(**weights).run(X)
    return {name: trace[name][:, 0] for name in ("S", "V_hat") if name in trace}


@pytest.mark.parametrize("angle", [90, 60, 137])
@pytest.mark.parametrize(("B", "F"), [(-1, None), (1, None), (0.3, None), (0.6, 0.8)])
def test_what_is_written_by_hand_is_what_the_cell_writes(
    angle: float, B: float, F: float | None
) -> None:
    how = {"rule": "add"} if B < 0 else {"rule": "replace", "B": B}
    steps = by_hand(angle, **how, **({} if F is None else {"F": F}))
    expected = of_a_cell(angle, B, F)
    np.testing.assert_allclose([step["after"] for step in steps], expected["S"], atol=1e-12)
    if B >= 0:
        np.testing.assert_allclose([step["old"] for step in steps], expected["V_hat"], atol=1e-12)
    for step in steps:
        before, out, put, after = (
            np.array(step[name]) for name in ("before", "out", "put", "after")
        )
        np.testing.assert_allclose(before - out + put, after, atol=1e-14)
        assert np.linalg.matrix_rank(put - out) <= 1


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("a3 b1", ["a3", "b1"]),
        ("a3b1", ["a3", "b1"]),
        ("a 3", ["a3"]),
        ("3a", []),
        ("a", []),
        ("", []),
        ("ab12", ["b1"]),
    ],
)
def test_pairs_are_a_letter_and_its_digit(text: str, pairs: list[str]) -> None:
    (found,) = evaluated(MEMORY, ["pairsOf", text])
    assert [one["letter"] + one["digit"] for one in found] == pairs


@pytest.mark.parametrize("rule", ["add", "replace"])
def test_the_shares_of_a_crowd_are_those_of_numpy(rule: str) -> None:
    found = trained("once")
    shares = np.zeros(16)
    for draw in found["pairs"]:
        keys, values = np.array(draw["keys"]), np.eye(8)[draw["values"]]
        np.testing.assert_allclose(np.linalg.norm(keys, axis=1), 1)
        S = np.zeros((8, 8))
        for n, (one, value) in enumerate(zip(keys, values, strict=True)):
            S = S + np.outer(one, value - (one @ S if rule == "replace" else 0))
            answers = (keys[: n + 1] @ S).argmax(axis=1)
            shares[n] += np.mean(answers == np.array(draw["values"])[: n + 1]) / len(found["pairs"])
    np.testing.assert_allclose(found["crowds"][rule], shares, atol=1e-12)


@pytest.mark.parametrize("task", ["once", "again"])
def test_the_last_digit_of_a_letter_is_what_is_asked_for(task: str) -> None:
    texts = [
        (text, target)
        for batch in trained(task, steps=40)["batches"]
        for text, target in zip(batch["texts"], batch["targets"], strict=True)
    ]
    again = 0
    for text, target in texts:
        *pairs, asked = text
        letters = [pair // SYMBOLS for pair in pairs]
        letter = asked - SYMBOLS**2
        digits = [pair % SYMBOLS for pair in pairs if pair // SYMBOLS == letter]
        assert digits[-1] == target
        again += len(set(letters)) < len(letters)
    assert again == 0 if task == "once" else again > len(texts) / 2
    assert {target for _, target in texts} == set(range(SYMBOLS))


def read(
    name: str, weights: dict[str, Array], texts: list[list[int]]
) -> tuple[torch.Tensor, Any, Any]:
    """The scores at the end of texts, what has read them, and the output layer's weights."""
    own = {one: value for one, value in weights.items() if one not in ("W_hq", "b_q")}
    X = np.eye(TOKENS)[np.array(texts).T]
    reader = Reference(CELLS[name](**own), X, {})
    head = {one: torch.tensor(weights[one], requires_grad=True) for one in ("W_hq", "b_q")}
    return reader.H[-1] @ head["W_hq"] + head["b_q"], reader, head


@pytest.mark.parametrize("name", CELLS)
def test_a_training_is_that_of_torch_step_by_step(name: str) -> None:
    found = trained("again", size="3", steps=10)
    shapes = recalling()["cells"]["3"][name]["shapes"]

    def shaped(numbers: dict[str, list[float]]) -> dict[str, Array]:
        return {one: np.array(value).reshape(shapes[one]) for one, value in numbers.items()}

    weights = {
        one: torch.tensor(value, requires_grad=True)
        for one, value in shaped(found["start"][name]).items()
    }
    adam = torch.optim.Adam(weights.values(), lr=0.02)
    for batch in found["batches"]:
        now = {one: value.detach().numpy() for one, value in weights.items()}
        scores, reader, head = read(name, now, batch["texts"])
        loss = torch.nn.functional.cross_entropy(scores, torch.tensor(batch["targets"]))
        gradients = reader.gradients(loss)
        for one, value in weights.items():
            value.grad = head[one].grad if one in head else torch.tensor(gradients[one])
        torch.nn.utils.clip_grad_norm_(list(weights.values()), 1)
        adam.step()
    for one, value in shaped(found["end"][name]).items():
        np.testing.assert_allclose(
            value, weights[one].detach().numpy(), rtol=1e-6, atol=1e-8, err_msg=one
        )


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_the_chapter_says_of_the_trainings_holds_with_other_weights(seed: int) -> None:
    once, again = (trained(task, seed=seed, steps=300) for task in ("once", "again"))
    assert once["right"]["linear"][-1] > 0.99
    assert again["right"]["deltanet"][-1] > 0.99
    # The sum does not say which digit was the last.
    assert again["right"]["linear"][-1] < 0.75
    assert again["right"]["linear"][30] < again["right"]["deltanet"][30]
    # What replaces has a line for each letter, at right angles.
    cosines = np.abs(again["likeness"]["deltanet"]).reshape(SYMBOLS, SYMBOLS, SYMBOLS)
    own = np.eye(SYMBOLS, dtype=bool)
    assert cosines[own].min() > 0.95
    assert cosines[~own].max() < 0.3


@pytest.mark.parametrize("task", ["once", "again"])
def test_with_two_rows_nobody_answers_all(task: str) -> None:
    right = trained(task, size="2", steps=300)["right"]
    assert all(shares[-1] < 0.9 for shares in right.values())


def test_the_memories_have_as_many_numbers() -> None:
    for d, cells in recalling()["cells"].items():
        numbers = int(d) ** 2
        assert (
            cells["linear"]["shapes"]["W_xk"][1] * cells["linear"]["shapes"]["W_xv"][1] == numbers
        )
        assert cells["gru"]["units"] == numbers
        assert abs(2 * cells["lstm"]["units"] - numbers) <= 1
