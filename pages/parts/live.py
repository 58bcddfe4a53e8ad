"""The live view of a training."""

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from rnnviz.training import TrainingConfig


def show(
    runs: Sequence[str],
    keys: Mapping[str, str],
    plan: Sequence[TrainingConfig],
    text: str,
    *,
    on_start: Callable[[], None],
    on_step: Callable[[], None],
    on_reset: Callable[[], None],
) -> None:
    """A view of the runs, and the buttons that command them."""
    st.button("Train", on_click=on_start, key="live_start", disabled=bool(runs))
    st.button("One gradient step", on_click=on_step, key="live_step")
    st.button("Reset", on_click=on_reset, key="live_reset")
    st.write(f"{runs} {sorted(keys)} {len(plan)} {len(text)}")
