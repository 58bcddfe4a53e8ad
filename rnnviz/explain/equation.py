"""A phase's equation as a tree, read from the line of code that a cell declares.

The tree is what the stage draws in every notation and puts numbers into; evaluated on a trace
it gives the tensor of the phase, which is how a test holds the picture to the computation.
"""

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

from rnnviz.cells.activations import ACTIVATIONS, Array, softmax

FUNCTIONS: Mapping[str, Callable[[Array], Array]] = {**ACTIVATIONS, "softmax": softmax}


@dataclass(frozen=True)
class Tensor:
    """A quantity of this step, or of the step before."""

    name: str
    before: bool = False


@dataclass(frozen=True)
class Parameter:
    """A weight matrix (i, j) or a bias (1, j)."""

    name: str


@dataclass(frozen=True)
class Matmul:
    """A vector times a weight matrix."""

    left: "Expression"
    right: Parameter


@dataclass(frozen=True)
class Sum:
    """Terms added up."""

    terms: tuple["Expression", ...]


@dataclass(frozen=True)
class Product:
    """Element by element, ⊙."""

    left: "Expression"
    right: "Expression"


@dataclass(frozen=True)
class Concat:
    """Two vectors side by side."""

    left: "Expression"
    right: "Expression"


@dataclass(frozen=True)
class OneMinus:
    """1 − a gate."""

    of: "Expression"


@dataclass(frozen=True)
class Apply:
    """A function, element by element; softmax, over the whole vector. `phi` is the cell's own."""

    function: str
    of: "Expression"


Expression = Tensor | Parameter | Matmul | Sum | Product | Concat | OneMinus | Apply


@dataclass(frozen=True)
class Equation:
    """target = expression."""

    target: str
    expression: Expression


@cache
def parse(line: str) -> Equation:
    """The tree of a line such as `H = Z * H_prev + (1 - Z) * H_tilde`.

    Names beginning with W_ or b_ are parameters; a name ending in _prev is a quantity of the
    step before; a name may have a prefix, as in forward.H.
    Raises ValueError naming what is not understood.
    """
    try:
        (statement,) = ast.parse(line).body
    except (SyntaxError, ValueError):
        raise ValueError(f"{line!r} is not one line of Python such as H = O * tanh(C).") from None
    match statement:
        case ast.Assign(
            targets=[ast.Name() | ast.Attribute(value=ast.Name()) as target], value=value
        ):
            return Equation(ast.unparse(target), _expression(value))
    raise ValueError(f"{line!r} is not an assignment such as H = O * tanh(C).")


def _expression(node: ast.expr) -> Expression:
    match node:
        case ast.Name() | ast.Attribute(value=ast.Name()):
            name = ast.unparse(node)
            if name.rpartition(".")[2].startswith(("W_", "b_")):
                return Parameter(name)
            return Tensor(name.removesuffix("_prev"), before=name.endswith("_prev"))
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            terms = [_expression(left), _expression(right)]
            return Sum(
                tuple(
                    t for term in terms for t in (term.terms if isinstance(term, Sum) else (term,))
                )
            )
        case ast.BinOp(left=ast.Constant(value=1), op=ast.Sub(), right=right):
            return OneMinus(_expression(right))
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return Product(_expression(left), _expression(right))
        case ast.BinOp(left=left, op=ast.MatMult(), right=right) if isinstance(
            matrix := _expression(right), Parameter
        ):
            return Matmul(_expression(left), matrix)
        case ast.Call(func=ast.Name(id="concat"), args=[left, right], keywords=[]):
            return Concat(_expression(left), _expression(right))
        case ast.Call(func=ast.Name(id=function), args=[argument], keywords=[]) if function in (
            *FUNCTIONS,
            "phi",
        ):
            return Apply(function, _expression(argument))
    raise ValueError(
        f"{ast.unparse(node)!r} is not understood in an equation; +, *, @ W, 1 - …, concat, phi, "
        f"{', '.join(FUNCTIONS)} are."
    )


def evaluate(
    expression: Expression,
    tensor: Callable[[Tensor], Array],
    parameters: Mapping[str, Array],
    phi: str,
) -> Array:
    """The value of an expression, (…, h).

    tensor: gives the value of a quantity. phi: the activation that `phi` stands for.
    """

    def value(e: Expression) -> Array:
        match e:
            case Tensor():
                return tensor(e)
            case Parameter(name):
                return parameters[name]
            case Matmul(left, right):
                return value(left) @ parameters[right.name]
            case Sum(terms):
                total = value(terms[0])
                for term in terms[1:]:
                    total = total + value(term)
                return total
            case Product(left, right):
                return value(left) * value(right)
            case Concat(left, right):
                return np.concatenate((value(left), value(right)), axis=-1)
            case OneMinus(of):
                return 1 - value(of)
            case Apply(function, of):
                return FUNCTIONS[phi if function == "phi" else function](value(of))

    return value(expression)


def to_json(expression: Expression) -> dict[str, object]:
    """The tree as nested dicts, each with its kind under "op"."""
    fields = {
        name: to_json(value)
        if isinstance(value, Expression)
        else [to_json(term) for term in value]
        if isinstance(value, tuple)
        else value
        for name, value in vars(expression).items()
    }
    return {"op": type(expression).__name__.lower(), **fields}
