"""A Dask cluster of this machine's, in the programs that a real one has."""

import socket
import subprocess
import sys
from pathlib import Path

from rnnviz.training.workers import surroundings


class Cluster:
    """A scheduler at an address that stays, and a worker with seats; each a process."""

    def __init__(self, folder: Path, seats: int = 1) -> None:
        self.seats = seats
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.folder = folder
        self.scheduler = self.open_scheduler()
        self.worker = self.open_worker()

    def open_scheduler(self) -> subprocess.Popen[bytes]:
        return self._open("scheduler", "--host=127.0.0.1", f"--port={self.port}", "--no-dashboard")

    def open_worker(self) -> subprocess.Popen[bytes]:
        return self._open(
            "worker", self.address, "--no-nanny", "--no-dashboard", "--nthreads=2",
            f"--resources=seat={self.seats}", f"--local-directory={self.folder}",
        )  # fmt: skip

    def _open(self, *words: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *words],
            env=surroundings(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def kill_worker(self) -> None:
        """As when its machine dies; another takes its place."""
        self.worker.kill()
        self.worker.wait()
        self.worker = self.open_worker()

    def kill_scheduler(self) -> None:
        """Its worker leaves it; both are started anew."""
        self.scheduler.kill()
        self.scheduler.wait()
        self.worker.wait()
        self.scheduler, self.worker = self.open_scheduler(), self.open_worker()

    def close(self) -> None:
        for process in (self.worker, self.scheduler):
            process.kill()
            process.wait()
