"""Equations that a reader writes: any right form is right, slips are named, and the browser says the same."""

import random
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnnviz import practice
from rnnviz.cells.equation import text
from rnnviz.cells.expression import (
    Apply,
    Expression,
    Matmul,
    Negative,
    OneMinus,
    Parameter,
    Product,
    Quotient,
    Sum,
    Transposed,
    rebuilt,
    walk,
)
from rnnviz.course.practice import page
from rnnviz.locale import Refusal
from rnnviz.model import TARGET
from rnnviz.practice import writing
from rnnviz.practice.exercises import EXERCISES
from rnnviz.practice.program import program
from rnnviz.practice.tasks import NUMBERS
from tests.javascript import in_node

PROGRAM = Path(__file__).with_name("equations.mjs")
SEED = 7
WRONG_WAYS = 400


@cache
def task_of(family: str) -> practice.Task:
    return practice.task(family, seed=SEED)


def judge(family: str, name: str, equation: str, *, columns: bool = False) -> practice.Judged:
    task = task_of(family)
    return practice.judge_equation(task, name, equation, columns=columns)


def said_of(
    task: practice.Task, name: str, equation: str, *, columns: bool = False
) -> dict[str, Any]:
    try:
        judged = practice.judge_equation(task, name, equation, columns=columns)
    except Refusal as refused:
        return {"refused": str(refused)}
    return {"right": judged.right, "slip": judged.slip}


def sentence_of(key: str, values: dict[str, Any]) -> str:
    return writing.SENTENCES[key].format_map(values | {"names": ", ".join(values.get("names", []))})


def in_browser(
    family: str,
    texts: list[tuple[str, str]],
    *,
    columns: bool = False,
    spelt: Mapping[str, list[object]] | None = None,
) -> list[dict[str, Any]]:
    """What the browser says of each, as `said_of`."""
    asked = {"program": program(family), "seed": SEED, "told": writing.told(), "columns": columns}
    found = in_node(PROGRAM, {**asked, "spelt": spelt or {}, "written": texts})
    return [
        {"refused": sentence_of(one["refused"], one["values"])} if "refused" in one else one
        for one in found
    ]


def refusal(family: str, name: str, equation: str, *, columns: bool = False) -> str:
    with pytest.raises(Refusal) as refused:
        judge(family, name, equation, columns=columns)
    return str(refused.value)


class Writer:
    """Writes an equation in one of the many forms that say the same. typed: the letters, by the names of quantities."""

    def __init__(
        self,
        task: practice.Task,
        rng: random.Random,
        typed: Mapping[str, str] | None = None,
        *,
        columns: bool = False,
    ) -> None:
        self._target, self._either = task.target, lambda *forms: rng.choice(forms)
        self._mixed = lambda parts: rng.sample(parts, len(parts))
        self._typed, self._columns = typed or {}, columns

    def of(self, e: Expression) -> str:  # noqa: PLR0912 (a case an operation)
        of, either = self.of, self._either
        match e:
            case Parameter(name) if name in NUMBERS:
                number = NUMBERS[name]
                return either(f"{number!r}", f"({2 * number!r}/2)", f"(1 + {number!r} - 1)")
            case Transposed(Parameter(name)) if name == TARGET:
                return either(of(Parameter(name)), f"{of(Parameter(name))}.T")
            case Transposed(matrix):
                return either(f"{of(matrix)}.T", f"{of(matrix)}^T", f"{of(matrix)}ᵀ")
            case Matmul(left, Parameter(name) as target) if name == TARGET:
                forms = (f"(({of(left)}) @ {of(target)})", f"sum({of(target)} * ({of(left)}))")
                return either(*forms, f"({of(left)})[{self._target}]")
            case Matmul(left, right):
                sides = [f"({of(left)})", of(right)]
                return (
                    f"({either(' ', ' @ ', '*', ' · ').join(sides[:: -1 if self._columns else 1])})"
                )
            case Sum(terms):
                return f"({' + '.join(f'({of(one)})' for one in self._mixed(terms))})"
            case Negative(one):
                return either(f"(-{of(one)})", f"(0 - ({of(one)}))", f"(−1 * ({of(one)}))")
            case OneMinus(one):
                return either(f"(1 - ({of(one)}))", f"(-({of(one)}) + 1)", f"-(({of(one)}) - 1)")
            case Product(left, right) if left == right:
                return either(f"(({of(left)})^2)", f"(({of(left)})**2)", f"(({of(left)})²)")
            case Product(left, right):
                sides = [f"({of(one)})" for one in self._mixed((left, right))]
                return f"({either('*', ' ⊙ ', ' ', '∘').join(sides)})"
            case Quotient(left, right):
                return either(f"(({of(left)})/({of(right)}))", f"((1/({of(right)}))*({of(left)}))")
            case Apply("sigmoid", one):
                return either(
                    f"σ({of(one)})", f"(1/(1 + exp(-({of(one)}))))", f"sigmoid({of(one)})"
                )
            case Apply("tanh" | "phi", one):
                return either(f"tanh({of(one)})", f"(2σ(2({of(one)})) - 1)")
            case Apply("log", one):
                return either(f"ln({of(one)})", f"log({of(one)})", f"(-ln(1/({of(one)})))")
            case Apply("sqrt", one):
                return either(f"sqrt({of(one)})", f"√({of(one)})", f"exp(ln({of(one)})/2)")
            case Apply(function, one):
                return f"{function}({of(one)})"
        return self._typed.get(text(e), text(e))


def equations(task: practice.Task) -> dict[str, Expression]:
    """Those of its quantities that are computed, and not only read off from what is given."""
    return {name: e for name, e in task.equations.items() if not isinstance(e, Parameter)}


def read_off(family: str) -> set[str]:
    return {*EXERCISES[family].read} if family in EXERCISES else set()


def quantities() -> Iterator[tuple[str, str]]:
    for family in practice.families():
        for name in equations(task_of(family)):
            yield family, name


def test_what_is_read_off_has_no_equation() -> None:
    assert "N_a" not in equations(task_of("ngrams"))
    with pytest.raises(ValueError, match="N_a is read off"):
        judge("ngrams", "N_a", "3")


def test_any_form_of_an_equation_is_right() -> None:
    rng = random.Random(1)
    for family, name in quantities():
        task = task_of(family)
        e = task.equations[name]
        for _ in range(6):
            one = Writer(task, rng).of(e)
            if len(one) <= writing.MOST_CHARACTERS:
                assert judge(family, name, one).right, (family, name, one)
        assert judge(family, name, f"{name} = {plainly(e)}").right


def plainly(e: Expression) -> str:
    """As our own equations are written, with numbers as numbers."""

    def numbered(one: Expression) -> Expression:
        if isinstance(one, Parameter) and one.name in NUMBERS:
            return Parameter(repr(NUMBERS[one.name]))
        return one

    return text(rebuilt(e, numbered))


def test_who_makes_a_slip_is_told_which_and_never_that_it_is_right() -> None:
    named = unnamed = 0
    for family, name in quantities():
        task = task_of(family)
        for slip, trees in task.slips(task.equations[name]).items():
            for tree in trees:
                if read_off(family) & {
                    one.name for one in walk(tree) if isinstance(one, Parameter)
                }:
                    # Such a count has no letter that one could write.
                    continue
                told = judge(family, name, plainly(tree))
                assert not told.right, (family, name, slip)
                assert told.slip in ("", slip), (family, name, slip, told)
                named += told.slip == slip
                unnamed += told.slip == ""
    # Where two slips make the same equation, neither is claimed.
    assert named > 20 * unnamed, (named, unnamed)


LETTERS = ["X", "H_prev", "R", "Z", "H_tilde", "b_r", "b_z"]
PRODUCTS = ["(X @ W_xz)", "(H_prev @ W_hz)", "(H_prev @ W_hh)"]


def guess(rng: random.Random, depth: int = 3) -> str:
    """An equation in Python's own words, so that NumPy can say what it gives."""
    if depth == 0 or rng.random() < 0.2:
        return rng.choice([*LETTERS[1:], *PRODUCTS, "1"])
    one, other = (guess(rng, depth - 1) for _ in range(2))
    form = rng.choice(["{} + {}", "{} - {}", "({}) * ({})", "sigmoid({})", "tanh({})", "-({})"])
    return "(" + form.format(one, other) + ")"


def test_what_is_judged_right_gives_the_right_numbers_and_nothing_else_does() -> None:
    """Held to NumPy, with the numbers of the task in the place of our own points."""
    task = practice.task("gru.step", seed=SEED)
    known: dict[str, Any] = {
        **{name: own for name, own in task.parameters.items() if name.isidentifier()},
        **{name: own[np.newaxis] for name, own in (task.given | task.answers).items()},
        "X": task.trace["X"][task.steps - 1],
        "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
        "tanh": np.tanh,
    }
    rng = random.Random(2)
    right = 0
    guesses = [guess(rng) for _ in range(WRONG_WAYS)]
    forms = ["Z * H_prev + (1 - Z) * H_tilde", "H_tilde + Z * (H_prev - H_tilde)"]
    for one in (*guesses, *forms):
        gives = np.broadcast_to(eval(one, known), (1, 2))
        told = said_of(task, "H", one)
        if "refused" in told:
            # One number alone is not two.
            assert "it must be 2" in told["refused"], one
            continue
        assert told["right"] == np.allclose(gives, task.answers["H"], atol=1e-9), one
        right += told["right"]
    assert right >= len(forms)


@pytest.mark.parametrize(
    ("name", "equation"),
    [
        ("Z", "σ(X W_xz + H_1 W_hz + b_z)"),
        ("Z", "Z_2 = σ(X_2 W_{xz} + H_{t−1} W_{hz} + b_z)"),
        ("Z", "sigmoid(x_t wxz + h_{t-1} whz + bz)"),
        ("Z", "1 / (1 + exp(−(X W_xz + H_1 W_hz + b_z)))"),
        ("Z", "（1 － σ（−X W_xz − H_1 W_hz − b_z））"),
        ("H", "H̃_2 + Z ⊙ (H_1 − H̃_2)"),
        ("H", "H_1 Z + H_tilde − Z H_tilde"),
        # With what R is by its own equation in its place.
        ("H_tilde", "tanh(X W_xh + (σ(X W_xr + H_1 W_hr + b_r) ⊙ H_1) W_hh + b_h)"),
    ],
)
def test_letters_are_read_as_they_are_shown(name: str, equation: str) -> None:
    assert judge("gru.step", name, equation).right


@pytest.mark.parametrize("family", practice.families())
def test_letters_of_every_notation_are_read_as_they_are_typed(family: str) -> None:
    """Those that the keys of the page write, too."""
    task = task_of(family)
    rng = random.Random(3)
    (told,) = [one for one in page.told("en")["families"] if one["program"]["family"] == family]
    for key, notation in told["written"].items():
        columns, typed = notation["columns"], notation["typed"]
        writer = Writer(task, rng, typed, columns=columns)
        texts = [(name, writer.of(e)) for name, e in equations(task).items() for _ in range(4)]
        fitting = [one for one in texts if len(one[1]) <= writing.MOST_CHARACTERS]
        assert fitting or not equations(task)
        for (name, one), judged in zip(
            fitting,
            in_browser(family, fitting, columns=columns, spelt=notation["spelt"]),
            strict=True,
        ):
            assert judged == {"right": True, "slip": ""}, (key, name, one)


def test_one_of_two_biases_is_not_both() -> None:
    (told,) = [one for one in page.told("en")["families"] if one["program"]["family"] == "gru.step"]
    torch = told["written"]["torch"]
    found = in_browser(
        "gru.step",
        [
            ("Z", "σ(W_iz x_t + b_iz + W_hz h_{t-1} + b_hz)"),
            ("Z", "σ(W_iz x_t + b_iz + W_hz h_{t-1})"),
            ("Z", "σ(W_iz x_t + W_hz h_{t-1} + b_hz)"),
            ("Z", "σ(W_iz x_t + W_hz h_{t-1})"),
        ],
        columns=torch["columns"],
        spelt=torch["spelt"],
    )
    assert [one["right"] for one in found] == [True, False, False, False]
    assert found[3]["slip"] == "no_bias"


def test_with_column_vectors_matrices_stand_before_them() -> None:
    assert judge("gru.step", "Z", "σ(W_xz X + W_hz H_1 + b_z)", columns=True).right
    assert "before the matrix" in refusal("gru.step", "Z", "σ(W_xz X)")
    assert "behind the matrix" in refusal("gru.step", "Z", "σ(X W_xz)", columns=True)


@pytest.mark.parametrize(
    ("equation", "said"),
    [
        ("", "missing at the beginning"),
        ("+", "missing at the beginning"),
        ("σ(X W_xz +)", "after “+”"),
        ("((X W_xz)", "bracket"),
        ("X W_xz)", "bracket"),
        ("tanh X", "After tanh"),
        ("Z", "“Z” is none of the letters"),
        ("H W_hz", "“H” is none of the letters"),
        ("__import__", "“_” is not understood"),
        ("X + b_z", "3 numbers meet 2"),
        ("X ⊙ W_xz", "beside a vector"),
        ("W_xz", "beside a vector"),
        ("X W_xz W_xz", "2 numbers meet 3"),
        ("sum(b_z)", "gives 1 numbers; it must be 2"),
        ("b_z^9", "squares and cubes"),
        ("(b_z)^T", "beside a vector"),
        ("(1 - b_z)^T", "Only a matrix"),
        ("😀", "“😀” is not understood"),
        ("b_z" + "^2" * 40, "nested"),
        ("(" * 60, "nested"),
        ("b_z + " * 50, "300 characters"),
        ("σ(X W_xz) < 1", "“<” is not understood"),
        ("x" * 150, "…"),
        ("9^3^3^3", "it must be 2"),
    ],
)
def test_what_is_no_equation_is_said_and_nothing_runs(equation: str, said: str) -> None:
    assert said in refusal("gru.step", "Z", equation)


def garbage(rng: random.Random, names: list[str]) -> str:
    signs = [
        *"+-*/@⊙^()[],=²ᵀ.",
        "σ(",
        "tanh(",
        "ln ",
        "sqrt(",
        "max(",
        "sum(",
        "1",
        "2",
        "0.5",
        ".T",
        "^T",
    ]
    return "".join(rng.choice([*names, *names, *signs, " "]) for _ in range(rng.randint(1, 14)))


@pytest.mark.parametrize("family", practice.families())
def test_the_browser_says_the_same(family: str) -> None:
    task = task_of(family)
    rng = random.Random(family)
    texts: list[tuple[str, str]] = []
    for name, e in equations(task).items():
        texts += [(name, Writer(task, rng).of(e)) for _ in range(5)]
        trees = chain.from_iterable(task.slips(e).values())
        texts += [(name, plainly(tree)) for tree in trees]
        names = [*writing.leaves(task), *writing.spellings(task)]
        texts += [(name, garbage(rng, names)) for _ in range(60)]
        texts += [(name, one) for one in ("", "((", "x" * 300, "😀", "<b>", "max(1, 2)", "1" * 50)]
    for columns in (False, True):
        found = in_browser(family, texts, columns=columns)
        for (name, one), said in zip(texts, found, strict=True):
            assert said == said_of(task, name, one, columns=columns), one


def test_a_quantity_that_is_not_wanted_is_named() -> None:
    with pytest.raises(ValueError, match="'Q' is not wanted"):
        judge("gru.step", "Q", "X")


def test_every_point_tells_a_right_equation_from_a_slip() -> None:
    """No point makes an equation that is no number: nothing would be near to it."""
    for family, name in quantities():
        e = task_of(family).equations[name]
        for point in writing._points(family):
            assert np.isfinite(point.of(e)).all(), (family, name)
