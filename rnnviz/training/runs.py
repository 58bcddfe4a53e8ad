"""Runs on disk: what a page asks of a training, and what a worker leaves behind.

A run is a folder, named by its id:

    run.json             its configuration, its race, when it was made, and its owner's key
    text.txt             its own text, if it has one; start.safetensors: the model it goes on from
    control.json         what is wanted of it: run, pause or stop, until which step, the probe
    state.json           what the worker last said of it
    vocabulary.json      its characters, in their order
    metrics.f64          one row of METRICS a step, from step 0 on, float64, appended only
    samples.jsonl        what it wrote while learning, appended only
    probe.safetensors    the hidden states of reading the probe
    resume.safetensors   all that it takes to go on
    checkpoints/         its weights at log-spaced steps; steps/: single steps, kept whole
    lock                 held by the worker that trains it, and given up when that worker dies

`queue/` beside the runs has an empty file for each run that wants a worker, named in the order
in which they asked. Runs of one race that are more than there are workers for are trained by
turns, and keep their places in the queue meanwhile. Everything that is not appended is written
aside and then put in its place, so that whoever is killed at any moment leaves whole files behind.
"""

import fcntl
import json
import math
import os
import re
import secrets
import shutil
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from reprlib import repr as short
from typing import IO, Any, Self

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError
from safetensors.numpy import load

from rnnviz import weights
from rnnviz.cells import CELLS
from rnnviz.locale import N_, Refusal
from rnnviz.model import SequenceModel
from rnnviz.text import Vocabulary
from rnnviz.training.baselines import known_words
from rnnviz.training.config import TEMPERATURE, TrainingConfig
from rnnviz.training.corpora import (
    CORPORA,
    MAX_BYTES,
    OWN,
    agreements_of,
    corpus_text,
    has_words,
    megabytes,
    pace_of,
)
from rnnviz.training.steps import GradientStep

ID = re.compile(r"[0-9a-f]{16}")
METRICS = ("step", "loss", "norm", "scale", "rate", "validation", "seconds")
ROW_BYTES = 8 * len(METRICS)
MAX_AGE = 14 * 24 * 3600.0
MAX_TOTAL_BYTES = 4 * 10**9
MAX_WAITING = 200
MAX_PROBE = 200
MAX_RACE = 100
MAX_PACE = 1000

NO_RUN = N_("There is no such run; it may have been cleaned up.")
ENDS = {"pause": "paused", "stop": "stopped"}
BUSY = {
    "training": N_("The run is training; pause it to take a single step."),
    "waiting": N_("The run is waiting for its turn; pause it to take a single step."),
}
DEFAULT_TEMPERATURE = 0.8
PACE = N_("The pace is {value}; it must be from 0 to {most} steps a second.")

Columns = dict[str, npt.NDArray[np.float64]]


@dataclass(frozen=True)
class Sample:
    """What a model wrote after `step` gradient steps.

    known: the share of its words of three letters and more that occur in the training text;
    None where it has no such word, its writing puts no spaces between words, or its text is not
    made of words. agreements: by the name of each that its text's rules demand, how often the
    sample keeps to it, and of how many times.
    """

    step: int
    temperature: float
    text: str
    known: float | None = None
    agreements: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    @classmethod
    def of(
        cls, step: int, temperature: float, text: str, corpus: str, words: Collection[str]
    ) -> Self:
        """A sample of a model of `corpus`, whose text holds these words, with what it gets right."""
        return cls(
            step,
            temperature,
            text,
            known_words(text, words) if has_words(corpus) else None,
            {one.name: one.count(text) for one in agreements_of(corpus)},
        )


@dataclass(frozen=True, eq=False)
class Probe:
    """What a network made of a sentence after `step` gradient steps.

    tokens: the sentence's characters. H: the hidden states (T, h) of reading it. likeliest: the
    character that it held the likeliest to come next at each of them, with p (T,) its probability.
    p_target: (T − 1,), that of the character that did come next.
    """

    step: int
    tokens: tuple[str, ...]
    H: npt.NDArray[np.float32]
    likeliest: tuple[str, ...]
    p: npt.NDArray[np.float32]
    p_target: npt.NDArray[np.float32]

    @classmethod
    def of(
        cls,
        step: int,
        text: npt.NDArray[np.int64],
        vocabulary: Sequence[str],
        H: npt.NDArray[Any],
        Y_hat: npt.NDArray[Any],
    ) -> Self:
        """Reading `text`, (T,) numbers of the vocabulary, with the predictions Y_hat (T, q)."""
        return cls(
            step=step,
            tokens=tuple(vocabulary[int(k)] for k in text),
            H=H,
            likeliest=tuple(vocabulary[int(k)] for k in Y_hat.argmax(1)),
            p=Y_hat.max(1),
            p_target=Y_hat[np.arange(len(text) - 1), text[1:]],
        )


@dataclass(frozen=True, eq=False)
class RunView:
    """A run as it stands.

    status: waiting (for a worker), training (by turns, if it races), paused, finished, stopped
    or failed; `failure` and `message` say why it failed. ahead: how many runs a waiting one is
    behind, those in training included; 0 otherwise.
    step: gradient steps done. rows: how many rows of metrics there are. metrics: by column,
    the rows that were asked for; "validation" is NaN where it was not measured, as is all but
    that of step 0. speed: characters a second of the last rows; remaining: seconds; None while
    unknown. pace: the most steps a second that it is to take, 0 for no limit.
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
    samples: tuple[Sample, ...]
    checkpoints: tuple[int, ...]
    recorded_steps: tuple[int, ...]
    speed: float | None
    remaining: float | None
    pace: float
    uniform: float | None
    unigram: float | None
    bigram: float | None
    entropy: float | None

    def message(self, translate: Callable[[str], str] = N_) -> str:
        """Why it failed, in the reader's language: `view.message(translator(language))`; "" if
        it did not."""
        return self.failure.sentence(translate) if self.failure else ""


def home() -> Path:
    """Where the runs of this machine's app lie: RNNVIZ_RUNS, or rnnviz/runs among its caches."""
    if named := os.environ.get("RNNVIZ_RUNS"):
        return Path(named).expanduser().absolute()
    caches = Path(os.environ.get("XDG_CACHE_HOME", ""))
    # A relative one is to be ignored, says the XDG Base Directory Specification.
    caches = caches if caches.is_absolute() else Path.home() / ".cache"
    return caches / "rnnviz" / "runs"


class Runs:
    """The runs in a folder. Any number of pages and workers may look into it at once.

    max_age: seconds since a run last changed, max_bytes: of all runs together, beyond which
    `start` removes the oldest that nobody trains.
    """

    def __init__(
        self, folder: Path, max_age: float = MAX_AGE, max_bytes: float = MAX_TOTAL_BYTES
    ) -> None:
        self.folder = folder
        self.max_age, self.max_bytes = max_age, max_bytes
        self.queue_folder.mkdir(parents=True, exist_ok=True)

    @property
    def queue_folder(self) -> Path:
        return self.folder / "queue"

    def start(
        self,
        config: TrainingConfig,
        text: str | None = None,
        model: bytes | None = None,
        *,
        until: int | None = None,
        race: str = "",
    ) -> str:
        """A new run that waits for a worker; gives its id.

        text: for the corpus "own". model: a file of `rnnviz.weights` to go on from. until: the
        step after which the run pauses by itself; that step is kept whole, as those that
        `one_step` takes. 0 draws the first weights and waits. race: a name, to 100 characters,
        that runs share which are to advance together, however few workers there are.
        Raises Refusal if the corpus is none, the text is too long, the model cannot be read,
        the run has no step `until`, or too many runs are waiting.
        """
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
        if config.corpus == OWN:
            written = corpus_text(OWN, text).encode("utf-8", errors="replace")
            if len(written) > MAX_BYTES:
                raise Refusal(
                    N_("The text has {size} MB; it may have {most} MB."),
                    size=megabytes(len(written)),
                    most=megabytes(MAX_BYTES),
                )
        elif config.corpus not in CORPORA:
            corpus_text(config.corpus, None)
        if model is not None:
            weights.from_bytes(model)
        if len(self.queue()) >= MAX_WAITING:
            raise Refusal(
                N_("{count} runs are waiting already; try again later."), count=MAX_WAITING
            )
        self.clean_up()
        run = secrets.token_hex(8)
        new = self.folder / f".new-{run}"
        (new / "checkpoints").mkdir(parents=True)
        (new / "steps").mkdir()
        if config.corpus == OWN:
            (new / "text.txt").write_bytes(written)
        if model is not None:
            (new / "start.safetensors").write_bytes(model)
        made = {"config": config.to_dict(), "race": race, "created": time.time()}
        _write_json(new / "run.json", made | {"key": secrets.token_hex(16)})
        new.rename(self.folder / run)
        self._control(run, mode="run", until=until)
        return run

    def read(self, run: str, since: int = 0, samples_since: int = 0) -> RunView:
        """The run as it stands, with its rows of metrics from number `since` on and its samples
        from number `samples_since` on. Neither ever change: what was read need not be read again.

        Raises Refusal for a run that is not there.
        """
        folder = self.path(run)
        config = self.config(run)
        state = _read_json(folder / "state.json")
        failure = state.get("failure")
        rows, columns = _rows(folder / "metrics.f64", since)
        step = max(rows - 1, 0)
        queue = self.queue()
        status = self._status(run, state, queue)
        pace = self.control(run)["pace"]
        speed, remaining = self._pace(folder, rows, config, pace)
        return RunView(
            id=run,
            config=config,
            status=status,
            failure=Refusal(failure["message"], **failure["values"]) if failure else None,
            ahead=queue.index(run) if status == "waiting" and run in queue else 0,
            step=step,
            rows=rows,
            metrics=columns,
            samples=tuple(_samples(folder, samples_since)),
            checkpoints=_steps_in(folder / "checkpoints"),
            recorded_steps=_steps_in(folder / "steps"),
            speed=speed,
            remaining=remaining,
            pace=pace,
            uniform=state.get("uniform"),
            unigram=state.get("unigram"),
            bigram=state.get("bigram"),
            entropy=CORPORA[config.corpus].entropy if config.corpus in CORPORA else None,
        )

    def pause(self, run: str) -> None:
        """Stop after the step that is being taken; `go_on` goes on from there."""
        self._control(run, mode="pause")

    def go_on(self, run: str) -> None:
        """Train on, until the configuration's last step."""
        self._control(run, mode="run", until=None)

    def one_step(self, run: str) -> int:
        """Take one gradient step and keep it whole; gives its number, for `recorded_step`.

        Raises Refusal while the run trains: it has to be paused first.
        """
        view = self.read(run)
        if view.status in ("training", "waiting"):
            raise Refusal(BUSY[view.status])
        self._control(run, mode="run", until=view.step + 1)
        return view.step + 1

    def stop(self, run: str) -> None:
        """End the run for good."""
        self._control(run, mode="stop")

    def show(
        self,
        run: str,
        probe: str | None = None,
        temperature: float | None = None,
        pace: float | None = None,
    ) -> None:
        """What the live view shows from now on: the probe sentence, the samples' temperature, and
        how many steps a second it takes at most, 0 for as many as it can.

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
        self._control(run, **changed)

    def probe(self, run: str) -> Probe | None:
        """What the run last made of its probe sentence; None before the first time.

        Raises Refusal for a run that is not there.
        """
        try:
            tensors = load((self.path(run) / "probe.safetensors").read_bytes())
        except FileNotFoundError:
            return None
        tokens = self.vocabulary(run).tokens
        return Probe(
            step=int(tensors["step"][0]),
            tokens=tuple(tokens[k] for k in tensors["text"]),
            H=tensors["H"],
            likeliest=tuple(tokens[k] for k in tensors["likeliest"]),
            p=tensors["p"],
            p_target=tensors["p_target"],
        )

    def model(self, run: str, step: int | None = None) -> SequenceModel:
        """The model at a checkpoint, by default the last one.

        Raises Refusal for a run that is not there, or a step at which there is none.
        """
        steps = _steps_in(self.path(run) / "checkpoints")
        step = step if step is not None or not steps else steps[-1]
        if not steps:
            raise Refusal(N_("The run has no checkpoint yet."))
        if step not in steps:
            raise Refusal(
                N_("There is no checkpoint of step {step}; there are {steps}."),
                step=short(step),
                steps=", ".join(map(str, steps)),
            )
        tensors: dict[str, Any] = load(self.checkpoint(run, step).read_bytes())
        W_hq, b_q = tensors.pop("W_hq"), tensors.pop("b_q")
        config = self.config(run)
        cell = CELLS[config.cell](**config.options, **tensors)
        return SequenceModel(cell, W_hq=W_hq, b_q=b_q, vocabulary=self.vocabulary(run))

    def recorded_step(self, run: str, step: int) -> GradientStep:
        """The single step that `one_step` took. Raises Refusal if there is none."""
        path = self.path(run) / "steps" / _step_name(step)
        if not path.exists():
            raise Refusal(
                N_("Step {step} was not taken by itself, or has not been taken yet."), step=step
            )
        return GradientStep.read(str(path))

    def vocabulary(self, run: str) -> Vocabulary:
        """The run's characters. Raises Refusal before a worker has read its text."""
        tokens = _read_json(self.path(run) / "vocabulary.json").get("tokens")
        if tokens is None:
            raise Refusal(N_("The run has not begun yet; its characters are not counted."))
        return Vocabulary(tokens)

    def config(self, run: str) -> TrainingConfig:
        """The run's configuration. Raises Refusal for a run that is not there."""
        return _made(self.path(run)).config

    def race(self, run: str) -> str:
        """The name of its race, "" without one. Raises Refusal for a run that is not there."""
        return _made(self.path(run)).race

    def key(self, run: str) -> str:
        """What shows whose run it is: for whoever has started it, and in nothing that `read`
        gives. Raises Refusal for a run that is not there."""
        return _made(self.path(run)).key

    def is_key(self, run: str, key: object) -> bool:
        """Whether this is the run's key, whatever it is; False for a run that is not there."""
        try:
            own = self.key(run).encode()
        except ValueError:
            return False
        came = key.encode("utf-8", "replace") if isinstance(key, str) else b""
        # In constant time, so that trying does not tell how much of it was right.
        return bool(own) and secrets.compare_digest(own, came)

    def text(self, run: str) -> str:
        """The text that the run reads. Raises Refusal for a run that is not there."""
        own = self.path(run) / "text.txt"
        written = own.read_text("utf-8", errors="replace") if own.exists() else None
        return corpus_text(self.config(run).corpus, written)

    def ids(self) -> list[str]:
        """Every run, the newest first."""
        found = [path for path in self.folder.iterdir() if ID.fullmatch(path.name)]
        return [path.name for path in sorted(found, key=_changed, reverse=True)]

    def queue(self) -> list[str]:
        """The runs that want a worker or have one, in the order in which they asked."""
        return [_queued_run(name) for name in sorted(os.listdir(self.queue_folder))]

    def clean_up(self) -> list[str]:
        """Remove what is too old, then the oldest while all together is too large.

        A run that is trained, or waits to be, stays. Gives the runs removed. Any number of
        processes may do so at once; the first time in each, every run's files are counted.
        """
        for path in self.folder.glob(".*-*"):
            if time.time() - _changed(path) > 60:
                shutil.rmtree(path, ignore_errors=True)
        sizes = {run: _size(self.folder / run, _changed(self.folder / run)) for run in self.ids()}
        total, gone = sum(sizes.values()), []
        waiting = set(self.queue())
        for run in reversed(sizes):
            old = time.time() - _changed(self.folder / run) > self.max_age
            if run in waiting or not (old or total > self.max_bytes):
                continue
            # Another process may be cleaning up as well.
            with suppress(ValueError, FileNotFoundError), self.locked(run) as own:
                # It may have been asked to go on since the queue was read.
                if own and run not in self.queue():
                    aside = self.folder / f".gone-{run}"
                    self.path(run).rename(aside)
                    shutil.rmtree(aside, ignore_errors=True)
                    total -= sizes[run]
                    gone.append(run)
        return gone

    def path(self, run: str) -> Path:
        """The run's folder. Raises Refusal for a run that is not there, whatever its name."""
        if not isinstance(run, str) or not ID.fullmatch(run) or not (self.folder / run).is_dir():
            raise Refusal(NO_RUN)
        return self.folder / run

    def checkpoint(self, run: str, step: int) -> Path:
        return self.path(run) / "checkpoints" / _step_name(step)

    @contextmanager
    def locked(self, run: str) -> Iterator[bool]:
        """Whether the run is now ours alone: no worker trains it, and none can take it.

        The system gives the lock up when its holder dies, however it dies.
        """
        lock = self.lock(run)
        try:
            yield lock is not None
        finally:
            if lock:
                lock.close()

    def lock(self, run: str, shared: bool = False) -> IO[str] | None:
        """The run's lock, to be closed by whoever asks; None if somebody else has it.

        shared: only to see whether anybody has it, which any number may do at a time.
        """
        file = (self.path(run) / "lock").open("a")
        try:
            fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            return None
        return file

    def rivals(self, run: str, queue: list[str]) -> list[str]:
        """The other runs of its race in the queue, beginning with the one behind it."""
        if not (race := self.race(run)):
            return []
        place = queue.index(run) + 1 if run in queue else 0
        found = []
        for other in queue[place:] + queue[:place]:
            with suppress(ValueError):
                if other != run and self.race(other) == race:
                    found.append(other)
        return found

    def enter_queue(self, run: str) -> None:
        """Ask for a worker, behind all who have asked before."""
        (self.queue_folder / f"{time.time_ns():020d}-{run}").touch()

    def leave_queue(self, run: str) -> None:
        for name in os.listdir(self.queue_folder):
            if _queued_run(name) == run:
                (self.queue_folder / name).unlink(missing_ok=True)

    def control(self, run: str) -> dict[str, Any]:
        """What is wanted: "mode", "until", "probe", "temperature" and "pace"."""
        wanted = {
            "mode": "run",
            "until": None,
            "probe": None,
            "temperature": DEFAULT_TEMPERATURE,
            "pace": pace_of(self.config(run).corpus),
        }
        return wanted | _read_json(self.path(run) / "control.json")

    def _control(self, run: str, **changed: Any) -> None:
        """Change what is wanted; a run that is to train and has no place in the queue gets one."""
        ended = _read_json(self.path(run) / "state.json").get("status") in ("stopped", "failed")
        if ended and changed.get("mode") == "run":
            raise Refusal(N_("The run has ended for good; start a new one."))
        _write_json(self.path(run) / "control.json", self.control(run) | changed)
        if changed.get("mode") == "run" and run not in self.queue():
            self.enter_queue(run)
        elif "mode" in changed and changed["mode"] != "run":
            # A run in training leaves the queue when its worker has let it go; so does one that
            # waits for its next turn, for what there is to be kept of it is in a worker's hands.
            if self._is_between_turns(run, self.queue()):
                return
            with self.locked(run) as own:
                if own:
                    self.leave_queue(run)
                    state = _read_json(self.path(run) / "state.json")
                    if state.get("status") != "finished":
                        state["status"] = ENDS[changed["mode"]]
                        write_state(self.path(run), state)

    def _status(self, run: str, state: dict[str, Any], queue: list[str]) -> str:
        if run not in queue:
            return str(state.get("status", "waiting"))
        # Its turn may have come while its rivals were asked.
        by_turns = state.get("status") == "training" and self.rivals(run, queue)
        trained = self._is_trained(run) or (
            by_turns and (self._is_between_turns(run, queue) or self._is_trained(run))
        )
        # What is not to be trained does not wait, even if it has not left the queue yet.
        return "training" if trained else ENDS.get(self.control(run)["mode"], "waiting")

    def _is_trained(self, run: str) -> bool:
        """Whether a worker has it in its hands."""
        try:
            lock = self.lock(run, shared=True)
        except (ValueError, FileNotFoundError):
            return False
        if lock:
            lock.close()
        return lock is None

    def _is_between_turns(self, run: str, queue: list[str]) -> bool:
        """Whether it has been trained by turns, and a rival has its turn."""
        begun = read_state(self.path(run)).get("status") == "training"
        return begun and run in queue and any(map(self._is_trained, self.rivals(run, queue)))

    def _pace(
        self, folder: Path, rows: int, config: TrainingConfig, pace: float
    ) -> tuple[float | None, float | None]:
        """Characters a second over the last 100 rows, and the seconds that are left."""
        _, last = _rows(folder / "metrics.f64", max(0, rows - 100))
        steps, seconds = np.ptp(last["step"]) if rows else 0, np.ptp(last["seconds"]) if rows else 0
        if not steps or not seconds:
            return None, None
        left = max(0, config.steps - (rows - 1))
        characters = config.batch_size * config.sequence_length * float(steps / seconds)
        return characters, left * max(float(seconds / steps), 1 / pace if pace else 0.0)


@dataclass(frozen=True)
class _Made:
    """What never changes of a run."""

    config: TrainingConfig
    race: str
    key: str


@lru_cache(maxsize=1000)
def _made(folder: Path) -> _Made:
    made = _read_json(folder / "run.json")
    if not made:
        raise Refusal(NO_RUN)
    config = TrainingConfig.from_dict(made["config"])
    return _Made(config, made.get("race", ""), made.get("key", ""))


def write_state(folder: Path, state: dict[str, Any]) -> None:
    _write_json(folder / "state.json", state)


def read_state(folder: Path) -> dict[str, Any]:
    return _read_json(folder / "state.json")


def write_whole(path: Path, data: bytes) -> None:
    """Write aside and put in place: whoever reads finds the old file or the new one, whole."""
    aside = path.with_name(f".{path.name}-{os.getpid()}-{secrets.token_hex(4)}")
    aside.write_bytes(data)
    aside.replace(path)


def read_tensors(path: Path) -> dict[str, npt.NDArray[Any]] | None:
    """The tensors of a safetensors file; None if there is none that can be read."""
    try:
        tensors: dict[str, npt.NDArray[Any]] = load(path.read_bytes())
    except (OSError, SafetensorError):
        return None
    return tensors


def checkpoint_step(step: int) -> bool:
    """Whether weights are kept after this step: 0, 1, 2, 3, 4, 6, 8, 11, 16, 23, 32, …

    Two in each doubling, so that early steps, in which much happens, stand as close as late ones.
    """
    if step < 2:
        return True
    k = round(2 * math.log2(step))
    return step == round(2 ** (k / 2))


def _write_json(path: Path, value: dict[str, Any]) -> None:
    write_whole(path, json.dumps(value, ensure_ascii=False).encode())


def _read_json(path: Path) -> dict[str, Any]:
    try:
        value: dict[str, Any] = json.loads(path.read_bytes())
    except FileNotFoundError:
        return {}
    return value


def _rows(path: Path, since: int) -> tuple[int, Columns]:
    """How many rows there are, and from number `since` on their columns."""
    try:
        with path.open("rb") as file:
            rows = os.fstat(file.fileno()).st_size // ROW_BYTES
            file.seek(ROW_BYTES * max(0, min(since, rows)))
            data = file.read(ROW_BYTES * max(0, rows - max(0, since)))
    except FileNotFoundError:
        rows, data = 0, b""
    table = np.frombuffer(data, dtype="<f8").reshape(-1, len(METRICS))
    return rows, {name: table[:, k] for k, name in enumerate(METRICS)}


def _samples(folder: Path, since: int) -> list[Sample]:
    try:
        lines = (folder / "samples.jsonl").read_bytes().split(b"\n")
    except FileNotFoundError:
        return []
    # What follows the last line break is being written.
    return [Sample(**json.loads(line)) for line in lines[since:-1]]


def _steps_in(folder: Path) -> tuple[int, ...]:
    return tuple(sorted(int(path.stem) for path in folder.glob("[0-9]*.safetensors")))


def _step_name(step: int) -> str:
    return f"{int(step):08d}.safetensors"


def _queued_run(name: str) -> str:
    return name.partition("-")[2]


def _changed(path: Path) -> float:
    """When something was last put into the folder, or the folder into its place."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0


@lru_cache(maxsize=10_000)
def _size(folder: Path, changed: float) -> int:  # noqa: ARG001 (part of the key)
    """How many bytes lie in the folder; counted again when something was put into it since."""
    return sum(_bytes_in(folder / part) for part in ("", "checkpoints", "steps"))


def _bytes_in(folder: Path) -> int:
    try:
        with os.scandir(folder) as found:
            return sum(file.stat().st_size for file in found if file.is_file())
    except FileNotFoundError:
        return 0
