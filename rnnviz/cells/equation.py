"""Equations as text, in the documents' letters: read into trees, and written from them.

The text is parsed like Python, and never run.
"""

import ast
from collections.abc import Collection
from functools import lru_cache
from threading import Lock

from rnnviz.cells.expression import (
    FUNCTIONS,
    Across,
    Apply,
    Arriving,
    Concat,
    Dyad,
    Equation,
    Expression,
    Gradient,
    Matmul,
    Maximum,
    Negative,
    OneMinus,
    Outer,
    Parameter,
    Product,
    Quotient,
    Share,
    Stretched,
    Sum,
    Tensor,
    Total,
    Transposed,
)

PAIRS: dict[str, type[Concat | Maximum | Dyad]] = {"concat": Concat, "max": Maximum, "outer": Dyad}
# The language's mark for the quantity of the step before: H_prev is H_{t−1}.
BEFORE = "_prev"
# Equations that visitors write come and go; those of our own cells are some hundred.
KEPT = 4096


class UnreadableError(ValueError):
    """A text that is no equation. part: that of it which cannot be read."""

    def __init__(self, sentence: str, part: str) -> None:
        super().__init__(sentence)
        self.part = part


def parse(
    line: str, parameters: Collection[str], functions: Collection[str] = FUNCTIONS
) -> Equation:
    """The tree of a line such as `H = Z * H_prev + (1 - Z) * H_tilde`.

    parameters: the names in it that are weights or biases; H_prev is H of the step before; a
    name may have a prefix, as in forward.H. functions: the names it may call. Raises UnreadableError, a ValueError,
    naming the part that cannot be read.
    """
    return _parse(line, frozenset(parameters), tuple(functions))


# Python 3.11 counts the depth of a tree for all threads together (CPython issue 106905), and then
# sometimes finds that the count does not match: `SystemError: AST constructor recursion depth`.
_parsing = Lock()


@lru_cache(KEPT)
def _parse(line: str, parameters: frozenset[str], functions: tuple[str, ...]) -> Equation:
    try:
        with _parsing:
            (statement,) = ast.parse(line).body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise UnreadableError(
            f"{line!r} is not one line of Python such as H = O * tanh(C).", line
        ) from None
    match statement:
        case ast.Assign(targets=[target], value=written) if _is_name(target):
            return Equation(ast.unparse(target), _expression(written, parameters, functions))
    raise UnreadableError(f"{line!r} is not an assignment such as H = O * tanh(C).", line)


def _is_name(node: ast.expr) -> bool:
    """A name, or one with prefixes: H, forward.H, layer1.forward.H."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def _expression(
    node: ast.expr, parameters: frozenset[str], functions: tuple[str, ...]
) -> Expression:
    def of(node: ast.expr) -> Expression:
        return _expression(node, parameters, functions)

    match node:
        case ast.Attribute(value=matrix, attr="T"):
            return Transposed(of(matrix))
        case ast.Name() | ast.Attribute() if _is_name(node):
            name = ast.unparse(node)
            if name in parameters:
                return Parameter(name)
            return Tensor(name.removesuffix(BEFORE), before=name.endswith(BEFORE))
        case ast.BinOp(left=ast.Constant(value=1), op=ast.Sub(), right=right):
            return OneMinus(of(right))
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=right):
            last = of(right) if isinstance(op, ast.Add) else Negative(of(right))
            return Sum(
                tuple(
                    term
                    for side in (of(left), last)
                    for term in (side.terms if isinstance(side, Sum) else (side,))
                )
            )
        case ast.UnaryOp(op=ast.USub(), operand=operand) if not isinstance(operand, ast.Constant):
            return Negative(of(operand))
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return Product(of(left), of(right))
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            return Quotient(of(left), of(right))
        case ast.BinOp(left=left, op=ast.MatMult(), right=right):
            return Matmul(of(left), of(right))
        case ast.Call(func=ast.Name(id=pair), args=[left, right], keywords=[]) if pair in PAIRS:
            return PAIRS[pair](of(left), of(right))
        case ast.Call(func=ast.Name(id="across"), args=[argument], keywords=[]):
            return Across(of(argument))
        case ast.Call(func=ast.Name(id=function), args=[argument], keywords=[]) if function in (
            *functions,
            "phi",
        ):
            return Apply(function, of(argument))
    part = ast.unparse(node)
    raise UnreadableError(
        f"{part!r} is not understood in an equation; +, -, *, /, @ W, 1 - …, .T, "
        f"{', '.join(PAIRS)}, across, phi, {', '.join(functions)} are.",
        part,
    )


SUM, PRODUCT, ATOM = 1, 2, 3


def text(e: Expression) -> str:
    """An expression as `parse` reads it; a gradient of H is dH, or layer1.dH with a prefix."""
    return _written(e)[0]


def _written(e: Expression) -> tuple[str, int]:  # noqa: PLR0912 (a case an operation)
    """An expression as text, and how closely it binds."""

    def of(e: Expression, least: int) -> str:
        written, level = _written(e)
        return written if level >= least else f"({written})"

    match e:
        case Tensor(name, before):
            return name + (BEFORE if before else ""), ATOM
        case Parameter(name):
            return name, ATOM
        case Gradient(tensor):
            return gradient_name(tensor), ATOM
        case Arriving(tensor, later):
            return gradient_name(tensor) + ("_next" if later else "_out"), ATOM
        case Transposed(matrix):
            return f"{of(matrix, ATOM)}.T", ATOM
        case Dyad(left, right):
            return f"outer({of(left, SUM)}, {of(right, SUM)})", ATOM
        case Across(one):
            return f"across({of(one, SUM)})", ATOM
        case Stretched(one):
            return _written(one)
        case Matmul(left, right):
            return f"{of(left, ATOM)} @ {of(right, ATOM)}", PRODUCT
        case Outer(left, right):
            return f"{of(left, ATOM)}.T @ {of(right, ATOM)}", PRODUCT
        case Total(one):
            return f"sum({of(one, SUM)})", ATOM
        case Sum(terms):
            written = of(terms[0], SUM)
            for term in terms[1:]:
                minus = isinstance(term, Negative)
                one = term.of if isinstance(term, Negative) else term
                written += f" {'-' if minus else '+'} {of(one, PRODUCT)}"
            return written, SUM
        case Negative(one):
            return f"-{of(one, ATOM)}", PRODUCT
        case OneMinus(one):
            return f"1 - {of(one, PRODUCT)}", SUM
        case Product(left, right):
            return f"{of(left, PRODUCT)} * {of(right, ATOM)}", PRODUCT
        case Quotient(left, right):
            return f"{of(left, PRODUCT)} / {of(right, ATOM)}", PRODUCT
        case Concat(left, right):
            return f"concat({of(left, SUM)}, {of(right, SUM)})", ATOM
        case Share(one, left, right, is_left):
            return f"share({of(one, SUM)}, {of(left if is_left else right, SUM)})", ATOM
        case Maximum(left, right):
            return f"max({of(left, SUM)}, {of(right, SUM)})", ATOM
        case Apply(function, one):
            return f"{function}({of(one, SUM)})", ATOM


def gradient_name(of: Tensor | Parameter) -> str:
    """How ∂L/∂H is written: dH; with a prefix, forward.dH."""
    prefix, dot, own = text(of).rpartition(".")
    return f"{prefix}{dot}d{own}"
