"""Equations as a reader writes them: read into trees, and compared by value at points that are drawn.

Any form that gives the same numbers is right, and a slip is told by the numbers that it gives. The text may come from
anyone: it is read within limits, and never run. `browser/writing.js` is the twin.

    X W + b, X @ W + b        products with a matrix: rows stand before it, columns behind it
    Z ⊙ H, Z * H, (1 − Z) H   all else is multiplied place by place
    x^2, W.T, W^T, y[a]       powers, a matrix transposed, the share of a letter
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, NoReturn
from unicodedata import normalize

import numpy as np

from rnnviz.cells.activations import Array
from rnnviz.cells.equation import BEFORE, text
from rnnviz.cells.expression import (
    Apply,
    Expression,
    Leaf,
    Matmul,
    Maximum,
    Negative,
    Parameter,
    Product,
    Quotient,
    Sum,
    Transposed,
    value,
    walk,
)
from rnnviz.locale import N_, Refusal
from rnnviz.model import TARGET
from rnnviz.practice.exercises import EXERCISES
from rnnviz.practice.families import FAMILIES
from rnnviz.practice.judging import Judged
from rnnviz.practice.tasks import NUMBERS, StepTask, Task, drawn_of, example
from rnnviz.text import visible

MOST_CHARACTERS = 200
# Operations of the tree, powers written out; and brackets within brackets.
MOST_OPERATIONS, DEEPEST = 200, 24
MOST_IN_NAME = 24
POINTS = 6
# How near two values are that are the same but for their digits.
NEAR = 1e-7
# What a quantity that is given may be: a share, a gate or a state.
LEAST_GIVEN, MOST_GIVEN = 0.05, 0.95

SENTENCES: Mapping[str, str] = {
    "long": N_("The equation has {count} characters; it takes up to {most}."),
    "nested": N_("The equation is nested too deeply."),
    "strange": N_("“{sign}” is not understood in an equation."),
    "unknown": N_("“{name}” is none of the letters that may stand here: {names}."),
    "first": N_("Something is missing at the beginning."),
    "missing": N_("Something is missing, or too much, after “{part}”."),
    "brackets": N_("A bracket is not closed, or closes nothing."),
    "call": N_("After {function} stands what it is of, in brackets."),
    "power": N_("Powers are squares and cubes, such as x^2."),
    "alone": N_("A matrix stands beside a vector, as a product."),
    "rows": N_("With row vectors the vector stands before the matrix."),
    "columns": N_("With column vectors the vector stands behind the matrix."),
    "turned": N_("Only a matrix is transposed."),
    "sizes": N_("Here {left} numbers meet {right}: that does not fit."),
    "whole": N_("This gives {count} numbers; it must be {wanted}."),
}

FUNCTIONS: Mapping[str, str] = {
    "sigmoid": "sigmoid",
    "σ": "sigmoid",
    "tanh": "tanh",
    "relu": "relu",
    "ReLU": "relu",
    "softmax": "softmax",
    "log": "log",
    "ln": "log",
    "exp": "exp",
    "sqrt": "sqrt",
    "√": "sqrt",
    "sign": "sign",
    "sgn": "sign",
    "phi": "phi",
    "φ": "phi",
    "sum": "sum",
    "∑": "sum",
    "Σ": "sum",
    "max": "max",
}
BRACKETLESS = ("log", "sqrt")
SIGNS: Mapping[str, str] = (
    {"²": "^2", "³": "^3", "ᵀ": "^T", "⊤": "^T", "∘": "⊙", "○": "⊙", "÷": "/"}
    | dict.fromkeys("−–﹣", "-")
    | dict.fromkeys("×·⋅∙∗", "*")
)
AS_SIGNS = str.maketrans(dict(SIGNS))
# As text, {pattern: what is written for it}: one sign for each operation.
ALIKE: Mapping[str, str] = {
    r"\*\*": "^",
    r"\^\s*\{?T\}?(?![A-Za-z0-9_])": ".T",
    r"\^\{([0-9])\}": r"^\1",
}
MARKS: Mapping[str, str] = {"\u0303": "tilde", "\u0302": "hat", "\u0304": "bar"}
SPELT: Mapping[str, str] = {**MARKS, "η": "eta", "θ": "theta", "β": "beta", "σ": "sigma"}
PARTIAL = re.compile(r"[∂d]L\s*/\s*[∂d]")
APART = re.compile(r"[_{}\s]")
LETTERS = "A-Za-zα-ωΑ-Ω"
NAME = rf"[{LETTERS}](?:[{LETTERS}0-9_{''.join(MARKS)}]|\{{[A-Za-z0-9_,\s-]*\}})*"
TOKEN = re.compile(
    rf"[∂d]L\s*/\s*[∂d]({NAME})|(\.T(?![A-Za-z0-9_])|[-+*/@⊙^()\[\],√∑])|({NAME})|([0-9]+(?:\.[0-9]+)?|\.[0-9]+)|(\S)"
)
# What stands in trees for itself, beside numbers: a column of ones, and one that picks a letter.
ONES, LETTER = "ones ", "letter "

Sign = Literal["sign", "name", "number", "end"]


@dataclass(frozen=True)
class _Read:
    """What was read: a tree, how many numbers it has, rows × columns, and how many operations. A vector is a row."""

    tree: Expression
    columns: int
    rows: int = 1
    operations: int = 1


def judge_equation(task: Task, name: str, equation: str, *, columns: bool = False) -> Judged:
    """Whether a text is the equation of a quantity, or what stands behind its "=".

    name: one of `task.wanted`. columns: whether vectors are columns, and matrices stand before them. Any form counts
    that gives the same numbers, from what is given and the quantities before it; follows is what right is. Letters are
    the documents', as in "sigmoid(X @ W_xz + H_prev @ W_hz + b_z)"; H_{t-1} is H_prev, too.

    Raises ValueError for a quantity that is not wanted or has no equation, and Refusal, a ValueError, for a text that
    is none.
    """
    if name not in task.wanted:
        raise ValueError(f"{name!r} is not wanted; wanted are {', '.join(task.wanted)}.")
    e = task.equations[name]
    if isinstance(e, Parameter):
        raise ValueError(f"{name} is read off from what is given; it has no equation.")
    points = _points(task.family)
    tree = _Reader(task, name, equation, columns).whole()
    found = [point.of(tree) for point in points]

    def is_same(other: Expression) -> bool:
        pairs = zip(found, points, strict=True)
        return all(_are_near(here, point.of(other)) for here, point in pairs)

    is_right = is_same(e)
    slips = [slip for slip, trees in task.slips(e).items() if any(map(is_same, trees))]
    return Judged(is_right, is_right, slips[0] if len(slips) == 1 and not is_right else "")


def _are_near(one: Array, other: Array) -> bool:
    return bool((np.abs(one - other) <= NEAR * (1 + np.abs(other))).all())


def _refuse(sentence: str, **values: object) -> NoReturn:
    raise Refusal(SENTENCES[sentence], **values)


def bare(name: str) -> str:
    """A name without what only sets its parts apart: W_{xz}, W_xz and Wxz are one, as are H̃ and H_tilde."""
    plain = normalize("NFKD", PARTIAL.sub("d", name).translate(AS_SIGNS))
    return APART.sub("", "".join(SPELT.get(letter, letter) for letter in plain))


def is_name(written: str) -> bool:
    """Whether a text is read as one letter."""
    found = TOKEN.fullmatch(normalize("NFKD", written))
    return found is not None and bool(found[1] or found[3])


def readable(task: Task, name: str) -> dict[str, Leaf]:
    """What the equation of a quantity may read, by name: what is given, and the quantities before it."""
    later = task.wanted[task.wanted.index(name) :]
    return {one: leaf for one, leaf in leaves(task).items() if one not in later}


def leaves(task: Task) -> dict[str, Leaf]:
    """All that the equations of a task read, but for numbers that stand for themselves."""
    whole = (one for e in task.equations.values() for one in walk(e))
    found = {text(one): one for one in whole if isinstance(one, Leaf)}
    read_off = EXERCISES[task.family].read if task.family in EXERCISES else {}
    named = [one for one in found.items() if one[0] not in (*NUMBERS, *read_off)]
    # Parameters last, as formulas list what they are given.
    return dict(sorted(named, key=lambda one: isinstance(one[1], Parameter)))


def spellings(task: Task) -> dict[str, str]:
    """By bare names what the equations of a task read; quantities of a network with the number of their step, too."""
    known = leaves(task)
    found = {bare(name): name for name in known}
    if not isinstance(task, StepTask):
        return found
    for name, leaf in known.items():
        if isinstance(leaf, Parameter) and name != TARGET:
            continue
        is_before = name.endswith(BEFORE)
        for step in (f"{task.steps - is_before}", "t-1" if is_before else "t"):
            found.setdefault(bare(name.removesuffix(BEFORE) + step), name)
    return found


def told() -> dict[str, object]:
    """What the browser's reader has from here, beside its sentences."""
    return {
        "functions": dict(FUNCTIONS),
        "bracketless": BRACKETLESS,
        "signs": dict(SIGNS),
        "spelt": dict(SPELT),
        "mostCharacters": MOST_CHARACTERS,
        "mostOperations": MOST_OPERATIONS,
        "deepest": DEEPEST,
        "mostInName": MOST_IN_NAME,
        "points": POINTS,
        "near": NEAR,
        "given": [LEAST_GIVEN, MOST_GIVEN],
    }


class _Point:
    """Numbers for all that is given, and what the quantities are by them."""

    def __init__(self, family: str, number: int) -> None:
        task = example(family)
        rng = np.random.default_rng((0, number))
        self._phi = task.phi
        self._letters = task.letters
        self._values: dict[str, Array] = {
            name: rng.uniform(own.low, own.high, (own.rows, own.columns))
            for name, own in drawn_of(FAMILIES[family]).items()
        }
        for name, leaf in leaves(task).items():
            if name not in task.wanted and not isinstance(leaf, Parameter):
                self._values[name] = rng.uniform(LEAST_GIVEN, MOST_GIVEN, (1, task.size(leaf)))
        read_off = EXERCISES[family].read if family in EXERCISES else ()
        for name in read_off:
            size = task.parameters[name].shape
            self._values[name] = rng.uniform(LEAST_GIVEN, MOST_GIVEN, size)
        for name in (*NUMBERS, *([TARGET] if task.letters else [])):
            self._values[name] = task.parameters[name]
        for name, e in task.equations.items():
            self._values[name] = self.of(e)

    def of(self, e: Expression) -> Array:
        """The value of an expression, (1, h), whatever becomes of it."""
        with np.errstate(all="ignore"):
            return value(e, self._leaf, self._phi)

    def _leaf(self, leaf: Leaf) -> Array:
        name = text(leaf)
        if name in self._values:
            return self._values[name]
        if name.startswith(ONES):
            return np.ones((int(name.removeprefix(ONES)), 1))
        if name.startswith(LETTER):
            return np.array([[float(LETTER + one == name)] for one in self._letters])
        return np.full((1, 1), float(name))


@cache
def _points(family: str) -> tuple[_Point, ...]:
    return tuple(_Point(family, number) for number in range(POINTS))


class _Reader:
    """A text as a tree, read from left to right."""

    def __init__(self, task: Task, name: str, equation: str, columns: bool) -> None:
        if len(equation) > MOST_CHARACTERS:
            _refuse("long", count=len(equation), most=MOST_CHARACTERS)
        self._task, self._wanted = task, task.answers[name].size
        self._order: Literal["rows", "columns"] = "columns" if columns else "rows"
        self._leaves = readable(task, name)
        self._names = {one: own for one, own in spellings(task).items() if own in self._leaves}
        self._tokens = list(_tokens(equation))
        self._at = self._depth = 0

    def whole(self) -> Expression:
        read = self._sum()
        if self._at < len(self._tokens):
            _refuse("brackets") if self._next[1] in (")", "]") else self._missing()
        if self._vector(read).columns != self._wanted:
            _refuse("whole", count=read.columns, wanted=self._wanted)
        return read.tree

    @property
    def _next(self) -> tuple[Sign, str]:
        return self._tokens[self._at] if self._at < len(self._tokens) else ("end", "")

    def _takes(self, *signs: str) -> str:
        """The sign that comes next if it is one of these, which is read by that; else ""."""
        kind, sign = self._next
        if kind != "sign" or sign not in signs:
            return ""
        self._at += 1
        return sign

    def _missing(self) -> NoReturn:
        if self._at == 0:
            _refuse("first")
        _refuse("missing", part=_short(self._tokens[self._at - 1][1]))

    def _sum(self) -> _Read:
        self._depth += 1
        if self._depth > DEEPEST:
            _refuse("nested")
        read = self._product()
        while sign := self._takes("+", "-"):
            last = self._product()
            read = self._paired(read, last if sign == "+" else self._negative(last), _added)
        self._depth -= 1
        return read

    def _product(self) -> _Read:
        read = self._signed()
        while True:
            sign = self._takes("*", "⊙", "@", "/")
            if sign == "/":
                read = self._paired(read, self._signed(), Quotient)
            elif sign or self._begins:
                read = self._times(sign, read, self._signed())
            else:
                return read

    @property
    def _begins(self) -> bool:
        """Whether a factor follows without a sign."""
        kind, token = self._next
        return kind in ("name", "number") or token in ("(", "√", "∑")

    def _signed(self) -> _Read:
        return self._negative(self._signed()) if self._takes("-") else self._raised()

    def _raised(self) -> _Read:
        read = self._factor()
        while sign := self._takes("^", ".T", "["):
            read = {"^": self._power, ".T": self._transposed, "[": self._letter}[sign](read)
        return read

    def _factor(self) -> _Read:
        kind, token = self._next
        if kind == "end" or (kind == "sign" and token not in ("(", "√", "∑")):
            _refuse("brackets") if token in (")", "]") and self._depth == 1 else self._missing()
        self._at += 1
        if token == "(":
            read = self._sum()
            self._closes()
            return read
        if kind == "number":
            return _Read(Parameter(token), 1)
        if token in FUNCTIONS and bare(token) not in self._names:
            return self._called(token)
        return self._leaf(token)

    def _closes(self) -> None:
        if not self._takes(")"):
            _refuse("brackets") if self._next[0] == "end" else self._missing()

    def _called(self, word: str) -> _Read:
        function = FUNCTIONS[word]
        # The documents write ln y, and √ has no brackets of its own.
        if self._next != ("sign", "(") and function in BRACKETLESS and self._begins:
            return self._applied(function, self._raised())
        if not self._takes("("):
            _refuse("call", function=word)
        of = self._sum()
        if function == "max":
            if not self._takes(","):
                self._missing()
            of = self._paired(of, self._sum(), Maximum)
        self._closes()
        return of if function == "max" else self._applied(function, of)

    def _applied(self, function: str, of: _Read) -> _Read:
        if function == "sum":
            return self._summed(of)
        return self._made(Apply(function, self._vector(of).tree), of.columns, of.operations)

    def _leaf(self, token: str) -> _Read:
        name = self._name(bare(token))
        if name is None:
            _refuse("unknown", name=_short(token), names=", ".join(self._leaves))
        leaf = self._leaves[name]
        if name == TARGET:
            # A row, as the prediction is.
            return _Read(Transposed(Parameter(name)), len(self._task.letters))
        if isinstance(leaf, Parameter):
            rows, columns = self._task.parameters[name].shape
            return _Read(leaf, columns, rows)
        return _Read(leaf, self._task.size(leaf))

    def _name(self, plain: str) -> str | None:
        """Capitals count where they tell names apart."""
        if plain in self._names:
            return self._names[plain]
        alike = {own for one, own in self._names.items() if one.lower() == plain.lower()}
        return alike.pop() if len(alike) == 1 else None

    def _vector(self, read: _Read) -> _Read:
        if read.rows > 1:
            _refuse("alone")
        return read

    def _negative(self, read: _Read) -> _Read:
        return self._made(Negative(self._vector(read).tree), read.columns, read.operations)

    def _power(self, read: _Read) -> _Read:
        if self._next not in (("number", "2"), ("number", "3")):
            _refuse("power")
        power = int(self._next[1])
        self._at += 1
        square = self._paired(read, read, Product)
        return square if power == 2 else self._paired(square, read, Product)

    def _transposed(self, read: _Read) -> _Read:
        match read.tree:
            case Transposed(Parameter(name)) if name == TARGET:
                # A column of the documents is the row that it is here.
                return read
            case Parameter(name) if name in self._leaves:
                return _Read(Transposed(read.tree), read.rows, read.columns)
        _refuse("turned")

    def _letter(self, read: _Read) -> _Read:
        (_, letter), letters = self._next, self._task.letters
        if letter not in letters:
            self._missing()
        self._at += 1
        if not self._takes("]"):
            self._missing()
        if self._vector(read).columns != len(letters):
            _refuse("sizes", left=read.columns, right=len(letters))
        return self._made(Matmul(read.tree, Parameter(LETTER + letter)), 1, read.operations)

    def _summed(self, read: _Read) -> _Read:
        ones = Parameter(f"{ONES}{self._vector(read).columns}")
        return self._made(Matmul(read.tree, ones), 1, read.operations)

    def _times(self, sign: str, left: _Read, right: _Read) -> _Read:
        """A product with a matrix, in the order of the vectors; of two vectors place by place, "@" adds that up."""
        operations = left.operations + right.operations
        vector, matrix = (left, right) if self._order == "rows" else (right, left)
        of = matrix.tree
        if (
            vector.rows == 1 < matrix.rows
            and isinstance(of, Parameter | Transposed)
            and sign != "⊙"
        ):
            if vector.columns != matrix.rows:
                _refuse("sizes", left=vector.columns, right=matrix.rows)
            return self._made(Matmul(vector.tree, of), matrix.columns, operations)
        if matrix.rows == 1 < vector.rows and sign != "⊙":
            _refuse(self._order)
        product = self._paired(left, right, Product)
        is_dot = sign == "@" and min(left.columns, right.columns) > 1
        return self._summed(product) if is_dot else product

    def _paired(
        self, left: _Read, right: _Read, made: Callable[[Expression, Expression], Expression]
    ) -> _Read:
        sizes = {self._vector(left).columns, self._vector(right).columns}
        if len(sizes - {1}) > 1:
            _refuse("sizes", left=left.columns, right=right.columns)
        tree = made(left.tree, right.tree)
        return self._made(tree, max(sizes), left.operations + right.operations)

    def _made(self, tree: Expression, columns: int, operations: int) -> _Read:
        if operations >= MOST_OPERATIONS:
            _refuse("nested")
        return _Read(tree, columns, operations=operations + 1)


def _added(left: Expression, right: Expression) -> Expression:
    return Sum((left, right))


def _tokens(equation: str) -> Iterator[tuple[Sign, str]]:
    """What stands behind the last "=", in signs, names and numbers."""
    plain = normalize("NFKD", equation.translate(AS_SIGNS))
    for pattern, written in ALIKE.items():
        plain = re.sub(pattern, written, plain)
    for found in TOKEN.finditer(plain.rpartition("=")[2]):
        gradient, sign, name, number, strange = found.groups()
        if strange:
            _refuse("strange", sign=visible(strange))
        if sign:
            yield "sign", sign
        elif number:
            yield "number", number
        else:
            yield "name", name or f"d{gradient}"


def _short(word: str) -> str:
    return word if len(word) <= MOST_IN_NAME else f"{word[: MOST_IN_NAME - 1]}…"
