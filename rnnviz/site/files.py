"""The files of the static edition: what pages fetch has the hash of its content in its name."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np

FOLDER = "files"
# Writes a file, "lstm.en.json" and its content, and gives its address.
Put = Callable[[str, bytes], str]


def address_of(name: str, body: bytes) -> str:
    """The address of a file such as "softmax.js" below the edition's folder."""
    stem, _, suffix = name.rpartition(".")
    return f"{FOLDER}/{stem}.{hashlib.sha256(body).hexdigest()[:16]}.{suffix}"


def written(value: object) -> bytes:
    """A value as JSON; arrays as lists."""
    told = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=np.ndarray.tolist)
    return told.encode()


class Files:
    """Writes them; a name never changes its content.

    kept: those that a browser keeps after its first visit; the others it keeps once it has asked for them.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.written: list[str] = []
        self.kept: list[str] = []
        self._digest = hashlib.sha256()

    @property
    def version(self) -> str:
        """Another one whenever a file is another one."""
        return self._digest.hexdigest()[:16]

    def put(self, name: str, body: bytes, is_kept: bool = True) -> str:
        """Write a file such as "softmax.js"; its address."""
        return self.place(address_of(name, body), body, is_kept)

    def put_aside(self, name: str, body: bytes) -> str:
        """The same for what few readers ask for."""
        return self.put(name, body, is_kept=False)

    def place(self, path: str, body: bytes, is_kept: bool = True) -> str:
        """Write a file at its path, once."""
        if path in self.written:
            return path
        if is_kept:
            self.kept.append(path)
        file = self._folder / path
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(body)
        self.written.append(path)
        self._digest.update(f"{path} {len(body)}\n".encode() + body)
        return path
