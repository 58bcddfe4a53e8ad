"""The pages as Streamlit's navigation takes them."""

from copy import copy
from functools import lru_cache

import streamlit as st

from pages.shared.contents import BAR, HOME, TITLES
from rnnviz.locale import LANGUAGES, translator


def pages(language: str) -> list[st.Page]:
    """All pages with their titles in a language. A run marks the page that it is to draw, so each
    has copies of its own."""
    return [copy(page) for page in _made(language)]


# To make them asks the disk for each, which is a quarter of what a session's beginning takes.
@lru_cache(len(LANGUAGES))
def _made(language: str) -> list[st.Page]:
    _ = translator(language)
    return [
        st.Page(
            script,
            title=_(title),
            default=script == HOME,
            visibility="visible" if script in BAR else "hidden",
        )
        for script, title in TITLES.items()
    ]
