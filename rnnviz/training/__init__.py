"""Training in torch, in processes apart from the server's.

The interface for pages; none of it imports torch:

    folder = home()                      where runs lie, unless one says otherwise
    runs = Runs(folder)                  any number of them, in any process
    runs.claim()                         the folder is made, or Refusal says why it cannot be
    workers = Workers(folder)            once in a server; its processes train what waits
    run = runs.start(TrainingConfig())   a new run; it waits for a worker
    runs.start(config, race="…")         runs of one race advance together, if need be by turns
    runs.key(run)                        the owner's key; runs.is_key(run, key) checks one
    view = runs.read(run, since=n)       its status, and the rows since row n: see RunView
    runs.status(run), checkpoints(run)   these alone
    runs.pause, go_on, one_step, stop    the commands
    runs.start(config, client=Client(…)) a client has a share of the queue, and a turn
    runs.clear_queue()                   pauses all runs that wait or are in training
    runs.show(run, probe=…, temperature=…)   what the live view shows
    runs.probe(run)                      the hidden states of reading the probe, as it learns
    runs.sweep({"seed": range(20)})      a training of each combination, and what became of it
    as_csv(runs.sweep(…))                as comma-separated lines
    to_tensorboard(runs, [run], folder)  the losses of runs as TensorBoard reads them
    cluster.workers(folder)              workers, or seats of the cluster that RNNVIZ_CLUSTER names
    runs.model(run, step)                a SequenceModel at any of view.checkpoints
    runs.recorded_step(run, step)        a GradientStep: one weight's way through one step

A live view asks `read` four times a second with `since=` the number of rows it has and
`samples_since=` that of samples, and draws what is new. `CORPORA` are the built-in texts,
`decoded` reads an uploaded one, `TrainingConfig.fitting` makes batches small enough for it, and
`TrainingConfig.racing` gives each cell as many parameters, at a rate that suits it. In this process, with torch:
`rnnviz.training.trainer.Trainer`, `rnnviz.training.torch_weights` for `.pt` files, and
`rnnviz.training.torch_module.to_torch` for a module that goes on learning.
"""

from rnnviz.training.baselines import known_words, words
from rnnviz.training.config import TrainingConfig
from rnnviz.training.corpora import CORPORA, decoded
from rnnviz.training.runs import Runs, home
from rnnviz.training.steps import GradientStep
from rnnviz.training.store import Client, Sample
from rnnviz.training.sweep import Outcome, as_csv
from rnnviz.training.tensorboard import to_tensorboard
from rnnviz.training.view import RunView
from rnnviz.training.workers import Workers

__all__ = [
    "CORPORA",
    "Client",
    "GradientStep",
    "Outcome",
    "RunView",
    "Runs",
    "Sample",
    "TrainingConfig",
    "Workers",
    "as_csv",
    "decoded",
    "home",
    "known_words",
    "to_tensorboard",
    "words",
]
