"""One client on the Units page, and what it brings: patterns that are larger than they look, networks that are larger
than their files, looks that take long, and files in thirteen tabs. A reader at another address clicks, looks and
brings something meanwhile.
"""

import http.client
import os
import random
import string
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.parse import urlencode

from websockets.exceptions import WebSocketException

from benchmarks.besieged import Attack, Site
from rnnviz import SequenceModel, Stacked, Vocabulary, Written, weights
from rnnviz.address.kept import NETWORKS, TEXTS
from rnnviz.cells.activations import Array

# Another address than the attacker's, on this machine.
READER = "127.0.0.9"
NET = "brackets"
# Seconds until a click is answered, and until a look that takes long has begun and is done.
CLICK_WITHIN, LOOK_WITHIN = 1.0, 20.0
# Of a dozen quantities with so many units each, read by a last layer of one.
WIDE = """\
A = tanh(X @ W_xa + H_prev @ W_ha + b_a)
B = sigmoid(A @ W_ab + b_b)
D = tanh(B @ W_bd + b_d)
E = sigmoid(D @ W_de + b_e)
F = tanh(E @ W_ef + b_f)
G = sigmoid(F @ W_fg + b_g)
I = tanh(G @ W_gi + b_i)
J = sigmoid(I @ W_ij + b_j)
K = tanh(J @ W_jk + b_k)
L = sigmoid(K @ W_kl + b_l)
H = tanh(L @ W_lh + b_h)
"""
WIDE_UNITS, LONG_TEXT = 96, 20_000
# What is kept of texts that were read, in MB, and what reading one takes beside.
KEPT, READING = 400, 700
TABS, FILES, FILE_BYTES = 13, 3, 12_900_000
# Seconds for which files of a tab that has left are kept, in case it comes back, and until that is seen.
LEFT_FOR = 180.0


def patterns(site: Site, _run: str) -> Attack:
    """Nested repetitions, each doubling what the pattern is when it is written out."""

    def address(number: int) -> str:
        deep = 4 + number % 40
        pattern = (
            "(?:" * deep + random.Random(number).choice(string.ascii_letters) + "{1,2})" * deep
        )
        return look("asked", label="regex", pattern=pattern)

    before = site.memory
    with _reader(site) as waits:
        tried, held = site.crowd(address, 4000)
    small = site.memory < before + READING
    return Attack(tried + len(waits) + 1, held + _in_time(waits) + small)


def wide_networks(site: Site, _run: str) -> Attack:
    """Files of a megabyte whose networks keep two hundred times as much of each character."""
    looks = _wide_looks(range(4, 8))
    most = [before := site.memory]

    def address(number: int) -> str:
        most.append(site.memory)
        return looks[number % len(looks)]

    with _reader(site) as waits:
        tried, held = site.crowd(address, 400)
    small = max(most) < before + KEPT + READING
    return Attack(tried + len(waits) + 1, held + _in_time(waits) + small)


def fill(site: Site) -> None:
    """Have as many texts read as are kept: they are no loss of memory."""
    for look in _wide_looks(range(4)):
        with suppress(OSError, http.client.HTTPException):
            site.ask(look)


def _wide_looks(seeds: Iterable[int]) -> list[str]:
    """Addresses that have long texts read by networks larger than their files."""
    kept = TEXTS.put(("abcdefgh" * LONG_TEXT)[:LONG_TEXT].encode())
    files = [NETWORKS.put(_wide(seed)) for seed in seeds]
    of_file = [{"file": file, "kept": kept, "quantity": "layer1.A"} for file in files]
    return [look(name, net="", **own) for own in of_file for name in ("source", "overview")]


def slow_looks(site: Site, _run: str) -> Attack:
    """Ever new questions that take seconds, and networks that have to be learnt before a click on one of their units
    is answered; a reader's own slow look begins all the same."""

    def address(number: int) -> str:
        if number % 2:
            step = urlencode({"text": f"learn this by heart, number {number}", "hidden": 64})
            return look("unit", net="", step=step)
        kind = ("verdict", "spread", "learnt")[number % 3]
        return look(
            kind, net="library", label="regex", pattern=f"[a-{'bcdefgh'[number % 7]}]{number % 9}"
        )

    own: list[float] = []

    def look_once() -> None:
        for number in range(2):
            asked = look("verdict", label="regex", pattern=f"[[(]{number}?")
            own.append(_waited(site, asked))

    with _reader(site) as waits:
        reader = threading.Thread(target=look_once)
        reader.start()
        tried, held = site.crowd(address, 4000)
        reader.join()
    begun = sum(wait < LOOK_WITHIN for wait in own)
    return Attack(tried + len(waits) + len(own), held + _in_time(waits) + begun)


def many_tabs(site: Site, _run: str) -> Attack:
    """Thirteen tabs of one client, with as many files as there is room for: another address's file is taken, also a
    moment after all of the tabs are gone."""
    tried = held = 0
    before = site.memory
    with ExitStack() as tabs:
        for _tab in range(TABS):
            with suppress(OSError, WebSocketException, TimeoutError):
                session, _is_well = tabs.enter_context(site.session("train"))
                for number in range(FILES):
                    tried += 1
                    held += site.upload(session, number, FILE_BYTES) in (204, 413)
        held += _is_taken(site)
    held += _is_taken(site)
    deadline = time.monotonic() + LEFT_FOR
    while site.memory > before + FILE_BYTES / 2**20 and time.monotonic() < deadline:
        time.sleep(1)
    return Attack(tried + 2, held)


ATTACKS: dict[str, Callable[[Site, str], Attack]] = {
    "patterns larger than they look": patterns,
    "networks larger than their files": wide_networks,
    "slow looks": slow_looks,
    "files in thirteen tabs": many_tabs,
}


def look(name: str, net: str = NET, **more: str) -> str:
    """The address of a look of the Units page."""
    return f"/units/{name}?{urlencode({'net': net} | more if net else more)}"


@contextmanager
def _reader(site: Site) -> Iterator[list[float]]:
    """How long each click of a reader at another address waits, meanwhile."""
    waits: list[float] = []
    over = threading.Event()
    # The text of the network that the reader looks at has been read by then.
    _waited(site, look("source"))

    def click() -> None:
        while not over.wait(0.3):
            waits.append(_waited(site, look("unit", unit=str(1 + len(waits) % 16))))

    with ThreadPoolExecutor(1) as pool:
        pool.submit(click)
        yield waits
        over.set()
    slowest = max(waits, default=0.0)
    print(f"a reader beside: {len(waits)} clicks, the slowest in {slowest:.2f} s", file=sys.stderr)


def _waited(site: Site, address: str) -> float:
    """Seconds until the reader has an answer; endless without one."""
    began = time.monotonic()
    with suppress(OSError, http.client.HTTPException):
        if site.ask(address, client=READER).status == 200:
            return time.monotonic() - began
    return float("inf")


def _in_time(waits: list[float]) -> int:
    return sum(wait < CLICK_WITHIN for wait in waits)


def _is_taken(site: Site) -> bool:
    """Whether the server takes a reader's file."""
    with (
        suppress(OSError, WebSocketException, TimeoutError),
        site.session("train", client=READER) as (session, _is_well),
    ):
        return site.upload(session, 0, FILE_BYTES, client=READER) == 204
    return False


def _wide(seed: int) -> bytes:
    vocabulary = Vocabulary("abcdefgh")
    below = Written.random(8, WIDE_UNITS, seed=seed, equations=WIDE)
    above = Written.random(
        WIDE_UNITS, 1, seed=seed, equations="H = tanh(X @ W_x + H_prev @ W_h + b)"
    )
    zeros: Array = below.parameters["b_h"][:, :1]
    model = SequenceModel(
        Stacked(below, above), W_hq=zeros.repeat(8, axis=1), b_q=[[0.0] * 8], vocabulary=vocabulary
    )
    return weights.to_bytes(model)


def share(folder: Path) -> None:
    """Let this process put into the folder of networks and texts what a visitor would have brought."""
    os.environ["RNNVIZ_UNITS"] = str(folder / "units")
