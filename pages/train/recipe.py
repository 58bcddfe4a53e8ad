"""The recipe of a training: each part, its reason, and its measured worth.

A link may name one of them, `train?setting=batches`: the recipe is then open, with that part first.
"""

from collections.abc import Callable
from typing import Any

import streamlit as st

from pages.shared.field import chosen, renewed
from pages.shared.language import translate
from pages.train import state
from pages.train.state import Shown, writes
from rnnviz.address.training_plan import FITS, RECIPE, Plan
from rnnviz.address.training_recipe import (
    MEASURED,
    PARTS,
    WORDS,
    Part,
    how_measured,
    matters,
    worth,
)
from rnnviz.fields import Choice, Number, Switch
from rnnviz.locale import N_
from rnnviz.training import TrainingConfig
from rnnviz.training.costs import measured

# The parameter of the address that names a part, and the popover's key.
SETTING, OPEN = "setting", "train_recipe"
STEP = {"inputs": 0.1, "forget": 0.5, "clip": 1.0, "rate": 0.001, "validation": 0.01}


def popover(shown: Shown) -> None:
    """The button that opens the recipe, and in it every part with its measured worth."""
    _ = translate()
    plan = shown.plan
    first = _part_of_link(plan)
    recipe = st.popover(_(_name(plan)), key=OPEN, on_change=_forget_when_closed)
    with recipe, st.container(key="recipe"):
        if first:
            _row(first, plan, border=True)
        st.caption(how_measured(_))
        found = measured()
        with st.container(horizontal=True):
            st.button(
                _(N_("Our recipe")),
                key="train_ours",
                on_click=_all_of(TrainingConfig()),
                disabled=_follows(plan, TrainingConfig()),
            )
            st.button(
                _(N_("Plain recipe")),
                key="train_plain",
                on_click=_all_of(TrainingConfig.plain()),
                disabled=_follows(plan, TrainingConfig.plain()),
            )
            st.caption(
                _(
                    N_("To {target:.2f} nats: {ours:.1f} s instead of {plain:.1f} s of CPU time.")
                ).format(ours=found.ours, plain=found.plain, target=found.target),
                width="content",
            )
        for title, parts in PARTS.items():
            fitting = [part for part in parts if matters(part.name, plan.cell) and part != first]
            if fitting:
                st.markdown(f"**{_(title)}**")
            for part in fitting:
                _row(part, plan)


def _part_of_link(plan: Plan) -> Part | None:
    """The part that the address names, if the cell has it; the recipe opens when one arrives."""
    name = st.query_params.get(SETTING, "")
    parts = (part for parts in PARTS.values() for part in parts)
    found = next((one for one in parts if one.name == name and matters(name, plan.cell)), None)
    if st.session_state.get("train_setting") != name:
        st.session_state.train_setting = name
        st.session_state[OPEN] = found is not None
    return found


def _forget_when_closed() -> None:
    if not st.session_state[OPEN] and SETTING in st.query_params:
        del st.query_params[SETTING]


def _row(part: Part, plan: Plan, border: bool = False) -> None:
    """A part: its control, and beside it what it is for and what it is worth."""
    with st.container(key=f"part_{part.name}", horizontal=True, gap="medium", border=border):
        with st.container(width=220, gap=None):
            _control(part, plan)
        with st.container(gap=None):
            _ = translate()
            lines = [_(MEASURED).format(what=what) for what in worth(part, _)]
            st.caption("  \n".join([_(part.why), *lines]))


def _control(part: Part, plan: Plan) -> None:
    """The widget for one part, showing the plan's value."""
    _ = translate()
    name, title, fits = part.name, _(part.title), FITS[part.name]
    value = getattr(plan, name)
    values, _reason = state.refused(plan) or ({}, None)
    shown: Any = values.get(name, value)
    if isinstance(fits, Number) and shown is not None:
        shown = float(shown)
    key = renewed(f"train_{name}", shown)
    if isinstance(fits, Switch):
        st.toggle(title, value=shown, key=key, on_change=writes(key, name))
    elif isinstance(fits, Choice):
        words = WORDS[name]
        st.segmented_control(
            title,
            list(fits.choices),
            default=shown,
            format_func=lambda choice: _(words[choice]),
            required=True,
            key=key,
            on_change=writes(key, name),
        )
    elif isinstance(fits, Number):
        if fits.off:
            usual = getattr(Plan(), name)
            is_on = f"train_{name}_on"
            st.toggle(
                title,
                value=value is not None,
                key=renewed(is_on, value is not None),
                on_change=lambda: state.write(**{name: usual if chosen(is_on) else None}),
            )
            if value is None:
                return
        st.number_input(
            title,
            value=shown,
            step=STEP[name],
            format="%g",
            label_visibility="collapsed" if fits.off else "visible",
            key=key,
            on_change=writes(key, name),
        )
    else:
        st.number_input(title, value=shown, step=1, key=key, on_change=writes(key, name))


def _name(plan: Plan) -> str:
    """What the recipe is called in the sentence."""
    if _follows(plan, TrainingConfig()):
        return N_("our recipe")
    return (
        N_("the plain recipe")
        if _follows(plan, TrainingConfig.plain())
        else N_("a recipe of its own")
    )


def _follows(plan: Plan, config: TrainingConfig) -> bool:
    return all(getattr(plan, name) == getattr(plan.with_recipe(config), name) for name in RECIPE)


def _all_of(config: TrainingConfig) -> Callable[[], None]:
    def write() -> None:
        recipe = state.shown().plan.with_recipe(config)
        state.write(**{name: getattr(recipe, name) for name in RECIPE})

    return write
