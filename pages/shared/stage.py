"""The stage on a page.

The component is a few lines that fetch the stage from our own server. Its modules are compressed
and cached there like any file, so no message carries them.
"""

from typing import Any

import streamlit as st

from pages.shared import address, language, scene
from pages.shared.language import translate
from pages.shared.markdown import plain
from pages.shared.traces import TRACES
from rnnviz.link import Link, Problem
from rnnviz.locale import N_
from rnnviz.trace import Trace

JS = """
export default function ({ data, parentElement, setTriggerValue }) {
  const host = parentElement.querySelector(".host");
  import(location.origin + data.base + "/page.js").then(({ show }) => {
    if (host.isConnected) host.end = show(host, data, setTriggerValue);
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
            traces.append(TRACES.get(track, progress))
    except ValueError as reason:
        bar.error(plain(_(N_("This cannot be shown: {reason}")).format(reason=reason)))
        st.stop()
    bar.empty()
    _mount(scene.of_link(link, problems, traces, language.current()))
    return traces


def show_trace(trace: Trace, name: str, words: str) -> None:
    """Show the stage on a trace that no link names. This tab keeps its place under `name`."""
    _mount(scene.of_traces([trace], language.current(), [words], name))


def _mount(data: dict[str, Any]) -> None:
    _component(key="stage", data=data, on_network_change=_choose, height="content")


def _choose() -> None:
    """Another network, which the reader has chosen on the stage, reads the same text."""
    network = st.session_state["stage"].network
    if network in st.session_state.link.cells:
        address.write(cell=network)


def download(link: Link, traces: list[Trace]) -> None:
    """The button that saves the stage as a file of its own."""
    _ = translate()
    spoken = language.current()
    st.download_button(
        _(N_("Save as file")),
        lambda: scene.file_of(link, traces, spoken),
        file_name=f"rnnviz-{link.cell}.html",
        mime="text/html",
        key="download",
        help=_(N_("One HTML file with this very stage. It opens without a network.")),
        on_click="ignore",
    )
