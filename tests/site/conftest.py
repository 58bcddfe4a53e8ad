"""One edition for all tests of a run, and a plain file server that has it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from filelock import FileLock

from rnnviz.site import write

ROOT = Path(__file__).parents[2]
SETTINGS, ICON = ROOT / ".streamlit" / "config.toml", ROOT / "pages" / "shared" / "icon.svg"
# Where the edition says that it is, for those who are sent a link.
WHERE = "https://example.org/course/rnn/"
# All that it asks of Plotly, in a fifth of its size.
PLOTLY = ROOT / "node_modules" / "plotly.js-basic-dist-min" / "plotly-basic.min.js"
# Below a prefix of the folder that a host serves.
PREFIX = Path("course", "rnn")


@pytest.fixture(scope="session")
def edition(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole edition with one network of the Units page, which no test changes.

    It is written once, by whichever of the processes that run the tests needs it first.
    """
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder, done = shared / "host" / PREFIX, shared / "edition.done"
    with FileLock(shared / "edition.lock"):
        if not done.exists():
            write(folder, SETTINGS, ICON, WHERE, nets=["brackets"], plotly=PLOTLY)
            done.touch()
    return folder


@contextmanager
def hosted(edition: Path, *, keeps_all: bool = False) -> Iterator[str]:
    """Where a plain file server has an edition that lies below the prefix.

    keeps_all: whether a browser is told to keep the edition for when there is no network. It fetches all of it two
    seconds after a page is there, at the cost of two pages.
    """

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_args: object) -> None:
            pass

        def do_GET(self) -> None:
            if keeps_all or not self.path.endswith("/sw.js"):
                super().do_GET()
                return
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", "text/javascript")
            self.end_headers()

    served = partial(Quiet, directory=str(edition.parents[len(PREFIX.parts) - 1]))
    with ThreadingHTTPServer(("127.0.0.1", 0), served) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/{PREFIX.as_posix()}"
        server.shutdown()


@pytest.fixture(scope="session")
def host(edition: Path) -> Iterator[str]:
    with hosted(edition) as address:
        yield address
