"""The chapters on why there is a hidden state, through the router: ask first, then show."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from pages.course.prose import ANSWER, CONTENT
from pages.shared.content import sections
from rnnviz.locale import LANGUAGES
from tests.test_pages import open_page

CHAPTERS = sorted(path.stem for path in CONTENT.parent.glob("why_*.py"))
CONTROLS = (
    *("V", "h", "alpha", "task", "network", "first", "sentence", "unfold", "levels", "by"),
    *("of", "at", "for", "D", "N", "K", "T", "scale", "g", "second", "Z", "R", "F", "I", "O"),
)
# The figures of a chapter before any question is answered, and after all are.
FIGURES = {
    "why_history": (1, 2),
    "why_state": (0, 3),
    "why_unrolled": (1, 3),
    "why_shapes": (1, 4),
    "why_gates": (1, 5),
}


def unanswered(at: AppTest) -> list:
    return [radio for radio in at.radio if radio.value is None]


def answer_all(at: AppTest, page: str, language: str, right: bool = True) -> AppTest:
    """Answer question after question, also those that appear on the way."""
    prose = sections(CONTENT / page, language)
    while waiting := unanswered(at):
        name = waiting[0].key.removeprefix(f"{page}_")
        options = waiting[0].options
        marks = [found[1] == "x" for found in ANSWER.finditer(prose[name])]
        at = waiting[0].set_value(options[marks.index(right)]).run()
        assert not at.exception, (name, at.exception)
    return at


def figures(at: AppTest) -> list[dict]:
    return [json.loads(chart.proto.spec) for chart in at.get("plotly_chart")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", CHAPTERS)
def test_a_chapter_asks_before_it_shows(page: str, language: str) -> None:
    at = open_page(f"course/{page}.py", lang=language)
    before, after = FIGURES[page]
    assert unanswered(at)
    assert len(figures(at)) == before
    at = answer_all(at, page, language)
    assert len(figures(at)) == after
    yes = {"en": "✓ Yes.", "zh-Hans": "✓ 对。"}[language]
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


def test_sliders_are_held_to_their_bounds_on_the_server() -> None:
    at = answer_all(open_page("course/why_shapes.py"), "why_shapes", "en")
    at = at.slider(key="N").set_value(10**6).run()
    assert not at.exception, at.exception
    N = int(at.table[0].value.iloc[5, 3])
    assert 1 <= N <= 256


def test_the_mlp_tosses_a_coin_and_the_rnn_knows() -> None:
    at = answer_all(open_page("course/why_state.py"), "why_state", "en")
    for network, verb in (("mlp", (0.49, 0.51)), ("rnn", (0.9, 1.0))):
        at = at.button_group(key="network").set_value(network).run()
        first = at.get("plotly_chart")[0]
        v = float(first.proto.alt.partition(" v ")[2].split(",")[0])
        assert verb[0] <= v <= verb[1]
        payload = json.loads(at.get("bidi_component")[0].proto.json)["payload"]
        assert payload["cell"]["name"] == network
        assert payload["labels"] == ["r", "p", "v", "u", "n", "d", "a"]


def test_the_stage_shows_two_directions() -> None:
    at = answer_all(open_page("course/why_gates.py"), "why_gates", "en")
    payload = json.loads(at.get("bidi_component")[0].proto.json)["payload"]
    assert payload["cell"]["name"] == "bidirectional"
    assert payload["inputs"] == ["花", "开"]
    assert payload["sizes"]["h"] == 8


def test_the_button_substitutes_level_by_level() -> None:
    at = answer_all(open_page("course/why_unrolled.py"), "why_unrolled", "en")
    for levels in range(2, 6):
        at = at.button(key="deeper").click().run()
        assert len(at.table[0].value) == levels
    assert at.button(key="deeper").disabled
    values = at.table[0].value.iloc[:, 1]
    assert values.nunique() == 1


def test_fresh_numbers_are_other_numbers() -> None:
    at = answer_all(open_page("course/why_unrolled.py"), "why_unrolled", "en")
    before = [element.value for element in at.latex][-2:]
    at = at.button(key="fresh").click().run()
    assert [element.value for element in at.latex][-2:] != before


def test_held_gates_make_of_the_gru_an_rnn_or_an_mlp() -> None:
    at = answer_all(open_page("course/why_gates.py"), "why_gates", "en")
    at = at.button_group(key="Z").set_value(0.0).run()
    (compared,) = [m.value for m in at.markdown if m.value.startswith("Largest difference of this")]
    assert "same weights: **0**" in compared
    at = at.button_group(key="R").set_value(0.0).run()
    (compared,) = [m.value for m in at.markdown if m.value.startswith("Largest difference of this")]
    assert "perceptron: **0**" in compared


def test_one_s_own_answer_comes_before_the_worked_one() -> None:
    at = open_page("course/why_history.py")
    worked = "it is a function of every input so far"
    assert not any(worked in element.value for element in at.markdown)
    assert at.button(key="why_history_express_show").disabled
    at = at.text_area(key="why_history_express").set_value("H holds it").run()
    assert not any(worked in element.value for element in at.markdown)
    at = at.button(key="why_history_express_show").click().run()
    assert any(worked in element.value for element in at.markdown)


def test_what_the_stage_showed_is_there_again_after_a_chapter() -> None:
    at = open_page("step/step.py", text="hello", cell="gru")
    at.query_params.clear()
    at = at.switch_page("course/why_gates.py").run()
    at = at.switch_page("step/step.py").run()
    assert at.session_state.link.text == "hello"
