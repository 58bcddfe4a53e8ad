"""An address means in the static edition what it means in the app, and a control does there what it does here."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from rnnviz.address.controls import EXAMPLES
from rnnviz.address.link import PLACE, Find, Link, Moment
from rnnviz.cells import EVERY_CELL, TWO_WAY
from rnnviz.cells.beginnings import SKETCHES, equations_of
from rnnviz.fields import LinkError
from rnnviz.locale import translator
from rnnviz.presets import COMPARISONS
from rnnviz.site.own_cells import own_cells
from rnnviz.site.stages import LAYERS, fields
from rnnviz.text import Vocabulary
from tests.javascript import in_node

PROGRAM = Path(__file__).with_name("links.mjs")
CELLS = [*EVERY_CELL, *TWO_WAY]
COMPARED = COMPARISONS[0].text
# Of each field words that fit, that nearly do, and that somebody has made up to do harm.
TEXTS = ["hello world", "x", "花开", "花钱", "他向我表白", COMPARED, "aa", "", "a" * 201, "é" * 200]
ODD_TEXTS = [
    "a\u0301" * 60,
    "a" + "\u0301" * 40,
    "bell\a",
    "tab\tand\nline",
    "👩‍👩‍👧🇨🇳",
    "ab " * 40000,
]
READINGS = ["1 2; 3 4; 5 6", "1 2 3", "1;2;3", "21,5;3", "1", "1;x", "1e7;2", ";;", "−1;.5;+2."]
ODD_READINGS = ["1 2;3", "1 2 3 4 5 6 7 8 9;1", ";".join(["7"] * 201), "1、2;3、4", "１；２；３"]
BLANKS = ["\u00a01\u2003;2", "1\u0085;2\ufeff", "1\x1c2", "1" * 10_001]
SIZES = [
    "1",
    "8",
    "08",
    "11",
    "64",
    "65",
    "128",
    "129",
    "0",
    "-3",
    "8x8",
    "8x8x8",
    "8x8x8x8",
    "64x65",
]
ODD_SIZES = ["8x", "x", "1e1", "1_0", "١", " 8", "9999999999"]
BESIDE = ["rnn", "gru,lstm", "rnn,gru,lstm", "original", "bilstm", "mgu,original", "", ",", "rnn,"]
RUNS_BESIDE = ["x", "@5", "0123456789abcdef@5", "0123456789abcdef", "gru.step.7@0", "written"]
UNFIT = ["H = tanh(X @ W", "H = X", "👩 = H\n" * 2000, "toString", " "]
WORDS: dict[str, list[str]] = {
    "equations": [*SKETCHES.values(), *map(equations_of, ("rnn", "slstm")), *UNFIT, ""],
    "cell": [*CELLS, "LSTM", "written", "", "__proto__", "constructor", "<b>"],
    "text": TEXTS + ODD_TEXTS,
    "goal": ["next", "after", "before", "Before", "toString"],
    "readings": READINGS + ODD_READINGS + BLANKS,
    "hidden": SIZES + ODD_SIZES,
    "weights": ["trained", "random", "Random", ""],
    "seed": ["0", "7", "999999", "1000000", "-1", "1.5", "٣", ""],
    "beside": BESIDE + RUNS_BESIDE,
    "run": ["0123456789abcdef", "gru.step.7", "gru.step.", "a.b.c.7", "x", ""],
    "at": ["5"],
}
# What controls write: values as they have read them.
CHANGES: dict[str, list[Any]] = {
    "cell": [*CELLS, "written"],
    "text": [
        "hello world",
        "x",
        "花开",
        COMPARED,
        COMPARISONS[-1].text,
        "想要有直升机",
        "",
        "a" * 201,
    ],
    "goal": ["next", "after", "before"],
    "readings": ["1 2; 3 4; 5 6", "1 2 3", "", "1;x"],
    "hidden": [1, 8, 11, 64, 65, 128, 129, (8, 8), (4, 5, 6), (1, 1, 1, 1), "x"],
    "weights": ["trained", "random"],
    "seed": [0, 7, 1_000_000, -1],
    "equations": ["H = X @ W * r", *UNFIT],
    "beside": [
        (),
        ("written",),
        ("rnn",),
        ("gru", "lstm"),
        ("original",),
        ("bilstm", "mgu"),
        ("a",),
        ("rnn", "gru", "mlp"),
    ],
}


def walk(rng: random.Random) -> dict[str, Any]:
    """An address, and what is then changed."""
    names = rng.sample([*WORDS], rng.randint(1, 4))
    query = {name: [rng.choice(WORDS[name])] for name in names}
    if rng.random() < 0.1:
        query[names[0]] += ["again"]
    changes: list[dict[str, Any]] = []
    for _ in range(4):
        several = rng.sample([*CHANGES], rng.choice([1, 1, 1, 2]))
        changes.append({name: rng.choice(CHANGES[name]) for name in several})
        if rng.random() < 0.2:
            changes.append(dict(rng.choice(EXAMPLES).values))
    return {"query": query, "changes": changes}


def told(link: Link) -> dict[str, str]:
    return {name: word for name, word in link.to_query().items() if name not in PLACE}


def in_python(
    walk: dict[str, Any], language: str, last_moment: Find | None = None
) -> dict[str, Any]:
    _ = translator(language)
    link, problems = Link.from_query(walk["query"], last_moment)
    read = {
        "query": told(link),
        "problems": [problem.sentence(_) for problem in problems],
        "tracks": [told(track) for track in link.tracks],
    }
    walked: list[Any] = []
    for values in walk["changes"]:
        try:
            link = link.changed(**values)
            walked.append(told(link))
        except LinkError as reason:
            walked.append(reason.sentence(_))
    return {**read, "walked": walked}


RUN = "0123456789abcdef"


def training(run: str) -> Moment:
    """The same training as the browser is told of."""
    return Moment(
        run=run,
        at=9,
        folder=Path("nowhere"),
        corpus="own",
        cell="gru",
        hidden=5,
        steps=9,
        checkpoints=(0, 3, 9),
        vocabulary=Vocabulary("abc"),
        beginning="abc",
    )


AT = [
    "0",
    "3",
    "4",
    "08",
    "-1",
    "x",
    "",
    "+3",
    "3.0",
    "1e0",
    "٣",
    "9999999999",
    "a\u0301" * 40,
    "<b>",
]


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_the_step_of_a_training_means_the_same_and_is_refused_in_the_same_words(
    language: str,
) -> None:
    queries: list[dict[str, list[str]]] = [{"run": [RUN], "at": [word]} for word in AT]
    queries += [{"run": [RUN]}, {"run": [RUN], "at": ["3", "9"]}, {"run": ["x"], "at": ["3"]}]
    walks = [{"query": query, "changes": []} for query in queries]
    known = {"run": RUN, "cell": "gru", "hidden": 5, "steps": 9, "checkpoints": [0, 3, 9]}
    trainings = [known | {"vocabulary": [*"abc"], "beginning": [*"abc"]}]
    own = own_cells(language, LAYERS)
    asked = {"about": fields(language), "own": own, "walks": walks, "trainings": trainings}
    found = in_node(PROGRAM, json.loads(json.dumps(asked)))
    for one, theirs in zip(walks, found, strict=True):
        assert theirs == in_python(one, language, training), one


@pytest.mark.parametrize(("language", "many"), [("en", 100), ("zh-Hans", 0)])
def test_addresses_and_changes_mean_the_same_in_both_editions(language: str, many: int) -> None:
    rng = random.Random(25)
    single = [{"query": {n: [w]}, "changes": []} for n, words in WORDS.items() for w in words]
    walks = single + [walk(rng) for _ in range(many)]
    asked = {"about": fields(language), "own": own_cells(language, LAYERS), "walks": walks}
    found = in_node(PROGRAM, json.loads(json.dumps(asked)))
    for one, theirs in zip(walks, found, strict=True):
        assert theirs == in_python(one, language), one
