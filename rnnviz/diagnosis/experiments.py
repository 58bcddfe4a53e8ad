"""All experiments, in their order, and what each takes."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from rnnviz.diagnosis.answers import copies_last, ignores_input, the_loss
from rnnviz.diagnosis.learning import gradient_cut, optimizer_holds, parameters, rates
from rnnviz.diagnosis.patient import Finding, Patient, Unknown
from rnnviz.diagnosis.reading import (
    batch_as_time,
    padding,
    random_in_eval,
    state_carried,
    targets_and_future,
)
from rnnviz.diagnosis.splits import splits_share
from rnnviz.diagnosis.states import dead_units, last_step, saturated_units

# What an experiment may take, and what is said without it.
TAKES = {
    "loss": "It takes targets and loss.",
    "lengths": "It takes lengths: how many steps of each sample are no padding.",
    "optimizer": "It takes the optimizer.",
    "held_out": "It takes held_out: the batch on which the model is judged.",
}


class Experiment(NamedTuple):
    """fault: under which name it is said that it cannot be told. takes: of TAKES, what it is not made without."""

    fault: str
    run: Callable[[Patient], Iterator[Finding | Unknown]]
    takes: tuple[str, ...] = ()


EXPERIMENTS = (
    Experiment("batch-as-time", batch_as_time),
    Experiment("future-read", targets_and_future),
    Experiment("padding-read", padding, ("lengths",)),
    Experiment("state-carried", state_carried),
    Experiment("random-in-eval", random_in_eval),
    Experiment("copies-last", copies_last),
    Experiment("last-step-of-both", last_step, ("loss",)),
    Experiment("saturated-units", saturated_units),
    Experiment("dead-units", dead_units),
    Experiment("loss-of-a-sure-answer", the_loss, ("loss",)),
    Experiment("not-learning", parameters, ("loss",)),
    Experiment("gradient-cut", gradient_cut, ("loss",)),
    Experiment("not-in-optimizer", optimizer_holds, ("loss", "optimizer")),
    Experiment("rate-too-high", rates, ("loss", "optimizer")),
    Experiment("ignores-input", ignores_input, ("loss", "optimizer")),
    Experiment("splits-share", splits_share, ("held_out",)),
)
