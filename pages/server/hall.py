"""Rooms over the wire: a lecturer's browser says where it is, and everybody in the room hears it.

    POST /hall                  a new room, {view}: its code, its key, and the links to it
    GET  /hall/<code>           where the room is, for browsers that get no WebSocket
    WS   /hall/<code>/live      the same as it happens, and the driver's moves
    POST /hall/<code>/vote      a vote, {who, question, choice}, of a browser without a WebSocket
    GET  /hall/<code>/votes     all questions and their counts as CSV, for the driver
    POST /hall/<code>/series    the room comes to a series of lectures, {key, title}, by its driver
    POST /hall/<code>/parcel    what goes along when the room is handed over, of its driver
    POST /hall/<code>/take      the room for another person, {word, key, driver}, whom it was offered
    GET  /r/<code>              the page of a follower: a stage that goes where the room is
    GET  /r/<code>/drive        the page on which another person takes the room over

Over its WebSocket a browser first says who it is (`_greet`). Then each message is an object with
one field, which names what it is about (`_do` for everybody, `_drive` and `_lay` for the driver).

A follower is a WebSocket and a page without Streamlit, so that a hall of phones costs the server no
session each. A slow one gets the latest place and none of those before it. Threads of the hall's
own wait for the disk, or for the Redis that keeps the rooms: whatever it does, nobody but those who
asked for it waits. Where another server has taken a room, everybody in it is sent after it.
"""

import asyncio
import contextlib
import json
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import segno
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from pages.server import followed, follower, handover
from pages.server.audience import Audience, Connection
from pages.server.bare import bare
from pages.server.language import language_of
from pages.server.messages import NO_OBJECT, body_of, object_of
from pages.server.rates import Rate
from pages.server.series import SeriesApi
from pages.server.silence import Silence
from pages.server.tables import csv_file, zone_of
from pages.server.welcome import lan_addresses
from pages.shared.visitor import is_this_machine
from rnnviz.hall import TAKE_WITHIN, Room, Rooms, light
from rnnviz.hall.lecture_plans import sentence
from rnnviz.hall.room import LONGEST_PARCEL
from rnnviz.hall.rooms import UNKNOWN, gone
from rnnviz.hall.series import Series
from rnnviz.hall.shelf import ELSEWHERE, Away
from rnnviz.hall.votes import LONGEST_NAME, NOBODY_NEW
from rnnviz.locale import N_, Refusal, reader_language, translator
from rnnviz.training import Runs

# Messages that a driver may send a second: more than a held key makes. A follower taps.
MOVES_A_SECOND, TAPS_A_SECOND, TAPS_AT_ONCE = 60, 4, 20
# What one address may do, which may be a whole campus's: open rooms; ask, without a WebSocket,
# where a room is; and ask for codes or words that fit no room, as each in a hall may do once.
ROOMS_A_MINUTE = 120
ROOMS_AT_ONCE = 10
ASKS_A_SECOND, ASKS_AT_ONCE = 600, 1_800
MISSES_A_SECOND, MISSES_AT_ONCE = 5, 600
# Rooms of an address that come to a series: each may begin one.
SERIES_A_MINUTE, SERIES_AT_ONCE = 1, 60
# Seconds between two looks at the counts of votes, at rooms that have moved to another server, at
# trainings, and at rooms whose day is over; and until what could not be saved is tried again.
COUNT_EVERY = 0.25
PART_EVERY = 0.5
SAVE_AGAIN = 0.5
READ_EVERY = 0.5
SWEEP_EVERY = 300.0
# Seconds after which the page of a room that cannot be had at present is loaded anew.
ASK_AGAIN = 3
# Files of rooms that are read or written at a time.
WRITERS = 8
CODES = {
    **{"unknown": 4404, "full": 4429, "rude": 4400, "closed": 4410},
    **{"barred": 4403, "elsewhere": 4423},
}
HEADERS = {"Cache-Control": "no-store, no-transform"}
KEY, OPENED = "x-rnnviz-key", "x-rnnviz-room"
LOG = logging.getLogger(__name__)
T = TypeVar("T")
BUSY = N_("Too many rooms are being opened from here; try again in a minute.")
OFTEN = N_("Too many requests come from here; try again in a minute.")
CROWDED = N_("This room is full.")


class HallApi:
    """The rooms' routes. port: at which others reach the server; to_the_room: whether they can."""

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
        self._is_unsaved = asyncio.Event()
        self._entering: dict[str, asyncio.Task[Audience]] = {}
        self._loading: asyncio.Task[Rooms] | None = None
        self._disk = ThreadPoolExecutor(WRITERS, "rooms")
        self._openings = Rate(ROOMS_A_MINUTE / 60, ROOMS_A_MINUTE)
        self._opening: Counter[str] = Counter()
        self._asks = Rate(ASKS_A_SECOND, ASKS_AT_ONCE)
        self._misses = Rate(MISSES_A_SECOND, MISSES_AT_ONCE)
        self._beginnings = Rate(SERIES_A_MINUTE / 60, SERIES_AT_ONCE)
        self._silence = Silence()
        self._has_left = False
        self._missing, self._failing = Once(), Once()
        self._chores: list[asyncio.Task[None]] = []
        self._watchers: dict[str, asyncio.Task[None]] = {}

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/hall", self._open, methods=["POST"]),
            Route("/hall/{code}", self._ask),
            Route("/hall/{code}/vote", self._vote, methods=["POST"]),
            Route("/hall/{code}/votes", self._table),
            Route("/hall/{code}/series", self._series, methods=["POST"]),
            Route("/hall/{code}/parcel", self._pack, methods=["POST"]),
            Route("/hall/{code}/take", self._take, methods=["POST"]),
            WebSocketRoute("/hall/{code}/live", self._live),
            Route("/r/{code}", self._page),
            Route("/r/{code}/drive", self._take_page),
            *SeriesApi(self._over_weeks).routes(),
        ]

    async def _rooms(self) -> Rooms:
        """The rooms. Raises Refusal as long as they cannot be had."""
        if self._has_left:
            raise Away(ELSEWHERE)
        if self._kept is not None:
            return self._kept
        if self._loading is None:
            self._loading = asyncio.create_task(self._load())
        # One who leaves meanwhile must not cancel what others wait for.
        return await asyncio.shield(self._loading)

    async def _load(self) -> Rooms:
        try:
            self._kept = rooms = await self._on_disk(self._open_rooms)
        except Away as reason:
            self._missing.say(f"rooms: {reason.because}")
            raise
        finally:
            self._loading = None
        self._chores = [
            asyncio.create_task(self._keep_saving(rooms)),
            asyncio.create_task(self._every(PART_EVERY, self._part, rooms)),
            asyncio.create_task(self._every(SWEEP_EVERY, self._sweep, rooms)),
        ]
        return rooms

    async def _on_disk(self, act: Callable[..., T], *given: Any) -> T:
        """The result of `act`, which waits for the disk in a thread while the server goes on."""
        return await asyncio.get_running_loop().run_in_executor(self._disk, act, *given)

    async def look(self) -> None:
        """Look whether the rooms can be had; if not, the log says why."""
        with contextlib.suppress(Refusal):
            await self._rooms()

    async def let_go(self) -> None:
        """Leave every room, as it is now, to whichever server is asked for it next; nothing is done
        where that has been done."""
        for chore in self._chores:
            chore.cancel()
        rooms, self._kept, self._has_left = self._kept, None, True
        if rooms is None:
            return
        self._see_drivers(rooms)
        await self._save(rooms)
        await self._on_disk(rooms.end)
        for audience in self._audiences.values():
            audience.room.leave()
        self._forget_closed()

    async def close(self) -> None:
        """Keep every room as it is; called when the server ends."""
        await self.let_go()
        self._disk.shutdown(wait=False)

    # Requests

    async def _open(self, request: Request) -> Response:
        try:
            wanted = await body_of(request)
            room, key = await self._opened(_address(request), str(wanted.get("view", "")))
        except Refusal as reason:
            return _refused(request, reason)
        links = await self._on_disk(self._links, request, f"/r/{room.code}")
        # A proxy in front of several servers keeps in mind who has it.
        return _json({"code": room.code, "key": key, "links": links}, more={OPENED: room.code})

    async def _opened(self, address: str, view: str) -> tuple[Room, str]:
        """A new room for this address, and its key. Raises Refusal."""
        rooms = await self._rooms()
        # On a slow disk, those of one address wait for each other, not everybody for them.
        if self._opening[address] >= ROOMS_AT_ONCE or not self._openings.admits(address):
            raise Refusal(BUSY)
        self._opening[address] += 1
        try:
            return await self._on_disk(rooms.open, view, address)
        finally:
            self._opening[address] -= 1
            if not self._opening[address]:
                del self._opening[address]
            # Another room may have been closed to make place for it.
            self._forget_closed()

    async def _ask(self, request: Request) -> Response:
        try:
            audience = await self._audience(await self._room(request))
            who = request.query_params.get("who", "")[:40]
            self._come(audience, who)
        except Refusal as reason:
            return _refused(request, reason, 404)
        self._watch(audience)
        question = audience.question(who, language_of(request), drives=False)
        told = {**audience.room.moment, "question": question, "present": audience.present}
        if "pace" in request.query_params and who:
            audience.votes.feel(who, request.query_params["pace"])
        over: dict[str, Any] = {"light": audience.light, "ink": audience.ink.since(None)}
        over["sentence"] = audience.sentence_in(language_of(request))
        return _json({**told, "runs": audience.runs, **over})

    def _come(self, audience: Audience, who: str) -> None:
        """Note a browser that asks instead of listening. Raises Refusal if it is not let in."""
        if not audience.votes.admits(who):
            audience.turn_away(who)
            raise Refusal(NOBODY_NEW)
        if who:
            if not audience.note(who):
                raise Refusal(CROWDED)
            self._join(audience.room)

    async def _vote(self, request: Request) -> Response:
        try:
            wanted = await body_of(request)
            audience = await self._audience(await self._room(request))
            who = str(wanted.get("who", ""))
            self._come(audience, who)
            told = await audience.vote(who, wanted)
        except Refusal as reason:
            return _refused(request, reason)
        return _json(told)

    async def _table(self, request: Request) -> Response:
        try:
            room = await self._room(request)
            votes = (await self._audience(room)).votes
        except Refusal as reason:
            return _refused(request, reason, 404)
        if not room.fits(request.headers.get(KEY, "")):
            return _refused(
                request, Refusal(N_("Only the lecturer of this room has its votes.")), 403
            )
        told = votes.table(language_of(request), zone_of(request))
        return csv_file(told, room.code, HEADERS)

    async def _series(self, request: Request) -> Response:
        """Have the room among those of a series of lectures."""
        try:
            wanted = await body_of(request)
            room = await self._room(request)
            if not room.fits(request.headers.get(KEY, "")):
                raise Refusal(N_("Only the lecturer of this room has its votes."))
            if not self._beginnings.admits(_address(request)):
                raise Refusal(OFTEN)
            key, title = (str(wanted.get(name, "")) for name in ("key", "title"))
            rooms = await self._rooms()
            await self._on_disk(rooms.join, room, key, title)
        except Refusal as reason:
            return _refused(request, reason, 403)
        return _json({})

    async def _over_weeks(self, request: Request, key: str) -> Series:
        """The series with this key. Raises Refusal."""
        rooms = await self._rooms()
        try:
            return await self._on_disk(rooms.over_weeks, key)
        except Away:
            raise
        except Refusal:
            if not self._misses.admits(_address(request)):
                raise Refusal(OFTEN) from None
            raise

    async def _take(self, request: Request) -> Response:
        """Exchange the room's key: who shows the word of an offer drives from now on."""
        try:
            wanted = await body_of(request)
            room = await self._room(request)
            rooms = await self._rooms()
            word, key, driver = (str(wanted.get(name, "")) for name in ("word", "key", "driver"))
            if not rooms.offers(room, word) and not self._misses.admits(_address(request)):
                raise Refusal(OFTEN)
            await self._on_disk(rooms.take, room, word, key, driver)
            (await self._audience(room)).hand_over()
        except Refusal as reason:
            return _refused(request, reason, 403)
        links = await self._on_disk(self._links, request, f"/r/{room.code}")
        told = {"code": room.code, "links": links, "view": room.view}
        # A text: whatever it is, the room is taken over.
        return _json(told | {"parcel": room.parcel})

    async def _pack(self, request: Request) -> Response:
        """Keep what goes along with the room until another person has taken it over."""
        try:
            room = await self._room(request)
            if not room.fits(request.headers.get(KEY, "")):
                raise Refusal(N_("Only the lecturer of this room hands it over."))
            parcel = await body_of(request, LONGEST_PARCEL)
            text = json.dumps(parcel, ensure_ascii=False, separators=(",", ":"))
            text = text.encode("utf-8", "replace").decode()
            rooms = await self._rooms()
            await self._on_disk(rooms.pack, room, text)
        except Refusal as reason:
            return _refused(request, reason, 403)
        return _json({})

    async def _page(self, request: Request) -> Response:
        try:
            room = await self._room(request)
        except Refusal as reason:
            return _page_of(request, reason)
        return HTMLResponse(follower.page(request, room.code), headers=HEADERS)

    async def _take_page(self, request: Request) -> Response:
        try:
            room = await self._room(request)
        except Refusal as reason:
            return _page_of(request, reason)
        return HTMLResponse(handover.page(language_of(request), room.code), headers=HEADERS)

    async def _room(self, request: Request) -> Room:
        """The room of a request. Raises Refusal where there is none, and where one address asks too
        often; who has the room's key may always ask."""
        room = await self._found(request)
        is_driver = KEY in request.headers and room.fits(request.headers[KEY])
        if not is_driver and not self._asks.admits(_address(request)):
            raise Refusal(OFTEN)
        return room

    async def _found(self, connection: HTTPConnection) -> Room:
        """The room of an address. Raises Refusal where there is none, and where one address guesses
        too often."""
        rooms = await self._rooms()
        code = connection.path_params["code"]
        try:
            try:
                return rooms.find(code)
            except Refusal:
                return await self._on_disk(rooms.fetch, code)
        except Away:
            raise
        except Refusal:
            if not self._misses.admits(_address(connection)):
                raise Refusal(OFTEN) from None
            raise

    # The wire

    async def _live(self, socket: WebSocket) -> None:
        await socket.accept()
        one = Connection(socket)
        audience = None
        try:
            room = await self._found(socket)
            address = _address(socket)
            talk = asyncio.create_task(_message(socket))
            hello = await self._silence.heard(talk, address, room.code)
            if hello is None:
                await socket.close(CODES["full"])
                return
            audience = await self._audience(room)
            if refused := self._greet(audience, one, hello, address):
                await socket.close(CODES[refused])
                return
            await self._serve(audience, one)
        except (WebSocketDisconnect, TimeoutError, Refusal) as reason:
            # A socket that is closed already cannot be closed.
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(CODES[_ending(reason)])
        finally:
            if audience is not None:
                audience.leave(one)

    def _greet(
        self, audience: Audience, one: Connection, hello: dict[str, Any], address: str
    ) -> str:
        """Let a browser in as what it says it is; gives "", or the name of the code that says why
        it was not let in.

        A lecturer always gets in. Of the tabs with the key, the one that asks to drives; a tab that
        only connects again does not ask, and drives if no other one does.
        """
        key = str(hello.get("key", ""))
        one.who = str(hello.get("who", ""))[:LONGEST_NAME]
        one.language = reader_language(str(hello.get("language", "")), language_of(one.socket))
        one.fits = audience.room.fits(key)
        one.lectures = one.fits or audience.room.knew(key)
        if not one.fits and not self._asks.admits(address):
            return "rude"
        if not one.lectures and not audience.votes.admits(one.who):
            audience.turn_away(one.who)
            return "barred"
        if not audience.admit(one):
            return "full"
        self._join(audience.room)
        if one.fits and self._kept is not None and self._kept.unpack(audience.room):
            self._to_save(audience.room)
        if one.fits and (hello.get("wants") is not False or not audience.has_driver):
            audience.take_over(one)
        return ""

    async def _serve(self, audience: Audience, one: Connection) -> None:
        """Speak and listen until one of the two ends."""
        tasks = [
            asyncio.create_task(self._speak(audience, one)),
            asyncio.create_task(self._listen(audience, one)),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            ends = await asyncio.gather(*tasks, return_exceptions=True)
        for end in ends:
            if isinstance(end, Exception):
                raise end

    async def _speak(self, audience: Audience, one: Connection) -> None:
        """Tell a browser where the room is, each time it has moved; tell a driver who is there."""
        told: tuple[Any, ...] = ()
        counted: dict[str, Any] = {}
        seen: list[dict[str, Any]] | None = None
        drawn: tuple[bool, int, int] | None = None
        while audience.room.is_open and not one.is_sent_away:
            # What happens while this browser is being told something, it is told after that.
            one.wake.clear()
            room = audience.room
            self._watch(audience)
            over = (audience.light, audience.sentence)
            now = (room.epoch, room.seq, one.drives, one.fits, audience.stand, *over)
            news: dict[str, Any] = {}
            if now != told or one.answers:
                news = {**room.moment, "drives": one.drives}
                news["question"] = audience.question(one.who, one.language, drives=one.drives)
                news["light"] = audience.light
                news["sentence"] = audience.sentence_in(one.language)
                if one.lectures:
                    news |= {"fits": one.fits, "driver": room.driver}
            if not one.drives and audience.runs is not seen:
                seen = audience.runs
                news |= room.moment | {"runs": seen}
            if not one.drives and audience.ink.state != drawn:
                news |= room.moment | {"ink": audience.ink.since(drawn)}
                drawn = audience.ink.state
            if one.drives and (count := audience.count(one.language)) != counted:
                counted = count
                news |= count | {"question": audience.question(one.who, one.language, drives=True)}
            if news:
                told = now
                news |= one.answers
                one.answers = {}
                await one.socket.send_text(json.dumps(news))
            with contextlib.suppress(TimeoutError):
                # In Python 3.11 `wait_for` forgets that it was cancelled where the wait is over in the same moment.
                async with asyncio.timeout(COUNT_EVERY if one.drives else None):
                    await one.wake.wait()
        ended = "elsewhere" if audience.room.has_moved else "closed"
        await one.socket.close(CODES["full" if one.is_sent_away else ended])

    async def _listen(self, audience: Audience, one: Connection) -> None:
        """Take what a browser says, at a rate that no hand exceeds."""
        taps, moves = Rate(TAPS_A_SECOND, TAPS_AT_ONCE), Rate(MOVES_A_SECOND, MOVES_A_SECOND)
        while True:
            wanted = await _message(one.socket)
            if not (moves if one.fits else taps).admits(one.who):
                raise Refusal(OFTEN)
            try:
                await self._do(audience, one, wanted)
            except Away:
                # Whoever waits for an answer asks the server that has the room now.
                raise
            except Refusal as reason:
                if "view" in wanted:
                    raise
                one.refuse(reason)

    async def _do(self, audience: Audience, one: Connection, wanted: dict[str, Any]) -> None:
        """Do what a browser's message says; what is not its to say has no effect. Raises Refusal
        for nonsense."""
        match wanted:
            case {"here": _}:
                one.answer({"here": True})
            case _ if one.drives:
                await self._drive(audience, one, wanted)
            case {"roams": roams}:
                one.roams = roams is True
            case {"vote": vote}:
                one.answer(await audience.vote(one.who, vote))
            case {"pace": pace}:
                audience.votes.feel(one.who, pace)

    async def _drive(self, audience: Audience, one: Connection, wanted: dict[str, Any]) -> None:
        """What the driver alone may say."""
        match wanted:
            case {"view": view}:
                self._move(audience, str(view))
            case {"close": True}:
                await self._close(audience)
            case {"offer": True}:
                await self._offer(audience.room, one)
            case {"offer": _}:
                await self._withdraw(audience.room, one)
            case {"ask": dict(question)}:
                await audience.ask(question, one.language)
            case {"reveal": _}:
                await audience.reveal()
            case {"end": _}:
                await audience.end()
            case {"show": shows}:
                audience.show_counts(shows is True)
            case {"bar": bars}:
                await audience.bar(bars is True)
            case _:
                _lay(audience, wanted)

    def _move(self, audience: Audience, view: str) -> None:
        """The room is at another view."""
        audience.room.move(view)
        self._to_save(audience.room)
        audience.tell()

    async def _close(self, audience: Audience) -> None:
        rooms, room = await self._rooms(), audience.room
        await audience.restore()
        async with audience.at_rest():
            await self._on_disk(rooms.close, room)
        self._forget_closed()

    async def _offer(self, room: Room, one: Connection) -> None:
        """Offer the room to one other person, by a link."""
        rooms = await self._rooms()
        word = await self._on_disk(rooms.offer, room)
        # What stands behind # never reaches a server, and no log of one.
        links = await self._on_disk(self._links, one.socket, f"/r/{room.code}/drive#{word}")
        one.answer({"offer": {"links": links, "seconds": TAKE_WITHIN}})

    async def _withdraw(self, room: Room, one: Connection) -> None:
        """Offer the room to nobody any more."""
        rooms = await self._rooms()
        await self._on_disk(rooms.withdraw, room)
        one.answer({"offer": None})

    # Rooms

    async def _audience(self, room: Room) -> Audience:
        """Those in a room. Raises Refusal where it has been closed meanwhile."""
        code = room.code
        if not self._is_in(room):
            if code not in self._entering:
                self._entering[code] = asyncio.create_task(self._enter(room))
            # One who leaves meanwhile must not cancel what others wait for.
            await asyncio.shield(self._entering[code])
        if not self._is_in(room):
            raise gone(room)
        return self._audiences[code]

    def _is_in(self, room: Room) -> bool:
        """Whether its audience is known; one that went away and came back has another."""
        return room.code in self._audiences and self._audiences[room.code].room is room

    async def _enter(self, room: Room) -> Audience:
        rooms = await self._rooms()
        try:
            votes = await self._on_disk(rooms.enter, room)
            audience = Audience(room, votes)
            if room.is_open:
                self._forget_closed()
                self._audiences[room.code] = audience
            return audience
        finally:
            del self._entering[room.code]

    def _join(self, room: Room) -> None:
        """Somebody is in the room."""
        if not room.joined:
            room.joined = True
            self._to_save(room)

    def _forget_closed(self) -> None:
        """Send everybody away from rooms that have been closed."""
        for code, audience in list(self._audiences.items()):
            if not audience.room.is_open:
                del self._audiences[code]
                self._unsaved.pop(code, None)
                audience.tell()

    def _see_drivers(self, rooms: Rooms) -> None:
        """A room is driven as long as its lecturer is there, moving or not."""
        for audience in self._audiences.values():
            if audience.has_driver:
                rooms.drive(audience.room)
                self._to_save(audience.room)

    async def _sweep(self, rooms: Rooms) -> None:
        """Close the rooms that nobody has driven for a day."""
        self._see_drivers(rooms)
        await self._on_disk(rooms.expire)
        self._forget_closed()

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
        room = audience.room
        while (names := followed.runs_of(room.view)) and audience.present and room.is_open:
            if names != watch.names:
                watch = followed.Watch(self._runs(), names)
            now = await asyncio.to_thread(watch.look)
            if now != audience.runs:
                audience.runs = now
                audience.tell()
            await asyncio.sleep(READ_EVERY)
        audience.runs = None
        audience.tell()
        self._watchers.pop(room.code, None)

    async def _every(
        self, seconds: float, act: Callable[[Rooms], Awaitable[None]], rooms: Rooms
    ) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await act(rooms)
            except Exception:
                # A chore that fails once is not given up.
                LOG.exception("rooms")

    async def _part(self, rooms: Rooms) -> None:
        """Send everybody away from rooms that another server has taken, and bring back those that
        the shelf has lost."""
        try:
            for room in await self._on_disk(rooms.part):
                self._to_save(room)
            for audience in self._audiences.values():
                if audience.room.is_bare:
                    self._to_save(audience.room)
            self._missing.say("")
        except OSError as reason:
            self._missing.say(f"rooms: {reason}")
        self._forget_closed()

    def _to_save(self, room: Room) -> None:
        self._unsaved[room.code] = room
        self._is_unsaved.set()

    async def _keep_saving(self, rooms: Rooms) -> None:
        """What has changed is saved at once, and then no more for a while."""
        while True:
            await self._is_unsaved.wait()
            try:
                is_saved = await self._save(rooms)
            except Exception:
                LOG.exception("rooms")
                is_saved = False
            await asyncio.sleep(rooms.pause if is_saved else SAVE_AGAIN)

    async def _save(self, rooms: Rooms) -> bool:
        """Save all that have changed; whether that went well."""
        unsaved, self._unsaved = self._unsaved, {}
        self._is_unsaved.clear()
        failed = await asyncio.gather(*(self._failed(rooms, room) for room in unsaved.values()))
        wrong = next(filter(None, failed), "")
        self._failing.say(wrong)
        return not wrong

    async def _failed(self, rooms: Rooms, room: Room) -> str:
        """Save a room; why it failed, or "". Once the shelf can be written to again, the room is
        saved as it is then."""
        try:
            await self._on_disk(rooms.save, room)
            if self._is_in(room):
                await self._audiences[room.code].restore()
        except (OSError, Refusal) as reason:
            if room.is_open:
                self._to_save(room)
                return f"room {room.code}: {reason}"
        return ""


class Once:
    """Says in the log what is wrong: once, and not again and again until it is over."""

    def __init__(self) -> None:
        self._said = ""

    def say(self, wrong: str) -> None:
        """wrong: "" where nothing is."""
        if wrong != self._said:
            LOG.warning(wrong or "rooms: all is well again")
        self._said = wrong


def _lay(audience: Audience, wanted: dict[str, Any]) -> None:
    """What the driver lays over the page: a light, the lines of a pen, a black screen; or beside
    it, a sentence."""
    match wanted:
        case {"light": part}:
            audience.shine(light(part))
        case {"sentence": words}:
            audience.say(sentence(words))
        case {"line": line}:
            audience.draw(line)
        case {"wipe": _}:
            audience.wipe()
        case {"dark": dark}:
            audience.darken(dark is True)


def _ending(reason: Exception) -> str:
    """The name of the code with which a socket is closed."""
    if isinstance(reason, Away):
        return "elsewhere"
    return "unknown" if isinstance(reason, Refusal) and reason.message == UNKNOWN else "rude"


def _address(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""


def _page_of(request: Request, reason: Refusal) -> Response:
    language = language_of(request)
    page = bare(language, reason.sentence(translator(language)))
    # Who has scanned a code waits for the room, and asks again without a tap.
    again = {"Refresh": str(ASK_AGAIN)} if isinstance(reason, Away) else {}
    return HTMLResponse(page, _status(reason, 404), headers=HEADERS | again)


def _qr(url: str) -> list[str]:
    """The dark and light modules of a QR code, a row each, such as "1101"."""
    code = segno.make(url, micro=False, error="m")
    return ["".join("1" if dark else "0" for dark in row) for row in code.matrix]


async def _message(socket: WebSocket) -> dict[str, Any]:
    """The next message. Raises Refusal for what is no short JSON object."""
    told = await socket.receive()
    if told["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(told.get("code", 1000))
    text = told.get("text")
    if not isinstance(text, str):
        raise Refusal(NO_OBJECT)
    return object_of(text)


def _refused(request: Request, reason: Refusal, status: int = 400) -> Response:
    language = language_of(request)
    return _json({"error": reason.sentence(translator(language))}, _status(reason, status))


def _status(reason: Refusal, usual: int) -> int:
    own = {BUSY: 429, OFTEN: 429, CROWDED: 429, NOBODY_NEW: 403}
    return 503 if isinstance(reason, Away) else own.get(reason.message, usual)


def _json(told: dict[str, Any], status: int = 200, more: dict[str, str] | None = None) -> Response:
    body = json.dumps(told, ensure_ascii=False).encode("utf-8", "replace")
    headers = HEADERS | (more or {})
    return Response(body, status, media_type="application/json", headers=headers)
