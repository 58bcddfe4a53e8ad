"""The notices above the stage when it shows something other than the reader asked for."""

import streamlit as st

from pages.shared import address
from pages.shared.language import translate
from pages.shared.markdown import plain
from rnnviz.address.link import Link, Problem
from rnnviz.locale import N_
from rnnviz.text import characters, visible

# How many of the unreadable characters a notice names.
NAMED = 5


def notices(link: Link, problems: list[Problem]) -> None:
    """Say which part of the address or of the last choice is invalid, and what is shown instead."""
    _ = translate()
    sentences = [problem.sentence(_) for problem in problems]
    # The boxes for a cell and for readings say by themselves what does not fit in them.
    if (refused := address.refused(link)) and not {"equations", "readings"} & refused[0].keys():
        sentences.append(refused[1].sentence(_))
    if sentences:
        st.warning("  \n".join(map(plain, sentences)))
    if link.unknown:
        st.info(plain(_unknown(link)))
    elif not sentences and has_remark(link):
        st.info(_(N_("A single character has no next one to learn: its weights are random.")))


def has_remark(link: Link) -> bool:
    """Whether a valid link shows something other than the reader may expect."""
    is_untaught = not (link.moment or link.is_trained) and link.weights == "trained"
    return bool(link.unknown) or is_untaught


def _unknown(link: Link) -> str:
    """The sentence that says which characters a run cannot read, and what it reads instead."""
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
