"""The reader's own text: pasted, or from a file in any usual encoding."""

from codecs import BOM_UTF8
from collections.abc import Callable

import streamlit as st

from pages.shared import visit
from pages.shared.language import translate
from pages.shared.markdown import plain
from pages.shared.visit import Text
from rnnviz.locale import N_
from rnnviz.text import visible
from rnnviz.training import decoded

MAX_MEGABYTES = 5
UNWRITABLE = N_(
    "The server cannot write to the folder that it keeps runs in: the disk is full, or the folder "
    "is read-only."
)
SHOWN = 60  # characters of its beginning
HELP = N_(
    "In any language, up to 5 MB; a file in UTF-8, UTF-16, GB18030 or Big5. Of a text of fewer "
    "than 200 characters nothing is kept aside for validation."
)


def sentence(reason: Exception) -> str:
    """The message of an error, in the reader's language if it has a translation."""
    if isinstance(reason, OSError):
        return translate()(UNWRITABLE)
    speaks = getattr(reason, "sentence", None)
    return str(speaks(translate()) if speaks else reason)


def current() -> Text | None:
    """The last text that the reader gave and the page could read."""
    given: Text | None = st.session_state.get("train_own")
    return given


def inputs(leave: Callable[[], None]) -> None:
    """The fields to paste or upload a text, and the reason if it was refused.

    leave: called when the reader gives another text, which leaves the run on the page.
    """
    _ = translate()
    with st.container(key="own"):
        st.text_area(
            _(N_("Your text")),
            key="train_pasted",
            height=140,
            help=_(HELP),
            placeholder=_(N_("Paste or type a text; Ctrl+Enter takes it.")),
            on_change=lambda: _take_pasted(leave),
            persist_state="session",
        )
        st.file_uploader(
            _(N_("Or a file, up to {most} MB")).format(most=MAX_MEGABYTES),
            key="train_file",
            max_upload_size=MAX_MEGABYTES,
            on_change=lambda: _take_file(leave),
        )
        new_pasted, new_file = _untaken()
        if new_pasted or new_file:
            (_take_pasted if new_pasted else _take_file)(leave)
            st.rerun()
        if reason := st.session_state.get("train_own_refused"):
            st.warning(plain(sentence(reason)))


def described(text: str, length: int, q: int) -> str:
    """How a text begins, and how long it is, for Markdown."""
    _ = translate()
    beginning = "".join(visible(c) if c in "\n\r\t" else c for c in text[:SHOWN])
    more = "…" if len(text) > SHOWN else ""
    message = N_("{beginning} · {length:,} characters, {q:,} of them different")
    return _(message).format(beginning=plain(beginning + more), length=length, q=q)


def _untaken() -> tuple[bool, bool]:
    """Whether the two fields hold what no callback has taken: another server has ended before."""
    pasted, file = st.session_state.train_pasted, st.session_state.train_file
    return (
        visit.is_new("train_pasted", pasted or ""),
        visit.is_new("train_file", file.file_id if file else ""),
    )


def _take_pasted(leave: Callable[[], None]) -> None:
    pasted, file = st.session_state.train_pasted, st.session_state.train_file
    if file is not None and not pasted:
        _take(file.getvalue(), file.name, leave)
    else:
        # Check the pasted text like a file that is marked as UTF-8.
        data = BOM_UTF8 + pasted.encode("utf-8", "replace") if pasted else b""
        _take(data, "", leave)


def _take_file(leave: Callable[[], None]) -> None:
    file = st.session_state.train_file
    if file is None:
        _take_pasted(leave)
    else:
        _take(file.getvalue(), file.name, leave)


def _take(data: bytes, name: str, leave: Callable[[], None]) -> None:
    """Read a text; if that fails, keep the previous one and say why."""
    _untaken()
    state = st.session_state
    state.train_own_refused = None
    given = None
    if data or name:
        try:
            given = Text(decoded(data), name)
        except ValueError as reason:
            state.train_own_refused = reason
            return
    leave()
    state.train_own = given
