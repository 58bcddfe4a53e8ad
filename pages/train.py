"""The Train page: a small character model learns, and one watches."""

import math

import streamlit as st

from pages.parts import live, planned, training
from pages.parts.content import filled, sections
from pages.parts.language import current

planned.enter()
training.work()
shown = planned.shown()
training.controls(shown)
training.notices(shown)
if shown.configs:
    live.show(
        shown.runs,
        planned.keys(),
        shown.configs,
        shown.text,
        on_start=planned.start,
        on_step=planned.step,
        on_reset=planned.reset,
    )
    V = len(shown.vocabulary)
    prose = sections("train", current()).values()
    for column, section in zip(st.columns(len(prose), gap="large"), prose, strict=True):
        column.markdown(filled(section, {"V": V, "uniform": math.log(V)}))
