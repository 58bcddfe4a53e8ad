"""Huffman's tree against a heap and against every possible tree, word vectors against autograd."""

import heapq
import itertools
from functools import cache

import numpy as np
import pytest
import torch

from rnnviz.course.chapters.word2vec.corpus import corpus
from tests.course.javascript import evaluated

COUNTS = [
    [40, 22, 14, 9, 5, 3, 2],
    [1, 1, 1, 1, 1],
    [5, 5, 2, 3, 5, 1],
    [7, 1],
    [30, 1, 1, 2, 4, 8],
]


def cost_by_heap(counts: list[float]) -> float:
    heap, cost = list(counts), 0.0
    heapq.heapify(heap)
    while len(heap) > 1:
        merged = heapq.heappop(heap) + heapq.heappop(heap)
        cost += merged
        heapq.heappush(heap, merged)
    return cost


@cache
def least_cost(counts: tuple[int, ...]) -> int:
    """The cheapest of all binary trees: every way to split the words in two, again and again."""
    if len(counts) == 1:
        return 0
    first, rest = counts[0], counts[1:]
    best = min(
        least_cost((first, *(rest[k] for k in chosen)))
        + least_cost(tuple(rest[k] for k in range(len(rest)) if k not in chosen))
        for size in range(len(rest))
        for chosen in itertools.combinations(range(len(rest)), size)
    )
    return best + sum(counts)


@pytest.mark.parametrize("counts", COUNTS)
def test_no_tree_has_shorter_paths_than_huffmans(counts: list[int]) -> None:
    (tree,) = evaluated("maths/huffman", ["huffman", counts])
    codes = evaluated("maths/huffman", *(["codeOf", tree, word] for word in range(len(counts))))
    cost = sum(count * len(code) for count, code in zip(counts, codes, strict=True))
    assert cost == cost_by_heap(counts) == least_cost(tuple(counts))
    for one, two in itertools.permutations(codes, 2):
        assert not one.startswith(two)
    for (c1, code1), (c2, code2) in itertools.permutations(zip(counts, codes, strict=True), 2):
        assert c1 <= c2 or len(code1) <= len(code2)


def test_a_tie_is_named_and_the_one_that_stood_first_is_taken() -> None:
    tied, plain = evaluated("maths/huffman", ["huffman", [5, 5, 2, 5]], ["huffman", [8, 4, 2, 1]])
    assert tied["merges"][0]["tie"] == [0, 1, 3]
    assert {tied["merges"][0]["left"], tied["merges"][0]["right"]} == {2, 0}
    assert all(merge["tie"] is None for merge in plain["merges"])


def test_the_heavier_child_is_left_and_left_is_digit_1() -> None:
    (tree,) = evaluated("maths/huffman", ["huffman", [8, 4, 1]])
    root = tree["nodes"][tree["root"]]
    assert root["left"] == 0
    assert evaluated("maths/huffman", ["codeOf", tree, 0], ["codeOf", tree, 2]) == ["1", "00"]


def test_mean_paths_of_a_zipf_vocabulary_are_those_of_a_heap() -> None:
    for size in (2, 3, 10, 1000):
        weights = [1 / (k + 1) for k in range(size)]
        (length,) = evaluated("maths/huffman", ["zipfLength", size])
        assert length == pytest.approx(cost_by_heap(weights) / sum(weights), rel=1e-9)
        entropy = -sum(w / sum(weights) * np.log2(w / sum(weights)) for w in weights)
        assert entropy <= length < entropy + 1


def drawn(words: int, size: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(3)
    return rng.normal(size=size), rng.normal(size=(words - 1, size))


def test_the_products_along_all_paths_add_up_to_one() -> None:
    counts = COUNTS[0]
    x, thetas = drawn(len(counts), 4)
    (tree,) = evaluated("maths/huffman", ["huffman", counts])
    flat = thetas.ravel().tolist()
    (shares,) = evaluated("maths/wordvectors", ["wordShares", tree, flat, x.tolist()])
    assert sum(shares) == pytest.approx(1, abs=1e-12)
    for word, share in enumerate(shares):
        (path,) = evaluated("maths/wordvectors", ["pathFactors", tree, flat, x.tolist(), word])
        product = np.prod([1 / (1 + np.exp(-s["score"])) if s["digit"] == 0 else
                           1 - 1 / (1 + np.exp(-s["score"])) for s in path])  # fmt: skip
        assert share == pytest.approx(product, rel=1e-12)


@pytest.mark.parametrize("word", [0, 3, 6])
def test_a_step_follows_the_gradient_of_torch_and_leaves_other_nodes_alone(word: int) -> None:
    counts = COUNTS[0]
    x, thetas = drawn(len(counts), 4)
    (tree,) = evaluated("maths/huffman", ["huffman", counts])
    (code,) = evaluated("maths/huffman", ["codeOf", tree, word])
    X = torch.tensor(x, requires_grad=True)
    T = torch.tensor(thetas, requires_grad=True)
    node, loss = tree["root"], torch.tensor(0.0, dtype=torch.float64)
    touched = set()
    for digit in map(int, code):
        k = node - len(counts)
        touched.add(k)
        sigma = torch.sigmoid(X @ T[k])
        loss = loss - ((1 - digit) * torch.log(sigma) + digit * torch.log(1 - sigma))
        node = tree["nodes"][node]["left" if digit else "right"]
    assert node == word
    loss.backward()
    flat = thetas.ravel().tolist()
    found, after = evaluated(
        "maths/wordvectors",
        ["pathLoss", tree, flat, x.tolist(), word],
        ["stepped", tree, flat, x.tolist(), word, 0.5],
    )
    assert found == pytest.approx(loss.item(), rel=1e-12)
    new = np.reshape(after["thetas"], thetas.shape)
    np.testing.assert_allclose(new, thetas - 0.5 * T.grad.numpy(), rtol=1e-12)
    np.testing.assert_allclose(after["x"], x - 0.5 * X.grad.numpy(), rtol=1e-12)
    assert {k for k in range(len(thetas)) if (new[k] != thetas[k]).any()} == touched


def what(language: str, mode: str, **more: object) -> dict:
    text = corpus(language)
    return {
        **text, "reach": 2, "mode": mode, "size": 6, "rate": 0.1, "seed": 1, "batch": 40, **more,
    }  # fmt: skip


@pytest.mark.parametrize("mode", ["cbow", "skip"])
def test_an_example_moves_the_vectors_it_came_from_as_autograd_says(mode: str) -> None:
    text = corpus("en")
    (examples,) = evaluated("maths/wordvectors", ["examplesOf", text["sentences"][:1], 2, mode])
    example = examples[2]
    words, size, rng = len(text["words"]), 6, np.random.default_rng(5)
    vectors, thetas = rng.normal(size=(words, size)), rng.normal(size=(words - 1, size))
    counts = np.bincount(np.concatenate(text["sentences"])).tolist()
    (tree,) = evaluated("maths/huffman", ["huffman", counts])
    V = torch.tensor(vectors, requires_grad=True)
    node, loss = tree["root"], torch.tensor(0.0, dtype=torch.float64)
    x = V[example["from"]].mean(0)
    for digit in map(int, evaluated("maths/huffman", ["codeOf", tree, example["to"]])[0]):
        score = x @ torch.tensor(thetas[node - words])
        loss = loss - torch.nn.functional.logsigmoid(-score if digit else score)
        node = tree["nodes"][node]["left" if digit else "right"]
    loss.backward()
    (found,) = evaluated(
        "maths/wordvectors",
        ["meanVector", vectors.ravel().tolist(), size, example["from"]],
    )
    np.testing.assert_allclose(found, x.detach().numpy(), rtol=1e-12)
    (gradient,) = evaluated(
        "maths/wordvectors",
        ["pathGradient", tree, thetas.ravel().tolist(), found, example["to"]],
    )
    expected = V.grad.numpy()
    share = np.asarray(gradient["x"]) / len(example["from"])
    for word in range(words):
        times = example["from"].count(word)
        np.testing.assert_allclose(expected[word], times * share, rtol=1e-12, atol=1e-15)


def test_skip_gram_turns_cbows_examples_round() -> None:
    cbow, skip = evaluated(
        "maths/wordvectors",
        ["examplesOf", [[4, 5, 6]], 1, "cbow"],
        ["examplesOf", [[4, 5, 6]], 1, "skip"],
    )
    assert cbow == [{"from": [5], "to": 4}, {"from": [4, 6], "to": 5}, {"from": [5], "to": 6}]
    assert [(e["from"][0], e["to"]) for e in skip] == [(4, 5), (5, 4), (5, 6), (6, 5)]


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
@pytest.mark.parametrize("mode", ["cbow", "skip"])
def test_trained_words_lie_beside_words_of_their_kind(language: str, mode: str) -> None:
    setting = what(language, mode)
    (found,) = evaluated("maths/wordvectors", ["trainedVectors", setting, setting, 600])
    vectors = np.reshape(found["vectors"], (-1, 6))
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines = unit @ unit.T - 2 * np.eye(len(unit))
    kinds = np.array(setting["kinds"])
    told = kinds > 0
    assert (kinds[cosines.argmax(1)] == kinds)[told].mean() >= 0.8


def test_the_map_is_the_plane_of_the_principal_components_and_never_flips() -> None:
    setting = what("en", "cbow")
    runs = evaluated(
        "maths/wordvectors",
        *(["trainedVectors", setting, setting, steps] for steps in (200, 201, 400, 401, 600)),
    )
    for before, after in ((runs[0], runs[1]), (runs[2], runs[3])):
        one, two = (np.reshape(evaluated("maths/wordvectors", ["mapOf", r, 6])[0], (-1, 2))
                    for r in (before, after))  # fmt: skip
        assert np.abs(one - two).max() < 0.1 * np.abs(two).max()
    last = runs[-1]
    vectors = np.reshape(last["vectors"], (-1, 6))
    spread = np.linalg.svd(vectors - vectors.mean(0))[2][:2]
    axes = np.reshape(last["axes"], (2, 6))
    np.testing.assert_allclose(axes @ axes.T, np.eye(2), atol=1e-9)
    # The cosines of the angles between the two planes.
    assert np.linalg.svd(axes @ spread.T)[1].min() > 0.99


@pytest.mark.parametrize("mode", ["cbow", "skip"])
def test_after_training_the_probabilities_of_all_words_still_sum_to_1(mode: str) -> None:
    setting = what("en", mode)
    trained, prepared = evaluated(
        "maths/wordvectors",
        ["trainedVectors", setting, setting, 200],
        ["preparedWords", setting, setting],
    )
    thetas, vectors = trained["thetas"], trained["vectors"]
    for word in (0, 5, 11):
        x = vectors[6 * word : 6 * word + 6]
        (shares,) = evaluated("maths/wordvectors", ["wordShares", prepared["tree"], thetas, x])
        assert len(shares) == len(setting["words"])
        assert min(shares) >= 0
        assert sum(shares) == pytest.approx(1, abs=1e-12)
    # It has learnt something: no longer are all words at a fork alike.
    assert max(map(abs, thetas)) > 0.1
