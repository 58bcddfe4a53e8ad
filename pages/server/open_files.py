"""How many files the server may have open: one for each connection, and a few for each session.

Streamlit gives each session an event loop for `async` scripts: three open files, for as long as the
session is remembered. None of our scripts is `async`, so here a loop opens its files when it is
first run. Each session then takes only its connection, which ends when its reader leaves.
"""

import asyncio
import logging
from collections.abc import Callable
from functools import wraps
from types import ModuleType
from typing import Any

resource: ModuleType | None
try:
    import resource
except ImportError:
    # Windows sets no such limit.
    resource = None

# Three hundred browsers with up to six connections each, while they fetch their first page.
ENOUGH = 2048
# More than any hall needs; a number is needed even where the system sets no limit.
MOST = 65536
# What macOS gives one process at most, whatever it says of its limits.
AT_LEAST_MACOS = 10240

LOG = logging.getLogger(__name__)


def raise_limit() -> int:
    """Let this process open as many files as the system allows; returns how many, and warns if too
    few."""
    if resource is None:
        return MOST
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    for wanted in (most, min(most, AT_LEAST_MACOS)):
        if soft == resource.RLIM_INFINITY or wanted <= soft:
            break
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        except (ValueError, OSError):
            continue
    if soft != resource.RLIM_INFINITY and soft < ENOUGH:
        LOG.warning(
            "This process may open %d files; a class needs %d, about seven a student while pages "
            "load. `ulimit -n %d` before the start allows them.",
            soft,
            ENOUGH,
            ENOUGH,
        )
    return soft


class LoopsOnUse(asyncio.DefaultEventLoopPolicy):
    """Event loops that open their files when they are first run."""

    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        return _LoopOnUse(super().new_event_loop)  # type: ignore[abstract]  # completed below


class _LoopOnUse(asyncio.AbstractEventLoop):
    """The loop that `make` makes, created at its first use."""

    def __init__(self, make: Callable[[], asyncio.AbstractEventLoop]) -> None:
        self._make = make
        self._made: asyncio.AbstractEventLoop | None = None
        self._closed = False

    def is_closed(self) -> bool:
        return self._closed if self._made is None else self._made.is_closed()

    def is_running(self) -> bool:
        return self._made is not None and self._made.is_running()

    def close(self) -> None:
        self._closed = True
        if self._made is not None:
            self._made.close()

    def _loop(self) -> asyncio.AbstractEventLoop:
        if self._made is None:
            if self._closed:
                raise RuntimeError("Event loop is closed")
            self._made = self._make()
        return self._made


def _passed_on(name: str) -> Callable[..., Any]:
    @wraps(getattr(asyncio.AbstractEventLoop, name))
    def method(self: _LoopOnUse, *args: Any, **options: Any) -> Any:
        return getattr(self._loop(), name)(*args, **options)

    return method


for _name in vars(asyncio.AbstractEventLoop):
    if not _name.startswith("_") and _name not in vars(_LoopOnUse):
        setattr(_LoopOnUse, _name, _passed_on(_name))
