"""Windows, as far as Linux can be made to look like it: in front of PYTHONPATH, this folder takes
from our code all that only POSIX has, and from what it uses the modules that only POSIX has.

    PYTHONPATH=tests/elsewhere streamlit run app.py
    PYTHONPATH=tests/elsewhere python -m benchmarks.kill

Modules such as `fcntl` and `uvloop` cannot be imported; in our code `os`, `signal` and `time` lack
what `lacks` names, and what is peculiar to Windows is there: `os.open` ends lines anew in files that
are not said to be binary, a folder in the place of a file is refused as a file is that may not be
written, and below RNNVIZ_RUNS, RNNVIZ_ROOMS and the folder for temporary files nothing can be moved
or removed that any process has open.

The standard library, psutil and filelock keep what they have here: on Windows they are others. So
does the rest of what we use keep its `os`: it asks for the system's name, which is still Linux.
The tests themselves may use POSIX.
"""

import builtins
import os
import signal
import sys
import sysconfig
import tempfile
import time
from collections.abc import Mapping, Sequence
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.elsewhere.lacks import is_missing, lacks

sys.path.pop(0)

# These stand for the system, and have a part of their own for Windows.
SYSTEM = {"psutil", "filelock", "tests", "benchmarks", "sitecustomize"}
OURS = {"rnnviz", "pages", "app", "__main__"}
LIBRARY = sysconfig.get_path("stdlib")
ADDED = (sysconfig.get_path("purelib"), sysconfig.get_path("platlib"))
# Further ones than the standard library's.
NOT_FOR_WINDOWS = {"uvloop"}
O_BINARY = 1 << 40
HOMES = [
    os.path.realpath(home)
    for home in (
        os.environ.get("RNNVIZ_RUNS"), os.environ.get("RNNVIZ_ROOMS"), tempfile.gettempdir()
    )
    if home
]  # fmt: skip


class Bare(ModuleType):
    """A module of the standard library without what Windows lacks. own: what it has instead."""

    def __init__(self, module: ModuleType, own: Mapping[str, Any]) -> None:
        super().__init__(module.__name__, module.__doc__)
        self.__dict__["_real"], self.__dict__["_own"] = module, own
        self.__dict__["_lacks"] = lacks(module.__name__)
        del self.__dict__["__spec__"], self.__dict__["__loader__"]

    def __getattr__(self, name: str) -> Any:
        if name in self._own:
            return self._own[name]
        if name in self._lacks:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r} on Windows")
        return getattr(self._real, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._real, name, value)

    def __dir__(self) -> list[str]:
        return sorted((set(dir(self._real)) | set(self._own)) - self._lacks)


# ---- files ---------------------------------------------------------------------------------------

_text: set[int] = set()


def _open(path: Any, flags: int, *given: Any, **named: Any) -> int:
    if os.path.isdir(path):
        raise PermissionError(13, "Permission denied", str(path))
    fd = os.open(path, flags & ~O_BINARY, *given, **named)
    (_text.discard if flags & O_BINARY else _text.add)(fd)
    return fd


def _write(fd: int, data: Any) -> int:
    if fd not in _text:
        return os.write(fd, data)
    os.write(fd, bytes(data).replace(b"\n", b"\r\n"))
    return len(data)


def _is_open(path: str) -> bool:
    """Whether any process has the file open, or one in the folder."""
    for process in os.scandir("/proc"):
        if not process.name.isdigit():
            continue
        try:
            for fd in os.scandir(f"/proc/{process.name}/fd"):
                found = os.readlink(fd.path)
                if found == path or found.startswith(f"{path}/"):
                    return True
        except OSError:
            continue
    return False


def _refusing(name: str) -> Any:
    """A function of `os` that moves or removes, and refuses what is open."""
    do = getattr(os, name)

    def act(path: Any, *given: Any, **named: Any) -> Any:
        # A folder's own descriptor may stand for the first part of a path.
        if named.get("dir_fd") is None:
            for one in (path, *given[:1]) if name in ("rename", "replace") else (path,):
                real = os.path.realpath(os.path.dirname(os.fspath(one)))
                whole = os.path.join(real, os.path.basename(os.fspath(one)))
                if any(whole.startswith(f"{home}/") for home in HOMES) and _is_open(whole):
                    raise PermissionError(13, "Another process has it open", str(one))
        try:
            return do(path, *given, **named)
        except IsADirectoryError:
            names = (path, None, *given[:1]) if name in ("rename", "replace") else (path,)
            raise PermissionError(13, "Permission denied", *names) from None

    return act


for _name in ("replace", "rename", "unlink", "remove"):
    setattr(os, _name, _refusing(_name))

# ---- modules -------------------------------------------------------------------------------------

_bare = {
    "os": Bare(os, {"open": _open, "write": _write, "O_BINARY": O_BINARY}),
    "signal": Bare(signal, {}),
    "time": Bare(time, {}),
}
_import = builtins.__import__


def _top(caller: Mapping[str, Any]) -> str:
    """The package or module that imports; "" for the system, which keeps what it has."""
    spec = caller.get("__spec__")
    top = str(spec.name if spec else caller.get("__name__", "")).partition(".")[0]
    file = str(caller.get("__file__") or "")
    is_of_the_library = file.startswith(LIBRARY) and not file.startswith(ADDED)
    # What has no file is frozen into Python, or was given with -c.
    is_frozen = not file and top not in OURS
    return "" if top in SYSTEM or is_of_the_library or is_frozen else top


def _import_as_windows(
    name: str,
    globals: Mapping[str, Any] | None = None,  # noqa: A002 (its name in the language)
    locals: Mapping[str, Any] | None = None,  # noqa: A002
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> Any:
    importer = _top(globals) if globals and not level else ""
    if not importer:
        return _import(name, globals, locals, fromlist, level)
    top = name.partition(".")[0]
    if top in sys.stdlib_module_names and is_missing(top):
        raise ModuleNotFoundError(f"No module named {name!r} on Windows", name=name)
    found = _import(name, globals, locals, fromlist, level)
    if importer not in OURS or (fromlist and top != name):
        return found
    return _bare.get(top, found)


class NotForWindows(PathFinder):
    @classmethod
    def find_spec(cls, fullname: str, path: Any = None, target: Any = None) -> None:
        if fullname in NOT_FOR_WINDOWS:
            raise ModuleNotFoundError(f"No module named {fullname!r} on Windows", name=fullname)


builtins.__import__ = _import_as_windows
sys.meta_path.insert(0, NotForWindows)
