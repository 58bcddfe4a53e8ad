"""The files of the static edition: what pages fetch has the hash of its content in its name.

An edition is written over an older one that people are reading. So what pages fetch comes first, under
names of its own; then the pages change, each at once; and what only older pages fetched goes last.
Whenever writing ends, every page that is there finds its files.
"""

import gzip
import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np

from rnnviz import files
from rnnviz.locale import N_, Refusal

FOLDER = "files"
# A name in FOLDER.
HASHED = re.compile(r"[\w.-]+\.[0-9a-f]{16}\.\w+")
# Names the pages of an edition, which `finish` may replace.
MARK = ".rnnviz-site"
NOT_EMPTY = N_(
    "{folder} is not empty; the edition is written into a new folder or over an older one."
)
LINKED = N_("{folder} is a link to another folder; nothing is written there.")
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


def packed(name: str, value: object) -> tuple[str, bytes]:
    """A file of numbers and its name: JSON in a quarter of its bytes, which the browser unpacks itself.

    Its ending is one for which no host knows an encoding: some would have the browser unpack it twice.
    """
    return f"{name}.packed", gzip.compress(written(value), mtime=0)


class Files:
    """Writes them into a folder; a name never changes its content.

    kept: those that a browser keeps after its first visit; the others it keeps once it has asked for them.
    Raises Refusal for a folder with anything else than an edition in it, and OSError.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._mark = folder / MARK
        if folder.exists() and not self._mark.is_file() and any(folder.iterdir()):
            raise Refusal(NOT_EMPTY, folder=folder)
        folder.mkdir(parents=True, exist_ok=True)
        self._before = self._mark.read_text("utf-8").split("\n") if self._mark.is_file() else []
        self._note(self._before)
        self._own_folder(FOLDER)
        self.written: list[str] = []
        self.kept: list[str] = []
        self._pages: dict[str, bytes] = {}
        self._digest = hashlib.sha256()

    @property
    def version(self) -> str:
        """Another one whenever a file is another one."""
        return self._digest.hexdigest()[:16]

    def put(self, name: str, body: bytes, is_kept: bool = True) -> str:
        """Write a file such as "softmax.js"; its address."""
        path = address_of(name, body)
        if path not in self.written:
            self._name(path, body, is_kept)
            files.put(self._folder / path, body, mode=files.AS_OTHERS)
        return path

    def put_aside(self, name: str, body: bytes) -> str:
        """The same for what few readers ask for."""
        return self.put(name, body, is_kept=False)

    def place(self, path: str, body: bytes, is_kept: bool = True) -> None:
        """A page, or what else has an address that stays: written by `finish`."""
        self._name(path, body, is_kept)
        self._pages[path] = body

    def finish(self) -> None:
        """Write the pages, and remove what is left of an older edition. What others have put into
        the folder stays."""
        for path in self._pages:
            self._own_folder(str(Path(path).parent))
        files.sync_folder(self._folder)
        self._note(sorted({*self._before, *self._pages}))
        for path, body in self._pages.items():
            files.put(self._folder / path, body, mode=files.AS_OTHERS)
        # The list may have been changed by somebody.
        own = [path for path in self._before if path and not path.startswith(f"{FOLDER}/")]
        gone = [path for path in own if path not in self.written and self._is_inside(path)]
        self._remove([self._folder / path for path in gone])
        self._remove(
            [
                file
                for file in (self._folder / FOLDER).iterdir()
                if (HASHED.fullmatch(file.name) or files.ASIDE.fullmatch(file.name))
                and f"{FOLDER}/{file.name}" not in self.written
            ]
        )
        self._note(list(self._pages))

    def _remove(self, paths: list[Path]) -> None:
        """Lasting, so that no page comes back after a power failure whose files have gone."""
        for path in paths:
            files.remove(path)
        for folder in {path.parent for path in paths}:
            if folder.is_dir():
                files.sync_folder(folder)

    def _name(self, path: str, body: bytes, is_kept: bool) -> None:
        self.written.append(path)
        if is_kept:
            self.kept.append(path)
        self._digest.update(f"{path} {len(body)}\n".encode() + body)

    def _note(self, paths: list[str]) -> None:
        files.put(self._mark, "\n".join(paths).encode(), mode=files.AS_OTHERS)

    def _own_folder(self, path: str) -> None:
        """Make a folder of the edition. Raises Refusal where it is a link."""
        folder = self._folder / path
        if folder != self._folder and folder.is_symlink():
            raise Refusal(LINKED, folder=folder)
        folder.mkdir(exist_ok=True)

    def _is_inside(self, path: str) -> bool:
        parent = (self._folder / path).parent
        return parent.resolve().is_relative_to(self._folder.resolve()) and not parent.is_symlink()
