"""A homework as a link: what it asks is what its maker chose, and what cannot be is said."""

from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from rnnviz.course.practice.page import told
from tests.javascript import in_node

LINK = Path(__file__).with_name("homeworklink.mjs")
WHOLE = {
    "homework": "1a2b3c",
    "tasks": "gru.step,lstm.step.F",
    "count": "3",
    "help": "1",
    "tries": "2",
    "notation": "dl4nlp",
    "title": "第 3 周 <b>",
}


def read(*asked: dict[str, str]) -> list[dict[str, Any]]:
    return in_node(LINK, {"told": told("en"), "queries": [urlencode(one) for one in asked]})


def test_what_was_chosen_is_asked_and_makes_the_same_address() -> None:
    notation = told("en")["notations"][1][0]
    whole = WHOLE | {"notation": notation}
    (found,) = read(whole)
    assert found.pop("again") == urlencode(whole)
    assert found == {
        "id": "1a2b3c",
        "title": "第 3 周 <b>",
        "count": 3,
        "help": 1,
        "tries": 2,
        "notation": notation,
        "kinds": ["gru.step", "lstm.step.F"],
    }


def test_what_is_left_out_is_as_usual_and_a_title_is_one_line() -> None:
    (found,) = read({"homework": "x", "tasks": "softmax,softmax", "title": "a\n\tb" + "c" * 200})
    assert (found["count"], found["help"], found["tries"], found["kinds"]) == (1, 3, 0, ["softmax"])
    assert found["title"] == "a b" + "c" * 77


def test_what_cannot_be_is_said_and_nothing_is_made_of_it() -> None:
    damages = [
        ("homework", "<script>"),
        ("homework", "a" * 8),
        ("tasks", "gru"),
        ("tasks", "gru.step."),
        ("tasks", "gru.step.I"),
        ("tasks", ""),
        ("count", "4"),
        ("count", "1e9"),
        ("help", "2"),
        ("tries", "-1"),
        ("notation", "none"),
    ]
    found = read(*(WHOLE | {"notation": "", name: value} for name, value in damages))
    assert found == [{"damaged": list(one)} for one in damages]
    every = [
        kind
        for one in told("en")["families"]
        for family in [one["program"]["family"]]
        for kind in (family, *(f"{family}.{own['target']}" for own in one["program"]["wanted"]))
    ]
    (found,) = read({"homework": "x", "tasks": ",".join(every), "count": "5"})
    assert found["damaged"][0] == "tasks"
