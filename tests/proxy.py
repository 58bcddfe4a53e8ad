"""HAProxy with the configuration of `deploy/`, in front of servers of the tests'."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from tests.serving import HOST, ROOT, START_TIMEOUT
from tests.systems import lacks

CONFIGURATION = ROOT / "deploy" / "haproxy.cfg"
PROGRAM = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin:/usr/local/sbin")
MISSING = lacks("haproxy")
# The cookie that names a reader's server.
COOKIE = "rnnviz_server"
# The names that the proxy calls a server by.
HOSTS = {"RNNVIZ_HOSTS": HOST}


class Proxy:
    """HAProxy, running; it finds out by itself which servers are ready."""

    def __init__(self, logs: Path, servers: Sequence[str], check: str = "") -> None:
        """check: how long a server may take to say that it is ready, such as "100ms", if not as long
        as in `deploy/`."""
        assert PROGRAM is not None
        text = CONFIGURATION.read_text("utf-8")
        usual = "timeout check 10s"
        assert usual in text
        configuration = logs / "haproxy.cfg"
        configuration.write_text(
            text.replace(usual, f"timeout check {check}") if check else text, "utf-8"
        )
        self.url = f"http://{HOST}:{free_port()}"
        names = {f"RNNVIZ_SERVER_{k}": url.rpartition("/")[2] for k, url in enumerate(servers, 1)}
        self.log = logs / "haproxy.log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [PROGRAM, "-db", "-f", str(configuration)],
                env=os.environ | names | {"RNNVIZ_PROXY": self.url.rpartition("/")[2]},
                stdout=log,
                stderr=log,
            )
        deadline = time.monotonic() + START_TIMEOUT
        while not self._listens():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.close()
                raise RuntimeError(self.log.read_text("utf-8", "replace"))
            time.sleep(0.02)

    def _listens(self) -> bool:
        host, _, port = self.url.rpartition("/")[2].partition(":")
        with socket.socket() as probe:
            return probe.connect_ex((host, int(port))) == 0

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


def free_port() -> int:
    with socket.socket() as free:
        free.bind((HOST, 0))
        return int(free.getsockname()[1])


def environment(shared: Path, name: str) -> dict[str, str]:
    """Of one of several servers whose folder is `shared`."""
    return HOSTS | {
        "RNNVIZ_VISITORS": str(shared / "visitors"),
        "RNNVIZ_RUNS": str(shared / "runs"),
        "RNNVIZ_UNITS": str(shared / "units"),
        "RNNVIZ_ROOMS": str(shared / f"rooms-{name}"),
        "STREAMLIT_SERVER_COOKIE_SECRET": "the same for all",
    }
