"""The search in the bar of every page."""

import streamlit as st

from pages.shared import language, route
from pages.shared.assets import SEARCH_ASSETS
from rnnviz.search import STRINGS

# The route of the index; see `pages/server/search.py`.
INDEX = "/search-index"

JS = """
export default function ({ data, parentElement, setTriggerValue }) {
  const host = parentElement.querySelector(".host");
  const send = (target) => setTriggerValue("go", target);
  import(location.origin + data.base + "/search.js").then(({ css, mount }) => {
    if (!host.isConnected) return;
    host.end?.();
    const sheet = document.createElement("style");
    sheet.textContent = css;
    const place = document.createElement("div");
    place.lang = data.language;
    host.replaceChildren(sheet, place);
    host.end = mount(place, { ...data, send });
  });
  return () => host.end?.();
}
"""

_component = st.components.v2.component("rnnviz.search", html='<div class="host"></div>\n', js=JS)


def search() -> None:
    """The button; the style sheet puts it into the bar at the top."""
    _ = language.translate()
    data = {
        "strings": {name: _(words) for name, words in STRINGS.items()},
        "language": language.current(),
        "index": f"{INDEX}?lang={language.current()}",
        "chosen": language.chosen(),
        "base": SEARCH_ASSETS.url(),
    }
    with st.container(key="search", width="content"):
        wanted = _component(key="search_component", data=data, on_go_change=_ignore).go
    if wanted:
        route.go(wanted)


def _ignore() -> None:
    """A value that lasts one run needs a callback; the run itself does the rest."""
