"""How many files a session keeps open, and which of them it closes when its reader leaves."""

import asyncio
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pages.server.open_files import LoopsOnUse
from tests.serving import ROOT, Server
from tests.sessions import visit

PROC = Path("/proc")
SESSIONS = 20


def open_files(server: Server) -> int:
    return len(list((PROC / str(server.process.pid) / "fd").iterdir()))


@pytest.mark.skipif(not PROC.exists(), reason="Open files are counted in /proc.")
def test_a_session_is_one_connection_and_lets_go_of_it(server: Server) -> None:
    visit(server, "step")[0].close()
    before = open_files(server)
    sockets = [visit(server, "step")[0] for _ in range(SESSIONS)]
    assert open_files(server) <= before + SESSIONS + 2
    for socket in sockets:
        socket.close()
    deadline = time.monotonic() + 20
    while open_files(server) > before + 2:
        assert time.monotonic() < deadline, open_files(server)
        time.sleep(0.05)


LIMITS = """
import resource, sys
soft, hard = map(int, sys.argv[1:])
resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
import logging
logging.basicConfig()
from pages.server.open_files import raise_limit
print(raise_limit(), resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""


@pytest.mark.parametrize(
    ("soft", "hard", "after", "warns"), [(256, 4096, 4096, False), (256, 1024, 1024, True)]
)
def test_the_limit_is_raised_where_it_may_be(soft: int, hard: int, after: int, warns: bool) -> None:
    resource = pytest.importorskip("resource", reason="needs a system that limits open files")
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if most != resource.RLIM_INFINITY and most < hard:
        pytest.skip(f"This machine allows {most} open files.")
    done = subprocess.run(
        [sys.executable, "-c", LIMITS, str(soft), str(hard)],
        cwd=ROOT, capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert done.stdout.split() == [str(after)] * 2
    assert ("ulimit" in done.stderr) == warns


def test_a_loop_that_opens_on_use_is_a_loop() -> None:
    # The browser's fixture may already run a loop in this thread.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(use_loops).result()


def use_loops() -> None:
    loop = LoopsOnUse().new_event_loop()
    assert not loop.is_closed()
    assert not loop.is_running()

    async def work() -> str:
        await asyncio.sleep(0)
        return await asyncio.to_thread(str, 42)

    assert loop.run_until_complete(work()) == "42"
    loop.close()
    assert loop.is_closed()
    with pytest.raises(RuntimeError, match="closed"):
        loop.call_soon(print)
    unused = LoopsOnUse().new_event_loop()
    unused.close()
    assert unused.is_closed()
    with pytest.raises(RuntimeError, match="closed"):
        unused.call_soon(print)
