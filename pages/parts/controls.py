"""The controls that choose what the stage shows, and what is said when a choice does not fit.

Every widget is set to what the address says; what is done to it is written into the address.
"""

import re
from collections.abc import Callable

import streamlit as st

from pages.parts import address
from pages.parts.language import translate
from rnnviz.cells import CELLS
from rnnviz.link import MAX_CHARACTERS, MAX_HIDDEN, WEIGHTS, Link, Problem
from rnnviz.locale import N_
from rnnviz.presets import BUILT_IN

CELL_HELP = N_("""
- **MLP** sees each character alone.
- **RNN** carries a hidden state from step to step.
- **GRU** has two gates that decide what the state keeps.
- **LSTM** has three gates, and a memory cell beside the state.
""")
TEXT_HELP = N_(
    "Up to {most} characters of any language, your own or an example. One is read at each time "
    "step, and the next one predicted; the last is only a label. Enter shows it."
)
WEIGHTS_HELP = N_(
    "**Trained**: the network has learnt this very text by heart. **Random**: it has learnt "
    "nothing yet; each seed gives other weights, and always the same ones."
)
HIDDEN_HELP = N_("The length h of the hidden state, from 1 to {most}.")
EXAMPLES = {built_in.text: built_in.title for built_in in BUILT_IN}
WEIGHTS_TITLES = {"trained": N_("trained"), "random": N_("random")}


def controls(link: Link) -> None:
    """One row that chooses cell, text, weights and size."""
    _ = translate()
    for name in ("cell", "text", "weights", "seed", "hidden"):
        st.session_state[name] = getattr(link, name)
    st.session_state.example = None
    values, _reason = address.refused(link) or ({}, None)
    if "text" in values:
        # What could not be shown stays in the field, to be put right.
        st.session_state.text = values["text"]

    with st.container(horizontal=True, vertical_alignment="center", key="controls"):
        st.segmented_control(
            _(N_("Cell")),
            list(CELLS),
            format_func=lambda name: CELLS[name].title,
            required=True,
            key="cell",
            on_change=_write("cell"),
            help=_(CELL_HELP),
        )
        st.text_input(
            _(N_("Text")),
            key="text",
            on_change=_write("text"),
            help=_(TEXT_HELP).format(most=MAX_CHARACTERS),
        )
        st.selectbox(
            _(N_("Examples")),
            list(EXAMPLES),
            index=None,
            format_func=lambda text: f"{text} · {_(EXAMPLES[text])}",
            placeholder=_(N_("Examples")),
            filter_mode=None,
            label_visibility="collapsed",
            key="example",
            on_change=_write("example", "text"),
        )
        st.segmented_control(
            _(N_("Weights")),
            WEIGHTS,
            format_func=lambda name: _(WEIGHTS_TITLES[name]),
            required=True,
            key="weights",
            on_change=_write("weights"),
            help=_(WEIGHTS_HELP),
        )
        # Their bounds are the link's: what does not fit is answered in the reader's language.
        if link.weights == "random":
            st.number_input(_(N_("Seed")), step=1, key="seed", on_change=_write("seed"))
        st.number_input(
            _(N_("Units")),
            step=1,
            key="hidden",
            on_change=_write("hidden"),
            help=_(HIDDEN_HELP).format(most=MAX_HIDDEN),
        )


def notices(link: Link, problems: list[Problem]) -> None:
    """What of the address or of the last choice could not be shown, and what is shown instead."""
    _ = translate()
    sentences = [problem.sentence(_) for problem in problems]
    if refused := address.refused(link):
        sentences.append(refused[1].sentence(_))
    if sentences:
        st.warning("  \n".join(map(plain, sentences)))
    elif link.weights == "trained" and not link.is_trained:
        st.info(_(N_("A single character has no next one to learn: its weights are random.")))


def plain(text: str) -> str:
    """Markdown that shows a text letter by letter, whatever it holds."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text)


def _write(key: str, name: str = "") -> Callable[[], None]:
    def write() -> None:
        value = st.session_state[key]
        # An emptied number field asks for nothing; it shows the last number again.
        if value is not None:
            address.write(**{name or key: value})

    return write
