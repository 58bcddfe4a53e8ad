"""Questions about trainings: which of four curves has what is asked, which of four texts was written when."""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from rnnviz import presets
from rnnviz.address.link import Link
from rnnviz.address.training_plan import first_text
from rnnviz.cells import LSTM
from rnnviz.course.practice.recorded import RECIPES, recorded
from rnnviz.live.recorded import first_page
from rnnviz.locale import N_, translator
from rnnviz.locale.writing import SUFFIX, for_reader


class Reading(NamedTuple):
    """recipe: which of the trainings is asked for; "" for texts of one network, and for a place of a line.
    place: what happens there. chapter: what tells of it."""

    title: str
    question: str
    chapter: str
    recipe: str = ""
    place: str = ""


READINGS: Mapping[str, Reading] = {
    "training.high": Reading(
        N_("A rate that is too high"),
        N_(
            "Four trainings of the same kind of network. Which one has a learning rate 100 times too high?"
        ),
        "descent",
        "high",
    ),
    "training.low": Reading(
        N_("A rate that is too low"),
        N_(
            "Four trainings of the same kind of network. Which one has a learning rate 100 times too low?"
        ),
        "descent",
        "low",
    ),
    "training.heart": Reading(
        N_("Learnt by heart"),
        N_("Four trainings of the same kind of network. Which one learns its text by heart?"),
        "nnlm",
        "heart",
    ),
    "training.usual": Reading(
        N_("The training that goes well"),
        N_("Four trainings of the same kind of network. Which one would you go on with?"),
        "descent",
        "usual",
    ),
    "training.text": Reading(
        N_("When it was written"),
        N_(
            "A network wrote four texts while it was trained. Which one did it write after {step} steps?"
        ),
        "writing",
    ),
    "place.erased": Reading(
        N_("Where it forgets most"),
        N_(
            "An LSTM reads “{text}”; these are the gates, the candidate and the memory of its unit {unit}. At which "
            "letter is most of that memory erased?"
        ),
        "why_gates",
        place="erased",
    ),
}
# Of a unit at a letter; in that order.
SHOWN = ("I", "F", "C_tilde", "C")
# As many letters as fit beside each other.
LONGEST_LINE = 18
# What is said of each recipe once it is shown.
SAID: Mapping[str, str] = {
    "usual": N_("Learning rate {rate}: both losses fall, and stay together."),
    "high": N_(
        "Learning rate {rate}: each step goes too far, and the loss leaps far above guessing. A training that stays "
        "there is ended."
    ),
    "low": N_("Learning rate {rate}: each step is so small that the loss hardly falls."),
    "heart": N_(
        "Learning rate {rate}, but 3,000 characters to learn from: the training loss goes on falling, the validation "
        "loss turns and rises."
    ),
}
# Checkpoints that look unlike each other: one of each is shown. Chinese sentences are learnt sooner.
STAGES: Mapping[str, tuple[tuple[int, ...], ...]] = {
    "python-reference": ((0, 2, 4), (23,), (128, 181), (724, 1024, 1400)),
    "chinese": ((0, 2, 4), (16,), (23,), (512, 1024, 1400)),
}


def told(language: str) -> dict[str, Any]:
    """What the browser makes the questions of: `TrainingsTold`."""
    _ = translator(language)
    found = recorded()
    titles = {one.name: one.title for one in LSTM.random(1, 1, seed=0).description.quantities}
    return {
        "steps": found["steps"],
        "guessing": found["guessing"],
        "trainings": [
            [
                {"recipe": name, "rate": one["rate"] * recipe.rate, **one[name]}
                for name, recipe in RECIPES.items()
            ]
            for one in found["trainings"]
        ],
        "said": {name: _(words) for name, words in SAID.items()},
        "texts": _texts(language),
        "lines": _lines(language),
        "called": {name: _(titles[name]) for name in SHOWN},
    }


@cache
def _lines(language: str) -> list[dict[str, Any]]:
    """Built-in texts that readers of the language can read, as the LSTM has read them that has learnt them."""
    is_latin = Link.first(language).text.isascii()
    texts = [
        for_reader(one.text, language)
        for one in presets.BUILT_IN
        if one.text.isascii() == is_latin and len(one.text) <= LONGEST_LINE
    ]
    return [{"letters": text, "units": _units(text)} for text in texts]


def _units(text: str) -> list[dict[str, list[float]]]:
    size = next(one.hidden_size for one in presets.BUILT_IN)
    model = presets.load(text, "lstm", size)
    if model is None:
        raise ValueError(f"No LSTM has learnt {text!r}.")
    trace = model.trace(text)
    rows = {name: trace[name][:, 0].round(2) for name in SHOWN}
    return [{name: row[:, unit].tolist() for name, row in rows.items()} for unit in range(size)]


def _texts(language: str) -> list[list[dict[str, object]]]:
    """Of each stage the texts of its checkpoints: {step, text}."""
    corpus = first_text(language)
    writings = {one["step"]: one for one in first_page(corpus, corpus, language)["writings"]}
    stages = STAGES[corpus.removesuffix(SUFFIX)]
    return [
        [{"step": step, "text": "".join(writings[step]["tokens"])} for step in stage]
        for stage in stages
    ]
