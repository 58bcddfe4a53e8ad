"""The server's runs, and the workers that train them.

Runs lie in one folder, which any number of servers may share: whose worker trains a run is decided
by its lock. Workers are started when somebody first opens the Train page, or with the server if
runs are waiting there from before it was killed, and end with it. Where RNNVIZ_CLUSTER names a Dask
scheduler, they are seats of its cluster.
"""

import logging
import threading

from rnnviz.locale import Refusal
from rnnviz.training import Runs, Workers, cluster, home

LOG = logging.getLogger(__name__)


class Training:
    """The runs of this machine, and as long as the server is open, workers for them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_open = False
        self._workers: Workers | cluster.Seats | None = None
        self._runs: Runs | None = None

    @property
    def runs(self) -> Runs:
        """All runs. Raises Refusal if the folder for them is somebody else's."""
        if self._runs is None or self._runs.folder != home():
            self._runs = Runs(home())
        return self._runs

    @property
    def workers(self) -> Workers | cluster.Seats | None:
        return self._workers

    def open(self) -> None:
        """Allow workers from now on, and resume the runs that were already waiting."""
        self._is_open = True
        try:
            cluster.address()
            if not home().exists():
                return
            self.runs.clean_up()
            if self.runs.queue():
                self.work()
        except (OSError, Refusal) as reason:
            LOG.warning("No trainings in %s: %s", home(), reason)

    def work(self) -> None:
        """Start workers, while the server is open. Returns at once: runs wait for their workers.

        Raises Refusal if the folder for runs is somebody else's, or cannot be written to, or for a
        cluster's address that is none.
        """
        self.runs.claim()
        with self._lock:
            if self._is_open and self._workers is None:
                self._workers = cluster.workers(self.runs.folder)

    def close(self) -> None:
        """End the workers; their runs go on when there are workers again."""
        with self._lock:
            self._is_open = False
            if self._workers:
                self._workers.close()
                self._workers = None


TRAINING = Training()
