"""The box in which a reader writes a cell: equations as text, read and never run."""

import streamlit as st

from pages.shared import address
from pages.shared.language import translate
from pages.shared.markdown import plain
from rnnviz.address.controls import ROW, WRITING
from rnnviz.address.link import Link
from rnnviz.cells import EVERY_CELL
from rnnviz.cells.beginnings import SKETCHES, equations_of
from rnnviz.cells.script import MOST_CHARACTERS
from rnnviz.cells.source import source
from rnnviz.locale import N_
from rnnviz.network import WRITTEN, one_way

HEIGHT = 248


def writing(link: Link) -> None:
    """A button that opens the box, with the equations of the cell on the stage to begin with."""
    _ = translate()
    words = _words()
    _begin(link)
    with (
        st.popover(
            ROW["writing"].title_in(_),
            key="write",
            width="content",
            help=ROW["writing"].help_in(_),
        ),
        st.container(key="script"),
    ):
        st.text_area(
            words["equations"],
            key="equations",
            height=HEIGHT,
            on_change=_show,
            help=words["help"],
            persist_state="session",
        )
        # A place of its own, so that what follows keeps its places when the sentence comes or goes.
        remark = st.empty()
        refused = address.refused(link)
        if refused and "equations" in refused[0]:
            remark.warning(plain(refused[1].sentence(_)))
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button(words["show"], key="show_written", type="primary", on_click=_show)
            _beginnings()
            if link.cell == WRITTEN:
                st.download_button(
                    words["file"],
                    lambda: source(link.network.written),
                    file_name="own_cell.py",
                    mime="text/x-python",
                    key="source",
                    help=words["fileMeans"],
                    on_click="ignore",
                )


def _words() -> dict[str, str]:
    _ = translate()
    return {name: _(words) for name, words in WRITING.items()}


def _begin(link: Link) -> None:
    """The text of the box: the equations of the cell on the stage, as long as nothing else has been
    typed or chosen there."""
    state = st.session_state
    shown = link.equations if link.cell == WRITTEN else equations_of(one_way(link.cell))
    asked = st.query_params.get("equations", "")
    if "equations" not in state and asked != link.equations:
        # The link's equations do not fit, so that another cell is shown; here they can be mended.
        state.equations = asked[: 2 * MOST_CHARACTERS]
    if state.get("equations") in (None, "", state.get("begun")):
        state.equations = shown
    if state.equations == shown:
        state.begun = shown


def _beginnings() -> None:
    _ = translate()
    texts = {_(title): text for title, text in SKETCHES.items()}
    texts |= {cell.title: equations_of(name) for name, cell in EVERY_CELL.items()}

    def take() -> None:
        state = st.session_state
        if state.beginning:
            state.equations = texts[state.beginning]

    st.session_state.beginning = None
    st.selectbox(
        _(N_("Begin with")),
        list(texts),
        index=None,
        placeholder=_words()["beginWith"],
        filter_mode=None,
        label_visibility="collapsed",
        key="beginning",
        on_change=take,
    )


def _show() -> None:
    equations = st.session_state.equations
    # An emptied box shows the cell's equations again.
    if equations:
        address.write(equations=equations, cell=WRITTEN)
