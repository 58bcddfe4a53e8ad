"""Memory that is free goes back to the system.

A file of many views, or a text being learnt, takes tens of megabytes for a moment. Python's threads
each have a part of the heap of their own, and glibc keeps what is freed in it; what refers to itself
waits for the collector, which runs late where few but large things are made.
"""

import asyncio
import ctypes
import gc
import sys
from contextlib import suppress

EVERY = 20.0
# The number of `M_ARENA_MAX` in malloc.h.
ARENAS = -8


def share_one_heap() -> None:
    """Let all threads have one heap, of which free parts serve any of them; to be called before
    there are many."""
    if libc := _glibc():
        libc.mallopt(ARENAS, 1)


async def give_back() -> None:
    """From time to time, give back what is free; until it is cancelled."""
    libc = _glibc()
    while True:
        await asyncio.sleep(EVERY)
        gc.collect()
        if libc:
            await asyncio.to_thread(libc.malloc_trim, 0)


def _glibc() -> ctypes.CDLL | None:
    """The library of Linux that can do so; None elsewhere."""
    if sys.platform == "linux":
        with suppress(OSError):
            libc = ctypes.CDLL("libc.so.6")
            if hasattr(libc, "malloc_trim"):
                return libc
    return None
