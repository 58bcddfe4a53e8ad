"""The controls that choose what the stage shows, and what is said when a choice does not fit.

Every widget is set to what the address says; what is done to it is written into the address.
"""

import re
from collections.abc import Callable
from pathlib import Path

import streamlit as st

from pages.parts import address
from pages.parts.language import translate
from rnnviz.cells import CELLS
from rnnviz.link import MAX_CHARACTERS, MAX_HIDDEN, WEIGHTS, Link, Moment, Problem
from rnnviz.locale import N_
from rnnviz.presets import BUILT_IN
from rnnviz.text import characters, visible
from rnnviz.training import CORPORA

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
RUN_TEXT_HELP = N_(
    "Up to {most} characters out of those that the network has learnt from. One is read at each "
    "time step, and the next one predicted; the last is only a label. Enter shows it."
)
# How many of the characters that cannot be read are named.
NAMED = 5
TRAIN = Path(__file__).parents[1] / "train.py"
WEIGHTS_TITLES = {"trained": N_("trained"), "random": N_("random")}


def controls(link: Link) -> None:
    """One row that chooses what is read, and by whom."""
    with st.container(horizontal=True, vertical_alignment="center", key="controls"):
        if link.moment:
            _whose(link.moment)
            _text(link)
            _when(link.moment)
        else:
            _cell(link)
            _text(link)
            _weights(link)


def _cell(link: Link) -> None:
    _ = translate()
    st.session_state.cell = link.cell
    st.segmented_control(
        _(N_("Cell")),
        list(CELLS),
        format_func=lambda name: CELLS[name].title,
        required=True,
        key="cell",
        on_change=_write("cell"),
        help=_(CELL_HELP),
    )


def _text(link: Link) -> None:
    _ = translate()
    values, _reason = address.refused(link) or ({}, None)
    # What could not be shown stays in the field, to be put right.
    st.session_state.text = values.get("text", link.text)
    st.session_state.example = None
    st.text_input(
        _(N_("Text")),
        key="text",
        on_change=_write("text"),
        help=_(RUN_TEXT_HELP if link.moment else TEXT_HELP).format(most=MAX_CHARACTERS),
    )
    examples = examples_for(link.moment)
    st.selectbox(
        _(N_("Examples")),
        list(examples),
        index=None,
        format_func=lambda text: f"{text} · {_(examples[text])}",
        placeholder=_(N_("Examples")),
        filter_mode=None,
        label_visibility="collapsed",
        key="example",
        on_change=_write("example", "text"),
    )


def _weights(link: Link) -> None:
    _ = translate()
    for name in ("weights", "seed", "hidden"):
        st.session_state[name] = getattr(link, name)
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


def _whose(moment: Moment) -> None:
    """The run whose weights are shown, and the way back to it."""
    _ = translate()
    words = N_("{cell} · {hidden} units · {text}")
    label = _(words).format(
        cell=CELLS[moment.cell].title, hidden=moment.hidden, text=corpus_title(moment, _)
    )
    with st.container(key="whose", width="content"):
        if TRAIN.exists():
            st.page_link(
                TRAIN.name,
                label=f":primary[{label}]",
                query_params={"run": moment.run},
                help=_(N_("To the training of this network")),
            )
        else:
            st.markdown(label)


def _when(moment: Moment) -> None:
    """After how many gradient steps the weights were as shown: an earlier or a later self."""
    _ = translate()
    place = moment.checkpoints.index(moment.at)

    def neighbour(key: str, label: str, to: int) -> None:
        st.button(
            label,
            key=key,
            disabled=not 0 <= to < len(moment.checkpoints),
            on_click=_go_to,
            args=(moment, to),
        )

    st.session_state.at = moment.at
    with st.container(horizontal=True, width="content", key="moment"):
        neighbour("earlier", _(N_("‹ earlier")), place - 1)
        st.selectbox(
            _(N_("Weights")),
            moment.checkpoints,
            format_func=lambda step: after_step(step, moment.steps, _),
            filter_mode=None,
            label_visibility="collapsed",
            key="at",
            on_change=lambda: _go_to(moment, moment.checkpoints.index(st.session_state.at)),
        )
        neighbour("later", _(N_("later ›")), place + 1)
    st.button(
        _(N_("Other weights")),
        key="leave",
        on_click=lambda: address.write(moment=None),
        help=_(N_("Leaves this run: the same cell, in a small size, learns the text by heart.")),
    )


def _go_to(moment: Moment, place: int) -> None:
    if 0 <= place < len(moment.checkpoints):
        address.write(moment=moment.closest(moment.checkpoints[place]))


def examples_for(moment: Moment | None) -> dict[str, str]:
    """Texts to choose from, each with what it is: those that the run can read, and its own."""
    if moment is None:
        return EXAMPLES
    fitting = {
        text: title
        for text, title in EXAMPLES.items()
        if all(character in moment.vocabulary for character in characters(text))
    }
    return {moment.beginning: N_("how the text of this run begins"), **fitting}


def after_step(step: int, steps: int, _: Callable[[str], str]) -> str:
    """A moment of a training, in words."""
    words = N_("after step {step} of {steps}")
    # A run may have gone on for single steps.
    return _(words).format(step=grouped(step), steps=grouped(max(step, steps)))


def corpus_title(moment: Moment, _: Callable[[str], str]) -> str:
    """The name of the text that a run learns from."""
    corpus = CORPORA.get(moment.corpus)
    return _(corpus.title) if corpus else _(N_("a text of one's own"))


def grouped(number: int) -> str:
    """A whole number with its thousands set apart."""
    return f"{number:,}".replace(",", "\u202f")


def notices(link: Link, problems: list[Problem]) -> None:
    """What of the address or of the last choice could not be shown, and what is shown instead."""
    _ = translate()
    sentences = [problem.sentence(_) for problem in problems]
    if refused := address.refused(link):
        sentences.append(refused[1].sentence(_))
    if sentences:
        st.warning("  \n".join(map(plain, sentences)))
    if link.unknown:
        st.info(plain(_unknown(link)))
    elif not sentences and has_remark(link):
        st.info(_(N_("A single character has no next one to learn: its weights are random.")))


def has_remark(link: Link) -> bool:
    """Whether a link that can be followed shows something else than one might expect."""
    is_untaught = not (link.moment or link.is_trained) and link.weights == "trained"
    return bool(link.unknown) or is_untaught


def _unknown(link: Link) -> str:
    """Which characters of the text a run cannot read, and what it reads instead."""
    _ = translate()
    signs = " ".join(visible(character) for character in link.unknown[:NAMED])
    if len(link.unknown) > NAMED:
        more = _(N_("{characters} and {count} more"))
        signs = more.format(characters=signs, count=len(link.unknown) - NAMED)
    sentence = (
        N_("This network does not know {characters}; it reads the rest.")
        if len(link.unknown) < len(set(characters(link.text)))
        else N_("This network does not know {characters}; it reads how its own text begins.")
    )
    return _(sentence).format(characters=signs)


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
