"""Requests that keep a processor busy for a while: reading a checkpoint, making a file.

Each kind has threads of its own, so that readers who only watch, or vote, never wait behind them.
Their queue has an end, and its order is fair: a reader with ten requests waits behind one with a
single request. When ten readers ask for the same thing, it is computed once, and kept for the next.
For a reader who has left, nothing is begun, and what has begun ends where it asks `still_wanted`.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Coroutine, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar, copy_context
from functools import partial
from typing import Any, TypeVar, cast

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from pages.server.language import language_of
from rnnviz.locale import N_, Refusal, translator

T = TypeVar("T")

THREADS = 2
# A race of three asks for three checkpoints at once, and a room may share one address.
EACH, ALL = 16, 128
KEEP_BYTES = 32 * 2**20
# Says in how many seconds a request that there was no room for may come again.
LATER = {"Retry-After": "2"}
BUSY = N_("The server is still working on earlier requests; try again in a moment.")


class Busy(Refusal):
    """There are more requests than can be answered soon."""


class Gone(Exception):  # noqa: N818 (it is no error of the program's)
    """The client has hung up."""


def still_wanted() -> None:
    """To be called between two pieces of what a look computes. Raises Gone once nobody waits for
    it; elsewhere than in a look it does nothing."""
    look = _COMPUTED.get()
    if look is not None and look.is_given_up:
        raise Gone


def asker() -> str:
    """The address of whoever asked first for the look that is computed here; "" elsewhere."""
    look = _COMPUTED.get()
    return "" if look is None else look.asker


class Looks:
    """Answers, each computed by a function in a thread; for one event loop.

    each: how many may wait or be computed for one client; all: for all clients together. at_a_time:
    how many are computed for one client at a time, where others' have to find a thread.
    """

    def __init__(
        self,
        threads: int = THREADS,
        each: int = EACH,
        all_: int = ALL,
        keep_bytes: int = KEEP_BYTES,
        at_a_time: int | None = None,
    ) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="look")
        self._at_a_time = at_a_time or threads
        self._computed: Counter[str] = Counter()
        self._idle = threads
        self._each, self._all, self._keep_bytes = each, all_, keep_bytes
        self._waiting: OrderedDict[str, deque[_Look]] = OrderedDict()
        self._asked: dict[str, int] = {}
        self._pending: dict[Hashable, _Look] = {}
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._kept_bytes = 0

    async def look(self, asker: str, key: Hashable, compute: Callable[[], T]) -> T:
        """What `compute` gives, or gave for the same key before; None is a key of no other look.
        Only bytes have a key; none at all are not kept.

        Raises Busy if too much is waiting, and what `compute` raises.
        """
        if key in self._kept:
            self._kept.move_to_end(key)
            return cast(T, self._kept[key])
        look = self._pending.get(key) if key is not None else None
        if look is None:
            look = self._enter(asker, key, compute)
        look.readers += 1
        try:
            # A client that leaves must not cancel what others wait for.
            return cast(T, await asyncio.shield(look.answer))
        finally:
            look.readers -= 1
            if not look.readers and not look.answer.done():
                self._give_up(look)

    async def look_for(self, request: Request, key: Hashable, compute: Callable[[], T]) -> T:
        """`look` for the reader of a request, while they wait for it. Raises Gone if they left."""
        asker = request.client.host if request.client else ""
        return await while_there(request, self.look(asker, key, compute))

    def _enter(self, asker: str, key: Hashable, compute: Callable[[], Any]) -> "_Look":
        asked = self._asked.get(asker, 0)
        if asked >= self._each or sum(self._asked.values()) >= self._all:
            raise Busy(BUSY)
        look = _Look(asker, key, compute)
        self._asked[asker] = asked + 1
        if key is not None:
            self._pending[key] = look
        self._waiting.setdefault(asker, deque()).append(look)
        self._begin()
        return look

    def _give_up(self, look: "_Look") -> None:
        """Take a look that nobody waits for out of the queue, or let it end if it has begun; who
        asks the same from now on begins anew."""
        theirs = self._waiting.get(look.asker)
        if theirs is None or look not in theirs:
            look.is_given_up = True
            if self._pending.get(look.key) is look:
                del self._pending[look.key]
            return
        theirs.remove(look)
        if not theirs:
            del self._waiting[look.asker]
        look.answer.cancel()
        self._leave(look)

    def _leave(self, look: "_Look") -> None:
        self._asked[look.asker] -= 1
        if not self._asked[look.asker]:
            del self._asked[look.asker]
        if self._pending.get(look.key) is look:
            del self._pending[look.key]

    def _begin(self) -> None:
        """Start as many as there are threads, from each client in turn."""
        while self._idle:
            asker = next(filter(self._may_begin, self._waiting), None)
            if asker is None:
                return
            theirs = self._waiting.pop(asker)
            look = theirs.popleft()
            if theirs:
                self._waiting[asker] = theirs
            self._idle -= 1
            self._computed[asker] += 1
            done = asyncio.get_running_loop().run_in_executor(
                self._threads, copy_context().run, _compute, look
            )
            done.add_done_callback(partial(self._end, look))

    def _may_begin(self, asker: str) -> bool:
        return self._computed[asker] < self._at_a_time

    def _end(self, look: "_Look", done: asyncio.Future[Any]) -> None:
        if (error := done.exception()) is None:
            look.answer.set_result(done.result())
        else:
            look.answer.set_exception(error)
        self._idle += 1
        self._computed[look.asker] -= 1
        if not self._computed[look.asker]:
            del self._computed[look.asker]
        self._leave(look)
        if look.key is not None and error is None and done.result():
            self._keep(look.key, done.result())
        self._begin()

    def _keep(self, key: Hashable, answer: bytes) -> None:
        self._kept[key] = answer
        self._kept_bytes += len(answer)
        while self._kept_bytes > self._keep_bytes:
            _key, oldest = self._kept.popitem(last=False)
            self._kept_bytes -= len(oldest)


class _Look:
    def __init__(self, asker: str, key: Hashable, compute: Callable[[], Any]) -> None:
        self.asker, self.key, self.compute = asker, key, compute
        self.readers = 0
        # Read by the thread that computes it.
        self.is_given_up = False
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        # If nobody waits for the result any more, its error need not be reported.
        self.answer.add_done_callback(lambda done: done.cancelled() or done.exception())


# What this thread computes.
_COMPUTED: ContextVar[_Look | None] = ContextVar("_COMPUTED", default=None)


def _compute(look: _Look) -> Any:
    _COMPUTED.set(look)
    return look.compute()


async def while_there(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """The result of `work`, which is cancelled once the client of a request, read to its end, has
    hung up. Raises Gone then."""
    task = asyncio.create_task(work)
    leaves = asyncio.create_task(_hangs_up(request))
    try:
        await asyncio.wait({task, leaves}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        raise Gone
    finally:
        task.cancel()
        leaves.cancel()


async def _hangs_up(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def busy(request: Request, reason: Busy) -> Response:
    """The answer at once to a request that there is no room for, in its reader's language."""
    told = reason.sentence(translator(language_of(request)))
    return PlainTextResponse(told, status_code=429, headers=LATER)
