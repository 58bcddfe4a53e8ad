"""What became of a question, in numbers alone: of a room's questions as CSV, and of those of many rooms."""

import csv
import io
import json
import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, tzinfo
from typing import Any

from rnnviz.locale import ENGLISH, N_, translator

LETTERS = "ABCDEF"
# What a row of a room's table begins with; then comes each answer with its votes.
COLUMNS = (
    N_("question"),
    N_("asked at"),
    N_("answered at"),
    N_("present"),
    N_("votes"),
    N_("right answer"),
    N_("late votes"),
)
VOTES_FOR = N_("votes for {answer}")
# Of these, a question that was asked again has some more.
OF_A_TIME = ("asked at", "answered at", "present", "votes", "late votes")


@dataclass(frozen=True)
class Tally:
    """A question as a class was asked it once, and how many chose each of its answers.

    truth, said, asked, ended, present: as a `Ballot` has them. late: how many votes came too late.
    """

    text: str
    choices: list[str]
    truth: int | None
    counts: list[int]
    late: int = 0
    said: dict[str, dict[str, Any]] = field(default_factory=dict)
    asked: float | None = None
    ended: float | None = None
    present: int | None = None

    @classmethod
    def kept(cls, record: Any) -> "Tally | None":
        """The one of a record, as `record` has it; None for what is none."""
        match record:
            case {"text": str(text), "choices": list(choices), "counts": list(counts)} if (
                all(isinstance(one, str) for one in choices)
                and all(map(_is_count, counts))
                and len(choices) == len(counts) <= len(LETTERS)
            ):
                truth, present, late = (record.get(one) for one in ("truth", "present", "late"))
                said, is_place = record.get("said"), _is_count(truth) and truth < len(choices)
                return cls(
                    text,
                    choices,
                    truth if is_place else None,
                    counts,
                    late if _is_count(late) else 0,
                    said if isinstance(said, dict) else {},
                    number(record.get("asked")),
                    number(record.get("ended")),
                    present if _is_count(present) else None,
                )
        return None

    @property
    def record(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def votes(self) -> int:
        return sum(self.counts)

    @property
    def right(self) -> int | None:
        """How many chose the right answer; None where there is none."""
        return None if self.truth is None else self.counts[self.truth]

    @property
    def is_wrong(self) -> bool:
        """Whether fewer than half of the class were right."""
        return self.right is not None and 2 * self.right < self.votes

    @property
    def same(self) -> str:
        """What a question has in common with itself when it is asked again, in whichever language."""
        words = self.said.get(ENGLISH) or {"text": self.text, "choices": self.choices}
        return json.dumps([words.get("text"), words.get("choices")])

    def words(self, language: str) -> tuple[str, list[str]]:
        """The question and its answers in a language, or as it was asked."""
        match self.said.get(language):
            case {"text": str(text), "choices": list(choices)} if len(choices) == len(self.counts):
                return text, [str(one) for one in choices]
        return self.text, self.choices


def each_once(tallies: Iterable[Tally]) -> list[list[Tally]]:
    """The questions in the order in which they were first asked, each with all its times. A time at
    which nobody voted is none, unless it is the only one."""
    found: dict[str, list[Tally]] = {}
    for one in tallies:
        found.setdefault(one.same, []).append(one)
    return [[one for one in times if one.votes] or times[:1] for times in found.values()]


def room_table(
    tallies: Iterable[Tally], language: str = ENGLISH, zone: tzinfo | None = None
) -> str:
    """The questions of a room, each in one row with its answers and how many chose each, as CSV. What
    was asked again has its further times behind. zone: of the times; the server's own where it is
    None."""
    _ = translator(language)
    questions = each_once(tallies)
    letters = LETTERS[: max((len(times[0].choices) for times in questions), default=0)]
    again = range(2, 1 + max(map(len, questions), default=0))
    votes_for = [_(VOTES_FOR).format(answer=letter) for letter in letters]
    answers = [one for pair in zip(letters, votes_for, strict=True) for one in pair]
    head = [*(_(name) for name in COLUMNS), *answers]
    for time in again:
        head += [f"{name} ({time})" for name in (*map(_, OF_A_TIME), *votes_for)]
    rows = [head]
    for first, *others in questions:
        text, choices = first.words(language)
        right = "" if first.truth is None else LETTERS[first.truth]
        asked, ended, present, votes, late = _told(first, zone)
        row = [cell(text), asked, ended, present, votes, right, late]
        counts = dict(zip(letters, first.counts, strict=False))
        words = dict(zip(letters, choices, strict=False))
        row += [one for k in counts for one in (cell(words[k]), str(counts[k]))]
        if others:
            row += [""] * (len(COLUMNS) + len(answers) - len(row))
        for other in others:
            missing = [""] * (len(letters) - len(other.counts))
            row += [*_told(other, zone), *map(str, other.counts), *missing]
        rows.append(row)
    return csv_of(rows)


def csv_of(rows: Iterable[Iterable[str]]) -> str:
    told = io.StringIO()
    csv.writer(told).writerows(rows)
    return told.getvalue()


def _told(one: Tally, zone: tzinfo | None) -> list[str]:
    """OF_A_TIME of a question."""
    present = "" if one.present is None else str(one.present)
    return [
        moment(one.asked, zone),
        moment(one.ended, zone),
        present,
        str(one.votes),
        str(one.late),
    ]


def number(told: object) -> float | None:
    """A finite number; None for what is none."""
    return float(told) if isinstance(told, int | float) and math.isfinite(told) else None


def moment(seconds: float | None, zone: tzinfo | None) -> str:
    """A moment as spreadsheets read it; "" for none."""
    if seconds is None:
        return ""
    return f"{datetime.fromtimestamp(seconds, UTC).astimezone(zone):%Y-%m-%d %H:%M:%S}"


def cell(text: str) -> str:
    """A text that a spreadsheet does not take for a formula."""
    return f"'{text}" if text[:1] in {"=", "+", "-", "@", "\t", "\r"} else text


def _is_count(told: Any) -> bool:
    return isinstance(told, int) and not isinstance(told, bool) and told >= 0
