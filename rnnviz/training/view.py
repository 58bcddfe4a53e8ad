"""A run as pages see it: one reading of its files."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rnnviz.locale import N_, Refusal
from rnnviz.training.config import TrainingConfig
from rnnviz.training.store import Columns, Sample
from rnnviz.training.writings import Writing


@dataclass(frozen=True, eq=False)
class RunView:
    """The current state of a run.

    status: waiting (for a worker), training (by turns, if it races), paused, finished, stopped
    or failed; `failure` and `message` say why it failed, or why it cannot go on at present.
    ahead: how many runs are before a waiting one, those in training included; 0 otherwise.
    step: gradient steps done. rows: how many rows of metrics there are. metrics: by column,
    the requested rows; "validation" is NaN where it was not measured, and step 0 has only that.
    reach: the requested rows of REACH, how far back a loss reaches, measured now and then.
    trials: the rows of TRIAL, what the next step would do at other rates; a run of an older version has none.
    writings: the requested ones of what it wrote at its checkpoints; a run of an older version has none.
    speed: characters a second of the last rows; remaining: seconds; None while unknown. pace: the
    most steps a second that it is to take, 0 for no limit.
    uniform, unigram and bigram: what the baselines lose on the validation text; entropy: the true
    entropy, where it is known, all in nats a character.
    """

    id: str
    config: TrainingConfig
    status: str
    failure: Refusal | None
    ahead: int
    step: int
    rows: int
    metrics: Columns
    reach: npt.NDArray[np.float64]
    trials: npt.NDArray[np.float64]
    samples: tuple[Sample, ...]
    writings: tuple[Writing, ...]
    checkpoints: tuple[int, ...]
    recorded_steps: tuple[int, ...]
    speed: float | None
    remaining: float | None
    pace: float
    uniform: float | None
    unigram: float | None
    bigram: float | None
    entropy: float | None
    host: str

    def message(self, translate: Callable[[str], str] = N_) -> str:
        """Why it failed or cannot go on at present, in the reader's language:
        `view.message(translator(language))`; "" if all is well."""
        return self.failure.sentence(translate) if self.failure else ""
