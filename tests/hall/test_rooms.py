"""Rooms: what is shown in them, who may drive, and what a restart finds."""

import errno
import json
import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from rnnviz.hall import TAKE_WITHIN, Room, Rooms
from rnnviz.hall.__main__ import main
from rnnviz.hall.on_disk import ASIDE, LOCK, MOST_ASIDE, OnDisk, journals
from rnnviz.hall.room import LONGEST_PARCEL
from rnnviz.hall.rooms import MOST_OF_AN_ADDRESS, MOST_ROOMS
from rnnviz.hall.shelf import MAX_AGE
from rnnviz.locale import Refusal
from tests.systems import needs_posix, no_longer_files

QUESTION = {"text": "Which vanishes?", "choices": ["both", "neither"], "truth": 0}


def after_a_restart(rooms: Rooms, folder: Path) -> Rooms:
    rooms.end()
    return Rooms(OnDisk(folder))


def in_folder(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if path.name != LOCK}


def vote(rooms: Rooms, room: Room) -> None:
    """Ask the room a question, and let one answer it."""
    votes = rooms.enter(room)
    asked = votes.ask(QUESTION)
    votes.write(asked)
    votes.apply(asked[-1])
    votes.write([votes.vote("a", "q1", 1)])


def test_each_move_is_later_than_the_one_before() -> None:
    room, _key = Room.new("step?t=1")
    first = room.moment
    room.move("softmax?z1=2")
    assert (first["epoch"], first["seq"]) < (room.epoch, room.seq)
    assert room.moment["view"] == "softmax?z1=2"


def test_only_the_key_that_opened_a_room_fits() -> None:
    room, key = Room.new("step")
    other, _other_key = Room.new("step")
    assert room.fits(key)
    assert not other.fits(key)
    assert not room.fits("")
    assert not room.fits(key + "\ud800")


@pytest.mark.parametrize(
    "view",
    [
        "https://example.org/step",
        "//example.org",
        "/step",
        "step#t",
        "../runs",
        "step?a=<b> c",
        "javascript:alert(1)",
        "step?a=\n",
    ],
)
def test_a_room_shows_nothing_but_links_to_pages_here(view: str) -> None:
    room, _key = Room.new("step?t=2")
    with pytest.raises(Refusal, match="no link to a page here"):
        room.move(view)
    assert room.moment["view"] == "step?t=2"


def test_a_link_has_an_end() -> None:
    room, _key = Room.new("step")
    with pytest.raises(Refusal, match="8005 characters; a room takes up to 8000"):
        room.move("step?" + "x" * 8000)


def test_a_restart_finds_every_room_where_it_was_and_counts_on(tmp_path: Path) -> None:
    rooms = Rooms(OnDisk(tmp_path))
    room, key = rooms.open("step?t=1")
    room.move("step?t=4")
    rooms.save(room)
    found = after_a_restart(rooms, tmp_path).find(room.code)
    assert found.moment["view"] == "step?t=4"
    assert found.fits(key)
    assert (found.epoch, found.seq) > (room.epoch, room.seq)


def test_the_key_is_not_on_the_disk(tmp_path: Path) -> None:
    room, key = Rooms(OnDisk(tmp_path)).open("step")
    [name] = in_folder(tmp_path)
    assert room.code in name
    assert key not in (tmp_path / name).read_text("utf-8")


def test_a_closed_room_is_gone_for_good(tmp_path: Path) -> None:
    rooms = Rooms(OnDisk(tmp_path))
    room, _key = rooms.open("step")
    rooms.close(room)
    assert not room.is_open
    for found in (rooms, after_a_restart(rooms, tmp_path)):
        with pytest.raises(Refusal, match=f'no room "{room.code}" here'):
            found.find(room.code)


def test_there_are_only_so_many_rooms_and_one_that_nobody_joined_makes_place(
    tmp_path: Path,
) -> None:
    time = 0.0
    rooms = Rooms(OnDisk(tmp_path), ticks=lambda: time)
    opened = []
    for k in range(MOST_ROOMS):
        time = float(k)
        opened.append(rooms.open("step", f"10.0.0.{k % 5}")[0])
    assert len({room.code for room in opened}) == MOST_ROOMS
    for k, room in enumerate(opened):
        room.joined = k not in (3, 7, 8, 13)
    # Two addresses have opened one of them, 10.0.0.3 three: of these the oldest.
    gone = []
    for _ in range(2):
        rooms.open("step", "10.1.1.1")[0].joined = True
        gone.append([k for k, room in enumerate(opened) if not room.is_open])
    assert gone == [[3], [3, 8]]
    for room in opened:
        room.joined = True
    with pytest.raises(Refusal, match="There are 200 rooms open here"):
        rooms.open("step", "10.1.1.1")
    rooms.close(opened[0])
    rooms.open("step")
    assert len(rooms) == len(after_a_restart(rooms, tmp_path)) == MOST_ROOMS


def test_one_address_opens_its_share_of_rooms_also_after_a_restart(tmp_path: Path) -> None:
    rooms = Rooms(OnDisk(tmp_path))
    for _ in range(MOST_OF_AN_ADDRESS):
        room, _key = rooms.open("step", "10.0.0.1")
        room.joined = True
        rooms.save(room)
    assert "10.0.0.1" not in (tmp_path / f"{room.code}.room").read_text("utf-8")
    rooms = after_a_restart(rooms, tmp_path)
    with pytest.raises(Refusal, match="60 rooms have been opened from your address"):
        rooms.open("step", "10.0.0.1")
    other, _key = rooms.open("step", "10.0.0.2")
    # Its own unused room goes, not that of another address.
    rooms.close(rooms.find(room.code))
    unused, _key = rooms.open("step", "10.0.0.1")
    rooms.open("step", "10.0.0.1")
    assert (unused.is_open, other.is_open) == (False, True)


@pytest.mark.parametrize(
    "damage",
    [
        "",
        "{",
        "[]",
        '{"code": 3}',
        '{"code": "../etc", "lock": "", "view": "", "epoch": 1, "seq": 1}',
        '{"code": "CODE", "lock": "", "view": "step", "epoch": "1", "seq": 1}',
        "[" * 100_000,
    ],
)
def test_a_damaged_room_keeps_no_other_from_opening(tmp_path: Path, damage: str) -> None:
    rooms = Rooms(OnDisk(tmp_path))
    whole, _key = rooms.open("step?t=2")
    broken, _key = rooms.open("step?t=3")
    path = tmp_path / f"{broken.code}.room"
    path.write_text(damage.replace("CODE", broken.code), "utf-8")
    again = after_a_restart(rooms, tmp_path)
    assert len(again) == 1
    assert again.find(whole.code).moment["view"] == "step?t=2"
    assert path.read_text("utf-8") == damage.replace("CODE", broken.code)


class Clocks:
    """The time of day, and a clock that nobody sets."""

    def __init__(self) -> None:
        self.day, self.ticked = 1_800_000_000.0, 5_000.0

    def on(self, folder: Path) -> Rooms:
        return Rooms(OnDisk(folder, lambda: self.day), ticks=lambda: self.ticked)

    def pass_by(self, seconds: float) -> None:
        self.day += seconds
        self.ticked += seconds

    def restart(self, rooms: Rooms, folder: Path) -> Rooms:
        """The steady clock begins anew with the machine."""
        rooms.end()
        self.ticked = 3.0
        return self.on(folder)


def test_a_room_that_nobody_has_driven_for_a_day_is_set_aside(tmp_path: Path) -> None:
    clocks = Clocks()
    rooms = clocks.on(tmp_path)
    idle, _key = rooms.open("step")
    busy, _key = rooms.open("step")
    vote(rooms, idle)
    clocks.pass_by(MAX_AGE - 1)
    rooms.drive(busy)
    rooms.save(busy)
    assert rooms.expire() == []
    clocks.pass_by(2)
    assert rooms.expire() == [idle]
    assert not idle.is_open
    with pytest.raises(Refusal, match="no room"):
        rooms.find(idle.code)
    assert in_folder(tmp_path) == {f"{busy.code}.room", ASIDE}
    # Nor does a restart find it; its votes are still there.
    assert len(clocks.restart(rooms, tmp_path)) == 1
    [name] = journals(tmp_path)
    assert name == f"{ASIDE}/{idle.code}"


def test_no_restart_makes_a_room_younger(tmp_path: Path) -> None:
    clocks = Clocks()
    rooms = clocks.on(tmp_path)
    room, _key = rooms.open("step")
    for _ in range(5):
        clocks.pass_by(MAX_AGE / 6)
        rooms = clocks.restart(rooms, tmp_path)
        # Followers are no lecturer.
        rooms.enter(rooms.find(room.code))
        rooms.find(room.code).move("step?t=2")
        rooms.save(rooms.find(room.code))
    clocks.pass_by(MAX_AGE / 6 + 1)
    assert len(rooms.expire()) == 1


def test_a_start_with_a_wrong_clock_loses_no_room_and_no_vote(tmp_path: Path) -> None:
    clocks = Clocks()
    rooms = clocks.on(tmp_path)
    room, key = rooms.open("step?t=3")
    vote(rooms, room)
    clocks.day += 25 * 3600
    rooms = clocks.restart(rooms, tmp_path)
    assert len(rooms) == 0
    opened, _key = rooms.open("step")
    clocks.day -= 25 * 3600
    rooms = clocks.restart(rooms, tmp_path)
    found = rooms.find(room.code)
    assert found.fits(key)
    assert found.view == "step?t=3"
    assert rooms.enter(found).ballots["q1"].counts == [0, 1]
    # What was opened in the future is not older than now, and ages from now on.
    assert opened.code in rooms._rooms
    clocks.pass_by(MAX_AGE + 1)
    assert len(rooms.expire()) == 2


def test_a_clock_that_is_set_while_the_server_runs_closes_nothing(tmp_path: Path) -> None:
    clocks = Clocks()
    rooms = clocks.on(tmp_path)
    rooms.open("step")
    clocks.day += 25 * 3600
    assert rooms.expire() == []


def test_what_was_set_aside_is_not_kept_without_end(tmp_path: Path) -> None:
    clocks = Clocks()
    rooms = clocks.on(tmp_path)
    (tmp_path / ASIDE).mkdir()
    for k in range(MOST_ASIDE):
        (tmp_path / ASIDE / f"old{k}.votes").touch()
    room, _key = rooms.open("step")
    vote(rooms, room)
    clocks.pass_by(MAX_AGE + 1)
    # A start removes none.
    rooms = clocks.restart(rooms, tmp_path)
    assert len({path.stem for path in (tmp_path / ASIDE).iterdir()}) == MOST_ASIDE + 1
    rooms.open("step")
    clocks.pass_by(MAX_AGE + 1)
    rooms.expire()
    stems = {path.stem for path in (tmp_path / ASIDE).iterdir()}
    assert len(stems) == MOST_ASIDE
    assert room.code in stems


def test_what_is_on_disk_is_json_that_names_its_parts(tmp_path: Path) -> None:
    clocks = Clocks()
    room, _key = clocks.on(tmp_path).open("step?t=2")
    told = json.loads((tmp_path / f"{room.code}.room").read_text("utf-8"))
    assert told == {
        **{"code": room.code, "lock": room.lock, "view": "step?t=2", "epoch": 1, "seq": 1},
        **{"driver": "", "offer": "", "until": 0.0, "former": [], "opener": "", "joined": False},
        **{"parcel": "", "series": "", "driven": clocks.day},
    }


def test_a_room_of_an_earlier_version_is_found_and_as_old_as_its_file(tmp_path: Path) -> None:
    clocks = Clocks()
    lock = Room.new("step")[0].lock
    for code, age in (("abcdef", 10), ("bcdefg", MAX_AGE + 10)):
        told = {"code": code, "lock": lock, "view": "step?t=2", "epoch": 2, "seq": 7}
        told |= {"driver": "Li", "offer": "", "until": 0.0}
        path = tmp_path / f"{code}.room"
        path.write_text(json.dumps(told), "utf-8")
        os.utime(path, (clocks.day - age, clocks.day - age))
    rooms = clocks.on(tmp_path)
    found = rooms.find("abcdef")
    assert (found.epoch, found.seq, found.driver, found.joined) == (3, 7, "Li", True)
    assert len(rooms) == 1
    assert (tmp_path / ASIDE / "bcdefg.room").exists()


@needs_posix
def test_only_their_owner_may_read_the_files_of_rooms(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        rooms = Rooms(OnDisk(tmp_path / "rooms"))
        room, _key = rooms.open("step")
        vote(rooms, room)
    finally:
        os.umask(before)
    folder = tmp_path / "rooms"
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    assert modes == {f"{room.code}.room": 0o600, f"{room.code}.votes": 0o600, LOCK: 0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_second_server_on_the_same_folder_says_so_until_the_first_one_ends(
    tmp_path: Path,
) -> None:
    first = Rooms(OnDisk(tmp_path))
    room, _key = first.open("step")
    with pytest.raises(Refusal, match="Another rnnviz on this computer has the rooms"):
        Rooms(OnDisk(tmp_path))
    second = after_a_restart(first, tmp_path)
    assert second.find(room.code).view == "step"
    # Who has left the folder writes nothing into it any more.
    with pytest.raises(Refusal, match="Another rnnviz"):
        first.offer(room)


@needs_posix
def test_odd_entries_keep_no_room_from_opening_and_stay(tmp_path: Path) -> None:
    rooms = Rooms(OnDisk(tmp_path))
    room, _key = rooms.open("step?t=2")
    vote(rooms, room)
    (tmp_path / "abcdef.room").mkdir()
    (tmp_path / "bcdefg.room").symlink_to(tmp_path / "nowhere")
    (tmp_path / "cdefgh.room").symlink_to("cdefgh.room")
    os.mkfifo(tmp_path / "defghj.room")
    (tmp_path / "efghjk.votes").mkdir()
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "thesis.draft").write_text("mine")
    # What kills have left half written, of this version and of an earlier one.
    (tmp_path / f".{room.code}.room-12-0123abcd").write_text("{")
    (tmp_path / f"{room.code}.draft").write_text("{")
    before = in_folder(tmp_path)
    rooms = after_a_restart(rooms, tmp_path)
    assert rooms.find(room.code).view == "step?t=2"
    assert rooms.enter(room).ballots["q1"].counts == [0, 1]
    gone = {f".{room.code}.room-12-0123abcd", f"{room.code}.draft", "efghjk.votes"}
    assert in_folder(tmp_path) == (before - gone) | {ASIDE}
    assert (tmp_path / ASIDE / "efghjk.votes").is_dir()
    assert list(journals(tmp_path)) == [room.code]


def forbid(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """The system refuses these calls, as on a disk that can only be read."""

    def refuse(*_given: object, **_named: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    for name in names:
        monkeypatch.setattr(os, name, refuse)


def test_a_disk_that_can_only_be_read_has_rooms_to_follow_and_opens_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = Rooms(OnDisk(tmp_path))
    room, key = rooms.open("step?t=2")
    rooms.end()
    with monkeypatch.context() as readonly:
        forbid(readonly, "unlink", "rename", "replace", "write", "fsync", "mkdir")
        real = os.open

        def only_to_read(path: Any, flags: int, *more: Any, **named: Any) -> int:
            if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
                raise OSError(errno.EROFS, "Read-only file system")
            return real(path, flags, *more, **named)

        readonly.setattr(os, "open", only_to_read)
        rooms = Rooms(OnDisk(tmp_path))
        assert rooms.find(room.code).fits(key)
        rooms.enter(rooms.find(room.code))
        with pytest.raises(Refusal, match="cannot keep rooms"):
            rooms.open("step")
    # Once it can be written to, the folder is locked before anything is.
    other = Rooms(OnDisk(tmp_path))
    with pytest.raises(Refusal, match="Another rnnviz"):
        rooms.open("step")
    assert len(other) == 1


def test_a_room_whose_file_cannot_be_removed_is_emptied_or_stays_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = Rooms(OnDisk(tmp_path))
    first, _key = rooms.open("step")
    second, _key = rooms.open("step")
    vote(rooms, first)
    with monkeypatch.context() as locked:
        # In a folder that nothing can be removed from, a file can still be emptied.
        forbid(locked, "unlink")
        rooms.close(first)
        forbid(locked, "ftruncate", "fsync")
        locked.setattr("pathlib.Path.open", os.unlink)
        with pytest.raises(Refusal, match="The room is still open"):
            rooms.close(second)
    assert second.is_open
    rooms = after_a_restart(rooms, tmp_path)
    assert [*rooms._rooms] == [second.code]


NEW_KEY = "k" * 32


def test_a_room_that_is_handed_over_has_another_key_and_a_restart_knows_it(tmp_path: Path) -> None:
    rooms = Rooms(OnDisk(tmp_path))
    room, key = rooms.open("step?t=2")
    word = rooms.offer(room)
    assert word not in (tmp_path / f"{room.code}.room").read_text("utf-8")
    # The offer outlives a restart, as does what became of it.
    rooms = after_a_restart(rooms, tmp_path)
    room = rooms.find(room.code)
    assert room.fits(key)
    rooms.take(room, word, NEW_KEY, "  Li\n Na ")
    for found in (room, after_a_restart(rooms, tmp_path).find(room.code)):
        assert not found.fits(key)
        assert found.fits(NEW_KEY)
        # The former lecturer is known, and a stranger is not.
        assert found.knew(key)
        assert not found.knew("x" * 32)
        assert found.driver == "Li Na"
        assert found.view == "step?t=2"


def test_what_goes_along_outlives_a_restart_and_is_forgotten_once_it_is_there(
    tmp_path: Path,
) -> None:
    rooms = Rooms(OnDisk(tmp_path))
    room, _ = rooms.open("step")
    # What takes most of a file for its bytes.
    parcel = "é" * (LONGEST_PARCEL // 2)
    former = rooms.offer(room)
    rooms.pack(room, parcel)
    assert not rooms.offers(room, former)
    # Its lecturer, who comes back meanwhile, leaves it there, offered or not yet.
    assert not rooms.unpack(room)
    word = rooms.offer(room)
    assert not rooms.unpack(room)
    rooms = after_a_restart(rooms, tmp_path)
    room = rooms.find(room.code)
    assert room.parcel == parcel
    rooms.take(room, word, NEW_KEY, "Li")
    assert after_a_restart(rooms, tmp_path).find(room.code).parcel == parcel
    assert rooms.unpack(room)
    assert (room.parcel, rooms.unpack(room)) == ("", False)
    rooms.pack(room, parcel)
    rooms.withdraw(room)
    assert room.parcel == ""


def test_the_word_of_an_offer_is_good_for_one_person_once(tmp_path: Path) -> None:
    rooms = Rooms(OnDisk(tmp_path))
    room, _key = rooms.open("step")
    word = rooms.offer(room)
    rooms.take(room, word, NEW_KEY, "Li")
    # The same person asks again, as the first answer got lost.
    rooms.take(room, word, NEW_KEY, "Li")
    with pytest.raises(Refusal, match="no longer hands the room over"):
        rooms.take(room, word, "x" * 32, "Wang")
    assert room.fits(NEW_KEY)


@pytest.mark.parametrize(
    ("word", "key", "sentence"),
    [
        ("guessed", NEW_KEY, "no longer hands the room over"),
        ("", NEW_KEY, "no longer hands the room over"),
        ("WORD", "short", "needs the key of its new driver"),
        ("WORD", "k" * 32 + "\n", "needs the key of its new driver"),
    ],
)
def test_who_guesses_takes_no_room_over(tmp_path: Path, word: str, key: str, sentence: str) -> None:
    rooms = Rooms(OnDisk(tmp_path))
    room, own = rooms.open("step")
    offered = rooms.offer(room)
    with pytest.raises(Refusal, match=sentence):
        rooms.take(room, word.replace("WORD", offered), key, "")
    assert room.fits(own)


def test_an_offer_ends_by_time_by_another_one_and_by_taking_it_back(tmp_path: Path) -> None:
    now = 1_800_000_000.0
    rooms = Rooms(OnDisk(tmp_path, lambda: now))
    room, key = rooms.open("step")
    words = [rooms.offer(room)]
    now += TAKE_WITHIN
    with pytest.raises(Refusal, match="its time is over"):
        rooms.take(room, words[0], NEW_KEY, "")
    words += [rooms.offer(room), rooms.offer(room)]
    with pytest.raises(Refusal):
        rooms.take(room, words[1], NEW_KEY, "")
    rooms.withdraw(room)
    with pytest.raises(Refusal):
        rooms.take(room, words[2], NEW_KEY, "")
    assert room.fits(key)


def test_two_who_take_one_offer_at_once_do_not_both_drive(tmp_path: Path) -> None:
    rooms = Rooms(OnDisk(tmp_path))
    room, _key = rooms.open("step")
    word = rooms.offer(room)
    keys = [f"{k:032}" for k in range(16)]

    def take(key: str) -> bool:
        try:
            rooms.take(room, word, key, "")
        except Refusal:
            return False
        return True

    with ThreadPoolExecutor(16) as pool:
        taken = list(pool.map(take, keys))
    assert sum(taken) == 1
    assert [room.fits(key) for key in keys] == taken


def test_a_full_disk_opens_no_room_and_hands_none_over(tmp_path: Path) -> None:
    rooms = Rooms(OnDisk(tmp_path))
    room, key = rooms.open("step")
    word = rooms.offer(room)
    with no_longer_files(10):
        with pytest.raises(Refusal, match="cannot keep rooms"):
            rooms.open("step")
        with pytest.raises(Refusal, match="cannot keep rooms"):
            rooms.take(room, word, NEW_KEY, "")
    assert len(rooms) == 1
    # Nothing half written is left.
    assert in_folder(tmp_path) == {f"{room.code}.room"}
    assert room.fits(key)
    rooms = after_a_restart(rooms, tmp_path)
    assert rooms.find(room.code).fits(key)
    rooms.take(rooms.find(room.code), word, NEW_KEY, "")


def test_votes_of_open_rooms_and_of_those_set_aside_are_printed_as_csv(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clocks = Clocks()
    rooms = clocks.on(tmp_path)
    old, _key = rooms.open("step")
    vote(rooms, old)
    clocks.pass_by(MAX_AGE + 1)
    rooms.expire()
    new, _key = rooms.open("step")
    vote(rooms, new)
    monkeypatch.setenv("RNNVIZ_ROOMS", str(tmp_path))

    # It reads beside the server that has the folder.
    monkeypatch.setattr("sys.argv", ["rnnviz.hall"])
    main()
    listed = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert {(name, what) for name, _when, what in listed} == {
        (f"aside/{old.code}", "questions: 1, votes: 1"),
        (new.code, "questions: 1, votes: 1"),
    }
    words = ["rnnviz.hall", "--votes", f"aside/{old.code}"]
    monkeypatch.setattr("sys.argv", words)
    main()
    printed = capsys.readouterr().out
    assert printed.lstrip("\ufeff").splitlines()[1:] == [
        "Which vanishes?,,,,1,A,0,both,0,neither,1"
    ]
    file = tmp_path / "votes.csv"
    monkeypatch.setattr("sys.argv", [*words, "--out", str(file)])
    main()
    assert file.read_bytes().decode("utf-8").splitlines() == printed.splitlines()
    monkeypatch.setattr("sys.argv", [*words, "--out", str(tmp_path / "nowhere" / "votes.csv")])
    with pytest.raises(SystemExit, match="No such file"):
        main()
    monkeypatch.setattr("sys.argv", ["rnnviz.hall", "--votes", "nobody"])
    with pytest.raises(SystemExit, match="no votes of 'nobody'"):
        main()
