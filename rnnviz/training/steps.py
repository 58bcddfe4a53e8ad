"""One gradient step, kept whole, so that any weight's way through it can be replayed."""

import json
from dataclasses import dataclass
from reprlib import repr as short
from typing import Any

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from rnnviz.locale import N_, Refusal

Float32 = npt.NDArray[np.float32]

# The moments that each optimiser keeps, and what a step keeps of them as it found them.
MOMENTS = {"sgd": (), "momentum": ("first_moment",), "adam": ("first_moment", "second_moment")}
FOUND = {"first_moment": "first_moment_before", "second_moment": "second_moment_before"}
PARTS = ("before", "gradient", *FOUND.values(), *FOUND, "after")
MOMENTUM = 0.9
BETA_1, BETA_2, EPSILON = 0.9, 0.999, 1e-8  # Kingma and Ba 2015
# A step keeps each weight up to seven times: 56 MB, which a replay reads whole.
MAX_WEIGHTS = 2_000_000
TOO_LARGE = N_(
    "This network has {count} weights; a single step is taken apart in networks of up to {most}."
)


def check_size(weights: int) -> None:
    """Raises Refusal for a network with this many weights if no step of it is kept."""
    if weights > MAX_WEIGHTS:
        raise Refusal(TOO_LARGE, count=weights, most=MAX_WEIGHTS)


@dataclass(frozen=True, eq=False)
class GradientStep:
    """before → gradient → clip → update → after, of every parameter, by the documents' names.

    optimizer: sgd, momentum or adam. rate: the learning rate η of this step. norm: of the
    whole gradient. scale: what clipping multiplied it with, 1 if it did not.
    loss_before and loss_after: of the step's own batch, in nats a character.
    parts: "before", "gradient" (before clipping) and "after" of each parameter, and the
    optimizer's moments: "first_moment" for momentum (the velocity) and Adam, "second_moment" for
    Adam, as the step left them, and with "_before" as it found them.
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

        Gives every part's number, clipped = scale · gradient, and update = after − before.
        Raises Refusal if there is no such weight.
        """
        if name not in self.parts["before"]:
            raise Refusal(
                N_("The parameter is {name}; there are {names}."),
                name=short(name),
                names=", ".join(self.parts["before"]),
            )
        rows, columns = self.parts["before"][name].shape
        if not (0 <= row < rows and 0 <= column < columns):
            raise Refusal(
                N_("The weight is {name}[{row}, {column}]; {name} is ({rows}, {columns})."),
                name=name,
                row=short(row),
                column=short(column),
                rows=rows,
                columns=columns,
            )
        came = {part: float(arrays[name][row, column]) for part, arrays in self.parts.items()}
        return {
            **came,
            "clipped": self.scale * came["gradient"],
            "update": came["after"] - came["before"],
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
        """What `to_bytes` wrote. Raises Refusal if the file is something else."""
        try:
            with safe_open(path, framework="numpy") as file:
                numbers: dict[str, Any] = json.loads(file.metadata()["step"])
                parts: dict[str, dict[str, Float32]] = {}
                for key in file.keys():  # noqa: SIM118 (the file is no dictionary)
                    part, _, name = key.partition(".")
                    parts.setdefault(part, {})[name] = file.get_tensor(key)
                moments = MOMENTS[numbers["optimizer"]]
                needed = {"before", "gradient", "after", *moments, *(FOUND[m] for m in moments)}
                kept = {part: parts[part] for part in PARTS if part in needed}
        except (SafetensorError, KeyError, TypeError, ValueError) as error:
            raise Refusal(
                N_("The file is not a recorded step: {reason}."), reason=short(error)
            ) from error
        return cls(parts=kept, **numbers)
