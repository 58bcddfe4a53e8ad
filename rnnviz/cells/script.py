"""A cell as a reader writes it: lines of text, read into equations and checked.

The text may come from anyone. It is parsed within limits, never run, and a refusal names the line
and what fits. Which name is what follows from where it stands:

    a name before =          a quantity of the step, such as F, C_tilde or H; H must be one of them
    a quantity and _prev     the same one step before: the quantity is a state
    X                        the input; only X @ W makes as many numbers of it as the rest has
    a name after @           a weight matrix
    a small letter           a row of weights: a bias where it is added, else one weight a unit
"""

import keyword
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from rnnviz.cells.equation import BEFORE, UnreadableError, parse, text
from rnnviz.cells.expression import (
    Equation,
    Expression,
    Matmul,
    Negative,
    Parameter,
    Tensor,
    parts,
    walk,
)
from rnnviz.cells.gradient import SLOPES
from rnnviz.cells.sentences import SENTENCES
from rnnviz.locale import Refusal
from rnnviz.text import visible

MOST_CHARACTERS, MOST_LINES, MOST_IN_LINE = 2_000, 12, 200
MOST_PARAMETERS, DEEPEST = 32, 24
# The functions that have a derivative, and those that have none.
CALLED = ("max", *SLOPES, "log")
REFUSED = ("concat", "softmax")
# Signs of the documents, and what is written for them here.
WRITTEN = str.maketrans({"⊙": "*", "∘": "*", "−": "-", "÷": "/", "σ": " sigmoid "})
TOKEN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[0-9][0-9.]*|[-+*/@(),=]|\S")
READABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[0-9][0-9.]*|[-+*/@(),=]")
QUANTITY = re.compile(r"[A-Z][A-Za-z]{0,5}[1-9]?(_tilde|_hat|_bar)?")
PARAMETER = re.compile(r"[A-Za-z]{1,6}[1-9]?(_[A-Za-z0-9]{1,6})?")
# Names that have a meaning of their own wherever a model is used.
TAKEN = {"X", "Y_hat", "Y_true", "O_bar", "self", "phi", "W_hq", "b_q", *CALLED, *REFUSED}
OPERATORS = set("+-*/@")


@dataclass(frozen=True)
class Line:
    """An equation, and the number of its line in the script, from 1."""

    number: int
    text: str
    equation: Equation


@dataclass(frozen=True)
class Script:
    """The equations of a cell, checked: each can be computed, and has a derivative.

    matrices: the weights, with their axes, such as {"W_xf": "dh"}; rows: the other parameters.
    states: the quantities that a step reads from the step before: H, then those that H shows.
    """

    lines: tuple[Line, ...]
    matrices: dict[str, str]
    rows: tuple[str, ...]
    states: tuple[str, ...]


@dataclass(frozen=True)
class _Words:
    """A line as its signs and names."""

    number: int
    tokens: tuple[str, ...]

    @property
    def target(self) -> str:
        return self.tokens[0]

    @property
    def names(self) -> Iterator[tuple[str, str]]:
        """Each name that the line reads, and the sign before it."""
        for before, token in zip(self.tokens[1:], self.tokens[2:], strict=False):
            if (token[0].isalpha() or token[0] == "_") and token not in CALLED:
                yield before, token


def read(script: str) -> Script:
    """The equations in a text, one a line; empty lines and what follows a # are left out.

    Raises Refusal, a sentence that names the line and what fits.
    """
    lines = _lines(script)
    written: dict[str, int] = {}
    for line in lines:
        _check_target(line, written)
        written[line.target] = line.number
    if "H" not in written:
        raise Refusal(SENTENCES["noH"])
    matrices, rows, states = _parameters(lines, written)
    if len(matrices) + len(rows) > MOST_PARAMETERS:
        raise Refusal(
            SENTENCES["tooManyParameters"],
            count=len(matrices) + len(rows),
            most=MOST_PARAMETERS,
        )
    equations = tuple(_line(line, {*matrices, *rows}) for line in lines)
    axes = _axes(equations, matrices)
    if "dh" not in axes.values():
        raise Refusal(SENTENCES["noX"])
    return Script(equations, axes, rows, states)


def _lines(script: str) -> list[_Words]:
    if len(script) > MOST_CHARACTERS:
        raise Refusal(
            SENTENCES["tooLong"],
            count=len(script),
            most=MOST_CHARACTERS,
        )
    # Full-width letters and signs, as Chinese keyboards write them, are read as plain ones.
    plain = [unicodedata.normalize("NFKC", line).translate(WRITTEN) for line in script.splitlines()]
    cut = [(k, line.split("#")[0].strip()) for k, line in enumerate(plain, start=1)]
    lines = [_words(k, line) for k, line in cut if line]
    if not lines:
        raise Refusal(SENTENCES["nothing"])
    if len(lines) > MOST_LINES:
        raise Refusal(
            SENTENCES["tooManyLines"],
            count=len(lines),
            most=MOST_LINES,
        )
    return lines


def _words(number: int, line: str) -> _Words:
    if len(line) > MOST_IN_LINE:
        raise Refusal(
            SENTENCES["lineTooLong"],
            line=number,
            count=len(line),
            most=MOST_IN_LINE,
        )
    tokens = tuple(TOKEN.findall(line))
    for token in tokens:
        if not READABLE.fullmatch(token):
            raise Refusal(
                SENTENCES["strangeSign"],
                line=number,
                sign=visible(token),
                code=f"U+{ord(token):04X}",
            )
        if token[0].isdigit() and token != "1":
            raise Refusal(
                SENTENCES["number"],
                line=number,
                number=_short(token),
            )
    if tokens.count("=") != 1 or tokens[1:2] != ("=",):
        raise Refusal(
            SENTENCES["noEquation"],
            line=number,
        )
    _check_grammar(number, tokens)
    return _Words(number, tokens)


def _check_grammar(number: int, tokens: tuple[str, ...]) -> None:
    """Names and signs take turns, functions have brackets, and all brackets are closed."""
    wants_value, before, depth = True, "=", 0
    for k, token in enumerate(tokens[2:], start=2):
        is_value = token[0].isalnum() or token[0] == "_"
        if token in REFUSED:
            raise Refusal(SENTENCES[token], line=number)
        follows = tokens[k + 1] if k + 1 < len(tokens) else ""
        if is_value and follows == "(" and token not in CALLED:
            raise Refusal(
                SENTENCES["notCalled"],
                line=number,
                name=_short(token),
                functions=", ".join(CALLED),
            )
        if token in CALLED and follows != "(":
            raise Refusal(
                SENTENCES["callsNothing"],
                line=number,
                name=token,
            )
        if token == "@" and not (follows[:1].isalpha() or follows[:1] == "_"):
            raise Refusal(SENTENCES["noWeight"], line=number)
        if wants_value:
            fits = is_value or token == "(" or (token == "-" and before in ("=", "(", ",", "+"))
            wants_value = not is_value
        else:
            fits = token in OPERATORS or token in (")", ",") or (token == "(" and before in CALLED)
            wants_value = token != ")"
        if not fits:
            raise Refusal(
                SENTENCES["missing"],
                line=number,
                before=_short(before),
                after=_short(token),
            )
        depth += (token == "(") - (token == ")")
        if depth < 0:
            raise Refusal(SENTENCES["closes"], line=number)
        before = token
    if depth:
        raise Refusal(SENTENCES["opens"], line=number)
    if wants_value:
        raise Refusal(SENTENCES["ends"], line=number, sign=before)


def _check_target(line: _Words, written: dict[str, int]) -> None:
    name = line.target
    if name in written:
        raise Refusal(
            SENTENCES["writtenTwice"],
            line=line.number,
            name=name,
            first=written[name],
        )
    for other, first in written.items():
        if other.lower() == name.lower():
            raise Refusal(
                SENTENCES["capitals"],
                line=line.number,
                name=name,
                first=first,
                other=other,
            )
    if name.endswith(BEFORE) and len(name) > len(BEFORE):
        raise Refusal(
            SENTENCES["writesBefore"],
            line=line.number,
            name=_short(name),
            now=_short(name.removesuffix(BEFORE)),
        )
    if name in TAKEN or keyword.iskeyword(name) or not QUANTITY.fullmatch(name):
        raise Refusal(
            SENTENCES["notWritable"],
            line=line.number,
            name=_short(name),
        )


def _parameters(
    lines: list[_Words], written: dict[str, int]
) -> tuple[list[str], tuple[str, ...], tuple[str, ...]]:
    """The matrices, the rows and the states that the lines read."""
    matrices: dict[str, None] = {}
    for line in lines:
        for name in (name for before, name in line.names if before == "@"):
            _check_matrix(line.number, name, written)
            matrices[name] = None
    rows: dict[str, None] = {}
    states: dict[str, None] = {}
    above: set[str] = set()
    for line in lines:
        for before, name in line.names:
            own = name.removesuffix(BEFORE)
            if before == "@":
                continue
            if name in matrices:
                raise Refusal(
                    SENTENCES["weightWithoutAt"],
                    line=line.number,
                    name=name,
                )
            if own != name:
                if own not in written:
                    raise Refusal(
                        SENTENCES["noStateLine"],
                        line=line.number,
                        name=_short(name),
                        own=_short(own) or "…",
                    )
                states[own] = None
            elif name in written:
                if name not in above:
                    raise _not_yet(line, name, written[name])
            elif name[0].islower():
                _check_parameter(line.number, name)
                rows[name] = None
            elif name != "X":
                raise _unknown(line.number, name, above, written)
        above.add(line.target)
    shown = {name for line in lines if line.target == "H" for _, name in line.names}
    in_order = sorted(states, key=lambda name: (name != "H", name not in shown))
    return list(matrices), tuple(rows), tuple(in_order)


def _check_matrix(number: int, name: str, written: dict[str, int]) -> None:
    if name in written or name.removesuffix(BEFORE) in (*written, "X"):
        raise Refusal(
            SENTENCES["notAWeight"],
            line=number,
            name=name,
        )
    _check_parameter(number, name)


def _check_parameter(number: int, name: str) -> None:
    if name in TAKEN or keyword.iskeyword(name) or not PARAMETER.fullmatch(name):
        raise Refusal(
            SENTENCES["notAParameter"],
            line=number,
            name=_short(name),
        )


def _not_yet(line: _Words, name: str, later: int) -> Refusal:
    if later == line.number:
        return Refusal(
            SENTENCES["readsItself"],
            line=line.number,
            name=name,
        )
    return Refusal(
        SENTENCES["notYet"],
        line=line.number,
        name=name,
        later=later,
    )


def _unknown(number: int, name: str, above: set[str], written: dict[str, int]) -> Refusal:
    return Refusal(
        SENTENCES["unknown"],
        line=number,
        name=_short(name),
        known=", ".join(["X", *(one for one in written if one in above), "H_prev"]),
    )


def _line(line: _Words, parameters: set[str]) -> Line:
    """The tree of a line. Its tokens, and no others, are parsed."""
    try:
        equation = parse(" ".join(line.tokens), parameters)
    except UnreadableError as error:
        raise Refusal(
            SENTENCES["notUnderstood"],
            line=line.number,
            part=_short(error.part),
            functions=", ".join(CALLED),
        ) from None
    if _depth(equation.expression) > DEEPEST:
        raise Refusal(
            SENTENCES["tooDeep"],
            line=line.number,
        )
    _check_input(line.number, equation.expression)
    return Line(line.number, f"{equation.target} = {text(equation.expression)}", equation)


def _check_input(number: int, e: Expression) -> None:
    """X has d numbers, all other quantities h: only a weight stands between them."""
    if not any(isinstance(leaf, Tensor) for leaf in walk(e)):
        raise Refusal(
            SENTENCES["constant"],
            line=number,
        )
    for one in walk(Negative(e)):
        match one:
            case Matmul(left, Parameter(name)):
                if not any(isinstance(leaf, Tensor) for leaf in walk(left)):
                    raise Refusal(
                        SENTENCES["noQuantity"],
                        line=number,
                        name=name,
                    )
            case _ if Tensor("X") in parts(one):
                raise Refusal(
                    SENTENCES["inputAlone"],
                    line=number,
                )


def _axes(lines: tuple[Line, ...], matrices: list[str]) -> dict[str, str]:
    """The axes of each matrix, in the order of the text."""
    found: dict[str, tuple[str, int]] = {}
    for line in lines:
        for one in walk(line.equation.expression):
            match one:
                case Matmul(left, Parameter(name)):
                    axes = "dh" if left == Tensor("X") else "hh"
                    first, where = found.setdefault(name, (axes, line.number))
                    if first != axes:
                        raise Refusal(
                            SENTENCES["otherShape"],
                            line=line.number,
                            name=name,
                            first=where,
                        )
    return {name: found[name][0] for name in matrices}


def _depth(e: Expression) -> int:
    return 1 + max(map(_depth, parts(e)), default=0)


def _short(word: str) -> str:
    return word if len(word) <= 24 else f"{word[:23]}…"
