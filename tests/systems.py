"""What tests use of a system that another one may lack: there they are skipped."""

import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

# With what the reason begins why a test is skipped where something is not installed; the run says so at its end.
LACKS = "lacks "


def lacks(*programs: str, brought_by: str = "make system") -> str:
    return f"{LACKS}{' and '.join(programs)}, which `{brought_by}` installs where it may"


def left_out(reports: Iterable[pytest.TestReport]) -> list[str]:
    """What was skipped since something is not installed: a line for each reason, with the number of tests."""
    reasons = (str(one.longrepr[2]) for one in reports if isinstance(one.longrepr, tuple))
    counts = Counter(reason.removeprefix("Skipped: ") for reason in reasons)
    return [
        f"{count} {'test was' if count == 1 else 'tests were'} skipped: this computer {reason}."
        for reason, count in sorted(counts.items())
        if reason.startswith(LACKS)
    ]


needs_posix = pytest.mark.skipif(
    os.name != "posix", reason="needs a POSIX system's forks, pipes, links or rights of files"
)
needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux's /proc or limits")


# Where Linux keeps files in memory, and the bytes that have to be free: a container may have little of it.
MEMORY, ROOM = Path("/dev/shm"), 50 * 2**20


@contextmanager
def folder_in_memory() -> Iterator[Path]:
    """An empty folder, in memory where the system has room for it, and gone afterwards."""
    has_room = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM
    with tempfile.TemporaryDirectory(
        dir=MEMORY if has_room else None, prefix="rnnviz-", ignore_cleanup_errors=True
    ) as folder:
        yield Path(folder)


@contextmanager
def no_longer_files(than: int, process: int = 0) -> Iterator[None]:
    """The system lets a process write no file beyond this many bytes, as on a full disk.

    process: another one than this, which Linux alone allows.
    """
    resource = pytest.importorskip("resource", reason="needs a system that limits files")

    def limit(*limits: tuple[int, int]) -> tuple[int, int]:
        if process:
            return resource.prlimit(process, resource.RLIMIT_FSIZE, *limits)
        before: tuple[int, int] = resource.getrlimit(resource.RLIMIT_FSIZE)
        for one in limits:
            resource.setrlimit(resource.RLIMIT_FSIZE, one)
        return before

    soft, hard = limit()
    limit((than, hard))
    try:
        yield
    finally:
        limit((soft, hard))


def fill(path: Path) -> None:
    """Write a file until its disk is full."""
    with path.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))
