"""What a class answers over weeks: the rooms of a series of lectures, in numbers alone.

A series has a key, made by its lecturer's browser; whoever has it sees the table, and nobody else.
Its journal says which rooms belong to it. As long as a room has its votes, they are counted there;
before they go, the numbers come into the journal. No vote says whose it is, not even by a device.
"""

import json
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import tzinfo
from typing import Any

from rnnviz.hall.room import KEY, Room, hashed
from rnnviz.hall.shelf import Journal, Shelf, records_in
from rnnviz.hall.tallies import Tally, cell, csv_of, each_once, moment, number
from rnnviz.hall.votes import Votes
from rnnviz.locale import ENGLISH, N_, Refusal, translator

LONGEST_TITLE = 80
# Series that a shelf keeps, rooms of one, and bytes of its journal from which it takes no more rooms.
MOST_SERIES, MOST_LECTURES, MOST_BYTES = 1_000, 300, 8_000_000
# Seconds for which a series is kept after the last room that came to it, or ended in it.
MAX_AGE = 400 * 24 * 3600.0
NO_KEY = N_("A course needs a key, and a name of 1 to {most} characters.")
FULL = N_("{most} courses are kept here, and there is room for no more.")
NO_ROOM = N_("This course has {most} rooms, and takes no more.")
TOO_LONG = N_("This course has so many votes that it takes no more rooms.")
OF_ANOTHER = N_("This room belongs to another course already.")
UNKNOWN = N_("There is no course at this link, or none any more.")
# What a row of a series' table begins with; then comes each time at which the question was asked.
COLUMNS = (N_("question"), N_("right answer"), N_("times asked"), N_("times wrong"))
OF_A_TIME = (N_("asked at"), N_("right"), N_("votes"), N_("present"))
LOG = logging.getLogger(__name__)


@dataclass
class Lecture:
    """A room of a series. at: when it came to it, in seconds since 1970. tallies: its questions, once
    it has ended."""

    code: str
    at: float | None
    tallies: list[Tally] | None = None

    @property
    def present(self) -> int | None:
        """How many were there when most were; None where nobody was asked anything."""
        return max(
            (one.present for one in self.tallies or [] if one.present is not None), default=None
        )


@dataclass
class Series:
    """The rooms of one series, in the order in which they came to it."""

    title: str = ""
    lectures: dict[str, Lecture] = field(default_factory=dict)

    def apply(self, record: dict[str, Any]) -> None:
        """Count a record of the journal; one that comes twice changes nothing."""
        match record:
            case {"room": str(code), "title": str(title)}:
                self.title = title
                self.lectures.setdefault(code, Lecture(code, number(record.get("at"))))
            case {"ended": str(code), "tallies": list(tallies)} if code in self.lectures:
                found = [Tally.kept(one) for one in tallies]
                self.lectures[code].tallies = [one for one in found if one is not None]

    @property
    def questions(self) -> list[list[Tally]]:
        """Each question with all its times at which anybody voted; those first that a class got wrong
        most often."""
        every = [one for lecture in self.lectures.values() for one in lecture.tallies or []]
        found = [times for times in each_once(every) if times[0].votes]
        return sorted(found, key=lambda times: -sum(one.is_wrong for one in times))

    def told(self, language: str) -> dict[str, Any]:
        """What the page of a series draws: see `Series` in `hall/series.d.ts`."""
        return {
            "title": self.title,
            "lectures": [
                {
                    "at": one.at,
                    "present": one.present,
                    "questions": len(each_once(one.tallies or [])),
                    "votes": sum(tally.votes for tally in one.tallies or []),
                }
                for one in self.lectures.values()
            ],
            "questions": [_question(times, language) for times in self.questions],
        }

    def table(self, language: str = ENGLISH, zone: tzinfo | None = None) -> str:
        """Each question in one row, with when it was asked and right of how many, as CSV."""
        _ = translator(language)
        questions = self.questions
        head = [_(name) for name in COLUMNS]
        for time in range(1, 1 + max(map(len, questions), default=0)):
            head += [f"{_(name)} ({time})" for name in OF_A_TIME]
        rows = [head]
        for times in questions:
            told = _question(times, language)
            wrong = "" if told["truth"] is None else str(sum(one.is_wrong for one in times))
            row = [cell(told["text"]), cell(told["truth"] or ""), str(len(times)), wrong]
            for one in times:
                numbers = ["" if k is None else str(k) for k in (one.right, one.votes, one.present)]
                row += [moment(one.asked, zone), *numbers]
            rows.append(row)
        return csv_of(rows)


def _question(times: list[Tally], language: str) -> dict[str, Any]:
    text, choices = times[0].words(language)
    truth = times[0].truth
    return {
        "text": text,
        "truth": None if truth is None else choices[truth],
        "times": [
            {"at": one.asked, "right": one.right, "votes": one.votes, "present": one.present}
            for one in times
        ],
        "wrong": sum(one.is_wrong for one in times),
    }


class SeriesOf:
    """The series of a shelf. All of it waits for the shelf. Raises OSError where that fails."""

    def __init__(self, shelf: Shelf, now: Callable[[], float]) -> None:
        self._shelf, self._now = shelf, now

    def has(self, key: str) -> bool:
        return bool(self._shelf.read_series(hashed(key)))

    def add(self, room: Room, key: str, title: str) -> str:
        """Have the room among those of a series, a new one where there is none with this key; returns
        its name on the shelf. Raises Refusal."""
        title, name = " ".join(title.split()), hashed(key)
        if not KEY.fullmatch(key) or not 0 < len(title) <= LONGEST_TITLE:
            raise Refusal(NO_KEY, most=LONGEST_TITLE)
        if room.series not in {"", name}:
            raise Refusal(OF_ANOTHER)
        text = self._shelf.read_series(name)
        lectures = _series_in(text).lectures
        if not text:
            self._make_place()
        if len(lectures) >= MOST_LECTURES and room.code not in lectures:
            raise Refusal(NO_ROOM, most=MOST_LECTURES)
        if len(text) > MOST_BYTES:
            raise Refusal(TOO_LONG)
        self._write(name, {"room": room.code, "title": title, "at": self._now()})
        return name

    def _make_place(self) -> None:
        """For one more. Raises Refusal where there is none."""
        kept = self._shelf.every_series()
        for name, last in kept.items():
            if self._now() - last > MAX_AGE:
                self._shelf.forget_series(name)
        if sum(self._now() - last <= MAX_AGE for last in kept.values()) >= MOST_SERIES:
            raise Refusal(FULL, most=MOST_SERIES)

    def note(self, room: Room) -> None:
        """Keep the numbers of a room whose votes may go from now on."""
        if room.series:
            self._end(room.series, room.code, _tallies(self._shelf.journal(room)))

    def read(self, key: str) -> Series:
        """The series with this key. Raises Refusal where there is none."""
        name = hashed(key)
        text = self._shelf.read_series(name)
        if not text:
            raise Refusal(UNKNOWN)
        series = _series_in(text)
        for lecture in series.lectures.values():
            found = self._shelf.votes_of(lecture.code, name)
            if found is None:
                continue
            journal, is_open = found
            is_noted = lecture.tallies is not None
            lecture.tallies = _tallies(journal)
            if not is_open and not is_noted:
                with suppress(OSError):
                    self._end(name, lecture.code, lecture.tallies)
        return series

    def _end(self, name: str, code: str, tallies: list[Tally]) -> None:
        if tallies:
            self._write(name, {"ended": code, "tallies": [one.record for one in tallies]})

    def _write(self, name: str, record: dict[str, Any]) -> None:
        # After a torn line, a new one begins on a line of its own.
        self._shelf.add_to_series(name, f"\n{json.dumps(record)}".encode())


def _tallies(journal: Journal) -> list[Tally]:
    """The questions of a room. Raises OSError where they cannot be read: there may be some."""
    votes = Votes(journal)
    if not votes.is_known:
        raise OSError("the votes cannot be read")
    return votes.tallies()


def _series_in(text: str) -> Series:
    """What a journal says; a torn or damaged line is passed over."""
    series = Series()
    for record in records_in(text):
        series.apply(record)
    return series
