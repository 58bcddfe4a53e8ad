"""The workers of a server: started once, and again if one dies."""

import os
import subprocess
import sys
import threading
import time
from contextlib import AbstractContextManager
from pathlib import Path

import rnnviz

ROOT = Path(rnnviz.__file__).parents[1]
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
# Seconds to wait before a worker that died is replaced.
PAUSE = 0.5
# Seconds that all of them have to end by themselves. Killing one loses only a second's work.
GRACE = 1.5


def surroundings() -> dict[str, str]:
    """The environment of a process of ours that computes in one thread."""
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    return os.environ | ONE_THREAD | {"PYTHONPATH": path}


class Workers(AbstractContextManager["Workers"]):
    """Processes that train the runs in `folder`, until `close`.

    count: how many; by default as many as cores less one, at least one. They end with this
    process, however it ends.
    """

    def __init__(self, folder: Path, count: int | None = None) -> None:
        self.folder = folder
        self.count = max(1, (os.cpu_count() or 1) - 1) if count is None else count
        self._closing = threading.Event()
        self._ready = [threading.Event() for _ in range(self.count)]
        self._processes: dict[int, subprocess.Popen[str]] = {}
        self._threads = [
            threading.Thread(target=self._keep, args=(k,), daemon=True) for k in range(self.count)
        ]
        for thread in self._threads:
            thread.start()

    def wait_until_ready(self, timeout: float) -> bool:
        """Wait until every worker has torch and waits for runs; False after `timeout` seconds."""
        return all(ready.wait(timeout) for ready in self._ready)

    def pids(self) -> list[int]:
        """The processes that live at present."""
        return [process.pid for process in list(self._processes.values()) if process.poll() is None]

    def close(self) -> None:
        """End the workers, within two seconds or so; their runs resume when there are workers
        again."""
        self._closing.set()
        for process in list(self._processes.values()):
            if process.stdin:
                process.stdin.close()
        deadline = time.monotonic() + GRACE
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        for process in list(self._processes.values()):
            if process.poll() is None:
                process.kill()
        for thread in self._threads:
            thread.join(GRACE)

    def __exit__(self, *_: object) -> None:
        self.close()

    def _keep(self, k: int) -> None:
        """One worker after another, each started when the one before has died."""
        command = [sys.executable, "-m", "rnnviz.training.worker", str(self.folder)]
        while not self._closing.is_set():
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=surroundings(),
                text=True,
            )
            self._processes[k] = process
            if self._closing.is_set() and process.stdin:
                process.stdin.close()
            if process.stdout and process.stdout.readline() == "ready\n":
                self._ready[k].set()
            process.wait()
            self._ready[k].clear()
            self._closing.wait(PAUSE)
