"""Votes: one a client and question, changeable until the answer is shown, and none lost or doubled."""

import csv
import io
from contextlib import AbstractContextManager, suppress
from datetime import timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from rnnviz.hall import Votes
from rnnviz.hall import votes as votes_module
from rnnviz.hall.on_disk import File
from rnnviz.hall.votes import MOST_CHANGES, MOST_QUESTIONS, MOST_VOTES
from rnnviz.locale import Refusal
from tests.systems import no_longer_files

QUESTION: dict[str, Any] = {"text": "Which vanishes?", "choices": ["both", "neither"], "truth": 0}


def count(votes: Votes, *records: dict[str, Any] | list[dict[str, Any]]) -> None:
    """Keep records, and count them."""
    kept = [one for some in records for one in (some if isinstance(some, list) else [some])]
    votes.write(kept)
    for one in kept:
        votes.apply(one)


@pytest.fixture
def votes(tmp_path: Path) -> Votes:
    return Votes(File(tmp_path / "room.votes"))


def test_a_client_has_one_vote_and_may_change_it_until_the_answer_is_shown(votes: Votes) -> None:
    count(votes, votes.ask(QUESTION))
    for who, choice in (("a", 0), ("b", 0), ("a", 1), ("a", 1)):
        count(votes, votes.vote(who, "q1", choice))
    assert votes.open
    assert votes.open.counts == [1, 1]
    count(votes, votes.reveal())
    for who in ("b", "c", "c"):
        count(votes, votes.vote(who, "q1", 1))
    assert votes.open.counts == [1, 1]
    assert len(votes.open.late) == 2


def test_the_journal_gives_the_same_votes_again_however_often_a_record_came(tmp_path: Path) -> None:
    path = tmp_path / "room.votes"
    first = Votes(File(path))
    asked = first.ask(QUESTION)
    count(first, asked)
    voted = [first.vote("a", "q1", 1), first.vote("b", "q1", 0)]
    count(first, *voted, *asked, *voted)
    count(first, first.reveal(), first.vote("d", "q1", 0))
    count(first, first.ask({**QUESTION, "text": "And now?"}))
    count(first, first.vote("a", "q2", 0))
    again = Votes(File(path))
    assert again.ballots == first.ballots
    assert again.open == first.open
    assert again.ballots["q1"].counts == [1, 1]
    assert again.ballots["q2"].counts == [1, 0]


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_a_line_torn_by_a_power_cut_costs_that_record_alone(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "room.votes"
    first = Votes(File(path))
    count(first, first.ask(QUESTION))
    count(first, first.vote("a", "q1", 1))
    whole = path.read_bytes()
    count(first, first.vote("b", "q1", 0))
    path.write_bytes(path.read_bytes()[: max(len(whole), path.stat().st_size - cut)])
    second = Votes(File(path))
    assert second.ballots["q1"].votes["a"] == 1
    count(second, second.vote("c", "q1", 0))
    third = Votes(File(path))
    assert third.ballots["q1"].votes.items() >= {"a": 1, "c": 0}.items()
    assert third.ballots == second.ballots


@pytest.mark.parametrize(
    "ranges",
    [
        None,
        17,
        [],
        [[0, 1], [2, 3]],
        [[0]],
        [[0, 1, 2]],
        [["0", 1]],
        [[0, float("nan")]],
        [None],
        ["01"],
    ],
)
def test_what_are_no_ranges_leaves_a_question_with_choices(votes: Votes, ranges: object) -> None:
    count(votes, votes.ask({**QUESTION, "ranges": ranges}))
    assert votes.open
    assert votes.open.ranges is None


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
    first = Votes(File(path))
    count(first, first.ask(QUESTION))
    count(first, first.vote("a", "q1", 1))
    with path.open("ab") as file:
        file.write(b"\n" + record)
    assert Votes(File(path)).ballots == first.ballots
    assert Votes(File(path)).ballots["q1"].counts == [0, 1]


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
    count(votes, votes.ask(QUESTION))
    with pytest.raises(Refusal):
        votes.vote(who, question, choice)
    assert votes.open
    assert votes.open.counts == [0, 0]


def test_a_question_that_has_ended_stands_no_longer_and_is_still_in_the_table(votes: Votes) -> None:
    count(votes, votes.ask({**QUESTION, "text": "=1+1", "truth": True}))
    count(votes, votes.vote("a", "q1", 1))
    count(votes, votes.end())
    assert votes.open is None
    [row] = csv.DictReader(io.StringIO(votes.table()))
    assert (row["votes"], row["votes for A"], row["votes for B"]) == ("1", "0", "1")
    # No formula for a spreadsheet, and True is no place of an answer.
    assert row["question"] == "'=1+1"
    assert row["right answer"] == ""
    # A journal from before has no times.
    assert row["asked at"] == row["answered at"] == row["present"] == ""


def test_the_table_says_when_a_class_was_asked_and_how_many_were_there(
    votes: Votes, tmp_path: Path
) -> None:
    """In the reader's own words and time, each question once; and a journal written anew says the same."""
    words = {"zh-Hans": {"text": "谁？", "choices": ["甲", "乙"]}}
    count(votes, votes.ask({**QUESTION, "truth": 1}, words, at=0.0, present=34))
    count(votes, votes.vote("a", "q1", 1))
    count(votes, votes.reveal(at=90.5))
    votes._compact()
    berlin = timezone(timedelta(hours=1))
    for own in (votes, Votes(File(tmp_path / "room.votes"))):
        [row] = csv.DictReader(io.StringIO(own.table("zh-Hans", berlin)))
        assert list(row.values()) == [
            "谁？", "1970-01-01 01:00:00", "1970-01-01 01:01:30", "34", "1", "B", "0", "甲", "0", "乙", "1",
        ]  # fmt: skip
        assert row["在场人数"] == "34"


def test_a_client_feels_one_pace_at_a_time(votes: Votes) -> None:
    votes.feel("a", "lost")
    votes.feel("b", "slower")
    votes.feel("a", "faster")
    votes.feel("b", "")
    votes.feel("c", "<b>")
    assert votes.paces == {"a": "faster"}


def full_disk(bytes_left: int, path: Path) -> AbstractContextManager[None]:
    """A disk that takes these bytes more of the journal."""
    return no_longer_files(path.stat().st_size + bytes_left)


@pytest.mark.parametrize("bytes_left", [0, 20, 60])
def test_what_a_full_disk_refuses_is_not_counted_now_nor_after_a_restart(
    tmp_path: Path, bytes_left: int
) -> None:
    path = tmp_path / "room.votes"
    votes = Votes(File(path))
    count(votes, votes.ask(QUESTION))
    count(votes, votes.vote("a", "q1", 0))
    # Of these the first might fit: all of them are refused, or none.
    refused = [votes.vote(who, "q1", 1) for who in ("b", "c", "d")]
    with full_disk(bytes_left, path), pytest.raises(OSError, match="File too large"):
        votes.write(refused)
    for journal in (votes, Votes(File(path))):
        assert journal.ballots["q1"].counts == [1, 0]
    count(votes, *refused)
    for journal in (votes, Votes(File(path))):
        assert journal.ballots["q1"].counts == [1, 3]


def test_a_record_counts_only_once_it_is_kept(votes: Votes) -> None:
    record = votes.ask(QUESTION)
    assert votes.open is None
    count(votes, record)
    votes.vote("a", "q1", 0)
    votes.reveal()
    assert votes.open
    assert votes.open.counts == [0, 0]
    assert not votes.open.is_over


def test_late_votes_of_made_up_names_come_to_an_end_too(votes: Votes) -> None:
    count(votes, votes.ask(QUESTION), {"reveal": "q1"})
    for k in range(MOST_VOTES):
        votes.apply(votes.vote(str(k), "q1", 0))
    with pytest.raises(Refusal, match=f"has {MOST_VOTES} votes, and takes no more"):
        votes.vote("one more", "q1", 0)


def test_a_question_that_goes_away_or_makes_place_for_another_is_over(votes: Votes) -> None:
    count(votes, votes.ask(QUESTION))
    count(votes, votes.vote("a", "q1", 1))
    count(votes, votes.end())
    count(votes, votes.vote("b", "q1", 1))
    count(votes, votes.ask(QUESTION))
    count(votes, votes.ask(QUESTION))
    count(votes, votes.vote("a", "q2", 0))
    assert [one.counts for one in votes.ballots.values()] == [[0, 1], [0, 0], [0, 0]]
    assert [len(one.late) for one in votes.ballots.values()] == [1, 1, 0]
    assert votes.open is votes.ballots["q3"]


def test_a_client_changes_its_vote_as_often_as_a_hesitant_student_and_no_more(votes: Votes) -> None:
    count(votes, votes.ask(QUESTION))
    for k in range(MOST_CHANGES + 1):
        count(votes, votes.vote("a", "q1", k % 2))
    last = MOST_CHANGES % 2
    with pytest.raises(Refusal, match="changed this answer 20 times; it stays"):
        votes.vote("a", "q1", 1 - last)
    # Sent again it is still confirmed, and the next question is another one.
    count(votes, votes.vote("a", "q1", last))
    assert votes.ballots["q1"].votes == {"a": last}
    count(votes, votes.ask(QUESTION), votes.vote("b", "q1", 0))
    count(votes, votes.vote("a", "q2", 0), votes.vote("a", "q2", 1))


def test_a_journal_is_written_anew_before_it_is_long_and_says_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(votes_module, "COMPACT_AT", 5_000)
    path = tmp_path / "room.votes"
    first = Votes(File(path))
    said = {"zh-Hans": {"text": "哪个？", "choices": ["一", "二"]}}
    longest = 0
    for question in range(1, 6):
        count(first, first.ask({**QUESTION, "ranges": [[-0.5, question]]}, said))
        for k in range(20 * MOST_CHANGES):
            with suppress(Refusal):
                count(first, first.vote(f"client {k % 11}", f"q{question}", k // 11 % 2))
            longest = max(longest, path.stat().st_size)
        count(first, first.reveal(), first.vote("late", f"q{question}", 1))
        count(first, first.bar(["a", "client 1", "client 2"]) if question == 5 else [])
    # Two thousand records of 60 bytes and more have been written.
    assert longest < 15_000
    again = Votes(File(path))
    assert again.ballots == first.ballots
    assert again.ballots["q5"].ranges == [[-0.5, 5]]
    assert again.ballots["q1"].changes["client 0"] == MOST_CHANGES
    assert (again.only, again.open) == (first.only, first.open)
    assert again.only == {"a", "client 1", "client 2"}


def test_a_journal_that_could_not_be_read_is_not_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(votes_module, "COMPACT_AT", 100)
    path = tmp_path / "room.votes"
    first = Votes(File(path))
    count(first, first.ask(QUESTION))
    count(first, first.vote("a", "q1", 1))
    with monkeypatch.context() as failing:

        def fail(*_given: object, **_named: object) -> str:
            raise OSError(5, "Input/output error")

        failing.setattr(Path, "read_text", fail)
        second = Votes(File(path))
    count(second, second.bar(["a"]))
    count(second, second.bar(None))
    assert Votes(File(path)).ballots["q1"].votes == {"a": 1}


def test_only_those_who_are_let_in_vote_until_everybody_is(votes: Votes) -> None:
    count(votes, votes.ask(QUESTION))
    count(votes, votes.vote("a", "q1", 0))
    count(votes, votes.bar({"a", "b"}))
    count(votes, votes.vote("b", "q1", 0), votes.vote("a", "q1", 1))
    with pytest.raises(Refusal, match="lets in only those who are here"):
        votes.vote("c", "q1", 0)
    count(votes, votes.bar(None))
    count(votes, votes.vote("c", "q1", 0))
    assert votes.ballots["q1"].counts == [2, 1]


def test_the_lecturer_is_told_that_a_question_takes_no_more_votes(votes: Votes) -> None:
    count(votes, votes.ask(QUESTION))
    for k in range(MOST_VOTES):
        assert not votes.is_full
        votes.apply(votes.vote(str(k), "q1", 0))
    assert votes.is_full
    # Whoever has voted may still change it; another question is another one.
    votes.vote("7", "q1", 1)
    count(votes, votes.ask(QUESTION))
    assert not votes.is_full


def test_a_full_room_of_questions_and_votes_is_written_anew_within_its_limit() -> None:
    names = {f"{k:020}": k % 2 for k in range(MOST_VOTES)}
    record = {"votes": "q100", "choices": names, "changes": {}, "late": []}
    assert MOST_QUESTIONS * len(votes_module._lines([record])) < votes_module.MOST_BYTES
