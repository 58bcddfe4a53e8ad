"""The kinds of task: what of a network's last step is computed, and the exercises around it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from rnnviz.cells import GRU, LSTM, RNN, Cell, Composite
from rnnviz.cells.equation import parse, text
from rnnviz.cells.expression import (
    Apply,
    Expression,
    Gradient,
    Matmul,
    Negative,
    OneMinus,
    Parameter,
    Product,
    Sum,
    Tensor,
    Transposed,
)
from rnnviz.model import LOGITS, OUTPUT_PHASES, PREDICTION, TARGET
from rnnviz.practice.exercises import EXERCISES, Exercise

# A step of the cell, what the output layer makes of it, or the way back from the loss.
Kind = Literal["step", "output", "back"]

# The activation that the tasks' RNNs have.
PHI = "tanh"


@dataclass(frozen=True)
class Family:
    """What is computed of a network that reads a text.

    equations: of each wanted quantity, in the order in which they are computed. gradients: those among them that are
    ∂L/∂ another one, of this step or of the one before.
    """

    cell: type[Cell]
    kind: Kind
    equations: Mapping[str, Expression]
    gradients: Mapping[str, Tensor] = field(default_factory=dict)


def _step(cell: type[Cell]) -> Family:
    equations = cell.random(1, 1, seed=0).description.equations
    return Family(cell, "step", {one.target: one.expression for one in equations})


def _output() -> dict[str, Expression]:
    """Logits and prediction as the model has them, and the loss of the target (003, "cross entropy")."""
    layer = [parse(phase.equation, ("W_hq", "b_q")) for phase in OUTPUT_PHASES]
    loss = Negative(Apply("log", Matmul(Y_HAT, Parameter(TARGET))))
    return {one.target: one.expression for one in layer} | {"loss": loss}


def _back(cell: type[Cell], equations: Mapping[Tensor, Expression]) -> Family:
    """From the loss of the last step to the hidden state (004: ŷ − y, and through the output's weights), and on."""
    output: dict[Tensor, Expression] = {
        SCORES: Sum((Y_HAT, Negative(Transposed(Parameter(TARGET))))),
        H: Matmul(Gradient(SCORES), Transposed(Parameter("W_hq"))),
    }
    asked = {text(Gradient(of)): (of, e) for of, e in (output | dict(equations)).items()}
    return Family(
        cell,
        "back",
        {name: e for name, (_, e) in asked.items()},
        {name: of for name, (of, _) in asked.items()},
    )


def _through_tanh(to: Expression, of: Expression) -> Expression:
    return Product(to, OneMinus(Product(of, of)))


def _through_sigmoid(to: Expression, gate: Expression) -> Expression:
    return Product(Product(to, gate), OneMinus(gate))


Y_HAT, SCORES = Tensor(PREDICTION.name), Tensor(LOGITS.name)
H, H_PREV, H_TILDE, Z = Tensor("H"), Tensor("H", before=True), Tensor("H_tilde"), Tensor("Z")
C, C_PREV, F, O = Tensor("C"), Tensor("C", before=True), Tensor("F"), Tensor("O")
A_H, A_H_PREV, A_Z, A_F = Tensor("A_h"), Tensor("A_h", before=True), Tensor("A_z"), Tensor("A_f")

OF_CELLS: Mapping[str, Family] = {
    "rnn.step": _step(RNN),
    "gru.step": _step(GRU),
    "lstm.step": _step(LSTM),
    "softmax": Family(RNN, "output", _output()),
    "rnn.back": _back(
        RNN,
        {
            A_H: _through_tanh(Gradient(H), H),
            H_PREV: Matmul(Gradient(A_H), Transposed(Parameter("W_hh"))),
            A_H_PREV: _through_tanh(Gradient(H_PREV), H_PREV),
        },
    ),
    "gru.back": _back(
        GRU,
        {
            H_TILDE: Product(Gradient(H), OneMinus(Z)),
            A_H: _through_tanh(Gradient(H_TILDE), H_TILDE),
            Z: Product(Gradient(H), Sum((H_PREV, Negative(H_TILDE)))),
            A_Z: _through_sigmoid(Gradient(Z), Z),
        },
    ),
    "lstm.back": _back(
        LSTM,
        {
            C: _through_tanh(Product(Gradient(H), O), Apply("tanh", C)),
            F: Product(Gradient(C), C_PREV),
            A_F: _through_sigmoid(Gradient(F), F),
        },
    ),
}
# All of them, by their names.
FAMILIES: Mapping[str, Family | Exercise] = {**OF_CELLS, **EXERCISES}


def practised(cell: Cell | Composite) -> dict[Kind, str]:
    """The families whose tasks are steps of such a cell and the way back through it, by their kinds; of a network of
    several cells, of each of them, where all are of one kind. None of a cell whose equations or activation are
    others."""
    leaves = [*cell.leaves.values()]
    if len({type(leaf) for leaf in leaves}) > 1 or not all(map(_is_usual, leaves)):
        return {}
    return {
        family.kind: name
        for name, family in OF_CELLS.items()
        if family.kind != "output" and isinstance(leaves[0], family.cell)
    }


def _is_usual(cell: Cell) -> bool:
    equations = {one.target: one.expression for one in cell.description.equations}
    has_own = any(equations == one.equations for one in OF_CELLS.values() if one.kind == "step")
    return has_own and getattr(cell, "phi", PHI) == PHI
