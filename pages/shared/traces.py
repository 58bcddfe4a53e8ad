"""Traces kept for all sessions; learning a reader's own text, with a wait while it is learnt."""

import os
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from dataclasses import dataclass, field
from threading import Lock

from rnnviz.link import Link
from rnnviz.reading import model_at_hand, trace_of
from rnnviz.trace import Trace

# A trace of 200 characters and 128 units takes 4 MB with its weights, most take a hundredth; that
# of a large training run may take 100.
KEEP = 128
KEEP_BYTES = 500_000_000
LOOK_EVERY = 0.1


@dataclass
class _Learning:
    """A text being learnt, and how many sessions wait for it."""

    future: Future[Trace] = field(default_factory=Future)
    done: float = 0.0
    waiting: int = 0


class Traces:
    """The trace of each link, made once.

    Three hundred students who type the same sentence wait for one training. As many trainings run
    at a time as there are processors; a training that nobody waits for any longer is abandoned.
    """

    def __init__(self, keep: int = KEEP, keep_bytes: int = KEEP_BYTES) -> None:
        self._keep, self._keep_bytes = keep, keep_bytes
        self._kept: OrderedDict[Link, Trace] = OrderedDict()
        self._learning: dict[Link, _Learning] = {}
        self._lock = Lock()
        self._threads = ThreadPoolExecutor(os.cpu_count(), thread_name_prefix="learning")

    def get(self, link: Link, on_progress: Callable[[float], object]) -> Trace:
        """The trace of a link; while it is made, `on_progress` hears the share that is done.

        Raises ValueError if a run's weights are gone.
        """
        key = link.without_place()
        if (found := self.kept(key)) is not None:
            return found
        if model_at_hand(key):
            return self._made(key, trace_of(key))

        with self._lock:
            learning = self._learning.setdefault(key, _Learning())
            learning.waiting += 1
            if learning.waiting == 1:
                learning.future = self._threads.submit(self._learn, key, learning)
        try:
            while not wait_for([learning.future], timeout=LOOK_EVERY).done:
                # If the session has gone or wants something else, this call ends it.
                on_progress(learning.done)
            return learning.future.result()
        finally:
            with self._lock:
                learning.waiting -= 1
                if learning.waiting == 0:
                    learning.future.cancel()
                    del self._learning[key]

    def kept(self, link: Link) -> Trace | None:
        """The trace of a link if it is already in the cache, else None."""
        key = link.without_place()
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        return None

    def _learn(self, key: Link, learning: _Learning) -> Trace:
        def tell(done: float, _loss: float) -> None:
            learning.done = done
            if learning.waiting == 0:
                raise CancelledError

        return self._made(key, trace_of(key, tell))

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
