"""The address bar as the state of the page: read at every run, written by every control.

The stage moves within a trace without a run, and writes its place into the address itself.
Streamlit's copy of the address may then be some steps behind. So this module writes the address
without the place, and the stage adds the place it knows (see `stage.py`).
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any

import streamlit as st

from pages.shared.language import current
from rnnviz.address.link import PLACE, Link, Problem
from rnnviz.address.moments import last_moment
from rnnviz.fields import LinkError
from rnnviz.locale.writing import simplified

HOME = "home"


def read(page: str) -> tuple[Link, list[Problem]]:
    """The link that `page` shows, and the parts of the address that could not be followed."""
    state = st.session_state
    # Streamlit drops the parameters on the way to another page; the session keeps the last link.
    if state.setdefault("page", page) != page:
        state.page, state.carried = page, True
        if "link" in state:
            # Each page begins with a face of its own.
            state.link = state.link.changed(face="")
    state.elsewhere = False
    state.link, problems = _asked()
    if page == HOME and not (state.carried or Link.is_asked(query())):
        state.link = Link.first(current()).changed(lang=state.link.lang)
    return state.link, problems


def write(**values: Any) -> None:
    """Show something else. An invalid choice is kept with its reason, and nothing changes."""
    link, _ = _asked()
    try:
        if isinstance(words := values.get("beside"), str):
            values = {**values, "beside": link.read("beside", words, last_moment)}
        link = link.changed(**values)
    except LinkError as reason:
        st.session_state.refused = (link.without_place(), values, reason)
        return
    st.session_state.link = link
    st.session_state.carried = False
    st.session_state.refused = None
    put({n: value for n, value in link.to_query().items() if n not in PLACE}, Link.names())


def leave(page: str) -> bool:
    """Enter `page`, whose address means something else: keeps the stage's link for the way back.
    True if the reader has just arrived."""
    state = st.session_state
    state.setdefault("link", Link())
    came = state.get("page") != page
    state.page, state.elsewhere = page, True
    return came


def speak(language: str) -> None:
    """Say it in another language, and change nothing else."""
    state = st.session_state
    if "link" not in state:
        # The switch is there before the address has been read for the first time.
        st.query_params["lang"] = language
        return
    if not state.get("elsewhere"):
        is_first = state.link.without_place() == Link.first(current()).without_place()
        text = {"text": Link.first(language).text} if state.page == HOME and is_first else {}
        write(lang=language, **text)
        return
    state.link = state.link.changed(lang=language)
    st.query_params["lang"] = language


def forget() -> None:
    """Forget where the reader was: the next address is taken as it stands, with nothing carried."""
    for name in ("page", "link", "carried", "train_plan"):
        st.session_state.pop(name, None)


def query() -> dict[str, list[str]]:
    """The parameters of the address, each with all of its values."""
    return {name: st.query_params.get_all(name) for name in st.query_params}


def put(values: Mapping[str, str], names: Collection[str]) -> None:
    """Write a page's parameters into the address; those with other names stay.

    names: all parameters of the page; those without a value are left out.
    """
    others = {name: given for name, given in query().items() if name not in names}
    st.query_params.from_dict(others | {name: [value] for name, value in values.items()})


def writer(key: str, write: Callable[..., None], name: str) -> Callable[[], None]:
    """A widget's callback: passes its new value to `write`, by name."""

    def write_it() -> None:
        value = st.session_state[key]
        # An emptied number field changes nothing; it shows the last number again.
        if value is not None:
            write(**{name: value})

    return write_it


def refused(link: Link) -> tuple[dict[str, Any], LinkError] | None:
    """The reader's last invalid choice while `link` was shown, and the reason."""
    last = st.session_state.get("refused")
    return last[1:] if last and last[0] == link.without_place() else None


def _asked() -> tuple[Link, list[Problem]]:
    state, asked = st.session_state, query()
    ours = asked.keys() & set(Link.names())
    problems: list[Problem] = []
    if not ours and state.get("carried"):
        link = state.link
    else:
        state.carried = False
        link, problems = Link.from_query(asked, last_moment, current())
        last = state.get("link")
        is_same = last and (simplified(last.text), last.readings) == (
            simplified(link.text),
            link.readings,
        )
        if last and is_same and not ours & set(PLACE):
            link = link.placed_as(last)
    if not link.lang and "language" in state:
        link = link.changed(lang=state.language)
    return link, problems
