"""A chapter's prose: named sections, with questions in it.

A section is a question where it has a list of answers, `- [ ]` each and `- [x]` the right one;
what comes after the list is shown once an answer is chosen.
"""

import re
from pathlib import Path

# Streamlit imports pandas when it first needs it, and Plotly asks whatever is there of it by then:
# with two readers at once that may be half of it. Here it is whole before a figure is drawn.
import pandas  # noqa: F401
import plotly.graph_objects as go
import streamlit as st

from pages.shared import address
from pages.shared.content import filled, sections
from pages.shared.language import current, translate
from rnnviz.link import Link
from rnnviz.locale import N_

CONTENT = Path(__file__).with_name("content")
ANSWER = re.compile(r"^- \[([ x])\] (.+)\n?", re.MULTILINE)


class Prose:
    """The prose of one page, in the reader's language."""

    def __init__(self, page: str) -> None:
        # What the stage showed comes along to the next page.
        address.read(page)
        self.page = page
        self._sections = sections(CONTENT / page, current())

    def say(self, name: str, **numbers: object) -> None:
        """A section as it stands."""
        st.markdown(filled(self._sections[name], numbers))

    def figure(self, figure: go.Figure, name: str, **numbers: object) -> None:
        """A figure as wide as its column; the section alt_name says in words what it shows."""
        st.plotly_chart(
            figure,
            key=f"figure_{name}",
            alt=filled(self._sections[f"alt_{name}"], numbers),
            config={"displayModeBar": False, "scrollZoom": False},
        )

    def to_stage(self, name: str, link: Link) -> None:
        """A section as a way into the stage, at the place of the link."""
        st.page_link("step/step.py", label=self._sections[name], query_params=link.to_query())

    def ask(self, name: str, **numbers: object) -> bool:
        """A question with answers to choose from; whether one is chosen."""
        _ = translate()
        question, answers, explanation = self._question(name, numbers)
        with st.container(border=True, key=f"question_{name}"):
            chosen = st.radio(
                question,
                list(answers),
                index=None,
                key=f"{self.page}_{name}",
                width="stretch",
                persist_state="session",
            )
            if chosen is None:
                st.caption(_(N_("Say what you expect; the answer comes after.")))
                return False
            right = answers[chosen]
            verdict = _(N_("✓ Yes.")) if right else _(N_("✗ Not quite."))
            st.markdown(f":{'green' if right else 'orange'}[**{verdict}**] {explanation}")
        return True

    def answer(self, name: str, **numbers: object) -> None:
        """A question to be answered in one's own words; then the worked answer is shown."""
        _ = translate()
        question, _none, explanation = self._question(name, numbers)
        with st.container(border=True, key=f"question_{name}"):
            own = st.text_area(
                question,
                key=f"{self.page}_{name}",
                height=68,
                max_chars=500,
                placeholder=_(N_("In your own words, first")),
                persist_state="session",
            )
            show = st.button(_(N_("Compare")), key=f"{self.page}_{name}_show", disabled=not own)
            if show or (own and st.session_state.get(f"{self.page}_{name}_shown")):
                st.session_state[f"{self.page}_{name}_shown"] = True
                st.markdown(explanation)

    def _question(self, name: str, numbers: dict[str, object]) -> tuple[str, dict[str, bool], str]:
        text = filled(self._sections[name], numbers)
        answers = {found[2].strip(): found[1] == "x" for found in ANSWER.finditer(text)}
        question, _, rest = text.partition("\n\n")
        return question, answers, ANSWER.sub("", rest).strip()
