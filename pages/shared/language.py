"""The reader's language."""

from collections.abc import Callable

import streamlit as st

from rnnviz.locale import LANGUAGES, reader_language, translator


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
