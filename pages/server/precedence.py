"""What a click waits for is computed before what is done piece by piece in another thread."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition

# Seconds that a piece waits at most, so that many clicks delay other work and never stop it.
LONGEST = 0.5


class Precedence:
    """Work that is `urgent`, and work that gives way to it between two pieces."""

    def __init__(self) -> None:
        self._urgent = 0
        self._changed = Condition()

    @contextmanager
    def urgent(self) -> Iterator[None]:
        """While this lasts, `give_way` waits."""
        with self._changed:
            self._urgent += 1
        try:
            yield
        finally:
            with self._changed:
                self._urgent -= 1
                self._changed.notify_all()

    def give_way(self) -> None:
        """Returns once nothing urgent is being computed, or after LONGEST."""
        with self._changed:
            self._changed.wait_for(lambda: self._urgent == 0, LONGEST)
