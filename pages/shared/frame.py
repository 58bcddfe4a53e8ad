"""The parts of a text page that run in the browser; see `frame.js`."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import streamlit as st

from pages.shared import language
from pages.shared.assets import STAGE_ASSETS
from rnnviz.locale import N_

STRINGS = {
    "larger": N_("Projector"),
    "help": N_("Keys and links"),
    "close": N_("Close"),
    "story": N_(
        "Choose an answer first; the right one is shown when you ask for it. A switch at the top "
        "shows every answer at once."
    ),
    "keyLarger": N_("the projector: everything larger, on the full screen"),
    "keyHelp": N_("this help"),
    "keyTab": N_("to the next control; ← and → change its value"),
    "keyPages": N_("a screen up or down, as on a remote control"),
    "link": N_(
        "The address holds your answers and what you have set: copy it, and others see the same."
    ),
}
CSS = Path(__file__).with_name("frame.css").read_text("utf-8")
JS = """
export default function ({ data, parentElement }) {
  const host = parentElement.querySelector(".frame");
  import(location.origin + data.base + "/frame.js").then(({ show }) => {
    if (host.isConnected) host.end = show(host, data);
  });
  return () => host.end?.();
}
"""

_component = st.components.v2.component(
    "rnnviz.frame", html='<div class="frame"></div>\n', css=CSS, js=JS
)


def frame(names: Sequence[str], address: Mapping[str, str]) -> None:
    """Called at the end of a page's script: writes the page's values and its language into the
    address.

    names: of the page's parameters. address: the values of those that are not the usual ones.
    """
    _ = language.translate()
    address = dict(address)
    if chosen := language.chosen():
        address["lang"] = chosen
    with st.container(key="frame", width="content"):
        _component(
            key="frame_component",
            data={
                "language": language.current(),
                "names": [*names, "lang"],
                "address": address,
                "strings": {name: _(words) for name, words in STRINGS.items()},
                "base": STAGE_ASSETS.url(),
            },
        )
