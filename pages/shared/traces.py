"""Traces kept for all sessions; learning a reader's own text, with a wait while it is learnt."""

import os
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import wait as wait_for
from dataclasses import dataclass, field
from threading import Lock, Thread

from pages.shared.turns import Asker, Turn, Turns
from rnnviz.address.link import Link
from rnnviz.address.reading import SHORT, model_at_hand, trace_of
from rnnviz.locale import N_, Refusal
from rnnviz.trace import Trace

# A trace of 200 characters and 128 units takes 4 MB with its weights, most take a hundredth; that
# of a large training run may take 100.
KEEP = 128
KEEP_BYTES = 500_000_000
LOOK_EVERY = 0.1
# Texts that are learnt, or wait for it: one for each reader of a large hall.
MOST_LEARNING = 600
TOO_MANY = N_(
    "Too many texts are being learnt here at the moment; load this page again in a while."
)
NOBODY = Asker("", "")


class Crowded(Refusal):
    """There are more texts to be learnt than there is room for."""


@dataclass
class _Learning:
    """A text being learnt, and those who wait for it, a session as often as it waits."""

    turn: Turn
    future: Future[Trace] = field(default_factory=Future)
    done: float = 0.0
    waiting: list[Asker] = field(default_factory=list)


class Traces:
    """The trace of each link, made once.

    Three hundred students who type the same sentence wait for one training. As many trainings run
    at a time as there are processors, in turns; one that nobody waits for any longer is abandoned.
    """

    def __init__(self, keep: int = KEEP, keep_bytes: int = KEEP_BYTES) -> None:
        self._keep, self._keep_bytes = keep, keep_bytes
        self._kept: OrderedDict[Link, Trace] = OrderedDict()
        self._learning: dict[Link, _Learning] = {}
        self._lock = Lock()
        self._turns = Turns(os.cpu_count() or 1)

    def get(
        self, link: Link, on_progress: Callable[[float], object], asker: Asker = NOBODY
    ) -> Trace:
        """The trace of a link; while it is made, `on_progress` hears the share that is done.

        asker: who waits for it. Raises ValueError if a run's weights are gone, and Crowded where
        too many texts are being learnt already.
        """
        key = link.without_place()
        if (found := self.kept(key)) is not None:
            return found
        if model_at_hand(key):
            return self._made(key, trace_of(key))

        learning = self._joined(key, asker)
        try:
            while not wait_for([learning.future], timeout=LOOK_EVERY).done:
                # If the session has gone or wants something else, this call ends it.
                on_progress(learning.done)
            return learning.future.result()
        finally:
            with self._lock:
                learning.waiting.remove(asker)
                learning.turn.askers = set(learning.waiting)
                is_over = not learning.waiting
                if is_over:
                    del self._learning[key]
            if is_over:
                self._turns.end(learning.turn)

    def _joined(self, key: Link, asker: Asker) -> _Learning:
        """The learning of a text, begun if it is the first one who waits for it."""
        with self._lock:
            learning = self._learning.get(key)
            if learning is None:
                if len(self._learning) >= MOST_LEARNING:
                    raise Crowded(TOO_MANY)
                is_large = key.steps * sum(key.network.sizes) > SHORT
                learning = self._learning[key] = _Learning(Turn(set(), is_large))
                Thread(target=self._learn, args=(key, learning), daemon=True).start()
            learning.waiting.append(asker)
            learning.turn.askers = set(learning.waiting)
        return learning

    def kept(self, link: Link) -> Trace | None:
        """The trace of a link if it is already in the cache, else None."""
        key = link.without_place()
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        return None

    def _learn(self, key: Link, learning: _Learning) -> None:
        def tell(done: float, _loss: float) -> None:
            learning.done = done
            self._turns.go_on(learning.turn)

        try:
            self._turns.begin(learning.turn)
            learning.future.set_result(self._made(key, trace_of(key, tell)))
        except BaseException as reason:
            # Those who wait are told, whatever it is.
            learning.future.set_exception(reason)
        finally:
            self._turns.end(learning.turn)

    def _made(self, key: Link, trace: Trace) -> Trace:
        with self._lock:
            self._kept[key] = trace
            size = sum(map(_size, self._kept.values()))
            while len(self._kept) > self._keep or (size > self._keep_bytes and len(self._kept) > 1):
                _key, oldest = self._kept.popitem(last=False)
                size -= _size(oldest)
        return trace


def _size(trace: Trace) -> int:
    """The bytes of a trace and of its model, though other traces may share the model."""
    parameters = trace.model.parameters if trace.model else trace.cell.parameters
    return sum(array.nbytes for array in (*trace.values(), *parameters.values()))


TRACES = Traces()
