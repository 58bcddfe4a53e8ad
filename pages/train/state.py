"""What the Train page shows: the address as a plan, the runs it names, and what commands them.

`shown` reads it all at every run of the script; what a control does is written into the address.
A plan stays in the tab while one looks at other pages.
"""

import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from pages.shared import address, visitor
from pages.shared.language import current, translate
from pages.train import own
from pages.train.training import TRAINING
from rnnviz.fields import LinkError
from rnnviz.link import Problem
from rnnviz.locale import N_
from rnnviz.plan import FITS, Plan
from rnnviz.text import characters, visible
from rnnviz.training import CORPORA, Client, TrainingConfig
from rnnviz.training.corpora import OWN
from rnnviz.training.files import Damaged

NAMED = 8  # so many characters are named where some do not fit


@dataclass(frozen=True)
class Weights:
    """Weights that the reader brought along. data: a file of `rnnviz.weights`."""

    data: bytes
    name: str
    cell: str
    hidden: int
    options: dict[str, object]
    vocabulary: tuple[str, ...]


@dataclass(frozen=True)
class Shown:
    """What is shown, and what could be trained.

    runs: those that are shown, () for none. configs: theirs, or those that Train would start;
    () if it cannot. length: of the text, in characters; vocabulary: the text's different characters in their order."""

    plan: Plan
    runs: tuple[str, ...]
    configs: tuple[TrainingConfig, ...]
    text: str
    length: int
    vocabulary: tuple[str, ...]
    problems: tuple[str, ...]
    weights: Weights | None


def enter() -> None:
    """Begin a run of the page: what it showed last comes back on the way from another page."""
    plan = st.session_state.get("train_plan")
    if address.leave("train") and plan and not address.query().keys() & FITS.keys():
        _show(plan)


def shown() -> Shown:
    """What to show, in the reader's language where something does not fit."""
    _ = translate()
    asked, wrong = _asked()
    problems = [problem.sentence(_) for problem in wrong]
    if asked.runs:
        try:
            return _of_runs(asked, problems)
        except Damaged as reason:
            problems.append(reason.sentence(_))
            asked = replace(asked, run="")
        except (ValueError, OSError):
            problems.append(
                _(N_("This training is no longer there; old ones are removed. Its plan is shown."))
            )
            asked = replace(asked, run="")
    return _of_plan(asked, problems)


def write(**values: Any) -> None:
    """Plan something else, and leave the runs that are shown. What does not fit is kept with the
    reason, and nothing changes."""
    now = shown()
    try:
        plan = now.plan.changed(**values, run="")
    except LinkError as reason:
        st.session_state.train_refused = (now.plan, values, reason)
        return
    _leave(now)
    _show(plan)


def refused(plan: Plan) -> tuple[dict[str, Any], LinkError] | None:
    """What was asked for last, while `plan` was shown, and could not be; and why."""
    last = st.session_state.get("train_refused")
    return last[1:] if last and last[0] == plan else None


def writes(key: str, name: str) -> Callable[[], None]:
    """What a widget does when it is changed: its value becomes that field of the plan."""

    return address.writer(key, write, name)


def start(until: int | None = None) -> None:
    """Train what is planned, and show it; the same again if what is shown has ended."""
    now = shown()
    if now.runs:
        if any(_goes_on(run) for run in now.runs):
            return
        _leave(now)
        now = _of_plan(replace(now.plan, run=""), [])
    if not now.configs:
        return
    text = now.text if now.plan.corpus == OWN else None
    model = now.weights.data if now.weights else None
    race = secrets.token_hex(8) if len(now.configs) > 1 else ""
    started: list[str] = []
    try:
        for config in now.configs:
            started.append(_start(config, text, model, until, race))
    except (ValueError, OSError) as reason:
        for run in started:
            _ask(TRAINING.runs.stop, run)
        st.session_state.train_failed = reason
        return
    _show(replace(now.plan, run=".".join(started)))


def step() -> None:
    """Take the first gradient step of what is planned, and keep it whole."""
    start(until=1)


def reset() -> None:
    """End the runs that are shown, and plan the same again."""
    now = shown()
    for run in now.runs:
        if run in keys():
            _ask(TRAINING.runs.stop, run)
    _show(replace(now.plan, run=""))


def keys() -> dict[str, str]:
    """The keys of the runs that this reader has started."""
    found: dict[str, str] = st.session_state.setdefault("run_keys", {})
    return found


@st.cache_data(show_spinner=False, max_entries=32)
def counted(text: str) -> tuple[int, tuple[str, ...]]:
    """How many characters a text has, and its different ones in the order of their first."""
    found = characters(text)
    return len(found), tuple(dict.fromkeys(found))


def _start(
    config: TrainingConfig, text: str | None, model: bytes | None, until: int | None, race: str
) -> str:
    runs = TRAINING.runs
    run = runs.start(config, text, model, until=until, race=race, client=_client())
    keys()[run] = runs.key(run)
    return run


def _client() -> Client:
    """Who asks: each address, and each tab of it, has its turn in the queue."""
    session: str = st.session_state.setdefault("train_session", secrets.token_hex(8))
    return Client(visitor.address(), session)


def _of_runs(asked: Plan, problems: list[str]) -> Shown:
    """Raises ValueError for a run that is not there."""
    runs = TRAINING.runs
    configs = tuple(runs.config(run) for run in asked.runs)
    text = runs.text(asked.runs[0])
    length, vocabulary = counted(text)
    plan = asked
    if asked.configs(length, len(vocabulary)) != configs:
        plan = replace(Plan.of(configs, length, len(vocabulary)), run=asked.run)
    return Shown(plan, asked.runs, configs, text, length, vocabulary, tuple(problems), None)


def _of_plan(plan: Plan, problems: list[str]) -> Shown:
    _ = translate()
    if plan.corpus == OWN:
        given = own.current()
        text = given.text if given else ""
    else:
        text = CORPORA[plan.corpus].text()
    length, vocabulary = counted(text)
    configs: tuple[TrainingConfig, ...] = ()
    weights = None
    if text:
        try:
            configs = plan.configs(length, len(vocabulary))
            for config in configs:
                config.check_room(len(vocabulary))
        except ValueError as reason:
            configs = ()
            problems.append(own.sentence(reason))
    if configs:
        weights, why_not = _fitting(configs, vocabulary)
        problems += why_not
    return Shown(plan, (), configs, text, length, vocabulary, tuple(problems), weights)


def _fitting(
    configs: tuple[TrainingConfig, ...], vocabulary: tuple[str, ...]
) -> tuple[Weights | None, list[str]]:
    """The weights that the reader brought along, or why they do not fit what is planned."""
    _ = translate()
    weights: Weights | None = st.session_state.get("train_weights")
    if weights is None:
        return None, []
    (first, *others) = configs
    if others or (first.cell, first.hidden_size, first.options) != (
        weights.cell,
        weights.hidden,
        weights.options,
    ):
        message = N_(
            "{name} holds a {cell} with {hidden} units. The plan is for another network, so it "
            "starts from new weights."
        )
        came = {"name": weights.name, "cell": weights.cell.upper(), "hidden": weights.hidden}
        return None, [_(message).format(**came)]
    known = set(weights.vocabulary)
    unknown = [token for token in vocabulary if token not in known]
    if unknown:
        message = N_(
            "{name} knows {known} characters, and {count} of this text are not among them: "
            "{unknown}. So training starts from new weights."
        )
        shown_ones = " ".join(map(visible, unknown[:NAMED])) + (" …" if unknown[NAMED:] else "")
        came = {
            "name": weights.name,
            "known": len(weights.vocabulary),
            "count": len(unknown),
            "unknown": shown_ones,
        }
        return None, [_(message).format(**came)]
    return weights, []


def _leave(now: Shown) -> None:
    """What nobody looks at any more makes room for others, and can be taken up again; whoever
    leaves a run of somebody's text goes on with that text."""
    if now.runs and now.plan.corpus == OWN:
        st.session_state.train_own = own.Text(now.text)
    for run in now.runs:
        if run in keys() and _status(run) in ("waiting", "training"):
            _ask(TRAINING.runs.pause, run)


def _ask(command: Callable[[str], None], run: str) -> None:
    """Command a run that is not shown any more: that it cannot be need not be told."""
    with suppress(ValueError):
        command(run)


def _goes_on(run: str) -> bool:
    return _status(run) in ("waiting", "training", "paused")


def _status(run: str) -> str:
    return TRAINING.runs.status(run)


def _asked() -> tuple[Plan, list[Problem]]:
    """The plan of the address, and what of it could not be followed."""
    plan, problems = Plan.from_query(address.query(), current())
    st.session_state.train_plan = plan
    return plan, problems


def _show(plan: Plan) -> None:
    """Write a plan into the address; what of it is not ours stays."""
    st.session_state.train_plan = plan
    st.session_state.train_refused = st.session_state.train_failed = None
    address.put(plan.to_query(), FITS)
