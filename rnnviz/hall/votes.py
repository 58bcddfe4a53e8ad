"""What a class answers: the questions of a room, one vote a client, and how the pace is felt.

Everything is a record in a journal; replaying it gives the same state. Records are only ever added,
until there are many: then all votes of a question in one record take their place. A record counts
once it outlives a power cut, and not before. One that comes twice changes nothing,
so that a client may send its vote again until it is told that it is kept.
"""

import json
import logging
import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import tzinfo
from typing import Any

from rnnviz.hall.shelf import Journal, UnsureError, records_in
from rnnviz.hall.tallies import Tally, number, room_table
from rnnviz.locale import ENGLISH, N_, Refusal

LONGEST_QUESTION, LONGEST_CHOICE = 300, 120
FEWEST_CHOICES, MOST_CHOICES = 2, 6
MOST_QUESTIONS = 200
# Votes on one question: several for each client in a hall of several hundred.
MOST_VOTES = 2_000
LONGEST_NAME = 40
# How often a client may change its vote on a question.
MOST_CHANGES = 20
# Bytes from which a journal is written anew, once it is also twice as long as it need be.
COMPACT_AT = 256_000
# Bytes from which a journal takes no more votes. What the lecturer does is kept beyond that too.
MOST_BYTES = 16_000_000
PACES = ("faster", "slower", "lost")
NOBODY_NEW = N_("The lecturer lets in only those who are here already.")
TOO_OFTEN = N_("You have changed this answer {most} times; it stays as it is now.")
LOG = logging.getLogger(__name__)
FULL = N_("This question has {most} votes, and takes no more.")


@dataclass
class Ballot:
    """A question and its votes.

    truth: the place of the right answer among the choices, None where there is none. said: the same
    text and choices in further languages, {"zh-Hans": {"text": …, "choices": […]}}; a question that
    the lecturer typed has none. ranges: of a question that a number answers, the lowest and the
    highest number that count as each of the choices; any other number counts as the last of them.
    is_over: the answer has been revealed, and votes that come now are late. changes: how often each
    client has chosen another answer than before. asked, ended: when, in seconds since 1970, and
    present: how many were there; None in a journal from before.
    """

    id: str
    text: str
    choices: list[str]
    truth: int | None
    said: dict[str, dict[str, Any]] = field(default_factory=dict)
    ranges: list[list[float]] | None = None
    is_over: bool = False
    votes: dict[str, int] = field(default_factory=dict)
    late: set[str] = field(default_factory=set)
    changes: dict[str, int] = field(default_factory=dict)
    asked: float | None = None
    ended: float | None = None
    present: int | None = None

    @property
    def counts(self) -> list[int]:
        """How many chose each of the choices."""
        found = Counter(self.votes.values())
        return [found[k] for k in range(len(self.choices))]

    @property
    def tally(self) -> Tally:
        """The question in numbers, without any voter."""
        words = (self.text, self.choices, self.truth, self.counts, len(self.late), self.said)
        return Tally(*words, self.asked, self.ended, self.present)

    @property
    def is_full(self) -> bool:
        """Whether there are as many votes as are counted at most."""
        return len(self.votes) + len(self.late) >= MOST_VOTES

    def has_room(self, who: str) -> bool:
        """Whether this client's vote is one of those that are counted at most."""
        return who in self.votes or who in self.late or not self.is_full

    def count(self, who: str, choice: int) -> None:
        """Count a vote, if it is one."""
        if not 0 <= choice < len(self.choices) or not self.has_room(who):
            return
        before = self.votes.get(who)
        if self.is_over:
            if before != choice:
                self.late.add(who)
            return
        if before not in (None, choice):
            self.changes[who] = self.changes.get(who, 0) + 1
        self.votes[who] = choice

    def words(self, language: str) -> dict[str, Any]:
        """The question {text, choices} in a language, or as it was asked."""
        return self.said.get(language, {"text": self.text, "choices": self.choices})


class Votes:
    """The ballots of a room, as its journal has them.

    journal: where the shelf keeps them. `ask`, `vote`, `reveal`, `end` and `bar` make records, which change nothing
    yet: `write` keeps them, many together if need be, and `apply` then counts each. only: the names
    of those who may come and vote, where newcomers are barred; None where anybody may. is_known:
    whether what the journal has could be read.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.sorry = journal.sorry
        self.ballots: dict[str, Ballot] = {}
        self.paces: dict[str, str] = {}
        self.only: frozenset[str] | None = None
        self.is_known = True
        self._ended = ""
        self._size = 0
        self._compact_at: float = COMPACT_AT
        self._replay()

    @property
    def open(self) -> Ballot | None:
        """The question that stands now, open or revealed; None where there is none."""
        last = next(reversed(self.ballots.values()), None)
        return last if last is not None and last.id != self._ended else None

    @property
    def is_full(self) -> bool:
        """Whether the question that stands takes no vote of anybody who has not voted."""
        return self._size > MOST_BYTES or (self.open is not None and self.open.is_full)

    def admits(self, who: str) -> bool:
        """Whether this client may come, and vote."""
        return self.only is None or who in self.only

    def ask(
        self,
        asked: dict[str, Any],
        said: dict[str, dict[str, Any]] | None = None,
        at: float | None = None,
        present: int | None = None,
    ) -> list[dict[str, Any]]:
        """The records of a new question {text, choices, truth, ranges}, which ends the one before. said: it
        in further languages; at: when, and present: how many are there. What are no ranges is left out.

        Raises Refusal for what is none.
        """
        if len(self.ballots) >= MOST_QUESTIONS:
            raise Refusal(
                N_("This room has had {most} questions, and takes no more."), most=MOST_QUESTIONS
            )
        text, choices, truth = asked.get("text"), asked.get("choices"), asked.get("truth")
        if not isinstance(text, str) or not 0 < len(text.strip()) <= LONGEST_QUESTION:
            raise Refusal(N_("A question has 1 to {most} characters."), most=LONGEST_QUESTION)
        if (
            not isinstance(choices, list)
            or not FEWEST_CHOICES <= len(choices) <= MOST_CHOICES
            or not all(
                isinstance(one, str) and 0 < len(one.strip()) <= LONGEST_CHOICE for one in choices
            )
        ):
            raise Refusal(
                N_("A question has {fewest} to {most} answers of 1 to {longest} characters."),
                fewest=FEWEST_CHOICES,
                most=MOST_CHOICES,
                longest=LONGEST_CHOICE,
            )
        is_place = (
            isinstance(truth, int) and not isinstance(truth, bool) and 0 <= truth < len(choices)
        )
        new = {
            "ask": f"q{len(self.ballots) + 1}",
            "text": text.strip(),
            "choices": [one.strip() for one in choices],
            "truth": truth if is_place else None,
            "said": said or {},
            "ranges": _ranges(asked.get("ranges"), choices),
            "at": at,
            "present": present,
        }
        return [*self.end(at), new]

    def vote(self, who: str, question: object, choice: object) -> dict[str, Any]:
        """A client's vote: its record. Raises Refusal for one that fits no question, and for one too
        many."""
        ballot = self.ballots.get(str(question))
        is_whole = isinstance(choice, int) and not isinstance(choice, bool)
        if ballot is None or not is_whole or not 0 <= choice < len(ballot.choices):  # type: ignore[operator]
            raise Refusal(N_("There is no such answer to the question that stands."))
        if not 0 < len(who.encode("utf-8", "replace")) <= LONGEST_NAME:
            raise Refusal(N_("A vote needs the name of its device."))
        if not self.admits(who):
            raise Refusal(NOBODY_NEW)
        if not ballot.has_room(who):
            raise Refusal(FULL, most=MOST_VOTES)
        if ballot.votes.get(who) != choice and ballot.changes.get(who, 0) >= MOST_CHANGES:
            raise Refusal(TOO_OFTEN, most=MOST_CHANGES)
        if self._size > MOST_BYTES:
            raise Refusal(N_("This room has had so many votes that it takes no more."))
        return {"vote": ballot.id, "who": who, "choice": choice}

    def reveal(self, at: float | None = None) -> list[dict[str, Any]]:
        """The record that the question which stands is over; none where there is none."""
        is_open = self.open is not None and not self.open.is_over
        return [{"reveal": self.open.id, "at": at}] if self.open and is_open else []

    def end(self, at: float | None = None) -> list[dict[str, Any]]:
        """The records that the question which stands is over and goes away."""
        return [*self.reveal(at), {"end": self.open.id}] if self.open else []

    def bar(self, names: Collection[str] | None) -> dict[str, Any]:
        """The record that nobody but these may come and vote; or, with None, that anybody may."""
        return {"only": None if names is None else sorted(names)}

    def write(self, records: list[dict[str, Any]]) -> None:
        """Keep records; when this returns, they outlive a power cut.

        Raises OSError where the shelf fails; the journal is then as it was before. Raises Away
        where the room is another server's now.
        """
        if self._size > self._compact_at:
            self._compact()
        try:
            self._size = self._journal.append(_lines(records), self._size)
        except UnsureError:
            # What counts here is kept once more, and nothing else.
            self._compact()
            self._size = self._journal.append(_lines(records), self._size)

    def _compact(self) -> None:
        """Write the journal anew, with what counts now; it is the old one or the new one, whole."""
        lines = _lines(self._records())
        try:
            self._journal.replace(lines)
        except OSError as reason:
            LOG.warning("the votes are not written anew: %s", reason)
            self._compact_at = 2 * self._size
        else:
            self._size = len(lines)
            self._compact_at = max(COMPACT_AT, 2 * len(lines))

    def _records(self) -> Iterator[dict[str, Any]]:
        """What counts now, as few records."""
        for one in self.ballots.values():
            words = {"text": one.text, "choices": one.choices, "truth": one.truth}
            when = {"at": one.asked, "present": one.present}
            yield {"ask": one.id, **words, "said": one.said, "ranges": one.ranges, **when}
            votes = {"choices": one.votes, "changes": one.changes, "late": sorted(one.late)}
            yield {"votes": one.id, **votes}
            if one.is_over:
                yield {"reveal": one.id, "at": one.ended}
        if self._ended:
            yield {"end": self._ended}
        if self.only is not None:
            yield self.bar(self.only)

    def apply(self, record: dict[str, Any]) -> None:
        """Count a record that has been kept."""
        match record:
            case {"ask": str(id), "text": str(text), "choices": list(choices), "truth": truth} if (
                all(isinstance(one, str) for one in choices)
            ):
                said = record.get("said")
                asked, present = number(record.get("at")), record.get("present")
                new = Ballot(id, text, choices, truth, said or {}, asked=asked)
                new.present = present if isinstance(present, int) else None
                new.ranges = _ranges(record.get("ranges"), choices)
                self.ballots.setdefault(id, new)
            case {"vote": str(id), "who": str(who), "choice": int(choice)} if id in self.ballots:
                self.ballots[id].count(who, choice)
            case {
                "votes": str(id),
                "choices": dict(choices),
                "changes": dict(changes),
                "late": list(late),
            } if id in self.ballots:
                ballot = self.ballots[id]
                for who, choice in choices.items():
                    if isinstance(choice, int):
                        ballot.count(who, choice)
                ballot.changes = {who: n for who, n in changes.items() if isinstance(n, int)}
                ballot.late |= {who for who in late if isinstance(who, str)}
            case {"reveal": str(id)} if id in self.ballots:
                self.ballots[id].is_over = True
                self.ballots[id].ended = number(record.get("at"))
            case {"end": str(id)} if id in self.ballots:
                self._ended = id
            case {"only": list(names)} if all(isinstance(one, str) for one in names):
                self.only = frozenset(names)
            case {"only": None}:
                self.only = None

    def feel(self, who: str, pace: object) -> None:
        """How a client finds the pace, one of PACES, or anything else for no complaint. Not kept."""
        self.paces.pop(who, None)
        if pace in PACES and len(self.paces) < MOST_VOTES and 0 < len(who) <= LONGEST_NAME:
            self.paces[who] = str(pace)

    def tallies(self) -> list[Tally]:
        """All questions in numbers, in the order in which they were asked."""
        return [ballot.tally for ballot in self.ballots.values()]

    def table(self, language: str = ENGLISH, zone: tzinfo | None = None) -> str:
        """All questions as CSV: see `room_table`."""
        return room_table(self.tallies(), language, zone)

    def _replay(self) -> None:
        """What the journal has; a torn or damaged line is passed over."""
        try:
            text, self._size = self._journal.read()
        except FileNotFoundError:
            return
        except OSError as reason:
            # What could not be read is not written anew.
            LOG.warning("the votes cannot be read: %s", reason)
            self._compact_at = math.inf
            self.is_known = False
            return
        for record in records_in(text):
            self.apply(record)


def _ranges(told: object, choices: list[str]) -> list[list[float]] | None:
    """The ranges of a question that a number answers: one for each choice but the last; None for what is none."""
    if not isinstance(told, list) or len(told) != len(choices) - 1:
        return None
    ranges = [one for one in map(_range, told) if one is not None]
    return ranges if len(ranges) == len(told) else None


def _range(told: object) -> list[float] | None:
    match told:
        case [low, high]:
            lowest, highest = number(low), number(high)
            return None if lowest is None or highest is None else [lowest, highest]
    return None


def _lines(records: Iterable[dict[str, Any]]) -> bytes:
    """Records as lines of a journal."""
    # After a torn line, a new one begins on a line of its own.
    return "".join(f"\n{json.dumps(one)}" for one in records).encode()
