"""The order of requests that keep a processor busy for a while."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from pages.server.looks import Busy, Looks

PATIENCE = 30.0


def run(work: Awaitable[None]) -> None:
    """In a thread of its own: a browser's fixture may run a loop in this one."""

    async def main() -> None:
        async with asyncio.timeout(PATIENCE):
            await work

    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(main())).result()


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    """Looks wait for it; opened at the end, so that no thread is left behind."""
    opened = threading.Event()
    yield opened
    opened.set()


def behind(gate: threading.Event, done: list[str], name: str) -> Callable[[], bytes]:
    def compute() -> bytes:
        assert gate.wait(PATIENCE)
        done.append(name)
        return name.encode()

    return compute


def test_who_asks_once_waits_for_one_of_those_who_ask_often(gate: threading.Event) -> None:
    done: list[str] = []

    async def room() -> None:
        looks = Looks(threads=1)
        greedy = [
            asyncio.create_task(looks.look("greedy", k, behind(gate, done, "greedy")))
            for k in range(10)
        ]
        await asyncio.sleep(0)
        patient = asyncio.create_task(looks.look("patient", 99, behind(gate, done, "patient")))
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(*greedy, patient)

    run(room())
    assert done.index("patient") <= 2
    assert done.count("greedy") == 10


def test_the_queue_ends_for_each_and_for_all(gate: threading.Event) -> None:
    async def room() -> None:
        looks = Looks(threads=1, each=3, all_=5)
        held = [
            asyncio.create_task(looks.look(who, (who, k), behind(gate, [], who)))
            for who, k in (("a", 0), ("a", 1), ("a", 2), ("b", 0), ("b", 1))
        ]
        await asyncio.sleep(0)
        for who in ("a", "b", "c"):
            with pytest.raises(Busy):
                await looks.look(who, 7, lambda: b"")
        gate.set()
        await asyncio.gather(*held)
        assert await looks.look("a", 7, lambda: b"room again") == b"room again"

    run(room())


def test_what_a_hall_asks_at_once_is_computed_once_and_kept(gate: threading.Event) -> None:
    done: list[str] = []

    async def hall() -> None:
        looks = Looks(each=1, keep_bytes=8)
        asked = [
            asyncio.create_task(looks.look(str(k), "step 8", behind(gate, done, "moment")))
            for k in range(300)
        ]
        await asyncio.sleep(0)
        asked[0].cancel()
        await asyncio.sleep(0)
        gate.set()
        assert set(await asyncio.gather(*asked[1:])) == {b"moment"}
        assert await looks.look("late", "step 8", behind(gate, done, "again")) == b"moment"
        await looks.look("late", "step 9", behind(gate, done, "other"))
        assert await looks.look("late", "step 8", behind(gate, done, "again")) == b"again"

    run(hall())
    assert done == ["moment", "other", "again"]


def test_a_look_that_fails_fails_for_its_own_alone() -> None:
    def broken() -> bytes:
        raise ValueError("damaged")

    async def room() -> None:
        looks = Looks(threads=1, each=1)
        for _ in range(3):
            with pytest.raises(ValueError, match="damaged"):
                await looks.look("a", "k", broken)
        assert await looks.look("a", "k", lambda: b"mended") == b"mended"

    run(room())
