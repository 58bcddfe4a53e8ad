"""Sockets that have not said yet who they are.

A lecturer's is one of them until its key has been read, so none is turned away for those that came
before it: if there are too many, the one that has been silent longest is closed.
"""

import asyncio
from collections import defaultdict
from typing import Any

# How many may be silent at once, in all, from one address and in one room; and for how many
# seconds.
MOST, MOST_OF_AN_ADDRESS, MOST_IN_A_ROOM = 1_000, 600, 400
HELLO_WITHIN = 10.0

Hello = asyncio.Task[dict[str, Any]]
Group = tuple[str, str]


class Silence:
    """Waits for what each socket says of itself."""

    def __init__(self) -> None:
        # Those of each address and of each room, in the order in which they came.
        self._of: defaultdict[Group, dict[Hello, None]] = defaultdict(dict)
        self._groups: dict[Hello, tuple[Group, Group]] = {}

    async def heard(self, hello: Hello, address: str, code: str) -> dict[str, Any] | None:
        """What the socket says; None where it had to go for another one. Raises TimeoutError where
        it says nothing, and what `hello` raises."""
        of_address, of_room = groups = (("address", address), ("room", code))
        self._groups[hello] = groups
        for group in groups:
            self._of[group][hello] = None
        if len(self._of[of_address]) > MOST_OF_AN_ADDRESS:
            self._turn_away(self._of[of_address])
        if len(self._of[of_room]) > MOST_IN_A_ROOM:
            self._turn_away(self._of[of_room])
        if len(self._groups) > MOST:
            addresses = (waiting for (kind, _), waiting in self._of.items() if kind == "address")
            self._turn_away(max(addresses, key=len))
        try:
            await asyncio.wait([hello], timeout=HELLO_WITHIN)
            if not hello.done():
                raise TimeoutError
            return None if hello.cancelled() else hello.result()
        finally:
            hello.cancel()
            self._forget(hello)

    def _turn_away(self, waiting: dict[Hello, None]) -> None:
        oldest = next(iter(waiting))
        oldest.cancel()
        self._forget(oldest)

    def _forget(self, hello: Hello) -> None:
        for group in self._groups.pop(hello, ()):
            del self._of[group][hello]
            if not self._of[group]:
                del self._of[group]
