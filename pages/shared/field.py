"""What stands in a field whose value is the address's."""

from typing import TypeVar

import streamlit as st

T = TypeVar("T")
NOTHING = object()


def fill(key: str, value: T) -> T:
    """Let the widget with this key show a value, which is returned to be its default as well.

    One that it shows already is not told again: what a reader is typing there meanwhile, while the
    page still answers the choice before, would be gone. Only for a widget that is always drawn.
    """
    if st.session_state.get(key, NOTHING) != value:
        st.session_state[key] = value
    return value


def renewed(key: str, value: object) -> str:
    """The key of a widget in a popover, whose default is this value.

    A popover that is closed draws nothing: its widgets are not told of a new value, and the browser
    sends the last one as if a reader had chosen it. So where the value has become another one, and
    not by the widget itself, a new widget stands there, under a new key.
    """
    numbers = st.session_state.setdefault("renewed", {})
    number = numbers.setdefault(key, 0)
    if st.session_state.get(_numbered(key, number), value) != value:
        numbers[key] = number = number + 1
    return _numbered(key, number)


def chosen(key: str) -> object:
    """What a reader has chosen in the widget that `renewed` has named for this key."""
    return st.session_state[_numbered(key, st.session_state.renewed[key])]


def _numbered(key: str, number: int) -> str:
    return f"{key}_{number}" if number else key
