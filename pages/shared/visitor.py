"""What a connection reveals about its reader: the address, and whether it is this very machine."""

import ipaddress
from urllib.parse import urlsplit

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from pages.shared.turns import Asker

THIS_MACHINE = "127.0.0.1"


def address() -> str:
    """Where the reader's connection comes from."""
    found = st.context.ip_address
    return found if isinstance(found, str) else THIS_MACHINE


def asker() -> Asker:
    """The reader's tab, for whom something is computed."""
    context = get_script_run_ctx()
    return Asker(address(), context.session_id if context else "")


def is_at_this_machine() -> bool:
    """Whether the reader sits at the server itself, as the lecturer does where it serves a room.

    The requested host name counts as well: behind a proxy all connections come from this machine.
    """
    host = urlsplit(f"//{st.context.headers.get('Host', '')}").hostname or ""
    return is_this_machine(address()) and (host == "localhost" or is_this_machine(host))


def is_this_machine(address: str) -> bool:
    """Whether an address is one that only this very machine has: 127.0.0.1, ::1."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
