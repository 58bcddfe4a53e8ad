"""What stands in a field whose value is the address's."""

from typing import TypeVar

import streamlit as st

T = TypeVar("T")
NOTHING = object()


def fill(key: str, value: T) -> T:
    """Let the widget with this key show a value, which is returned to be its default as well.

    One that it shows already is not told again: what a reader is typing there meanwhile, while the
    page still answers the choice before, would be gone. So a widget that the browser draws later
    than the message that told it (in a popover, on a slow machine) knows its default alone, and
    would send that back as if a reader had chosen it.
    """
    if st.session_state.get(key, NOTHING) != value:
        st.session_state[key] = value
    return value
