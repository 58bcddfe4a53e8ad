"""The course's pages as the browser shows them: one component, whose module each page names.

A page is drawn whole in the browser and needs no run of its script until the reader goes to another
page or changes the language.
"""

import orjson
import streamlit as st

from pages.shared import address, language, route
from pages.shared.assets import COURSE_ASSETS
from rnnviz.course.pages import told

JS = """
export default function ({ data, parentElement, setTriggerValue }) {
  const host = parentElement.querySelector(".host");
  const send = (target) => setTriggerValue("go", target);
  const told = JSON.parse(new TextDecoder().decode(data));
  host.arrives ??= import(`${location.origin}${told.base}/${told.view}.js`);
  host.arrives.then(({ mount, css }) => {
    if (!host.isConnected) return;
    host.page ??= mount(host, css);
    host.page.show(told, send);
  });
  return () => {
    host.page?.end();
    host.page = null;
  };
}
"""

_component = st.components.v2.component("rnnviz.course", html='<div class="host"></div>\n', js=JS)


def show(page: str) -> None:
    """Show the page of the course with this address, and go where the reader asks to."""
    address.leave(page)
    data = told(page, language.current())
    data |= {"chosen": language.chosen(), "base": COURSE_ASSETS.url()}
    # Streamlit would write out a dictionary twice.
    written = orjson.dumps(data, option=orjson.OPT_SERIALIZE_NUMPY)
    result = _component(key=f"course_{page}", data=written, on_go_change=_ignore)
    if result.go:
        route.go(result.go)


def _ignore() -> None:
    """A value that lasts one run needs a callback; the run itself does the rest."""
