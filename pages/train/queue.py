"""The queue of trainings, for the person at the server: its length, and a button to clear it."""

import streamlit as st

from pages.shared.language import translate
from pages.shared.visitor import is_at_this_machine
from pages.train import state
from pages.train.training import TRAINING
from rnnviz.locale import N_

HELP = N_(
    "Only at this computer, which runs the server. Trainings are paused, none is lost, and the "
    "person who started one can go on with it."
)


def popover() -> None:
    """The button that opens it, at the server's own computer alone."""
    if not is_at_this_machine():
        return
    _ = translate()
    # Opening it runs the script again, so the queue is up to date.
    with st.popover(_(N_("Class")), key="train_class", on_change="rerun"):
        own = state.keys()
        others = [run for run in TRAINING.runs.queue() if run not in own]
        message = N_("Trainings of others, running or waiting: {count}")
        st.markdown(_(message).format(count=f"**{len(others)}**"))
        st.button(
            _(N_("Pause them all")),
            key="train_clear",
            disabled=not others,
            on_click=_clear,
            help=_(HELP),
        )
        if cleared := st.session_state.get("train_cleared"):
            st.caption(_(N_("Paused: {count}")).format(count=cleared))


def _clear() -> None:
    """Check again: a client can press a button that the page does not show."""
    if is_at_this_machine():
        st.session_state.train_cleared = len(TRAINING.runs.clear_queue(but=state.keys()))
