"""What a visitor has chosen and brought, where another server finds it."""

import os
from pathlib import Path

import pytest

from rnnviz.address import visits
from rnnviz.address.visits import MAX_AGE, Brought, Visits

# It takes some seventy bytes.
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


def test_what_nobody_keeps_alive_goes(tmp_path: Path) -> None:
    shared = Visits(tmp_path)
    for session in ("open", "over"):
        shared.bring(session, FILE)
    for path in tmp_path.iterdir():
        os.utime(path, (0, path.stat().st_mtime - MAX_AGE - 1))
    shared.keep_alive(lambda session: session == "open")
    assert shared.brought("open") == [FILE]
    assert shared.brought("over") == []


def test_a_full_folder_takes_no_more_and_a_broken_one_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(visits.LOG, "warning", lambda form, *given: said.append(form % given))
    monkeypatch.setattr(visits, "MOST_BYTES", 150)
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
