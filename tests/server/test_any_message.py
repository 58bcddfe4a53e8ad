"""Whatever a browser says to a room: it is done, refused in words, or the connection ends; the server never fails, and
the room goes on as it was."""

import asyncio
import itertools
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette

from pages.server import hall
from pages.server.hall import CODES, HallApi
from rnnviz.course.outline import CHAPTERS
from rnnviz.hall import Rooms, Votes
from rnnviz.hall.on_disk import File, OnDisk
from rnnviz.training import Runs
from tests.fuzz import JSON, SIMPLE, changed, examples, nested
from tests.loops import finished

FIELDS = (
    "here", "roams", "vote", "pace", "view", "close", "offer", "ask", "reveal", "end", "show",
    "bar", "light", "line", "wipe", "dark", "sentence",
)  # fmt: skip
QUESTION = {"text": "?", "choices": ["both", "neither"], "truth": 0}
LINE = {"part": "equations", "points": [0, 0, 500, 500]}
OF_CHAPTER = {"chapter": "softmax", "question": "heat", "numbers": {"a": 1}}
OF_STAGE = {
    "page": "stage",
    "say": "askPrediction",
    "given": {"character": "b"},
    "choices": [{"say": "yes"}, "x"],
}
OF_TASK = {"family": "gru.step", "quantity": "Z", "place": 0}
OF_TASK["choices"] = [{"text": "0.3", "slip": "no_bias"}]
WHOLE = [
    {"ask": QUESTION},
    {"ask": QUESTION | {"ranges": [[0.1, 0.2]], "about": OF_TASK}},
    {"ask": QUESTION | {"about": OF_CHAPTER}},
    {"ask": QUESTION | {"about": OF_STAGE}},
    {"vote": {"question": "q1", "choice": 1}},
    {"line": LINE},
    {"light": {"part": "memory"}},
    {"sentence": "What comes next?"},
    {"view": "step?t=3"},
    {"view": "train?run=0123456789abcdef"},
    {"show": True},
    {"bar": True},
    {"offer": True},
    {"reveal": True},
    {"end": True},
    {"pace": "lost"},
    {"roams": True},
]
NAMES = st.sampled_from(
    [*CHAPTERS, "step", "units", "askPrediction", "memory", "lost", "q1", "q2", "{", "{0}"]
)
VALUES = JSON | NAMES
# What may be said over the wire: a message that fits, with parts of it changed, or a field with anything in it.
MESSAGES = (
    st.sampled_from(WHOLE)
    | st.sampled_from(WHOLE).flatmap(lambda whole: changed(whole, VALUES))
    | st.dictionaries(st.sampled_from(FIELDS) | st.text(max_size=5), VALUES, max_size=3)
)
TEXTS = (
    MESSAGES.map(json.dumps) | st.text(max_size=20) | JSON.map(json.dumps) | st.binary(max_size=9)
)
HELLOS = st.fixed_dictionaries(
    {}, optional=dict.fromkeys(("who", "language", "wants"), SIMPLE | st.just("b1"))
)
PATHS = st.sampled_from(
    [
        "/hall",
        "/hall/{code}/vote",
        "/hall/{code}/take",
        "/hall/{code}/parcel",
        "/hall/{code}",
        "/hall/{code}/votes",
    ]
)
REQUESTS = st.tuples(
    st.sampled_from(["GET", "POST"]),
    PATHS | st.text(st.characters(exclude_characters="/?#"), max_size=8).map("/hall/{}".format),
    st.binary(max_size=40) | st.dictionaries(
        st.sampled_from(["view", "who", "question", "choice", "word", "key", "driver"]), VALUES, max_size=4
    ).map(lambda told: json.dumps(told).encode()),
    st.sampled_from([b"", b"who=a&pace=lost", b"who=%ff&pace", b"pace=x&who="]),
)  # fmt: skip


class Hall:
    """A server's rooms with one room in it, and browsers in the same process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.api = HallApi(
            lambda: Rooms(OnDisk(folder / "rooms")), lambda: Runs(folder / "runs"), port=8501, to_the_room=False
        )  # fmt: skip
        self._app = Starlette(routes=self.api.routes())
        self.wrong: list[dict[str, Any]] = []

    async def __aenter__(self) -> "Hall":
        asyncio.get_running_loop().set_exception_handler(
            lambda _loop, told: self.wrong.append(told)
        )
        self.room, self.key = await self.api._opened("10.0.0.1", "step?t=1")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.api.close()
        assert not self.wrong

    async def wire(self, hello: Any, *messages: str | bytes) -> tuple[list[Any], int | None]:
        """What a browser hears that says all this and leaves, and the code with which it is sent away."""
        heard: list[Any] = []
        codes: list[int] = []
        given = [
            {"type": "websocket.connect"},
            _received(json.dumps(hello)),
            *map(_received, messages),
        ]
        left = iter([*given, {"type": "websocket.disconnect", "code": 1001}])

        async def receive() -> dict[str, Any]:
            # As over a wire, the server is at other things between two of them.
            await asyncio.sleep(0)
            return next(left)

        async def send(told: dict[str, Any]) -> None:
            if told["type"] == "websocket.send":
                heard.append(json.loads(told["text"]))
            elif told["type"] == "websocket.close":
                codes.append(told["code"])

        scope = self._scope("websocket", f"/hall/{self.room.code}/live")
        await self._app(scope | {"subprotocols": []}, receive, send)
        assert len(codes) <= 1
        return heard, codes[0] if codes else None

    async def ask(self, method: str, path: str, body: bytes, query: bytes) -> int:
        answer: dict[str, Any] = {}

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(told: dict[str, Any]) -> None:
            answer.update(told)

        scope = self._scope("http", path.replace("{code}", self.room.code))
        await self._app(scope | {"method": method, "query_string": query}, receive, send)
        return int(answer["status"])

    def _scope(self, kind: str, path: str) -> dict[str, Any]:
        return {
            "type": kind, "path": path, "raw_path": path.encode("utf-8", "replace"), "query_string": b"",
            "headers": [(b"host", b"localhost:8501")], "client": ("10.0.0.1", 1), "server": ("localhost", 8501),
            "scheme": "http", "http_version": "1.1",
        }  # fmt: skip

    async def goes_on(self) -> None:
        """A new follower hears where the room is, and what is on the disk is what counts."""
        if not self.room.is_open:
            return
        heard, _code = await self.wire({"key": self.key}, '{"here": 1}')
        assert (heard[-1]["view"], heard[-1]["here"]) == (self.room.view, True)
        audience = self.api._audiences[self.room.code]
        assert not audience.connections
        kept = Votes(File(self.folder / "rooms" / f"{self.room.code}.votes"))
        assert (kept.ballots, kept.only) == (audience.votes.ballots, audience.votes.only)


def _received(message: str | bytes) -> dict[str, Any]:
    kind = "text" if isinstance(message, str) else "bytes"
    return {"type": "websocket.receive", kind: message}


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("any")
    return (folder / str(k) for k in itertools.count())


@examples(120)
@given(
    lecturer=st.lists(TEXTS, max_size=8),
    follower=st.lists(TEXTS, max_size=8),
    hellos=st.tuples(HELLOS, HELLOS | JSON),
    requests=st.lists(REQUESTS, max_size=3),
)
def test_any_message_is_done_or_refused_and_the_room_goes_on(
    lecturer: list[Any], follower: list[Any], hellos: list[Any], requests: list[Any], folders: Any
) -> None:
    async def visit() -> None:
        async with Hall(next(folders)) as room:
            ends = await asyncio.gather(
                room.wire({**hellos[0], "key": room.key}, *lecturer),
                room.wire(hellos[1], *follower),
            )
            assert {code for _heard, code in ends} <= {None, *CODES.values()}
            for one in requests:
                assert await room.ask(*one) < 500
            await room.goes_on()

    finished(visit())


@pytest.mark.parametrize("message", [{"ask": QUESTION}, {"view": "step"}, {"here": 1}])
def test_who_says_something_and_is_gone_is_not_there_any_more(
    message: object, folders: Any
) -> None:
    async def visit() -> None:
        async with Hall(next(folders)) as room:
            await room.wire({"key": room.key}, json.dumps(message))
            assert not room.api._audiences[room.room.code].has_driver

    finished(visit())


def test_a_message_of_any_depth_is_refused_in_words(
    folders: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What can just be read as JSON may be too deep for what is done with it then."""
    monkeypatch.setattr(hall, "MOVES_A_SECOND", 10_000)

    async def visit() -> None:
        async with Hall(next(folders)) as room:
            for depth in range(sys.getrecursionlimit() - 80, sys.getrecursionlimit(), 2):
                deep = nested(depth)
                ways = [f'{{"{name}": {deep}}}' for name in FIELDS]
                ways += [
                    f'{{"ask": {{"about": {{"say": "askPrediction", "choices": [{deep}]}}}}}}',
                    f'{{"ask": {{"about": {{"say": "askPrediction", "choices": [], "given": {{"": {deep}}}}}}}}}',
                    f'{{"ask": {{"about": {{"chapter": {deep}}}}}}}',
                    f'{{"line": {{"part": {deep}, "points": {deep}}}}}',
                    f'{{"light": {{"part": {deep}}}}}',
                ]
                for way in ways:
                    await room.wire({"key": room.key}, way)
                    await room.wire({"who": "a"}, way)
                await room.ask("POST", "/hall/{code}/take", f'{{"word": {deep}}}'.encode(), b"")
                await room.ask("POST", "/hall/{code}/vote", f'{{"who": {deep}}}'.encode(), b"")
            await room.goes_on()

    finished(visit())
