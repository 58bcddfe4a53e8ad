"""Lines that decide, layers of them, and graphs with and without a cycle."""

from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from tests.course.javascript import evaluated

CORNERS = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
GATES = {"and": [0, 0, 0, 1], "or": [0, 1, 1, 1], "xor": [0, 1, 1, 0]}


def fits(w1: float, w2: float, b: float) -> list[int]:
    return (CORNERS @ [w1, w2] + b > 0).astype(int).tolist()


@pytest.mark.parametrize(("gate", "most"), [("and", 4), ("or", 4), ("xor", 3)])
def test_no_line_gets_more_corners_right_than_is_said(gate: str, most: int) -> None:
    (said,) = evaluated("maths/perceptron", ["mostByALine", GATES[gate]])
    grid = np.linspace(-2, 2, 17)
    tried = ((w1, w2, b) for w1 in grid for w2 in grid for b in grid)
    assert said == most == max(np.sum(np.equal(fits(*one), GATES[gate])) for one in tried)


@pytest.mark.parametrize("gate", GATES)
def test_the_perceptron_rule_ends_where_a_line_can_and_only_there(gate: str) -> None:
    (found,) = evaluated("maths/perceptron", ["perceptronRule", GATES[gate]])
    assert (found["passes"] is None) == (gate == "xor")
    assert (fits(*found["w"], found["b"]) == GATES[gate]) == (gate != "xor")


def test_a_neuron_measures_the_distance_from_its_line() -> None:
    line, point = [0.2, -0.1, 1.1, 0.9], [0.3, 0.8]
    neuron, said = evaluated("maths/perceptron", ["neuronOf", line], ["decision", line, point])
    (ax, ay), (bx, by) = line[:2], line[2:]
    area = (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)
    distance = area / np.hypot(bx - ax, by - ay)
    assert np.dot(neuron["w"], point) + neuron["b"] == pytest.approx(distance)
    assert said == 1
    assert np.dot(neuron["w"], line[:2]) + neuron["b"] == pytest.approx(0)


def test_one_hidden_layer_of_two_lines_computes_xor_if_it_bends() -> None:
    """The hidden units say "at least one" and "both"; the output wants the first alone."""
    lines = [[-0.5, 1, 1, -0.5], [0, 1.5, 1.5, 0], [0, -0.5, 1, 0.5]]
    lines[2] = [1, 0.5, 0, -0.5]
    steps = evaluated(
        "maths/perceptron", *(["twoLayers", lines, "step", x] for x in CORNERS.tolist())
    )
    assert [one["h"] for one in steps] == [[0, 0], [1, 0], [1, 0], [1, 1]]
    assert [one["y"] for one in steps] == GATES["xor"]


def test_two_layers_that_do_not_bend_are_one_neuron() -> None:
    rng = np.random.default_rng(1)
    for _ in range(5):
        lines = rng.uniform(-1, 2, (3, 4)).tolist()
        (one,) = evaluated("maths/perceptron", ["collapsed", lines])
        points = rng.uniform(-1, 2, (6, 2)).tolist()
        both = evaluated("maths/perceptron", *(["twoLayers", lines, "identity", x] for x in points))
        for point, layers in zip(points, both, strict=True):
            assert layers["y"] == int(np.dot(one["w"], point) + one["b"] > 0)


def test_what_is_cut_off_is_the_side_on_which_a_neuron_says_1() -> None:
    square = [[0, 0], [1, 0], [1, 1], [0, 1]]
    neuron = {"w": [1, 1], "b": -0.5}
    corner, rest = evaluated(
        "maths/perceptron",
        ["cutOff", square, {"w": [-1, -1], "b": 0.5}],
        ["cutOff", square, neuron],
    )
    assert area(corner) == pytest.approx(0.125)
    assert area(rest) == pytest.approx(0.875)


def area(polygon: list[list[float]]) -> float:
    x, y = np.array(polygon).T
    return abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2


LAYERS = [["x1", "h1"], ["x1", "h2"], ["x2", "h1"], ["x2", "h2"], ["h1", "o"], ["h2", "o"]]
NODES = ["x1", "x2", "h1", "h2", "o"]


@pytest.mark.parametrize(
    "more",
    [[], [["x1", "o"]], [["h1", "h2"]], [["h1", "h1"]], [["o", "h1"]], [["h1", "h2"], ["o", "h1"]]],
    ids=str,
)
def test_there_is_an_order_to_compute_in_or_a_cycle(more: list[list[str]]) -> None:
    edges = [*LAYERS, *more]
    (found,) = evaluated("chapters/neurons/digraph", ["computingOrder", NODES, edges])
    sorter: TopologicalSorter[str] = TopologicalSorter({node: [] for node in NODES})
    for start, end in edges:
        sorter.add(end, start)
    try:
        sorter.prepare()
    except CycleError:
        assert found["order"] is None
        cycle: Any = found["cycle"]
        assert all([*pair] in edges for pair in pairwise([*cycle, cycle[0]]))
    else:
        places = {node: k for k, node in enumerate(found["order"])}
        assert found["cycle"] is None
        assert all(places[start] < places[end] for start, end in edges)


def test_an_unrolled_loop_has_no_cycle() -> None:
    delayed = [["h1", "h1"], ["o", "h2"]]
    (made,) = evaluated("chapters/neurons/digraph", ["unrolledGraph", NODES, LAYERS, delayed, 4])
    (found,) = evaluated(
        "chapters/neurons/digraph", ["computingOrder", made["nodes"], made["edges"]]
    )
    assert found["cycle"] is None
    assert len(found["order"]) == 4 * len(NODES)
    assert len(made["edges"]) == 4 * len(LAYERS) + 3 * len(delayed)
    (folded,) = evaluated(
        "chapters/neurons/digraph", ["computingOrder", NODES, [*LAYERS, *delayed]]
    )
    assert folded["order"] is None
