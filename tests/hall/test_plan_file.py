"""The file of a lecture plan that its lecturer names at the start."""

import json
from pathlib import Path

import pytest

from rnnviz.hall import plan_file
from rnnviz.locale import Refusal, translator

PLAN = """{
 "title": "Week 3",
 "views": [
  {
   "view": "step?cell=gru&t=3",
   "minutes": 4,
   "ask": "What is kept?",
   "say": "Not much.",
   "question": [
    "What is kept?",
    "* all of it",
    "nothing"
   ]
  },
  {
   "view": "softmax?section=loss",
   "ask": "",
   "say": ""
  }
 ]
}
"""


def written(folder: Path, told: bytes) -> Path:
    path = folder / "week3.rnnviz-plan.json"
    path.write_bytes(told)
    return path


def test_a_plan_is_read_as_it_lies_there_with_a_mark_of_an_editor_too(tmp_path: Path) -> None:
    for told in (PLAN.encode(), PLAN.encode("utf-8-sig"), PLAN.replace("\n", "\r\n").encode()):
        first, second = plan_file.read(written(tmp_path, told)).stops
        assert (first.minutes, first.say) == (4, "Not much.")
        assert first.question == ("What is kept?", "* all of it", "nothing")
        assert (second.minutes, second.question) == (0, ())
    assert plan_file.read(written(tmp_path, b'{"title": "\xff", "views": []}')).title == "\ufffd"


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (PLAN.replace('"ask": "What', 'ask: "What'), "line 7 is no JSON"),
        ("", "line 1 is no JSON"),
        ("[]", "no lecture plan"),
        ("[" * 100_000, "no lecture plan"),
        (PLAN.replace("4,", "-4,"), "the minutes of view 1 are no whole number from 0 to 600"),
        (PLAN.replace("softmax", "//example.org"), "another link"),
        (PLAN.replace("Week 3", "W" * 101), "too long"),
        (PLAN + " " * plan_file.MOST_BYTES, "too long"),
    ],
)
def test_what_is_none_is_refused_in_a_sentence(tmp_path: Path, told: str, sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        plan_file.read(written(tmp_path, told.encode()))
    assert sentence in refused.value.sentence(str)
    refused.value.sentence(translator("zh-Hant")).encode()


def test_the_setting_names_a_file_wherever_the_server_is_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(plan_file.SETTING, raising=False)
    assert plan_file.named() is None
    monkeypatch.setenv(plan_file.SETTING, "~/week3.json")
    assert plan_file.named() == Path.home() / "week3.json"


def test_the_plan_of_this_test_is_one_that_a_browser_writes() -> None:
    assert json.dumps(json.loads(PLAN), indent=1, ensure_ascii=False) + "\n" == PLAN
