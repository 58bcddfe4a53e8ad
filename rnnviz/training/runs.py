"""Runs: the pages' interface to trainings.

`store` holds their files, `queue` their order, and `session` the work of a worker on one of them.
"""

import os
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from reprlib import repr as short
from time import time
from typing import IO, Any

import numpy as np

from rnnviz import files, weights
from rnnviz.cells import EVERY_CELL
from rnnviz.locale import N_, Refusal
from rnnviz.model import SequenceModel
from rnnviz.text import Vocabulary
from rnnviz.training import lease, notice, records, sweep
from rnnviz.training.config import TEMPERATURE, TrainingConfig
from rnnviz.training.corpora import CORPORA, MAX_BYTES, corpus_text, megabytes, pace_of
from rnnviz.training.queue import Queue
from rnnviz.training.records import Damaged
from rnnviz.training.steps import GradientStep, check_size
from rnnviz.training.store import (
    HOST,
    MAX_PACE,
    MAX_PROBE,
    NO_RUN,
    Client,
    Probe,
    RunFiles,
    State,
    Store,
    Wanted,
)
from rnnviz.training.sweep import Outcome
from rnnviz.training.view import RunView

MAX_AGE = 14 * 24 * 3600.0
# An old run is removed only if it still counts as old this long after it was first seen to be: by
# then a wrong clock has been corrected.
SECOND_LOOK = 24 * 3600.0
MAX_TOTAL_BYTES = 4 * 10**9
MAX_RACE = 100
PACE_ROWS = 100

ENDS = {"pause": "paused", "stop": "stopped"}
BUSY = {
    "training": N_("The run is training; pause it to take a single step."),
    "waiting": N_("The run is waiting for its turn; pause it to take a single step."),
}
PACE = N_("The pace is {value}; it must be from 0 to {most} steps a second.")
LACKS_ROOM = N_(
    "The server's disk is full or cannot be written to. The training goes on as soon as there is "
    "room."
)


def home() -> Path:
    """Where the runs of this machine's app lie: RNNVIZ_RUNS, or rnnviz/runs among its caches."""
    return files.folder_of("RNNVIZ_RUNS", "runs")


class Runs:
    """The runs in a folder. Any number of pages and workers may use it at once.

    max_age: seconds since a run last changed, max_bytes: of all runs together, beyond which
    `start` removes the oldest that nobody trains.
    Raises Refusal for a folder that is neither new, nor empty, nor one of runs. Every method raises
    it for a run whose files are damaged, missing or not writable.
    """

    def __init__(
        self, folder: Path, max_age: float = MAX_AGE, max_bytes: float = MAX_TOTAL_BYTES
    ) -> None:
        self.folder = folder
        self.max_age, self.max_bytes = max_age, max_bytes
        self._store = Store(folder)
        self._queue = Queue(self._store)

    def claim(self) -> None:
        """Make the folder, if there is none, and mark it as one of runs. Raises Refusal if it
        cannot be written to."""
        with _writing():
            self._store.claim()

    def start(
        self,
        config: TrainingConfig,
        text: str | None = None,
        model: bytes | None = None,
        *,
        until: int | None = None,
        race: str = "",
        client: Client | None = None,
    ) -> str:
        """A new run that waits for a worker; gives its id.

        text: for the corpus "own". model: a file of `rnnviz.weights` to go on from. until: the
        step after which the run pauses by itself; that step is kept whole, as those that
        `one_step` takes. 0 draws the first weights and waits. race: a name, to 100 characters,
        that runs share which are to advance together, however few workers there are.
        client: the one who asks; each has a share of the queue, and a turn.
        Raises Refusal if the corpus is none, the text is too long, the model cannot be read,
        the run has no step `until`, too many runs are waiting, of this client or of all, or there
        is no room on the disk.
        """
        _check_names(config, until, race)
        written = _own_text(config.corpus, text)
        if model is not None:
            weights.from_bytes(model)
        asks = (client or Client()).hidden
        self._queue.check(asks)
        about = {
            "config": config.to_dict(),
            "race": race,
            "key": secrets.token_hex(16),
            "address": asks.address,
            "session": asks.session,
        }
        self.claim()
        self.clean_up()
        with _writing(), self._queue.alone():
            # Other clients may have queued runs meanwhile.
            self._queue.check(asks)
            run = self._store.create(about, written, model, Wanted(until=until))
            try:
                self._queue.enter(run, race, asks)
            except OSError:
                self._store.remove(run)
                raise
        return run

    def sweep(
        self,
        grid: Mapping[str, Sequence[Any]],
        base: TrainingConfig | None = None,
        text: str | None = None,
        *,
        workers: int | None = None,
        show: Callable[[int, int], None] = sweep.bar,
    ) -> list[tuple[dict[str, Any], Outcome]]:
        """Train each combination of these settings, and wait for all: `runs.sweep({"cell":
        ["gru", "lstm"], "seed": range(20)})`. Gives the settings of each with its outcome, in the
        grid's order; `as_csv` makes one text of them.

        base: the other settings. text: for the corpus "own". workers: how many of this machine
        train them; by default as many as suit it, or seats of the cluster that RNNVIZ_CLUSTER
        names; 0 leaves it to a server that has the same folder. show: is told how many are done, of
        how many. What a sweep before has found is not trained again, also if it was broken off.
        Raises Refusal for a setting that is none, or a value that does not fit.
        """
        return sweep.sweep(self, grid, base or TrainingConfig(), text, workers, show)

    def read(
        self,
        run: str,
        since: int = 0,
        samples_since: int = 0,
        reach_since: int = 0,
        writings_since: int = 0,
    ) -> RunView:
        """The current state of the run, with its rows of metrics from number `since` on, its
        samples from number `samples_since` on, its rows of REACH from number `reach_since` on and
        its writings from number `writings_since` on.
        None of them ever changes, so nothing has to be read twice.

        Raises Refusal for a run that is not there, or whose configuration cannot be read.
        """
        found = self._store.run(run)
        config = found.about.config
        queue = self._queue.runs()
        status, state = self._status(run, found, queue)
        failure, host = state.failure, ""
        if status == "waiting":
            failure = failure or notice.find(self.folder)
        elif status == "training" and (named := lease.host(found.path)) != HOST:
            host = named
        rows, columns = found.rows(max(0, since))
        pace = self._wanted_pace(found)
        speed, remaining, step = _progress(found, pace)
        return RunView(
            id=run,
            config=config,
            status=status,
            failure=failure,
            ahead=queue.index(run) if status == "waiting" and run in queue else 0,
            step=step,
            rows=rows,
            metrics=columns,
            reach=found.reach(reach_since),
            trials=found.trials(),
            samples=tuple(found.samples(samples_since)),
            writings=tuple(found.writings(writings_since)),
            checkpoints=found.checkpoints(),
            recorded_steps=found.recorded_steps(),
            speed=speed,
            remaining=remaining,
            pace=pace,
            uniform=state.uniform,
            unigram=state.unigram,
            bigram=state.bigram,
            entropy=CORPORA[config.corpus].entropy if config.corpus in CORPORA else None,
            host=host,
        )

    def status(self, run: str) -> str:
        """How it stands, as `RunView.status`. Raises Refusal for a run that is not there."""
        return self._status(run, self._store.run(run), self._queue.runs())[0]

    def step(self, run: str) -> int:
        """The gradient steps done. Raises Refusal for a run that is not there."""
        return _progress(self._store.run(run))[2]

    def checkpoints(self, run: str) -> tuple[int, ...]:
        """The steps whose weights are kept. Raises Refusal for a run that is not there."""
        return self._store.run(run).checkpoints()

    def pause(self, run: str) -> None:
        """Pause after the current step; `go_on` resumes from there."""
        self._command(run, mode="pause")

    def go_on(self, run: str) -> None:
        """Train on, until the configuration's last step."""
        self._command(run, mode="run", until=None)

    def one_step(self, run: str) -> int:
        """Take one gradient step and keep it whole; gives its number, for `recorded_step`.

        Raises Refusal while the run trains: it has to be paused first; and for a network too large
        to keep a step of.
        """
        self._check_step_size(run)
        status, taken = self.status(run), self.step(run) + 1
        if status in BUSY:
            raise Refusal(BUSY[status])
        self._command(run, mode="run", until=taken)
        return taken

    def stop(self, run: str) -> None:
        """End the run for good."""
        self._command(run, mode="stop")

    def clear_queue(self, but: Iterable[str] = ()) -> list[str]:
        """Pause all runs that are in training or waiting, except those named; returns the paused
        ones. Their owners can resume them."""
        cleared = []
        for run in self.queue():
            if run not in but:
                with suppress(Refusal):
                    self.pause(run)
                    cleared.append(run)
        return cleared

    def show(
        self,
        run: str,
        probe: str | None = None,
        temperature: float | None = None,
        pace: float | None = None,
    ) -> None:
        """Set the probe sentence, the samples' temperature, and the most steps a second, 0 for no
        limit.

        Characters that the model does not know are left out of the probe.
        Raises Refusal for a probe of more than 200 characters, a temperature not from 0 to 10, or
        a pace not from 0 to 1000.
        """
        changed: dict[str, Any] = {}
        if probe is not None:
            if not 0 < len(probe) <= MAX_PROBE:
                raise Refusal(
                    N_("The probe has {count} characters; 1 to {most} fit."),
                    count=len(probe),
                    most=MAX_PROBE,
                )
            changed["probe"] = probe
        if temperature is not None:
            if not 0 <= temperature <= 10:
                raise Refusal(TEMPERATURE, value=short(temperature))
            changed["temperature"] = temperature
        if pace is not None:
            if not 0 <= pace <= MAX_PACE:
                raise Refusal(PACE, value=short(pace), most=MAX_PACE)
            changed["pace"] = pace
        self._command(run, **changed)

    def probe(self, run: str) -> Probe | None:
        """The run's last reading of its probe sentence; None before the first one.

        Raises Refusal for a run that is not there.
        """
        tensors = self._store.run(run).probe()
        if tensors is None:
            return None
        tokens = self.vocabulary(run).tokens
        try:
            return Probe(
                step=int(tensors["step"][0]),
                tokens=tuple(tokens[k] for k in tensors["text"]),
                H=tensors["H"],
                likeliest=tuple(tokens[k] for k in tensors["likeliest"]),
                p=tensors["p"],
                p_target=tensors["p_target"],
            )
        except (IndexError, TypeError):
            # The file is damaged or from another version; the next reading replaces it.
            return None

    def model(self, run: str, step: int | None = None) -> SequenceModel:
        """The model at a checkpoint, by default the last one.

        Raises Refusal for a run that is not there, or a step at which there is none.
        """
        found = self._store.run(run)
        steps = found.checkpoints()
        step = step if step is not None or not steps else steps[-1]
        if not steps:
            raise Refusal(N_("The run has no checkpoint yet."))
        if step not in steps:
            raise Refusal(
                N_("There is no checkpoint of step {step}; there are {steps}."),
                step=short(step),
                steps=", ".join(map(str, steps)),
            )
        tensors, vocabulary = found.weights(step), self.vocabulary(run)
        config = found.about.config
        try:
            W_hq, b_q = tensors.pop("W_hq"), tensors.pop("b_q")
            options: dict[str, Any] = {**config.options, **tensors}
            cell = EVERY_CELL[config.cell](**options)
            return SequenceModel(cell, W_hq=W_hq, b_q=b_q, vocabulary=vocabulary)
        except (KeyError, TypeError, ValueError):
            raise Damaged(found.checkpoint(step)) from None

    def recorded_step(self, run: str, step: int) -> GradientStep:
        """The single step that `one_step` took. Raises Refusal if there is none."""
        self._check_step_size(run)
        path = self._store.run(run).recorded_step(step)
        if not path.exists():
            raise Refusal(
                N_("Step {step} was not taken by itself, or has not been taken yet."), step=step
            )
        try:
            return GradientStep.read(str(path))
        except FileNotFoundError:
            raise Refusal(NO_RUN) from None
        except OSError:
            raise Damaged(path) from None

    def vocabulary(self, run: str) -> Vocabulary:
        """The run's characters. Raises Refusal before a worker has read its text."""
        found = self._store.run(run)
        tokens = found.vocabulary()
        if tokens is None:
            raise Refusal(N_("The run has not begun yet; its characters are not counted."))
        try:
            return Vocabulary(tokens)
        except ValueError:
            raise Damaged(found.path / "vocabulary.json") from None

    def config(self, run: str) -> TrainingConfig:
        """The run's configuration. Raises Refusal for a run that is not there."""
        return self._store.run(run).about.config

    def created(self, run: str) -> float:
        """When it was started, in seconds since 1970."""
        return self._store.run(run).about.created

    def key(self, run: str) -> str:
        """The owner's secret key; never part of `read`. Raises Refusal for a run that is not
        there."""
        return self._store.run(run).about.key

    def is_key(self, run: str, key: object) -> bool:
        """Whether this value is the run's key; False for a missing run."""
        try:
            own = self.key(run).encode("utf-8", "replace")
        except ValueError:
            return False
        came = key.encode("utf-8", "replace") if isinstance(key, str) else b""
        # Compared in constant time, so that guessing does not reveal how much of it was right.
        return bool(own) and secrets.compare_digest(own, came)

    def text(self, run: str) -> str:
        """The text that the run reads. Raises Refusal for a run that is not there."""
        found = self._store.run(run)
        return corpus_text(found.about.config.corpus, found.text())

    def ids(self) -> list[str]:
        """Every run, the newest first."""
        return self._store.ids()

    def queue(self) -> list[str]:
        """The runs that want a worker or have one, in the order in which they get one."""
        return self._queue.runs()

    def clean_up(self) -> list[str]:
        """Remove what is too old, then the oldest while all together is too large.

        Keeps runs that are in training or waiting, and all files that are not ours. Returns the
        removed runs. Any number of processes may do so at once; the first time in each, every run's
        files are counted.
        """
        self._store.sweep()
        sizes = {run: self._store.size(run) for run in self.ids()}
        total, gone = sum(sizes.values()), []
        waiting = set(self.queue())
        for run in reversed(sizes):
            is_old = self._is_old(run)
            if run in waiting or not (is_old or total > self.max_bytes):
                continue
            # Another process may be cleaning up as well.
            with suppress(Refusal, OSError), self._queue.alone():
                # Its owner may have resumed it since the queue was read, and its worker may not
                # have let go of it.
                is_idle = run not in self._queue and not self._queue.is_trained(run)
                if is_idle and self._store.remove(run):
                    total -= sizes[run]
                    gone.append(run)
                    files.remove(self.folder / "old" / run)
        return gone

    def path(self, run: str) -> Path:
        """The run's folder. Raises Refusal for a run that is not there, whatever its name."""
        return self._store.run(run).path

    def lock(self, run: str) -> IO[bytes] | None:
        """The run's lock, as `Queue.lock`."""
        return self._queue.lock(run)

    def _check_step_size(self, run: str) -> None:
        found = self._store.run(run)
        # Before a worker has counted the characters, only the worker can check the size.
        if (tokens := found.vocabulary()) is not None:
            check_size(found.about.config.parameters(len(tokens)))

    def _command(self, run: str, **changed: Any) -> None:
        """Change the run's commands; a run that is to train gets a place in the queue if it has
        none."""
        found = self._store.run(run)
        with _writing(), self._queue.commanding(run):
            state = found.state()
            if state.status in ("stopped", "failed") and changed.get("mode") == "run":
                raise Refusal(N_("The run has ended for good; start a new one."))
            before = found.wanted()
            found.want(replace(before, **changed))
            mode = changed.get("mode")
            if mode == "run" and run not in self._queue:
                about = found.about
                with self._queue.alone():
                    try:
                        self._queue.check(about.client)
                    except Refusal:
                        found.want(before)
                        raise
                    self._queue.enter(run, about.race, about.client)
            elif mode in ENDS and not self._queue.is_between_turns(run):
                # A run in training leaves the queue when its worker releases it; so does one
                # between two turns, because a worker still holds its unsaved state.
                with self._queue.held(run) as own:
                    if own:
                        self._queue.leave(run)
                        if state.status != "finished":
                            found.say(replace(state, status=ENDS[mode]))

    def _status(self, run: str, found: RunFiles, queue: list[str]) -> tuple[str, State]:
        """The run's status, and its state as the worker last wrote it, or the damage to its
        files."""
        try:
            state, wanted = found.state(), found.wanted()
        except Damaged as damage:
            return "failed", State(status="failed", failure=damage)
        if run not in queue:
            # A run that no worker ever took, and that lost its place, counts as paused: it can be
            # resumed.
            return state.status if state.status not in ("", "training") else "paused", state
        # Its turn may have come while its rivals were looked at.
        by_turns = state.status == "training" and self._queue.rivals(run)
        trained = self._queue.is_trained(run) or (
            by_turns and (self._queue.is_between_turns(run) or self._queue.is_trained(run))
        )
        if found.lacks_room:
            state = replace(state, failure=Refusal(LACKS_ROOM))
        # A paused or stopped run is not waiting, even while queued.
        return "training" if trained else ENDS.get(wanted.mode, "waiting"), state

    def _wanted_pace(self, found: RunFiles) -> float:
        try:
            pace = found.wanted().pace
        except Damaged:
            pace = None
        return pace_of(found.about.config.corpus) if pace is None else pace

    def _is_old(self, run: str) -> bool:
        """Whether the run is too old, and already was at a first look a day ago."""
        seen, now = self.folder / "old" / run, time()
        if now - self._store.changed(run) <= self.max_age:
            with suppress(OSError):
                files.remove(seen)
            return False
        try:
            return now - seen.stat().st_mtime > SECOND_LOOK
        except FileNotFoundError:
            with suppress(OSError):
                seen.parent.mkdir(exist_ok=True)
                seen.touch(files.OWNER_ALONE)
                os.utime(seen, (now, now))
            return False


def _check_names(config: TrainingConfig, until: int | None, race: str) -> None:
    """Raises Refusal if the run has no step `until`, or for a race with a long name."""
    if until is not None and not 0 <= until <= config.steps:
        raise Refusal(
            N_("{name} is {value}; it must be a whole number from {least} to {most}."),
            name="until",
            value=short(until),
            least=0,
            most=config.steps,
        )
    if len(race) > MAX_RACE:
        raise Refusal(
            N_("The race's name has {count} characters; {most} fit."),
            count=len(race),
            most=MAX_RACE,
        )


def _own_text(corpus: str, text: str | None) -> bytes | None:
    """The reader's own text as a run keeps it; None for a built-in corpus. Raises Refusal if there
    is no such corpus, or the text is too long."""
    if corpus in CORPORA:
        return None
    written = corpus_text(corpus, text).encode("utf-8", errors="replace")
    if len(written) > MAX_BYTES:
        raise Refusal(
            N_("The text has {size} MB; it may have {most} MB."),
            size=megabytes(len(written)),
            most=megabytes(MAX_BYTES),
        )
    return written


@contextmanager
def _writing() -> Iterator[None]:
    """Turn a failure to write into a sentence for the reader."""
    try:
        yield
    except FileNotFoundError:
        raise Refusal(NO_RUN) from None
    except OSError as error:
        raise records.why_not(error) from error


def _progress(found: RunFiles, pace: float = 0.0) -> tuple[float | None, float | None, int]:
    """Characters a second over the last rows, the seconds that are left, and the last step."""
    _, last = found.rows(-PACE_ROWS)
    if not len(last["step"]):
        return None, None, 0
    step = int(last["step"][-1])
    steps, seconds = float(np.ptp(last["step"])), float(np.ptp(last["seconds"]))
    if not (steps > 0 and 0 < seconds < np.inf):
        return None, None, step
    config = found.about.config
    characters = config.batch_size * config.sequence_length * steps / seconds
    each = max(seconds / steps, 1 / pace if pace else 0.0)
    return characters, max(0, config.steps - step) * each, step
