"""Which network reads which text: built-in ones, a file of the reader's, a text of the reader's."""

from typing import Any

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from pages.shared import address, torch_file, visit, visitor
from pages.shared.door import door
from pages.shared.language import current, translate
from pages.shared.markdown import plain
from rnnviz import weights
from rnnviz.address.kept import NETWORKS, TEXTS
from rnnviz.address.units_link import MOST_IN_LINK, SOURCE, UnitsLink
from rnnviz.address.units_source import MOST, TOO_LONG
from rnnviz.fields import LinkError
from rnnviz.locale import N_, Refusal
from rnnviz.locale.writing import offered
from rnnviz.presets.units import NETS
from rnnviz.text import Vocabulary, characters
from rnnviz.training import CORPORA
from rnnviz.training.convert import from_pt

MAX_MEGABYTES = weights.MAX_BYTES // 2**20
TEXT_HELP = N_(
    "Up to {most} characters. Those that the network does not know are left out, and named."
)
# A network that has learnt the reader's own text.
OWN = ""
OWN_TEXT = N_("the text in the field below")
NO_TEXT = N_("The text is empty; it needs at least two characters that the network knows.")


def choose(link: UnitsLink) -> None:
    """A button that opens the choice."""
    _ = translate()
    with (
        st.container(key="beside_bar", width="content"),
        st.popover(_(N_("Network and text")), key="units_source"),
    ):
        st.session_state.units_net = link.net or None
        st.selectbox(
            _(N_("Network")),
            offered(NETS, current(), link.net),
            format_func=lambda name: _(NETS[name].title),
            placeholder=_(N_("Choose one")),
            filter_mode=None,
            key="units_net",
            on_change=_choose_net,
        )
        file = st.file_uploader(
            _(N_("A network of your own, up to {most} MB")).format(most=MAX_MEGABYTES),
            key="units_file",
            max_upload_size=MAX_MEGABYTES,
            on_change=lambda: _take_file(st.session_state.units_file),
            help=_(torch_file.HELP),
        )
        if file is not None and visit.is_new("units_file", file.file_id):
            # No callback has taken it: another server has ended before.
            _take_file(file)
            st.rerun()
        if file is not None and torch_file.needs_characters(file.name):
            _ask_characters(file)
        st.text_area(
            _(N_("A text of your own")),
            key="units_text",
            height=140,
            help=_(TEXT_HELP).format(most=f"{MOST:,}"),
        )
        with st.container(horizontal=True):
            st.button(_(N_("Read this text")), type="primary", on_click=_take_text)
            if link.text or link.kept or link.corpus:
                st.button(_(N_("The network's own text")), on_click=lambda: _write(text=""))
        if reason := st.session_state.pop("units_refused", None):
            st.warning(plain(reason.sentence(_)))
        door()


def _ask_characters(file: UploadedFile) -> None:
    """Of a .pt file: which text it has learnt, and how its characters are numbered."""
    _ = translate()
    st.selectbox(
        _(N_("It has learnt")),
        [*offered(CORPORA, current()), OWN],
        format_func=lambda name: _(OWN_TEXT if name == OWN else CORPORA[name].title),
        filter_mode=None,
        key="units_learnt",
    )
    st.radio(
        _(torch_file.NUMBERED),
        list(torch_file.ORDERS),
        format_func=lambda order: _(torch_file.ORDERS[order]),
        horizontal=True,
        key="units_order",
    )
    st.radio(_(N_("If it is an nn.RNN")), ["tanh", "relu"], horizontal=True, key="units_phi")
    st.button(
        _(N_("Open this network")),
        type="primary",
        key="units_open",
        on_click=_take_torch_file,
        args=(file,),
    )


def _take_torch_file(file: UploadedFile) -> None:
    state = st.session_state
    learnt = state.units_learnt
    text = state.units_text if learnt == OWN else CORPORA[learnt].text()
    tokens = torch_file.numbered(characters(text), state.units_order)
    try:
        if len(tokens) < 2:
            raise LinkError(NO_TEXT)
        if len(characters(state.units_text)) > MOST and learnt == OWN:
            raise LinkError(TOO_LONG, count=len(characters(text)), most=MOST)
        data = from_pt(file.getvalue(), Vocabulary(tokens), state.units_phi, visitor.address())
        network = {"file": NETWORKS.put(data, visitor.address())}
        _put(network | (_link_of(text) if learnt == OWN else {"corpus": learnt}))
    except Refusal as reason:
        state.units_refused = reason
    except ValueError as reason:
        state.units_refused = LinkError(N_("{reason}"), reason=str(reason))


def _choose_net() -> None:
    if name := st.session_state.units_net:
        _put({"net": name})


def _take_file(file: UploadedFile | None) -> None:
    if file is None:
        return
    visit.is_new("units_file", file.file_id)
    if torch_file.needs_characters(file.name):
        return
    data = file.getvalue()
    try:
        weights.from_bytes(data)
        _put({"file": NETWORKS.put(data, visitor.address())})
    except Refusal as reason:
        st.session_state.units_refused = reason
    except ValueError as reason:
        st.session_state.units_refused = LinkError(N_("{reason}"), reason=str(reason))


def _take_text() -> None:
    text = st.session_state.units_text
    if not text.strip():
        st.session_state.units_refused = LinkError(NO_TEXT)
        return
    if (count := len(characters(text))) > MOST:
        st.session_state.units_refused = LinkError(TOO_LONG, count=count, most=MOST)
        return
    try:
        _write(**_link_of(text))
    except Refusal as reason:
        st.session_state.units_refused = reason


def _link_of(text: str) -> dict[str, str]:
    """A text in a link; a long one is kept here. Raises Refusal where it cannot be."""
    if len(text) <= MOST_IN_LINK:
        return {"text": text}
    # Half of a surrogate pair is no character.
    return {"kept": TEXTS.put(text.encode("utf-8", "replace"), visitor.address())}


def _write(**text: Any) -> None:
    """Another text for the same network."""
    link, _problems = UnitsLink.from_query(address.query())
    network = {name: value for name, value in link.source.to_query().items() if name in NETWORK}
    _put({**network, **{name: value for name, value in text.items() if value}})


# The fields that say which network it is; the other ones of SOURCE say which text.
NETWORK = [name for name in SOURCE if name not in {"corpus", "text", "kept"}]


def _put(values: dict[str, str]) -> None:
    """The place belongs to what was there before."""
    names = [name for name in UnitsLink.names() if name != "lang"]
    address.put(values, names)
