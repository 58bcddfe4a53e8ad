"""The addresses by which a proxy learns whether a server may be sent readers."""

from pathlib import Path

from pages.server.health import ALIVE, READY, Health, Probes
from tests.loops import finished
from tests.server.test_server import ask


async def nothing_else(*_: object) -> None:
    raise AssertionError("is asked for something else")


def test_a_server_is_ready_as_long_as_it_can_write_and_does_not_end(tmp_path: Path) -> None:
    folders = [tmp_path, tmp_path / "not" / "yet"]

    async def statuses(health: Health) -> list[int]:
        app = Probes(nothing_else, health)
        return [(await ask(app, path)).status for path in (ALIVE, READY)]

    assert finished(statuses(Health(lambda: folders))) == [200, 200]
    (tmp_path / "file").touch()
    folders.append(tmp_path / "file" / "runs")
    assert finished(statuses(Health(lambda: folders))) == [200, 503]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file"]

    async def ended() -> list[int]:
        health = Health(list)
        await health.end(0)
        return await statuses(health)

    assert finished(ended()) == [200, 503]
