"""What is done beside a training, now and then, without slowing it down."""

import time
from collections.abc import Callable

# The share of the time that each chore may take: what takes long is done less often.
SHARE = 0.02


class Chore:
    """A task to repeat, at most once in a given number of seconds, and for no more than its share
    of the time."""

    def __init__(self, seconds: float, do: Callable[[], None]) -> None:
        self.seconds, self.do = seconds, do
        self.done, self.pause = time.perf_counter(), seconds

    def do_if_due(self, is_waiting: bool = False) -> None:
        """is_waiting: whether the training pauses meanwhile, so that the task may take all of the
        time."""
        began = time.perf_counter()
        if began >= self.done + (self.seconds if is_waiting else self.pause):
            self.do()
            self.done = time.perf_counter()
            cost = self.done - began
            self.pause = max(self.seconds, cost / SHARE if self.seconds else 0.0)
