"""Memory that is free goes back to the system.

A file of many views, or a text being learnt, takes tens of megabytes for a moment. Python's threads
each have a part of the heap of their own, and glibc keeps what is freed in it; what refers to itself
waits for the collector, which runs late where few but large things are made. Once three megabytes
are freed, glibc takes arrays of up to that size from the heap, too, where a small thing that stays
beside one keeps its memory from going back: a server was at 1,330 MB after an hour so, and growing.
"""

import asyncio
import ctypes
import gc
import sys
from contextlib import suppress

EVERY = 20.0
# The numbers of `M_ARENA_MAX` and `M_MMAP_THRESHOLD` in malloc.h.
ARENAS, MAPPED_FROM = -8, -3
# Bytes from which a block has pages of its own, which go back as it is freed: what glibc begins with.
LARGE = 128 * 1024


def set_heap() -> None:
    """Let all threads have one heap, of which free parts serve any of them, and keep large blocks
    out of it for good; to be called before there are many threads."""
    if libc := _glibc():
        libc.mallopt(ARENAS, 1)
        libc.mallopt(MAPPED_FROM, LARGE)


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
