"""The queue: which run is trained next, which worker holds it, and who may change its commands.

`queue/` beside the runs has an empty file for each run that wants a worker or has one. Turns are
fair: between addresses, and between the sessions of one address, each has one run in turn, a race
counting as one. To that end each new entry gets a round: the queue's current one, or the one after
the last that the same client has there already (start-time fair queueing, Goyal et al. 1996).

If a race has more runs than there are workers, its runs take turns and keep their places meanwhile.
Locks are the system's, which releases them when their holder dies.
"""

import os
import re
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from rnnviz import files
from rnnviz.locale import N_, Refusal
from rnnviz.training.records import Damaged
from rnnviz.training.store import NOBODY, Client, State, Store

MAX_WAITING, MAX_OF_AN_ADDRESS, MAX_OF_A_SESSION = 200, 60, 6

TOO_MANY = N_("{count} runs are waiting already; try again later.")
TOO_MANY_OF_YOURS = N_(
    "{count} of your trainings are waiting or in training already; end one of them first."
)

NAME = re.compile(
    r"(?:(\d{1,12})-(\d{1,12})-)?(\d{20})-(?:([0-9a-f]{8})-([0-9a-f]{8})-)?([0-9a-f]{16})"
)


@dataclass(frozen=True)
class Place:
    """A place in the queue. address_round and session_round: its turn among the addresses, and
    among the sessions of its own. time: of the request, in nanoseconds. client: its client,
    hashed."""

    address_round: int
    session_round: int
    time: int
    client: Client
    run: str

    @property
    def name(self) -> str:
        rounds = f"{self.address_round:06d}-{self.session_round:06d}"
        return f"{rounds}-{self.time:020d}-{self.client.address}-{self.client.session}-{self.run}"


class Queue:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.folder = store.folder / "queue"

    # ---- places ---------------------------------------------------------------------------------

    def runs(self) -> list[str]:
        """The runs that want a worker or have one, in the order in which they get one."""
        by_address: defaultdict[str, list[Place]] = defaultdict(list)
        for place in self._places().values():
            by_address[place.client.address].append(place)
        order: list[tuple[int, int, str]] = []
        for own in by_address.values():
            # An address's turns go to its sessions in turn.
            turns = sorted((place.address_round, place.time) for place in own)
            takers = sorted(own, key=lambda place: (place.session_round, place.time))
            order += [(*turn, place.run) for turn, place in zip(turns, takers, strict=True)]
        return list(dict.fromkeys(run for *_, run in sorted(order)))

    def __contains__(self, run: object) -> bool:
        return any(place.run == run for place in self._places().values())

    def check(self, client: Client) -> None:
        """Raises Refusal if the queue is full, or has enough of this client, hidden."""
        places = list(self._places().values())
        of_address = [place for place in places if place.client.address == client.address]
        of_session = [place for place in of_address if place.client == client]
        if len(places) >= MAX_WAITING:
            raise Refusal(TOO_MANY, count=MAX_WAITING)
        if client.address != NOBODY and len(of_address) >= MAX_OF_AN_ADDRESS:
            raise Refusal(TOO_MANY, count=len(of_address))
        if client.session != NOBODY and len(of_session) >= MAX_OF_A_SESSION:
            raise Refusal(TOO_MANY_OF_YOURS, count=len(of_session))

    def enter(self, run: str, race: str, client: Client) -> None:
        """Queue the run for a worker, behind the runs whose turns come first; only within `alone`.

        client: hidden. Raises OSError if the place cannot be written down.
        """
        places = list(self._places().values())
        rivals = set(self._of_race(race, (place.run for place in places)))
        same = [place for place in places if place.client.address == client.address]
        beside = [place for place in same if place.client == client]
        together = [place for place in beside if place.run in rivals]
        place = Place(
            _round([p.address_round for p in places], [p.address_round for p in same],
                   [p.address_round for p in together]),
            _round([p.session_round for p in same], [p.session_round for p in beside],
                   [p.session_round for p in together]),
            time.time_ns(), client, run,
        )  # fmt: skip
        (self.folder / place.name).touch(files.OWNER_ALONE)

    def leave(self, run: str) -> None:
        for name, place in self._places().items():
            if place.run == run:
                files.remove(self.folder / name)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody else enters meanwhile."""
        with _locked(self.store.folder / "queue.lock"):
            yield

    def _places(self) -> dict[str, Place]:
        """The places by their files' names. Other files are left alone."""
        try:
            with os.scandir(self.folder) as found:
                names = [one.name for one in found if one.is_file(follow_symlinks=False)]
        except FileNotFoundError:
            return {}
        places = {}
        for name in sorted(names):
            if match := NAME.fullmatch(name):
                of_address, of_session, when, address, session, run = match.groups()
                # An earlier version knew no rounds and no clients.
                places[name] = Place(
                    int(of_address or 0),
                    int(of_session or 0),
                    int(when),
                    Client(address or NOBODY, session or NOBODY),
                    run,
                )
        return places

    # ---- races ----------------------------------------------------------------------------------

    def rivals(self, run: str) -> list[str]:
        """The other runs of its race in the queue, beginning with the one behind it."""
        try:
            race = self.store.run(run).about.race
        except Refusal:
            return []
        if not race:
            return []
        queue = self.runs()
        place = queue.index(run) + 1 if run in queue else 0
        others = [other for other in queue[place:] + queue[:place] if other != run]
        return self._of_race(race, others)

    def _of_race(self, race: str, runs: Iterable[str]) -> list[str]:
        found = []
        for run in runs if race else ():
            with suppress(Refusal):
                if self.store.run(run).about.race == race:
                    found.append(run)
        return found

    # ---- who has a run --------------------------------------------------------------------------

    def take(self, runs: Iterable[str]) -> tuple[str, IO[bytes]] | None:
        """The first of these runs that no worker holds, and its lock."""
        for run in runs:
            try:
                lock = self.lock(run)
            except Refusal:
                self.leave(run)
                continue
            except OSError as error:
                if not files.waits_for_room(error):
                    self._set_aside(run)
                continue
            # Another worker may have ended it since the queue was read.
            if lock and run in self.store and run in self:
                return run, lock
            if lock:
                lock.close()
        return None

    def lock(self, run: str) -> IO[bytes] | None:
        """The run's lock, which the caller must close; None if another process holds it. Raises
        OSError if the lock cannot be opened, Refusal for a missing run."""
        return files.lock(self.store.run(run).path / "lock")

    @contextmanager
    def held(self, run: str) -> Iterator[bool]:
        """Hold the run if no worker has it, so that none can take it; True if that succeeded."""
        lock = self.lock(run)
        try:
            yield lock is not None
        finally:
            if lock:
                lock.close()

    @contextmanager
    def commanding(self, run: str) -> Iterator[None]:
        """Within this block nobody else changes the run's commands, or ends it."""
        with _locked(self.store.run(run).path / "control.lock"):
            yield

    def is_trained(self, run: str) -> bool:
        """Whether a worker holds the run."""
        try:
            return files.is_locked(self.store.run(run).path / "lock")
        except (OSError, Refusal):
            return False

    def is_between_turns(self, run: str) -> bool:
        """Whether the run is in the middle of a race, and a rival has the turn."""
        if run not in self or self.store.run(run).state().status != "training":
            return False
        return any(map(self.is_trained, self.rivals(run)))

    def _set_aside(self, run: str) -> None:
        """Fail a run whose lock is damaged: nobody can train it."""
        with suppress(OSError, Refusal):
            found = self.store.run(run)
            found.say(State(status="failed", failure=Damaged(found.path / "lock")))
        with suppress(OSError):
            self.leave(run)


def _round(all_: list[int], own: list[int], together: list[int]) -> int:
    """The round of a new entry: that of its race; else the queue's, or the one after the client's
    last."""
    if together:
        return min(together)
    return max(min(all_, default=0), 1 + max(own, default=-1))


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold a lock, waiting for its present holder, who only ever writes a small file."""
    held = files.lock(path, waits=True)
    assert held is not None
    with held:
        yield
