"""A Redis of this machine's, with a folder of its own, in which it keeps what it confirms."""

import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis

from tests.proxy import free_port
from tests.serving import HOST
from tests.systems import lacks

PROGRAM = shutil.which("redis-server")
MISSING = lacks("redis-server")
PATIENCE = 30.0
KEEPS = ("--appendonly", "yes", "--appendfsync", "always")


class RedisServer:
    """redis-server at an address that stays, answering when this returns."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.port = free_port()
        self.address = f"redis://{HOST}:{self.port}/0"
        self.client = redis.Redis(port=self.port, decode_responses=True)
        self._folder, self._options = folder, options or KEEPS
        self.start()

    def start(self) -> None:
        assert PROGRAM
        self._process = subprocess.Popen(
            [PROGRAM, "--port", str(self.port), "--bind", HOST, "--save", "",
             "--dir", str(self._folder), *self._options],
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                self.client.ping()
                return
            except (redis.ConnectionError, redis.BusyLoadingError):
                if self._process.poll() is not None or time.monotonic() > deadline:
                    raise
                time.sleep(0.01)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """Within this block it answers nobody."""
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        self.client.close()
        self.kill()
