"""Rooms over the wire: a lecturer's browser says where it is, and everybody in the room hears it.

    POST /hall                  a new room, {view}: its code, its key, and the links to it
    GET  /hall/<code>           where the room is, for browsers that get no WebSocket
    WS   /hall/<code>/live      the same as it happens, and the driver's moves
    POST /hall/<code>/vote      a vote, {who, question, choice}, of a browser without a WebSocket
    GET  /hall/<code>/votes     all questions and their counts as CSV, for the driver
    GET  /r/<code>              the page of a follower: a stage that goes where the room is

A follower is a WebSocket and a page without Streamlit, so that a hall of phones costs the server no
session each. Whoever is slow gets the latest place and none of those before it.
"""

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import Callable
from typing import Any

import segno
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from pages.server import followed, follower
from pages.server.bare import bare
from pages.server.welcome import lan_addresses
from pages.shared.visitor import is_this_machine
from rnnviz.hall import Room, Rooms, Votes, light
from rnnviz.hall.votes import PACES
from rnnviz.locale import LANGUAGES, N_, Refusal, closest, translator
from rnnviz.training import Runs

MOST_FOLLOWERS = 600
LONGEST_MESSAGE = 10_000
# Messages that a driver may send a second: more than a held key makes.
MOVES_A_SECOND = 60
# New rooms that one address may open in a minute.
ROOMS_A_MINUTE = 120
HELLO_WITHIN = 10.0
COUNT_EVERY = 0.25
SAVE_EVERY = 0.5
READ_EVERY = 0.5
# A browser that asks again and again is there for so long after it has asked.
ASKS_WITHIN = 8.0
CODES = {"unknown": 4404, "full": 4429, "rude": 4400, "closed": 4410}
HEADERS = {"Cache-Control": "no-store, no-transform"}
KEY = "x-rnnviz-key"
UNKEPT = N_("The server cannot keep votes at present; its disk may be full.")

LOG = logging.getLogger(__name__)
BUSY = N_("Too many rooms are being opened from here; try again in a minute.")


class Connection:
    """One browser in a room. who: its own name for itself, by which it has one vote. wake: set when
    there is something new for it."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.wake = asyncio.Event()
        self.who = ""
        self.translate = translator("en")
        self.drives = False
        self.roams = False
        # What this browser alone is told next.
        self.answers: list[dict[str, Any]] = []

    def answer(self, told: dict[str, Any]) -> None:
        self.answers.append(told)
        self.wake.set()


class Audience:
    """Everybody in one room, and what they are asked.

    stand: counts the changes of the question that stands, but not its votes. shows_counts: whether
    the class sees the counts too. light: the part of the page that the lecturer speaks of, {part}.
    """

    def __init__(self, room: Room, votes: Votes) -> None:
        self.room = room
        self.votes = votes
        self.stand = 0
        self.shows_counts = False
        self.light: dict[str, str] | None = None
        # The trainings that the room shows, as `followed.Watch` has them; None on other pages.
        self.runs: list[dict[str, Any]] | None = None
        self.connections: set[Connection] = set()
        self._asked: dict[str, float] = {}
        self._unkept: list[tuple[dict[str, Any], asyncio.Future[None]]] = []
        self._keeper: asyncio.Task[None] | None = None

    async def keep(self, record: dict[str, Any]) -> None:
        """Returns when the record is on disk; those that come meanwhile are written together."""
        kept: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._unkept.append((record, kept))
        if self._keeper is None or self._keeper.done():
            self._keeper = asyncio.create_task(self._write())
        await kept

    async def _write(self) -> None:
        while self._unkept:
            now, self._unkept = self._unkept, []
            try:
                await asyncio.to_thread(self.votes.write, [record for record, _ in now])
            except OSError as reason:
                LOG.warning("the votes of room %s: %s", self.room.code, reason)
                for _, kept in now:
                    kept.set_exception(Refusal(UNKEPT))
            else:
                for _, kept in now:
                    kept.set_result(None)

    def question(self, who: str, *, drives: bool) -> dict[str, Any] | None:
        """The question that stands, as this browser may see it."""
        ballot = self.votes.open
        if ballot is None:
            return None
        told: dict[str, Any] = {
            "id": ballot.id,
            "text": ballot.text,
            "choices": ballot.choices,
            "isOver": ballot.is_over,
            "mine": ballot.votes.get(who),
        }
        if ballot.is_over or drives:
            told["truth"] = ballot.truth
        if self.shows_counts or drives:
            told["counts"] = ballot.counts
        if drives:
            told |= {"late": len(ballot.late), "isShown": self.shows_counts}
        return told

    async def ask(self, asked: dict[str, Any]) -> None:
        """A new question for the class. Raises Refusal for what is none."""
        self.shows_counts = False
        await self._change(self.votes.ask(asked))

    async def reveal(self) -> None:
        await self._change(self.votes.reveal())

    async def end(self) -> None:
        await self._change(self.votes.end())

    def show_counts(self, shows: bool) -> None:
        self.shows_counts = shows
        self.stand += 1
        self.tell()

    async def _change(self, record: dict[str, Any] | None) -> None:
        self.stand += 1
        if record is not None:
            await self.keep(record)
        self.tell()

    async def vote(self, who: str, wanted: object) -> dict[str, Any]:
        """Take a vote, {question, choice}; what its voter is told once it is kept."""
        vote = wanted if isinstance(wanted, dict) else {}
        record = self.votes.vote(who, vote.get("question"), vote.get("choice"))
        await self.keep(record)
        ballot = self.votes.ballots[record["vote"]]
        is_late = ballot.votes.get(who) != record["choice"]
        return {
            "voted": {"question": ballot.id, "choice": ballot.votes.get(who), "isLate": is_late}
        }

    def shine(self, wanted: dict[str, str] | None) -> None:
        """Light a part of the page, or with None the whole."""
        self.light = wanted
        self.tell()

    def tell(self) -> None:
        """Wake everybody: the room has moved, or is closed."""
        for one in self.connections:
            one.wake.set()

    def take_over(self, driver: Connection) -> None:
        """From now on this connection drives; a tab that did before follows."""
        for one in self.connections:
            one.drives = one is driver
        self.tell()

    def note(self, who: str) -> None:
        """Note a browser that asks instead of listening."""
        now = time.monotonic()
        self._asked = {name: at for name, at in self._asked.items() if now - at < ASKS_WITHIN}
        if len(self._asked) < MOST_FOLLOWERS or who in self._asked:
            self._asked[who] = now

    @property
    def present(self) -> int:
        """How many follow."""
        since = time.monotonic() - ASKS_WITHIN
        asking = sum(at > since for at in self._asked.values())
        return sum(not one.drives for one in self.connections) + asking

    def count(self) -> dict[str, Any]:
        """What the driver is told of the class."""
        paces = list(self.votes.paces.values())
        votes = sum(self.votes.open.counts) if self.votes.open else 0
        return {
            "present": self.present,
            "following": self.following,
            "votes": votes,
            "counted": self.votes.open.counts if self.votes.open else [],
            "paces": {name: paces.count(name) for name in PACES},
        }

    @property
    def following(self) -> int:
        """How many of those do not look around by themselves."""
        return self.present - sum(one.roams for one in self.connections)


class HallApi:
    """The rooms' routes. port: that others reach the server at; to_the_room: whether they can."""

    def __init__(
        self,
        open_rooms: Callable[[], Rooms],
        runs: Callable[[], Runs],
        *,
        port: int,
        to_the_room: bool,
    ) -> None:
        self._open_rooms, self._runs = open_rooms, runs
        self._kept: Rooms | None = None
        self._port, self._to_the_room = port, to_the_room
        self._audiences: dict[str, Audience] = {}
        self._unsaved: dict[str, Room] = {}
        self._openings: dict[str, list[float]] = {}
        self._saver: asyncio.Task[None] | None = None
        self._watchers: dict[str, asyncio.Task[None]] = {}

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/hall", self._open, methods=["POST"]),
            Route("/hall/{code}", self._ask),
            Route("/hall/{code}/vote", self._vote, methods=["POST"]),
            Route("/hall/{code}/votes", self._table),
            WebSocketRoute("/hall/{code}/live", self._live),
            Route("/r/{code}", self._page),
        ]

    @property
    def _rooms(self) -> Rooms:
        if self._kept is None:
            self._kept = self._open_rooms()
        return self._kept

    async def close(self) -> None:
        """Keep every room as it is; called when the server ends."""
        if self._saver:
            self._saver.cancel()
        await self._save()

    # Requests

    async def _open(self, request: Request) -> Response:
        here = request.client.host if request.client else ""
        try:
            wanted = await _told(request)
            self._admit(here)
            room, key = self._rooms.open(str(wanted.get("view", "")))
        except Refusal as reason:
            return _refused(request, reason)
        links = self._links(request, room)
        return _json({"code": room.code, "key": key, "links": links})

    async def _ask(self, request: Request) -> Response:
        try:
            room = self._rooms.find(request.path_params["code"])
        except Refusal as reason:
            return _refused(request, reason, 404)
        audience = self._audience(room)
        if who := request.query_params.get("who", "")[:40]:
            audience.note(who)
        self._watch(audience)
        question = audience.question(who, drives=False)
        told = {**room.moment, "question": question, "present": audience.present}
        return _json({**told, "runs": audience.runs, "light": audience.light})

    async def _vote(self, request: Request) -> Response:
        try:
            wanted = await _told(request)
            audience = self._audience(self._rooms.find(request.path_params["code"]))
            told = await audience.vote(str(wanted.get("who", "")), wanted)
        except Refusal as reason:
            return _refused(request, reason)
        return _json(told)

    async def _table(self, request: Request) -> Response:
        try:
            room = self._rooms.find(request.path_params["code"])
        except Refusal as reason:
            return _refused(request, reason, 404)
        if not room.fits(request.headers.get(KEY, "")):
            return _refused(
                request, Refusal(N_("Only the lecturer of this room has its votes.")), 403
            )
        headers = HEADERS | {"Content-Disposition": f'attachment; filename="{room.code}.csv"'}
        # With a mark at its beginning, spreadsheets read it as UTF-8.
        table = ("\ufeff" + self._audience(room).votes.table).encode("utf-8", "replace")
        return Response(table, media_type="text/csv", headers=headers)

    async def _page(self, request: Request) -> Response:
        code = request.path_params["code"]
        try:
            self._rooms.find(code)
        except Refusal as reason:
            language = closest(request.headers.get("accept-language", ""))
            sentence = reason.sentence(translator(language))
            return HTMLResponse(bare(language, sentence), 404, headers=HEADERS)
        return HTMLResponse(follower.page(request, code), headers=HEADERS)

    # The wire

    async def _live(self, socket: WebSocket) -> None:
        await socket.accept()
        try:
            room = self._rooms.find(socket.path_params["code"])
        except Refusal:
            await socket.close(CODES["unknown"])
            return
        audience = self._audience(room)
        if len(audience.connections) >= MOST_FOLLOWERS:
            await socket.close(CODES["full"])
            return
        one = Connection(socket)
        audience.connections.add(one)
        try:
            hello = await asyncio.wait_for(_message(socket), HELLO_WITHIN)
            one.who = str(hello.get("who", ""))
            language = str(hello.get("language", ""))
            one.translate = translator(language if language in LANGUAGES else "en")
            if room.fits(str(hello.get("key", ""))):
                audience.take_over(one)
            await self._serve(audience, one)
        except (WebSocketDisconnect, TimeoutError, Refusal):
            # A socket that is closed already cannot be closed.
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(CODES["rude"])
        finally:
            audience.connections.discard(one)
            if one.drives:
                audience.shine(None)

    async def _serve(self, audience: Audience, one: Connection) -> None:
        """Speak and listen until one of both ends."""
        tasks = [
            asyncio.create_task(self._speak(audience, one)),
            asyncio.create_task(self._listen(audience, one)),
        ]
        done, others = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        for task in done:
            task.result()

    async def _speak(self, audience: Audience, one: Connection) -> None:
        """Tell a browser where the room is, each time that it has moved; a driver, who is there."""
        told: tuple[Any, ...] = ()
        counted: dict[str, Any] = {}
        seen: list[dict[str, Any]] | None = None
        while audience.room.is_open:
            room = audience.room
            self._watch(audience)
            now = (room.epoch, room.seq, one.drives, audience.stand, audience.light)
            news: dict[str, Any] = {}
            if now != told or one.answers:
                news = {**room.moment, "drives": one.drives}
                news["question"] = audience.question(one.who, drives=one.drives)
                news["light"] = audience.light
            if not one.drives and audience.runs is not seen:
                seen = audience.runs
                news |= room.moment | {"runs": seen}
            if one.drives and (count := audience.count()) != counted:
                counted = count
                news |= count | {"question": audience.question(one.who, drives=True)}
            if news:
                told = now
                for answer in one.answers:
                    news |= answer
                one.answers = []
                await one.socket.send_text(json.dumps(news))
            one.wake.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(one.wake.wait(), COUNT_EVERY if one.drives else None)
        await one.socket.close(CODES["closed"])

    async def _listen(self, audience: Audience, one: Connection) -> None:
        """Take what a browser says, at a rate that no hand exceeds."""
        allowed, last = float(MOVES_A_SECOND), time.monotonic()
        while True:
            wanted = await _message(one.socket)
            now = time.monotonic()
            allowed = min(MOVES_A_SECOND, allowed + (now - last) * MOVES_A_SECOND) - 1
            last = now
            if allowed < 0:
                raise Refusal(BUSY)
            try:
                await self._do(audience, one, wanted)
            except Refusal as reason:
                if "view" in wanted:
                    raise
                one.answer({"refused": reason.sentence(one.translate)})

    async def _do(self, audience: Audience, one: Connection, wanted: dict[str, Any]) -> None:
        """What a browser says: a follower looks around, votes, and feels the pace; a driver moves
        the room and asks. Raises Refusal where it says nonsense."""
        if not one.drives:
            if "roams" in wanted:
                one.roams = wanted["roams"] is True
            if "vote" in wanted:
                one.answer(await audience.vote(one.who, wanted["vote"]))
            if "pace" in wanted:
                audience.votes.feel(one.who, wanted["pace"])
        elif wanted.get("close") is True:
            self._unsaved.pop(audience.room.code, None)
            self._rooms.close(audience.room)
            self._audiences.pop(audience.room.code, None)
            audience.tell()
        elif "view" in wanted:
            audience.room.move(str(wanted["view"]))
            self._unsaved[audience.room.code] = audience.room
            self._saver = self._saver or asyncio.create_task(self._save_on())
            audience.tell()
        elif isinstance(wanted.get("ask"), dict):
            await audience.ask(wanted["ask"])
        elif "reveal" in wanted:
            await audience.reveal()
        elif "end" in wanted:
            await audience.end()
        elif "light" in wanted:
            audience.shine(light(wanted["light"]))
        elif "show" in wanted:
            audience.show_counts(wanted["show"] is True)

    # Rooms

    def _audience(self, room: Room) -> Audience:
        if room.code not in self._audiences:
            self._audiences[room.code] = Audience(room, self._rooms.votes(room))
        return self._audiences[room.code]

    def _admit(self, here: str) -> None:
        now = time.monotonic()
        recent = [at for at in self._openings.get(here, []) if now - at < 60]
        if len(recent) >= ROOMS_A_MINUTE:
            raise Refusal(BUSY)
        self._openings = {who: at for who, at in self._openings.items() if now - at[-1] < 60}
        self._openings[here] = [*recent, now]

    def _links(self, request: Request, room: Room) -> list[dict[str, Any]]:
        """The links that lead followers here, each with its QR code, the likeliest one first."""
        hosts = (
            [f"{address}:{self._port}" for address in lan_addresses()] if self._to_the_room else []
        )
        named = request.headers["host"]
        if not is_this_machine(request.url.hostname or "") and request.url.hostname != "localhost":
            hosts.insert(0, named)
        found = dict.fromkeys(hosts or [named])
        urls = [f"{request.url.scheme}://{host}/r/{room.code}" for host in found]
        return [{"url": url, "qr": _qr(url)} for url in urls]

    def _watch(self, audience: Audience) -> None:
        """Begin to read the trainings that the room shows, once for all who follow."""
        code = audience.room.code
        task = self._watchers.get(code)
        if followed.runs_of(audience.room.view) and (task is None or task.done()):
            self._watchers[code] = asyncio.create_task(self._read_on(audience))

    async def _read_on(self, audience: Audience) -> None:
        """Read the room's trainings until it shows none, or nobody is there."""
        watch = followed.Watch(self._runs(), ())
        while (names := followed.runs_of(audience.room.view)) and audience.present:
            if names != watch.names:
                watch = followed.Watch(self._runs(), names)
            now = await asyncio.to_thread(watch.look)
            if now != audience.runs:
                audience.runs = now
                audience.tell()
            await asyncio.sleep(READ_EVERY)
        audience.runs = None
        audience.tell()
        self._watchers.pop(audience.room.code, None)

    async def _save_on(self) -> None:
        while True:
            await asyncio.sleep(SAVE_EVERY)
            await self._save()

    async def _save(self) -> None:
        unsaved, self._unsaved = self._unsaved, {}
        for room in unsaved.values():
            if room.is_open:
                await asyncio.to_thread(self._rooms.save, room)


def _qr(url: str) -> list[str]:
    """The dark and light modules of a QR code, a row each, such as "1101"."""
    code = segno.make(url, micro=False, error="m")
    return ["".join("1" if dark else "0" for dark in row) for row in code.matrix]


async def _message(socket: WebSocket) -> dict[str, Any]:
    """The next message. Raises Refusal for what is no short JSON object."""
    text = await socket.receive_text()
    if len(text) > LONGEST_MESSAGE:
        raise Refusal(N_("The request is too long."))
    return _object(text)


async def _told(request: Request) -> dict[str, Any]:
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > LONGEST_MESSAGE:
            raise Refusal(N_("The request is too long."))
    return _object(body or b"{}")


def _object(text: str | bytes) -> dict[str, Any]:
    try:
        wanted = json.loads(text)
    except (ValueError, RecursionError):
        wanted = None
    if not isinstance(wanted, dict):
        raise Refusal(N_("The request is not a JSON object."))
    return wanted


def _refused(request: Request, reason: Refusal, status: int = 400) -> Response:
    language = closest(request.headers.get("accept-language", ""))
    return _json({"error": reason.sentence(translator(language))}, status)


def _json(told: dict[str, Any], status: int = 200) -> Response:
    body = json.dumps(told, ensure_ascii=False).encode("utf-8", "replace")
    return Response(body, status, media_type="application/json", headers=HEADERS)
