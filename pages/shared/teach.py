"""The lecturer's button in the bar: it opens a room, whose followers see the lecturer's stage."""

import streamlit as st

from pages.shared import language, route
from pages.shared.assets import HALL_ASSETS
from rnnviz.hall import STRINGS

JS = """
export default function ({ data, parentElement, setTriggerValue }) {
  const host = parentElement.querySelector(".desk");
  import(location.origin + data.base + "/teach.js").then(({ css, mount }) => {
    if (!host.isConnected) return;
    host.style.display = "block";
    const sheet = document.createElement("style");
    sheet.textContent = css;
    host.before(sheet);
    host.lang = data.language;
    host.end = mount(host, data.strings, css, (target) => {
      dispatchEvent(new Event("rnnviz-go"));
      setTriggerValue("go", target);
    });
  });
  return () => host.end?.();
}
"""

# Another window may send this one elsewhere, without a press in it; see `pages/server/late.js`.
_component = st.components.v2.component("rnnviz.teach", html='<div class="desk"></div>\n', js=JS)


def teach() -> None:
    """The button; the style sheet puts it into the bar at the top."""
    _ = language.translate()
    data = {
        "language": language.current(),
        "strings": {name: _(words) for name, words in STRINGS.items()},
        "base": HALL_ASSETS.url(),
    }
    with st.container(key="teach", width="content"):
        wanted = _component(key="teach_component", data=data, on_go_change=_ignore).go
    if wanted:
        route.go_afresh(wanted)


def _ignore() -> None:
    """A value that lasts one run needs a callback; the run itself does the rest."""
