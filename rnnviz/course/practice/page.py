"""What the browser is told of the page "Practice", in a language; its module makes tasks of it, and judges them."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from rnnviz.cells.equation import text
from rnnviz.cells.expression import (
    Apply,
    Expression,
    Matmul,
    Negative,
    OneMinus,
    Parameter,
    Product,
    Sum,
    Tensor,
    walk,
)
from rnnviz.course import outline
from rnnviz.course.practice.strings import STRINGS
from rnnviz.course.spoken import spoken
from rnnviz.explain.hues import hue_of
from rnnviz.explain.notation import Symbol, notation
from rnnviz.locale import N_, translator
from rnnviz.model import LOGITS, PREDICTION, TARGET
from rnnviz.practice import SLIPS, Task, families
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
}
ACCENTS = {"tilde": r"\tilde", "hat": r"\hat", "bar": r"\bar"}
FUNCTIONS = {"sigmoid": r"\sigma", "tanh": r"\tanh", "softmax": r"\softmax", "log": r"\ln"}
# The same accents as signs of their own.
MARKS = {"tilde": "\u0303", "hat": "\u0302", "bar": "\u0304"}
# The loss of a step has no symbol among the quantities.
LOSS_LETTER = Symbol("L")
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
        "families": [_family(name, _) for name in families()],
        "largestSeed": LARGEST_SEED,
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


def _family(name: str, _: Callable[[str], str]) -> dict[str, Any]:
    task, about = example(name), ABOUT[name]
    description = task.model.cell.description
    quantities = (*description.quantities, LOGITS, PREDICTION)
    titles = {one.name: _(one.title) for one in quantities} | {"loss": _(N_("loss"))}
    hues = {one.name: hue_of(one, description) for one in quantities} | {"loss": "loss"}
    writer = _Writer(task)
    entries = task.entries.items()
    return {
        "program": program(name),
        "title": _(about.title),
        "chapter": {"address": about.chapter, "title": _(outline.CHAPTERS[about.chapter].title)},
        "stage": about.stage,
        "titles": titles,
        "hues": hues,
        "symbols": writer.symbols(hues),
        # By their names: quantities, those of the step before, and parameters.
        "tex": {
            text(one): writer.tex(one)
            for name in titles
            for one in (Tensor(name), Tensor(name, before=True))
        }
        | {name: writer.tex(Parameter(name)) for name in task.model.parameters},
        # Of each entry the expression, and the names of what it takes.
        "sides": {name: writer.tex(e) for name, e in entries},
        "reads": {name: _reads(e) for name, e in entries},
    }


def _reads(e: Expression) -> list[str]:
    found = [text(one) for one in walk(e) if isinstance(one, Tensor | Parameter)]
    return list(dict.fromkeys(found))


class _Writer:
    """Expressions of a task's step in TeX, in the documents' row vectors, with the step's own numbers as indices."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._symbols = {**notation("row", task.model.cell).symbols, "loss": LOSS_LETTER}

    def symbols(self, hues: Mapping[str, str]) -> dict[str, dict[str, str]]:
        """The hues of quantities by their letters, as the module that reads TeX has them."""
        written = {name: self._symbols[name] for name in hues}
        return {
            one.base + MARKS.get(one.accent, ""): {"hue": hues[name]}
            for name, one in written.items()
        }

    def tex(self, e: Expression) -> str:
        return self._written(e)[0]

    def _written(self, e: Expression) -> tuple[str, int]:
        """An expression, and how closely it binds."""

        def of(one: Expression, least: int) -> str:
            written, level = self._written(one)
            return written if level >= least else f"({written})"

        match e:
            case Tensor(name, before):
                t = self._task.steps - before
                return self._symbol(name, str(t)), ATOM
            case Parameter(name):
                return self._symbol(name), ATOM
            case Matmul(left, Parameter(name)) if name == TARGET:
                return f"{of(left, ATOM)}[{self._task.text[self._task.steps]}]", ATOM
            case Matmul(left, right):
                return rf"{of(left, ATOM)}\,{of(right, ATOM)}", PRODUCT
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
                return rf"{of(left, ATOM)} \odot {of(right, ATOM)}", PRODUCT
            case Apply(function, one):
                own = str(getattr(self._task.model.cell, "phi", ""))
                name = FUNCTIONS[own if function == "phi" else function]
                return f"{name}({of(one, SUM)})", ATOM
        raise ValueError(f"{type(e).__name__} is no operation of a task.")

    def _symbol(self, name: str, time: str = "") -> str:
        symbol = self._symbols[name]
        letter = f"{ACCENTS[symbol.accent]} {symbol.base}" if symbol.accent else symbol.base
        index = symbol.sub or time
        return f"{letter}_{{{index}}}" if index else letter
