"""The stage on a page.

The component is a few lines that fetch the stage from our own server. Its modules are compressed
and cached there like any file, so no message carries them.
"""

from typing import Any

import orjson
import streamlit as st

from pages.shared import address, files, language, scene, visitor
from pages.shared.language import translate
from pages.shared.markdown import plain
from pages.shared.traces import TRACES, Crowded
from rnnviz.address.controls import FORMS, SAVE, SAVED, STAGE_FILE, STAGE_FILE_MEANS
from rnnviz.address.link import Link, Problem
from rnnviz.address.reading import CANNOT_BE_SHOWN
from rnnviz.locale import N_, Refusal
from rnnviz.trace import Trace

JS = """
export default function ({ data, parentElement, setTriggerValue }) {
  const host = parentElement.querySelector(".host");
  const told = JSON.parse(new TextDecoder().decode(data));
  import(location.origin + told.base + "/page.js").then(({ show }) => {
    if (host.isConnected) host.end = show(host, told, setTriggerValue);
  });
  return () => host.end?.();
}
"""

_component = st.components.v2.component("rnnviz.stage", html='<div class="host"></div>\n', js=JS)


def show(link: Link, problems: list[Problem]) -> list[Trace]:
    """Show the stage on the traces of a link, with a progress bar while weights are learnt."""
    _ = translate()
    with st.container(key="learning"):
        bar = st.empty()
    learning, count = _(N_("Learning the text by heart …")), len(link.tracks)
    traces: list[Trace] = []

    def progress(done: float) -> None:
        bar.progress((len(traces) + done) / count, learning)

    try:
        for track in link.tracks:
            traces.append(TRACES.get(track, progress, visitor.asker()))
    except Crowded as reason:
        bar.warning(plain(reason.sentence(_)))
        st.stop()
    except ValueError as reason:
        said = reason.sentence(_) if isinstance(reason, Refusal) else str(reason)
        bar.error(plain(_(CANNOT_BE_SHOWN).format(reason=said)))
        st.stop()
    bar.empty()
    _mount(scene.of_link(link, problems, traces, language.current()))
    return traces


def _mount(data: dict[str, Any]) -> None:
    # Streamlit would write out a dictionary twice, and a third of a run's time would go there.
    told = orjson.dumps(data, option=orjson.OPT_SERIALIZE_NUMPY)
    _component(key="stage", data=told, on_network_change=_choose, height="content")


def _choose() -> None:
    """Another network, which the reader has chosen on the stage, reads the same text."""
    network = st.session_state["stage"].network
    if network in st.session_state.link.cells:
        address.write(cell=network)


def download(link: Link, traces: list[Trace]) -> None:
    """The ways to take the view away as a file; the stage's script carries them out."""
    _ = translate()
    spoken = language.current()
    with (
        st.container(key="download", width="content"),
        st.popover(SAVE.title_in(_), key="download_popover"),
    ):
        st.download_button(
            _(STAGE_FILE),
            lambda: files.made(link, traces, "html", spoken),
            file_name=files.name(link, "html"),
            mime=files.FORMATS["html"].media_type,
            key="save_html",
            on_click="ignore",
            width="stretch",
        )
        st.caption(_(STAGE_FILE_MEANS))
        for words, forms in SAVED:
            st.caption(_(words))
            with st.container(horizontal=True, key=f"saves_{forms[0]}"):
                for form in forms:
                    st.button(_(FORMS[form]), key=f"save_{form}")
