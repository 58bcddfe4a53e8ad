"""How often one address may ask for something.

A lecture hall is often one address: a campus network lends its own to everybody in it. So a rate
has to let a whole hall come at once, and can only keep one address from asking without end.
"""

import time
from collections.abc import Callable

# Addresses that are remembered; the others have not asked lately.
MOST_ADDRESSES = 10_000


class Rate:
    """At most `burst` at once, and in the long run `a_second`, from one address.

    now: seconds of a clock that never goes back.
    """

    def __init__(
        self, a_second: float, burst: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._a_second, self._burst, self._now = a_second, burst, now
        # Of each address: how often it could still ask, and when that was so.
        self._left: dict[str, tuple[float, float]] = {}

    def admits(self, address: str) -> bool:
        """Whether it may ask now; this counts as asking."""
        now = self._now()
        left, at = self._left.pop(address, (self._burst, now))
        left = min(self._burst, left + (now - at) * self._a_second)
        self._left[address] = (left - 1 if left >= 1 else left, now)
        while len(self._left) > MOST_ADDRESSES:
            del self._left[next(iter(self._left))]
        return left >= 1
