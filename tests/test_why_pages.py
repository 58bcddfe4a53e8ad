"""The chapters on why there is a hidden state, through the router: ask first, then show."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from pages.course.prose import ANSWER, CONTENT
from pages.shared.content import sections
from rnnviz.locale import LANGUAGES, translator
from tests.test_pages import open_page

SCRIPTS = {path.stem: path.read_text("utf-8") for path in CONTENT.parent.glob("why_*.py")}
# The chapters that Streamlit draws; the others are drawn in the browser.
CHAPTERS = sorted(name for name, script in SCRIPTS.items() if "Prose(" in script)
CONTROLS = (
    *("V", "h", "alpha", "task", "network", "first", "sentence", "unfold", "levels", "by"),
    *("of", "at", "for", "D", "N", "K", "T", "scale", "g", "second", "Z", "R", "F", "I", "O"),
)
# The figures of a chapter before any question is answered, and after all are.
FIGURES = {
    "why_history": (1, 2),
}


def hidden(at: AppTest) -> list:
    """The buttons that show an answer, of those that are still hidden."""
    buttons = [one for one in at.button if one.key.endswith("_shown_button")]
    return [one for one in buttons if not at.session_state[one.key.removesuffix("_button")]]


def answer_all(at: AppTest, page: str, language: str, right: bool = True) -> AppTest:
    """Answer every question, including those that appear on the way, and reveal the right
    answers."""
    prose = sections(CONTENT / page, language)
    while waiting := hidden(at):
        name = waiting[0].key.removeprefix(f"{page}_").removesuffix("_shown_button")
        marks = [found[1] == "x" for found in ANSWER.finditer(prose[name])]
        if marks:
            at = at.radio(key=f"{page}_{name}").set_value(marks.index(right) + 1).run()
        at = at.button(key=waiting[0].key).click().run()
        assert not at.exception, (name, at.exception)
    return at


def address_of(at: AppTest) -> dict[str, str]:
    """The values that the browser is to write into the address."""
    shown = [json.loads(one.proto.json) for one in at.get("bidi_component")]
    (frame,) = [data for data in shown if "names" in data and "address" in data]
    assert set(frame["address"]) <= set(frame["names"])
    return frame["address"]


def figures(at: AppTest) -> list[dict]:
    return [json.loads(chart.proto.spec) for chart in at.get("plotly_chart")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", CHAPTERS)
def test_a_chapter_asks_before_it_shows(page: str, language: str) -> None:
    at = open_page(f"course/{page}.py", lang=language)
    before, after = FIGURES[page]
    assert hidden(at)
    assert len(figures(at)) == before
    at = answer_all(at, page, language)
    assert len(figures(at)) == after
    yes = translator(language)("✓ Yes.")
    assert sum(yes in element.value for element in at.markdown) == len(at.radio)


@pytest.mark.parametrize("page", CHAPTERS)
def test_a_wrong_answer_shows_it_all_the_same(page: str) -> None:
    at = answer_all(open_page(f"course/{page}.py"), page, "en", right=False)
    assert len(figures(at)) == FIGURES[page][1]
    assert sum("✗ Not quite." in element.value for element in at.markdown) == len(at.radio)


@pytest.mark.parametrize("page", CHAPTERS)
def test_every_figure_says_in_words_what_it_shows(page: str) -> None:
    at = answer_all(open_page(f"course/{page}.py"), page, "en")
    for chart in at.get("plotly_chart"):
        assert len(chart.proto.alt) > 20
        assert "{{" not in chart.proto.alt


@pytest.mark.parametrize("page", CHAPTERS)
def test_no_number_is_left_open_in_the_prose(page: str) -> None:
    at = answer_all(open_page(f"course/{page}.py"), page, "en")
    for element in at.markdown:
        assert "{{" not in element.value
        assert "nan" not in element.value.split()


@pytest.mark.parametrize("page", CHAPTERS)
@pytest.mark.parametrize("nonsense", ["", "-1", "1e999", "RNN", "<b>", "99999999999999999999"])
def test_controls_bear_with_a_link_full_of_nonsense(page: str, nonsense: str) -> None:
    at = open_page(f"course/{page}.py", **dict.fromkeys(CONTROLS, nonsense))
    assert not at.exception, at.exception
    at = answer_all(at, page, "en")
    assert not at.error


def test_one_s_own_words_and_the_worked_answer_stand_side_by_side() -> None:
    at = open_page("course/why_history.py")
    worked = "it is a function of every input so far"
    assert not any(worked in element.value for element in at.markdown)
    at = at.text_area(key="why_history_express").set_value("H holds it").run()
    assert not any(worked in element.value for element in at.markdown)
    at = at.button(key="why_history_express_shown_button").click().run()
    assert any(worked in element.value for element in at.markdown)
    assert at.text_area(key="why_history_express").value == "H holds it"


def test_without_a_vote_the_right_answer_is_named() -> None:
    at = open_page("course/why_history.py")
    at = at.button(key="why_history_seen_shown_button").click().run()
    (answer,) = [m.value for m in at.markdown if "19,695" in m.value]
    assert "✓ fewer than one in ten thousand" in answer


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", CHAPTERS)
def test_one_switch_shows_everything(page: str, language: str) -> None:
    at = open_page(f"course/{page}.py", lang=language)
    at = at.toggle(key=f"{page}_all").set_value(True).run()
    assert not at.exception, at.exception
    assert len(figures(at)) == FIGURES[page][1]
    assert not hidden(at)
    assert address_of(at)["all"] == "on"


@pytest.mark.parametrize("page", CHAPTERS)
def test_the_address_says_the_same_in_every_language(page: str) -> None:
    """Another reader who opens the link sees the same settings, in another language."""
    at = answer_all(open_page(f"course/{page}.py"), page, "en", right=False)
    asked = address_of(at)
    assert asked
    for language in LANGUAGES:
        again = open_page(f"course/{page}.py", **asked, lang=language)
        assert not again.exception, again.exception
        assert address_of(again) == {**asked, "lang": language}
        assert len(figures(again)) == len(figures(at))


def test_what_the_stage_showed_is_there_again_after_a_chapter() -> None:
    at = open_page("step/step.py", text="hello", cell="gru")
    at.query_params.clear()
    at = at.switch_page("course/why_gates.py").run()
    at = at.switch_page("step/step.py").run()
    assert at.session_state.link.text == "hello"
