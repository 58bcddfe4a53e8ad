"""The recipe of a training: each part, its reason, and its measured worth.

A link may name one of them, `train?setting=batches`: the recipe is then open, with that part first.
"""

from collections.abc import Callable
from typing import Any

import streamlit as st

from pages.shared.field import fill
from pages.shared.language import translate
from pages.train import state
from pages.train.state import Shown, writes
from rnnviz.address.training_plan import FITS, RECIPE, Plan
from rnnviz.address.training_recipe import OPTIMIZER_TITLES, PARTS, WORDS, Part, matters
from rnnviz.fields import Choice, Number, Switch
from rnnviz.locale import N_
from rnnviz.training import TrainingConfig
from rnnviz.training.costs import Cost, costs, measured

# The parameter of the address that names a part, and the popover's key.
SETTING, OPEN = "setting", "train_recipe"
STEP = {"inputs": 0.1, "forget": 0.5, "clip": 1.0, "rate": 0.001, "validation": 0.01}


def popover(shown: Shown) -> None:
    """The button that opens the recipe, and in it every part with its measured worth."""
    _ = translate()
    plan = shown.plan
    first = _part_of_link(plan)
    recipe = st.popover(_(N_("Recipe")), key=OPEN, on_change=_forget_when_closed)
    with recipe, st.container(key="recipe"):
        if first:
            _row(first, plan, border=True)
        found = measured()
        message = N_(
            "Every part can be switched off. Beside it stands what was measured with that one "
            "part changed: the validation loss after {read:,} characters of the Python reference, "
            "and the time to {target:.2f} nats, where the plain recipe is after 1,000 steps. Means "
            "of three seeds. Those of our recipe differ by up to {spread:.3f} nats; those of a "
            "changed part may differ by more, which then stands beside it. On another text or cell "
            "a part may be worth more, or less."
        )
        st.caption(_(message).format(read=found.read, target=found.target, spread=found.spread))
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
            st.caption(translate()(part.why) + _worth(part))


def _control(part: Part, plan: Plan) -> None:
    """The widget for one part, showing the plan's value."""
    _ = translate()
    name, title, fits = part.name, _(part.title), FITS[part.name]
    key, value = f"train_{name}", getattr(plan, name)
    values, _reason = state.refused(plan) or ({}, None)
    shown: Any = values.get(name, value)
    if isinstance(fits, Number) and shown is not None:
        shown = float(shown)
    fill(key, shown)
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
            st.toggle(
                title,
                value=fill(f"{key}_on", value is not None),
                key=f"{key}_on",
                on_change=lambda: state.write(
                    **{name: usual if st.session_state[f"{key}_on"] else None}
                ),
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


def _worth(part: Part) -> str:
    """The measured worth of a part in a sentence; for an optimiser, compared with both others."""
    _ = translate()
    found = costs()
    if part.name == "optimizer":
        others = [(_(OPTIMIZER_TITLES[name]), found[name]) for name in ("momentum", "sgd")]
        rated = N_("{optimizer} at its best rate tried, {rate:g}")
        cases = [(_(rated).format(optimizer=title, rate=cost.rate), cost) for title, cost in others]
    elif part.other:
        cases = [(_(part.other), found[part.name])]
    else:
        return ""
    line = _(N_("**Measured**, {what}"))
    return "".join(f"  \n{line.format(what=_sentence(*case))}" for case in cases)


def _sentence(other: str, cost: Cost) -> str:
    _ = translate()
    if cost.loss is None:
        return _(N_("{other}: it diverges.")).format(other=other)
    clauses = [N_("{other}: {loss:.3f} nats; our recipe: {usual:.3f}.")]
    if cost.is_noise:
        clauses.append(N_(" Seeds alone differ by as much ({noise:.3f})."))
    if cost.slower is None:
        clauses.append(N_(" It does not get to {target:.2f} nats."))
    elif f"{cost.slower:.1f}" == "1.0":
        clauses.append(N_(" It takes as long to {target:.2f} nats."))
    else:
        clauses.append(N_(" It takes {slower:.1f} times as long to {target:.2f} nats."))
    return "".join(map(_, clauses)).format(
        other=other,
        loss=cost.loss,
        usual=cost.usual_loss,
        noise=cost.noise,
        slower=cost.slower,
        target=measured().target,
    )


def _follows(plan: Plan, config: TrainingConfig) -> bool:
    return all(getattr(plan, name) == getattr(plan.with_recipe(config), name) for name in RECIPE)


def _all_of(config: TrainingConfig) -> Callable[[], None]:
    def write() -> None:
        recipe = state.shown().plan.with_recipe(config)
        state.write(**{name: getattr(recipe, name) for name in RECIPE})

    return write
