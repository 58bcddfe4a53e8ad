"""The pages, run through the router as a browser's messages would run them."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from pages.shared.contents import TITLES
from rnnviz import GRU
from rnnviz.address.controls import SENSORS
from rnnviz.address.link import Link
from rnnviz.cells.beginnings import SKETCHES
from rnnviz.locale import LANGUAGES, translator
from rnnviz.presets import BUILT_IN

ROUTER = Path(__file__).parents[2] / "pages" / "router.py"
PAGES = list(TITLES)
HOSTILE = "<img src=x onerror=alert(1)> **a** $x$ :red[b] ![c](http://d.example) `e` \\"


def open_page(page: str, **query: str | list[str]) -> AppTest:
    at = AppTest.from_file(str(ROUTER), default_timeout=60)
    at.query_params.update(query)
    at.switch_page(page)
    return at.run()


def named(widgets: Any, name: str) -> Any:
    """The widget of this name, whose key has another number each time its value comes from elsewhere."""
    (found,) = (one for one in widgets if re.fullmatch(rf"{name}(_\d+)?", one.key or ""))
    return found


def shown(at: AppTest) -> dict[str, Any]:
    """The data of the stage on the page."""
    assert not at.exception, at.exception
    told = [json.loads(one.proto.json or one.proto.bytes) for one in at.get("bidi_component")]
    (stage,) = (data for data in told if "scene" in data)
    return stage


def text_of(at: AppTest) -> str:
    track = shown(at)["scene"]["tracks"][0]
    targets = track["targets"] or []
    return "".join([*track["inputs"], *[track["vocabulary"][k] for k in targets[-1:]]])


def notices(at: AppTest) -> str:
    return "\n".join(element.value for element in [*at.warning, *at.info]).replace("\\", "")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_every_page_opens_in_every_language(page: str, language: str) -> None:
    at = open_page(page, lang=language)
    assert not at.exception, at.exception
    assert not at.error
    assert not at.warning
    (switch,) = [group for group in at.get("button_group") if group.key == "switch"]
    assert switch.value == language


@pytest.mark.parametrize("page", PAGES)
def test_every_page_bears_with_a_link_full_of_nonsense(page: str) -> None:
    at = open_page(page, **{name: [HOSTILE, "\0"] for name in Link.names()}, other=HOSTILE)
    assert not at.exception, at.exception
    assert not at.error


@pytest.mark.parametrize(
    ("page", "language", "text"),
    [
        ("step/step.py", "en", "想要有直升机"),
        ("home.py", "en", "to␣be␣or␣not␣to␣be"),
        ("home.py", "zh-Hans", "想要有直升机"),
        ("home.py", "zh-Hant", "想要有直升機"),
    ],
)
def test_a_page_opens_with_the_documents_example_and_home_with_what_its_reader_can_read(
    page: str, language: str, text: str
) -> None:
    at = open_page(page, lang=language)
    assert text_of(at) == text
    assert shown(at)["scene"]["tracks"][0]["cell"]["name"] == "lstm"
    assert notices(at) == ""


@pytest.mark.parametrize("page", ["home.py", "step/step.py"])
def test_a_link_decides_everything_that_is_shown(page: str) -> None:
    at = open_page(
        page,
        cell="gru",
        text="hello",
        hidden="5",
        weights="random",
        seed="3",
        t="2",
        phase="update",
        unit="4",
        notation="column",
    )
    data = shown(at)
    assert data["scene"]["tracks"][0]["cell"]["name"] == "gru"
    assert data["scene"]["tracks"][0]["sizes"] == {"T": 4, "d": 4, "h": 5, "q": 4}
    assert data["place"] == {"t": "2", "phase": "update", "unit": "4", "notation": "column"}
    assert text_of(at) == "hello"
    assert "seed 3" in data["scene"]["tracks"][0]["caption"]


@pytest.mark.parametrize("cell", ["mlp", "rnn", "gru", "lstm"])
def test_the_cell_control_shows_another_cell_and_keeps_the_rest(cell: str) -> None:
    at = open_page("step/step.py", text="hello world", t="4", unit="2")
    at.button_group(key="cell").set_value(cell).run()
    assert shown(at)["scene"]["tracks"][0]["cell"]["name"] == cell
    assert text_of(at) == "hello world".replace(" ", "␣")
    assert at.session_state.link.unit == 2
    assert at.session_state.link.t == 4


def test_the_controls_write_the_link() -> None:
    at = open_page("step/step.py")
    at.button_group(key="cell").set_value("rnn").run()
    at.text_input(key="text").set_value("hello").run()
    at.button_group(key="weights").set_value("random").run()
    at.number_input(key="seed").set_value(7).run()
    at.text_input(key="hidden").set_value("5").run()
    link = Link(cell="rnn", text="hello", weights="random", seed=7, hidden=5)
    assert at.query_params == link.to_query()
    assert shown(at)["scene"]["tracks"][0]["sizes"]["h"] == 5


def test_the_link_is_short_where_nothing_is_unusual() -> None:
    at = open_page("step/step.py")
    at.button_group(key="cell").set_value("gru").run()
    assert at.query_params == {"cell": "gru"}
    at.button_group(key="cell").set_value("lstm").run()
    assert at.query_params == {}


def test_the_seed_is_asked_for_only_where_it_is_seen() -> None:
    at = open_page("step/step.py")
    assert [field.key for field in at.number_input] == []
    at.button_group(key="weights").set_value("random").run()
    assert [field.key for field in at.number_input] == ["seed"]


def test_an_example_is_one_choice_away() -> None:
    at = open_page("step/step.py")
    hamlet = BUILT_IN[-1].text
    at.selectbox(key="example").set_value(hamlet).run()
    assert named(at.text_input, "text").value == hamlet
    assert shown(at)["text"] == hamlet
    assert named(at.selectbox, "example").value is None


def test_ones_own_text_is_learnt_by_heart() -> None:
    at = open_page("step/step.py", text="我有一头小毛驴", hidden="6")
    track = shown(at)["scene"]["tracks"][0]
    assert track["caption"] == "trained on this text"
    assert text_of(at) == "我有一头小毛驴"


def test_a_text_that_does_not_fit_stays_in_its_field_and_the_last_one_on_the_stage() -> None:
    at = open_page("step/step.py", text="hello")
    at.text_input(key="text").set_value("").run()
    assert "The text is empty" in notices(at)
    assert at.text_input(key="text").value == ""
    assert text_of(at) == "hello"

    at.text_input(key="text").set_value("字" * 201).run()
    assert "201 characters; at most 200" in notices(at)
    assert at.text_input(key="text").value == "字" * 201
    assert text_of(at) == "hello"

    at.text_input(key="text").set_value("abc").run()
    assert notices(at) == ""
    assert text_of(at) == "abc"


def test_a_sentence_on_a_text_goes_once_something_else_is_shown() -> None:
    at = open_page("step/step.py", text="hello")
    at.text_input(key="text").set_value("").run()
    at.button_group(key="cell").set_value("gru").run()
    assert notices(at) == ""
    assert named(at.text_input, "text").value == "hello"


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("hidden", "129", 'hidden is "129"; it must be a whole number from 1 to 128, or one for'),
        ("hidden", "0", 'hidden is "0"; it must be'),
        ("hidden", str(10**15), 'hidden is "1000000000000000"; it must be'),
        ("hidden", "eight", 'hidden is "eight"; it must be'),
        ("hidden", "", 'hidden is ""; it must be'),
        ("hidden", "8x", 'hidden is "8x"; it must be'),
        ("seed", -1, 'seed is "-1"; it must be a whole number from 0 to 999999.'),
    ],
)
def test_bounds_are_checked_where_the_browser_cannot_be_trusted(
    key: str, value: str | int, sentence: str
) -> None:
    at = open_page("step/step.py", weights="random", seed="4")
    field = at.number_input(key=key) if key == "seed" else at.text_input(key=key)
    field.set_value(value).run()
    assert field.value == value or key == "seed"
    assert sentence in notices(at)
    assert shown(at)["scene"]["tracks"][0]["sizes"]["h"] == 8
    assert at.session_state.link == Link(weights="random", seed=4)


def test_a_field_is_another_one_only_where_its_value_comes_from_elsewhere() -> None:
    # Another one while the page answers another choice would lose what its reader is typing.
    at = open_page("step/step.py", weights="random", seed="4")
    at.text_input(key="text").set_value("hello").run()
    at.button_group(key="weights").set_value("trained").run()
    fields = {one.key for one in at.text_input}
    assert {"text", "hidden"} <= fields
    # The browser may keep what a closed popover does not draw, and must not send it as a choice.
    named(at.selectbox, "example").set_value("hello world").run()
    fresh = named(at.text_input, "text")
    assert fresh.key not in fields
    assert fresh.value == "hello world"
    assert named(at.selectbox, "example").key != "example"


def test_one_character_is_stepped_and_the_page_says_why_its_weights_are_random() -> None:
    at = open_page("step/step.py", text="想")
    assert shown(at)["scene"]["tracks"][0]["sizes"]["T"] == 1
    assert shown(at)["scene"]["tracks"][0]["targets"] is None
    assert "A single character has no next one to learn" in notices(at)


@pytest.mark.parametrize("page", ["home.py", "step/step.py", "train/train.py"])
def test_whoever_is_quick_chooses_a_language_before_the_page_was_read(page: str) -> None:
    at = open_page(page, cell="gru", lang="en")
    # The switch is drawn first, and the choice ends the first run before it has come to the page.
    for name in ("link", "page", "elsewhere"):
        if name in at.session_state:
            del at.session_state[name]
    at.button_group(key="switch").set_value("zh-Hans").run()
    assert not at.exception, at.exception
    assert (at.query_params["lang"], at.query_params["cell"]) == ("zh-Hans", "gru")
    assert at.button_group(key="switch").value == "zh-Hans"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ["home.py", "step/step.py"])
def test_a_bad_link_is_told_of_in_the_readers_language(page: str, language: str) -> None:
    _ = translator(language)
    at = open_page(page, lang=language, cell="gru", hidden="9999", t="77")
    for problem in Link.from_query({"cell": "gru", "hidden": "9999", "t": "77"})[1]:
        assert problem.sentence(_) in notices(at)
    assert shown(at)["scene"]["tracks"][0]["cell"]["name"] == "gru"
    assert shown(at)["wrong"] == ["hidden", "t"]
    other = next(name for name in LANGUAGES if name != language)
    at.button_group(key="switch").set_value(other).run()
    # The text in traditional characters, which it began with, stays where others begin with another.
    text = {"text": "想要有直升機"} if language == "zh-Hant" else {}
    assert at.query_params == {"cell": "gru", "lang": other} | text
    assert notices(at) == ""


def test_a_text_goes_in_as_text() -> None:
    at = open_page("step/step.py", text=HOSTILE, hidden="2", weights="random")
    assert shown(at)["text"] == HOSTILE
    assert at.text_input(key="text").value == HOSTILE
    at = open_page("step/step.py", cell=HOSTILE)
    assert "\\<img␣src\\=x␣onerror" in at.warning[0].value


def test_another_language_keeps_the_place() -> None:
    at = open_page("step/step.py", cell="gru", t="3", phase="reset", unit="5", notation="torch")
    at.button_group(key="switch").set_value("zh-Hans").run()
    assert at.session_state.link == Link(
        cell="gru", t=3, phase="reset", unit=5, notation="torch", lang="zh-Hans"
    )
    assert shown(at)["scene"]["language"] == "zh-Hans"
    assert at.button_group(key="weights").options == ["已训练", "随机初始化"]


def test_another_page_keeps_what_is_shown() -> None:
    at = open_page("step/step.py", cell="gru", t="3", lang="zh-Hans")
    before = at.session_state.link
    # On the way to another page Streamlit drops the parameters.
    at.query_params.clear()
    at.switch_page("home.py").run()
    assert at.session_state.link == before
    at.button_group(key="switch").set_value("en").run()
    assert at.session_state.link == before.changed(lang="en")


def test_an_address_without_parameters_is_the_example_again() -> None:
    at = open_page("step/step.py", cell="gru")
    at.query_params.clear()
    at.run()
    assert shown(at)["scene"]["tracks"][0]["cell"]["name"] == "lstm"


def test_parameters_of_others_stay_in_the_address() -> None:
    at = open_page("step/step.py", utm="mail")
    at.button_group(key="cell").set_value("gru").run()
    assert at.query_params == {"utm": "mail", "cell": "gru"}


OWN = "F = sigmoid(X @ W_xf + b_f)\nH = F * H_prev + (1 - F) * tanh(X @ W_xh)"


def test_two_layers_are_a_matter_of_the_units_field() -> None:
    at = open_page("step/step.py", weights="random")
    at.text_input(key="hidden").set_value("8x4").run()
    assert notices(at) == ""
    assert at.query_params == {"weights": "random", "hidden": "8x4"}
    cell = shown(at)["scene"]["tracks"][0]["cell"]
    assert (cell["title"], cell["size"]) == ("Stacked LSTM", "h = 8 × 4")
    at.text_input(key="hidden").set_value("8").run()
    assert at.query_params == {"weights": "random"}


def test_the_box_begins_with_the_equations_of_the_cell_on_the_stage() -> None:
    at = open_page("step/step.py", cell="gru")
    assert at.text_area(key="equations").value == "\n".join(GRU.random(1, 1, seed=0).equations)
    at.button_group(key="cell").set_value("rnn").run()
    typed = at.text_area(key="equations").value
    assert typed == "H = tanh(X @ W_xh + H_prev @ W_hh + b_h)"


def test_a_cell_is_written_shown_and_kept() -> None:
    at = open_page("step/step.py", weights="random", cell="gru")
    at.text_area(key="equations").set_value(OWN).run()
    assert notices(at) == ""
    link = Link(cell="written", equations=OWN, weights="random")
    assert at.query_params == link.to_query()
    track = shown(at)["scene"]["tracks"][0]
    assert [phase["key"] for phase in track["phases"]] == ["F", "H", "logits", "predict"]
    # Another cell can be looked at, and one's own again.
    named(at.button_group, "cell").set_value("lstm").run()
    assert shown(at)["scene"]["tracks"][0]["cell"]["name"] == "lstm"
    named(at.button_group, "cell").set_value("written").run()
    assert at.query_params == link.to_query()


def test_what_does_not_fit_stays_in_the_box_and_the_last_good_cell_on_the_stage() -> None:
    at = open_page("step/step.py", cell="written", equations=OWN, weights="random")
    broken = OWN.replace("(1 - F)", "(1 - G)")
    at.text_area(key="equations").set_value(broken).run()
    assert "Line 2 reads G, which no line writes; there are X, F, H_prev." in notices(at)
    assert at.text_area(key="equations").value == broken
    assert at.session_state.link.equations == OWN
    assert shown(at)["scene"]["tracks"][0]["cell"]["name"] == "written"
    # Nothing typed is lost by looking at something else.
    named(at.text_input, "text").set_value("hello").run()
    named(at.button_group, "cell").set_value("rnn").run()
    assert at.text_area(key="equations").value == broken
    at.text_area(key="equations").set_value(OWN).run()
    assert notices(at) == ""
    assert at.session_state.link.cell == "written"


def test_a_broken_cell_in_a_link_can_be_mended_in_the_box() -> None:
    at = open_page("step/step.py", cell="written", equations="H = X")
    assert "Line 1 reads X without a weight" in notices(at)
    assert at.text_area(key="equations").value == "H = X"
    assert shown(at)["scene"]["tracks"][0]["cell"]["name"] == "lstm"


@pytest.mark.parametrize("title", SKETCHES)
def test_every_sketch_can_be_begun_with_and_shown(title: str) -> None:
    at = open_page("step/step.py", weights="random")
    at.selectbox(key="beginning").set_value(title).run()
    assert at.text_area(key="equations").value == SKETCHES[title]
    at.button(key="show_written").click().run()
    assert notices(at) == ""
    assert at.session_state.link.equations == SKETCHES[title]


def test_a_cell_that_leaves_the_finite_numbers_is_explained() -> None:
    at = open_page("step/step.py", cell="written", equations="H = log(H_prev) + X @ W")
    said = "\n".join(error.value for error in at.error).replace("\\", "")
    assert "Line 1 makes log(H_prev) -inf at t = 1" in said
    assert "every number must be finite" in said


def test_a_sensor_s_readings_are_typed_where_a_text_would_be() -> None:
    at = open_page("step/step.py")
    at.selectbox(key="example").set_value(sensor_example()).run()
    assert at.query_params["readings"] == sensor_example()
    assert not [field for field in at.text_input if field.key == "text"]
    at.text_area(key="readings").set_value("20 60\n21 5°8").run()
    assert "is no number" in notices(at)
    assert at.text_area(key="readings").value == "20 60\n21 5°8"
    assert at.session_state.link.readings == sensor_example()
    at.text_area(key="readings").set_value("20 60\n21 58\n22 55").run()
    assert (notices(at), at.session_state.link.steps) == ("", 2)
    next(button for button in at.button if button.label == "A text instead").click().run()
    assert "readings" not in at.query_params
    assert at.text_input(key="text").value == Link().text


def sensor_example() -> str:
    return SENSORS[0].text
