"""The start of every page: its title, its language, and the links to the other pages."""

from pathlib import Path

import streamlit as st

from pages.shared import language
from pages.shared.contents import HOME, PARTS
from pages.shared.theme import style

SHARED = Path(__file__).with_name("shared")

_ = language.translate()
page = st.navigation(
    {
        _(part): [
            st.Page(script, title=_(title), default=script == HOME)
            for script, title in pages.items()
        ]
        for part, pages in PARTS.items()
    },
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
