"""The format on disk: the files of a run, each read and checked in one place.

A run is a folder, named by its id:

    .rnnviz-run          our mark: only folders that carry it are ever removed
    run.json             its configuration, its race, when it was made, and its owner's key
    text.txt             its own text, if it has one; start.safetensors: the model it goes on from
    control.json         the page's commands; control.lock: held while they change
    state.json           its state, as the worker last wrote it
    vocabulary.json      its characters, in their order
    metrics.f64          one row of METRICS a step, from step 0 on, float64, appended only
    reach.f64            one row of REACH now and then, float64, appended only; older runs lack it
    trials.f64           one row of TRIAL at each checkpoint, likewise; older runs lack it
    samples.jsonl        its samples during training, appended only
    writings.jsonl       what it writes at each checkpoint, appended only; older runs lack it
    probe.safetensors    the hidden states of reading the probe
    resume.safetensors   the state to resume from
    checkpoints/         its weights at log-spaced steps; steps/: single steps, kept whole
    attempts             a byte for each time a worker took it up, since it last got further
    no-room              there while the worker waits for room on the disk
    lock                 held by the worker that trains it, and given up when that worker dies
    lease                how many workers have taken it up, and the computer of the last: it alone may
                         write; lease.lock: held while it does

The folder they lie in carries the mark `.rnnviz-runs`, and has `queue/` and `old/` beside them. Who
puts a run's folder into its place or away holds `making.lock`, which lies beside them too: Windows
moves no folder in which a file is open.

Rows are written and made lasting before the resume point that stands behind them, so that after a
kill at any moment there is a row for each step up to that point, and perhaps some more: a worker
that takes the run up takes those steps again, and keeps the rows there are. A row says which step
it is of; nobody counts them.
"""

import json
import math
import os
import re
import secrets
import shutil
import socket
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import asdict, dataclass, field, fields
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError
from safetensors.numpy import load, save

from rnnviz import files
from rnnviz.files import Log
from rnnviz.locale import N_, Refusal
from rnnviz.training import lease, records, writings
from rnnviz.training.baselines import known_words
from rnnviz.training.config import TrainingConfig
from rnnviz.training.corpora import agreements_of, has_words
from rnnviz.training.lease import Lease
from rnnviz.training.records import Damaged
from rnnviz.training.table import MAX_STEP, Lines, Numbers
from rnnviz.training.trials import TRIAL
from rnnviz.training.writings import Writing

ID = re.compile(r"[0-9a-f]{16}")
ASIDE = re.compile(r"\.(?:new|gone)-[0-9a-f]{16}")
QUEUED = re.compile(r"[0-9-]{20,}-[0-9a-f-]{16,}")
FOLDER_MARK, RUN_MARK = ".rnnviz-runs", ".rnnviz-run"
MAKING_LOCK = "making.lock"
METRICS = ("step", "loss", "norm", "scale", "rate", "validation", "seconds")
# The distances from a loss, in steps, at which the gradient's norm is measured.
DISTANCES = (0, 1, 2, 3, 4, 6, 8, 11, 16, 23, 32, 45, 64, 90, 128, 181, 256)
# A step, the share that truncation drops, and the gradient's norm at each distance; see `reach.py`.
REACH = ("step", "dropped", *(f"norm_{distance}" for distance in DISTANCES))
MAX_REACH_BYTES = 4 * 10**6
MODES = ("run", "pause", "stop")
STATUSES = ("", "training", "paused", "finished", "stopped", "failed")
MAX_PROBE = 200
MAX_PACE = 1000
DEFAULT_TEMPERATURE = 0.8
# The most bytes in `steps/` of a run.
MAX_STEPS_BYTES = 200 * 10**6
# Seconds that a folder may take to be marked after it was made, before it is removed as a leftover.
MAKING = 60.0
# How a client without a name is written down, and one with a name.
NOBODY, WORD = "0" * 8, re.compile(r"[0-9a-f]{8}")

HOST = socket.gethostname()

NO_RUN = N_("There is no such run; it may have been cleaned up.")
NOT_OURS = N_(
    "The folder {folder} is not empty, and not one of rnnviz. Trainings need a folder of their "
    "own: set RNNVIZ_RUNS to an empty or a new one."
)

Columns = dict[str, npt.NDArray[np.float64]]
Tensors = dict[str, npt.NDArray[Any]]


@dataclass(frozen=True)
class Client:
    """The client that asks for a training: its address and its session; "" where unknown."""

    address: str = ""
    session: str = ""

    @property
    def hidden(self) -> "Client":
        """The same client as hashes of eight letters, which do not reveal who it is."""
        return Client(_word(self.address), _word(self.session))


@dataclass(frozen=True)
class About:
    """The parts of a run that never change. client: the one who asked for it, hashed."""

    config: TrainingConfig
    race: str
    key: str
    created: float
    client: Client


@dataclass(frozen=True)
class Wanted:
    """The page's commands to a run: mode run, pause or stop; until: the step after which it pauses;
    probe: what it reads while it learns; temperature: that of its samples; pace: the most steps a
    second, 0 for no limit, None for what suits its text."""

    mode: str = "run"
    until: int | None = None
    probe: str | None = None
    temperature: float = DEFAULT_TEMPERATURE
    pace: float | None = None


@dataclass(frozen=True)
class State:
    """The state of a run, as its worker last wrote it.

    status: one of STATUSES, "" before the first. uniform, unigram and bigram: what guessing costs.
    """

    status: str = ""
    failure: Refusal | None = None
    uniform: float | None = None
    unigram: float | None = None
    bigram: float | None = None


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


class RunFiles:
    """The files of one run. Reading raises Damaged for an invalid file; writing raises OSError.

    lease: that of the worker that writes; what it writes once another has the run is refused with
    SupersededError, and leaves no trace.
    """

    def __init__(self, path: Path, lease: Lease | None = None) -> None:
        self.path, self.lease = path, lease

    def writing(self) -> AbstractContextManager[None]:
        """Within this block nobody takes the run from the worker that holds it."""
        return self.lease.writing() if self.lease else nullcontext()

    # ---- what never changes -----------------------------------------------------------------

    @property
    def about(self) -> About:
        path = self.path / "run.json"
        try:
            found = path.stat()
        except FileNotFoundError:
            # Gone while it was looked at, or damaged.
            if not self.path.is_dir():
                raise Refusal(NO_RUN) from None
            raise Damaged(path) from None
        except OSError:
            raise Damaged(path) from None
        return _about(path, found.st_mtime_ns, found.st_size)

    def text(self) -> str | None:
        """Its own text; None if it reads a built-in one."""
        data = records.read(self.path / "text.txt")
        return None if data is None else data.decode("utf-8", errors="replace")

    def model(self) -> bytes | None:
        """The weights that it goes on from."""
        return records.read(self.path / "start.safetensors")

    # ---- commands and state ------------------------------------------------------------------

    def wanted(self) -> Wanted:
        path = self.path / "control.json"
        found = records.read_json(path)
        wanted = Wanted(**{field.name: found[field.name] for field in _known(Wanted, found)})
        until, probe, temperature = wanted.until, wanted.probe, wanted.temperature
        pace = wanted.pace
        fits = (
            wanted.mode in MODES
            and (until is None or (_is_whole(until) and 0 <= until <= MAX_STEP))
            and (probe is None or (isinstance(probe, str) and 0 < len(probe) <= MAX_PROBE))
            and (_is_number(temperature) and 0 <= temperature <= 10)
            and (pace is None or (_is_number(pace) and 0 <= pace <= MAX_PACE))
        )
        if not fits:
            raise Damaged(path)
        return wanted

    def want(self, wanted: Wanted) -> None:
        records.put_json(self.path / "control.json", asdict(wanted))

    def wanted_version(self) -> int:
        """A version that changes whenever the commands are written again."""
        return (self.path / "control.json").stat().st_mtime_ns

    def state(self) -> State:
        path = self.path / "state.json"
        found = records.read_json(path)
        status = found.get("status", "")
        guessing = {name: found.get(name) for name in ("uniform", "unigram", "bigram")}
        fits = status in STATUSES and all(
            value is None or _is_number(value) for value in guessing.values()
        )
        if not fits:
            raise Damaged(path)
        return State(status=status, failure=_failure(path, found.get("failure")), **guessing)

    def say(self, state: State) -> None:
        failure = state.failure
        said = {
            "status": state.status,
            "failure": failure and {"message": failure.message, "values": failure.values},
            "uniform": state.uniform,
            "unigram": state.unigram,
            "bigram": state.bigram,
        }
        with self.writing():
            records.put_json(self.path / "state.json", said)

    @property
    def lacks_room(self) -> bool:
        """Whether its worker waits for room on the disk."""
        return (self.path / "no-room").exists()

    def say_room(self, lacks: bool) -> None:
        """An empty file, because a full disk can still create one."""
        flag = self.path / "no-room"
        with suppress(OSError):
            flag.touch(files.OWNER_ALONE) if lacks else files.remove(flag)

    def count_attempt(self) -> int:
        """One more attempt to get further than last time; gives how many there were."""
        log = Log(self.path / "attempts")
        try:
            log.append(b".")
            return log.size
        finally:
            log.close()

    def forget_attempts(self, all_of_them: bool = True) -> None:
        """Forget the attempts, since the run got further; or only the last one, which was none."""
        path = self.path / "attempts"
        with self.writing(), suppress(FileNotFoundError):
            os.truncate(path, 0 if all_of_them else max(0, path.stat().st_size - 1))

    # ---- what it has learnt -----------------------------------------------------------------

    def vocabulary(self) -> list[str] | None:
        """Its characters in their order; None before a worker has read its text."""
        path = self.path / "vocabulary.json"
        found = records.read_json(path)
        if not found:
            return None
        tokens = found.get("tokens")
        if not (isinstance(tokens, list) and tokens and all(map(_is_token, tokens))):
            raise Damaged(path)
        return tokens

    def keep_vocabulary(self, tokens: Sequence[str]) -> None:
        with self.writing():
            records.put_json(self.path / "vocabulary.json", {"tokens": list(tokens)})

    @property
    def _rows(self) -> Numbers:
        return Numbers(self.path / "metrics.f64", len(METRICS), self.writing)

    @property
    def _reach(self) -> Numbers:
        return Numbers(self.path / "reach.f64", len(REACH), self.writing)

    @property
    def _trials(self) -> Numbers:
        return Numbers(self.path / "trials.f64", len(TRIAL), self.writing)

    @property
    def _samples(self) -> Lines[Sample]:
        return Lines(self.path / "samples.jsonl", _sample, self.writing)

    def rows(self, since: int) -> tuple[int, Columns]:
        """How many rows there are, and from number `since` on their columns; a negative number
        counts from the end."""
        count, table = self._rows.rows(since)
        return count, {name: table[:, k] for k, name in enumerate(METRICS)}

    def rows_log(self) -> tuple[Log, int, float]:
        """The rows, open for appending, with the step of the last one and the most seconds of any;
        −1 and 0 without one."""
        log, table = self._rows.log()
        seconds = table[:, METRICS.index("seconds")]
        return log, _last_step(table), float(np.nanmax(seconds, initial=0.0))

    def reach(self, since: int) -> npt.NDArray[np.float64]:
        """The rows of REACH from number `since` on; a run of an older version has none."""
        return self._reach.rows(max(0, since))[1]

    def reach_log(self) -> tuple[Log, int]:
        """The rows of REACH, open for appending, and the step of the last; −1 without one."""
        log, table = self._reach.log()
        return log, _last_step(table)

    def trials(self) -> npt.NDArray[np.float64]:
        """The rows of TRIAL; a run of an older version has none."""
        return self._trials.rows(0)[1]

    def trials_log(self) -> tuple[Log, int]:
        """The rows of TRIAL, open for appending, and the step of the last; −1 without one."""
        log, table = self._trials.log()
        return log, _last_step(table)

    def samples(self, since: int) -> list[Sample]:
        """Those from number `since` on."""
        return self._samples.rows(max(0, since))

    def samples_log(self) -> tuple[Log, int]:
        """The samples, open for appending, and the step of the last; −1 without one."""
        log, samples = self._samples.log()
        return log, samples[-1].step if samples else -1

    @property
    def _writings(self) -> Lines[Writing]:
        return Lines(self.path / "writings.jsonl", writings.parsed, self.writing)

    def writings(self, since: int) -> list[Writing]:
        """Those from number `since` on; a run of an older version has none."""
        return self._writings.rows(max(0, since))

    def writings_log(self) -> tuple[Log, int]:
        """The writings, open for appending, and the step of the last; −1 without one."""
        log, found = self._writings.log()
        return log, found[-1].step if found else -1

    def probe(self) -> Tensors | None:
        """The run's last reading of its probe; None if there is none, or an unreadable one."""
        found = self._tensors(self.path / "probe.safetensors")
        names = {"step", "text", "H", "likeliest", "p", "p_target"}
        return found if found is not None and found.keys() == names else None

    def keep_probe(self, tensors: Tensors) -> None:
        with self.writing():
            files.put(self.path / "probe.safetensors", save(tensors), lasting=False)

    def resume(self) -> Tensors | None:
        """The resume point; None if there is none, or an unreadable one."""
        return self._tensors(self.path / "resume.safetensors")

    def keep_resume(self, tensors: Tensors) -> None:
        """Only after the rows up to it are lasting."""
        with self.writing():
            files.put(self.path / "resume.safetensors", save(tensors))

    def resume_version(self) -> tuple[int, int] | None:
        """A version that differs between resume points."""
        try:
            found = (self.path / "resume.safetensors").stat()
        except FileNotFoundError:
            return None
        return found.st_ino, found.st_mtime_ns

    def checkpoint(self, step: int) -> Path:
        return self.path / "checkpoints" / _step_name(step)

    def checkpoints(self) -> tuple[int, ...]:
        return _steps_in(self.path / "checkpoints")

    def weights(self, step: int) -> Tensors:
        """Those of a checkpoint. Raises Refusal if the run is gone."""
        path = self.checkpoint(step)
        data = records.read(path)
        if data is None:
            raise Refusal(NO_RUN)
        try:
            tensors: Tensors = load(data)
        except (SafetensorError, ValueError, KeyError):
            raise Damaged(path) from None
        return tensors

    def keep_weights(self, step: int, tensors: Tensors) -> None:
        with self.writing():
            if not self.checkpoint(step).exists():
                files.put(self.checkpoint(step), save(tensors))

    def recorded_step(self, step: int) -> Path:
        return self.path / "steps" / _step_name(step)

    def recorded_steps(self) -> tuple[int, ...]:
        return _steps_in(self.path / "steps")

    def keep_recorded_step(self, step: int, data: bytes) -> None:
        """The newest are kept, as many as there is room for."""
        room = MAX_STEPS_BYTES - len(data)
        with self.writing():
            for older in reversed(self.recorded_steps()):
                path = self.recorded_step(older)
                room -= path.stat().st_size
                if room < 0:
                    files.remove(path)
            files.put(self.recorded_step(step), data)

    def make_room(self, needed: int, most: int) -> bool:
        """Whether the folder has room for `needed` bytes more. What was kept beside the log-spaced
        steps makes room for it, the oldest first."""
        missing = self.size() + needed - most
        beside = [(step, self.recorded_step(step)) for step in self.recorded_steps()[:-1]]
        beside += [
            (step, self.checkpoint(step))
            for step in self.checkpoints()[:-1]
            if not checkpoint_step(step)
        ]
        for _, path in sorted(beside):
            if missing <= 0:
                break
            with self.writing():
                missing -= path.stat().st_size
                files.remove(path)
        return missing <= 0

    def size(self) -> int:
        """How many bytes lie in the folder."""
        return sum(_bytes_in(self.path / part) for part in ("", "checkpoints", "steps"))

    def tidy(self) -> None:
        """Remove half-written temporary files; only while nobody else writes."""
        with self.writing():
            for part in ("", "checkpoints", "steps"):
                for aside in (self.path / part).glob(".[a-z0-9]*.*-*-*"):
                    files.remove(aside)

    def _tensors(self, path: Path) -> Tensors | None:
        try:
            data = records.read(path)
            tensors: Tensors | None = None if data is None else load(data)
        except (Damaged, SafetensorError, ValueError, KeyError):
            return None
        return tensors


class Store:
    """The runs in a folder. Raises Refusal if the folder is somebody else's: not empty, and
    neither marked as ours nor as an earlier version left it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        if not (folder / FOLDER_MARK).exists() and not _may_be_ours(folder):
            raise Refusal(NOT_OURS, folder=str(folder))

    def claim(self) -> None:
        """Make the folder, if need be, and mark it as ours. Raises OSError if that cannot be."""
        if (self.folder / FOLDER_MARK).exists() and (self.folder / "queue").is_dir():
            return
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Runs of an earlier version first: once the folder is marked nobody looks for them again.
        for run in self.ids():
            self._adopt(self.folder / run)
        (self.folder / FOLDER_MARK).touch(files.OWNER_ALONE)
        (self.folder / "queue").mkdir(exist_ok=True)

    def ids(self) -> list[str]:
        """Every run, the newest first."""
        try:
            found = [path for path in self.folder.iterdir() if ID.fullmatch(path.name)]
        except FileNotFoundError:
            return []
        return [path.name for path in sorted(found, key=_changed, reverse=True)]

    def __contains__(self, run: object) -> bool:
        """Whether there is such a run, whatever its name."""
        return (
            isinstance(run, str) and ID.fullmatch(run) is not None and (self.folder / run).is_dir()
        )

    def run(self, run: str, lease: Lease | None = None) -> RunFiles:
        """Its files. Raises Refusal for a run that is not there, whatever its name."""
        if run not in self:
            raise Refusal(NO_RUN)
        return RunFiles(self.folder / run, lease)

    def lease(self, run: str) -> Lease:
        """The next lease of the run, for the worker that holds its lock. Raises Refusal for a run
        that is not there, OSError if the lease cannot be written down."""
        return Lease.take(self.run(run).path, HOST)

    def create(
        self, about: dict[str, Any], text: bytes | None, model: bytes | None, wanted: Wanted
    ) -> str:
        """A new run, all of it or nothing; gives its id. Raises OSError if there is no room."""
        run = secrets.token_hex(8)
        path = self.folder / f".new-{run}"
        try:
            with self._making(waits=True):
                path.mkdir(mode=0o700)
                (path / RUN_MARK).touch(files.OWNER_ALONE)
                for part in ("checkpoints", "steps"):
                    (path / part).mkdir()
                records.put_json(path / "run.json", about | {"created": time.time()})
                if text is not None:
                    files.put(path / "text.txt", text)
                if model is not None:
                    files.put(path / "start.safetensors", model)
                made = RunFiles(path)
                made.want(wanted)
                # The files that a worker needs to resume it are there from the start, also on a
                # full disk.
                (path / "lock").touch(files.OWNER_ALONE)
                made.count_attempt()
                made.forget_attempts()
                lease.prepare(path)
                files.move(path, self.folder / run)
            files.sync_folder(self.folder)
        except OSError:
            _empty(path)
            raise
        return run

    def remove(self, run: str) -> bool:
        """Remove a run; whether it was there, and ours to remove."""
        path, aside = self.folder / run, self.folder / f".gone-{run}"
        if not (self.folder / FOLDER_MARK).exists() or not (path / RUN_MARK).exists():
            return False
        with suppress(OSError), self._making(waits=True):
            files.move(path, aside)
            _empty(aside)
            return True
        return False

    def sweep(self) -> None:
        """Remove runs whose making or removal was interrupted by a kill."""
        if not (self.folder / FOLDER_MARK).exists():
            return
        # Whoever makes or removes one at this moment sweeps another time.
        with suppress(OSError), self._making():
            for path in self.folder.iterdir():
                if not ASIDE.fullmatch(path.name) or path.is_symlink() or not path.is_dir():
                    continue
                if (path / RUN_MARK).exists():
                    _empty(path)
                elif time.time() - _changed(path) > MAKING:
                    with suppress(OSError):
                        path.rmdir()

    def changed(self, run: str) -> float:
        """When something was last put into its folder."""
        return _changed(self.folder / run)

    def size(self, run: str) -> int:
        """How many bytes it takes; counted again when something was put into it since."""
        return _size(self.folder / run, self.changed(run))

    @contextmanager
    def _making(self, waits: bool = False) -> Iterator[None]:
        """Nobody else makes, removes or sweeps runs meanwhile. Raises BlockingIOError if somebody
        does, unless this call waits for that."""
        held = files.lock(self.folder / MAKING_LOCK, waits=waits)
        if held is None:
            raise BlockingIOError(f"Somebody makes or removes a run in {self.folder}.")
        with held:
            yield

    def _adopt(self, path: Path) -> None:
        if (path / "run.json").exists():
            path.chmod(0o700)
            (path / "run.json").chmod(files.OWNER_ALONE)
            (path / RUN_MARK).touch(files.OWNER_ALONE)


def checkpoint_step(step: int) -> bool:
    """Whether weights are kept after this step: 0, 1, 2, 3, 4, 6, 8, 11, 16, 23, 32, …

    Two in each doubling, so that early steps, in which much happens, stand as close as late ones.
    """
    if step < 2:
        return True
    k = round(2 * math.log2(step))
    return step == round(2 ** (k / 2))


def _may_be_ours(folder: Path) -> bool:
    """Whether a folder without our mark is new, or holds runs as an earlier version left them."""
    try:
        names = set(os.listdir(folder))
    except FileNotFoundError:
        return True
    except NotADirectoryError:
        return False
    except OSError:
        # The folder cannot be read; writing into it will raise the error.
        return True
    if not names or FOLDER_MARK in names:
        return True
    runs = {name for name in names if ID.fullmatch(name)}
    try:
        queued = os.listdir(folder / "queue")
    except OSError:
        return False
    are_runs = all((folder / run / "run.json").exists() for run in runs)
    return are_runs and (bool(runs) or names == {"queue"}) and all(map(QUEUED.fullmatch, queued))


def _empty(path: Path) -> None:
    """Remove a folder of ours; its mark last, so that any rest can be recognised as ours."""
    with suppress(OSError):
        for part in path.iterdir():
            if part.name == RUN_MARK:
                continue
            if part.is_dir() and not part.is_symlink():
                shutil.rmtree(part, ignore_errors=True)
            else:
                files.remove(part)
        files.remove(path / RUN_MARK)
        path.rmdir()


@lru_cache(maxsize=1000)
def _about(path: Path, changed: int, size: int) -> About:  # noqa: ARG001 (parts of the key)
    made = records.read_json(path)
    try:
        config = TrainingConfig.from_dict(made["config"])
    except (KeyError, TypeError, ValueError):
        raise Damaged(path) from None
    race, key, created = made.get("race", ""), made.get("key", ""), made.get("created", 0.0)
    words = [made.get("address", NOBODY), made.get("session", NOBODY)]
    fits = (
        all(isinstance(word, str) for word in (race, key, *words))
        and _is_number(created)
        and all(map(WORD.fullmatch, words))
    )
    if not fits:
        raise Damaged(path)
    return About(config, race, key, created, Client(*words))


def _failure(path: Path, found: object) -> Refusal | None:
    if found is None:
        return None
    try:
        message, values = found["message"], found["values"]  # type: ignore[index]
        if not isinstance(message, str):
            raise Damaged(path)
        return Refusal(message, **values)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        raise Damaged(path) from None


def _sample(line: bytes) -> Sample | None:
    try:
        found = json.loads(line)
        sample = Sample(**found)
    except (ValueError, TypeError, RecursionError):
        return None
    fits = (
        _is_whole(sample.step)
        and 0 <= sample.step <= MAX_STEP
        and _is_number(sample.temperature)
        and isinstance(sample.text, str)
        and (sample.known is None or _is_number(sample.known))
        and isinstance(sample.agreements, dict)
        and all(
            isinstance(pair, list) and len(pair) == 2 and all(map(_is_whole, pair))
            for pair in sample.agreements.values()
        )
    )
    return sample if fits else None


def _last_step(table: npt.NDArray[np.float64]) -> int:
    return int(table[-1, 0]) if len(table) else -1


def _word(name: str) -> str:
    return sha256(name.encode("utf-8", "replace")).hexdigest()[:8] if name else NOBODY


def _known(kind: type, found: dict[str, Any]) -> list[Any]:
    return [field for field in fields(kind) if field.name in found]


def _is_number(value: object) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and math.isfinite(value)  # type: ignore[arg-type]


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_token(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def _steps_in(folder: Path) -> tuple[int, ...]:
    try:
        names = os.listdir(folder)
    except OSError:
        return ()
    steps = (name.removesuffix(".safetensors") for name in names if name.endswith(".safetensors"))
    return tuple(sorted(int(step) for step in steps if step.isascii() and step.isdigit()))


def _step_name(step: int) -> str:
    return f"{int(step):08d}.safetensors"


def _changed(path: Path) -> float:
    """When something was last put into the folder, or the folder into its place."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


@lru_cache(maxsize=10_000)
def _size(folder: Path, changed: float) -> int:  # noqa: ARG001 (part of the key)
    return RunFiles(folder).size()


def _bytes_in(folder: Path) -> int:
    try:
        with os.scandir(folder) as found:
            return sum(file.stat(follow_symlinks=False).st_size for file in found if file.is_file())
    except OSError:
        return 0
