"""A session: one worker with one run, its trainer, and its files on disk."""

import threading
import time
from contextlib import suppress
from dataclasses import asdict, replace
from functools import cached_property
from json import dumps
from typing import IO

import numpy as np

from rnnviz import weights
from rnnviz.locale import N_, Refusal
from rnnviz.text import characters
from rnnviz.training.baselines import baselines
from rnnviz.training.chores import Chore
from rnnviz.training.corpora import CORPORA, corpus_text, has_words, megabytes, pace_of
from rnnviz.training.lease import Lease
from rnnviz.training.queue import Queue
from rnnviz.training.records import Damaged
from rnnviz.training.resources import MAX_DISK
from rnnviz.training.steps import check_size
from rnnviz.training.store import (
    MAX_REACH_BYTES,
    Probe,
    Sample,
    Tensors,
    Wanted,
    checkpoint_step,
)
from rnnviz.training.trainer import Row, Trainer
from rnnviz.training.writings import MAX_FILE_BYTES, Lexicon

# Seconds between two looks at each of these.
CONTROL, FLUSH, RIVALS, PROBE, REACH, SAMPLE, RESUME = 0.02, 0.1, 0.1, 0.25, 0.5, 1.5, 1.0
# Seconds between two looks at whether a slowed training may take its next step.
WAIT = 0.005
# Seconds that a run of a race is trained while another of the same race waits for its turn.
TURN = 0.5
SAMPLE_LENGTH, MAX_SAMPLE_BYTES, MAX_SAMPLES_BYTES = 200, 4000, 16 * 10**6
PROBE_LENGTH = 40
VALIDATIONS = 20

TOO_LARGE = N_(
    "The training has written {size} MB, and may write no more. What it has learnt is kept; a new "
    "one can go on from there."
)


class Session:
    """Resumes a run where it was left, and trains it until its turn is over.

    lease: the worker's, for this turn. following: after that, the rival whose turn it is, and its
    lock. Raises Refusal if the run cannot be trained or is damaged, OSError if there is no room on
    the disk, and SupersededError once another worker has the run. Whenever it fails or is killed,
    another session can resume the run.
    """

    def __init__(self, queue: Queue, run: str, lease: Lease) -> None:
        self.queue, self.run = queue, run
        self.files = queue.store.run(run, lease)
        self.config = self.files.about.config
        self.validate_every = max(1, self.config.steps // VALIDATIONS)
        self.seconds = 0.0
        self.wanted = Wanted()
        self.seen = -1
        self.unwritten: list[tuple[float, ...]] = []
        self.following: tuple[str, IO[bytes]] | None = None
        self.turn_began = time.perf_counter()
        self.chores = [
            Chore(CONTROL, self._look),
            Chore(FLUSH, self._flush),
            Chore(RIVALS, self._look_for_rivals),
            Chore(PROBE, self._show),
            Chore(REACH, self._reach),
            Chore(SAMPLE, self._sample),
            Chore(RESUME, self._save),
        ]
        model = self.files.model()
        self.trainer = Trainer(
            self.config,
            corpus_text(self.config.corpus, self.files.text()),
            None if model is None else weights.from_bytes(model),
        )
        self.known = set(self.trainer.vocabulary)
        self.saved: tuple[int, int] | None = None
        self._restore()
        self._introduce()

    def take_up(self, lease: Lease) -> bool:
        """Resume for another turn; False if the saved state is unreadable."""
        self.files.lease = lease
        if self.files.resume_version() == self.saved:
            return True
        # Another worker has trained it in between.
        return self._restore()

    def train(self, closing: threading.Event) -> str:
        """Train the run; returns its status at the end: "training" if its turn is over, or
        "interrupted"."""
        self._open()
        try:
            return self._train(closing)
        except BaseException:
            if self.following:
                self.following[1].close()
                self.following = None
            raise
        finally:
            self.rows.close()
            self.reached.close()
            self.tried.close()
            self.samples.close()
            self.writings.close()

    def _train(self, closing: threading.Event) -> str:
        trainer = self.trainer
        if self.last_row < 0:
            self._keep_row(0, (np.nan,) * 4)
        if trainer.step_number == 0:
            self._checkpoint()
        self._reach()
        self._show()
        while not (closing.is_set() or self.following) and self._wants_more():
            began = time.perf_counter()
            if self._is_early(began):
                time.sleep(WAIT)
                self._do_chores(is_waiting=True)
                continue
            self.stepped = began
            if trainer.step_number + 1 == self.wanted.until:
                self._recorded_step()
            else:
                self._note(trainer.step())
            self._do_chores()
            # The time of this look counts as training time.
            self.seconds += time.perf_counter() - began
        if closing.is_set():
            # If saving fails, the next session begins from the last resume point.
            with suppress(OSError):
                self._save()
            return "interrupted"
        self._save()
        if self.following and self._wants_more():
            return "training"
        self._show()
        self._reach()
        self._sample()
        self._checkpoint()
        if self.wanted.mode == "stop":
            return "stopped"
        return "finished" if trainer.step_number >= self.config.steps else "paused"

    def _restore(self) -> bool:
        """Resume from the resume point; False, with nothing changed, if there is no valid one."""
        version, resume = self.files.resume_version(), self.files.resume()
        if resume is None:
            return False
        try:
            seconds = float(resume.pop("seconds")[0])
            self.trainer.restore(resume)
        except (KeyError, IndexError, ValueError):
            return False
        self.seconds, self.saved = seconds, version
        return True

    def _open(self) -> None:
        """Open the files on disk and repair what an earlier session left, however it ended."""
        with self.queue.commanding(self.run):
            self.files.tidy()
        self.unwritten.clear()
        self.following = None
        self.rows, self.last_row, seconds = self.files.rows_log()
        self.reached, self.last_reach = self.files.reach_log()
        self.tried, self.last_trial = self.files.trials_log()
        self.samples, self.sampled = self.files.samples_log()
        self.writings, self.written = self.files.writings_log()
        # The seconds of a killed worker after its last resume point count as well.
        self.seconds = max(self.seconds, seconds)
        self.took_up_at = self.trainer.step_number
        self.turn_began = time.perf_counter()
        self.stepped = 0.0
        self.seen = -1
        self._look()

    def _do_chores(self, is_waiting: bool = False) -> None:
        for chore in self.chores:
            chore.do_if_due(is_waiting)

    def _is_early(self, now: float) -> bool:
        """Whether the next step would come sooner than the chosen pace allows."""
        pace = pace_of(self.config.corpus) if self.wanted.pace is None else self.wanted.pace
        return pace > 0 and now - self.stepped < 1 / pace

    def _wants_more(self) -> bool:
        until = self.wanted.until
        last = self.config.steps if until is None else until
        return self.wanted.mode == "run" and self.trainer.step_number < last

    def _look(self) -> None:
        """Read the page's commands again if their file has changed."""
        written = self.files.wanted_version()
        if written != self.seen:
            self.wanted, self.seen = self.files.wanted(), written

    def _look_for_rivals(self) -> None:
        """Find the run whose turn it is if this one's is over; a rival that is to pause goes first,
        at once."""
        rivals = self.queue.rivals(self.run)
        if time.perf_counter() - self.turn_began < TURN:
            rivals = [run for run in rivals if self._is_to_pause(run)]
        self.following = self.queue.take(rivals)

    def _is_to_pause(self, run: str) -> bool:
        try:
            return self.queue.store.run(run).wanted().mode != "run"
        except Refusal:
            return True

    def _note(self, row: Row) -> None:
        self._keep_row(row.step, row[1:])
        if checkpoint_step(row.step):
            self._checkpoint()
            self._reach()

    def _recorded_step(self) -> None:
        """One step, kept whole unless the network is too large for that."""
        try:
            check_size(self.config.parameters(len(self.trainer.vocabulary)))
        except Refusal:
            self._note(self.trainer.step())
            return
        step = self.trainer.recorded_step()
        data = step.to_bytes()
        self._make_room(len(data))
        self.files.keep_recorded_step(step.step, data)
        self._note(Row(step.step, step.loss_before, step.norm, step.scale, step.rate))

    def _keep_row(self, step: int, measured: tuple[float, ...]) -> None:
        """A row of METRICS, unless a worker before this one has written it."""
        if step <= self.last_row:
            return
        due = checkpoint_step(step) or step % self.validate_every == 0 or step == self.config.steps
        loss = self.trainer.validation_loss() if due else None
        validation = np.nan if loss is None else loss
        self.unwritten.append((step, *measured, validation, self.seconds))
        self.last_row = step

    def _flush(self) -> None:
        if self.unwritten:
            self.rows.append(np.array(self.unwritten, dtype="<f8").tobytes())
            self.unwritten.clear()

    def _save(self) -> None:
        """A resume point, and before it, lasting, the rows up to it."""
        self._flush()
        self.rows.sync()
        tensors = {**self.trainer.snapshot(), "seconds": np.array([self.seconds])}
        self._make_room(sum(tensor.nbytes for tensor in tensors.values()))
        with self.files.writing():
            self.files.keep_resume(tensors)
            self.saved = self.files.resume_version()
        if self.trainer.step_number > self.took_up_at:
            self.took_up_at = self.trainer.step_number
            self.files.forget_attempts()
        if self.files.lacks_room:
            self.files.say_room(lacks=False)

    def _checkpoint(self) -> None:
        named = self.trainer.parameters.named
        self._make_room(self.trainer.parameters.flat.nbytes)
        self.files.keep_weights(
            self.trainer.step_number, {name: value.numpy().copy() for name, value in named.items()}
        )
        self._write()
        self._try()

    def _make_room(self, needed: int) -> None:
        """Raises Refusal once the run has reached its limit on the disk."""
        if not self.files.make_room(needed, MAX_DISK):
            raise Refusal(TOO_LARGE, size=megabytes(self.files.size()))

    def _show(self) -> None:
        """Read the probe: the reader's, or the text's own, or the beginning of the text."""
        vocabulary, text = self.trainer.vocabulary, self.trainer.training_text[:PROBE_LENGTH]
        corpus = CORPORA.get(self.config.corpus)
        wanted = self.wanted.probe or (corpus.probe if corpus else "")
        if found := [token for token in characters(wanted) if token in self.known]:
            text = vocabulary.indices(found)
        H, Y_hat = self.trainer.probe([vocabulary[k] for k in text])
        probe = Probe.of(self.trainer.step_number, text, vocabulary, H, Y_hat)
        tensors: Tensors = {
            "step": np.array([probe.step]),
            "text": text,
            "H": probe.H,
            "likeliest": Y_hat.argmax(1),
            "p": probe.p,
            "p_target": probe.p_target,
        }
        self.files.keep_probe(tensors)

    def _reach(self) -> None:
        """Measure how far back a loss reaches, unless an earlier worker has done so."""
        step = self.trainer.step_number
        if step <= self.last_reach or self.reached.size > MAX_REACH_BYTES:
            return
        row = np.concatenate(([step], self.trainer.reach()))
        self.reached.append(row.astype("<f8").tobytes())
        self.last_reach = step

    def _try(self) -> None:
        """What the next step would do at other rates, unless an earlier worker has tried it."""
        step = self.trainer.step_number
        if self.last_trial < step < self.config.steps:
            self.tried.append(np.array([step, *self.trainer.trial()], dtype="<f8").tobytes())
            self.last_trial = step

    def _sample(self) -> None:
        step = self.trainer.step_number
        if step <= self.sampled or self.samples.size > MAX_SAMPLES_BYTES:
            return
        temperature = self.wanted.temperature
        text = _cut(self.trainer.sample(SAMPLE_LENGTH, temperature, seed=step), MAX_SAMPLE_BYTES)
        sample = Sample.of(step, temperature, text, self.config.corpus, self._lexicon.words)
        self.samples.append(dumps(asdict(sample)).encode() + b"\n")
        self.sampled = step

    def _write(self) -> None:
        """What the network writes at a checkpoint, unless an earlier worker has asked for it."""
        step = self.trainer.step_number
        if step <= self.written or self.writings.size > MAX_FILE_BYTES:
            return
        lexicon = self._lexicon if has_words(self.config.corpus) else None
        self.writings.append(dumps(asdict(self.trainer.writing(lexicon))).encode() + b"\n")
        self.written = step

    @cached_property
    def _lexicon(self) -> Lexicon:
        """The words of the training text."""
        vocabulary = self.trainer.vocabulary.tokens
        return Lexicon([vocabulary[k] for k in self.trainer.training_text.tolist()])

    def _introduce(self) -> None:
        """Write the facts about the text that need no training: the losses of guessing, and its
        characters."""
        trainer, state = self.trainer, self.files.state()
        if state.uniform is None:
            text, kept = trainer.training_text, trainer.validation_text
            found = baselines(text, kept, len(trainer.vocabulary))
            state = replace(state, **found._asdict())
        if state.status != "training":
            self.files.say(replace(state, status="training", failure=None))
        tokens = list(trainer.vocabulary.tokens)
        try:
            is_there = self.files.vocabulary() == tokens
        except Damaged:
            is_there = False
        if not is_there:
            self.files.keep_vocabulary(tokens)


def _cut(text: str, most: int) -> str:
    """The longest beginning of a text, in whole characters, that has at most `most` bytes."""
    size, kept = 0, []
    for token in characters(text):
        size += len(token.encode("utf-8", "replace"))
        if size > most:
            break
        kept.append(token)
    return "".join(kept)
