"""What the browser is told of the page "Practice", in a language; its module makes tasks of it, and judges them."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from itertools import chain
from typing import Any, NamedTuple
from urllib.parse import urlencode

from rnnviz.cells import CELLS
from rnnviz.cells.equation import text
from rnnviz.cells.expression import Expression, Gradient, Leaf, Parameter, Tensor, walk
from rnnviz.course import outline, prose, read
from rnnviz.course.practice import exercises, readings
from rnnviz.course.practice.strings import STRINGS
from rnnviz.course.practice.written import Letters, Writer, typed
from rnnviz.course.spoken import spoken
from rnnviz.explain.hues import hue_of
from rnnviz.explain.notation import NOTATIONS, STYLES, notation
from rnnviz.explain.spoken import CALLED, OUTPUT_CALLED
from rnnviz.locale import N_, translator
from rnnviz.model import LOGITS, OUTPUT_PHASES, PREDICTION, TARGET
from rnnviz.network import Network
from rnnviz.practice import SLIPS, ExerciseTask, StepTask, Task
from rnnviz.practice.exercises import sources_of
from rnnviz.practice.families import OF_CELLS
from rnnviz.practice.program import program
from rnnviz.practice.tasks import LARGEST_SEED, example
from rnnviz.practice.writing import SENTENCES, bare, is_name, leaves, spellings
from rnnviz.practice.writing import told as told_of_writing


class About(NamedTuple):
    """Of a family: its title, the chapter that tells of it, and where the stage shows it, if it does."""

    title: str
    chapter: str
    stage: str = ""


# In the order of the course.
ABOUT: Mapping[str, About] = {
    "perceptron": About(N_("The perceptron rule"), "neurons"),
    "xor": About(N_("XOR with three neurons"), "neurons"),
    "descent": About(N_("A step of descent"), "descent"),
    "adam": About(N_("Two steps of Adam"), "descent"),
    "backprop": About(N_("Back through a layer"), "backprop"),
    "softmax": About(N_("Prediction and loss"), "softmax", "step?cell=rnn&phase=predict"),
    "cbow": About(N_("A prediction of CBOW"), "word2vec"),
    "huffman": About(N_("A Huffman tree"), "word2vec"),
    "tree": About(N_("Hierarchical softmax"), "word2vec"),
    "textcnn": About(N_("A filter of a TextCNN"), "textcnn"),
    "ngrams": About(N_("N-grams counted"), "why_history"),
    "bigrams": About(N_("Bigrams and perplexity"), "why_history"),
    "shapes": About(N_("The shapes of a step"), "why_shapes"),
    "counts": About(N_("How many parameters"), "why_shapes"),
    "rnn.step": About(N_("A step of an RNN"), "why_unrolled", "step?cell=rnn"),
    "gru.step": About(N_("A step of a GRU"), "why_gates", "step?cell=gru"),
    "lstm.step": About(N_("A step of an LSTM"), "why_gates", "step?cell=lstm"),
    "rnn.back": About(N_("Back through an RNN"), "gradients", "step?cell=rnn&way=back"),
    "gru.back": About(N_("Back through a GRU"), "gradients", "step?cell=gru&way=back"),
    "lstm.back": About(N_("Back through an LSTM"), "gradients", "step?cell=lstm&way=back"),
    "unit": About(N_("Is this unit needed?"), "one_unit"),
    "reach": About(N_("What arrives three steps later"), "gradients"),
    "clipping": About(N_("Gradient clipping"), "gradients"),
}
QUESTIONS = {
    "step": N_("The network has read “{before}”. Compute how it reads “{now}”, to two decimals."),
    "output": N_(
        "The network has read “{before}” and “{now}”; “{target}” comes next. Compute its prediction and the "
        "loss, to two decimals."
    ),
    "back": N_(
        "The network has read “{before}” and “{now}”; “{target}” comes next. Follow its loss back, to two decimals."
    ),
}
# Where one is asked before an answer is shown: under which name it is kept, its title, its address, and the kinds of
# question that there are.
ASKING: tuple[tuple[str, str, str, tuple[str, ...]], ...] = (
    (
        "step",
        N_("Step, with “Ask first”"),
        "step?cell=lstm&cover=1",
        ("prediction", "gate", "change", "terms"),
    ),
    ("units", N_("Units, with “Ask first”"), "units", ("verdict",)),
)
# Of a gate, what σ is applied to; and of any quantity what the loss asks of it.
PRE = N_("pre-activation of the {quantity}")
GRADIENT = N_("gradient of the {quantity} at step {t}")
OFFERED = tuple(NOTATIONS)
LEAVES = (Tensor, Gradient, Parameter)
# Of two biases that are one together: unlike, so that neither stands for the other.
PARTS = (0.25, 0.75)


def told(language: str) -> dict[str, Any]:
    """All that the page's module draws, but for the words of all pages of the course."""
    _ = translator(language)
    page = outline.PRACTICE_PAGE
    return {
        "title": _(page.title),
        "lead": _(page.question),
        "practice": {name: _(words) for name, words in STRINGS.items()},
        "slips": {name: _(words) for name, words in SLIPS.items()},
        "writing": told_of_writing()
        | {"sentences": {name: _(words) for name, words in SENTENCES.items()}},
        "families": _families(language),
        "largestSeed": LARGEST_SEED,
        "notations": [[key, _(STYLES[key].title)] for key in OFFERED],
        "questions": _questions(language),
        "readings": _readings(language),
        "trainings": readings.told(language),
        # For those whose browser runs no script.
        "parts": [{"title": "", "chapters": [dict(one) for one in tasks(language)]}],
        "say": {language: spoken(outline.PRACTICE, language)},
    }


def tasks(language: str, chapter: str = "") -> list[dict[str, str]]:
    """All there is to practise, or what a chapter tells of: {address, title, question}."""
    _ = translator(language)
    return [
        {
            "address": f"{outline.PRACTICE}?family={name}",
            "title": _(title),
            "question": _(outline.CHAPTERS[told_in].question),
        }
        for name, (title, told_in) in _titled().items()
        if chapter in ("", told_in)
    ]


def titles(language: str) -> dict[str, str]:
    """Of all families of tasks, and of the questions about trainings, by name."""
    _ = translator(language)
    return {name: _(title) for name, (title, _chapter) in _titled().items()}


def _titled() -> dict[str, tuple[str, str]]:
    """Of each its title and its chapter."""
    families = {name: (one.title, one.chapter) for name, one in ABOUT.items()}
    return families | {name: (one.title, one.chapter) for name, one in readings.READINGS.items()}


def _readings(language: str) -> list[dict[str, Any]]:
    """The questions about trainings."""
    _ = translator(language)
    return [
        {
            "name": name,
            "title": _(one.title),
            "question": _(one.question),
            "recipe": one.recipe,
            "place": one.place,
            "chapter": {"address": one.chapter, "title": _(outline.CHAPTERS[one.chapter].title)},
        }
        for name, one in readings.READINGS.items()
    ]


def _questions(language: str) -> list[dict[str, Any]]:
    """The pages that ask something, each with its questions and where they stand."""
    _ = translator(language)
    chapters = [
        {
            "name": name,
            "title": _(outline.CHAPTERS[name].title),
            "address": name,
            "asked": asked,
        }
        for name in outline.CHAPTERS
        if (asked := _asked(name))
    ]
    others = [
        {
            "name": name,
            "title": _(title),
            "address": address,
            "asked": [{"name": kind, "address": address} for kind in kinds],
        }
        for name, title, address, kinds in ASKING
    ]
    return [*chapters, *others, _looked_up(language)]


def _looked_up(language: str) -> dict[str, Any]:
    """The page of questions, each asked by itself: there a reader says whether he knew the answer."""
    name = outline.QUESTIONS
    titles = [
        one for one in read(prose(name, language).read_text("utf-8")).sections if one["title"]
    ]
    return {
        "name": name,
        "title": translator(language)(outline.REFERENCE[name].title),
        "address": f"{name}?cover=on",
        "asked": [
            {
                "name": one["id"],
                "title": one["title"],
                "address": f"{name}?cover=on&section={one['id']}",
            }
            for one in titles
        ],
    }


def asking(language: str) -> list[dict[str, str]]:
    """The pages that ask something: {name, title, address}."""
    return [
        {key: page[key] for key in ("name", "title", "address")} for page in _questions(language)
    ]


@cache
def _asked(chapter: str) -> list[dict[str, str]]:
    sections = read(prose(chapter, "en").read_text("utf-8")).sections
    return [
        {"name": block[1], "address": f"{chapter}?section={section['id']}"}
        for section in sections
        for block in section["blocks"]
        if block[0] == "question"
    ]


def titles_of(family: str, language: str) -> dict[str, str]:
    """What the quantities of a family are called."""
    return dict(_told_of(family, language)["titles"])


def question_of(family: str, language: str) -> str:
    """What a task of a family asks, of any seed."""
    task = example(family)
    asked = str(_told_of(family, language)["question"])
    if not isinstance(task, StepTask):
        return asked
    read = task.text[: task.steps]
    return asked.format(before=read[:-1], now=read[-1], target=task.target)


def _told_of(family: str, language: str) -> dict[str, Any]:
    return next(one for one in _families(language) if one["program"]["family"] == family)


@cache
def _families(language: str) -> list[dict[str, Any]]:
    """Made once: each visit to the page is told the same."""
    return [_family(name, translator(language)) for name in ABOUT]


def _solution(task: StepTask) -> str:
    """The stage where the first of a task's quantities is computed; {run} names its network."""
    family = OF_CELLS[task.family]
    name = next(name for name, cell in CELLS.items() if cell is family.cell)
    network = Network(name, (1,))
    first: dict[str, dict[str, object]] = {
        "step": {"phase": network.phases[0]},
        "output": {"phase": OUTPUT_PHASES[0].key},
        "back": {"way": "back", "loss": task.steps, "phase": network.phases_back[0]},
    }
    return f"step?run={{run}}&t={task.steps}&{urlencode(first[family.kind])}"


class _Shown(NamedTuple):
    """How a task is written and called. leaves: what its equations take, by name. path: the words of what is computed
    one after the other."""

    question: str
    leaves: Mapping[str, Expression]
    titles: Mapping[str, str]
    hues: Mapping[str, str]
    path: list[str]
    written: Mapping[str, Any]


def _family(name: str, _: Callable[[str], str]) -> dict[str, Any]:
    task, about = example(name), ABOUT[name]
    shown = _exercise(task, _) if isinstance(task, ExerciseTask) else _step(task, _)
    part = next(part for part, chapters in outline.PARTS.items() if about.chapter in chapters)
    return {
        "program": program(name),
        "title": _(about.title),
        "part": _(part),
        "chapter": {"address": about.chapter, "title": _(outline.CHAPTERS[about.chapter].title)},
        "stage": about.stage,
        "solution": "" if isinstance(task, ExerciseTask) else _solution(task),
        "question": _(shown.question),
        "path": shown.path,
        "titles": {one: title for one, title in shown.titles.items() if one in shown.leaves},
        "hues": dict(shown.hues),
        "written": dict(shown.written),
        # Of each entry the names of what it takes.
        "reads": {one: _reads(name, e) for one, e in task.entries.items()},
    }


def _exercise(task: ExerciseTask, _: Callable[[str], str]) -> _Shown:
    """In letters of its own, which no notation changes."""
    asked = exercises.EXERCISES[task.family]
    found = _leaves(task) | {name: Parameter(name) for name in task.drawn}
    found = {one: leaf for one, leaf in found.items() if not sources_of(task.family, one)}
    leaves = found | {name: Tensor(name) for name in task.wanted}
    titles = {name: _(words) for name, (_tex, words) in asked.names.items()}
    writer = Writer(task, partial(exercises.named, task), columns=False)
    return _Shown(
        asked.question,
        leaves,
        titles,
        {name: exercises.hue_of(own) for name, own in asked.names.items()},
        [titles[name] for name in task.wanted],
        {
            OFFERED[0]: _written(writer, task, leaves, lambda leaf: [exercises.named(task, leaf)])
            | {"letters": exercises.letters(titles, task.family)}
        },
    )


def _step(task: StepTask, _: Callable[[str], str]) -> _Shown:
    family = OF_CELLS[task.family]
    gradients = family.gradients
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
    leaves = _leaves(task) | {
        one: Gradient(gradients[one]) if one in gradients else Tensor(one) for one in task.wanted
    }
    written = {}
    for key in OFFERED:
        style = notation(key, task.model.cell)
        letters = Letters(task, style)
        writer = Writer(task, letters.named, columns=style.columns)
        written[key] = _written(writer, task, leaves, letters.forms) | {
            "columns": style.columns,
            "note": style.note and _(style.note),
            "symbols": letters.hues(own),
            "letters": letters.words(words),
        }
    path = [titles[gradients[one].name if one in gradients else one] for one in task.wanted]
    return _Shown(QUESTIONS[family.kind], leaves, titles, hues, path, written)


def _written(
    writer: Writer,
    task: Task,
    shown: Mapping[str, Expression],
    forms: Callable[[Leaf], list[str]],
) -> dict[str, Any]:
    """Quantities and parameters by their names, the entries' expressions, and how letters are typed."""
    return {
        "columns": False,
        "note": "",
        "symbols": {},
        "letters": {},
        "tex": {name: writer.tex(one) for name, one in shown.items()},
        "sides": {
            name: "" if sources_of(task.family, text(e)) else writer.tex(e)
            for name, e in task.entries.items()
        },
        **_typed(task, forms),
    }


def _typed(task: Task, forms: Callable[[Leaf], list[str]]) -> dict[str, Any]:
    """typed: what the letters of equations are typed as. spelt: their bare names, [name, part], where the task knows
    them by others; of two letters that are one parameter together each is a part."""
    typed_as: dict[str, str] = {}
    spelt: dict[str, list[object]] = {}
    for name, leaf in leaves(task).items():
        typed_as[name] = name
        for form in map(typed, reversed(forms(leaf))):
            parts = form.strip("()").split(" + ")
            if not all(map(is_name, parts)):
                continue
            typed_as[name] = form
            shares = PARTS if len(parts) > 1 else (1,)
            for part, share in zip(parts, shares, strict=True):
                spelt.setdefault(bare(part), [name, share])
    known = spellings(task)
    new = {one: own for one, own in spelt.items() if [known.get(one), 1] != own}
    return {"typed": typed_as, "spelt": new}


def _leaves(task: Task) -> dict[str, Expression]:
    whole = chain.from_iterable(map(walk, task.entries.values()))
    return {text(one): one for one in whole if isinstance(one, LEAVES)}


def _reads(family: str, e: Expression) -> list[str]:
    found = [text(one) for one in walk(e) if isinstance(one, LEAVES)]
    return list(
        dict.fromkeys(chain.from_iterable(sources_of(family, one) or [one] for one in found))
    )
