"""Those who are in one room: what each is told, what they are asked, and who drives."""

import asyncio
import logging
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from starlette.websockets import WebSocket

from pages.server.questions import sayings
from rnnviz.hall import Ink, Room, Votes
from rnnviz.hall.votes import PACES
from rnnviz.locale import ENGLISH, N_, Refusal, translator

MOST_FOLLOWERS = 600
# A browser that asks again and again is there for so long after it has asked.
ASKS_WITHIN = 8.0
UNKEPT = N_(
    "The server cannot keep votes at present; its disk may be full. This one is not counted."
)
# Votes never wait for a thread that makes a file or compresses one.
VOTES = ThreadPoolExecutor(4, thread_name_prefix="votes")
LOG = logging.getLogger(__name__)


class Connection:
    """One browser in a room.

    who: its own name for itself, by which it has one vote. wake: set when there is something new
    for it. lectures: it is a lecturer's, who drives, did before, or will; fits: it has the key.
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
    """

    def __init__(self, room: Room, votes: Votes) -> None:
        self.room = room
        self.votes = votes
        self.stand = 0
        self.shows_counts = False
        # The question that the lecturer's stage asks, by its id; "" where the last one was another's.
        self._of_stage = ""
        self.light: dict[str, str] | None = None
        self.ink = Ink()
        # The trainings that the room shows, as `followed.Watch` has them; None on other pages.
        self.runs: list[dict[str, Any]] | None = None
        self.connections: set[Connection] = set()
        self._asked: dict[str, float] = {}
        self._unkept: list[tuple[dict[str, Any], asyncio.Future[None]]] = []
        self._keeper: asyncio.Task[None] | None = None
        # Whether the disk refused the last votes; the lecturer is told.
        self._fails = False
        self._questions = asyncio.Lock()

    async def keep(self, record: dict[str, Any]) -> None:
        """Returns when the record is on disk and counts; those that come meanwhile are written
        together. Raises Refusal where the disk fails."""
        kept: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._unkept.append((record, kept))
        if self._keeper is None or self._keeper.done():
            self._keeper = asyncio.create_task(self._write())
        await kept

    async def _write(self) -> None:
        while self._unkept:
            now, self._unkept = self._unkept, []
            try:
                records = [record for record, _ in now]
                await asyncio.get_running_loop().run_in_executor(VOTES, self.votes.write, records)
            except OSError as reason:
                LOG.warning("the votes of room %s: %s", self.room.code, reason)
                self._fails = True
                for _, kept in now:
                    if not kept.done():
                        kept.set_exception(Refusal(UNKEPT))
            else:
                self._fails = False
                for record, kept in now:
                    self.votes.apply(record)
                    if not kept.done():
                        kept.set_result(None)

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
            record = self.votes.ask(asked | own, words)
            about = asked.get("about")
            is_of_stage = isinstance(about, dict) and "say" in about
            self._of_stage = record["ask"] if is_of_stage else ""
            await self._change(record)
            self.shows_counts = False

    async def reveal(self) -> None:
        async with self._questions:
            await self._change(self.votes.reveal())

    async def end(self) -> None:
        async with self._questions:
            await self._change(self.votes.end())

    def show_counts(self, shows: bool) -> None:
        self.shows_counts = shows
        self.stand += 1
        self.tell()

    async def _change(self, record: dict[str, Any] | None) -> None:
        if record is None:
            return
        await self.keep(record)
        self.stand += 1
        self.tell()

    async def vote(self, who: str, wanted: object) -> dict[str, Any]:
        """Take a vote, {question, choice}; what its voter is told once it is kept. Raises Refusal
        for one that fits no question, and where the disk fails."""
        vote = wanted if isinstance(wanted, dict) else {}
        record = self.votes.vote(who, vote.get("question"), vote.get("choice"))
        ballot = self.votes.ballots[record["vote"]]
        # One that is sent again, until its answer has come, costs the disk nothing.
        if ballot.votes.get(who) != record["choice"] and who not in ballot.late:
            await self.keep(record)
        is_late = ballot.votes.get(who) != record["choice"]
        return {
            "voted": {"question": ballot.id, "choice": ballot.votes.get(who), "isLate": is_late}
        }

    def shine(self, wanted: dict[str, str] | None) -> None:
        """Light a part of the page, or with None the whole."""
        self.light = wanted
        self.tell()

    def clear(self) -> None:
        """Take away what the driver has laid over the page."""
        self.light = None
        self.ink.is_dark = False
        self.ink.wipe()
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

    def leave(self, one: Connection) -> None:
        """A connection is gone. Of the driver's other tabs one drives then, without moving the
        room; the tab that is merely loaded again wants to drive when it is back."""
        self.connections.discard(one)
        if not one.drives:
            return
        self.clear()
        others = [other for other in self.connections if other.fits]
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

    def note(self, who: str) -> None:
        """Note a browser that asks instead of listening."""
        now = time.monotonic()
        self._asked = {name: at for name, at in self._asked.items() if now - at < ASKS_WITHIN}
        if len(self._asked) < MOST_FOLLOWERS or who in self._asked:
            self._asked[who] = now

    @property
    def present(self) -> int:
        """How many follow."""
        return sum(not one.lectures for one in self.connections) + len(self._asking)

    @property
    def _asking(self) -> set[str]:
        """The browsers that ask instead of listening, and have done so lately."""
        since = time.monotonic() - ASKS_WITHIN
        return {who for who, at in self._asked.items() if at > since}

    def count(self) -> dict[str, Any]:
        """What the driver is told of the class."""
        here = {one.who for one in self.connections} | self._asking
        paces = [pace for who, pace in self.votes.paces.items() if who in here]
        votes = sum(self.votes.open.counts) if self.votes.open else 0
        return {
            "present": self.present,
            "following": self.following,
            "votes": votes,
            "counted": self.votes.open.counts if self.votes.open else [],
            "paces": {name: paces.count(name) for name in PACES},
            "fails": self._fails,
        }

    @property
    def following(self) -> int:
        """How many of those do not look around by themselves."""
        return self.present - sum(one.roams and not one.lectures for one in self.connections)
