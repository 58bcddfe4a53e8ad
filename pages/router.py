"""The start of every page: its title, its language, and the bar with the links to others."""

import json
from pathlib import Path

import streamlit as st

from pages.shared import language, visit
from pages.shared.contents import CONTENTS, OWN, PRACTICE, STEP, address
from pages.shared.places import pages
from pages.shared.search import search
from pages.shared.switch import switch
from pages.shared.teach import teach
from pages.shared.theme import style
from rnnviz.course import outline

SHARED = Path(__file__).with_name("shared")
# A page without a link of its own in the bar, with the one that looks there as Streamlit's own does on its page: the
# course's for a chapter, the stage's for a model of the reader's.
IN_THE_COURSE = {*outline.CHAPTERS, *outline.REFERENCE}
UNDER = dict.fromkeys(IN_THE_COURSE, address(CONTENTS)) | {address(OWN): address(STEP)}
COURSE = {address(CONTENTS), address(PRACTICE), *IN_THE_COURSE}
LIT = """
[data-testid="stTopNavLink"][href$="/%(page)s"] {
  background: var(--chosen-ground); box-shadow: inset 0 0 0 2px currentColor;
}
[data-testid="stTopNavLink"][href$="/%(page)s"] span { font-weight: 600; }
"""

visit.begin()
every = pages(language.current())
page = st.navigation(every, position="top")
st.set_page_config(
    page_title="rnnviz" if page.title == "rnnviz" else f"{page.title} · rnnviz",
    page_icon=SHARED / "icon.svg",
    layout="wide",
)
in_bar = UNDER.get(page.url_path, page.url_path)
name = next(one.title for one in every if one.url_path == in_bar)
# A quoted string of JSON is one of CSS, as long as there is nothing to escape.
st.html(
    f"<style>{style(language.current())}"
    f":root {{ --page-name: {json.dumps(name, ensure_ascii=False)}; }}"
    f"{LIT % {'page': in_bar} if page.url_path in UNDER else ''}</style>"
)
# What follows has the same place on every page, and is not made anew. The course's pages have a heading that is seen.
heading = st.empty()
if page.url_path not in COURSE:
    heading.html(f'<h1 class="unseen">{page.title}</h1>')
switch()
search()
teach()
try:
    page.run()
finally:
    visit.end()
