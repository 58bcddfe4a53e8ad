"""The controls of the Train page: a sentence that plans a training, and the reasons if it does not
fit.

Every widget takes its value from the plan and writes its changes into the address.
"""

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from pages.shared.field import chosen, renewed
from pages.shared.language import current, translate
from pages.shared.markdown import plain
from pages.shared.sentence import sentence, shut
from pages.train import checkpoints, own, queue, recipe, state
from pages.train.state import Shown, write
from pages.train.training import TRAINING
from rnnviz.address.training_plan import MAX_STEPS, RACE, Plan
from rnnviz.locale import N_, Refusal
from rnnviz.locale.writing import offered
from rnnviz.training import CORPORA
from rnnviz.training.config import CELLS, MAX_HIDDEN, MIN_HIDDEN
from rnnviz.training.corpora import OWN

OWN_TITLE = N_("own text")
RACE_TITLE = N_("Race")
RACE_FACE = N_("race")
# What is planned, by the cell; each word in braces opens what chooses it, and stands where a language has it.
SENTENCES = {
    "rnn": N_("An {cell} with {hidden} reads {text} for {steps} by {recipe}"),
    "gru": N_("A {cell} with {hidden} reads {text} for {steps} by {recipe}"),
    "lstm": N_("An {cell} with {hidden} reads {text} for {steps} by {recipe}"),
    RACE: N_("A {cell} of RNN, LSTM and a GRU with {hidden} reads {text} for {steps} by {recipe}"),
}
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
    """A sentence that says what is planned. Each of its underlined words opens what chooses it; after it stand the
    other controls."""
    _ = translate()
    plan = shown.plan
    values, _reason = state.refused(plan) or ({}, None)
    stands = {name: values.get(name, getattr(plan, name)) for name in FIELDS}
    with st.container(horizontal=True, vertical_alignment="center", key="controls"):
        sentence(_(SENTENCES[plan.cell]), lambda name: _choice(name, shown, stands))
        if plan.corpus == OWN and shown.text:
            with st.popover(_(N_("Your text"))):
                st.caption(own.described(shown.text, shown.length, len(shown.vocabulary)))
                own.inputs(leave=state.write)
        checkpoints.popover(shown)
        queue.popover()
    if plan.corpus == OWN and not shown.text:
        own.inputs(leave=state.write)


def _choice(name: str, shown: Shown, stands: Mapping[str, Any]) -> None:
    """A word of the sentence, which opens what chooses it. stands: the values that the widgets show."""
    _ = translate()
    plan = shown.plan
    if name == "recipe":
        recipe.popover(shown)
        return
    field = FACES[name]
    with st.popover(_face(name, plan), key=f"train_face_{name}", on_change="rerun"):
        CHOICES[name](stands[field], plan)


def _chosen(name: str) -> Callable[[], None]:
    """A widget's callback: its new value becomes that field of the plan, and what has opened for the choice closes,
    unless the value does not fit."""
    field = FACES[name]

    def write_it() -> None:
        # An emptied number field changes nothing; it shows the last number again.
        if (value := chosen(f"train_{field}")) is not None:
            write(**{field: value})

    return shut(f"train_face_{name}", write_it, lambda: bool(st.session_state.get("train_refused")))


def _face(name: str, plan: Plan) -> str:
    _ = translate()
    match name:
        case "text":
            return _(OWN_TITLE if plan.corpus == OWN else CORPORA[plan.corpus].title)
        case "cell":
            return _(RACE_FACE) if plan.cell == RACE else plan.cell.upper()
        case "hidden":
            return _(N_("{count} units")).format(count=f"{plan.hidden:,}")
        case _:
            return _(N_("{count} steps")).format(count=f"{plan.steps:,}")


def _text(stands: str, plan: Plan) -> None:
    _ = translate()
    titles = {name: _(CORPORA[name].title) for name in offered(CORPORA, current(), plan.corpus)}
    titles[OWN] = _(OWN_TITLE)
    st.selectbox(
        _(N_("Text")),
        list(titles),
        index=list(titles).index(stands),
        format_func=titles.__getitem__,
        filter_mode=None,
        key=renewed("train_corpus", stands),
        on_change=_chosen("text"),
        help=_(TEXT_HELP),
    )


def _cell(stands: str, _plan: Plan) -> None:
    _ = translate()
    cells = {name: name.upper() for name in CELLS} | {RACE: _(RACE_TITLE)}
    st.segmented_control(
        _(N_("Cell")),
        list(cells),
        default=stands,
        format_func=cells.__getitem__,
        required=True,
        key=renewed("train_cell", stands),
        on_change=_chosen("cell"),
        help=_(CELL_HELP),
    )


# The plan checks the bounds of numbers, and explains in the reader's language what does not fit.
def _hidden(stands: int, _plan: Plan) -> None:
    _ = translate()
    st.number_input(
        _(N_("Hidden units")),
        value=stands,
        step=1,
        key=renewed("train_hidden", stands),
        on_change=_chosen("hidden"),
        help=_(HIDDEN_HELP).format(least=MIN_HIDDEN, most=MAX_HIDDEN),
    )


def _steps(stands: int, _plan: Plan) -> None:
    _ = translate()
    st.number_input(
        _(N_("Steps")),
        value=stands,
        step=1,
        key=renewed("train_steps", stands),
        on_change=_chosen("steps"),
        help=_(STEPS_HELP).format(most=MAX_STEPS),
    )


# By the words of the sentence: the field of the plan that each says, and what chooses it.
FACES = {"text": "corpus", "cell": "cell", "hidden": "hidden", "steps": "steps"}
FIELDS = tuple(FACES.values())
CHOICES: dict[str, Callable[[Any, Plan], None]] = {
    "text": _text,
    "cell": _cell,
    "hidden": _hidden,
    "steps": _steps,
}


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
