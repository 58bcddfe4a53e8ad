"""A visit that goes on at another server, where several share a folder (`rnnviz.address.visits`).

What a session remembers beyond the address is written down after each run of the script that has
changed it. A session that begins says which one its page had before, in the request for its
WebSocket; it begins with what that one knew, and with the files that were brought to it.
"""

import logging
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import streamlit as st
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import exists, get_instance
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from rnnviz.address.link import Link
from rnnviz.address.moments import last_moment
from rnnviz.address.training_plan import Plan
from rnnviz.address.visits import opened

PROTOCOL = "Sec-Websocket-Protocol"
# Characters of a session's name, and the bytes of all files that visitors have brought to a server.
LONGEST, ALL_BYTES = 100, 512 * 2**20
GIVEN = "given"
# In seconds. A browser counts milliseconds up to 2^31.
THREE_WEEKS = 21 * 24 * 3600.0
LOG = logging.getLogger(__name__)


class Text(NamedTuple):
    """A reader's own text; name: that of its file."""

    text: str
    name: str = ""


class Way(NamedTuple):
    """How something that is remembered is written down, and read again."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


AS_IT_IS = Way(lambda value: value, lambda told: told)
# What the pages remember beyond their addresses and beyond what the browser's fields hold.
REMEMBERED = {
    **dict.fromkeys(("page", "carried", "elsewhere", "language", GIVEN), AS_IT_IS),
    **dict.fromkeys(("run_keys", "train_session"), AS_IT_IS),
    "link": Way(Link.to_query, lambda told: Link.from_query(told, last_moment)[0]),
    "train_plan": Way(Plan.to_query, lambda told: Plan.from_query(told)[0]),
    "train_own": Way(list, lambda told: Text(*told)),
}
HERE, WRITTEN = "visit_here", "visit_written"


def begin() -> None:
    """At the beginning of a run: of a session's first one, go on where the former one was."""
    visits, state = opened(), st.session_state
    if visits is None or HERE in state:
        return
    state[HERE], former = _session(), former_session(st.context.headers.get(PROTOCOL, ""))
    if not former:
        return
    if not visits.go_on(former, state[HERE]):
        _warn(visits.folder)
        return
    for name, told in (visits.remembered(state[HERE]) or {}).items():
        # Another version may have written it otherwise.
        with suppress(KeyError, TypeError, ValueError):
            state[name] = REMEMBERED[name].read(told)
    manager = _manager()
    for file in visits.brought(state[HERE]):
        if sum(map(sum, uploaded().values())) + len(file.data) <= ALL_BYTES:
            manager.add_file(state[HERE], UploadedFileRec(file.id, file.name, file.type, file.data))


def end() -> None:
    """At the end of a run, however it ends: write down what has changed."""
    visits, state = opened(), st.session_state
    if visits is None or HERE not in state:
        return
    _have_run_again()
    found = {name: way.write(state[name]) for name, way in REMEMBERED.items() if state.get(name)}
    if found != state.get(WRITTEN):
        visits.remember(state[HERE], found)
        state[WRITTEN] = found


def is_new(field: str, given: str) -> bool:
    """Whether a field holds what this visit has not taken from it yet; from now on it has.

    A server that ends between a field's change and what follows from it leaves it to the next one.
    """
    seen: dict[str, str] = dict(st.session_state.get(GIVEN, {}))
    digest = blake2b(given.encode("utf-8", "replace"), digest_size=16).hexdigest()
    if not given or seen.get(field) == digest:
        return False
    st.session_state[GIVEN] = seen | {field: digest}
    return True


def former_session(protocols: str) -> str:
    """The session that a page had before, as it says in the request for a WebSocket; "" for none."""
    named = [one.strip() for one in protocols.split(",")]
    return named[2] if len(named) > 2 and len(named[2]) <= LONGEST else ""


def uploaded() -> dict[str, list[int]]:
    """By session, the sizes of the files that Streamlit keeps in this server's memory."""
    if not exists():
        return {}
    storage = dict(_manager().file_storage)
    return {
        session: [len(file.data) for file in list(files.values())]
        for session, files in storage.items()
    }


def _manager() -> MemoryUploadedFileManager:
    manager = get_instance().uploaded_file_mgr
    assert isinstance(manager, MemoryUploadedFileManager)
    return manager


@cache
def _warn(folder: Path) -> None:
    """Say once what may be wrong, however many come."""
    LOG.warning(
        "A page came of whose visit %s has nothing. If it was here ten minutes ago, the servers do "
        "not share this folder.",
        folder,
    )


def _have_run_again() -> None:
    """Let the page ask for a run as soon as it is connected to a server again.

    Streamlit's page would wait for its reader's next act, and a session without a past would lose
    what follows from that: the script that says so has not run there. A page asks for a run at once
    where a part of it is to be run from time to time; so this part is to be run in three weeks.
    """
    if (context := get_script_run_ctx()) is not None:
        message = ForwardMsg()
        message.auto_rerun.interval, message.auto_rerun.fragment_id = THREE_WEEKS, "visit"
        context.enqueue(message)


def _session() -> str:
    context = get_script_run_ctx()
    return context.session_id if context else ""
