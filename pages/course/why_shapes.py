"""Why, 4: a character model, every shape, and the choice of f and g (002, 003, 004)."""

import numpy as np
import streamlit as st

from pages.course import controls
from pages.course.prose import Prose
from pages.shared.language import translate
from rnnviz.cells.activations import identity, sigmoid, softmax
from rnnviz.explain.shapes import SYMBOLS, driven_unit, symbol_count
from rnnviz.figures.bars import bars
from rnnviz.figures.drawings import one_step
from rnnviz.figures.lines import Line, lines
from rnnviz.link import Link
from rnnviz.locale import N_
from rnnviz.reading import trace_of
from rnnviz.text import Vocabulary, characters

WEIGHTS = {"random": N_("has learnt nothing"), "trained": N_("has learnt the sentence")}
STEPS = 20
F = {"tanh": ("state", "solid"), "sigmoid": ("candidate", "dot"), "relu": ("gate", "dash")}
G = {
    "identity": (identity, (-5, 5)),
    "sigmoid": (sigmoid, (0, 1.15)),
    "softmax": (softmax, (0, 1.15)),
}

_ = translate()
prose = Prose("why_shapes")
prose.say("intro")
if prose.ask("ask_third"):
    left, right = st.columns([2, 3], gap="large")
    with left:
        prose.say("character")
        weights = controls.one_of(_(N_("The network")), "of", tuple(WEIGHTS), "random",
                                lambda w: _(WEIGHTS[w]))  # fmt: skip
        link = Link(cell="rnn", weights=weights)
        trace = trace_of(link)
        loss, V = trace["loss"][:, 0], len(Vocabulary(link.text))
        prose.say("guess", V=V, guess=np.log(V), mean=loss.mean())
        prose.to_stage("to_stage", link)
    with right:
        steps = zip(trace.inputs, characters(link.text)[1:], np.exp(-loss), strict=True)
        prose.figure(bars([f"{x} → {y}<br>{p:.3f}" for x, y, p in steps], loss, "loss",
                          _(N_("−log of the label's probability")), (0, 3.2),
                          _(N_("input → label, and the probability it got"))), "steps",
                     values=loss.round(3).tolist())  # fmt: skip
a, b, c = 100 * softmax(np.array([4.0, 1.0, -4.0]))
prose.say("softmax", a=a, b=b, c=c, log2=np.log(2))

if prose.ask("ask_shapes"):
    left, right = st.columns([2, 3], gap="large")
    with left:
        prose.say("shapes")
        sizes = {
            "D": controls.number(_(N_("D, inputs")), "D", 1, 100, 3),
            "N": controls.number(_(N_("N, hidden units")), "N", 1, 256, 4),
            "K": controls.number(_(N_("K, outputs")), "K", 1, 100, 2),
        }
    with right:
        heads = [_(word) for word in (N_("symbol"), N_("what it is"), N_("shape"), N_("here"))]
        here = {s.latex: " × ".join(map(str, s.shape(sizes))) for s in SYMBOLS}
        rows = [(f"${s.latex}$", _(s.title), " × ".join(s.axes), here[s.latex]) for s in SYMBOLS]
        st.table([dict(zip(heads, row, strict=True)) for row in rows], hide_index=True)
    shapes = {"x": here["x_t"], "h": here["h_t"], "y": here["y_t"]}
    prose.figure(one_step("f", "g", shapes), "one_step", **shapes)
    if prose.ask("ask_shared"):
        T = controls.number(_(N_("Time steps T")), "T", 1, 1000, 100)
        shared = symbol_count(**sizes)
        prose.say("shared", shared=shared, unshared=T * shared, T=T)

states = {f: driven_unit(f, STEPS) for f in F}
left, right = st.columns([2, 3], gap="large")
with left:
    prose.say("f", steps=STEPS, relu=states["relu"][-1])
    most = controls.one_of(_(N_("Scale up to")), "scale", (2, 20, 2000), 2, "{:,}".format)
with right:
    drawn = [Line("ReLU" if f == "relu" else f, states[f], *style) for f, style in F.items()]
    prose.figure(lines(range(1, STEPS + 1), drawn, _(N_("time step")), "h", (0, most)), "f",
                 **{f: states[f][-1] for f in F})  # fmt: skip

if prose.ask("ask_g"):
    left, right = st.columns([2, 3], gap="large")
    with left:
        prose.say("g")
        g = controls.one_of("g", "g", tuple(G), "softmax")
        outputs = np.array([4.0, controls.number(_(N_("Second output")), "second", -4, 4, 1), -4.0])
    with right:
        activation, ends = G[g]
        values, names = activation(outputs), [f"{o:.0f}".replace("-", "−") for o in outputs]
        title = _(N_("output before g"))
        prose.figure(bars(names, values, "output", f"g = {g}", ends, title), "g",
                     g=g, values=values.round(4).tolist())  # fmt: skip
prose.end()
