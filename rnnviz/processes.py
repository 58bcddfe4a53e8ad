"""What a process may take of its computer, and with whom it ends, whatever the system."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress

import psutil

# The value of nice(2) of a process that lets others go first; Windows has a class for it.
GIVES_WAY = 5
# Seconds between two looks at the memory, where the system sets no limit to it.
LOOK = 0.05
# Set for a server that ends when its standard input does.
ENDS_WITH_INPUT = "RNNVIZ_ENDS_WITH_INPUT"
# For a process that Ctrl-C is not to reach, where that takes a flag; elsewhere a group of its own does it.
APART: int = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)


def give_way() -> None:
    """Let other processes go first, where the system does so."""
    with suppress(OSError, psutil.Error):
        psutil.Process().nice(getattr(psutil, "BELOW_NORMAL_PRIORITY_CLASS", GIVES_WAY))


def limit_memory(more: int) -> None:
    """Let this process take at most `more` further bytes. Beyond them Linux refuses memory, which
    is a MemoryError; elsewhere the process ends within a moment, with a status that is not 0."""
    process = psutil.Process()
    if hasattr(process, "rlimit"):
        most = process.memory_info().vms + more
        # Where there is a lower limit already, it stays.
        with suppress(OSError, ValueError, psutil.Error):
            process.rlimit(psutil.RLIMIT_AS, (most, most))
    else:
        most = _taken(process) + more
        threading.Thread(target=_end_beyond, args=(process, most), daemon=True).start()


def when_input_ends(do: Callable[[], object]) -> None:
    """Call `do`, in a thread of its own, once the standard input ends: the process that holds its
    other end is gone, however it went."""
    # What is read here is no longer the standard input: on Windows, libraries that look at that one
    # while they are loaded would wait for its reader.
    end = os.dup(sys.stdin.fileno())
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, sys.stdin.fileno())
    os.close(nothing)

    def wait() -> None:
        # Without a buffer of Python's: its lock would be held while this process ends by itself.
        with suppress(OSError):
            while os.read(end, 4096):
                pass
        do()

    threading.Thread(target=wait, daemon=True).start()


def _end_beyond(process: psutil.Process, most: int) -> None:
    while _taken(process) <= most:
        time.sleep(LOOK)
    os._exit(1)


def _taken(process: psutil.Process) -> int:
    """Bytes that a process has; on Windows also those that it has asked for and not used yet."""
    found = process.memory_info()
    taken: int = getattr(found, "private", found.rss)
    return taken
