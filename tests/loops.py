"""Coroutines run by a test."""

import asyncio
from collections.abc import Awaitable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
PATIENCE = 60.0  # seconds


def finished(work: Awaitable[T]) -> T:
    """What `work` gives, run in a thread of its own: a browser that another test has open keeps a
    loop in this one. Raises TimeoutError after PATIENCE seconds."""

    async def main() -> T:
        async with asyncio.timeout(PATIENCE):
            return await work

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(main())).result()
