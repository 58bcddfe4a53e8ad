"""What keeps the runs of a folder waiting, said where all servers and pages find it."""

from contextlib import suppress
from pathlib import Path

from rnnviz import files
from rnnviz.locale import Refusal
from rnnviz.training import records

NAME = "notice.json"


def put(folder: Path, problem: Refusal) -> None:
    """Say it, unless it is said already."""
    said = {"message": problem.message, "values": problem.values}
    with suppress(OSError):
        if records.read_json(folder / NAME) != said:
            records.put_json(folder / NAME, said)


def withdraw(folder: Path) -> None:
    """All is well."""
    with suppress(OSError):
        files.remove(folder / NAME)


def find(folder: Path) -> Refusal | None:
    """What was said last, if it still holds."""
    with suppress(Refusal, KeyError, TypeError, ValueError, AttributeError, IndexError):
        if said := records.read_json(folder / NAME):
            return Refusal(str(said["message"]), **said["values"])
    return None
