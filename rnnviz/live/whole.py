"""A training as it stands, small enough to be told whole, again and again: to a page that may open at
any moment, and that cannot ask while Python is busy."""

import base64
from typing import Any

import numpy as np

from rnnviz.live.payload import COLUMNS

# Rows of metrics, and measurements of how far back a loss reaches; of more, every other one is left
# out. What the network has written, now and then and at its checkpoints: the last of it.
MOST_ROWS, MOST_REACHES, MOST_SAMPLES, MOST_WRITINGS = 1200, 120, 60, 60
VALIDATION = COLUMNS.index("validation")


class Whole:
    """All that has been told of a run, put together from what is new at each look."""

    def __init__(self) -> None:
        self._rows = np.empty((0, len(COLUMNS)))
        self._read = 0
        self._samples: list[dict[str, Any]] = []
        self._sampled = 0
        self._writings: list[dict[str, Any]] = []
        self._written = 0
        self._reach: list[dict[str, Any]] = []
        self._reached = 0
        self._probe: dict[str, Any] | None = None
        self._last: dict[str, Any] = {}

    def asked(self) -> dict[str, int]:
        """What the next look has to begin with, as `present` takes it."""
        return {
            "since": self._read,
            "samples": self._sampled,
            "probed": self._probe["step"] if self._probe else -1,
            "reached": self._reached,
            "written": self._written,
        }

    def receive(self, present: dict[str, Any]) -> None:
        """Add the answer of `present` to the question that `asked` gave."""
        self._last = present
        new = np.array([present["metrics"][name] for name in COLUMNS], dtype=float).T
        if len(new):
            self._rows = thinned(np.concatenate([self._rows, new]))
        self._read += len(new)
        self._samples = [*self._samples, *present["samples"]][-MOST_SAMPLES:]
        self._sampled += len(present["samples"])
        self._writings = [*self._writings, *present["writings"]][-MOST_WRITINGS:]
        self._written += len(present["writings"])
        self._reach = [*self._reach, *present["reach"]]
        self._reached += len(present["reach"])
        if len(self._reach) > MOST_REACHES:
            self._reach = self._reach[::2]
        self._probe = present["probe"] or self._probe

    def told(self) -> dict[str, Any]:
        """The run as `present` tells it from its first row on. metrics: COLUMNS beside each other,
        {shape, data}, float64 in base64, NaN where nothing was measured."""
        data = np.ascontiguousarray(self._rows, dtype="<f8").tobytes()
        return {
            **self._last,
            "rows": len(self._rows),
            "since": 0,
            "metrics": {"shape": self._rows.shape, "data": base64.b64encode(data).decode()},
            "samples": self._samples,
            "writings": self._writings,
            "reach": self._reach,
            "probe": self._probe,
        }


def thinned(rows: np.ndarray[Any, np.dtype[np.float64]]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """At most MOST_ROWS rows: of more, every other one, but for those that have a validation loss
    where these are few; and always the last one."""
    while len(rows) > MOST_ROWS:
        kept = np.arange(len(rows)) % 2 == 0
        kept[-1] = True
        measured = np.isfinite(rows[:, VALIDATION])
        if measured.sum() < MOST_ROWS // 4:
            kept |= measured
        rows = rows[kept]
    return rows
