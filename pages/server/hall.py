"""Rooms over the wire: a lecturer's browser says where it is, and everybody in the room hears it.

    POST /hall                  a new room, {view}: its code, its key, and the links to it
    GET  /hall/<code>           where the room is, for browsers that get no WebSocket
    WS   /hall/<code>/live      the same as it happens, and the driver's moves
    GET  /r/<code>              the page of a follower: a stage that goes where the room is

A follower is a WebSocket and a page without Streamlit, so that a hall of phones costs the server no
session each. Whoever is slow gets the latest place and none of those before it.
"""

import asyncio
import contextlib
import json
import time
from collections.abc import Callable
from typing import Any

import segno
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from pages.server import follower
from pages.server.welcome import lan_addresses
from pages.shared.visitor import is_this_machine
from rnnviz.hall import Room, Rooms
from rnnviz.locale import N_, Refusal, closest, translator

MOST_FOLLOWERS = 600
LONGEST_MESSAGE = 10_000
# Messages that a driver may send a second: more than a held key makes.
MOVES_A_SECOND = 60
# New rooms that one address may open in a minute.
ROOMS_A_MINUTE = 120
HELLO_WITHIN = 10.0
COUNT_EVERY = 0.25
SAVE_EVERY = 0.5
# A browser that asks again and again is there for so long after it has asked.
ASKS_WITHIN = 8.0
CODES = {"unknown": 4404, "full": 4429, "rude": 4400, "closed": 4410}
HEADERS = {"Cache-Control": "no-store, no-transform"}
BUSY = N_("Too many rooms are being opened from here; try again in a minute.")


class Connection:
    """One browser in a room. wake: set when there is something new for it."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.wake = asyncio.Event()
        self.drives = False
        self.roams = False


class Audience:
    """Everybody in one room."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.connections: set[Connection] = set()
        self._asked: dict[str, float] = {}

    def tell(self) -> None:
        """Wake everybody: the room has moved, or is closed."""
        for one in self.connections:
            one.wake.set()

    def take_over(self, driver: Connection) -> None:
        """From now on this connection drives; a tab that did before follows."""
        for one in self.connections:
            one.drives = one is driver
        self.tell()

    def ask(self, who: str) -> None:
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

    @property
    def following(self) -> int:
        """How many of those do not look around by themselves."""
        return self.present - sum(one.roams for one in self.connections)


class HallApi:
    """The rooms' routes. port: that others reach the server at; to_the_room: whether they can."""

    def __init__(self, open_rooms: Callable[[], Rooms], *, port: int, to_the_room: bool) -> None:
        self._open_rooms = open_rooms
        self._kept: Rooms | None = None
        self._port, self._to_the_room = port, to_the_room
        self._audiences: dict[str, Audience] = {}
        self._unsaved: dict[str, Room] = {}
        self._openings: dict[str, list[float]] = {}
        self._saver: asyncio.Task[None] | None = None

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/hall", self._open, methods=["POST"]),
            Route("/hall/{code}", self._ask),
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
            audience.ask(who)
        return _json({**room.moment, "present": audience.present})

    async def _page(self, request: Request) -> Response:
        code = request.path_params["code"]
        try:
            self._rooms.find(code)
        except Refusal as reason:
            language = closest(request.headers.get("accept-language", ""))
            sentence = reason.sentence(translator(language))
            return HTMLResponse(follower.gone(sentence, language), 404, headers=HEADERS)
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
            if room.fits(str(hello.get("key", ""))):
                audience.take_over(one)
            await self._serve(audience, one)
        except (WebSocketDisconnect, TimeoutError, Refusal):
            # A socket that is closed already cannot be closed.
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(CODES["rude"])
        finally:
            audience.connections.discard(one)

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
        counted = (-1, -1)
        while audience.room.is_open:
            room = audience.room
            now = (room.epoch, room.seq, one.drives)
            news: dict[str, Any] = {} if now == told else {**room.moment, "drives": one.drives}
            if one.drives and (audience.present, audience.following) != counted:
                counted = audience.present, audience.following
                news |= {"present": counted[0], "following": counted[1]}
            if news:
                told = now
                await one.socket.send_text(json.dumps(news))
            one.wake.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(one.wake.wait(), COUNT_EVERY if one.drives else None)
        await one.socket.close(CODES["closed"])

    async def _listen(self, audience: Audience, one: Connection) -> None:
        """Take the driver's moves; a follower only says whether he looks around by himself."""
        allowed, last = float(MOVES_A_SECOND), time.monotonic()
        while True:
            wanted = await _message(one.socket)
            now = time.monotonic()
            allowed = min(MOVES_A_SECOND, allowed + (now - last) * MOVES_A_SECOND) - 1
            last = now
            if allowed < 0:
                raise Refusal(BUSY)
            if not one.drives:
                one.roams = wanted.get("roams") is True
                continue
            if wanted.get("close") is True:
                self._unsaved.pop(audience.room.code, None)
                self._rooms.close(audience.room)
                self._audiences.pop(audience.room.code, None)
                audience.tell()
            elif "view" in wanted:
                audience.room.move(str(wanted["view"]))
                self._unsaved[audience.room.code] = audience.room
                self._saver = self._saver or asyncio.create_task(self._save_on())
                audience.tell()

    # Rooms

    def _audience(self, room: Room) -> Audience:
        return self._audiences.setdefault(room.code, Audience(room))

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
