"""Rooms over the wire: a lecturer's browser says where it is, and everybody in the room hears it.

    POST /hall                  a new room, {view}: its code, its key, and the links to it
    GET  /hall/<code>           where the room is, for browsers that get no WebSocket
    WS   /hall/<code>/live      the same as it happens, and the driver's moves
    POST /hall/<code>/vote      a vote, {who, question, choice}, of a browser without a WebSocket
    GET  /hall/<code>/votes     all questions and their counts as CSV, for the driver
    POST /hall/<code>/take      the room for another person, {word, key, driver}, whom it was offered
    GET  /r/<code>              the page of a follower: a stage that goes where the room is
    GET  /r/<code>/drive        the page on which another person takes the room over

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
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from pages.server import followed, follower, handover
from pages.server.audience import MOST_FOLLOWERS, Audience, Connection
from pages.server.bare import bare
from pages.server.rates import Rate
from pages.server.welcome import lan_addresses
from pages.shared.visitor import is_this_machine
from rnnviz.hall import TAKE_WITHIN, Room, Rooms, light
from rnnviz.locale import ENGLISH, LANGUAGES, N_, Refusal, closest, translator
from rnnviz.training import Runs

LONGEST_MESSAGE = 10_000
# Messages that a driver may send a second: more than a held key makes. A follower taps.
MOVES_A_SECOND, TAPS_A_SECOND, TAPS_AT_ONCE = 60, 4, 20
# Of one address, which may be a whole campus's: new rooms; questions where a room is, of browsers
# without a WebSocket; and codes or words that fit no room, of which a hall asks one each.
ROOMS_A_MINUTE = 120
ASKS_A_SECOND, ASKS_AT_ONCE = 600, 1_800
MISSES_A_SECOND, MISSES_AT_ONCE = 5, 600
# Sockets that have not said yet who they are, and how long they may take for it, in seconds.
MOST_SILENT, HELLO_WITHIN = 1_000, 10.0
COUNT_EVERY = 0.25
SAVE_EVERY = 0.5
READ_EVERY = 0.5
CODES = {"unknown": 4404, "full": 4429, "rude": 4400, "closed": 4410}
HEADERS = {"Cache-Control": "no-store, no-transform"}
KEY = "x-rnnviz-key"
LOG = logging.getLogger(__name__)
BUSY = N_("Too many rooms are being opened from here; try again in a minute.")
OFTEN = N_("Too many requests come from here; try again in a minute.")


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
        self._openings = Rate(ROOMS_A_MINUTE / 60, ROOMS_A_MINUTE)
        self._asks = Rate(ASKS_A_SECOND, ASKS_AT_ONCE)
        self._misses = Rate(MISSES_A_SECOND, MISSES_AT_ONCE)
        self._silent = 0
        self._saver: asyncio.Task[None] | None = None
        self._watchers: dict[str, asyncio.Task[None]] = {}

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/hall", self._open, methods=["POST"]),
            Route("/hall/{code}", self._ask),
            Route("/hall/{code}/vote", self._vote, methods=["POST"]),
            Route("/hall/{code}/votes", self._table),
            Route("/hall/{code}/take", self._take, methods=["POST"]),
            WebSocketRoute("/hall/{code}/live", self._live),
            Route("/r/{code}", self._page),
            Route("/r/{code}/drive", self._take_page),
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
        try:
            wanted = await _told(request)
            if not self._openings.admits(_address(request)):
                raise Refusal(BUSY)
            room, key = self._rooms.open(str(wanted.get("view", "")))
        except Refusal as reason:
            return _refused(request, reason)
        links = self._links(request, f"/r/{room.code}")
        return _json({"code": room.code, "key": key, "links": links})

    async def _ask(self, request: Request) -> Response:
        try:
            audience = self._audience(self._room(request))
        except Refusal as reason:
            return _refused(request, reason, 404)
        if who := request.query_params.get("who", "")[:40]:
            audience.note(who)
        self._watch(audience)
        question = audience.question(who, _language(request), drives=False)
        told = {**audience.room.moment, "question": question, "present": audience.present}
        if "pace" in request.query_params and who:
            audience.votes.feel(who, request.query_params["pace"])
        over = {"light": audience.light, "ink": audience.ink.since(None)}
        return _json({**told, "runs": audience.runs, **over})

    async def _vote(self, request: Request) -> Response:
        try:
            wanted = await _told(request)
            audience = self._audience(self._room(request))
            told = await audience.vote(str(wanted.get("who", "")), wanted)
        except Refusal as reason:
            return _refused(request, reason)
        return _json(told)

    async def _table(self, request: Request) -> Response:
        try:
            room = self._room(request)
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

    async def _take(self, request: Request) -> Response:
        """Exchange the room's key: who shows the word of an offer drives from now on."""
        try:
            wanted = await _told(request)
            room = self._room(request)
            word, key, driver = (str(wanted.get(name, "")) for name in ("word", "key", "driver"))
            if not room.is_offered(word, time.time()) and not self._misses.admits(
                _address(request)
            ):
                raise Refusal(OFTEN)
            await asyncio.to_thread(self._rooms.take, room, word, key, driver)
        except Refusal as reason:
            return _refused(request, reason, 403)
        self._audience(room).hand_over()
        links = self._links(request, f"/r/{room.code}")
        return _json({"code": room.code, "links": links, "view": room.view})

    async def _page(self, request: Request) -> Response:
        try:
            room = self._room(request)
        except Refusal as reason:
            return _page_of(request, reason)
        return HTMLResponse(follower.page(request, room.code), headers=HEADERS)

    async def _take_page(self, request: Request) -> Response:
        try:
            room = self._room(request)
        except Refusal as reason:
            return _page_of(request, reason)
        return HTMLResponse(handover.page(_language(request), room.code), headers=HEADERS)

    def _room(self, connection: HTTPConnection) -> Room:
        """The room of an address. Raises Refusal where there is none, and where one address asks
        too often."""
        if not self._asks.admits(_address(connection)):
            raise Refusal(OFTEN)
        try:
            return self._rooms.find(connection.path_params["code"])
        except Refusal:
            if not self._misses.admits(_address(connection)):
                raise Refusal(OFTEN) from None
            raise

    # The wire

    async def _live(self, socket: WebSocket) -> None:
        await socket.accept()
        try:
            room = self._room(socket)
        except Refusal as reason:
            await socket.close(CODES["rude" if reason.message == OFTEN else "unknown"])
            return
        if self._silent >= MOST_SILENT:
            await socket.close(CODES["full"])
            return
        audience = self._audience(room)
        one = Connection(socket)
        try:
            self._silent += 1
            try:
                hello = await asyncio.wait_for(_message(socket), HELLO_WITHIN)
            finally:
                self._silent -= 1
            if not _greets(audience, one, hello):
                await socket.close(CODES["full"])
                return
            await self._serve(audience, one)
        except (WebSocketDisconnect, TimeoutError, Refusal):
            # A socket that is closed already cannot be closed.
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(CODES["rude"])
        finally:
            audience.leave(one)

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
        drawn: tuple[bool, int, int] | None = None
        while audience.room.is_open:
            room = audience.room
            self._watch(audience)
            now = (room.epoch, room.seq, one.drives, one.fits, audience.stand, audience.light)
            news: dict[str, Any] = {}
            if now != told or one.answers:
                news = {**room.moment, "drives": one.drives}
                news["question"] = audience.question(one.who, one.language, drives=one.drives)
                news["light"] = audience.light
                if one.lectures:
                    news |= {"fits": one.fits, "driver": room.driver}
            if not one.drives and audience.runs is not seen:
                seen = audience.runs
                news |= room.moment | {"runs": seen}
            if not one.drives and audience.ink.state != drawn:
                news |= room.moment | {"ink": audience.ink.since(drawn)}
                drawn = audience.ink.state
            if one.drives and (count := audience.count()) != counted:
                counted = count
                news |= count | {"question": audience.question(one.who, one.language, drives=True)}
            if news:
                told = now
                news |= one.answers
                one.answers = {}
                await one.socket.send_text(json.dumps(news))
            one.wake.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(one.wake.wait(), COUNT_EVERY if one.drives else None)
        await one.socket.close(CODES["closed"])

    async def _listen(self, audience: Audience, one: Connection) -> None:
        """Take what a browser says, at a rate that no hand exceeds."""
        taps, moves = Rate(TAPS_A_SECOND, TAPS_AT_ONCE), Rate(MOVES_A_SECOND, MOVES_A_SECOND)
        while True:
            wanted = await _message(one.socket)
            if not (moves if one.fits else taps).admits(one.who):
                raise Refusal(OFTEN)
            try:
                await self._do(audience, one, wanted)
            except Refusal as reason:
                if "view" in wanted:
                    raise
                one.refuse(reason)

    async def _do(self, audience: Audience, one: Connection, wanted: dict[str, Any]) -> None:
        """Do what a browser says. Raises Refusal where it says nonsense."""
        if "here" in wanted:
            one.answer({"here": True})
        if one.drives:
            await self._drive(audience, one, wanted)
            return
        if "roams" in wanted:
            one.roams = wanted["roams"] is True
        if "vote" in wanted:
            one.answer(await audience.vote(one.who, wanted["vote"]))
        if "pace" in wanted:
            audience.votes.feel(one.who, wanted["pace"])

    async def _drive(self, audience: Audience, one: Connection, wanted: dict[str, Any]) -> None:
        """What the driver alone may do: move the room, ask, light, hand the room over, close it."""
        room = audience.room
        if wanted.get("close") is True:
            self._unsaved.pop(room.code, None)
            self._rooms.close(room)
            self._audiences.pop(room.code, None)
            audience.tell()
        elif "view" in wanted:
            room.move(str(wanted["view"]))
            self._unsaved[room.code] = room
            self._saver = self._saver or asyncio.create_task(self._save_on())
            audience.tell()
        elif "offer" in wanted:
            await self._offer(room, one, wanted["offer"] is True)
        elif isinstance(wanted.get("ask"), dict):
            await audience.ask(wanted["ask"], one.language)
        elif "reveal" in wanted:
            await audience.reveal()
        elif "end" in wanted:
            await audience.end()
        elif "light" in wanted:
            audience.shine(light(wanted["light"]))
        elif "show" in wanted:
            audience.show_counts(wanted["show"] is True)
        else:
            self._lay(audience, wanted)

    def _lay(self, audience: Audience, wanted: dict[str, Any]) -> None:
        """What the driver lays over the page: the lines of a pen, and a black screen."""
        if "line" in wanted:
            audience.ink.draw(wanted["line"])
        elif "wipe" in wanted:
            audience.ink.wipe()
        elif "dark" in wanted:
            audience.ink.is_dark = wanted["dark"] is True
        else:
            return
        audience.tell()

    async def _offer(self, room: Room, one: Connection, offers: bool) -> None:
        """Offer the room to one other person, by a link; or to nobody any more."""
        if not offers:
            await asyncio.to_thread(self._rooms.withdraw, room)
            one.answer({"offer": None})
            return
        word = await asyncio.to_thread(self._rooms.offer, room)
        # What stands behind # never reaches a server, and no log of one.
        links = self._links(one.socket, f"/r/{room.code}/drive#{word}")
        one.answer({"offer": {"links": links, "seconds": TAKE_WITHIN}})

    # Rooms

    def _audience(self, room: Room) -> Audience:
        if room.code not in self._audiences:
            self._audiences[room.code] = Audience(room, self._rooms.votes(room))
        return self._audiences[room.code]

    def _links(self, connection: HTTPConnection, path: str) -> list[dict[str, Any]]:
        """The links that lead others to a path here, each with its QR code, the likeliest first."""
        hosts = (
            [f"{address}:{self._port}" for address in lan_addresses()] if self._to_the_room else []
        )
        named, url = connection.headers["host"], connection.url
        if not is_this_machine(url.hostname or "") and url.hostname != "localhost":
            hosts.insert(0, named)
        found = dict.fromkeys(hosts or [named])
        scheme = "https" if url.is_secure else "http"
        urls = [f"{scheme}://{host}{path}" for host in found]
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
            try:
                await asyncio.to_thread(self._rooms.save, room)
            except OSError as reason:
                # Once there is room again, the place of then is kept.
                LOG.warning("room %s: %s", room.code, reason)
                self._unsaved.setdefault(room.code, room)


def _greets(audience: Audience, one: Connection, hello: dict[str, Any]) -> bool:
    """Let a browser in as what it says it is; False where the room is full.

    A lecturer always gets in. Of the tabs with the key the one drives that wants to; one that
    merely comes back wants nothing, and drives where no other does.
    """
    one.who = str(hello.get("who", ""))
    language = str(hello.get("language", ""))
    one.language = language if language in LANGUAGES else ENGLISH
    one.fits = audience.room.fits(str(hello.get("key", "")))
    one.lectures = one.fits or hello.get("lectures") is True
    if not one.fits and len(audience.connections) >= MOST_FOLLOWERS:
        return False
    audience.connections.add(one)
    if one.fits and (hello.get("wants") is not False or not audience.has_driver):
        audience.take_over(one)
    return True


def _address(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""


def _language(request: Request) -> str:
    asked = request.query_params.get("lang", "")
    return asked if asked in LANGUAGES else closest(request.headers.get("accept-language", ""))


def _page_of(request: Request, reason: Refusal) -> Response:
    language = _language(request)
    page = bare(language, reason.sentence(translator(language)))
    return HTMLResponse(page, 404, headers=HEADERS)


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
    status = 429 if reason.message in {BUSY, OFTEN} else status
    language = closest(request.headers.get("accept-language", ""))
    return _json({"error": reason.sentence(translator(language))}, status)


def _json(told: dict[str, Any], status: int = 200) -> Response:
    body = json.dumps(told, ensure_ascii=False).encode("utf-8", "replace")
    return Response(body, status, media_type="application/json", headers=HEADERS)
