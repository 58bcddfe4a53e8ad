"""A chapter's prose, read into blocks."""

import pytest

from rnnviz.course import read
from rnnviz.course.markup import inline

TEXT = """scores: scores, to be dragged
---
The first words.

## Scores {scores}
[figure: bars]

A **strong** word, a *stressed*
one and {{tau}}, $z_1$, `code`, [a link](step?cell=gru).

$$ a
= b $$

- one
- two

> A remark
> of two lines.

| a | b |
|---|---|
| 1 | $x$ |

??? shift
Which?
- [ ] this
  It is not this.
- [x] that
Because.
???

!!! half
Make it half.
Well done.
!!!
"""


def test_a_file_is_words_and_sections_of_blocks() -> None:
    prose = read(TEXT)
    assert prose.words == {"scores": "scores, to be dragged"}
    start, scores = prose.sections
    assert start["blocks"] == [["p", "The first words."]]
    assert (scores["id"], scores["title"], scores["figure"]) == ("scores", "Scores", "bars")
    kinds = [block[0] for block in scores["blocks"]]
    assert kinds == ["p", "formula", "list", "aside", "table", "question", "task"]
    assert scores["blocks"][1] == ["formula", "a = b"]
    assert scores["blocks"][3] == ["aside", "A remark of two lines."]
    assert scores["blocks"][4] == ["table", [["a"], ["b"]], [["1"], [["math", "x"]]]]
    assert scores["blocks"][5] == [
        "question", "shift", ["Which?"],
        [[False, ["this"], ["It is not this."]], [True, ["that"], []]], [["p", "Because."]],
    ]  # fmt: skip
    assert scores["blocks"][6] == ["task", "half", ["Make it half."], [["p", "Well done."]]]


def test_a_paragraph_has_parts() -> None:
    assert inline("A **strong *b*** {{tau}}$z$") == [
        "A ", ["strong", "strong *b"], "* ", ["number", "tau"], ["math", "z"],
    ]  # fmt: skip
    assert inline("[a *b*](c?d=e)") == [["a", "c?d=e", "a ", ["em", "b"]]]
    assert inline("<b>2 * 3</b>") == ["<b>2 * 3</b>"]


def test_chinese_lines_join_without_a_space() -> None:
    prose = read("---\n---\n一行，\n又一行 a\nb".replace("---\n---", "a: b\n---"))
    assert prose.sections[0]["blocks"] == [["p", "一行，又一行 a b"]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("no words", "must begin with its figures' words"),
        ("a: b\n---\n## Title", "must end with its id"),
        ("a: b\n---\n??? q\nWhich?", "is not closed"),
        ("a: b\n---\n??? q\nWhich?\n- [ ] a\n???", "exactly one answer"),
    ],
)
def test_marks_that_do_not_fit_are_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read(text)
