"""Trainings too large for a browser, recorded for the static edition, which replays them.

A recording is what the app's live view is told of a run: all of it at the end, and what it wrote and
predicted at each checkpoint. `python -m rnnviz.site.recorded` makes them.
"""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from rnnviz.training import TrainingConfig

FOLDER = Path(__file__).parent
CONFIGS = (
    TrainingConfig(hidden_size=256),
    TrainingConfig(corpus="chinese", hidden_size=128),
)


class Recording(NamedTuple):
    """id: as a run's. present, moments: as `rnnviz.live` tells them; moments by the checkpoint's step."""

    id: str
    corpus: str
    present: dict[str, Any]
    moments: dict[str, Any]


def path_of(config: TrainingConfig) -> Path:
    return FOLDER / f"{config.cell}-{config.hidden_size}-{config.corpus}.json.gz"


def recordings() -> Iterator[Recording]:
    """Those that have been made."""
    for config in CONFIGS:
        if path_of(config).exists():
            yield Recording(**json.loads(gzip.decompress(path_of(config).read_bytes())))
