"""The Train page: a small character model learns while the reader watches."""

import math
from pathlib import Path

import streamlit as st

from pages.shared.content import filled, sections
from pages.shared.language import current
from pages.train import controls, state, view

CONTENT = Path(__file__).with_name("content")

state.enter()
controls.work()
shown = state.shown()
controls.controls(shown)
controls.notices(shown)
if shown.configs:
    view.show(
        shown.runs,
        state.keys(),
        state.curves_under(shown.plan),
        shown.configs,
        shown.text,
        on_start=state.start,
        on_step=state.step,
        on_reset=state.reset,
    )
    V = len(shown.vocabulary)
    prose = sections(CONTENT / "train", current()).values()
    for column, section in zip(st.columns(len(prose), gap="large"), prose, strict=True):
        column.markdown(filled(section, {"V": V, "uniform": math.log(V)}))
