"""The Step page: the stage on any text and network the reader chooses."""

import streamlit as st

from pages.shared import address, stage
from pages.shared.notices import notices
from pages.step.beside import beside
from pages.step.controls import controls, fold

link, problems = address.read("step")
with st.container(key="beside_bar", width="content"):
    fold(link)
    beside(link)
controls(link)
notices(link, problems)
traces = stage.show(link, problems)
stage.download(link, traces)
