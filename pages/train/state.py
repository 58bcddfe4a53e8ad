"""The state of the Train page: the address as a plan, the runs it names, and the commands to them.

`shown` reads everything at each run of the script; the controls write their changes into the
address. The tab keeps the plan while the reader visits other pages.
"""

import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from pages.shared import address, visit, visitor
from pages.shared.language import current, translate
from pages.train import own
from pages.train.training import TRAINING
from rnnviz import live
from rnnviz.address.link import Problem
from rnnviz.address.training_plan import FITS, Plan
from rnnviz.fields import LinkError
from rnnviz.locale import N_
from rnnviz.text import characters, visible
from rnnviz.training import CORPORA, Client, TrainingConfig, Workers, resources
from rnnviz.training.corpora import OWN
from rnnviz.training.records import Damaged

NAMED = 8  # how many characters a message names where some do not fit


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
    """The runs on the page, and the trainings that could start.

    runs: those on the page, () for none. configs: their configurations, or those that Train would
    start; () if it cannot. length: of the text, in characters; vocabulary: the text's different
    characters in their order."""

    plan: Plan
    runs: tuple[str, ...]
    configs: tuple[TrainingConfig, ...]
    text: str
    length: int
    vocabulary: tuple[str, ...]
    problems: tuple[str, ...]
    weights: Weights | None


def enter() -> None:
    """Begin a run of the page's script; the last plan comes back when the reader returns from
    another page."""
    plan = st.session_state.get("train_plan")
    if address.leave("train") and plan and not address.query().keys() & FITS.keys():
        _show(plan)


def shown() -> Shown:
    """The state to show; its messages are in the reader's language."""
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
    """Change the plan, and leave the runs on the page; their curves stay below those of the next,
    where it reads the same text. An invalid choice is kept with its reason, and nothing changes."""
    now = shown()
    under = "" if "corpus" in values else now.plan.run or now.plan.under
    try:
        plan = now.plan.changed(**values, run="", under=under)
    except LinkError as reason:
        st.session_state.train_refused = (now.plan, values, reason)
        return
    _leave(now)
    _show(plan)


def refused(plan: Plan) -> tuple[dict[str, Any], LinkError] | None:
    """The reader's last invalid choice while `plan` was shown, and the reason."""
    last = st.session_state.get("train_refused")
    return last[1:] if last and last[0] == plan else None


def writes(key: str, name: str) -> Callable[[], None]:
    """A widget's callback: its new value becomes that field of the plan."""

    return address.writer(key, write, name)


def start(until: int | None = None) -> None:
    """Train the plan and show it; if the run on the page has ended, train the same again."""
    now = shown()
    if now.runs:
        if any(_goes_on(run) for run in now.runs):
            return
        _leave(now)
        now = _of_plan(replace(now.plan, run="", under=now.plan.run), [])
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
    _make_room(started)
    _show(replace(now.plan, run=".".join(started)))


def step() -> None:
    """Take the first gradient step of the plan, and keep it whole."""
    start(until=1)


def reset() -> None:
    """End the runs on the page, and plan the same again."""
    now = shown()
    for run in now.runs:
        if run in keys():
            _ask(TRAINING.runs.stop, run)
    _show(replace(now.plan, run=""))


def curves_under(plan: Plan) -> list[dict[str, Any]]:
    """The curves of the runs below; what is no longer there is left out."""
    found = []
    for run in plan.runs_under:
        with suppress(ValueError, OSError):
            found.append(live.curve(TRAINING.runs, run))
    return found


def keys() -> dict[str, str]:
    """The keys of the runs that this reader has started."""
    found: dict[str, str] = st.session_state.setdefault("run_keys", {})
    return found


@st.cache_data(show_spinner=False, max_entries=32)
def counted(text: str) -> tuple[int, tuple[str, ...]]:
    """How many characters a text has, and its different ones in order of first appearance."""
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
    """The client, for the queue: each address takes turns, and so does each of its tabs."""
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
        own = Plan.of(configs, length, len(vocabulary))
        plan = replace(own, run=asked.run, under=asked.under)
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
                resources.check(config, len(vocabulary))
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
    """The weights from the reader's file, or the reason why they do not fit the plan."""
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
    """Pause the runs that the reader leaves, to make room for others; they can be resumed. A reader
    who leaves a run of their own text keeps that text."""
    if now.runs and now.plan.corpus == OWN:
        st.session_state.train_own = visit.Text(now.text)
    for run in now.runs:
        if run in keys() and _status(run) in ("waiting", "training"):
            _ask(TRAINING.runs.pause, run)


def _make_room(started: list[str]) -> None:
    """Pause what the reader has left in training elsewhere, such as at another place of a lecture plan, as far as
    those that begin now would have to wait for it."""
    workers = TRAINING.workers
    if not isinstance(workers, Workers):
        return
    waiting = TRAINING.runs.queue()
    left = [run for run in waiting if run in keys() and run not in started]
    for run in left[: max(0, len(waiting) - workers.count)]:
        _ask(TRAINING.runs.pause, run)


def _ask(command: Callable[[str], None], run: str) -> None:
    """Command a run that has left the page; a failure need not be reported."""
    with suppress(ValueError):
        command(run)


def _goes_on(run: str) -> bool:
    return _status(run) in ("waiting", "training", "paused")


def _status(run: str) -> str:
    return TRAINING.runs.status(run)


def _asked() -> tuple[Plan, list[Problem]]:
    """The plan in the address, and the parts of it that could not be followed."""
    plan, problems = Plan.from_query(address.query(), current())
    st.session_state.train_plan = plan
    return plan, problems


def _show(plan: Plan) -> None:
    """Write a plan into the address; parameters of others stay."""
    st.session_state.train_plan = plan
    st.session_state.train_refused = st.session_state.train_failed = None
    address.put(plan.to_query(), FITS)
