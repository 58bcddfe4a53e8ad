"""A worker: a process of its own that trains one run after another.

`python -m rnnviz.training.worker FOLDER` says "ready" once torch is there, and ends when its
standard input does, that is when the server that started it is gone, however it went.
"""

import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.numpy import save

from rnnviz import weights
from rnnviz.locale import N_
from rnnviz.text import characters
from rnnviz.training.baselines import baselines
from rnnviz.training.runs import (
    ROW_BYTES,
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
IDLE, CONTROL, FLUSH, PROBE, SAMPLE, RESUME = 0.05, 0.02, 0.1, 0.25, 1.5, 1.0
SAMPLE_LENGTH = 200
PROBE_LENGTH = 40
VALIDATIONS = 20
# A run that has been taken up so often without getting further would never end.
MAX_ATTEMPTS = 12
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
    print("ready", flush=True)
    while not closing.is_set():
        for run in runs.queue():
            with _claimed(runs, run) as ours:
                if ours:
                    _attend(runs, run, closing)
                    break
        else:
            closing.wait(IDLE)


def _wait_for_end_of_input(closing: threading.Event) -> None:
    sys.stdin.buffer.read()
    closing.set()


@contextmanager
def _claimed(runs: Runs, run: str) -> Iterator[bool]:
    try:
        folder = runs.path(run)
    except ValueError:
        runs.leave_queue(run)
        yield False
        return
    with runs.locked(run) as own:
        # Another worker may have ended it since the queue was read.
        yield own and folder.exists() and run in runs.queue()


def _attend(runs: Runs, run: str, closing: threading.Event) -> None:
    """Train a run until it ends, is to pause, or the worker is to end."""
    folder = runs.path(run)
    wanted = runs.control(run)
    status, message = "failed", ""
    try:
        if wanted["mode"] == "run":
            attendance = Attendance(runs, run)
            status = attendance.train(closing)
            wanted = attendance.wanted
        else:
            status = {"pause": "paused", "stop": "stopped"}[wanted["mode"]]
    except (DivergenceError, ValueError) as error:
        message = str(error)
    if status == "interrupted":
        return  # the run keeps its place in the queue
    state = {**read_state(folder), "status": status, "message": message}
    write_state(folder, state)
    runs.leave_queue(run)
    # Whoever asked to go on before the run left the queue found it there, and relies on us.
    after = runs.control(run)
    asked_again = (after["mode"], after["until"]) != (wanted["mode"], wanted["until"])
    if asked_again and after["mode"] == "run" and status != "failed":
        runs.enter_queue(run)


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
    """One worker with one run: its trainer, and what it keeps of it on disk."""

    def __init__(self, runs: Runs, run: str) -> None:
        self.runs, self.run = runs, run
        self.folder = runs.path(run)
        for aside in self.folder.glob(".[mprsv]*"):
            aside.unlink(missing_ok=True)
        self.config = runs.config(run)
        resume = read_tensors(self.folder / "resume.safetensors")
        # Before anything that may need too much memory.
        self._count_attempts(0 if resume is None else int(resume["step"][0]))
        start = self.folder / "start.safetensors"
        model = weights.from_bytes(start.read_bytes()) if start.exists() else None
        self.trainer = Trainer(self.config, runs.text(run), model)
        self.known = set(self.trainer.vocabulary)
        self.seconds = 0.0
        if resume is not None:
            self.seconds = float(resume.pop("seconds")[0])
            self.trainer.restore(resume)
        self._introduce()
        self.metrics = os.open(self.folder / "metrics.f64", os.O_CREAT | os.O_RDWR | os.O_APPEND)
        # A row half written by a worker that was killed is written again.
        self.rows = os.fstat(self.metrics).st_size // ROW_BYTES
        os.ftruncate(self.metrics, self.rows * ROW_BYTES)
        self.unwritten: list[tuple[float, ...]] = []
        self.sampled = self._last_sample()
        self.wanted: dict[str, Any] = {}
        self.seen = -1
        self._look()
        self.validate_every = max(1, self.config.steps // VALIDATIONS)

    def train(self, closing: threading.Event) -> str:
        """The status with which the run is let go, or "interrupted"."""
        trainer = self.trainer
        if self.rows == 0:
            self._keep_row(0, (np.nan,) * 4)
        if trainer.step_number == 0:
            self._checkpoint()
        self._show()
        chores = [
            Chore(CONTROL, self._look),
            Chore(FLUSH, self._flush),
            Chore(PROBE, self._show),
            Chore(SAMPLE, self._sample),
            Chore(RESUME, self._save),
        ]
        try:
            while not closing.is_set() and self._wants_more():
                began = time.perf_counter()
                if trainer.step_number + 1 == self.wanted["until"]:
                    self._recorded_step()
                else:
                    self._note(trainer.step())
                for chore in chores:
                    chore.do_if_due()
                # Looking is part of what a step costs.
                self.seconds += time.perf_counter() - began
        finally:
            self._flush()
            os.close(self.metrics)
        self._save()
        if closing.is_set():
            return "interrupted"
        self._show()
        self._sample()
        self._checkpoint()
        if self.wanted["mode"] == "stop":
            return "stopped"
        return "finished" if trainer.step_number >= self.config.steps else "paused"

    def _wants_more(self) -> bool:
        until = self.wanted["until"]
        last = self.config.steps if until is None else until
        return self.wanted["mode"] == "run" and self.trainer.step_number < last

    def _look(self) -> None:
        """What the page wants: read again only if it was written again."""
        written = (self.folder / "control.json").stat().st_mtime_ns
        if written != self.seen:
            self.wanted, self.seen = self.runs.control(self.run), written

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

    def _checkpoint(self) -> None:
        path = self.runs.checkpoint(self.run, self.trainer.step_number)
        if not path.exists():
            named = self.trainer.parameters.named
            write_whole(path, save({name: value.numpy().copy() for name, value in named.items()}))

    def _show(self) -> None:
        """The hidden states of reading the probe, or without one of how the text begins."""
        vocabulary, text = self.trainer.vocabulary, self.trainer.training_text[:PROBE_LENGTH]
        if self.wanted["probe"]:
            found = [token for token in characters(self.wanted["probe"]) if token in self.known]
            text = vocabulary.indices(found) if found else text
        H = self.trainer.probe([vocabulary[k] for k in text])
        step = np.array([self.trainer.step_number])
        write_whole(self.folder / "probe.safetensors", save({"step": step, "text": text, "H": H}))

    def _sample(self) -> None:
        step = self.trainer.step_number
        if step <= self.sampled:
            return
        temperature = self.wanted["temperature"]
        text = self.trainer.sample(SAMPLE_LENGTH, temperature, seed=step)
        line = json.dumps({"step": step, "temperature": temperature, "text": text})
        with (self.folder / "samples.jsonl").open("ab") as file:
            file.write(line.encode() + b"\n")
        self.sampled = step

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
        """One more attempt to get on from `step`. Raises ValueError if there were too many."""
        state = read_state(self.folder)
        attempts = state.get("attempts", 0) + 1 if state.get("attempted") == step else 1
        if attempts > MAX_ATTEMPTS:
            raise ValueError(GAVE_UP)
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
