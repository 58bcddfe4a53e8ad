import pytest

from rnnviz.training import Sample
from rnnviz.training.agreements import whole_lines
from rnnviz.training.corpora import CORPORA


def counts(corpus: str, line: str) -> dict[str, tuple[int, int]]:
    """Whether a line follows the rules of its corpus that apply to it."""
    found = {one.name: one.count(f"\n{line}\n") for one in CORPORA[corpus].agreements}
    return {name: count for name, count in found.items() if count[1]}


@pytest.mark.parametrize("name", ["brackets", "chinese", "dates"])
def test_a_made_text_keeps_to_all_that_it_demands(name: str) -> None:
    text = CORPORA[name].text()[:50_000]
    for one in CORPORA[name].agreements:
        right, of = one.count(text)
        assert right == of > 100, one.name


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("小明看见了三只猫。", {"near": (1, 1)}),
        ("小明看见了三条猫。", {"near": (0, 1)}),
        ("小明看见了三只，猫。", {}),
        ("猫，小明看见了三只。", {"far": (1, 1)}),
        ("猫，小明看见了三条。", {"far": (0, 1)}),
        ("猫，小明看见了三只狗。", {"near": (1, 1), "far": (0, 1)}),
        ("因为小明很累，所以我们笑了。", {"because": (1, 1)}),
        ("因为小明很累，但是我们笑了。", {"because": (0, 1)}),
        ("虽然小明很累，但是我们画了十朵云。", {"although": (1, 1), "near": (1, 1)}),
        ("虽然小明很累。", {"although": (0, 1)}),
        ("三月二十一日就是3月21日。", {"dates": (1, 1)}),
        ("十月二十日就是10月20日。", {"dates": (1, 1)}),
        ("三月二十一日就是3月22日。", {"dates": (0, 1)}),
        ("三三月一日就是3月1日。", {"dates": (0, 1)}),
        ("说话。", {}),
    ],
)
def test_what_is_right_in_chinese(line: str, expected: dict[str, tuple[int, int]]) -> None:
    assert counts("chinese", line) == expected


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("7 March 1984 = 1984-03-07", 1),
        ("7 March 1984 = 1984-03-08", 0),
        ("7 March 1984 = ", 0),
        ("7 Marche 1984 = 1984-03-07", 0),
    ],
)
def test_a_date_is_the_same_on_both_sides(line: str, right: int) -> None:
    assert counts("dates", line) == {"dates": (right, 1)}


@pytest.mark.parametrize(
    ("line", "right", "of"),
    [
        ("([])()", 3, 3),
        ("([)]", 1, 3),  # the round one meets a square one, and is left open
        ("((", 0, 2),
        (")", 0, 1),
        ("[]))[]][]](", 3, 8),
    ],
)
def test_a_bracket_closes_the_one_that_was_opened_last(line: str, right: int, of: int) -> None:
    assert counts("brackets", line) == {"closed": (right, of)}


def test_lines_of_one_pair_do_not_make_up_for_a_long_one_that_is_wrong() -> None:
    (rule,) = CORPORA["brackets"].agreements
    right, of = rule.count("\n" + "()\n" * 9 + ")" * 20 + "[" * 20 + "\n")
    assert right / of < 1 / 2


def test_lines_that_a_sample_cuts_do_not_count() -> None:
    assert whole_lines("a\nb\n\nc\nd") == ["b", "c"]
    assert whole_lines("abc") == []


def test_real_words_are_counted_only_where_a_text_is_made_of_words() -> None:
    """Else months alone would make a hundred per cent of dates that are all wrong."""
    written = "\n7 March 1984 = 1999-12-31\nThe value is\n"
    known = {"March", "The", "value"}
    dates = Sample.of(1, 0.8, written, "dates", known)
    assert dates.known is None
    assert dates.agreements == {"dates": (0, 1)}
    for corpus in ("python-reference", "own"):
        prose = Sample.of(1, 0.8, written, corpus, known)
        assert (prose.known, prose.agreements) == (1.0, {})
