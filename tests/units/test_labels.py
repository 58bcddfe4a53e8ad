"""What the ready labels say of each character, beside Python's own tokenizer and the grammars."""

import io
import textwrap
import tokenize
from itertools import groupby
from pathlib import Path

import numpy as np
import pytest

from rnnviz import RNN, SequenceModel, Vocabulary, units
from rnnviz.locale import Refusal
from rnnviz.training.grammars import Brackets
from rnnviz.training.mandarin import MANDARIN, MEASURED

PROGRAM = Path(textwrap.__file__).read_text("utf-8")


def marks(text: str, name: str) -> str:
    """A label under its text, one sign a character."""
    return "".join(str(int(one)) if one else "." for one in units.labels(text)[name])


def strings(program: str) -> np.ndarray:
    """Where a string is open, as Python reads it."""
    starts = np.cumsum([0, *map(len, program.splitlines(keepends=True))])
    on = np.zeros(len(program), bool)
    for token in tokenize.generate_tokens(io.StringIO(program).readline):
        if token.type == tokenize.STRING:
            start, stop = (starts[line - 1] + column for line, column in (token.start, token.end))
            body = token.string.lstrip("rRbBfFuU")
            mark = 3 if body.startswith(('"' * 3, "'" * 3)) else 1
            on[start + len(token.string) - len(body) + mark - 1 : stop - 1] = True
    return on


def test_strings_of_a_program_are_quotations() -> None:
    on, found = strings(PROGRAM), units.labels(PROGRAM)["quotes"]
    assert found[on].all()
    # What is quoted in comments is no string to Python.
    assert found[~on].mean() < 0.02


def test_a_piece_of_a_program_may_begin_within_a_quotation() -> None:
    on = strings(PROGRAM)
    start = PROGRAM.index("initial_indent") + 3
    assert on[start]
    found = units.labels(PROGRAM[start:])["quotes"]
    assert (found == on[start:]).mean() > 0.99


@pytest.mark.parametrize(
    ("text", "on"),
    [
        ("say 'yes' now", "....1111....."),
        ("users' own 'it's' x", "...........11111..."),
        ("他说“是的”了", "..111.."),
        ("「一『二』三」四", "111111.."),
        ("f\"a\" + r'b'", ".11.....11."),
        ('"a\\"b" c', "11111..."),
    ],
)
def test_quotations_end_where_a_reader_would_end_them(text: str, on: str) -> None:
    assert marks(text, "quotes") == on


def test_an_apostrophe_and_an_inch_are_no_quotations() -> None:
    for text in ("don't say you can't", 'a 5" pipe\n\nis no 6" pipe', "“"):
        assert "quotes" not in units.labels(text)


@pytest.mark.parametrize(
    ("text", "name", "told"),
    [
        ("a(b[c]d)e :( (f)", "brackets", ".112211......11."),
        ("(a[b(c)d]e)", "round", "11..11..11."),
        ("(a[b(c)d]e)", "square", "..11..11..."),
        ("ab\ncd\n\ne", "line", "12.12..1"),
        ("it is_3 我们", "word", "12.1234..."),
        ("a1 23 b", "word", "12....1"),
        ("Ab CD", "capital", "1..11"),
        ("a1 23", "digit", ".1.11"),
        ("a b\nc", "space", "..1.1"),
        ("abca", "current:a", "1..1"),
        ("abca", "next:a", "..1."),
        ("因为很累，所以很忙。", "because", ".1111....."),
        ("虽然很累。但是", "although", ".111..."),
        ("猫，小明看见了三只。", "measure:只", "11111111.."),
        # 小 could still be 小明, and 小说，… owes its word from 说 on.
        ("小说，我们画了两本。", "measure:本", ".1111111.."),
        ("直升机，我们画了", "measure", "11111111"),
    ],
)
def test_what_a_label_says_after_each_character(text: str, name: str, told: str) -> None:
    if name == "measure":
        # The same all over this text, so that it is not among the ready ones.
        text, told = text + "一架。", told + "1.."
    assert marks(text, name) == told


def test_the_brackets_of_the_made_language_are_exact() -> None:
    """Beside a stack, of which the bracket that has to close next is the top."""
    text = Brackets().text(2000, seed=1)
    found = units.labels(text)
    stack: list[str] = []
    for k, letter in enumerate(text):
        if letter in "([":
            stack.append(letter)
        elif letter in ")]":
            stack.pop()
        assert found["brackets"][k] == len(stack)
        assert found["round"][k] == (stack[-1:] == ["("])
        assert found["square"][k] == (stack[-1:] == ["["])


def test_in_the_made_chinese_what_is_owed_comes() -> None:
    """Wherever a label ends, the line says the word that it had to say; and no line owes twice."""
    text = MANDARIN.text(20_000, seed=2)
    found = units.labels(text)
    for name, word in (
        ("because", "所以"),
        ("although", "但是"),
        *((f"measure:{word}", word) for word in MEASURED),
    ):
        runs = 0
        for on, places in groupby(range(len(text)), key=lambda k: bool(found[name][k])):
            if on:
                *_, last = places
                assert text.startswith(word, last + 1)
                runs += 1
        lines = text.split("\n")
        if word in MEASURED:
            topics = [line for line in lines if line.endswith(f"{word}。")]
            assert runs == len(topics)
        else:
            assert runs == text.count(word)
    owed = sum(found[f"measure:{word}"].astype(int) for word in MEASURED)
    np.testing.assert_array_equal(owed > 0, found["measure"])
    assert owed.max() == 1


def test_every_ready_label_is_asked_by_its_name_and_has_a_title() -> None:
    text = "Say (it) 'so' 9 times.\n" * 3
    seen = units.read(SequenceModel.random(RNN, Vocabulary(text), 2, seed=0), text)
    for name, told in units.labels(text).items():
        np.testing.assert_array_equal(units.label(seen, name), told)
        message, values = units.title(name)
        assert message.format(**values)
    assert units.label(seen, "loss") is seen.loss
    assert units.title("next:\n") == ("the next character is {character}", {"character": "↵"})
    np.testing.assert_array_equal(units.label(seen, "next:("), [c == "(" for c in text[1:] + " "])
    for name in ("nonsense", "next:", "next:ab", "before:a"):
        with pytest.raises(Refusal, match=r"There is no ready label .*; there are quotes, "):
            units.label(seen, name)
