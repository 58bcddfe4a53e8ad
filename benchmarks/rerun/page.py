"""The stage's content drawn the usual way: a fragment that runs again at each step.

Three heatmaps, one bar chart and a formula of an LSTM with T = 40 and h = 32.
"""

import sys
from pathlib import Path

import numpy as np
import plotly.graph_objects as go
import streamlit as st

sys.path.insert(0, str(Path(__file__).parents[2]))

from rnnviz import LSTM
from rnnviz.trace import Trace

T, h = 40, 32


@st.cache_resource
def trace() -> Trace:
    X = np.random.default_rng(0).standard_normal((T, 1, h))
    return LSTM.random(input_size=h, hidden_size=h, seed=0).run(X)


@st.fragment
def step() -> None:
    t = st.session_state.setdefault("t", 1)
    if st.button("next", key="next"):
        t = st.session_state.t = t % T + 1
    for name, column in zip("CHF", st.columns(3), strict=True):
        values = trace()[name][:, 0].T.copy()
        values[:, t:] = np.nan
        column.plotly_chart(
            go.Figure(go.Heatmap(z=values), layout={"title": f"{name} {t}"}), key=f"map-{name}"
        )
    H = trace()["H"][t - 1, 0]
    st.plotly_chart(go.Figure(go.Bar(y=H), layout={"title": f"bar {t}"}), key="bar")
    st.latex(rf"H_{{{t}}} = O_{{{t}}} \odot \tanh(C_{{{t}}}) = {H[0]:.3f}, \ldots")


step()
