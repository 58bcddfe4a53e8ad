"""A run's files as they are read, and the sentences for what cannot be read or written."""

import json
from pathlib import Path
from typing import Any

from rnnviz import files
from rnnviz.locale import N_, Refusal

MAX_JSON_BYTES = 64 * 10**6

DAMAGED = N_("This training is damaged: its file {name} cannot be read. Start it anew.")
NO_ROOM = N_("The disk is full; free some room on the server, and try again.")
UNWRITABLE = N_("Nothing can be written to the server's folder for trainings.")


class Damaged(Refusal):
    """A file of a run whose content is invalid."""

    def __init__(self, path: Path) -> None:
        super().__init__(DAMAGED, name=path.name)


def why_not(error: OSError) -> Refusal:
    """The message for a reader whose command could not be saved."""
    return Refusal(NO_ROOM if error.errno in files.FULL else UNWRITABLE)


def put_json(path: Path, value: dict[str, Any]) -> None:
    files.put(path, json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))


def read_json(path: Path) -> dict[str, Any]:
    """The object in a file; {} if there is none. Raises Damaged for anything else."""
    data = read(path, MAX_JSON_BYTES)
    if data is None:
        return {}
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        raise Damaged(path) from None
    if not isinstance(value, dict):
        raise Damaged(path)
    return value


def read(path: Path, most: int | None = None) -> bytes | None:
    """All of a file; None if there is none. Raises Damaged if it cannot be read, or is longer
    than `most`."""
    try:
        with files.patiently(lambda: path.open("rb")) as file:
            data = file.read() if most is None else file.read(most + 1)
    except FileNotFoundError:
        return None
    except OSError:
        raise Damaged(path) from None
    if most is not None and len(data) > most:
        raise Damaged(path)
    return data
