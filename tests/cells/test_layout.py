"""A diagram that nobody drew: laid out from the equations."""

from itertools import combinations, pairwise

import pytest

from rnnviz.cells import CELLS, Cell
from rnnviz.cells.description import Diagram, Node
from rnnviz.cells.layout import layered
from tests.cells.examples import KINDS, make
from tests.cells.minimal_gated_unit import MinimalGatedUnit

LAID_OUT: dict[str, Cell] = {
    **{kind: make(kind, 3, 4) for kind in KINDS},
    **{name: cell.random(3, 4, seed=0) for name, cell in CELLS.items()},
    "made-up": MinimalGatedUnit.random(3, 4, seed=0),
}
Box = tuple[float, float, float, float]


@pytest.fixture(params=LAID_OUT)
def diagram(request: pytest.FixtureRequest) -> Diagram:
    description = LAID_OUT[request.param].description
    return layered(description.phases, description.equations, "tanh")


def boxes(node: Node, strip: float) -> list[Box]:
    """What a node covers: (left, top, right, bottom), its strip included.

    A function's box is 56 × 28 on a panel of about 760 × 240 pixels, and its strip with its
    letter stands above it.
    """
    if node.kind == "source":
        return [(node.x - strip / 2, node.y - 6.4, node.x + strip / 2, node.y + 2.4)]
    box = (node.x - 3.7, node.y - 3.5, node.x + 3.7, node.y + 3.5)
    return [box, (node.x - strip / 2, node.y - 14.2, node.x + strip / 2, node.y - 3.5)]


def overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def test_no_two_boxes_overlap(diagram: Diagram) -> None:
    for a, b in combinations(diagram.nodes, 2):
        for one in boxes(a, diagram.strip_width):
            for other in boxes(b, diagram.strip_width):
                assert not overlap(one, other), (a, b)


def test_all_of_it_is_on_the_canvas(diagram: Diagram) -> None:
    for node in diagram.nodes:
        for left, top, right, bottom in boxes(node, diagram.strip_width):
            assert 0 <= left < right <= 100, node
            assert 0 <= top < bottom <= 60.1, node


def test_no_wire_crosses_a_box_but_its_own_ends(diagram: Diagram) -> None:
    at = {node.key: node for node in diagram.nodes}
    for edge in diagram.edges:
        ends = (at[edge.source], at[edge.target])
        points = [(ends[0].x, ends[0].y), *edge.via, (ends[1].x, edge.via[-1][1])]
        for (x1, y1), (x2, y2) in pairwise(points):
            assert x1 == x2 or y1 == y2, edge
            wire = (min(x1, x2), min(y1, y2), max(x1, x2) + 1e-9, max(y1, y2) + 1e-9)
            for node in diagram.nodes:
                if node not in ends:
                    assert not overlap(wire, boxes(node, 0.0)[0]), (edge, node)


def test_wires_of_different_quantities_go_up_and_down_side_by_side(diagram: Diagram) -> None:
    upright = {
        (edge.source, x1, *sorted((y1, y2)))
        for edge in diagram.edges
        for (x1, y1), (x2, y2) in pairwise(edge.via)
        if x1 == x2
    }
    for a, b in combinations(upright, 2):
        if a[0] != b[0]:
            assert a[1] != b[1] or a[3] <= b[2] or b[3] <= a[2], (a, b)


def test_what_is_read_stands_to_the_left(diagram: Diagram) -> None:
    at = {node.key: node for node in diagram.nodes}
    for edge in diagram.edges:
        assert at[edge.source].x < at[edge.target].x
        xs = [x for x, _ in edge.via]
        assert xs == sorted(xs)


def test_every_phase_has_a_box_and_every_read_state_a_source() -> None:
    description = make("lstm", 3, 4).description
    made = layered(description.phases, description.equations, "")
    labels = {node.writes + "_prev" * node.before: node.label for node in made.nodes}
    assert labels == {
        **{"X": "", "H_prev": "", "C_prev": ""},
        **{"I": "σ", "F": "σ", "O": "σ", "C_tilde": "tanh", "C": "+ ⊙", "H": "⊙ tanh"},
    }
