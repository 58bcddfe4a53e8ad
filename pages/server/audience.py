"""Those who are in one room: what each is told, what they are asked, and who drives."""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from starlette.websockets import WebSocket

from pages.server.questions import sayings
from rnnviz.hall import Ink, Room, Votes, rooms
from rnnviz.hall.built_in_plans import sentence_in
from rnnviz.hall.shelf import Away
from rnnviz.hall.votes import NOBODY_NEW, PACES, TOO_OFTEN
from rnnviz.locale import ENGLISH, Refusal, translator

MOST_FOLLOWERS = 600
# The most tabs with the room's key, or with one that it had before; the oldest of more are closed.
MOST_DESKS = 20
# How many followers are told something before the server turns to other work; and the longest that
# a room then rests, in seconds a follower: otherwise it rests for as long as telling them took.
TOLD_AT_ONCE, LONGEST_REST = 20, 0.0002
# The most names that are remembered of those who were turned away.
MOST_TURNED = 2_000
# Seconds that a browser without a WebSocket counts as present after it has asked.
ASKS_WITHIN = 8.0
# Votes never wait for a thread that makes a file or compresses one.
VOTES = ThreadPoolExecutor(4, thread_name_prefix="votes")
LOG = logging.getLogger(__name__)
# Records that are to be kept, and what is to be done once they are.
Unkept = tuple[list[dict[str, Any]], asyncio.Future[None]]


class Connection:
    """One browser in a room.

    who: its own name for itself, by which it has one vote. wake: set when there is something new
    for it. lectures: it has the room's key, or one that the room had before; fits: it has the key.
    """

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.wake = asyncio.Event()
        self.who = ""
        self.language = ENGLISH
        self.lectures = False
        self.fits = False
        self.drives = False
        self.roams = False
        self.came = time.monotonic()
        self.is_sent_away = False
        # What this browser alone is told next: of each kind the latest, however slowly it reads.
        self.answers: dict[str, Any] = {}

    def answer(self, told: dict[str, Any]) -> None:
        self.answers |= told
        self.wake.set()

    def refuse(self, reason: Refusal) -> None:
        self.answer({"refused": reason.sentence(translator(self.language))})


class Audience:
    """Everybody in one room, and what they are asked.

    stand: counts the changes of the question that stands, but not its votes. shows_counts: whether
    the class sees the counts too. light: the part of the page that the lecturer speaks of, {part}.
    sentence: what a lecture plan has for the class at its view, or "".
    turned: the names of those who were turned away while newcomers are barred.
    """

    def __init__(self, room: Room, votes: Votes) -> None:
        self.room = room
        self.votes = votes
        self.stand = 0
        self.shows_counts = False
        # The id of the last question if the lecturer's stage asked it, else "".
        self._of_stage = ""
        self.light: dict[str, str] | None = None
        self.sentence = ""
        self.ink = Ink()
        # The trainings that the room shows, as `followed.Watch` has them; None on other pages.
        self.runs: list[dict[str, Any]] | None = None
        self.connections: set[Connection] = set()
        self.turned: set[str] = set()
        self._asked: dict[str, float] = {}
        self._unkept: list[Unkept] = []
        self._keeper: asyncio.Task[None] | None = None
        # Whether the room is being closed: no vote comes that would go with it.
        self._is_closing = False
        # Whether the last votes could not be kept; the lecturer is told.
        self._fails = False
        # How many votes on this question were refused because their voters changed too often.
        self._often = 0
        self._questions = asyncio.Lock()
        self._is_news = False
        self._herald: asyncio.Task[None] | None = None

    async def keep(self, records: list[dict[str, Any]]) -> None:
        """Returns when the records are kept and count; those that come meanwhile are written
        together. Raises Refusal where they cannot be kept, Away where the room is another server's
        now."""
        if self._is_closing:
            raise rooms.gone(self.room)
        kept: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._unkept.append((records, kept))
        if self._keeper is None or self._keeper.done():
            self._keeper = asyncio.create_task(self._write())
        await kept

    async def _write(self) -> None:
        while self._unkept:
            now, self._unkept = self._unkept, []
            records = [record for some, _ in now for record in some]
            loop = asyncio.get_running_loop()
            try:
                await loop.run_in_executor(VOTES, self.votes.write, records)
            except Away as reason:
                self._refuse(now, reason)
                self.tell()
            except OSError as reason:
                LOG.warning("the votes of room %s: %s", self.room.code, reason)
                self._fails = True
                self._refuse(now, Refusal(self.votes.sorry.vote))
            else:
                self._fails = False
                for some, kept in now:
                    for record in some:
                        self.votes.apply(record)
                    if not kept.done():
                        kept.set_result(None)

    @contextlib.asynccontextmanager
    async def at_rest(self) -> AsyncIterator[None]:
        """Meanwhile nothing more is kept; what was is."""
        self._is_closing = True
        try:
            if self._keeper is not None:
                await asyncio.wait([self._keeper])
            yield
        finally:
            self._is_closing = False

    async def restore(self) -> None:
        """Keep once more all that the class has been asked and has answered, if the shelf has lost
        it. Raises as `keep`."""
        if self.room.is_bare:
            await self.keep([])

    def _refuse(self, unkept: list[Unkept], reason: Refusal) -> None:
        for _, kept in unkept:
            if not kept.done():
                kept.set_exception(reason)

    def question(self, who: str, language: str, *, drives: bool) -> dict[str, Any] | None:
        """The question that stands, as this browser may see it, in its reader's language."""
        ballot = self.votes.open
        if ballot is None:
            return None
        told: dict[str, Any] = {
            "id": ballot.id,
            **ballot.words(language),
            "isOver": ballot.is_over,
            "mine": ballot.votes.get(who),
            "ofStage": ballot.id == self._of_stage,
            "ranges": ballot.ranges,
        }
        if ballot.is_over or drives:
            told["truth"] = ballot.truth
        if self.shows_counts or drives:
            told["counts"] = ballot.counts
        if drives:
            told |= {"late": len(ballot.late), "isShown": self.shows_counts}
        return told

    async def ask(self, asked: dict[str, Any], language: str) -> None:
        """A new question for the class, of a lecturer with this language. Raises Refusal for what
        is none."""
        said = sayings(asked.get("about"), language)
        own = said.get(language, {})
        words = {
            one: {"text": told["text"], "choices": told["choices"]} for one, told in said.items()
        }
        async with self._questions:
            records = self.votes.ask(asked | own, words, time.time(), self.present)
            about = asked.get("about")
            is_of_stage = isinstance(about, dict) and "say" in about
            self._of_stage = records[-1]["ask"] if is_of_stage else ""
            await self._change(records)
            self.shows_counts = False
            self._often = 0

    async def reveal(self) -> None:
        async with self._questions:
            await self._change(self.votes.reveal(time.time()))

    async def end(self) -> None:
        async with self._questions:
            await self._change(self.votes.end(time.time()))

    def show_counts(self, shows: bool) -> None:
        self.shows_counts = shows
        self.stand += 1
        self.tell()

    async def bar(self, bars: bool) -> None:
        """Let in and vote only those who are here now; or, with False, anybody again."""
        here = {one.who for one in self.connections if one.who} | set(self._asking())
        await self.keep([self.votes.bar(here if bars else None)])
        self.turned.clear()
        self.tell()

    def turn_away(self, who: str) -> None:
        """Note one who is barred."""
        if len(self.turned) < MOST_TURNED:
            self.turned.add(who)

    async def _change(self, records: list[dict[str, Any]]) -> None:
        if not records:
            return
        await self.keep(records)
        self.stand += 1
        self.tell()

    async def vote(self, who: str, wanted: object) -> dict[str, Any]:
        """Take a vote, {question, choice}; what its voter is told once it is kept. Raises Refusal
        for one that fits no question, and where it cannot be kept."""
        vote = wanted if isinstance(wanted, dict) else {}
        try:
            record = self.votes.vote(who, vote.get("question"), vote.get("choice"))
        except Refusal as reason:
            if reason.message == TOO_OFTEN:
                self._often += 1
            elif reason.message == NOBODY_NEW:
                self.turn_away(who)
            raise
        ballot = self.votes.ballots[record["vote"]]
        # One that is sent again, until its answer has come, costs the shelf nothing.
        if ballot.votes.get(who) != record["choice"] and who not in ballot.late:
            await self.keep([record])
        is_late = ballot.votes.get(who) != record["choice"]
        return {
            "voted": {"question": ballot.id, "choice": ballot.votes.get(who), "isLate": is_late}
        }

    def shine(self, wanted: dict[str, str] | None) -> None:
        """Light a part of the page, or with None the whole."""
        self.light = wanted
        self.tell()

    def say(self, sentence: str) -> None:
        """Show the class a sentence; "" for none."""
        self.sentence = sentence
        self.tell()

    def sentence_in(self, language: str) -> str:
        """The sentence for the class, in a reader's language where it comes with rnnviz."""
        return sentence_in(self.sentence, language)

    def draw(self, line: object) -> None:
        """Lay a pen's line over the page. Raises Refusal for what is none."""
        self.ink.draw(line)
        self.tell()

    def wipe(self) -> None:
        """Take all lines away."""
        self.ink.wipe()
        self.tell()

    def darken(self, is_dark: bool) -> None:
        """Make the screen black; or, with False, show the page again."""
        self.ink.is_dark = is_dark
        self.tell()

    def clear(self) -> None:
        """Take away what the driver has laid over the page."""
        self.light = None
        self.sentence = ""
        self.ink.is_dark = False
        self.ink.wipe()
        self.tell()

    def tell(self) -> None:
        """Wake everybody: the room has moved, or is closed.

        A room that has just told its class something rests for a while, and then everybody
        hears only the latest of what happened: a room takes no more than its share of a server.
        """
        self._is_news = True
        if self._herald is None or self._herald.done():
            self._herald = asyncio.create_task(self._tell_all())

    async def _tell_all(self) -> None:
        while self._is_news:
            self._is_news = False
            began, told = time.monotonic(), list(self.connections)
            for number, one in enumerate(told, 1):
                one.wake.set()
                if number % TOLD_AT_ONCE == 0:
                    await asyncio.sleep(0)
            await asyncio.sleep(0)
            await asyncio.sleep(min(time.monotonic() - began, LONGEST_REST * len(told)))

    def take_over(self, driver: Connection) -> None:
        """From now on this connection drives; a tab that did before follows."""
        for one in self.connections:
            one.drives = one is driver
        self.tell()

    def leave(self, one: Connection) -> None:
        """Forget a connection, and with a reader's last one how they found the pace. If it drove,
        another tab with the key drives now, without moving the room; a tab that is only loaded
        again asks to drive when it is back."""
        self.connections.discard(one)
        self._forget_pace(one.who)
        if not one.drives:
            return
        self.clear()
        others = [tab for tab in self.connections if tab.fits and not tab.is_sent_away]
        if others:
            self.take_over(others[0])

    @property
    def has_driver(self) -> bool:
        return any(one.drives for one in self.connections)

    def hand_over(self) -> None:
        """The room has another key: those with the former one drive no longer, and stay."""
        for one in self.connections:
            one.drives = one.fits = False
        self.clear()

    def note(self, who: str) -> bool:
        """Note a browser that asks instead of listening; False where the room is full."""
        asking = self._asking()
        for gone in self._asked.keys() - asking.keys():
            self._forget_pace(gone)
        self._asked = asking
        if len(self._asked) >= MOST_FOLLOWERS and who not in self._asked:
            return False
        self._asked[who] = time.monotonic()
        return True

    def _asking(self) -> dict[str, float]:
        """When those who have asked in the last ASKS_WITHIN seconds last did so, by their names."""
        since = time.monotonic() - ASKS_WITHIN
        return {who: at for who, at in self._asked.items() if at > since}

    def _forget_pace(self, who: str) -> None:
        """One has left, perhaps in one of several tabs."""
        if all(other.who != who for other in self.connections):
            self.votes.feel(who, None)

    def admit(self, one: Connection) -> bool:
        """Let a browser in; False where the room is full. One with the key always gets in."""
        desks = sum(other.lectures for other in self.connections)
        if one.fits and desks >= MOST_DESKS:
            idle = (other for other in self.connections if other.lectures and not other.drives)
            if gone := min(idle, key=lambda other: (other.fits, other.came), default=None):
                gone.is_sent_away = True
                gone.wake.set()
        elif one.lectures and desks >= MOST_DESKS:
            one.lectures = False
        if not one.lectures and self.listening >= MOST_FOLLOWERS:
            return False
        self.connections.add(one)
        return True

    @property
    def listening(self) -> int:
        """How many follow over a WebSocket."""
        return sum(not one.lectures for one in self.connections)

    @property
    def present(self) -> int:
        """How many follow."""
        return self.listening + len(self._asking())

    @property
    def is_crowded(self) -> bool:
        """Whether nobody else gets in, over a WebSocket or without one."""
        return max(self.listening, len(self._asking())) >= MOST_FOLLOWERS

    def count(self, language: str = ENGLISH) -> dict[str, Any]:
        """What the driver, who reads this language, is told of the class."""
        here = {one.who for one in self.connections} | self._asking().keys()
        paces = [pace for who, pace in self.votes.paces.items() if who in here]
        votes = sum(self.votes.open.counts) if self.votes.open else 0
        return {
            "present": self.present,
            "following": self.following,
            "isCrowded": self.is_crowded,
            "votes": votes,
            "counted": self.votes.open.counts if self.votes.open else [],
            "paces": {name: paces.count(name) for name in PACES},
            "fails": translator(language)(self.votes.sorry.votes) if self._fails else "",
            "isFull": self.votes.is_full,
            "often": self._often,
            "bars": self.votes.only is not None,
            "turned": len(self.turned),
        }

    @property
    def following(self) -> int:
        """How many of those present are where the room is, and do not look around by themselves."""
        return self.present - sum(one.roams and not one.lectures for one in self.connections)
