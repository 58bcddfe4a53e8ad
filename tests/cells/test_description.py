"""The description of every cell is consistent."""

import pytest

from rnnviz import Bidirectional
from rnnviz.cells import Cell
from tests.cells.examples import KINDS, make, sequence
from tests.cells.minimal_gated_unit import MinimalGatedUnit

DESCRIBED: dict[str, Cell | Bidirectional] = {
    **{kind: make(kind, 3, 4) for kind in KINDS},
    **{f"bidirectional-{kind}": Bidirectional(*2 * [make(kind, 3, 4)]) for kind in KINDS},
    "made-up": MinimalGatedUnit.random(3, 4, seed=0),
}


@pytest.fixture(params=DESCRIBED)
def cell(request: pytest.FixtureRequest) -> Cell | Bidirectional:
    return DESCRIBED[request.param]


def test_every_tensor_of_a_step_is_a_quantity_or_a_pre_activation(
    cell: Cell | Bidirectional,
) -> None:
    quantities = cell.description.quantities
    described = [name for q in quantities for name in (q.name, q.pre) if name]
    trace = cell.run(sequence(2, 1, 3))
    assert sorted(described) == sorted(name for name, tensor in trace.items() if tensor.ndim == 3)
    assert all(q.title and q.word for q in quantities)


def test_gates_stay_between_zero_and_one(cell: Cell | Bidirectional) -> None:
    # Far into saturation, but not to where two gates are 0 and minLSTM would divide 0 by 0.
    trace = cell.run(20 * sequence(20, 1, 3))
    for q in cell.description.quantities:
        if q.kind == "gate":
            assert trace[q.name].min() >= 0
            assert trace[q.name].max() <= 1
        if q.kind == "candidate" and q.pre:
            assert abs(trace[q.name]).max() <= 1


def test_every_phase_has_a_name_of_its_own_and_words(cell: Cell | Bidirectional) -> None:
    phases = cell.description.phases
    assert len({phase.key for phase in phases}) == len(phases)
    assert all(phase.key and phase.title and phase.meaning.endswith(".") for phase in phases)


def test_wires_join_nodes_that_there_are(cell: Cell | Bidirectional) -> None:
    description = cell.description
    for diagram in (description.diagram, *description.further):
        keys = [node.key for node in diagram.nodes]
        assert len(set(keys)) == len(keys)
        assert {end for edge in diagram.edges for end in (edge.source, edge.target)} == set(keys)


def test_every_wire_runs_level_or_straight_up_and_down(cell: Cell | Bidirectional) -> None:
    # Half a box from the centre is where a wire may meet it; there it need not be the centre.
    half_width, half_height = 6, 4
    description = cell.description
    for diagram in (description.diagram, *description.further):
        at = {node.key: (node.x, node.y) for node in diagram.nodes}
        for edge in diagram.edges:
            for (x1, y1), (x2, y2) in zip(edge.via[:-1], edge.via[1:], strict=True):
                assert x1 == x2 or y1 == y2, edge
            ends = [(at[edge.source], edge.via[0] if edge.via else at[edge.target])]
            ends += [(at[edge.target], edge.via[-1])] if edge.via else []
            for (x1, y1), (x2, y2) in ends:
                assert abs(x1 - x2) <= half_width or abs(y1 - y2) <= half_height, edge


def test_what_a_wire_carries_and_a_node_writes_is_known(cell: Cell | Bidirectional) -> None:
    description = cell.description
    trace = cell.run(sequence(2, 1, 3))
    quantities = {q.name for q in description.quantities}
    phases = {phase.key for phase in description.phases}
    for diagram in (description.diagram, *description.further):
        for node in diagram.nodes:
            assert (node.phase == "") == (node.kind == "source"), node
            assert node.phase in phases | {""}, node
            if node.before:
                assert f"{node.writes}0" in trace, node
                assert node.kind == "source", node
            elif node.writes:
                assert node.writes in trace, node
            if node.label.startswith("W_") or ".W_" in node.label:
                assert node.label in cell.parameters, node
            assert 0 <= node.x <= 100, node
            assert 0 <= node.y <= 60, node
        assert {edge.carries for edge in diagram.edges} <= quantities


def test_every_quantity_and_phase_is_drawn(cell: Cell | Bidirectional) -> None:
    description = cell.description
    diagrams = (description.diagram, *description.further)
    nodes = [node for diagram in diagrams for node in diagram.nodes]
    assert {phase.key for phase in description.phases} == {node.phase for node in nodes} - {""}
    assert {q.name for q in description.quantities} <= {
        node.writes for node in nodes if not node.before
    }
