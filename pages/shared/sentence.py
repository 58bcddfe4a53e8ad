"""A sentence whose words are controls: each of them opens what chooses it."""

import re
from collections.abc import Callable

import streamlit as st


def sentence(words: str, draw: Callable[[str], None]) -> None:
    """Draw a sentence; `draw` draws what stands for each word in braces, where a language has it."""
    with st.container(horizontal=True, vertical_alignment="center", gap=None, key="sentence"):
        for k, piece in enumerate(re.split(r"\{(\w+)\}", words)):
            if k % 2:
                draw(piece)
            elif piece.strip():
                st.markdown(piece.strip(), width="content")


def shut(
    face: str, write: Callable[[], None], is_refused: Callable[[], bool]
) -> Callable[[], None]:
    """A widget's callback: writes its value, and what has opened for the choice, the popover with
    the key `face`, closes, unless the value does not fit."""

    def act() -> None:
        write()
        st.session_state[face] = is_refused()

    return act
