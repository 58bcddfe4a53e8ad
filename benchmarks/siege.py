"""The server under attack, in small, and how long a patient reader waits meanwhile.

Hostile links, calls and uploads, damaged folders, kills, a full disk, a storm of connections, a
client that never stops asking, and strangers in a room. All of it goes to a separate server on this machine, started as
`make run` starts it, with its own folder. Each attack lasts a given number of seconds.
"""

import asyncio
import http.client
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np
from websockets.exceptions import WebSocketException

from benchmarks import brought, greed, rooms_attack
from benchmarks.besieged import LONGEST, LONGEST_VOTE, PATIENCE, Attack, Patient, Site
from benchmarks.report import arguments, show
from rnnviz import LSTM, SequenceModel, Vocabulary, weights
from rnnviz.locale import Refusal
from rnnviz.training import Runs, TrainingConfig, Workers
from tests.kills import Nursery
from tests.serving import HOST, ROOT, start_server

TEXT = "she sells sea shells by the sea shore. " * 40
SMALL = TrainingConfig(
    corpus="own", hidden_size=8, batch_size=2, sequence_length=8, steps=60, validation=0
)
KILLED = replace(SMALL, steps=8)
LARGE_SCENES = 16
WARM_UP = {"title": "a", "views": [{"view": view, "say": ""} for view in ("step", "softmax")]}
LARGE = TrainingConfig(cell="lstm", hidden_size=512, batch_size=1, sequence_length=4, steps=4)
HOSTILE = (
    "", "0", "-1", "1e309", "NaN", "null", "[]", "{}", "../../etc/passwd", "\0", "%00", "<script>alert(1)</script>",
    "' OR 1=1", "\u202e", "\U0001f468\u200d\U0001f469" * 20, "a\u0301" * 3000, "9" * 400, "\ud800", "𝕏" * 200,
    "lstm", "random", "想要有直升机", "\r\nX-Injected: 1", "${7*7}", "{{7*7}}", "a" * 20_000,
)  # fmt: skip
NAMES = (
    "cell", "text", "hidden", "weights", "seed", "t", "phase", "unit", "char", "view", "notation", "lang", "run", "at",
    "corpus", "steps", "other",
)  # fmt: skip
DAMAGED = (
    "run.json", "state.json", "control.json", "vocabulary.json", "metrics.f64", "samples.jsonl", "writings.jsonl",
    "probe.safetensors", "resume.safetensors", "text.txt",
)  # fmt: skip
FULL_DISK_BYTES = 12 * 2**20
# The share by which memory may have grown, as a server keeps some of what it has done, and the
# seconds until that holds.
MORE_MEMORY, SETTLES_WITHIN = 0.2, 60.0


def hostile_links(site: Site, _run: str) -> Attack:
    tried = held = 0
    for number in site.in_time(400):
        names = site.chance.sample(NAMES, k=site.chance.randint(1, 6))
        query = "&".join(
            f"{name}={quote(site.chance.choice(HOSTILE), errors='replace')}" for name in names
        )
        tried += 1
        with suppress(OSError, http.client.HTTPException, WebSocketException, TimeoutError):
            if number % 10:
                # The server refuses a query that is too long before our code sees it.
                held += site.ask(f"/early-stage?{query[:60_000]}").status in (200, 204, 400)
            else:
                page = site.chance.choice(("step", "train", ""))
                with site.session(page, query[:60_000]) as (_session, is_well):
                    held += is_well
    return Attack(tried, held)


def hostile_calls(site: Site, run: str) -> Attack:
    tried = held = 0
    looks = ("present", "moment", "next", "replay", "pause", "show", "explode", "")
    for _number in site.in_time(600):
        chance = site.chance
        who = chance.choice(
            (run, run, "0" * 16, quote(chance.choice(HOSTILE)[:500], errors="replace", safe=""))
        )
        names = chance.sample(
            ("since", "step", "text", "temperature", "seed", "name", "row", "lang", "probe"), k=3
        )
        query = "&".join(
            f"{n}={quote(chance.choice(HOSTILE)[:2000], errors='replace')}" for n in names
        )
        method = chance.choice(("GET", "POST", "PUT", "DELETE"))
        body = chance.choice((b"", b"{", b"[" * 9000, b'{"probe": "\\ud800"}', b"\xff" * 20_000))
        tried += 1
        with suppress(OSError, http.client.HTTPException):
            answer = site.ask(
                f"/runs/{who}/{chance.choice(looks)}?{query}", method, body, X_Rnnviz_Key="0" * 32
            )
            held += answer.status < 500 and b"Traceback" not in answer.body
    return Attack(tried, held)  # fmt: skip


def hostile_uploads(site: Site, _run: str) -> Attack:
    """Files with bytes changed, as the app reads them; and more files than a session may keep."""
    whole = weights.to_bytes(SequenceModel.random(LSTM, Vocabulary("想要有直升机"), 8, seed=0))
    tried = held = 0
    for _number in site.in_time(2000):
        data = bytearray(whole)
        for where in site.chance.choices(range(len(data)), k=site.chance.choice((1, 4, 32))):
            data[where] = site.chance.randrange(256)
        tried += 1
        with suppress(Exception):
            try:
                weights.from_bytes(bytes(data[: site.chance.randint(0, len(data))]))
                held += 1
            except Refusal:
                held += 1
    kept = 0
    with site.session("train") as (session, _is_well):
        for number in range(40):
            status = site.upload(session, number, 5 * 2**20)
            kept += status == 204
            tried += 1
            held += status in (204, 413)
    return Attack(tried, held if kept <= 8 else 0)


def damaged_folders(site: Site, run: str) -> Attack:
    """Copies of a run with a file cut, emptied, nested or gone; and a healthy one that trains."""
    tried = held = 0
    made = []
    for number in site.in_time(60):
        copy = f"{site.chance.getrandbits(64):016x}"
        shutil.copytree(site.runs.path(run), site.runs.folder / copy)
        made.append(copy)
        path = site.runs.folder / copy / DAMAGED[number % len(DAMAGED)]
        data = path.read_bytes() if path.exists() else b""
        path.unlink(missing_ok=True)
        damage = site.chance.choice(("cut", "empty", "nested", "noise", "folder", "gone"))
        if damage == "folder":
            path.mkdir()
        elif damage != "gone":
            path.write_bytes(
                {"cut": data[: len(data) // 2], "empty": b"", "nested": b"[" * 200_000}.get(
                    damage, site.chance.randbytes(200)
                )
            )
        tried += 1
        with suppress(OSError, http.client.HTTPException):
            looks = ("present", "moment?step=8", "next?step=8&text=sea", "replay?step=1")
            held += all(site.ask(f"/runs/{copy}/{look}").status < 500 for look in looks)
        with suppress(ValueError):
            site.runs.go_on(copy)
    tried += 1
    held += _finishes(site.runs, site.runs.start(SMALL, TEXT))
    for copy in made:
        shutil.rmtree(site.runs.folder / copy, ignore_errors=True)
    return Attack(tried, held)


def kills(site: Site, _run: str) -> Attack:
    """`kill -9` of a worker before, after and in the middle of what it does to the disk, in a folder
    of its own: the run must end as it does with a worker that nobody killed."""
    tried = held = 0
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        runs = Runs(folder / "runs")
        like = runs.start(KILLED, TEXT)
        nursery = stack.enter_context(Nursery(runs.folder))
        moments = sorted(set(nursery.moments()))
        usual = runs.read(like).metrics
        site.chance.shuffle(moments)
        for number in site.in_time(len(moments)):
            run = runs.start(KILLED, TEXT)
            tried += 1
            if not nursery.work_off(moments[number]):
                continue
            nursery.work_off()
            view = runs.read(run)
            held += view.status == "finished" and all(
                np.array_equal(view.metrics[name], usual[name], equal_nan=True)
                for name in ("step", "loss", "norm", "scale", "rate", "validation")
            )
    return Attack(tried, held)


def full_disk(_site: Site, _run: str) -> Attack:
    """A run on a small disk that fills up: it reports that, and ends well once there is room."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        size = f"size={FULL_DISK_BYTES}"
        mount = ["mount", "-t", "tmpfs", "-o", size, "rnnviz-siege", str(folder)]
        try:
            subprocess.run(mount, check=True, capture_output=True, timeout=PATIENCE)
        except (OSError, subprocess.SubprocessError):
            return Attack(0, 0)
        stack.callback(subprocess.run, ["umount", "--lazy", str(folder)], check=False)
        runs = Runs(folder / "runs")
        stack.enter_context(Workers(runs.folder, count=1))
        run = runs.start(replace(SMALL, steps=4000), TEXT)
        _until(lambda: runs.step(run) > 10)
        filler = folder / "filler"
        with filler.open("wb") as file, suppress(OSError):
            while True:
                file.write(bytes(2**16))
                file.flush()
        says = _until(lambda: bool(runs.read(run).message()))
        filler.unlink()
        return Attack(2, says + _finishes(runs, run))


def storm(site: Site, _run: str) -> Attack:
    """Hundreds of connections that say nothing, half a request, or open a session and go."""
    tried = held = 0
    with ExitStack() as stack:
        for number in range(400):
            tried += 1
            with suppress(OSError):
                talk = socket.create_connection((HOST, site.port), timeout=PATIENCE)
                stack.callback(talk.close)
                if number % 2:
                    talk.sendall(b"GET /_stcore/stream HTTP/1.1\r\nHost: ")
                held += 1

        def come_and_go(_number: int) -> bool:
            try:
                with site.session("step") as (_session, is_well):
                    return is_well
            except (OSError, WebSocketException, TimeoutError):
                return False

        with ThreadPoolExecutor(30) as pool:
            well = list(pool.map(come_and_go, range(100)))
    return Attack(tried + len(well), held + sum(well))


def greedy(site: Site, _run: str) -> Attack:
    """One client keeps asking for checkpoints of a large network; then somebody else asks for
    one."""
    large = site.runs.start(LARGE)
    _until(lambda: site.runs.status(large) == "finished")
    steps = site.runs.checkpoints(large) or (0,)
    text = quote("the class " * 20)

    def address(number: int) -> str:
        step = steps[number % len(steps)]
        return f"/runs/{large}/next?step={step}&text={text}&seed={number}"

    return site.crowd(address, 400)


def hostile_rooms(site: Site, _run: str) -> Attack:
    """Strangers in rooms, all attacks at once, and a class that has to hear each step in time."""
    work = rooms_attack.attack(site.server.url, site.seconds, site.chance)
    tally, heard = asyncio.run(work)
    told = f"a class among strangers: 95 % of {heard.steps} steps heard within {heard.p95:.0f} ms"
    print(told, file=sys.stderr)
    return Attack(tally.tried + heard.steps, tally.held + heard.in_time)


def _until(is_so: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with suppress(ValueError):
            if is_so():
                return True
        time.sleep(0.02)
    return False


def _finishes(runs: Runs, run: str) -> bool:
    return _until(lambda: runs.status(run) == "finished")


ATTACKS: dict[str, Callable[[Site, str], Attack]] = {
    "hostile links": hostile_links,
    "hostile calls": hostile_calls,
    "hostile uploads": hostile_uploads,
    "damaged folders": damaged_folders,
    "kill -9 of workers": kills,
    "a full disk": full_disk,
    "a storm of connections": storm,
    "one greedy client": greedy,
    "hostile rooms": hostile_rooms,
    **greed.ATTACKS,
    **brought.ATTACKS,
}


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--seconds", type=float, default=20.0, help="for each attack, about")
    parser.add_argument("--attack", action="append", choices=ATTACKS, help="this one alone")
    parser.add_argument("--app", type=Path, default=ROOT / "app.py", help="of another checkout")
    options = parser.parse_args()

    rows: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name, ExitStack() as stack:
        folder = Path(name)
        os.environ["RNNVIZ_RUNS"] = str(folder / "runs")
        os.environ["RNNVIZ_ROOMS"] = str(folder / "rooms")
        brought.share(folder)
        server = start_server(folder, options.app)
        stack.callback(server.stop)
        site = Site(server, Runs(folder / "runs"), options.seconds)
        # Where workers start; and what an idle server has not loaded yet.
        for page in ("train", "step", "softmax"):
            with site.session(page):
                pass
        site.ask("/views-file", "POST", json.dumps(WARM_UP).encode())
        if not options.attack or "large scenes" in options.attack:
            # What is kept for others, up to a limit, is no loss of memory.
            for number in range(LARGE_SCENES):
                greed.look_at_large_scene(site, -number)
        if not options.attack or brought.ATTACKS.keys() & set(options.attack):
            brought.fill(site)
        run = site.runs.start(SMALL, TEXT)
        if not _finishes(site.runs, run):
            raise RuntimeError("The server trains nothing.")
        for what in options.attack or ATTACKS:
            rows.append({"attack": what, **_withstood(ATTACKS[what], site, run)})
    show(
        {},
        rows,
        as_json=options.json,
        limits={
            "everything held": all(row["tried"] == row["held"] for row in rows),
            "the server stayed up": all(row["server"] == "up" for row in rows),
            f"a patient reader waited at most {LONGEST:g} s, for a vote {LONGEST_VOTE:g} s": all(
                row["served"] for row in rows
            ),
            f"a minute after, memory was within {MORE_MEMORY:.0%} of that before": all(
                row["MB later"] <= (1 + MORE_MEMORY) * row["MB before"] for row in rows
            ),
        },
    )


def _withstood(attack: Callable[[Site, str], Attack], site: Site, run: str) -> dict[str, Any]:
    """How a patient reader and the server came through an attack."""
    before = site.memory
    patient = Patient(site, run)
    tally = attack(site, run)
    patient.close()
    return {
        **tally._asdict(),
        **{f"{name} s": worst for name, worst in patient.worst.items()},
        "unanswered": patient.unanswered,
        "served": patient.was_served,
        "MB before": before,
        "MB then": site.memory,
        "MB later": _settled(site, before),
        "server": "up" if site.server.process.poll() is None else "DOWN",
    }


def _settled(site: Site, before: float) -> float:
    """The server's memory once it is near that before, or after a minute."""
    deadline = time.monotonic() + SETTLES_WITHIN
    while time.monotonic() < deadline and site.memory > (1 + MORE_MEMORY) * before:
        time.sleep(1)
    return site.memory


if __name__ == "__main__":
    main()
