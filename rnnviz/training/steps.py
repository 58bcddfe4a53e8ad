"""One gradient step, kept whole, so that any weight's way through it can be replayed."""

import json
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

Float32 = npt.NDArray[np.float32]

PARTS = ("before", "gradient", "first_moment", "second_moment", "after")
MOMENTUM = 0.9
BETA_1, BETA_2, EPSILON = 0.9, 0.999, 1e-8  # Kingma and Ba 2015


@dataclass(frozen=True, eq=False)
class GradientStep:
    """before → gradient → clip → update → after, of every parameter, by the documents' names.

    optimizer: sgd, momentum or adam. rate: the learning rate η of this step. norm: of the
    whole gradient. scale: what clipping multiplied it with, 1 if it did not.
    loss_before and loss_after: of the step's own batch, in nats a character.
    parts: "before", "gradient" (before clipping) and "after" of each parameter, and the
    moments after the step: "first_moment" for momentum (the velocity) and Adam, and
    "second_moment" for Adam.
    """

    step: int
    optimizer: str
    rate: float
    norm: float
    scale: float
    loss_before: float
    loss_after: float
    parts: dict[str, dict[str, Float32]]

    def weight(self, name: str, row: int, column: int) -> dict[str, float]:
        """What happened to one weight, in float32 as it was computed.

        Gives before, gradient, clipped = scale · gradient, the moments that the optimizer
        has, update = after − before, after.
        Raises ValueError if there is no such weight.
        """
        if name not in self.parts["before"]:
            raise ValueError(
                f"The parameter is {name!r}; there are {', '.join(self.parts['before'])}."
            )
        rows, columns = self.parts["before"][name].shape
        if not (0 <= row < rows and 0 <= column < columns):
            raise ValueError(
                f"The weight is {name}[{row}, {column}]; {name} is ({rows}, {columns})."
            )
        came = {part: float(arrays[name][row, column]) for part, arrays in self.parts.items()}
        moments = {part: value for part, value in came.items() if part.endswith("moment")}
        return {
            "before": came["before"],
            "gradient": came["gradient"],
            "clipped": self.scale * came["gradient"],
            **moments,
            "update": came["after"] - came["before"],
            "after": came["after"],
        }

    def to_bytes(self) -> bytes:
        """A safetensors file: tensors named "before.W_xh", the numbers as JSON."""
        numbers = {
            name: getattr(self, name)
            for name in ("step", "optimizer", "rate", "norm", "scale", "loss_before", "loss_after")
        }
        tensors = {
            f"{part}.{name}": np.ascontiguousarray(array)
            for part, arrays in self.parts.items()
            for name, array in arrays.items()
        }
        data: bytes = save(tensors, metadata={"step": json.dumps(numbers)})
        return data

    @classmethod
    def read(cls, path: str) -> "GradientStep":
        """What `to_bytes` wrote. Raises ValueError if the file is something else."""
        try:
            with safe_open(path, framework="numpy") as file:
                numbers: dict[str, Any] = json.loads(file.metadata()["step"])
                parts: dict[str, dict[str, Float32]] = {}
                for key in file.keys():  # noqa: SIM118 (the file is no dictionary)
                    part, _, name = key.partition(".")
                    parts.setdefault(part, {})[name] = file.get_tensor(key)
        except (SafetensorError, KeyError, TypeError, ValueError) as error:
            raise ValueError(f"The file is not a recorded step: {error}.") from error
        return cls(parts={part: parts[part] for part in PARTS if part in parts}, **numbers)
