"""Which networks stand beside the first one: cells, moments of the same training, other trainings."""

from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import streamlit as st

from pages.shared import address
from pages.shared.door import door
from pages.shared.field import fill
from pages.shared.language import translate
from pages.step.inside import inside
from rnnviz.address.caption import after_step
from rnnviz.address.controls import (
    AFTER_STEPS,
    BESIDE,
    COMPARED,
    NETWORKS_BESIDE,
    ORIGINAL_TITLE,
    OTHER_MOMENT,
    ROW,
)
from rnnviz.address.link import ORIGINAL, Link, Moment
from rnnviz.cells import CELLS, EVERY_CELL, TWO_WAY
from rnnviz.locale import N_
from rnnviz.network import WRITTEN, title

# A longer list of networks takes smaller letters.
MOST_AT_ONCE = 34


def beside(link: Link) -> None:
    """A button that names the networks beside the first one, and opens the choice of them."""
    _ = translate()
    names = ", ".join(_title(one, _) for one in link.beside)
    label = _(COMPARED).format(networks=names) if names else _(BESIDE.title)
    # Two lines of small letters are as high as the button.
    label = f":small[{label}]" if len(label) > MOST_AT_ONCE else label
    with st.popover(label, key="beside_popover"):
        st.markdown(_(BESIDE.help).format(**(BESIDE.limits or {})))
        _cells(link)
        if link.moment:
            _moments(link, link.moment)
        _run(link)
        inside(link)
        door()


def _cells(link: Link) -> None:
    """Cells, and the trainings that are already there; a click takes one away again."""
    _ = translate()
    there: dict[str, str | Moment] = {_written(one): one for one in link.beside}
    own = [] if link.moment else [link.cell]
    choices = [
        name
        for name in dict.fromkeys(
            [ORIGINAL, *CELLS, *TWO_WAY, *({WRITTEN} & {*link.cells}), *there]
        )
        if name not in own
    ]
    further = [name for name in EVERY_CELL if name not in {*choices, *own}]

    def choose() -> None:
        chosen = st.session_state.beside
        address.write(beside=tuple(there.get(name, name) for name in chosen))

    def add() -> None:
        if st.session_state.beside_further is not None:
            address.write(beside=(*link.beside, st.session_state.beside_further))

    st.session_state.beside = list(there)
    st.pills(
        _(NETWORKS_BESIDE),
        choices,
        format_func=lambda name: _title(there.get(name) or name, _),
        selection_mode="multi",
        key="beside",
        on_change=choose,
    )
    st.session_state.beside_further = None
    st.selectbox(
        ROW["further"].title_in(_),
        further,
        index=None,
        format_func=lambda name: f"{EVERY_CELL[name].title} · {EVERY_CELL[name].year}",
        placeholder=ROW["further"].title_in(_),
        filter_mode=None,
        label_visibility="collapsed",
        key="beside_further",
        on_change=add,
    )


def _moments(link: Link, moment: Moment) -> None:
    """Other moments of the training whose weights are shown."""
    _ = translate()
    others = [at for at in moment.checkpoints if at != moment.at]

    def add() -> None:
        if st.session_state.beside_at is not None:
            other = moment.closest(st.session_state.beside_at)
            address.write(beside=(*link.beside, other))

    st.session_state.beside_at = None
    st.selectbox(
        _(OTHER_MOMENT),
        others,
        index=None,
        format_func=lambda at: after_step(at, moment.steps, _),
        placeholder=_(OTHER_MOMENT),
        filter_mode=None,
        label_visibility="collapsed",
        key="beside_at",
        on_change=add,
    )


def _run(link: Link) -> None:
    """A training, by its link."""
    _ = translate()

    def add() -> None:
        if words := st.session_state.beside_run.strip():
            address.write(beside=",".join([*map(_written, link.beside), _named(words)]))

    fill("beside_run", "")
    st.text_input(
        _(N_("A training, by its link")),
        key="beside_run",
        on_change=add,
        placeholder=_(N_("A training, by its link")),
        label_visibility="collapsed",
    )


def _named(words: str) -> str:
    """The run and step of a link, as `beside` has them; other words as they are."""
    query = parse_qs(urlsplit(words).query)
    if "run" not in query:
        return words
    at = query.get("at", [""])[0]
    return query["run"][0] + (f"@{at}" if at else "")


def _written(one: str | Moment) -> str:
    return f"{one.run}@{one.at}" if isinstance(one, Moment) else one


def _title(one: str | Moment, _: Callable[[str], str]) -> str:
    if isinstance(one, Moment):
        return _(AFTER_STEPS).format(cell=title(one.cell), step=one.at)
    return _(ORIGINAL_TITLE if one == ORIGINAL else title(one))
