"""What a doctor is shown: a model with what it reads, and how it is judged."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import rnnviz
from rnnviz.diagnosis import Report


@dataclass(frozen=True)
class Case:
    """options: of `rnnviz.doctor`, by their names."""

    module: Any
    batch: Any
    targets: Any
    loss: Callable[..., Any]
    options: dict[str, Any] = field(default_factory=dict)

    def report(self) -> Report:
        return rnnviz.doctor(self.module, self.batch, self.targets, self.loss, **self.options)
