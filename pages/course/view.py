"""The course's pages as the browser shows them: one component, whose module each page names.

A page is drawn whole in the browser and needs no run of its script until the reader goes to another
page or changes the language.
"""

from typing import Any

import orjson
import streamlit as st

from pages.shared import language, route
from pages.shared.assets import COURSE_ASSETS
from pages.shared.contents import COURSE, course_view
from pages.shared.contents import address as address_of
from rnnviz import web
from rnnviz.course import STRINGS
from rnnviz.locale import translator

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


def show(page: str, data: dict[str, Any]) -> None:
    """Show a page of the course, and go where the reader asks to.

    page: its address. data: what its module draws.
    """
    told = words(page, language.current()) | {"chosen": language.chosen()}
    # Streamlit would write out a dictionary twice.
    written = orjson.dumps(told | data, option=orjson.OPT_SERIALIZE_NUMPY)
    result = _component(key=f"course_{page}", data=written, on_go_change=_ignore)
    if result.go:
        route.go(result.go)


def words(page: str, spoken: str) -> dict[str, Any]:
    """What every page of the course is told, in a language."""
    _ = translator(spoken)
    return {
        "view": course_view(page),
        "name": page,
        "language": spoken,
        "chosen": "",
        "strings": {name: _(words) for name, words in (web.STRINGS | STRINGS).items()},
        "base": COURSE_ASSETS.url(),
    }


def place(name: str, spoken: str) -> dict[str, Any]:
    """A chapter's title and question, where it stands, and the chapters before and after it, in a
    language."""
    _ = translator(spoken)
    scripts = [script for chapters in COURSE.values() for script in chapters]
    at = next(k for k, script in enumerate(scripts) if address_of(script) == name)
    part, chapters = next(item for item in COURSE.items() if scripts[at] in item[1])
    titles = {
        script: _(chapters[script].title) for chapters in COURSE.values() for script in chapters
    }

    def way(k: int) -> dict[str, str] | None:
        if not 0 <= k < len(scripts):
            return None
        return {"address": address_of(scripts[k]), "title": titles[scripts[k]]}

    sentence = STRINGS["placeOf"]
    where = _(sentence).format(
        part=_(part), place=list(chapters).index(scripts[at]) + 1, places=len(chapters)
    )
    return {
        "title": titles[scripts[at]],
        "question": _(chapters[scripts[at]].question),
        "where": where,
        "previous": way(at - 1),
        "next": way(at + 1),
    }


def _ignore() -> None:
    """A value that lasts one run needs a callback; the run itself does the rest."""
