"""The equations of tasks in TeX: in a notation, or in the letters of an exercise."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from unicodedata import normalize

from rnnviz.cells.expression import (
    Apply,
    Expression,
    Gradient,
    Leaf,
    Matmul,
    Maximum,
    Negative,
    OneMinus,
    Parameter,
    Product,
    Quotient,
    Sum,
    Tensor,
    Transposed,
)
from rnnviz.explain.notation import Notation, Symbol
from rnnviz.model import TARGET
from rnnviz.practice import StepTask, Task

ACCENTS = {"tilde": r"\tilde", "hat": r"\hat", "bar": r"\bar"}
FUNCTIONS = {
    "sigmoid": r"\sigma",
    "tanh": r"\tanh",
    "relu": r"\ReLU",
    "softmax": r"\softmax",
    "log": r"\ln",
    "exp": r"\exp",
    "sign": r"\sign",
}
# The same accents as signs of their own.
MARKS = {"tilde": "\u0303", "hat": "\u0302", "bar": "¯"}
TYPED = MARKS | {"bar": "\u0304"}
# The loss of a step has no symbol among the quantities.
LOSS_LETTER = Symbol("L")
STAR = "*"
# What of TeX is not typed.
GRADIENT = re.compile(r"\\frac\{\\partial L\}\{\\partial (.*)\}")
ACCENTED = re.compile(r"\\(?P<accent>hat|tilde|bar) \\?(?P<letter>[A-Za-z]+)")
TEXT = re.compile(r"\\text\{([^{}]*)\}")
GREEK = {"eta": "η", "theta": "θ", "beta": "β", "sigma": "σ"}
COMMAND = re.compile(r"\\([a-z]+)")
BRACED = re.compile(r"_\{([A-Za-z0-9]*)\}")
SUM, PRODUCT, ATOM = 1, 2, 3


class Writer:
    """named: how a quantity or a parameter is written. columns: whether vectors are columns."""

    def __init__(self, task: Task, named: Callable[[Leaf], str], *, columns: bool) -> None:
        self._task, self._named, self._columns = task, named, columns

    def tex(self, e: Expression) -> str:
        return self._written(e)[0]

    def _written(self, e: Expression) -> tuple[str, int]:  # noqa: PLR0912 (a case an operation)
        """An expression, and how closely it binds."""

        def of(one: Expression, least: int) -> str:
            written, level = self._written(one)
            return written if level >= least else f"({written})"

        match e:
            case Tensor() | Parameter():
                return self._named(e), ATOM
            case Gradient(one):
                return _gradient(self.tex(one)), ATOM
            case Transposed(Parameter(name)):
                # The target is a row, as the prediction is; the model has it as a column.
                return self.tex(Parameter(name)) + ("" if name == TARGET else "^T"), ATOM
            case Product(left, right) if left == right:
                return f"{of(left, ATOM)}^{{2}}", ATOM
            case Matmul(left, Parameter(name)) if name == TARGET:
                return f"{of(left, ATOM)}[{self._task.target}]", ATOM
            case Matmul(left, right):
                factors = [of(left, ATOM), of(right, ATOM)]
                return r"\,".join(reversed(factors) if self._columns else factors), PRODUCT
            case Sum(terms):
                first, *others = terms
                signed = "".join(
                    f" - {of(one.of, PRODUCT)}"
                    if isinstance(one, Negative)
                    else f" + {of(one, PRODUCT)}"
                    for one in others
                )
                return f"{of(first, PRODUCT)}{signed}", SUM
            case Negative(one):
                return f"-{of(one, PRODUCT)}", SUM
            case OneMinus(one):
                return f"1 - {of(one, PRODUCT)}", SUM
            case Product(left, right):
                before = of(left, PRODUCT if isinstance(left, Product) else ATOM)
                sign = r"\odot" if self._are_vectors(left, right) else r"\,"
                return f"{before} {sign} {of(right, ATOM)}", PRODUCT
            case Quotient(left, right):
                return rf"\frac{{{self.tex(left)}}}{{{self.tex(right)}}}", PRODUCT
            case Maximum(left, right):
                return rf"\max({self.tex(left)}, {self.tex(right)})", ATOM
            case Apply("sqrt", one):
                return rf"\sqrt{{{self.tex(one)}}}", ATOM
            case Apply("log", Tensor() as one):
                return rf"\ln {self.tex(one)}", PRODUCT
            case Apply(function, one):
                written = FUNCTIONS[self._task.phi if function == "phi" else function]
                return f"{written}({of(one, SUM)})", ATOM
        raise ValueError(f"{type(e).__name__} is no operation of a task.")

    def _are_vectors(self, *factors: Expression) -> bool:
        return all(self._task.size(one) > 1 for one in factors)


class Letters:
    """A network's quantities and parameters in a notation, with the steps of a task as indices."""

    def __init__(self, task: StepTask, own: Notation) -> None:
        self._task = task
        self._symbols = {**own.symbols, "loss": LOSS_LETTER}

    def hues(self, hues: Mapping[str, str]) -> dict[str, dict[str, str]]:
        """The hues of quantities by their letters, as the module that reads TeX has them."""
        return {_starred(self._symbols[name]): {"hue": hue} for name, hue in hues.items()}

    def words(self, words: Mapping[str, str]) -> dict[str, str]:
        """What quantities and parameters are called, by their letters, with their index where they have one."""
        symbols = [(self._symbols[name], said) for name, said in words.items()]
        parts = [
            (part, said)
            for symbol, said in symbols
            for part in (symbol, symbol.plus)
            if part is not None
        ]
        return {
            f"{_starred(part)}_{part.sub}" if part.sub else _starred(part): said
            for part, said in parts
        }

    def named(self, leaf: Leaf) -> str:
        match leaf:
            case Tensor(name, is_before):
                return self._symbol(name, str(self._task.steps - is_before))
            case Parameter(name):
                return self._symbol(name, str(self._task.steps) if name == TARGET else "")
        raise ValueError(f"{type(leaf).__name__} has no letter of its own.")

    def forms(self, leaf: Leaf) -> list[str]:
        """A leaf as `named` has it, and as one writes it of a step t, or of the step."""
        match leaf:
            case Gradient(Tensor() as of):
                return [_gradient(one) for one in self.forms(of)]
            case Tensor(name, is_before):
                times = ("t-1",) if is_before else ("t", "")
                return [self.named(leaf), *(self._symbol(name, time) for time in times)]
            case Parameter(name) if name == TARGET:
                return [self._symbol(name, time) for time in (str(self._task.steps), "t", "")]
        return [self.named(leaf)]

    def _symbol(self, name: str, time: str) -> str:
        symbol = self._symbols[name]
        if symbol.plus:
            return f"({_tex(replace(symbol, plus=None), time)} + {_tex(symbol.plus, time)})"
        return _tex(symbol, time)


def _gradient(tex: str) -> str:
    return rf"\frac{{\partial L}}{{\partial {tex}}}"


def typed(tex: str) -> str:
    """A letter of TeX as one types it: H_1, W_xr, H̃_2, ∂L/∂H_1, or a sum of two, (b_ir + b_hr)."""
    plain = GRADIENT.sub(r"∂L/∂\1", tex)
    plain = ACCENTED.sub(lambda one: normalize("NFC", one["letter"] + TYPED[one["accent"]]), plain)
    plain = TEXT.sub(r"\1", plain).replace(",", "")
    return BRACED.sub(r"_\1", COMMAND.sub(lambda one: GREEK.get(one[1], one[0]), plain))


def accented(letter: str, accent: str) -> str:
    """A letter with its accent as one sign, where there is one."""
    return normalize("NFC", letter + MARKS.get(accent, ""))


def _letter(symbol: Symbol) -> str:
    return accented(symbol.base, symbol.accent)


def _starred(symbol: Symbol) -> str:
    """A letter with a star is another one."""
    return _letter(symbol) + (symbol.sup if symbol.sup == STAR else "")


def _tex(symbol: Symbol, time: str) -> str:
    letter = f"{ACCENTS[symbol.accent]} {symbol.base}" if symbol.accent else symbol.base
    # As a text: the same letters may be those of quantities.
    sub = rf"\text{{{symbol.sub}}}" if symbol.sub else ""
    index = ",".join(filter(None, (sub, time)))
    below = f"_{{{index}}}" if index else ""
    return f"{letter}{below}^{symbol.sup}" if symbol.sup else f"{letter}{below}"
