"""Where a server's rooms are: in a folder of its own, or in a Redis that it shares with others."""

import os
from importlib.util import find_spec
from urllib.parse import urlsplit

from rnnviz.hall.on_disk import OnDisk, home, journals
from rnnviz.hall.shelf import MISSING, Away, Journal, Shelf

# Where the address of a Redis stands.
REDIS = "RNNVIZ_REDIS"
SCHEMES = ("redis", "rediss")
NOT_INSTALLED = 'Rooms in a Redis need its client; `pip install ".[redis]"`, in the folder of rnnviz, installs it.'


def address() -> str:
    """The address of the Redis that the environment names; "" for rooms in a folder.

    Raises ValueError for what is none, or where the client for it is not installed.
    """
    named = os.environ.get(REDIS, "")
    if not named:
        return ""
    shown(named)
    if find_spec("redis") is None:
        raise ValueError(NOT_INSTALLED)
    return named


def shown(address: str) -> str:
    """An address without its name and password. Raises ValueError for what is none of a Redis."""
    whole = address.rpartition("@")[2]
    try:
        parts = urlsplit(address)
        number = parts.path.removeprefix("/") or "0"
        if parts.scheme in SCHEMES and parts.hostname and number.isdecimal():
            return f"{parts.scheme}://{parts.hostname}:{parts.port or 6379}/{number}"
    except ValueError:
        # Of a port that is none.
        pass
    raise ValueError(
        f"The address in {REDIS} is none of a Redis ({whole[:100]}); one looks like "
        "redis://host:6379."
    )


def shelf() -> Shelf:
    """The shelf of this server's rooms. Raises Away where `address` finds something wrong."""
    try:
        named = address()
    except ValueError as reason:
        raise Away(MISSING, because=str(reason)) from None
    if not named:
        return OnDisk(home())
    from rnnviz.hall.in_redis import InRedis

    return InRedis(named, shown(named))


def every_journal() -> dict[str, tuple[float, Journal]]:
    """The journals of all votes that are kept, by their names, each with the time of its last line.
    They may be read beside running servers. Raises ValueError as `address`, and Away where the Redis
    does not answer."""
    if not (named := address()):
        return {**journals(home())}
    from rnnviz.hall.in_redis import InRedis

    return {**InRedis(named, shown(named)).journals()}
