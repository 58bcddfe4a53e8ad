"""What tests use of a system that another one may lack: there they are skipped."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

needs_posix = pytest.mark.skipif(
    os.name != "posix", reason="needs a POSIX system's forks, pipes, links or rights of files"
)
needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux's /proc or limits")


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
