"""Rooms: what is shown in them, who may drive, and what a restart finds."""

import json
import resource
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from rnnviz.hall import TAKE_WITHIN, Room, Rooms
from rnnviz.hall.rooms import MAX_AGE, MOST_ROOMS
from rnnviz.locale import Refusal


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
    rooms = Rooms(tmp_path)
    room, key = rooms.open("step?t=1")
    room.move("step?t=4")
    rooms.save(room)
    found = Rooms(tmp_path).find(room.code)
    assert found.moment["view"] == "step?t=4"
    assert found.fits(key)
    assert (found.epoch, found.seq) > (room.epoch, room.seq)


def test_the_key_is_not_on_the_disk(tmp_path: Path) -> None:
    room, key = Rooms(tmp_path).open("step")
    [file] = tmp_path.iterdir()
    assert room.code in file.name
    assert key not in file.read_text("utf-8")


def test_a_closed_room_is_gone_for_good(tmp_path: Path) -> None:
    rooms = Rooms(tmp_path)
    room, _key = rooms.open("step")
    rooms.close(room)
    assert not room.is_open
    for found in (rooms, Rooms(tmp_path)):
        with pytest.raises(Refusal, match=f'no room "{room.code}" here'):
            found.find(room.code)


def test_there_are_only_so_many_rooms(tmp_path: Path) -> None:
    rooms = Rooms(tmp_path)
    opened = [rooms.open("step")[0] for _ in range(MOST_ROOMS)]
    assert len({room.code for room in opened}) == MOST_ROOMS
    with pytest.raises(Refusal, match="There are 200 rooms open here"):
        rooms.open("step")
    rooms.close(opened[0])
    rooms.open("step")


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
    rooms = Rooms(tmp_path)
    whole, _key = rooms.open("step?t=2")
    broken, _key = rooms.open("step?t=3")
    path = tmp_path / f"{broken.code}.room"
    path.write_text(damage.replace("CODE", broken.code), "utf-8")
    again = Rooms(tmp_path)
    assert len(again) == 1
    assert again.find(whole.code).moment["view"] == "step?t=2"
    assert path.read_text("utf-8") == damage.replace("CODE", broken.code)


def test_a_room_that_nobody_has_driven_for_a_day_is_closed(tmp_path: Path) -> None:
    room, _key = Rooms(tmp_path).open("step")
    later = (tmp_path / f"{room.code}.room").stat().st_mtime + MAX_AGE + 1
    assert len(Rooms(tmp_path, now=lambda: later - 2)) == 1
    # Opening it has been a sign of life.
    later = (tmp_path / f"{room.code}.room").stat().st_mtime + MAX_AGE + 1
    assert len(Rooms(tmp_path, now=lambda: later)) == 0
    assert not list(tmp_path.iterdir())


def test_what_is_on_disk_is_json_that_names_its_parts(tmp_path: Path) -> None:
    room, _key = Rooms(tmp_path).open("step?t=2")
    told = json.loads((tmp_path / f"{room.code}.room").read_text("utf-8"))
    assert told == {
        **{"code": room.code, "lock": room.lock, "view": "step?t=2", "epoch": 1, "seq": 1},
        **{"driver": "", "offer": "", "until": 0.0},
    }


NEW_KEY = "k" * 32


def test_a_room_that_is_handed_over_has_another_key_and_a_restart_knows_it(tmp_path: Path) -> None:
    rooms = Rooms(tmp_path)
    room, key = rooms.open("step?t=2")
    word = rooms.offer(room)
    assert word not in (tmp_path / f"{room.code}.room").read_text("utf-8")
    # The offer outlives a restart, as does what became of it.
    rooms = Rooms(tmp_path)
    room = rooms.find(room.code)
    assert room.fits(key)
    rooms.take(room, word, NEW_KEY, "  Li\n Na ")
    for found in (room, Rooms(tmp_path).find(room.code)):
        assert not found.fits(key)
        assert found.fits(NEW_KEY)
        assert found.driver == "Li Na"
        assert found.view == "step?t=2"


def test_the_word_of_an_offer_is_good_for_one_person_once(tmp_path: Path) -> None:
    rooms = Rooms(tmp_path)
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
    rooms = Rooms(tmp_path)
    room, own = rooms.open("step")
    offered = rooms.offer(room)
    with pytest.raises(Refusal, match=sentence):
        rooms.take(room, word.replace("WORD", offered), key, "")
    assert room.fits(own)


def test_an_offer_ends_by_time_by_another_one_and_by_taking_it_back(tmp_path: Path) -> None:
    now = 1_800_000_000.0
    rooms = Rooms(tmp_path, now=lambda: now)
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
    rooms = Rooms(tmp_path)
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
    rooms = Rooms(tmp_path)
    room, key = rooms.open("step")
    word = rooms.offer(room)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, hard))
    try:
        with pytest.raises(Refusal, match="cannot keep rooms"):
            rooms.open("step")
        with pytest.raises(Refusal, match="cannot keep rooms"):
            rooms.take(room, word, NEW_KEY, "")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert len(rooms) == 1
    for found in (room, Rooms(tmp_path).find(room.code)):
        assert found.fits(key)
    rooms.take(room, word, NEW_KEY, "")
