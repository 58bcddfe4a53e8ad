"""The way to another page of ours within the same document, which keeps the full screen."""

from urllib.parse import parse_qsl

import streamlit as st

from pages.shared import address
from pages.shared.contents import SCRIPTS
from pages.shared.language import translate
from rnnviz.hall.room import LONGEST_VIEW
from rnnviz.locale import N_


def go(target: str) -> None:
    """Go to a page of ours, "step?cell=gru"; says so where there is none."""
    name, _, query = target.partition("?")
    script = SCRIPTS.get(name)
    if script is None:
        st.warning(translate()(N_("There is no such page here.")))
        return
    st.switch_page(script, query_params=dict(parse_qsl(query[:LONGEST_VIEW])))


def go_afresh(target: str) -> None:
    """Go there as one who opens the link: whatever the reader looked at before is forgotten."""
    address.forget()
    go(target)
