"""Gates held at a value, to see what each is for (003, "GRU", "LSTM")."""

from typing import TypeVar

import numpy as np

from rnnviz.cells import GRU, LSTM
from rnnviz.cells.activations import Array
from rnnviz.trace import Trace

C = TypeVar("C", GRU, LSTM)
# σ(±1000) is 0 or 1 to the last bit of a float64, though σ itself never gets there.
FAR = 1000.0


def held(cell: C, **values: float) -> C:
    """The cell with gates held at these values at every step: `held(gru, Z=0.99)`.

    The gate's weights become zero and its bias the value's logit.
    Raises ValueError for a value outside 0 to 1, or a gate the cell has not.
    """
    gates = [q.name for q in cell.description.quantities if q.kind == "gate"]
    parameters: dict[str, Array] = {}
    for gate, value in values.items():
        if gate not in gates:
            raise ValueError(f"{cell.title} has no gate {gate}; it has {', '.join(gates)}.")
        if not 0 <= value <= 1:
            raise ValueError(f"{gate} is {value}; a gate is from 0 to 1.")
        bias = np.log(value / (1 - value)) if 0 < value < 1 else FAR * (2 * value - 1)
        parameters |= {
            weight.name: np.full_like(
                cell.parameters[weight.name], bias if weight.kind == "bias" else 0.0
            )
            for weight in cell.description.weights
            if weight.gate == gate
        }
    return cell.with_parameters(**parameters)


def kept_share(value: float, steps: int) -> Array:
    """How much of H_0 is still in H_t if the update gate is `value` all along, (steps + 1,).

    H_t = Z H_{t−1} + (1 − Z) H̃_t, so the share is Z^t (003, "GRU").
    """
    return value ** np.arange(steps + 1.0)


def state_after(trace: Trace, state: str) -> Array:
    """The first sample's state from before the first step on, (T + 1, h)."""
    return np.concatenate((trace[f"{state}0"][:1], trace[state][:, 0]))
