"""The home page: a line of text and the river of what is remembered of it, and the doors to the rest."""

import streamlit as st

from pages.shared import address, stage
from pages.shared.field import fill
from pages.shared.language import translate
from pages.shared.notices import notices
from rnnviz.address.controls import DOORS, OWN_LINE

_ = translate()
link, problems = address.read(address.HOME)
notices(link, problems)
stage.show(link, problems)
with st.container(horizontal=True, key="doors"):
    values, _reason = address.refused(link) or ({}, None)
    # An invalid line stays in the field, so that the reader can correct it.
    st.text_input(
        _(OWN_LINE.title),
        value=fill("line", values.get("text", link.text)),
        key="line",
        on_change=address.writer("line", address.write, "text"),
        help=OWN_LINE.help_in(_),
    )
    for page, door in DOORS.items():
        st.page_link(f"{page}/{page}.py", label=f"**{_(door.title)} →** :small[{door.help_in(_)}]")
