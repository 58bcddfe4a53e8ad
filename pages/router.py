"""What every page begins with: its title, its language, and the way to the other pages."""

from pathlib import Path

import streamlit as st

from pages.shared import language
from pages.shared.theme import style
from rnnviz.locale import N_

SHARED = Path(__file__).with_name("shared")

_ = language.translate()
page = st.navigation(
    {
        "": [
            st.Page("home.py", title="rnnviz", default=True),
            st.Page("step/step.py", title=_(N_("Step"))),
            st.Page("train/train.py", title=_(N_("Train"))),
        ],
        _(N_("Why a hidden state")): [
            st.Page("course/why_history.py", title=_(N_("1 · Counting is not enough"))),
            st.Page("course/why_state.py", title=_(N_("2 · With and without a hidden state"))),
            st.Page("course/why_unrolled.py", title=_(N_("3 · The loop, unrolled"))),
            st.Page("course/why_shapes.py", title=_(N_("4 · Shapes and choices"))),
            st.Page("course/why_gates.py", title=_(N_("5 · Gates, and two directions"))),
        ],
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
