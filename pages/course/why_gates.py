"""Why, 5: what each gate is for, and what a second direction brings (003)."""

import numpy as np
import streamlit as st

from pages.course import controls, experiments
from pages.course.prose import Prose
from pages.shared import stage
from pages.shared.language import translate
from rnnviz import GRU, LSTM, MLP, RNN, Hold
from rnnviz.cells import CELLS
from rnnviz.explain.gates import kept_share, state_after
from rnnviz.explain.shapes import parameter_count
from rnnviz.figures.bars import bars
from rnnviz.figures.lines import Line, lines
from rnnviz.figures.maps import state_map
from rnnviz.link import Link
from rnnviz.locale import N_
from rnnviz.tagging import AFTER

T, D, H = 30, 6, 6
HELD = (0.0, 0.5, 0.9, 0.99, 0.999, 1.0)
SHARES = {0.999: ("state", "solid"), 0.99: ("candidate", "dash"), 0.9: ("gate", "dot")}
rng = np.random.default_rng(0)
X, H0, C0 = rng.normal(size=(T, 1, D)), *rng.uniform(-1, 1, size=(2, 1, H))
GRU_CELL, LSTM_CELL = GRU.random(D, H, seed=1), LSTM.random(D, H, seed=1)

_ = translate()
prose = Prose("why_gates")
prose.say("intro")
time, unit = _(N_("time step")), _(N_("unit"))
if prose.ask("ask_gru", kept=kept_share(0.9, T)[-1]):
    left, right = st.columns([2, 3], gap="large")
    with left:
        ends = {f"p{round(1000 * z)}": kept_share(z, T)[-1] for z in SHARES}
        prose.say("gru", **ends)
        Z = controls.one_of(_(N_("update gate")), "Z", HELD, 0.99, "{:g}".format)
    with right:
        drawn = [Line(f"Z = {z:g}", kept_share(z, T), *style) for z, style in SHARES.items()]
        title = _(N_("share of the first state"))
        prose.figure(lines(range(T + 1), drawn, time, title, (0, 1.05), height=260), "kept", **ends)
    left, right = st.columns([2, 3], gap="large")
    with left:
        prose.say("reset")
        R = controls.one_of(_(N_("reset gate")), "R", HELD, 1.0, "{:g}".format)
        gru = GRU_CELL.run(X, H0=H0, holds=[Hold("Z", Z), Hold("R", R)])
        W_xh, W_hh, b_h = (GRU_CELL.parameters[name] for name in ("W_xh", "W_hh", "b_h"))
        rnn = RNN(W_xh=W_xh, W_hh=W_hh, b_h=b_h).run(X, H0=H0)
        mlp = MLP(W_xh=W_xh, b_h=b_h).run(X)
        prose.say("compare", rnn=np.abs(gru["H"] - rnn["H"]).max(),
                  mlp=np.abs(gru["H"] - mlp["H"]).max())  # fmt: skip
    with right:
        prose.figure(state_map(state_after(gru, "H"), time, f"H, {unit}"), "H",
                     last=gru["H"][-1, 0].round(3).tolist())  # fmt: skip

if prose.ask("ask_lstm"):
    left, right = st.columns([2, 3], gap="large")
    with left:
        prose.say("lstm")
        F = controls.one_of(_(N_("forget gate")), "F", HELD, 1.0, "{:g}".format)
        I = controls.one_of(_(N_("input gate")), "I", HELD, 0.0, "{:g}".format)
        O = controls.one_of(_(N_("output gate")), "O", HELD, 0.0, "{:g}".format)
        holds = [Hold("F", F), Hold("I", I), Hold("O", O)]
        lstm = LSTM_CELL.run(X, H0=H0, C0=C0, holds=holds)
        prose.say("lstm_numbers", change=np.abs(lstm["C"] - C0).max(),
                  shown=np.abs(lstm["H"]).max())  # fmt: skip
    with right:
        prose.figure(state_map(state_after(lstm, "C"), time, f"C, {unit}", "C"), "C",
                     last=lstm["C"][-1, 0].round(3).tolist())  # fmt: skip
        prose.figure(state_map(state_after(lstm, "H"), time, f"H, {unit}"), "shown",
                     last=lstm["H"][-1, 0].round(3).tolist())  # fmt: skip
    prose.say("range")
    prose.to_stage("to_stage", Link(text="to be or not to be", phase="memory"))

if prose.ask("ask_two"):
    prose.say("two")
    k = controls.one_of(_(N_("Sentence")), "sentence", range(2), 1,
                      lambda k: "".join(AFTER.sentences[k][0]))  # fmt: skip
    tagger = experiments.trained_tagger("after", "bidirectional", 0)
    stage.show_trace(tagger.trace(*AFTER.sentences[k]), f"after bidirectional 0 {k}",
                     _(N_("trained on two sentences")))  # fmt: skip

d, h, q = 27, 64, 27
prose.say("price", d=d, h=h, q=q)
titles = {name: cell.title for name, cell in CELLS.items()} | {
    "bidirectional": _(N_("Bidirectional"))
}
counts = [parameter_count(name, d, h, q) for name in titles]
title = _(N_("parameters"))
prose.figure(bars(tuple(titles.values()), counts, "state", title, (0, 32000), digits=0), "price",
             counts=counts)  # fmt: skip
prose.end()
