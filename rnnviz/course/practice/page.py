"""What the browser is told of the page "Practice", in a language; its module makes tasks of it, and judges them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import Any, NamedTuple
from unicodedata import normalize

from rnnviz.cells.equation import text
from rnnviz.cells.expression import (
    Apply,
    Expression,
    Gradient,
    Matmul,
    Negative,
    OneMinus,
    Parameter,
    Product,
    Sum,
    Tensor,
    Transposed,
    walk,
)
from rnnviz.course import outline
from rnnviz.course.practice.strings import STRINGS
from rnnviz.course.spoken import spoken
from rnnviz.explain.hues import hue_of
from rnnviz.explain.notation import NOTATIONS, STYLES, Symbol, notation
from rnnviz.explain.spoken import CALLED, OUTPUT_CALLED
from rnnviz.locale import N_, translator
from rnnviz.model import LOGITS, PREDICTION, TARGET
from rnnviz.practice import SLIPS, Task, families
from rnnviz.practice.families import FAMILIES
from rnnviz.practice.program import program
from rnnviz.practice.tasks import LARGEST_SEED, example


class About(NamedTuple):
    """Of a family: its title, the chapter that tells of it, and where the stage shows it."""

    title: str
    chapter: str
    stage: str


ABOUT: Mapping[str, About] = {
    "rnn.step": About(N_("A step of an RNN"), "why_unrolled", "step?cell=rnn"),
    "gru.step": About(N_("A step of a GRU"), "why_gates", "step?cell=gru"),
    "lstm.step": About(N_("A step of an LSTM"), "why_gates", "step?cell=lstm"),
    "softmax": About(N_("Prediction and loss"), "softmax", "step?cell=rnn&phase=predict"),
    "rnn.back": About(N_("Back through an RNN"), "gradients", "step?cell=rnn&way=back"),
    "gru.back": About(N_("Back through a GRU"), "gradients", "step?cell=gru&way=back"),
    "lstm.back": About(N_("Back through an LSTM"), "gradients", "step?cell=lstm&way=back"),
}
ACCENTS = {"tilde": r"\tilde", "hat": r"\hat", "bar": r"\bar"}
FUNCTIONS = {"sigmoid": r"\sigma", "tanh": r"\tanh", "softmax": r"\softmax", "log": r"\ln"}
# Of a gate, what σ is applied to; and of any quantity what the loss asks of it.
PRE = N_("pre-activation of the {quantity}")
GRADIENT = N_("gradient of the {quantity} at step {t}")
# The same accents as signs of their own.
MARKS = {"tilde": "\u0303", "hat": "\u0302", "bar": "¯"}
# The loss of a step has no symbol among the quantities.
LOSS_LETTER = Symbol("L")
# 004 writes the target as y with a star, for which formulas of the course have no words.
OFFERED = tuple(key for key in NOTATIONS if key != "dnk")
LEAVES = (Tensor, Gradient, Parameter)
SUM, PRODUCT, ATOM = 1, 2, 3


def told(language: str) -> dict[str, Any]:
    """All that the page's module draws, but for the words of all pages of the course."""
    _ = translator(language)
    page = outline.PRACTICE_PAGE
    return {
        "title": _(page.title),
        "lead": _(page.question),
        "practice": {name: _(words) for name, words in STRINGS.items()},
        "slips": {name: _(words) for name, words in SLIPS.items()},
        "families": _families(language),
        "largestSeed": LARGEST_SEED,
        "notations": [[key, _(STYLES[key].title)] for key in OFFERED],
        # For those whose browser runs no script.
        "parts": [{"title": "", "chapters": [dict(one) for one in tasks(language)]}],
        "say": {language: spoken(outline.PRACTICE, language)},
    }


def tasks(language: str, chapter: str = "") -> list[dict[str, str]]:
    """All families of tasks, or those that a chapter tells of: {address, title, question}."""
    _ = translator(language)
    return [
        {
            "address": f"{outline.PRACTICE}?family={family}",
            "title": _(about.title),
            "question": _(outline.CHAPTERS[about.chapter].question),
        }
        for family, about in ABOUT.items()
        if chapter in ("", about.chapter)
    ]


@cache
def _families(language: str) -> list[dict[str, Any]]:
    """Made once: each visit to the page is told the same."""
    return [_family(name, translator(language)) for name in families()]


def _family(name: str, _: Callable[[str], str]) -> dict[str, Any]:
    task, about, gradients = example(name), ABOUT[name], FAMILIES[name].gradients
    description = task.model.cell.description
    quantities = (*description.quantities, LOGITS, PREDICTION)
    titles = {one.name: _(one.title) for one in quantities} | {
        "loss": _(N_("loss")),
        TARGET: _(N_("target")),
    }
    hues = {one.name: hue_of(one, description) for one in quantities} | {
        "loss": "loss",
        TARGET: "output",
    }
    # A pre-activation's letter, A, is that of several quantities, and has no hue in a formula.
    own = dict(hues)
    pres = {one.pre: one.name for one in quantities if one.pre}
    for pre, name_of in pres.items():
        titles[pre], hues[pre] = _(PRE).format(quantity=titles[name_of]), hues[name_of]
    called = {
        one.name: _(CALLED[one.kind]).format(quantity=titles[one.gate])
        for one in description.weights
    } | {one: _(words) for one, words in OUTPUT_CALLED.items()}
    # The loss has its word already.
    words = {one: titles[one] for one in own if one != "loss"} | called
    for gradient, of in gradients.items():
        at = task.steps - of.before
        titles[gradient] = _(GRADIENT).format(quantity=titles[of.name], t=at)
        hues[gradient] = hues[of.name]
    whole = chain.from_iterable(map(walk, task.entries.values()))
    leaves: dict[str, Expression] = {text(one): one for one in whole if isinstance(one, LEAVES)}
    leaves |= {
        one: Gradient(gradients[one]) if one in gradients else Tensor(one) for one in task.wanted
    }
    return {
        "program": program(name),
        "title": _(about.title),
        "chapter": {"address": about.chapter, "title": _(outline.CHAPTERS[about.chapter].title)},
        "stage": about.stage,
        # What is computed one after the other, or the gradient of what.
        "path": [titles[gradients[one].name if one in gradients else one] for one in task.wanted],
        "titles": {one: title for one, title in titles.items() if one in leaves},
        "hues": hues,
        "written": {key: _written(_Writer(task, key), leaves, own, words, _) for key in OFFERED},
        # Of each entry the names of what it takes.
        "reads": {name: _reads(e) for name, e in task.entries.items()},
    }


def _written(
    writer: "_Writer",
    leaves: Mapping[str, Expression],
    hues: Mapping[str, str],
    words: Mapping[str, str],
    _: Callable[[str], str],
) -> dict[str, Any]:
    """In a notation, by their names: quantities, those of the step before, parameters; and the entries' expressions."""
    return {
        "columns": writer.columns,
        "note": writer.note and _(writer.note),
        "symbols": writer.symbols(hues),
        "letters": writer.letters(words),
        "tex": {name: writer.tex(one) for name, one in leaves.items()},
        "sides": {name: writer.tex(e) for name, e in writer.task.entries.items()},
    }


def _reads(e: Expression) -> list[str]:
    return list(dict.fromkeys(text(one) for one in walk(e) if isinstance(one, LEAVES)))


class _Writer:
    """Expressions of a task's step in TeX, in a notation, with the step's own numbers as indices."""

    def __init__(self, task: Task, key: str) -> None:
        own = notation(key, task.model.cell)
        self.task, self.columns, self.note = task, own.columns, own.note
        self._symbols = {**own.symbols, "loss": LOSS_LETTER}

    def symbols(self, hues: Mapping[str, str]) -> dict[str, dict[str, str]]:
        """The hues of quantities by their letters, as the module that reads TeX has them."""
        return {_letter(self._symbols[name]): {"hue": hue} for name, hue in hues.items()}

    def letters(self, words: Mapping[str, str]) -> dict[str, str]:
        """What quantities and parameters are called, by their letters, with their index where they have one."""
        symbols = [(self._symbols[name], said) for name, said in words.items()]
        parts = [
            (part, said)
            for symbol, said in symbols
            for part in (symbol, symbol.plus)
            if part is not None
        ]
        return {
            f"{_letter(part)}_{part.sub}" if part.sub else _letter(part): said
            for part, said in parts
        }

    def tex(self, e: Expression) -> str:
        return self._written(e)[0]

    def _written(self, e: Expression) -> tuple[str, int]:
        """An expression, and how closely it binds."""

        def of(one: Expression, least: int) -> str:
            written, level = self._written(one)
            return written if level >= least else f"({written})"

        match e:
            case Tensor(name, is_before):
                return self._symbol(name, str(self.task.steps - is_before)), ATOM
            case Parameter(name):
                return self._symbol(name, str(self.task.steps) if name == TARGET else ""), ATOM
            case Gradient(one):
                return rf"\frac{{\partial L}}{{\partial {self.tex(one)}}}", ATOM
            case Transposed(Parameter(name)):
                # The target is a row, as the prediction is; the model has it as a column.
                return self.tex(Parameter(name)) + ("" if name == TARGET else "^T"), ATOM
            case Product(left, right) if left == right:
                return f"{of(left, ATOM)}^{{2}}", ATOM
            case Matmul(left, Parameter(name)) if name == TARGET:
                return f"{of(left, ATOM)}[{self.task.text[self.task.steps]}]", ATOM
            case Matmul(left, right):
                factors = [of(left, ATOM), of(right, ATOM)]
                return r"\,".join(reversed(factors) if self.columns else factors), PRODUCT
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
                return rf"{before} \odot {of(right, ATOM)}", PRODUCT
            case Apply(function, one):
                own = str(getattr(self.task.model.cell, "phi", ""))
                written = FUNCTIONS[own if function == "phi" else function]
                return f"{written}({of(one, SUM)})", ATOM
        raise ValueError(f"{type(e).__name__} is no operation of a task.")

    def _symbol(self, name: str, time: str = "") -> str:
        symbol = self._symbols[name]
        if symbol.plus:
            return f"({_tex(replace(symbol, plus=None), time)} + {_tex(symbol.plus, time)})"
        return _tex(symbol, time)


def _letter(symbol: Symbol) -> str:
    return normalize("NFC", symbol.base + MARKS.get(symbol.accent, ""))


def _tex(symbol: Symbol, time: str) -> str:
    letter = f"{ACCENTS[symbol.accent]} {symbol.base}" if symbol.accent else symbol.base
    # As a text: the same letters may be those of quantities.
    sub = rf"\text{{{symbol.sub}}}" if symbol.sub else ""
    index = ",".join(filter(None, (sub, time)))
    below = f"_{{{index}}}" if index else ""
    return f"{letter}{below}^{symbol.sup}" if symbol.sup else f"{letter}{below}"
