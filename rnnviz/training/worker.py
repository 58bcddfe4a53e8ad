"""A worker: a process of its own that trains one run after another.

`python -m rnnviz.training.worker FOLDER` says "ready" once torch is there, and ends when its
standard input does, that is when the server that started it is gone, however it went.
"""

import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from typing import IO, Any

import numpy as np
import torch
from safetensors.numpy import save

from rnnviz import weights
from rnnviz.locale import N_, Refusal
from rnnviz.text import characters
from rnnviz.training.baselines import baselines, words
from rnnviz.training.corpora import CORPORA
from rnnviz.training.runs import (
    ENDS,
    ROW_BYTES,
    Probe,
    Runs,
    Sample,
    checkpoint_step,
    read_state,
    read_tensors,
    write_state,
    write_whole,
)
from rnnviz.training.trainer import DivergenceError, Row, Trainer

# Seconds between two looks at each of these.
IDLE, CONTROL, FLUSH, RIVALS, PROBE, SAMPLE, RESUME = 0.05, 0.02, 0.1, 0.1, 0.25, 1.5, 1.0
# Seconds between two looks at whether a slowed training may take its next step.
WAIT = 0.005
# Seconds that a run of a race is trained while another of the same race waits for its turn, and
# how many of them a worker keeps ready.
TURN, KEPT = 0.5, 4
SAMPLE_LENGTH = 200
PROBE_LENGTH = 40
VALIDATIONS = 20
# A run that has been taken up so often without getting further would never end.
MAX_ATTEMPTS = 12
MAX_REASON = 500
GAVE_UP = N_(
    "The training was broken off again and again at the same place; it may need too much memory."
)


def settle() -> None:
    """One thread a worker; the web server goes first; numbers too small to matter are zero,
    for processors take a hundred times as long with them."""
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    os.nice(5)


def main(folder: Path) -> None:
    settle()
    closing = threading.Event()
    threading.Thread(target=_wait_for_end_of_input, args=(closing,), daemon=True).start()
    runs = Runs(folder)
    kept: dict[str, Attendance] = {}
    print("ready", flush=True)
    while not closing.is_set():
        taken = take(runs, runs.queue())
        if taken is None:
            kept.clear()
            closing.wait(IDLE)
        while taken is not None:
            run, lock = taken
            # The next of a race is taken before this one is given up: one of them is always
            # seen to be trained.
            with lock:
                taken = _attend(runs, run, closing, kept)


def _wait_for_end_of_input(closing: threading.Event) -> None:
    sys.stdin.buffer.read()
    closing.set()


def take(runs: Runs, asked: Iterable[str]) -> tuple[str, IO[str]] | None:
    """The first of these runs that nobody trains, and its lock."""
    for run in asked:
        try:
            lock = runs.lock(run)
        except (ValueError, FileNotFoundError):
            runs.leave_queue(run)
            continue
        # Another worker may have ended it since the queue was read.
        if lock and runs.folder.joinpath(run).exists() and run in runs.queue():
            return run, lock
        if lock:
            lock.close()
    return None


def _attend(
    runs: Runs, run: str, closing: threading.Event, kept: "dict[str, Attendance]"
) -> tuple[str, IO[str]] | None:
    """Train a run until it ends, is to pause, its turn is over or the worker is to end.

    kept: the runs of a race that wait for their next turn. Gives the run whose turn it is.
    """
    folder = runs.path(run)
    wanted = runs.control(run)
    status, failure = "failed", None
    attendance = kept.pop(run, None)
    try:
        # A pause asked for between two turns leaves behind what any pause does.
        if wanted["mode"] == "run" or read_state(folder).get("status") == "training":
            if attendance is None or not attendance.take_up():
                attendance = Attendance(runs, run)
            status = attendance.train(closing)
            wanted = attendance.wanted
        else:
            status = ENDS[wanted["mode"]]
    except Refusal as refusal:
        failure = {"message": refusal.message, "values": refusal.values}
    except DivergenceError as error:
        failure = {"message": str(error), "values": {}}
    except ValueError as error:
        failure = {"message": "{reason}", "values": {"reason": str(error)[:MAX_REASON]}}
    following = attendance.following if attendance else None
    if status == "interrupted":
        return None  # the run keeps its place in the queue
    if status == "training" and attendance:
        kept[run], attendance.following = attendance, None
        for longest_ago in list(kept)[:-KEPT]:
            del kept[longest_ago]
        return following
    # The worker stays with a race until all of it has ended.
    following = following or take(runs, runs.rivals(run, runs.queue()))
    state = {**read_state(folder), "status": status, "failure": failure, "attempts": 0}
    write_state(folder, state)
    runs.leave_queue(run)
    # Whoever asked to go on before the run left the queue found it there, and relies on us.
    after = runs.control(run)
    asked_again = (after["mode"], after["until"]) != (wanted["mode"], wanted["until"])
    if asked_again and after["mode"] == "run" and status != "failed":
        runs.enter_queue(run)
    return following


class Chore:
    """Something to be done again and again, but not more often than every so many seconds."""

    def __init__(self, seconds: float, do: Callable[[], None]) -> None:
        self.seconds, self.do = seconds, do
        self.done = time.perf_counter()

    def do_if_due(self) -> None:
        if time.perf_counter() - self.done > self.seconds:
            self.do()
            self.done = time.perf_counter()


class Attendance:
    """One worker with one run: its trainer, and what it keeps of it on disk.

    following: once the run's turn is over, the rival whose turn it is, and its lock.
    """

    def __init__(self, runs: Runs, run: str) -> None:
        self.runs, self.run = runs, run
        self.folder = runs.path(run)
        self.config = runs.config(run)
        self.validate_every = max(1, self.config.steps // VALIDATIONS)
        self.seconds = 0.0
        self.wanted: dict[str, Any] = {}
        self.seen = -1
        self.chores = [
            Chore(CONTROL, self._look),
            Chore(FLUSH, self._flush),
            Chore(RIVALS, self._look_for_rivals),
            Chore(PROBE, self._show),
            Chore(SAMPLE, self._sample),
            Chore(RESUME, self._save),
        ]
        self.saved = self._saved()
        resume = self._resume()
        # Before anything that may need too much memory.
        self._count_attempts(0 if resume is None else int(resume["step"][0]))
        start = self.folder / "start.safetensors"
        model = weights.from_bytes(start.read_bytes()) if start.exists() else None
        self.trainer = Trainer(self.config, runs.text(run), model)
        self.known = set(self.trainer.vocabulary)
        if resume is not None:
            self._restore(resume)
        self._introduce()
        self._open()

    def take_up(self) -> bool:
        """Be ready for another turn; False if the run cannot be gone on with from here."""
        saved = self._saved()
        if saved != self.saved:
            # Another worker has trained it in between.
            resume = self._resume()
            if resume is None:
                return False
            self._restore(resume)
            self.saved = saved
        self._count_attempts(self.trainer.step_number)
        self._open()
        return True

    def _saved(self) -> tuple[int, int] | None:
        """What tells one resume point from another."""
        try:
            found = (self.folder / "resume.safetensors").stat()
        except FileNotFoundError:
            return None
        return found.st_ino, found.st_mtime_ns

    def _resume(self) -> dict[str, Any] | None:
        return read_tensors(self.folder / "resume.safetensors")

    def _restore(self, resume: dict[str, Any]) -> None:
        self.seconds = float(resume.pop("seconds")[0])
        self.trainer.restore(resume)

    def _open(self) -> None:
        """Find out what is on disk, after whoever has written there before and how it ended."""
        for aside in self.folder.glob(".[mprsv]*"):
            aside.unlink(missing_ok=True)
        self.metrics = os.open(self.folder / "metrics.f64", os.O_CREAT | os.O_RDWR | os.O_APPEND)
        # A row half written by a worker that was killed is written again.
        self.rows = os.fstat(self.metrics).st_size // ROW_BYTES
        os.ftruncate(self.metrics, self.rows * ROW_BYTES)
        self.unwritten: list[tuple[float, ...]] = []
        self.sampled = self._last_sample()
        self.following: tuple[str, IO[str]] | None = None
        self.turn_began = time.perf_counter()
        self.stepped = 0.0
        self._look()

    def train(self, closing: threading.Event) -> str:
        """The status with which the run is let go: "training" if its turn is over, or
        "interrupted"."""
        trainer = self.trainer
        if self.rows == 0:
            self._keep_row(0, (np.nan,) * 4)
        if trainer.step_number == 0:
            self._checkpoint()
        self._show()
        try:
            while not (closing.is_set() or self.following) and self._wants_more():
                began = time.perf_counter()
                if self._is_early(began):
                    time.sleep(WAIT)
                    self._do_chores()
                    continue
                self.stepped = began
                if trainer.step_number + 1 == self.wanted["until"]:
                    self._recorded_step()
                else:
                    self._note(trainer.step())
                self._do_chores()
                # Looking is part of what a step costs.
                self.seconds += time.perf_counter() - began
        finally:
            self._flush()
            os.close(self.metrics)
        self._save()
        if closing.is_set():
            return "interrupted"
        if self.following and self._wants_more():
            return "training"
        self._show()
        self._sample()
        self._checkpoint()
        if self.wanted["mode"] == "stop":
            return "stopped"
        return "finished" if trainer.step_number >= self.config.steps else "paused"

    def _do_chores(self) -> None:
        for chore in self.chores:
            chore.do_if_due()

    def _is_early(self, now: float) -> bool:
        """Whether the next step would come sooner than the pace that is wanted allows."""
        pace = self.wanted["pace"]
        return pace > 0 and now - self.stepped < 1 / pace

    def _wants_more(self) -> bool:
        until = self.wanted["until"]
        last = self.config.steps if until is None else until
        return self.wanted["mode"] == "run" and self.trainer.step_number < last

    def _look(self) -> None:
        """What the page wants: read again only if it was written again."""
        written = (self.folder / "control.json").stat().st_mtime_ns
        if written != self.seen:
            self.wanted, self.seen = self.runs.control(self.run), written

    def _look_for_rivals(self) -> None:
        """Whose turn it is, if this one's is over; one that is to pause is let go at once."""
        rivals = self.runs.rivals(self.run, self.runs.queue())
        if time.perf_counter() - self.turn_began < TURN:
            rivals = [run for run in rivals if self.runs.control(run)["mode"] != "run"]
        self.following = take(self.runs, rivals)

    def _note(self, row: Row) -> None:
        self._keep_row(row.step, row[1:])
        if checkpoint_step(row.step):
            self._checkpoint()

    def _recorded_step(self) -> None:
        step = self.trainer.recorded_step()
        write_whole(self.folder / "steps" / f"{step.step:08d}.safetensors", step.to_bytes())
        self._note(Row(step.step, step.loss_before, step.norm, step.scale, step.rate))

    def _keep_row(self, step: int, measured: tuple[float, ...]) -> None:
        """A row of METRICS, unless a worker before this one has written it."""
        if step < self.rows + len(self.unwritten):
            return
        due = checkpoint_step(step) or step % self.validate_every == 0 or step == self.config.steps
        loss = self.trainer.validation_loss() if due else None
        validation = np.nan if loss is None else loss
        self.unwritten.append((step, *measured, validation, self.seconds))

    def _flush(self) -> None:
        if self.unwritten:
            os.write(self.metrics, np.array(self.unwritten, dtype="<f8").tobytes())
            self.rows += len(self.unwritten)
            self.unwritten.clear()

    def _save(self) -> None:
        tensors = {**self.trainer.snapshot(), "seconds": np.array([self.seconds])}
        write_whole(self.folder / "resume.safetensors", save(tensors))
        self.saved = self._saved()

    def _checkpoint(self) -> None:
        path = self.runs.checkpoint(self.run, self.trainer.step_number)
        if not path.exists():
            named = self.trainer.parameters.named
            write_whole(path, save({name: value.numpy().copy() for name, value in named.items()}))

    def _show(self) -> None:
        """What it makes of the probe: of the reader's, of the text's own, or of how it begins."""
        vocabulary, text = self.trainer.vocabulary, self.trainer.training_text[:PROBE_LENGTH]
        corpus = CORPORA.get(self.config.corpus)
        wanted = self.wanted["probe"] or (corpus.probe if corpus else "")
        if found := [token for token in characters(wanted) if token in self.known]:
            text = vocabulary.indices(found)
        H, Y_hat = self.trainer.probe([vocabulary[k] for k in text])
        probe = Probe.of(self.trainer.step_number, text, vocabulary, H, Y_hat)
        tensors = {
            "step": np.array([probe.step]),
            "text": text,
            "H": probe.H,
            "likeliest": Y_hat.argmax(1),
            "p": probe.p,
            "p_target": probe.p_target,
        }
        write_whole(self.folder / "probe.safetensors", save(tensors))

    def _sample(self) -> None:
        step = self.trainer.step_number
        if step <= self.sampled:
            return
        temperature = self.wanted["temperature"]
        text = self.trainer.sample(SAMPLE_LENGTH, temperature, seed=step)
        sample = Sample.of(step, temperature, text, self.config.corpus, self._words)
        line = json.dumps(asdict(sample))
        with (self.folder / "samples.jsonl").open("ab") as file:
            file.write(line.encode() + b"\n")
        self.sampled = step

    @cached_property
    def _words(self) -> set[str]:
        """Those of the training text."""
        vocabulary = self.trainer.vocabulary.tokens
        return set(words("".join(vocabulary[k] for k in self.trainer.training_text.tolist())))

    def _last_sample(self) -> int:
        """The step of the last sample, after cutting off one that was half written."""
        path = self.folder / "samples.jsonl"
        if not path.exists():
            return -1
        data = path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            os.truncate(path, len(whole))
        lines = whole.splitlines()
        return Sample(**json.loads(lines[-1])).step if lines else -1

    def _count_attempts(self, step: int) -> None:
        """One more attempt to get on from `step`. Raises Refusal if there were too many."""
        state = read_state(self.folder)
        attempts = state.get("attempts", 0) + 1 if state.get("attempted") == step else 1
        if attempts > MAX_ATTEMPTS:
            raise Refusal(GAVE_UP)
        write_state(
            self.folder, {**state, "status": "training", "attempted": step, "attempts": attempts}
        )

    def _introduce(self) -> None:
        """What the text says before anything is learnt: its characters, and what guessing costs."""
        path = self.folder / "vocabulary.json"
        if path.exists():
            return
        trainer = self.trainer
        found = baselines(trainer.training_text, trainer.validation_text, len(trainer.vocabulary))
        write_state(self.folder, {**read_state(self.folder), **found._asdict()})
        write_whole(path, json.dumps({"tokens": trainer.vocabulary.tokens}).encode())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
