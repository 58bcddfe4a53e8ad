"""Which network reads which text: built-in ones, a file of the reader's, a text of the reader's."""

from typing import Any

import streamlit as st

from pages.shared import address
from pages.shared.language import translate
from pages.shared.markdown import plain
from rnnviz import weights
from rnnviz.address.kept import NETWORKS, TEXTS
from rnnviz.address.units_link import MOST_IN_LINK, SOURCE, UnitsLink
from rnnviz.address.units_source import MOST, TOO_LONG
from rnnviz.fields import LinkError
from rnnviz.locale import N_, Refusal
from rnnviz.presets.units import NETS
from rnnviz.text import characters

MAX_MEGABYTES = weights.MAX_BYTES // 2**20
FILE_HELP = N_(
    "A .safetensors file saved on the Train page, or by rnnviz.weights. A .pt file does not say which "
    "characters it knows: open it on the Train page, with its text, and look inside from there."
)
TEXT_HELP = N_(
    "Up to {most} characters. Those that the network does not know are left out, and named."
)
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
            list(NETS),
            format_func=lambda name: _(NETS[name].title),
            placeholder=_(N_("Choose one")),
            filter_mode=None,
            key="units_net",
            on_change=_choose_net,
        )
        st.file_uploader(
            _(N_("A network of your own, up to {most} MB")).format(most=MAX_MEGABYTES),
            key="units_file",
            max_upload_size=MAX_MEGABYTES,
            on_change=_take_file,
            help=_(FILE_HELP),
        )
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


def _choose_net() -> None:
    if name := st.session_state.units_net:
        _put({"net": name})


def _take_file() -> None:
    file = st.session_state.units_file
    if file is None:
        return
    data = file.getvalue()
    try:
        weights.from_bytes(data)
        _put({"file": NETWORKS.put(data)})
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
        # Half of a surrogate pair is no character.
        data = text.encode("utf-8", "replace")
        if len(text) <= MOST_IN_LINK:
            _write(text=text)
        else:
            _write(kept=TEXTS.put(data))
    except Refusal as reason:
        st.session_state.units_refused = reason


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
