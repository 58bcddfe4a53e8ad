"""The order of requests that keep a processor busy for a while."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.types import Message

from pages.server import views_file
from pages.server.audience import Audience
from pages.server.looks import Busy, Gone, Looks, still_wanted
from pages.server.views_file import ViewsFile
from rnnviz.hall import Rooms, Votes
from rnnviz.hall.on_disk import File, OnDisk
from tests.loops import finished

PATIENCE = 120.0


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

    finished(room())
    assert done.index("patient") <= 2
    assert done.count("greedy") == 10


def test_of_one_address_one_look_is_computed_at_a_time_and_another_ones_beside_it(
    gate: threading.Event,
) -> None:
    done: list[str] = []

    async def room() -> None:
        looks = Looks(threads=2, at_a_time=1)
        greedy = [
            asyncio.create_task(looks.look("greedy", k, behind(gate, done, "greedy")))
            for k in range(3)
        ]
        await asyncio.sleep(0)
        # The gate is still shut.
        assert await looks.look("patient", 9, lambda: b"there") == b"there"
        assert not done
        gate.set()
        assert await asyncio.gather(*greedy) == [b"greedy"] * 3

    finished(room())


def test_a_look_that_has_begun_ends_between_two_pieces_once_nobody_waits() -> None:
    begun, pieces = threading.Event(), iter(range(10**9))

    def endless() -> bytes:
        for _ in pieces:
            begun.set()
            still_wanted()
        return b""

    async def room() -> None:
        looks = Looks(threads=1)
        leaves = [asyncio.create_task(looks.look(who, "all", endless)) for who in ("a", "b")]
        while not begun.is_set():
            await asyncio.sleep(0)
        leaves[0].cancel()
        await asyncio.sleep(0)
        # Somebody waits still; who asks the same once nobody does has it computed anew.
        seen = next(pieces)
        while next(pieces) < seen + 1000:
            await asyncio.sleep(0)
        leaves[1].cancel()
        await asyncio.sleep(0)
        assert await looks.look("c", "all", lambda: b"mine") == b"mine"

    finished(room())
    # Where no look is computed, it says nothing.
    still_wanted()


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

    finished(room())


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

    finished(hall())
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

    finished(room())


def test_for_who_has_hung_up_nothing_is_begun(gate: threading.Event) -> None:
    done: list[str] = []
    begun = threading.Event()

    def first() -> bytes:
        begun.set()
        return behind(gate, done, "first")()

    async def room() -> None:
        looks = Looks(threads=1, each=4)
        works = asyncio.create_task(looks.look("a", "first", first))
        while not begun.is_set():
            await asyncio.sleep(0)
        stays, leaves = Reader(), Reader()
        waits = [
            asyncio.create_task(looks.look_for(who.request, key, behind(gate, done, key)))
            for who, key in ((stays, "both"), (leaves, "both"), (leaves, "own"))
        ]
        await asyncio.sleep(0)
        leaves.left.set()
        for gone in waits[1:]:
            with pytest.raises(Gone):
                await gone
        # There is room for others at once.
        more = [asyncio.create_task(looks.look("a", k, behind(gate, done, "more"))) for k in (1, 2)]
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(works, waits[0], *more)

    finished(room())
    assert done == ["first", "both", "more", "more"]


class Reader:
    """A request whose client hangs up when the test says so."""

    def __init__(self) -> None:
        self.left = asyncio.Event()
        scope = {"type": "http", "client": ("a", 1), "headers": [], "query_string": b""}
        self.request = Request(scope, self._receive)

    async def _receive(self) -> Message:
        await self.left.wait()
        return {"type": "http.disconnect"}


def test_the_thirty_first_file_is_refused_at_once_in_a_sentence(
    gate: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    def held(title: str, _views: object, _language: str) -> tuple[str, list[int]]:
        assert gate.wait(PATIENCE)
        return title, []

    monkeypatch.setattr(views_file, "views_html", held)

    async def room() -> None:
        app = Starlette(routes=[ViewsFile(lambda: pytest.fail("no runs")).route()])
        first = [asyncio.create_task(saved(app)) for _ in range(views_file.EACH)]
        while len(asyncio.all_tasks()) < 3 * views_file.EACH:
            await asyncio.sleep(0)
        status, words = await saved(app)
        assert (status, "still working" in words) == (429, True)
        status, words = await saved(app, "zh-Hans")
        assert (status, "still working" in words) == (429, False)
        gate.set()
        assert set(await asyncio.gather(*first)) == {(200, "a plan")}

    finished(room())


async def saved(app: Starlette, language: str = "en") -> tuple[int, str]:
    """What answers somebody who saves a plan of one view, and waits."""
    plan = json.dumps({"title": "a plan", "views": [{"view": "step", "say": ""}]}).encode()
    messages = iter([{"type": "http.request", "body": plan, "more_body": False}])
    sent: list[Message] = []

    async def receive() -> Message:
        return next(messages, None) or await asyncio.Future()

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {
        "type": "http", "method": "POST", "path": "/views-file", "root_path": "", "headers": [],
        "query_string": f"lang={language}".encode(), "client": ("192.0.2.1", 1),
    }  # fmt: skip
    await app(scope, receive, send)
    return sent[0]["status"], b"".join(one.get("body", b"") for one in sent[1:]).decode()


def test_a_vote_is_kept_while_all_other_threads_are_busy(
    gate: threading.Event, tmp_path: Path
) -> None:
    async def room() -> None:
        loop = asyncio.get_running_loop()
        for _ in range(64):
            loop.run_in_executor(None, gate.wait, PATIENCE)
        votes = Votes(File(tmp_path / "room.votes"))
        audience = Audience(Rooms(OnDisk(tmp_path)).open("step")[0], votes)
        await audience.ask({"text": "Which?", "choices": ["both", "neither"]}, "en")
        told = await audience.vote("somebody", {"question": "q1", "choice": 1})
        assert told["voted"]["choice"] == 1
        gate.set()

    finished(room())
