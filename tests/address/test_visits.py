"""What a visitor has chosen and brought, where another server finds it."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from rnnviz.address import visits
from rnnviz.address.visits import MAX_AGE, Brought, Visits
from tests.power import Disk
from tests.systems import needs_linux

# It takes some hundred bytes.
FILE = Brought("an-id", "weights ../\n.pt", "application/octet-stream", b"\n\x00{}\n")


def test_another_server_goes_on_where_the_first_one_was(tmp_path: Path) -> None:
    here, there = Visits(tmp_path / "shared"), Visits(tmp_path / "shared")
    here.remember("one", {"page": "units", "text": "机 😀 \ud800"[:4]})
    here.bring("one", FILE)
    here.bring("one", Brought("second", "b", "", b""))
    here.take_away("one", "second")
    for former, session in (("one", "two"), ("two", "three"), ("one", "four")):
        assert there.go_on(former, session)
        assert there.remembered(session) == {"page": "units", "text": "机 😀 "}
        assert there.brought(session) == [FILE]
    assert not there.go_on("unknown", "five")
    assert there.remembered("unknown") is None
    assert there.brought("unknown") == []


@pytest.mark.parametrize("name", ["../../etc", "", "/", "a" * 5000, "\ud800", "\0"])
def test_no_name_of_a_session_leaves_the_folder(tmp_path: Path, name: str) -> None:
    shared = Visits(tmp_path / "shared")
    assert not shared.go_on(name, "new")
    shared.remember(name, {"a": 1})
    shared.bring(name, Brought(name, name, "", b"1"))
    assert shared.remembered(name) == {"a": 1}
    assert [path.name for path in tmp_path.iterdir()] == ["shared"]
    assert len(list((tmp_path / "shared").iterdir())) == 1


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """A function that lets seconds go by."""
    gone = [0.0]
    began = time.monotonic()
    monkeypatch.setattr(visits.time, "monotonic", lambda: began + gone[0])

    def let_go_by(seconds: float) -> None:
        gone[0] += seconds

    return let_go_by


def test_what_nobody_keeps_alive_goes(tmp_path: Path, later: Callable[[float], None]) -> None:
    shared = Visits(tmp_path)
    for session in ("open", "over"):
        shared.bring(session, FILE)
    for _ in range(3):
        shared.keep_alive(lambda session: session == "open")
        assert shared.brought("over") == [FILE]
        later(MAX_AGE / 2.5)
    shared.keep_alive(lambda session: session == "open")
    assert shared.brought("open") == [FILE]
    assert shared.brought("over") == []


@pytest.mark.parametrize("jump", [3_600, 86_400, -86_400])
def test_a_clock_that_jumps_ends_no_visit(
    tmp_path: Path, later: Callable[[float], None], jump: int
) -> None:
    """Of two servers, one looks before the other has said again that its visitors are there."""
    here, there = Visits(tmp_path), Visits(tmp_path)
    there.bring("one", FILE)
    here.keep_alive(lambda _session: True)
    later(60)
    # As if all clocks had gone on by so much.
    for path in tmp_path.iterdir():
        os.utime(path, (0, path.stat().st_mtime - jump))
    here.keep_alive(lambda _session: True)
    assert there.brought("one") == [FILE]
    there.keep_alive(lambda _session: True)
    later(MAX_AGE - 1)
    here.keep_alive(lambda _session: True)
    assert there.brought("one") == [FILE]


def test_a_full_folder_takes_no_more_and_a_broken_one_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(visits.LOG, "warning", lambda form, *given: said.append(form % given))
    monkeypatch.setattr(visits, "MOST_BYTES", 250)
    shared = Visits(tmp_path / "shared")
    for session in ("a", "b", "c"):
        shared.bring(session, FILE)
    assert [len(shared.brought(session)) for session in ("a", "b", "c")] == [1, 1, 0]
    assert ["is full" in one for one in said] == [True]
    (tmp_path / "file").touch()
    broken = Visits(tmp_path / "file")
    broken.remember("a", {})
    broken.keep_alive(lambda _session: True)
    assert "on this server alone" in said[-1]


@needs_linux
def test_of_a_power_cut_a_visit_is_what_it_was_or_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    knew = [{"page": "units", "text": "a text " * 20}, {"page": "step"}]
    long = Brought("long", "weights.pt", "", bytes(range(256)))
    found: list[object] = []

    def check(copy: Path) -> None:
        there = Visits(copy)
        assert there.remembered("one") in [None, *knew]
        assert all(file in (FILE, long) for file in there.brought("one"))
        found.extend(there.brought("one"))
        # Whoever comes now goes on with that, and may bring it again.
        there.go_on("one", "two")
        there.bring("two", long)
        assert long in there.brought("two")

    here = Visits(folder)
    here.remember("one", {})
    knew.append({})
    with Disk(folder, check) as disk:
        for what in knew[:2]:
            here.remember("one", what)
            here.bring("one", FILE)
            here.bring("one", long)
            disk.cut()
    assert disk.moments > 10
    assert FILE in found
    assert long in found
