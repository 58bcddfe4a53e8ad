"""Why, 1: from n-grams to a hidden state (000, 002)."""

import numpy as np
import streamlit as st

from pages.course import controls, experiments
from pages.course.prose import Prose
from pages.shared.language import translate
from rnnviz.explain.shapes import parameter_count
from rnnviz.figures.lines import Line, lines
from rnnviz.link import Link
from rnnviz.locale import N_
from rnnviz.presets import alice

SIZES = (6, 27, 3000, 10000)
SIZES_HELP = N_(
    "6: 想要有直升机; 27: letters and the space; 3,000: common Chinese characters; 10,000: words"
)

_ = translate()
prose = Prose("why_history")
text, _held_out = alice.chapters()
V, ns = len(set(text)), range(1, experiments.LONGEST + 1)
counts, rnn = experiments.alice_counts(), experiments.alice_rnn_loss()
possible, seen = counts["possible"][-1], counts["seen"][-1]
parameters = parameter_count("rnn", V, alice.HIDDEN_SIZE, V)

prose.say("intro", letters=len(text), V=V)
new = counts["new"][-1]
told = prose.ask("seen", possible6=possible, seen6=seen, oneIn=round(possible / seen), new6=new)
left, right = st.columns([2, 3], gap="large")
with left:
    prose.say("growth")
    size = controls.one_of(_(N_("Vocabulary size V")), "V", SIZES, V, "{:,}".format, _(SIZES_HELP))
    hidden = controls.number(_(N_("Hidden units h")), "h", 1, 256, alice.HIDDEN_SIZE)
with right:
    fixed = parameter_count("rnn", size, hidden, size)
    drawn = [Line(_(N_("entries of the table, V^n")), [float(size) ** n for n in ns], "gate")]
    if size == V and told:
        drawn.append(Line(_(N_("n-grams seen in the text")), counts["seen"], "candidate", "dot"))
    drawn.append(Line(_(N_("parameters of the RNN")), [fixed] * len(ns), "state", "dash"))
    title = _(N_("how many, on a logarithmic scale"))
    prose.figure(lines(ns, drawn, "n", title, (1, 1e25), logarithmic=True), "growth",
                 a=size, b=size**6, c=fixed)  # fmt: skip

backing_off = np.array(experiments.alice_ngram_losses("back off"))
added = np.array(experiments.alice_ngram_losses("add", 0.1))
if prose.ask("loss_question", best=added.argmin() + 1, bestLoss=added.min(), lastLoss=added[-1]):
    left, right = st.columns([2, 3], gap="large")
    with left:
        prose.say("losses", parameters=parameters)
        alpha = controls.one_of("α", "alpha", (1.0, 0.1, 0.01), 0.1, "{:g}".format)
        added = np.array(experiments.alice_ngram_losses("add", alpha))
        best = backing_off.argmin()
        prose.say("honest", n=best + 1, backOff=backing_off[best], rnn=rnn, parameters=parameters)
    with right:
        drawn = [
            Line(_(N_("adding α = {alpha}")).format(alpha=alpha), added, "gate"),
            Line(_(N_("backing off")), backing_off, "candidate", "dot"),
            Line("RNN", [rnn] * len(ns), "state", "dash"),
        ]
        title = _(N_("loss on chapter V, in nats"))
        prose.figure(lines(ns, drawn, "n", title, (1.3, 3.0)), "losses",
                     a=added.round(2).tolist(), b=backing_off.round(2).tolist(), c=rnn)  # fmt: skip

prose.say("state")
words = text.split()
prose.say("words", V=V, distinct=len(set(words)), letters=len(text), words=len(words),
          ratio=len(text) / len(words))  # fmt: skip
prose.ask("outputs")
prose.answer("express")
prose.to_stage("to_stage", Link(cell="rnn", text="to be or not to be", phase="hidden"))
prose.end()
