"""The controls of the Train page: one row that plans a training, and the reasons if it does not
fit.

Every widget takes its value from the plan and writes its changes into the address.
"""

import streamlit as st

from pages.shared.field import fill
from pages.shared.language import current, translate
from pages.shared.markdown import plain
from pages.train import checkpoints, own, queue, recipe, state
from pages.train.state import Shown, writes
from pages.train.training import TRAINING
from rnnviz.address.training_plan import MAX_STEPS, RACE
from rnnviz.locale import N_, Refusal
from rnnviz.locale.writing import offered
from rnnviz.training import CORPORA
from rnnviz.training.config import CELLS, MAX_HIDDEN, MIN_HIDDEN
from rnnviz.training.corpora import OWN

OWN_TITLE = N_("own text")
RACE_TITLE = N_("Race")
TEXT_HELP = N_("""
What the network reads, character by character, to predict the next one.
- **Made Chinese**, **Nested brackets** and **Dates in two notations** are made by rules:
  the lowest possible loss is known, and how often what the network writes keeps to the rules.
- **Own text**: pasted, or from a file.
""")
CELL_HELP = N_("""
- **RNN**, **GRU**, **LSTM**: one network.
- **Race**: all three on the same text, with as many parameters each.
""")
HIDDEN_HELP = N_(
    "The length h of the hidden state, from {least} to {most}. In a race it is the GRU's; the "
    "others get as many units as give them the same number of parameters."
)
STEPS_HELP = N_("Gradient steps until it ends by itself, from 1 to {most}.")


def work() -> None:
    """Start the workers when the page opens, so that they are ready when the reader presses
    Train."""
    try:
        TRAINING.work()
    except Refusal as reason:
        st.error(plain(reason.sentence(translate())))
        st.stop()


def controls(shown: Shown) -> None:
    """One row that chooses text, cell, size and length, and opens the other controls."""
    _ = translate()
    plan = shown.plan
    values, _reason = state.refused(plan) or ({}, None)
    fields = ("corpus", "cell", "hidden", "steps")
    stands = {name: values.get(name, getattr(plan, name)) for name in fields}
    for name, value in stands.items():
        fill(f"train_{name}", value)
    titles = {name: _(CORPORA[name].title) for name in offered(CORPORA, current(), plan.corpus)}
    titles[OWN] = _(OWN_TITLE)
    cells = {name: name.upper() for name in CELLS} | {RACE: _(RACE_TITLE)}
    with st.container(horizontal=True, vertical_alignment="center", key="controls"):
        st.selectbox(
            _(N_("Text")),
            list(titles),
            index=list(titles).index(stands["corpus"]),
            format_func=titles.__getitem__,
            filter_mode=None,
            key="train_corpus",
            on_change=writes("train_corpus", "corpus"),
            help=_(TEXT_HELP),
        )
        if plan.corpus == OWN and shown.text:
            with st.popover(_(N_("Your text"))):
                st.caption(own.described(shown.text, shown.length, len(shown.vocabulary)))
                own.inputs(leave=state.write)
        st.segmented_control(
            _(N_("Cell")),
            list(cells),
            default=stands["cell"],
            format_func=cells.__getitem__,
            required=True,
            key="train_cell",
            on_change=writes("train_cell", "cell"),
            help=_(CELL_HELP),
        )
        # The plan checks their bounds, and explains in the reader's language what does not fit.
        st.number_input(
            _(N_("Hidden units")),
            value=stands["hidden"],
            step=1,
            key="train_hidden",
            on_change=writes("train_hidden", "hidden"),
            help=_(HIDDEN_HELP).format(least=MIN_HIDDEN, most=MAX_HIDDEN),
        )
        st.number_input(
            _(N_("Steps")),
            value=stands["steps"],
            step=1,
            key="train_steps",
            on_change=writes("train_steps", "steps"),
            help=_(STEPS_HELP).format(most=MAX_STEPS),
        )
        recipe.popover(shown)
        checkpoints.popover(shown)
        queue.popover()
    if plan.corpus == OWN and not shown.text:
        own.inputs(leave=state.write)


def notices(shown: Shown) -> None:
    """Say which part of the address or of the last choice does not fit, and what is shown
    instead."""
    _ = translate()
    sentences = list(shown.problems)
    if refused := state.refused(shown.plan):
        sentences.append(refused[1].sentence(_))
    if failed := st.session_state.get("train_failed"):
        sentences.append(own.sentence(failed))
    if sentences:
        st.warning("  \n".join(map(plain, sentences)))
