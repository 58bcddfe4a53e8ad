"""A chapter's prose: named sections, with questions in it.

A section is a question where it has a list of answers, `- [ ]` each and `- [x]` the right one.
Choosing an answer and revealing the right one are two separate acts; the text after the list is the
explanation.
"""

import re
from pathlib import Path

# Streamlit imports pandas when it first needs it, and Plotly uses whatever part of it is already
# imported: with two readers at once, that can be a half-imported module. Importing it here
# completes it before any figure is drawn.
import pandas  # noqa: F401
import plotly.graph_objects as go
import streamlit as st

from pages.course import controls, view
from pages.shared import address
from pages.shared.content import filled, sections
from pages.shared.frame import frame
from pages.shared.language import current, translate
from rnnviz.link import Link
from rnnviz.locale import N_

CONTENT = Path(__file__).with_name("content")
EVERYTHING = "all"
MAX_OWN = 500
LINK = re.compile(r"(\]\(/\w+)\?")
ANSWER = re.compile(r"^- \[([ x])\] (.+)\n?", re.MULTILINE)


def _in_language(text: str, language: str) -> str:
    """The text with the language in its links to our pages, which open beside the chapter."""
    return LINK.sub(rf"\1?lang={language}&", text)


class Prose:
    """The prose of one page, in the reader's language."""

    def __init__(self, page: str) -> None:
        # The place on the stage comes along to the next page.
        controls.enter(page, is_new=address.leave(page))
        self.page = page
        texts = sections(CONTENT / page, current())
        self._sections = {name: _in_language(text, current()) for name, text in texts.items()}
        _ = translate()
        with st.container(key="everything", width="content"):
            self._everything = controls.switch(
                _(N_("Show everything")),
                EVERYTHING,
                _(N_("Shows every answer and what follows it, for when there is no time to ask.")),
            )

    def end(self) -> None:
        """The end of the page: writes the reader's settings and answers into the address, and shows
        the ways on."""
        frame(*controls.address())
        view.around(self.page)

    def say(self, name: str, **numbers: object) -> None:
        """Show a section."""
        st.markdown(filled(self._sections[name], numbers))

    def figure(self, figure: go.Figure, name: str, **numbers: object) -> None:
        """Show a figure as wide as its column; the section `alt_…` describes it in words."""
        st.plotly_chart(
            figure,
            key=f"figure_{name}",
            alt=filled(self._sections[f"alt_{name}"], numbers),
            config={"displayModeBar": False, "scrollZoom": False},
        )

    def to_stage(self, name: str, link: Link) -> None:
        """Show a section as a link into the stage, at the link's place."""
        st.page_link("step/step.py", label=self._sections[name], query_params=link.to_query())

    def ask(self, name: str, **numbers: object) -> bool:
        """Ask a question with answers to choose from; True once the reader has revealed the right
        one."""
        _ = translate()
        question, answers, explanation = self._question(name, numbers)
        with st.container(border=True, key=f"question_{name}"):
            chosen = controls.answer(question, name, list(answers))
            if not self._reveals(name):
                return False
            if chosen is None:
                right = next(answer for answer, is_right in answers.items() if is_right)
                verdict = f":green[**✓ {right}**]  \n"
            else:
                is_right = answers[chosen]
                words = _(N_("✓ Yes.")) if is_right else _(N_("✗ Not quite."))
                verdict = f":{'green' if is_right else 'orange'}[**{words}**]"
            st.markdown(f"{verdict} {explanation}")
        return True

    def answer(self, name: str, **numbers: object) -> None:
        """Ask a question to answer in one's own words, with a worked answer to compare."""
        _ = translate()
        question, _none, explanation = self._question(name, numbers)
        with st.container(border=True, key=f"question_{name}"):
            controls.words(question, name, MAX_OWN, _(N_("In your own words, first")))
            if self._reveals(name):
                st.markdown(explanation)

    def _reveals(self, name: str) -> bool:
        """Draw the button that reveals an answer; True while it is revealed."""
        _ = translate()
        return self._everything or controls.reveal(
            _(N_("Show the answer")), _(N_("Hide the answer")), name
        )

    def _question(self, name: str, numbers: dict[str, object]) -> tuple[str, dict[str, bool], str]:
        text = filled(self._sections[name], numbers)
        answers = {found[2].strip(): found[1] == "x" for found in ANSWER.finditer(text)}
        question, _, rest = text.partition("\n\n")
        return question, answers, ANSWER.sub("", rest).strip()
