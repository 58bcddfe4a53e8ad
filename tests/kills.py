"""Workers that are killed at a chosen moment: before, after, or in the middle of what they do to the
disk.

    with Nursery(folder) as nursery:
        nursery.moments()       a worker that is left to work; gives the moments it has had
        nursery.work_off("before replace .state.json", 2)   one that dies at the second of these
        nursery.work_off()      one that is left to work

A moment lies before and after each write, each file that is put in its place, cut, removed or made
lasting; a write also has one in its middle. The workers are forked from one process that has torch,
and put down a resume point after every step.
"""

import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

from rnnviz.training.store import ID
from rnnviz.training.workers import surroundings

PATIENCE = 120.0
EVERY = "0 every"


class Nursery:
    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.kills", str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=surroundings(),
            text=True,
        )
        assert self._line() == "ready"

    def work_off(self, moment: str = "", occurrence: int = 1) -> bool:
        """Work off the queue, and die at this moment; whether it came to that."""
        return self._ask(f"{occurrence} {moment}") == moment != ""

    def moments(self) -> list[str]:
        """Work off the queue; gives all the moments there were."""
        return self._ask(EVERY).split(";")[:-1]

    def _ask(self, what: str) -> str:
        assert self.process.stdin
        self.process.stdin.write(f"{what}\n")
        self.process.stdin.flush()
        return self._line()

    def _line(self) -> str:
        assert self.process.stdout
        if not select.select([self.process.stdout], [], [], PATIENCE)[0]:
            raise TimeoutError(f"a worker has not ended within {PATIENCE:g} s")
        return self.process.stdout.readline().rstrip("\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()


def main(folder: Path) -> None:
    from rnnviz.training import session
    from rnnviz.training.worker import Worker, settle

    settle()
    for chore in ("FLUSH", "RESUME", "PROBE", "SAMPLE"):
        setattr(session, chore, 0.0)
    session.SAMPLE_LENGTH = 5
    print("ready", flush=True)
    for line in sys.stdin:
        read, write = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(read)
            _die_at(line.rstrip("\n"), write)
            Worker(folder).work_off(threading.Event())
            os._exit(0)
        os.close(write)
        os.waitpid(pid, 0)
        with os.fdopen(read) as found:
            print(found.read(), flush=True)


def _die_at(asked: str, told: int) -> None:
    left, _, moment = asked.partition(" ")
    count = int(left)
    really_write = os.write

    def pass_by(what: str, file: object) -> None:
        nonlocal count
        path = os.readlink(f"/proc/self/fd/{file}") if isinstance(file, int) else str(file)
        # A temporary file has a number and a random word after its name, and each run another name.
        name = os.path.basename(path).partition("-")[0]
        said = f"{what} {'its folder' if ID.fullmatch(name) else name}"
        if asked == EVERY:
            really_write(told, f"{said};".encode())
        elif said == moment:
            count -= 1
            if count == 0:
                really_write(told, said.encode())
                os.kill(os.getpid(), signal.SIGKILL)

    def watched(name: str, do: Callable[..., Any]) -> Callable[..., Any]:
        def act(file: Any, *given: Any, **named: Any) -> Any:
            pass_by(f"before {name}", file)
            found = do(file, *given, **named)
            pass_by(f"after {name}", given[0] if name in ("replace", "rename") else file)
            return found

        return act

    def write(fd: int, data: Any) -> int:
        pass_by("before write", fd)
        half = really_write(fd, bytes(data)[: len(data) // 2]) if len(data) > 1 else 0
        # Write only a part, as a system may; the caller has to write the rest.
        pass_by("in the middle of write", fd)
        return half or really_write(fd, data)

    os.write = write
    for name in ("fsync", "replace", "rename", "unlink", "ftruncate", "truncate"):
        setattr(os, name, watched(name, getattr(os, name)))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
