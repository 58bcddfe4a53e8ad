"""Votes: one a client and question, changeable until the answer is shown, and none lost or doubled."""

import csv
import io
from pathlib import Path
from typing import Any

import pytest

from rnnviz.hall import Votes
from rnnviz.locale import Refusal

QUESTION: dict[str, Any] = {"text": "Which vanishes?", "choices": ["both", "neither"], "truth": 0}


@pytest.fixture
def votes(tmp_path: Path) -> Votes:
    return Votes(tmp_path / "room.votes")


def test_a_client_has_one_vote_and_may_change_it_until_the_answer_is_shown(votes: Votes) -> None:
    votes.ask(QUESTION)
    for who, choice in (("a", 0), ("b", 0), ("a", 1), ("a", 1)):
        votes.vote(who, "q1", choice)
    assert votes.open
    assert votes.open.counts == [1, 1]
    votes.reveal()
    votes.vote("b", "q1", 1)
    votes.vote("c", "q1", 1)
    votes.vote("c", "q1", 1)
    assert votes.open.counts == [1, 1]
    assert len(votes.open.late) == 2


def test_the_journal_gives_the_same_votes_again_however_often_a_record_came(tmp_path: Path) -> None:
    path = tmp_path / "room.votes"
    first = Votes(path)
    records = [first.ask(QUESTION), first.vote("a", "q1", 1), first.vote("b", "q1", 0)]
    first.write([*records, *records])
    reveal = first.reveal()
    assert reveal
    first.write([reveal, first.vote("d", "q1", 0)])
    first.write([first.ask({**QUESTION, "text": "And now?"}), first.vote("a", "q2", 0)])
    again = Votes(path)
    assert again.ballots == first.ballots
    assert again.open == first.open
    assert again.ballots["q1"].counts == [1, 1]
    assert again.ballots["q2"].counts == [1, 0]


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_a_line_torn_by_a_power_cut_costs_that_record_alone(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "room.votes"
    first = Votes(path)
    first.write([first.ask(QUESTION), first.vote("a", "q1", 1)])
    whole = path.read_bytes()
    first.write([first.vote("b", "q1", 0)])
    path.write_bytes(path.read_bytes()[: max(len(whole), path.stat().st_size - cut)])
    second = Votes(path)
    assert second.ballots["q1"].votes["a"] == 1
    second.write([second.vote("c", "q1", 0)])
    third = Votes(path)
    assert third.ballots["q1"].votes.items() >= {"a": 1, "c": 0}.items()
    assert third.ballots == second.ballots


@pytest.mark.parametrize(
    "record",
    [
        b"\xff\xfe",
        b'{"vote": "q9", "who": "a", "choice": 0}',
        b'{"vote": "q1", "who": "a", "choice": 7}',
        b'{"vote": "q1", "who": 3, "choice": 0}',
        b'{"ask": "q2", "text": "?", "choices": 3, "truth": null}',
        b'{"ask": "q2", "text": "?", "choices": [3, 4], "truth": null}',
        b"[" * 100_000,
        b"17",
    ],
)
def test_what_is_no_record_changes_nothing(tmp_path: Path, record: bytes) -> None:
    path = tmp_path / "room.votes"
    first = Votes(path)
    first.write([first.ask(QUESTION), first.vote("a", "q1", 1)])
    with path.open("ab") as file:
        file.write(b"\n" + record)
    assert Votes(path).ballots == first.ballots
    assert Votes(path).ballots["q1"].counts == [0, 1]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"text": ""}, "A question has 1 to 300 characters"),
        ({"text": "x" * 301}, "A question has 1 to 300 characters"),
        ({"text": 3}, "A question has 1 to 300 characters"),
        ({"choices": ["one"]}, "2 to 6 answers"),
        ({"choices": ["a"] * 7}, "2 to 6 answers"),
        ({"choices": ["a", " "]}, "2 to 6 answers"),
        ({"choices": ["a", "x" * 121]}, "2 to 6 answers"),
        ({"choices": "ab"}, "2 to 6 answers"),
    ],
)
def test_what_is_no_question_is_refused(
    votes: Votes, changes: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(Refusal, match=sentence):
        votes.ask(QUESTION | changes)
    assert votes.open is None


@pytest.mark.parametrize(
    ("who", "question", "choice"),
    [("a", "q2", 0), ("a", "q1", 2), ("a", "q1", -1), ("a", "q1", True), ("a", "q1", "0"),
     ("", "q1", 0), ("x" * 41, "q1", 0), ("a", None, 0)],
)  # fmt: skip
def test_what_is_no_vote_is_refused(
    votes: Votes, who: str, question: object, choice: object
) -> None:
    votes.ask(QUESTION)
    with pytest.raises(Refusal):
        votes.vote(who, question, choice)
    assert votes.open
    assert votes.open.counts == [0, 0]


def test_a_question_that_has_ended_stands_no_longer_and_is_still_in_the_table(votes: Votes) -> None:
    votes.ask({**QUESTION, "text": "=1+1", "truth": True})
    votes.vote("a", "q1", 1)
    votes.end()
    assert votes.open is None
    rows = list(csv.DictReader(io.StringIO(votes.table)))
    assert [row["votes"] for row in rows] == ["0", "1"]
    # No formula for a spreadsheet, and True is no place of an answer.
    assert [row["question"] for row in rows] == ["'=1+1"] * 2
    assert [row["right"] for row in rows] == ["", ""]


def test_a_client_feels_one_pace_at_a_time(votes: Votes) -> None:
    votes.feel("a", "lost")
    votes.feel("b", "slower")
    votes.feel("a", "faster")
    votes.feel("b", "")
    votes.feel("c", "<b>")
    assert votes.paces == {"a": "faster"}
