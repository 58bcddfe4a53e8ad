"""Programs that run in processes of their own, with torch already there.

    with Forks() as forks:
        told = forks.run(program, folder, "an argument")

Each is a fork of one process that has imported torch: it shares nothing with the tests or with another
program, and costs a hundredth of starting Python and torch anew.
"""

import json
import os
import runpy
import select
import subprocess
import sys
import traceback
from pathlib import Path
from typing import Self

from rnnviz.training.workers import ONE_THREAD, ROOT

PATIENCE = 300.0


class Forks:
    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.forks"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env=os.environ | ONE_THREAD,
            text=True,
        )

    def run(self, program: str, folder: Path, *arguments: str) -> str:
        """What the program prints, run as a script in the folder.

        Raises RuntimeError with its traceback if it fails, and TimeoutError.
        """
        (folder / "program.py").write_text(program, "utf-8")
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps([str(folder), *arguments]) + "\n")
        self.process.stdin.flush()
        if not select.select([self.process.stdout], [], [], PATIENCE)[0]:
            raise TimeoutError(f"a program has not ended within {PATIENCE:g} s")
        status = self.process.stdout.readline()
        told = (folder / "program.log").read_text("utf-8")
        if status != "0\n":
            raise RuntimeError(told)
        return told

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()


def main() -> None:
    import torch

    assert torch
    for line in sys.stdin:
        folder, *arguments = json.loads(line)
        pid = os.fork()
        if pid == 0:
            _become(folder, arguments)
        _, status = os.waitpid(pid, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _become(folder: str, arguments: list[str]) -> None:
    """Be the program, and end with it."""
    os.chdir(folder)
    log = os.open("program.log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(log, sys.stdout.fileno())
    os.dup2(log, sys.stderr.fileno())
    sys.argv = ["program.py", *arguments]
    status = 0
    try:
        runpy.run_path("program.py", run_name="__main__")
    except BaseException:
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    main()
