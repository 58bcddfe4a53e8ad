"""A training in a loop of one's own: its losses, and now and then what the network makes of its
text meanwhile, without slowing the loop down."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import asdict
from functools import cached_property
from reprlib import repr as short
from typing import Any

import numpy as np
import numpy.typing as npt

from rnnviz.cells import Cell, Stacked
from rnnviz.cells.activations import Array, log_softmax
from rnnviz.explain.reach import last_reach, truncated_share
from rnnviz.live import payload
from rnnviz.locale import N_, Refusal
from rnnviz.model import SequenceModel
from rnnviz.sampling import writes, written
from rnnviz.text import Vocabulary
from rnnviz.training import Sample, words
from rnnviz.training.baselines import baselines
from rnnviz.training.chores import Chore
from rnnviz.training.corpora import OWN
from rnnviz.training.store import DISTANCES, Probe

# Seconds between two looks at each of these.
TELL, PROBE, REACH, SAMPLE, OWN_LOSS = 0.25, 0.25, 0.5, 1.5, 1.0
PROBE_LENGTH, SAMPLE_LENGTH = 40, 200
# Pieces of text side by side, and the steps of a piece where nobody says how long a batch is.
PIECES, STEPS = 4, 32
# The losses that the loop has told last are held to the network's own, once there are as many.
RECENT = 20
# From which difference on they are not the same, beside what chance makes of it: dropout makes a loop's loss higher
# than the network's own, by far; lower, only a state that is kept between batches, by little. A share of the lower of
# the two, and nats a character at least.
ABOVE_OWN, BELOW_OWN = (1.5, 1.0), (0.4, 0.4)
OWN_PIECES = 64
NO_NUMBER = N_("The loss is {value}; it must be one number, or a tensor of one.")
NOT_FINITE = N_("Since step {step} the loss is no finite number.")

Read = Callable[[], SequenceModel]


class Loop:
    """What a loop of one's own tells of itself, as `present` tells a run.

    read: gives the model with the weights of the moment; None where there are only losses.
    numbers: the text that it learns, as numbers of the vocabulary. probe: numbers of the sentence
    that it reads again and again. steps: at which it will end; sequence_length: T, the steps of a
    batch. tell(): called several times a second, with news.
    """

    def __init__(
        self,
        read: Read | None,
        vocabulary: Vocabulary | None,
        text: str,
        *,
        probe: str,
        steps: int | None,
        sequence_length: int | None,
        temperature: float,
        tell: Callable[[], None],
    ) -> None:
        self.read, self.vocabulary = read, vocabulary
        self.cell, self.writes = None, False
        if read is not None:
            model = read()
            # Whether it can go on with a text.
            self.cell, self.writes = model.cell, writes(model)
        self.steps, self.sequence_length, self.temperature = steps, sequence_length, temperature
        self.text = text
        self.numbers = _numbers(text, vocabulary)
        asked = _numbers(probe, vocabulary)
        self.probe_numbers = asked if len(asked) else self.numbers[:PROBE_LENGTH]
        self.status, self.message = "waiting", ""
        self.step_number = 0
        self.seconds = 0.0
        self._began: float | None = None
        self._tell = tell
        self._pending: list[tuple[int, object, object, object, float]] = []
        self._rows: list[list[float | None]] = []
        self._samples: list[Sample] = []
        self._reached: list[dict[str, Any]] = []
        self._probe: Probe | None = None
        self._recent: deque[float] = deque(maxlen=RECENT)
        self._own: dict[str, Any] = {"loss": None, "reported": None, "differs": False}
        self._told = 0
        self._model: tuple[int, SequenceModel] | None = None
        self._trouble: Refusal | str = ""
        self._chores = [Chore(TELL, tell)]
        if read is not None:
            self._chores += [Chore(PROBE, self._guarded(self._show))]
            if len(self.numbers) > 1 and self._has_state:
                self._chores += [Chore(REACH, self._guarded(self._reach))]
            if len(self.numbers) > 1:
                self._chores += [Chore(OWN_LOSS, self._guarded(self._compare))]
            if self.writes:
                self._chores += [Chore(SAMPLE, self._guarded(self._sample))]

    # ---- what the loop tells --------------------------------------------------------------------

    def begin(self) -> None:
        """The loop begins, or goes on."""
        self._began = time.perf_counter() - self.seconds
        self.status, self.message = "training", ""
        self._look()

    def step(self, loss: object, validation: object = None, norm: object = None) -> None:
        """A gradient step is done. Raises Refusal for a loss that is no number."""
        now = time.perf_counter()
        if self._began is None:
            self.begin()
        self.step_number += 1
        self.seconds = now - (self._began or now)
        # A number on an accelerator is asked for later, with others, or each step would wait for it.
        told = _kept(loss), _kept(validation), _kept(norm)
        self._pending.append((self.step_number, *told, self.seconds))
        if self.step_number == 1:
            self._take_pending()
        for chore in self._chores:
            chore.do_if_due()

    def end(self, status: str, message: str = "") -> None:
        """The loop is over: finished, stopped or failed."""
        self.status, self.message = status, message
        self._look()
        self._began = None

    def _look(self) -> None:
        """All of it as it is now."""
        for chore in self._chores[1:]:
            chore.do()
        self._tell()

    # ---- what is told of it ---------------------------------------------------------------------

    def present(self, translate: Callable[[str], str] = N_) -> dict[str, Any]:
        """What is new, as `rnnviz.live.present` tells a run."""
        self._take_pending()
        rows, self._rows = self._rows, []
        samples, self._samples = self._samples, []
        reached, self._reached = self._reached, []
        probe, self._probe = self._probe, None
        since, self._told = self._told, self._told + len(rows)
        columns = list(zip(*rows, strict=True)) or [()] * len(payload.COLUMNS)
        return {
            "cell": self._title,
            "hidden": self.cell.output_size if self.cell else 0,
            "status": self.status,
            "message": self.message or self._sentence(translate),
            "ahead": 0,
            "host": "",
            "step": self.step_number,
            "steps": self.steps,
            "rows": self._told,
            "since": since,
            "metrics": {
                name: [payload.number(value) for value in column]
                for name, column in zip(payload.COLUMNS, columns, strict=True)
            },
            "reach": reached,
            "distances": DISTANCES,
            "truncation": self.sequence_length,
            "samples": [asdict(one) for one in samples],
            "writings": (),
            "checkpoints": (),
            "recorded": (),
            "speed": None,
            "remaining": self._remaining(),
            "pace": 0,
            "agreements": [],
            "clip": None,
            "lines": self._lines,
            "own": None if self.read is None else self._own,
            "probe": probe and payload.reading(probe),
            "verdict": (),
        }

    @cached_property
    def _title(self) -> str:
        """Such as "LSTM", or "2 LSTM" of two layers."""
        cell = self.cell
        if cell is None:
            return ""
        layers = cell.layers if isinstance(cell, Stacked) else (cell,)
        kinds = list(dict.fromkeys(layer.title for layer in layers))
        return f"{len(layers)} {kinds[0]}" if len(layers) > 1 and len(kinds) == 1 else cell.title

    @cached_property
    def _lines(self) -> dict[str, float | None]:
        q = len(self.vocabulary) if self.vocabulary else 0
        found: dict[str, float | None] = dict.fromkeys(("uniform", "unigram", "bigram", "entropy"))
        if len(self.numbers) > 1:
            guessing = baselines(self.numbers, self.numbers[:0], q)
            found |= {name: payload.number(value) for name, value in guessing._asdict().items()}
        elif q:
            found["uniform"] = payload.number(float(np.log(q)))
        return found

    def _remaining(self) -> float | None:
        if self.steps is None or self.status != "training" or not self.step_number:
            return None
        left = max(0, self.steps - self.step_number)
        return payload.number(left * self.seconds / self.step_number)

    def _sentence(self, translate: Callable[[str], str]) -> str:
        trouble = self._trouble
        return trouble.sentence(translate) if isinstance(trouble, Refusal) else trouble

    def _take_pending(self) -> None:
        """Turn what the loop has told since into numbers."""
        pending, self._pending = self._pending, []
        for step, loss, validation, norm, seconds in pending:
            found = [None if one is None else _float(one) for one in (loss, norm, validation)]
            if found[0] is not None and not np.isfinite(found[0]) and not self._trouble:
                self._trouble = Refusal(NOT_FINITE, step=step)
            if found[0] is not None:
                self._recent.append(found[0])
            # Whether and how far the loop clips its gradient, it does not say.
            self._rows.append([step, found[0], found[1], None, found[2], seconds])

    # ---- what is measured -----------------------------------------------------------------------

    def _guarded(self, do: Callable[[], None]) -> Callable[[], None]:
        """Measures if that is possible: what goes wrong beside a loop never ends it."""

        def measure() -> None:
            try:
                with np.errstate(all="ignore"):
                    do()
            except Exception as reason:
                self._trouble = reason if isinstance(reason, Refusal) else str(reason)

        return measure

    def _now(self) -> SequenceModel:
        """The model after the last step."""
        assert self.read is not None
        if self._model is None or self._model[0] != self.step_number:
            self._model = self.step_number, self.read()
        return self._model[1]

    @property
    def _has_state(self) -> bool:
        """Whether its H is a state, of which a gradient can be asked."""
        last = self.cell.layers[-1] if isinstance(self.cell, Stacked) else self.cell
        return isinstance(last, Cell)

    def _show(self) -> None:
        """Read the probe."""
        if not len(self.probe_numbers) or self.vocabulary is None:
            return
        model = self._now()
        trace = model.trace([self.vocabulary[int(k)] for k in self.probe_numbers])
        H, Y_hat = trace["H"][:, 0], trace["Y_hat"][:, 0]
        self._probe = Probe.of(self.step_number, self.probe_numbers, self.vocabulary, H, Y_hat)

    def _reach(self) -> None:
        """Measure how far back a loss reaches, on pieces of twice a batch's steps."""
        T = self.sequence_length or STEPS
        length = min(2 * T + 1, DISTANCES[-1] + 1, len(self.numbers) - 1)
        starts = np.linspace(0, len(self.numbers) - 1 - length, PIECES).astype(np.int64)
        where = starts + np.arange(length)[:, np.newaxis]
        norms = last_reach(self._now(), self.numbers[where], self.numbers[starts + length])
        at = [norms[d] if d < length else None for d in DISTANCES]
        dropped = truncated_share(norms, self.sequence_length) if self.sequence_length else None
        self._reached.append(
            {
                "step": self.step_number,
                "dropped": payload.number(dropped),
                "norms": [payload.number(norm) for norm in at],
            }
        )

    def _compare(self) -> None:
        """Hold the losses that the loop tells to the network's own, on pieces of a batch's steps."""
        self._take_pending()
        if len(self._recent) < RECENT:
            return
        length = min(self.sequence_length or STEPS, len(self.numbers) - 1)
        starts = np.linspace(0, len(self.numbers) - 1 - length, OWN_PIECES).astype(np.int64)
        where = starts + np.arange(length)[:, np.newaxis]
        model = self._now()
        trace = model.run(np.eye(len(model.vocabulary))[self.numbers[where]])
        log_p = log_softmax(trace["logits"])  # (T, n, q)
        targets = self.numbers[where + 1, np.newaxis]
        own = -np.take_along_axis(log_p, targets, axis=2)[..., 0].mean(axis=0)
        reported = np.array(self._recent)
        self._own = {
            "loss": payload.number(own.mean()),
            "reported": payload.number(reported.mean()),
            "differs": is_another(reported, own),
        }

    def _sample(self) -> None:
        model = self._now()
        prefix = model.vocabulary[int(self.numbers[0])] if len(self.numbers) else ""
        text = written(model, SAMPLE_LENGTH, self.temperature, self.step_number, prefix)
        known = self._words if self.text else ()
        self._samples.append(Sample.of(self.step_number, self.temperature, text, OWN, known))

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(words(self.text))


def is_another(reported: Array, own: Array) -> bool:
    """Whether the losses that a loop tells are others than the network's own."""
    gap = reported.mean() - own.mean()
    chance = 2 * np.sqrt(reported.var() / len(reported) + own.var() / len(own))
    share, least = ABOVE_OWN if gap > 0 else BELOW_OWN
    allowed = max(least, share * min(reported.mean(), own.mean()))
    return bool(abs(gap) > allowed + chance)


def _numbers(text: str, vocabulary: Vocabulary | None) -> npt.NDArray[np.int64]:
    """The characters of a text that the network knows, as it numbers them."""
    if vocabulary is None:
        return np.zeros(0, np.int64)
    known = {token: k for k, token in enumerate(vocabulary)}
    return np.array([known[one] for one in text if one in known], np.int64)


def _kept(value: object) -> object:
    """A number of the loop's, without the graph that it came from."""
    detach = getattr(value, "detach", None)
    return value if detach is None else detach()


def _float(value: object) -> float:
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, RuntimeError):
        shape = getattr(value, "shape", None)
        shown = short(value) if shape is None else f"{type(value).__name__} {tuple(shape)}"
        raise Refusal(NO_NUMBER, value=shown) from None
