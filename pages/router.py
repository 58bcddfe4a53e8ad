"""What every page begins with: its title, its language, and the way to the other pages."""

from pathlib import Path

import streamlit as st

from pages.parts import language
from rnnviz.locale import N_

PARTS = Path(__file__).with_name("parts")

_ = language.translate()
page = st.navigation(
    [
        st.Page("home.py", title="rnnviz", default=True),
        st.Page("step.py", title=_(N_("Step"))),
    ],
    position="top",
)
st.set_page_config(
    page_title="rnnviz" if page.title == "rnnviz" else f"{page.title} · rnnviz",
    page_icon=PARTS / "icon.svg",
    layout="wide",
)
st.html(PARTS / "style.css")
language.switch()
page.run()
