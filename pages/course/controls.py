"""Controls of a chapter. Their values stand in the address; what does not fit is brought back."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import streamlit as st

T = TypeVar("T")


def number(label: str, key: str, least: int, most: int, usual: int, tip: str | None = None) -> int:
    """A whole number from a slider, within its bounds whatever the browser sends."""
    value = st.slider(label, least, most, usual, key=key, help=tip, bind="query-params")
    return min(max(int(value), least), most)


def one_of(
    label: str,
    key: str,
    options: Sequence[T],
    usual: T,
    words: Callable[[T], str] = str,
    tip: str | None = None,
) -> T:
    """One of a few, side by side."""
    value = st.segmented_control(
        label,
        list(options),
        default=usual,
        required=True,
        format_func=words,
        key=key,
        help=tip,
        bind="query-params",
    )
    return value if value in options else usual
