"""The start of every page: its title, its language, and the bar with the links to others."""

from pathlib import Path

import streamlit as st

from pages.shared import language
from pages.shared.contents import BAR, HOME, TITLES
from pages.shared.theme import style

SHARED = Path(__file__).with_name("shared")

_ = language.translate()
page = st.navigation(
    [
        st.Page(
            script,
            title=_(title),
            default=script == HOME,
            visibility="visible" if script in BAR else "hidden",
        )
        for script, title in TITLES.items()
    ],
    position="top",
)
st.set_page_config(
    page_title="rnnviz" if page.title == "rnnviz" else f"{page.title} · rnnviz",
    page_icon=SHARED / "icon.svg",
    layout="wide",
)
st.html(f"<style>{style(language.current())}</style>")
language.switch()
page.run()
