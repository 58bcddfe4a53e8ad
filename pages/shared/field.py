"""What stands in a field whose value is the address's."""

import streamlit as st

NOTHING = object()


def fill(key: str, value: object) -> None:
    """Let the widget with this key show a value.

    One that it shows already is not told again: what a reader is typing there meanwhile, while the
    page still answers the choice before, would be gone.
    """
    if st.session_state.get(key, NOTHING) != value:
        st.session_state[key] = value
