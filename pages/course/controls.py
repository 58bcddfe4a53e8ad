"""The controls of a chapter; their values stay in the address and survive a visit to another page.

The address names values and not the words that a reader sees, so that a link says the same in every
language. It is read when the chapter is entered; from then on the browser writes it (`frame.py`),
without a step in its history.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import streamlit as st

T = TypeVar("T")


def enter(chapter: str, is_new: bool) -> None:
    """Begin a run of a chapter. is_new: whether the reader comes from another page."""
    state = st.session_state
    asked = {name: st.query_params[name] for name in st.query_params} if is_new else {}
    state.course = {"chapter": chapter, "asked": asked, "names": [], "address": {}}


def address() -> tuple[list[str], dict[str, str]]:
    """The names of this chapter's parameters, and those whose values are not the usual ones."""
    course: dict[str, Any] = st.session_state.course
    return course["names"], course["address"]


def kept(key: str, usual: T, read: Callable[[str], T | None]) -> str:
    """The widget key of a value, which this puts into the session: the value in the address when
    the chapter is entered, else the one it had before, else the usual one.

    read: turns a word of the address into a value, or into None if it does not fit.
    """
    course: dict[str, Any] = st.session_state.course
    name = f"{course['chapter']}_{key}"
    asked = read(course["asked"][key]) if key in course["asked"] else None
    if asked is not None:
        st.session_state[name] = asked
    else:
        st.session_state.setdefault(name, usual)
    course["names"].append(key)
    return name


def told(key: str, value: object, usual: object) -> None:
    """Put a value into the address, unless it is the usual one."""
    if value != usual:
        st.session_state.course["address"][key] = str(value)


def set_to(key: str, value: object) -> None:
    """Set a control from another one, before the page runs again."""
    st.session_state[f"{st.session_state.course['chapter']}_{key}"] = value


def number(label: str, key: str, least: int, most: int, usual: int, tip: str | None = None) -> int:
    """A whole number from a slider, within its bounds whatever the browser sends."""

    def read(word: str) -> int | None:
        is_number = word.isascii() and word.removeprefix("-").isdigit() and len(word) < 10
        return min(max(int(word), least), most) if is_number else None

    name = kept(key, usual, read)
    value = st.slider(label, least, most, key=name, help=tip, persist_state="session")
    value = min(max(int(value), least), most)
    told(key, value, usual)
    return value


def one_of(
    label: str,
    key: str,
    options: Sequence[T],
    usual: T,
    words: Callable[[T], str] = str,
    tip: str | None = None,
) -> T:
    """One of a few, side by side."""
    named = {str(option): option for option in options}
    name = kept(key, usual, named.get)
    value = st.segmented_control(
        label,
        list(options),
        required=True,
        format_func=words,
        key=name,
        help=tip,
        persist_state="session",
    )
    value = usual if value is None or value not in options else value
    told(key, value, usual)
    return value


def switch(label: str, key: str, tip: str | None = None) -> bool:
    """On or off; off unless the address says otherwise."""
    name = kept(key, False, {"on": True, "off": False}.get)
    value = st.toggle(label, key=name, help=tip, persist_state="session")
    told(key, "on" if value else "off", "off")
    return value


def answer(question: str, key: str, answers: Sequence[str]) -> str | None:
    """The answer that the reader has chosen, or None; the address holds its number, from 1."""
    numbers = range(1, len(answers) + 1)
    name = kept(key, None, {str(number): number for number in numbers}.get)
    chosen = st.radio(
        question,
        numbers,
        index=None,
        format_func=lambda number: answers[number - 1],
        key=name,
        width="stretch",
        persist_state="session",
    )
    told(key, chosen, None)
    return None if chosen is None else answers[chosen - 1]


def words(question: str, key: str, most: int, placeholder: str) -> None:
    """The reader's own words, up to `most` characters; only people with the link can read them."""
    name = kept(key, "", lambda words: words[:most])
    written = st.text_area(
        question,
        key=name,
        height=68,
        max_chars=most,
        placeholder=placeholder,
        persist_state="session",
    )
    told(key, written, "")


def reveal(show: str, hide: str, key: str) -> bool:
    """Whether the reader has asked for an answer, with the button that shows it or hides it."""
    key = f"{key}_shown"
    name = kept(key, False, {"on": True, "off": False}.get)
    is_shown: bool = st.session_state[name]
    st.button(
        hide if is_shown else show,
        key=f"{name}_button",
        on_click=lambda: st.session_state.update({name: not is_shown}),
    )
    told(key, "on" if is_shown else "off", "off")
    return is_shown
