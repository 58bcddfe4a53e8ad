"""The home page: the stage on the example, and the ways into the rest."""

import streamlit as st

from pages.shared import address, stage
from pages.shared.language import translate
from pages.shared.notices import notices
from rnnviz.address.controls import WELCOME
from rnnviz.locale import N_

_ = translate()
link, problems = address.read("home")
with st.container(horizontal=True, vertical_alignment="center", key="welcome"):
    st.markdown(_(WELCOME))
    own = _(N_("Your own text and other cells"))
    # By then the stage knows the reader's place, and brings it along.
    shown = link.without_place().to_query()
    st.page_link("step/step.py", label=f":primary[{own} →]", query_params=shown)
    learn = _(N_("Watch one learn"))
    st.page_link("train/train.py", label=f":primary[{learn} →]")
notices(link, problems)
stage.show(link, problems)
