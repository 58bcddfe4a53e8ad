"""The switch for the language, in the corner of every page."""

import streamlit as st

from pages.shared import address
from pages.shared.language import current
from rnnviz.locale import LANGUAGES, N_, translator


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
