"""What the stage needs to walk a track backwards, as JSON: phases, and the factors of its wires.

The paths themselves are the contributions of the track's program.
"""

from collections.abc import Callable, Collection
from functools import partial

from rnnviz.cells.description import Description, Diagram, Quantity
from rnnviz.cells.equation import parse
from rnnviz.cells.expression import Equation, Expression, Sum, Tensor, rebuilt, to_json
from rnnviz.cells.gradient import Local, Way
from rnnviz.cells.program import INPUT, with_phi
from rnnviz.explain.backwards import (
    OUTSIDE,
    BackwardPhase,
    Computed,
    backward_phases,
    cell_of,
)
from rnnviz.explain.dataflow import ways_into, wire_factors
from rnnviz.locale import N_, spaced
from rnnviz.model import LOGITS, SCORE, SequenceModel

LOGITS_MEANING = N_(
    "Prediction minus target: softmax and −log have this simple slope together. All gradients begin here."
)
ONE_PATH = N_("How the loss changes with the {quantity}. One path: through the {paths}.")
MORE_PATHS = N_(
    "How the loss changes with the {quantity}. {count} paths, added up: through the {paths}."
)
NO_PATH = N_(
    "No path leads from the {quantity} to a loss: whatever it is, every loss stays as it is. So its gradient is 0."
)
ONWARDS = N_(
    "What this step passes on, through the {paths}. There it meets what that step's own loss sends."
)
# What stands around a cell of somebody's own, as a path's source.
AROUND = N_("rest of the module")
GRADIENT = N_("gradient of the {quantity}")
LATER = {False: N_("at t + 1 the {quantity}"), True: N_("at t − 1 the {quantity}")}
EARLIER = {False: N_("to the {quantity} at t − 1"), True: N_("to the {quantity} at t + 1")}

Titles = Callable[[Quantity], str]


def diagrams(description: Description, model: SequenceModel | None) -> list[Diagram]:
    """A description's diagrams; those with room for it show the output layer of a model."""
    every = (description.diagram, *description.further)
    return [(one.with_output if model else None) or one for one in every]


class Backward:
    """The walk back through a model, or a cell, for a track.

    titled: a quantity's title in the reader's language, which `_` translates to. arriving: of a cell, the quantities at
    which ∂L arrives from what stands around it.
    """

    def __init__(
        self,
        of: Computed,
        titled: Titles,
        _: Callable[[str], str],
        arriving: Collection[str] = (),
    ) -> None:
        self.of, self.titled, self._, self.arriving = of, titled, _, arriving
        self.cell = cell_of(of)
        self.model = of if isinstance(of, SequenceModel) else None
        self.description = self.cell.description
        self.owners = {q.pre: q for q in self.description.quantities if q.pre}
        self.owners |= {q.name: q for q in (*self.description.quantities, LOGITS)}
        phi = str(getattr(self.cell, "phi", ""))
        self.equations = {
            phase.key: Equation(line.target, rebuilt(line.expression, partial(with_phi, phi=phi)))
            for phase, line in zip(self.description.phases, self.description.equations, strict=True)
        }
        if self.model:
            self.equations[SCORE.key] = parse(SCORE.equation, self.model.parameters)

    def to_json(self) -> dict[str, object] | None:
        """Phases, and of each diagram what its wires carry back; None without derivatives."""
        try:
            phases = backward_phases(self.of, self.arriving)
        except ValueError:
            return None
        drawn = diagrams(self.description, self.model)
        return {
            "phases": [self._phase(phase) for phase in phases],
            "diagrams": [self._diagram(diagram) for diagram in drawn],
        }

    def _phase(self, phase: BackwardPhase) -> dict[str, object]:
        return {
            "key": phase.key,
            "target": phase.target.name,
            "before": phase.target.before,
            "inner": phase.inner,
            "onwards": phase.target.before or phase.target == INPUT,
            "title": self._title(phase.target),
            "meaning": self._meaning(phase),
        }

    def _title(self, target: Tensor) -> str:
        quantity = self.owners[target.name]
        message = EARLIER[quantity.reversed] if target.before else GRADIENT
        return spaced(self._(message).format(quantity=self.titled(quantity)))

    def _meaning(self, phase: BackwardPhase) -> str:
        if phase.target == Tensor(LOGITS.name):
            return self._(LOGITS_MEANING)
        comma = self._(N_(", "))
        when: dict[bool | None, dict[str, None]] = {}
        for path in phase.paths:
            if path.source == OUTSIDE:
                later, title = None, self._(AROUND)
            else:
                quantity = self.owners[path.source]
                later = quantity.reversed if path.later and not phase.target.before else None
                title = self.titled(quantity)
            when.setdefault(later, {})[title] = None
        sources = [
            comma.join(titles)
            if later is None
            else self._(LATER[later]).format(quantity=comma.join(titles))
            for later, titles in when.items()
        ]
        count = len(phase.paths)
        by_count = {0: NO_PATH, 1: ONE_PATH}.get(count, MORE_PATHS)
        message = ONWARDS if phase.target.before else by_count
        made = self._(message).format(
            quantity=self.titled(self.owners[phase.target.name]),
            count=count,
            paths=comma.join(sources),
        )
        return spaced(made)

    def _diagram(self, diagram: Diagram) -> dict[str, object]:
        """The gradient that arrives at each node with a strip of its own, and each wire's factors."""
        parameters = self.of.parameters
        own = {node.key for node in diagram.nodes if node.strip and not node.writes}
        return {
            "values": {
                key: to_json(_added(found))
                for key, found in ways_into(diagram, self.equations, parameters).items()
                if key in own
            },
            "wires": [
                [
                    {"minus": minus, "factors": [_factor(one) for one in local]}
                    for minus, local in found
                ]
                for found in wire_factors(diagram, self.equations, parameters)
            ],
        }


def _added(found: tuple[Way, ...]) -> Expression:
    terms = tuple(way.expression for way in found)
    return Sum(terms) if len(terms) > 1 else terms[0]


def _factor(one: Local) -> dict[str, object]:
    return {"kind": one.kind, "function": one.function, "expression": to_json(one.expression)}
