"""The reader's language, and the switch for it in the corner of every page."""

from collections.abc import Callable

import streamlit as st

from pages.shared import address
from rnnviz.locale import LANGUAGES, N_, reader_language, translator


def chosen() -> str:
    """The language of the address, else the one chosen before; "" if the reader has chosen none."""
    asked = st.query_params.get("lang")
    if asked in LANGUAGES:
        st.session_state.language = asked
    found: str = st.session_state.get("language", "")
    return found


def current() -> str:
    """The language that the reader has chosen; else the browser's, or English."""
    return reader_language(chosen(), st.context.locale or "")


def translate() -> Callable[[str], str]:
    """The function that puts a message into the language of this run."""
    return translator(current())


def switch() -> None:
    """The switch; the style sheet puts it into the bar at the top."""
    st.session_state.switch = current()
    with st.container(key="language", width="content"):
        st.segmented_control(
            " · ".join(translator(name)(N_("Language")) for name in LANGUAGES),
            list(LANGUAGES),
            format_func=LANGUAGES.__getitem__,
            key="switch",
            required=True,
            label_visibility="collapsed",
            on_change=lambda: address.speak(st.session_state.switch),
        )
