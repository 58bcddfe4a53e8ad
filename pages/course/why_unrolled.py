"""Why, 3: the loop unrolled, substituted and measured; the concatenation (001, 002)."""

import numpy as np
import streamlit as st

from pages.course import controls
from pages.course.prose import Prose
from pages.shared.language import translate
from rnnviz.cells import CELLS
from rnnviz.explain import influence
from rnnviz.explain.concatenation import drawn
from rnnviz.explain.latex import added_and_joined, substituted
from rnnviz.figures.bars import bars
from rnnviz.figures.drawings import unrolled
from rnnviz.figures.look import HUES
from rnnviz.link import Link
from rnnviz.locale import N_
from rnnviz.reading import trace_of
from rnnviz.text import Vocabulary, characters

TEXT = "人法地，地法天，天法道，道法自然"
WEIGHTS = {"trained": N_("has learnt the sentence"), "random": N_("has learnt nothing")}

_ = translate()
prose = Prose("why_unrolled")
prose.say("intro")
left, right = st.columns([2, 3], gap="large")
with left:
    prose.say("loop")
    steps = controls.number(_(N_("Time steps unfolded")), "unfold", 0, 5, 0)
with right:
    hover = {"x": _(N_("input")), "s": _(N_("hidden state")), "o": _(N_("output"))}
    prose.figure(unrolled(steps, hover), "loop", n=steps)

if prose.ask("ask_expand"):
    link = Link(cell="rnn")
    trace = trace_of(link)
    t, target = trace.steps - 1, characters(link.text)[-1]
    prose.say("expand", read="".join(trace.inputs))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        levels = controls.number(_(N_("Levels substituted")), "levels", 1, trace.steps, 1)
        st.button(_(N_("Substitute once more")), key="deeper", disabled=levels == trace.steps,
                  on_click=controls.set_to, args=("levels", levels + 1))  # fmt: skip
    st.latex(substituted(levels))
    k = Vocabulary(link.text).indices([target])[0]
    whole = [influence.expanded(trace, t, n)[0, k] for n in range(1, levels + 1)]
    cut = [influence.forgotten(trace, t, n)[0, k] for n in range(1, levels + 1)]
    heads = (_(N_("earliest input")), _(N_("o for {target}")).format(target=target),
             _(N_("if the rest is forgotten")))  # fmt: skip
    st.table(
        [
            dict(
                zip(
                    heads, (f"{trace.inputs[t - n]} · t − {n}", f"{a:.6f}", f"{b:.6f}"), strict=True
                )
            )
            for n, (a, b) in enumerate(zip(whole, cut, strict=True))
        ],
        hide_index=True,
        alt=_(N_("The output at each level of the substitution")),
    )
    prose.say("without_g", target=target, logit=trace["logits"][t, 0, k],
              probability=trace["Y_hat"][t, 0, k])  # fmt: skip

far = trace_of(Link(cell="rnn", text=TEXT))
if prose.ask("ask_far", moved=influence.moved(far, far.steps - 1, "天")[-1]):
    left, right = st.columns([2, 3], gap="large")
    with left:
        prose.say("influence")
        cell = controls.one_of(_(N_("Cell")), "by", tuple(CELLS), "rnn", lambda c: CELLS[c].title)
        weights = controls.one_of(_(N_("Weights")), "of", tuple(WEIGHTS), "trained",
                                lambda w: _(WEIGHTS[w]))  # fmt: skip
        trace = trace_of(Link(cell=cell, text=TEXT, weights=weights))
        t = controls.number(_(N_("Output at time step t")), "at", 1, trace.steps, trace.steps) - 1
        token = controls.one_of(_(N_("Exchanged for")), "for", Vocabulary(TEXT), "天")
        prose.say("fade")
    with right:
        lags = [f"{trace.inputs[t - k]}<br>{k}" for k in range(t + 1)]
        shares = influence.moved(trace, t, token)
        slopes = np.sqrt((influence.derivatives(trace, t) ** 2).sum(axis=(1, 2)))
        back = _(N_("steps back"))
        title = _(N_("share of probability moved"))
        prose.figure(bars(lags, shares, "output", title, (0, 1.1), back, digits=2), "moved",
                     values=shares.round(2).tolist())  # fmt: skip
        title = _(N_("size of the derivative"))
        prose.figure(bars(lags, slopes, "state", title, (0, 40), back, digits=1), "slopes",
                     values=slopes.round(1).tolist())  # fmt: skip

if prose.ask("ask_concat"):
    prose.say("concat")
    draw = st.session_state.setdefault("draw", 0)
    st.button(_(N_("Fresh numbers")), key="fresh",
              on_click=lambda: st.session_state.update(draw=draw + 1))  # fmt: skip
    added, joined, difference = added_and_joined(drawn(draw), HUES["input"], HUES["state"])
    st.latex(rf"\small {added}")
    st.latex(rf"\small {joined}")
    prose.say("difference", difference=difference)
prose.to_stage("to_stage", Link(cell="rnn", text=TEXT, t=15, phase="hidden", notation="uvw"))
prose.end()
