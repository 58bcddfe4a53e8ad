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
from rnnviz.locale import N_, Refusal
from rnnviz.text import visible

MOST_CHARACTERS, MOST_LINES, MOST_IN_LINE = 2_000, 12, 200
MOST_PARAMETERS, DEEPEST = 32, 24
# The functions that have a derivative, and those that have none.
CALLED = ("max", *SLOPES, "log")
REFUSED = {
    "concat": N_(
        "Line {line} calls concat, which has no derivative here; concat(A, B) @ W is the same as "
        "A @ W_a + B @ W_b."
    ),
    "softmax": N_(
        "Line {line} calls softmax, which has no derivative here; sigmoid gives each unit a number from "
        "0 to 1."
    ),
}
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
        raise Refusal(
            N_("No line writes H; the output layer reads H, so a line must begin with H =.")
        )
    matrices, rows, states = _parameters(lines, written)
    if len(matrices) + len(rows) > MOST_PARAMETERS:
        raise Refusal(
            N_("The equations have {count} parameters; at most {most} fit."),
            count=len(matrices) + len(rows),
            most=MOST_PARAMETERS,
        )
    equations = tuple(_line(line, {*matrices, *rows}) for line in lines)
    axes = _axes(equations, matrices)
    if "dh" not in axes.values():
        raise Refusal(
            N_("No line reads X, so that every text would give the same; X @ W_x brings X in.")
        )
    return Script(equations, axes, rows, states)


def _lines(script: str) -> list[_Words]:
    if len(script) > MOST_CHARACTERS:
        raise Refusal(
            N_("The equations have {count} characters; at most {most} fit."),
            count=len(script),
            most=MOST_CHARACTERS,
        )
    # Full-width letters and signs, as Chinese keyboards write them, are read as plain ones.
    plain = [unicodedata.normalize("NFKC", line).translate(WRITTEN) for line in script.splitlines()]
    cut = [(k, line.split("#")[0].strip()) for k, line in enumerate(plain, start=1)]
    lines = [_words(k, line) for k, line in cut if line]
    if not lines:
        raise Refusal(N_("There is no equation yet; H = tanh(X @ W_xh + H_prev @ W_hh) is one."))
    if len(lines) > MOST_LINES:
        raise Refusal(
            N_("There are {count} equations; at most {most} fit."),
            count=len(lines),
            most=MOST_LINES,
        )
    return lines


def _words(number: int, line: str) -> _Words:
    if len(line) > MOST_IN_LINE:
        raise Refusal(
            N_("Line {line} has {count} characters; at most {most} fit in one."),
            line=number,
            count=len(line),
            most=MOST_IN_LINE,
        )
    tokens = tuple(TOKEN.findall(line))
    for token in tokens:
        if not READABLE.fullmatch(token):
            raise Refusal(
                N_(
                    "Line {line} contains {sign} ({code}); equations are written with the letters A–Z "
                    "and a–z, digits, and + − * / @ ( ) , = _."
                ),
                line=number,
                sign=visible(token),
                code=f"U+{ord(token):04X}",
            )
        if token[0].isdigit() and token != "1":
            raise Refusal(
                N_(
                    "Line {line} contains the number {number}; only the 1 of 1 − F is understood. A "
                    "small letter is a number for each unit, and is learnt."
                ),
                line=number,
                number=_short(token),
            )
    if tokens.count("=") != 1 or tokens[1:2] != ("=",):
        raise Refusal(
            N_("Line {line} is not a name, one = and an expression, such as H = O * tanh(C)."),
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
            raise Refusal(REFUSED[token], line=number)
        follows = tokens[k + 1] if k + 1 < len(tokens) else ""
        if is_value and follows == "(" and token not in CALLED:
            raise Refusal(
                N_("Line {line} calls {name}; the functions are {functions}."),
                line=number,
                name=_short(token),
                functions=", ".join(CALLED),
            )
        if token in CALLED and follows != "(":
            raise Refusal(
                N_("Line {line}: after {name} stands what it is of, in brackets, such as {name}(A)."),
                line=number,
                name=token,
            )
        if token == "@" and not (follows[:1].isalpha() or follows[:1] == "_"):
            raise Refusal(
                N_("Line {line}: after @ stands the name of a weight, as in H_prev @ W_h."), line=number
            )
        if wants_value:
            fits = is_value or token == "(" or (token == "-" and before in ("=", "(", ",", "+"))
            wants_value = not is_value
        else:
            fits = token in OPERATORS or token in (")", ",") or (token == "(" and before in CALLED)
            wants_value = token != ")"
        if not fits:
            raise Refusal(
                N_("Line {line}: something is missing, or too much, between {before} and {after}."),
                line=number,
                before=_short(before),
                after=_short(token),
            )
        depth += (token == "(") - (token == ")")
        if depth < 0:
            raise Refusal(N_("Line {line} closes a bracket that it has not opened."), line=number)
        before = token
    if depth:
        raise Refusal(N_("Line {line} opens a bracket that it does not close."), line=number)
    if wants_value:
        raise Refusal(
            N_("Line {line} ends with {sign}; something must follow."), line=number, sign=before
        )


def _check_target(line: _Words, written: dict[str, int]) -> None:
    name = line.target
    if name in written:
        raise Refusal(
            N_("Line {line} writes {name} once more; line {first} has done so."),
            line=line.number,
            name=name,
            first=written[name],
        )
    for other, first in written.items():
        if other.lower() == name.lower():
            raise Refusal(
                N_("Line {line} writes {name} and line {first} {other}; capitals alone tell no names apart."),
                line=line.number,
                name=name,
                first=first,
                other=other,
            )
    if name.endswith(BEFORE) and len(name) > len(BEFORE):
        raise Refusal(
            N_("Line {line} writes {name}, of the step before; a line writes {now}, of this step."),
            line=line.number,
            name=_short(name),
            now=_short(name.removesuffix(BEFORE)),
        )
    if name in TAKEN or keyword.iskeyword(name) or not QUANTITY.fullmatch(name):
        raise Refusal(
            N_(
                "Line {line} writes {name}; what a line writes begins with a capital letter other "
                "than X and is short, such as F, Z2 or C_tilde."
            ),
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
                    N_("Line {line} reads the weight {name} without @; it stands after @ elsewhere."),
                    line=line.number,
                    name=name,
                )
            if own != name:
                if own not in written:
                    raise Refusal(
                        N_("Line {line} reads {name}, but no line writes {own}."),
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
            N_("Line {line} has {name} after @; there stands a weight, such as W_x in X @ W_x."),
            line=number,
            name=name,
        )
    _check_parameter(number, name)


def _check_parameter(number: int, name: str) -> None:
    if name in TAKEN or keyword.iskeyword(name) or not PARAMETER.fullmatch(name):
        raise Refusal(
            N_(
                "Line {line} reads {name}, which cannot be the name of a weight; W_xf, b_c or p2 can."
            ),
            line=number,
            name=_short(name),
        )


def _not_yet(line: _Words, name: str, later: int) -> Refusal:
    if later == line.number:
        return Refusal(
            N_("Line {line} reads {name} to write {name}; {name}_prev is that of the step before."),
            line=line.number,
            name=name,
        )
    return Refusal(
        N_(
            "Line {line} reads {name}, which is written in line {later} only; move that line up, or "
            "read {name}_prev, that of the step before."
        ),
        line=line.number,
        name=name,
        later=later,
    )


def _unknown(number: int, name: str, above: set[str], written: dict[str, int]) -> Refusal:
    return Refusal(
        N_(
            "Line {line} reads {name}, which no line writes; there are {known}. Weights stand after @, "
            "and a bias begins with a small letter."
        ),
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
            N_(
                "Line {line}: {part} is not understood; + − * / 1 − …, @ and a weight, and the functions "
                "{functions} are."
            ),
            line=line.number,
            part=_short(error.part),
            functions=", ".join(CALLED),
        ) from None
    if _depth(equation.expression) > DEEPEST:
        raise Refusal(
            N_("Line {line} is nested too deeply; write a part of it as a line of its own."),
            line=line.number,
        )
    _check_input(line.number, equation.expression)
    return Line(line.number, f"{equation.target} = {text(equation.expression)}", equation)


def _check_input(number: int, e: Expression) -> None:
    """X has d numbers, all other quantities h: only a weight stands between them."""
    if not any(isinstance(leaf, Tensor) for leaf in walk(e)):
        raise Refusal(
            N_(
                "Line {line} reads neither X nor another line, so that it never changes; write it "
                "where it is used."
            ),
            line=number,
        )
    for one in walk(Negative(e)):
        match one:
            case Matmul(left, Parameter(name)):
                if not any(isinstance(leaf, Tensor) for leaf in walk(left)):
                    raise Refusal(
                        N_("Line {line}: what stands before @ {name} is no quantity; X @ {name} fits."),
                        line=number,
                        name=name,
                    )
            case _ if Tensor("X") in parts(one):
                raise Refusal(
                    N_(
                        "Line {line} reads X without a weight: X has a number for each "
                        "character, everything else one for each unit. X @ W_x fits."
                    ),
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
                            N_(
                                "Line {line} uses {name} with another shape than line {first}: after X "
                                "it is (d, h), after everything else (h, h). Each needs a weight of "
                                "its own."
                            ),
                            line=line.number,
                            name=name,
                            first=where,
                        )
    return {name: found[name][0] for name in matrices}


def _depth(e: Expression) -> int:
    return 1 + max(map(_depth, parts(e)), default=0)


def _short(word: str) -> str:
    return word if len(word) <= 24 else f"{word[:23]}…"
