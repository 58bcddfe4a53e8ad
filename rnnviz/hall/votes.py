"""What a class answers: the questions of a room, one vote a client, and how the pace is felt.

Everything is a record in a journal that is only ever added to; replaying it gives the same state. A
record counts once it is on the disk, and not before. One that comes twice changes nothing, so that
a client may send its vote again until it is told that it is kept.
"""

import csv
import io
import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rnnviz.hall.disk import append
from rnnviz.locale import N_, Refusal

LONGEST_QUESTION, LONGEST_CHOICE = 300, 120
FEWEST_CHOICES, MOST_CHOICES = 2, 6
MOST_QUESTIONS = 200
# Of one question, from clients that a hall of several hundred may have had.
MOST_VOTES = 2_000
LONGEST_NAME = 40
# Of a journal: some two hundred thousand votes. What the lecturer does is kept beyond that too.
MOST_BYTES = 16_000_000
PACES = ("faster", "slower", "lost")


@dataclass
class Ballot:
    """A question and its votes.

    truth: the place of the right answer among the choices, None where there is none. said: the same
    text and choices in further languages, {"zh-Hans": {"text": …, "choices": […]}}; a question that
    the lecturer typed has none. is_over: the answer has been revealed, and votes that come now are
    late.
    """

    id: str
    text: str
    choices: list[str]
    truth: int | None
    said: dict[str, dict[str, Any]] = field(default_factory=dict)
    is_over: bool = False
    votes: dict[str, int] = field(default_factory=dict)
    late: set[str] = field(default_factory=set)

    @property
    def counts(self) -> list[int]:
        """How many chose each of the choices."""
        found = Counter(self.votes.values())
        return [found[k] for k in range(len(self.choices))]

    def has_room(self, who: str) -> bool:
        """Whether this client's vote is one of those that are counted at most."""
        return who in self.votes or len(self.votes) + len(self.late) < MOST_VOTES

    def words(self, language: str) -> dict[str, Any]:
        """The question {text, choices} in a language, or as it was asked."""
        return self.said.get(language, {"text": self.text, "choices": self.choices})


class Votes:
    """The ballots of a room, as its journal has them.

    path: of the journal. `ask`, `vote`, `reveal` and `end` make records, which change nothing yet:
    `write` keeps them, many together if need be, and `apply` then counts each.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.ballots: dict[str, Ballot] = {}
        self.paces: dict[str, str] = {}
        self._ended = ""
        self._size = 0
        self._replay()

    @property
    def open(self) -> Ballot | None:
        """The question that stands now, open or revealed; None where there is none."""
        last = next(reversed(self.ballots.values()), None)
        return last if last is not None and last.id != self._ended else None

    def ask(
        self, asked: dict[str, Any], said: dict[str, dict[str, Any]] | None = None
    ) -> dict[str, Any]:
        """The record of a new question {text, choices, truth}. said: it in further languages.

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
        return {
            "ask": f"q{len(self.ballots) + 1}",
            "text": text.strip(),
            "choices": [one.strip() for one in choices],
            "truth": truth if is_place else None,
            "said": said or {},
        }

    def vote(self, who: str, question: object, choice: object) -> dict[str, Any]:
        """A client's vote: its record. Raises Refusal for one that fits no question."""
        ballot = self.ballots.get(str(question))
        is_whole = isinstance(choice, int) and not isinstance(choice, bool)
        if ballot is None or not is_whole or not 0 <= choice < len(ballot.choices):  # type: ignore[operator]
            raise Refusal(N_("There is no such answer to the question that stands."))
        if not 0 < len(who) <= LONGEST_NAME:
            raise Refusal(N_("A vote needs the name of its device."))
        if not ballot.has_room(who):
            raise Refusal(N_("This question has {most} votes, and takes no more."), most=MOST_VOTES)
        if self._size > MOST_BYTES:
            raise Refusal(N_("This room has had so many votes that it takes no more."))
        return {"vote": ballot.id, "who": who, "choice": choice}

    def reveal(self) -> dict[str, Any] | None:
        """The record that the question which stands is over; None where there is none."""
        return {"reveal": self.open.id} if self.open else None

    def end(self) -> dict[str, Any] | None:
        """The record that the question which stands goes away; None where there is none."""
        return {"end": self.open.id} if self.open else None

    def write(self, records: list[dict[str, Any]]) -> None:
        """Keep records; when this returns, they outlive a power cut.

        Raises OSError where the disk fails; the journal is then as it was before.
        """
        # After a torn line, a new one begins on a line of its own.
        lines = "".join(f"\n{json.dumps(one)}" for one in records).encode()
        self._size = append(self._path, lines)

    def apply(self, record: dict[str, Any]) -> None:
        """Count a record that has been kept."""
        match record:
            case {"ask": str(id), "text": str(text), "choices": list(choices), "truth": truth} if (
                all(isinstance(one, str) for one in choices)
            ):
                said = record.get("said")
                self.ballots.setdefault(id, Ballot(id, text, choices, truth, said or {}))
            case {"vote": str(id), "who": str(who), "choice": int(choice)} if id in self.ballots:
                ballot = self.ballots[id]
                if not 0 <= choice < len(ballot.choices) or not ballot.has_room(who):
                    return
                if ballot.is_over:
                    if ballot.votes.get(who) != choice:
                        ballot.late.add(who)
                else:
                    ballot.votes[who] = choice
            case {"reveal": str(id)} if id in self.ballots:
                self.ballots[id].is_over = True
            case {"end": str(id)} if id in self.ballots:
                self._ended = id

    def feel(self, who: str, pace: object) -> None:
        """How a client finds the pace, one of PACES, or anything else for no complaint. Not kept."""
        self.paces.pop(who, None)
        if pace in PACES and len(self.paces) < MOST_VOTES and 0 < len(who) <= LONGEST_NAME:
            self.paces[who] = str(pace)

    @property
    def table(self) -> str:
        """All questions with the counts of their answers, as CSV."""
        told = io.StringIO()
        writer = csv.writer(told)
        writer.writerow(["question", "answer", "votes", "right", "late votes"])
        for ballot in self.ballots.values():
            for k, (choice, count) in enumerate(zip(ballot.choices, ballot.counts, strict=True)):
                right = "" if ballot.truth is None else int(k == ballot.truth)
                writer.writerow([_cell(ballot.text), _cell(choice), count, right, len(ballot.late)])
        return told.getvalue()

    def _replay(self) -> None:
        """What the journal has; a torn or damaged line is passed over."""
        try:
            lines = self._path.read_text("utf-8", errors="replace").splitlines()
        except OSError:
            return
        self._size = self._path.stat().st_size
        for line in lines:
            try:
                record = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(record, dict):
                self.apply(record)


def _cell(text: str) -> str:
    """A text that a spreadsheet does not take for a formula."""
    return f"'{text}" if text[:1] in {"=", "+", "-", "@", "\t", "\r"} else text
