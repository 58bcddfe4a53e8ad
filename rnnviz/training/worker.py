"""A worker: a process of its own that trains one run after another.

`python -m rnnviz.training.worker FOLDER` says "ready" once torch is there, and ends when its
standard input does, that is when the server that started it is gone, however it went.
"""

import logging
import sys
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import IO

from rnnviz import files, processes
from rnnviz.locale import N_, Refusal
from rnnviz.training import resources, trainer
from rnnviz.training.lease import Lease, SupersededError
from rnnviz.training.queue import Queue
from rnnviz.training.records import Damaged
from rnnviz.training.runs import Runs
from rnnviz.training.session import Session
from rnnviz.training.store import RunFiles, State, Store, Wanted
from rnnviz.training.trainer import DivergenceError

LOG = logging.getLogger(__name__)

IDLE = 0.05
# Seconds that a run without room on the disk rests before the next try, at first and at most.
REST, LONGEST_REST = 1.0, 10.0
# The most attempts without progress before a run is given up.
MAX_ATTEMPTS = 12
ENDS = {"pause": "paused", "stop": "stopped"}

GAVE_UP = N_(
    "The training broke off again and again at the same place; it may need too much memory."
)
NO_MEMORY = N_("The training needs more memory than there is; fewer hidden units need less.")
BROKEN = N_("The training stopped because of an error in the program; the server's log says which.")


def settle() -> None:
    """Compute as fast as one thread can; the web server goes first."""
    trainer.settle()
    processes.give_way()


def main(folder: Path) -> None:
    settle()
    closing = threading.Event()
    processes.when_input_ends(closing.set)
    print("ready", flush=True)
    Worker(folder).work(closing)


class Worker:
    """Trains the waiting runs of a folder. No run can block the others, whatever its files
    contain."""

    def __init__(self, folder: Path) -> None:
        self.runs = Runs(folder)
        self.store = Store(folder)
        self.queue = Queue(self.store)
        # The runs of a race that wait for their next turn.
        self.kept: dict[str, Session] = {}
        # Until when a run rests, and for how long, because there was no room for it on the disk.
        self.resting: dict[str, tuple[float, float]] = {}

    def work(self, closing: threading.Event) -> None:
        """Until `closing` is set."""
        while not closing.is_set():
            try:
                if not self.work_off(closing):
                    self.kept.clear()
                    closing.wait(IDLE)
            except OSError as error:
                LOG.warning("The folder of the runs cannot be used: %s", error)
                closing.wait(REST)

    def work_off(self, closing: threading.Event) -> bool:
        """Train the run whose turn it is, and those that race with it; False if there is none."""
        taken = self._take(self.queue.runs())
        found = taken is not None
        while taken is not None:
            run, lock = taken
            # The next of a race is taken before this one is given up: one of them is always seen
            # to be trained.
            with lock:
                taken = self._attend(run, closing)
        return found

    def _take(self, runs: Iterable[str]) -> tuple[str, IO[bytes]] | None:
        now = time.monotonic()
        return self.queue.take(run for run in runs if self.resting.get(run, (0.0, 0.0))[0] <= now)

    def _attend(self, run: str, closing: threading.Event) -> tuple[str, IO[bytes]] | None:
        """Train a run until it ends or pauses, its turn is over, the worker closes, or another
        worker has the run; returns the run whose turn is next, and its lock."""
        try:
            return self._attempt(run, closing)
        except SupersededError as reason:
            LOG.info("Run %s went to another worker: %s", run, reason)
            return None

    def _attempt(self, run: str, closing: threading.Event) -> tuple[str, IO[bytes]] | None:
        session, served = self.kept.pop(run, None), Wanted()
        failure: Refusal | None = None
        lease: Lease | None = None
        try:
            lease = self.store.lease(run)
            # Count the attempt before reading anything that may be damaged, or need too much
            # memory.
            if self.store.run(run, lease).count_attempt() > MAX_ATTEMPTS:
                raise Refusal(GAVE_UP)
            status, served, session = self._train(run, session, lease, closing)
        except SupersededError:
            raise
        except OSError as error:
            if run in self.store and files.waits_for_room(error):
                self._rest(run, lease)
                return None
            LOG.warning("Run %s: %s", run, error)
            status, failure = "failed", Damaged(Path(str(error.filename or run)))
        except Refusal as refusal:
            status, failure = "failed", refusal
        except DivergenceError as error:
            status, failure = "failed", Refusal(str(error))
        except MemoryError:
            status, failure = "failed", Refusal(NO_MEMORY)
        except Exception as error:
            # Torch has no error of its own for it.
            if "allocate memory" not in str(error):
                LOG.exception("Run %s", run)
            status = "failed"
            failure = Refusal(NO_MEMORY if "allocate memory" in str(error) else BROKEN)
        self.resting.pop(run, None)
        following = session.following if session else None
        if status == "interrupted":
            return None  # the run keeps its place in the queue
        if status == "training" and session:
            session.following = None
            self._keep(run, session)
            return following
        # The worker stays with a race until all of it has ended.
        following = following or self._take(self.queue.rivals(run))
        self._let_go(run, lease, status, failure, served)
        return following

    def _train(
        self, run: str, session: Session | None, lease: Lease, closing: threading.Event
    ) -> tuple[str, Wanted, Session | None]:
        """The run's status at the end, the commands it followed, and its session."""
        found = self.store.run(run)
        wanted = found.wanted()
        # A pause between two turns leaves the same files as any pause.
        if wanted.mode != "run" and found.state().status != "training":
            return ENDS[wanted.mode], wanted, None
        if session is None or not session.take_up(lease):
            session = Session(self.queue, run, lease)
        status = session.train(closing)
        return status, session.wanted, session

    def _keep(self, run: str, session: Session) -> None:
        """Keep the session ready for its next turn, and drop older ones if memory is short."""
        self.kept[run] = session
        needed = 0
        for one in reversed(list(self.kept)):
            kept = self.kept[one]
            needed += resources.memory(kept.config, len(kept.trainer.vocabulary))
            if needed > resources.MAX_MEMORY and one != run:
                del self.kept[one]

    def _rest(self, run: str, lease: Lease | None) -> None:
        """Let a run without room on the disk rest: others go first, and it tries again later."""
        _, rest = self.resting.get(run, (0.0, REST / 2))
        rest = min(2 * rest, LONGEST_REST)
        self.resting[run] = time.monotonic() + rest, rest
        with suppress(OSError, Refusal):
            found = self.store.run(run, lease)
            found.say_room(lacks=True)
            with self.queue.commanding(run):
                found.tidy()
            found.forget_attempts(all_of_them=False)

    def _let_go(
        self, run: str, lease: Lease | None, status: str, failure: Refusal | None, served: Wanted
    ) -> None:
        """Write down how the run ended, and take it out of the queue."""
        if run not in self.store:
            self.queue.leave(run)
            return
        found = self.store.run(run, lease)
        found.say_room(lacks=False)
        try:
            with self.queue.commanding(run), found.writing():
                _say(found, status, failure)
                self.queue.leave(run)
                # A reader who resumed the run before it left the queue found it there, and relies
                # on us.
                after = served if status == "failed" else found.wanted()
                asked_again = (after.mode, after.until) != (served.mode, served.until)
                if asked_again and after.mode == "run":
                    about = found.about
                    with self.queue.alone():
                        self.queue.enter(run, about.race, about.client)
            found.forget_attempts()
        except OSError as error:
            if files.waits_for_room(error):
                self._rest(run, lease)
            else:
                self.queue.leave(run)
        except Refusal as refusal:
            _say(found, "failed", refusal)
        with suppress(OSError):
            self.runs.clean_up()


def _say(found: RunFiles, status: str, failure: Refusal | None) -> None:
    try:
        state = found.state()
    except Refusal:
        state = State()
    try:
        found.say(replace(state, status=status, failure=failure))
    except OSError as error:
        # The next process to read it will meet the same error.
        if files.waits_for_room(error):
            raise


if __name__ == "__main__":
    main(Path(sys.argv[1]))
