"""Trainings on a Dask cluster, where the cores of one machine are too few.

Dask gives out seats and nothing more. A seat is one of our workers on one of its machines, for as
long as a server wants it; what is trained, and what is on the disk after a kill, the runs' files
say, in a folder that all machines share. So it does no harm that Dask may run a seat twice, and
that its scheduler forgets everything when it ends.

A machine offers seats where its worker is started with `--resources "seat=2" --nthreads 2`.
"""

import hashlib
import logging
import os
import secrets
import threading
import time
from contextlib import AbstractContextManager, suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import rnnviz
from rnnviz import files
from rnnviz.locale import N_, Refusal
from rnnviz.training import notice
from rnnviz.training.store import HOST, Store
from rnnviz.training.workers import Workers

if TYPE_CHECKING:
    from distributed import Client, Future, Worker

LOG = logging.getLogger(__name__)

# Where the scheduler's address stands.
ADDRESS = "RNNVIZ_CLUSTER"
SCHEMES = ("tcp://", "tls://", "ws://", "wss://")
RESOURCE = "seat"
# Seconds between two looks at the cluster, and for which it may keep silent.
LOOK, PATIENCE = 0.5, 5.0
# Seconds between two looks of a seat at whether it is still wanted, and before one that could not
# begin is tried again.
HEED, AGAIN = 0.1, 5.0

NOT_INSTALLED = N_(
    'Trainings on a cluster need Dask; `pip install ".[cluster]"`, in the folder of rnnviz, installs it.'
)
NO_ADDRESS = N_(
    "The cluster's address is {address}; it must be a Dask scheduler's, such as tcp://host:8786."
)
NO_SCHEDULER = N_(
    "The cluster's scheduler at {address} does not answer. Trainings wait until it does."
)
NO_SEATS = N_(
    "The cluster at {address} has no seat for a training: start its workers with --resources "
    '"seat=1".'
)
NO_RNNVIZ = N_("The scheduler or a worker of the cluster has no rnnviz, or another one: {reason}")
BROKEN_OFF = N_("A seat of the cluster broke off: {reason}")
NOT_SHARED = N_(
    "{host}, of the cluster, does not see the folder {folder} of the trainings. All machines need "
    "it, at the same path."
)
NO_LOCKS = N_(
    "The folder {folder} has no locks between {host} and the server; mount it so that it has."
)
OTHER_VERSION = N_(
    "{host}, of the cluster, has another version of rnnviz or torch than the server ({theirs}, not "
    "{ours})."
)


def address() -> str:
    """The scheduler's address that the environment names; "" for trainings on this machine.

    Raises Refusal for what is no address, or where Dask is not installed.
    """
    named = os.environ.get(ADDRESS, "")
    if not named:
        return ""
    if not named.startswith(SCHEMES):
        raise Refusal(NO_ADDRESS, address=named[:100])
    if find_spec("distributed") is None:
        raise Refusal(NOT_INSTALLED)
    return named


def workers(folder: Path) -> "Workers | Seats":
    """Who trains the runs of a folder: seats of the cluster that the environment names, else workers
    of this machine. Raises Refusal as `address`."""
    if named := address():
        return Seats(folder, named)
    notice.withdraw(folder)
    return Workers(folder)


class Seats(AbstractContextManager["Seats"]):
    """Workers for the runs in `folder` on the cluster of this scheduler, as many as it has seats,
    until `close`. In place of `Workers`; any number of servers may want the same seats.

    Machines may come and go, and the scheduler too. What is missing meanwhile, `notice` says.
    """

    def __init__(self, folder: Path, address: str) -> None:
        self.folder, self.address = folder, address
        self._closing = threading.Event()
        self._ready = threading.Event()
        self._held: IO[bytes] | None = None
        self._seats: dict[str, Future[Any]] = {}
        self._again: dict[str, float] = {}
        self._thread = threading.Thread(target=self._keep, daemon=True)
        self._thread.start()

    def wait_until_ready(self, timeout: float) -> bool:
        """Wait until there is a seat, and nothing is missing; False after `timeout` seconds."""
        return self._ready.wait(timeout)

    def close(self) -> None:
        """Give the seats back; the runs resume when somebody wants seats again."""
        self._closing.set()
        self._thread.join(PATIENCE)

    def __exit__(self, *_: object) -> None:
        self.close()

    def _keep(self) -> None:
        """One connection after another, each made when the one before has broken."""
        from distributed import Client

        # What it says of each connection that fails, with a traceback, we say once.
        for name in ("distributed", "distributed.client"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        while not self._closing.is_set():
            client = None
            try:
                client = Client(self.address, timeout=PATIENCE, set_as_default=False)
                self._attend(client)
            except Exception as reason:  # Dask's errors have no base of their own
                LOG.info("The cluster at %s: %r", self.address, reason)
            self._say(Refusal(NO_SCHEDULER, address=self.address))
            self._seats.clear()
            self._again.clear()
            if client:
                with suppress(Exception):
                    client.close(PATIENCE)
            self._closing.wait(LOOK)
        notice.withdraw(self.folder)
        if self._held:
            self._held.close()

    def _attend(self, client: "Client") -> None:
        """Want as many seats as there are, while the scheduler answers."""
        # Seats may be wanted before anything is trained.
        Store(self.folder).claim()
        name = _name(self.folder)
        while client.status == "running" and not self._closing.is_set():
            if self._held is None:
                self._held = files.lock(self.folder / "seats.lock")
            workers = client.scheduler_info(-1)["workers"].values()
            count = int(sum(one["resources"].get(RESOURCE, 0) for one in workers))
            for k in range(count):
                self._want(client, f"rnnviz-{name}-{k}", name)
            found = [refusal for seat in self._seats.values() if (refusal := _refusal(seat))]
            self._say(
                found[0] if found else None if count else Refusal(NO_SEATS, address=self.address)
            )
            self._closing.wait(LOOK)

    def _want(self, client: "Client", key: str, name: str) -> None:
        """A seat of this key, unless there is one that is to be had or taken. One that could not
        begin, or broke off, is tried anew after a while."""
        seat = self._seats.get(key)
        if seat is None:
            self._seats[key] = client.submit(
                train, str(self.folder), name, _version(),
                key=key, resources={RESOURCE: 1}, pure=False,
            )  # fmt: skip
        elif seat.done() and time.monotonic() > self._again.setdefault(
            key, time.monotonic() + AGAIN
        ):
            # The scheduler has to forget it first, so that it is wanted anew at the next look.
            seat.release()
            del self._seats[key], self._again[key]

    def _say(self, problem: Refusal | None) -> None:
        if problem is None:
            self._ready.set()
            notice.withdraw(self.folder)
        else:
            self._ready.clear()
            notice.put(self.folder, problem)


def train(folder: str, name: str, ours: str) -> tuple[str, dict[str, str]] | None:
    """A seat: train the runs of the folder until no server wants that any more. Runs on a machine
    of the cluster; gives what hinders it, a message and its values."""
    from distributed import get_worker

    path = Path(folder)
    try:
        found = _name(path, makes=False)
    except OSError:
        found = ""
    if found != name:
        return NOT_SHARED, {"host": HOST, "folder": folder}
    if not files.is_locked(path / "seats.lock"):
        return NO_LOCKS, {"host": HOST, "folder": folder}
    if _version() != ours:
        return OTHER_VERSION, {"host": HOST, "theirs": _version(), "ours": ours}
    worker = get_worker()
    key = str(worker.get_current_task())
    with Workers(path, count=1):
        while _is_wanted(worker, key):
            time.sleep(HEED)
    return None


def _is_wanted(worker: "Worker", key: str) -> bool:
    """Whether a server holds this task, and its machine stays. Dask cancels no task that runs; it
    only says so in the worker's book."""
    task = worker.state.tasks.get(key)
    return task is not None and task.state == "executing" and worker.status.name == "running"


def _refusal(seat: "Future[Any]") -> Refusal | None:
    """What hinders a seat from being taken."""
    if seat.status == "finished":
        told = seat.result()
        return None if told is None else Refusal(told[0], **told[1])
    if seat.status == "error":
        error = seat.exception()
        reason = str(error).partition("\n")[0][:200]
        # The scheduler, too, reads which function a seat is to call.
        is_missing = isinstance(error, ImportError) or "deserialization" in reason
        return Refusal(NO_RNNVIZ if is_missing else BROKEN_OFF, reason=reason)
    return None


def _name(folder: Path, makes: bool = True) -> str:
    """A word by which every machine knows this folder. Raises OSError if it has none."""
    path = folder / "name"
    if makes and not path.exists():
        held = files.lock(folder / "name.lock", waits=True)
        assert held is not None
        with held:
            if not path.exists():
                files.put(path, secrets.token_hex(8).encode())
    return path.read_text("ascii")


@cache
def _version() -> str:
    """A hash of this rnnviz, and the number of its torch."""
    root = Path(rnnviz.__file__).parent
    source = hashlib.sha256()
    for path in sorted(root.rglob("*.py")):
        source.update(path.read_bytes().replace(b"\r\n", b"\n"))
    try:
        torch = version("torch")
    except PackageNotFoundError:
        torch = "none"
    return f"{source.hexdigest()[:8]}, torch {torch}"
