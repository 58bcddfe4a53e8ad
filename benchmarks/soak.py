"""Mixed traffic for an hour, or for as many minutes as are asked for: what the server holds at the
beginning and at the end.

Readers open pages, step, save, learn texts of their own and write cells; a class follows its
lecturer and votes; trainings run and are looked at; units of networks are asked, on texts that
readers bring; files are uploaded; some hang up in the middle. It takes about a core of this
machine, and ends by itself.
"""

import http.client
import json
import os
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from benchmarks import brought
from benchmarks.besieged import PATIENCE, Patient, Room, Site
from benchmarks.report import arguments, show
from pages.server import compression, early, looks, units
from pages.shared import traces
from rnnviz.address.kept import TEXTS
from rnnviz.network import WRITTEN
from rnnviz.training import Runs, TrainingConfig
from tests.serving import start_server

# The share of the time after which the server has loaded and kept what an idle one has not.
WARM = 0.1
FIGURES = 10
PAUSE = 0.5
# Characters of the log that are shown where it has an error.
BEFORE_ERROR, ERRORS_SHOWN = 500, 20_000
# What the server keeps of what was asked, up to limits: traces, texts for Units, compressed answers, and answers of
# six kinds of looks.
KEPT_MB = (
    traces.KEEP_BYTES
    + units.KEEP_BYTES
    + compression.KEEP_BYTES
    + early.KEEP_BYTES
    + 6 * looks.KEEP_BYTES
) / 10**6
# How much more it may hold at the end: beside what it keeps, as a share of what it took idle; as a share of what it
# held when two thirds of the time were over; and numbers of files and threads.
MORE_IDLE, MORE_LATELY, MORE_FILES, MORE_THREADS = 0.2, 0.1, 20, 8
RUN = TrainingConfig(hidden_size=16, batch_size=4, sequence_length=16, steps=400)
PAGES = ("", "step", "train", "course", "softmax", "gradients", "glossary")
CELLS = ("rnn", "gru", "lstm")
UPLOAD_BYTES = 3_000_000
EQUATION = "H = tanh(X @ W_x + H_prev @ W_h + b)"


class Traffic:
    """Readers, each kind in a thread of its own, until the time is up. asked, failed: how often."""

    def __init__(self, site: Site, until: float) -> None:
        self.site, self.until = site, until
        self.asked: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()
        self.chance = random.Random(0)
        self.room = Room(site.server.url)
        kinds = {
            "pages": self.page,
            "texts": self.text,
            "written cells": self.written,
            "files": self.file,
            "views": self.views,
            "followers": self.follower,
            "trainings": self.training,
            "weights": self.weights,
            "units": self.units,
            "uploads": self.upload,
            "quitters": self.quitter,
        }
        self.threads = [
            threading.Thread(target=self._go_on, args=kind, daemon=True) for kind in kinds.items()
        ]
        for thread in self.threads:
            thread.start()

    def _go_on(self, name: str, act: Callable[[], bool]) -> None:
        while time.monotonic() < self.until:
            self.asked[name] += 1
            try:
                self.failed[name] += not act()
            except (OSError, http.client.HTTPException, WebSocketException, TimeoutError):
                self.failed[name] += 1
            time.sleep(PAUSE * (0.5 + self.chance.random()))

    def end(self) -> None:
        for thread in self.threads:
            thread.join(2 * PATIENCE)
        self.room.close()

    def page(self) -> bool:
        with self.site.session(self.chance.choice(PAGES)) as (_session, is_well):
            return is_well

    def text(self) -> bool:
        words = "".join(self.chance.choices("abcdefgh ", k=self.chance.randint(4, 30)))
        query = {"text": f"x{words}y", "hidden": 8, "cell": self.chance.choice(CELLS)}
        with self.site.session("step", urlencode(query)) as (_session, is_well):
            return is_well

    def written(self) -> bool:
        query = {"cell": WRITTEN, "equations": EQUATION, "weights": "random", "hidden": 8}
        with self.site.session("step", urlencode(query)) as (_session, is_well):
            return is_well

    def file(self) -> bool:
        form = self.chance.choice(("html", "csv", "json", "npz", "ipynb", "py"))
        query = urlencode({"cell": self.chance.choice(CELLS), "form": form})
        self.site.ask(f"/early-stage?{query}")
        return self.site.ask(f"/stage-file?{query}").status == 200

    def views(self) -> bool:
        seeds = [self.chance.randrange(10**6) for _ in range(5)]
        told = [f"step?weights=random&seed={seed}" for seed in seeds] + ["softmax", "gradients"]
        body = {"title": "a lecture", "views": [{"view": view, "say": ""} for view in told]}
        return self.site.ask("/views-file", "POST", json.dumps(body).encode()).status == 200

    def follower(self) -> bool:
        address = f"ws://{self.site.netloc}/hall/{self.room.code}/live"
        with connect(address, compression=None, open_timeout=PATIENCE) as talk:
            talk.send(json.dumps({"who": str(self.chance.getrandbits(60))}))
            talk.recv(PATIENCE)
            view = f"step?t={self.chance.randint(1, 5)}"
            self.room.go(view)
            while json.loads(talk.recv(PATIENCE)).get("view") != view:
                pass
        return self.site.ask(f"/hall-scene?cell={self.chance.choice(CELLS)}").status == 200

    def training(self) -> bool:
        run = self.site.runs.start(RUN)
        deadline = time.monotonic() + PATIENCE
        while self.site.runs.status(run) != "finished" and time.monotonic() < deadline:
            if self.site.ask(f"/runs/{run}/present").status != 200:
                return False
            time.sleep(PAUSE)
        step = (self.site.runs.checkpoints(run) or (0,))[-1]
        return self.site.ask(f"/runs/{run}/next?step={step}&text=the").status == 200

    def weights(self) -> bool:
        query = urlencode(
            {"text": f"seed {self.chance.randrange(10**6)}", "hidden": 8, "steps": 20}
        )
        return self.site.ask(f"/weights?{query}").status == 200

    def units(self) -> bool:
        """Bring a text, have it read, ask which unit finds something in it, and click on one."""
        text = "".join(self.chance.choices("()[] ab\n", k=self.chance.randint(200, 2000)))
        own = {"kept": TEXTS.put(text.encode())}
        label = {"label": "regex", "pattern": rf"[(\[]{{{self.chance.randint(1, 9)}}}|a"}
        looks = (
            brought.look("source", **own),
            brought.look("asked", **own, **label),
            brought.look("unit", **own, unit=str(self.chance.randint(1, 16))),
        )
        return all(self.site.ask(look).status == 200 for look in looks)

    def upload(self) -> bool:
        with self.site.session("train") as (session, _is_well):
            return self.site.upload(session, 0, UPLOAD_BYTES) == 204

    def quitter(self) -> bool:
        """Ask for much, and hang up."""
        views = [f"step?weights=random&seed={self.chance.randrange(10**6)}" for _ in range(60)]
        body = {"title": "gone", "views": [{"view": view, "say": ""} for view in views]}
        connection = http.client.HTTPConnection(self.site.netloc, timeout=PATIENCE)
        connection.request("POST", "/views-file", json.dumps(body))
        time.sleep(self.chance.random())
        connection.close()
        return True


def figures(site: Site, temporary: Path, began: float) -> dict[str, Any]:
    process = Path(f"/proc/{site.server.process.pid}")
    return {
        "minute": (time.monotonic() - began) / 60,
        "MB": site.memory,
        "open files": _count(process / "fd"),
        "threads": _count(process / "task"),
        "temporary files": _count(temporary),
        "processor s": site.processor_time,
        "errors in the log": site.server.log.read_text(errors="replace").count("Traceback"),
    }


def _count(folder: Path) -> int:
    with suppress(OSError):
        return len(os.listdir(folder))
    return 0


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name, ExitStack() as stack:
        folder = Path(name)
        temporary = folder / "temporary"
        temporary.mkdir()
        os.environ["RNNVIZ_RUNS"] = str(folder / "runs")
        os.environ["RNNVIZ_ROOMS"] = str(folder / "rooms")
        brought.share(folder)
        server = start_server(folder, environment={"TMPDIR": str(temporary)})
        stack.callback(server.stop)
        site = Site(server, Runs(folder / "runs"), 60 * options.minutes)
        with site.session("train"):
            pass  # where workers start
        idle = site.memory
        brought.fill(site)
        run = site.runs.start(RUN)
        began = time.monotonic()
        until = began + 60 * options.minutes
        patient, traffic = Patient(site, run), Traffic(site, until)
        time.sleep(60 * WARM * options.minutes)
        rows.append(figures(site, temporary, began))
        while time.monotonic() < until:
            left = (1 - WARM) * 60 * options.minutes / (FIGURES - 1)
            time.sleep(max(0.0, min(left, until - time.monotonic())))
            rows.append(figures(site, temporary, began))
        traffic.end()
        patient.close()
        is_up = server.process.poll() is None
        # The log goes with the folder.
        if "Traceback" in (log := server.log.read_text(errors="replace")):
            print(
                log[max(0, log.index("Traceback") - BEFORE_ERROR) :][:ERRORS_SHOWN], file=sys.stderr
            )
    first, last = rows[0], rows[-1]
    show(
        {
            "asked": dict(traffic.asked),
            "failed": dict(+traffic.failed),
            "longest waits s": patient.worst,
            "unanswered": patient.unanswered,
        },
        rows,
        as_json=options.json,
        limits={
            "the server stayed up": is_up,
            "nothing failed": not traffic.failed.total() and not patient.unanswered,
            "no error in the log": not last["errors in the log"],
            f"{idle:.0f} MB idle, and at most {KEPT_MB:.0f} MB of what is kept": last["MB"]
            <= (1 + MORE_IDLE) * idle + KEPT_MB,
            f"memory within {MORE_LATELY:.0%} in the last third": last["MB"]
            <= (1 + MORE_LATELY) * rows[-1 - FIGURES // 3]["MB"],
            f"at most {MORE_FILES} more open files": last["open files"]
            <= first["open files"] + MORE_FILES,
            f"at most {MORE_THREADS} more threads": last["threads"]
            <= first["threads"] + MORE_THREADS,
            "no temporary file left": last["temporary files"] <= first["temporary files"],
        },
    )


if __name__ == "__main__":
    main()
