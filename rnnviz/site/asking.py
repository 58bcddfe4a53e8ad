"""What the browser needs to compute itself what is asked of units: words, the grammars of made languages, cells.

The messages are those of `rnnviz.units`, and stand there; `assets/units` says them by the names that they have here.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

from rnnviz.address import units_source
from rnnviz.address.link import NO_RUN
from rnnviz.cells import CELLS, EVERY_CELL
from rnnviz.cells.activations import ACTIVATIONS
from rnnviz.engine.program import program
from rnnviz.locale import N_, translator
from rnnviz.locale.writing import SIMPLIFIED, TRADITIONAL, traditional
from rnnviz.model import SequenceModel
from rnnviz.text import Vocabulary
from rnnviz.training.agreements import MEASURE_OF
from rnnviz.training.corpora import CORPORA
from rnnviz.training.mandarin import NUMBERS as CHINESE_NUMBERS
from rnnviz.units import (
    ablation,
    learning,
    patching,
    probe,
    questions,
    ranking,
    rest,
    states,
    verdict,
)
from rnnviz.units.agreements import PERSONS
from rnnviz.units.labels import (
    ABOUT,
    ABOUT_CLAUSES,
    CLOSES,
    FREQUENT,
    LOSS,
    LOSS_CLAUSE,
    MEASURE_WORDS,
    NO_LABEL,
    READY,
)
from rnnviz.units.minimal_pairs import CHINESE, minimal_pairs
from rnnviz.units.probe import CONTROLLED, HARDLY, KNOWN, LEARNING
from rnnviz.units.reading import read
from rnnviz.units.spans import (
    EMPTY,
    LONGEST_PATTERN,
    MOST_SPANS,
    NO_PATTERN,
    NO_SPAN,
    SECONDS,
    TOO_LONG,
    TOO_MANY_SPANS,
    TOO_SLOW,
)
from rnnviz.units.view import asking, cost, find, text
from rnnviz.units.view import states as similar

# A number's format, which the browser writes itself.
FORMAT = re.compile(r"\{(\w+):[^}]*\}")
# Labels that a grammar may have minimal pairs for.
PAIRED = ("brackets", "round", "square", "because", "although", "measure")
NOT_READ = N_(
    "The pattern {pattern} cannot be read here: patterns are JavaScript's in this edition, which have no "
    "possessive quantifiers and no atomic groups."
)
REFUSALS = {
    "nothingAsked": asking.NOTHING_ASKED,
    "tooShortToRank": questions.TOO_SHORT,
    "rareLabel": questions.RARE,
    "evenLabel": questions.EVEN,
    "tooRareToTest": ablation.TOO_RARE,
    "noRest": rest.NO_REST,
    "noLabel": NO_LABEL,
    "tooManySpans": TOO_MANY_SPANS,
    "noSpan": NO_SPAN,
    "emptyPattern": EMPTY,
    "longPattern": TOO_LONG,
    "slowPattern": TOO_SLOW,
    "wrongPattern": NO_PATTERN,
    "otherPattern": NOT_READ,
    "noRun": units_source.ALONE[NO_RUN],
    "noCheckpoint": units_source.NO_CHECKPOINT,
    "needsTwo": units_source.NEEDS_TWO,
    "textTooLong": units_source.TOO_LONG,
}
SPREAD: dict[str, str] = {
    **{str(word): message for word, message in KNOWN.items()},
    "hardly": HARDLY,
    "learnt": LEARNING[True],
    "notLearnt": LEARNING[False],
    "controlled": CONTROLLED[True],
    "notControlled": CONTROLLED[False],
}


def _named(name: str, messages: Mapping[Any, str]) -> dict[str, str]:
    """The messages by the words of their keys, such as "word true false"."""
    keys = {key: key if isinstance(key, tuple) else (key,) for key in messages}
    return {" ".join(map(str, (name, *keys[key]))).lower(): own for key, own in messages.items()}


VERDICT = {
    "at label": verdict.AT_LABEL,
    "on above": verdict.ON_ABOVE,
    **_named("word", verdict.WORDS),
    **_named("alone", verdict.ALONE),
    **_named("tells", verdict.TELLS),
    **_named("cost", verdict.COSTS),
    **_named("elsewhere", verdict.ELSEWHERE),
    **_named("company", verdict.COMPANY),
}

# The sizes and thresholds of `rnnviz.units` and its view, by what depends on them.
NUMBERS: dict[str, Any] = {
    "read": {
        "block": text.BLOCK,
        "likeliest": text.LIKELIEST,
        "mostColumns": text.MOST_COLUMNS,
        "shades": text.SHADES,
    },
    "labels": {
        "mostSpans": MOST_SPANS,
        "lowest": asking.LOWEST,
        "highest": asking.HIGHEST,
    },
    "ranked": {
        "shortest": questions.SHORTEST,
        "rarest": questions.RAREST,
        "nothing": ranking.NOTHING,
        "shifts": ranking.SHIFTS,
        "passing": ranking.PASSING,
        "leastShift": ranking.LEAST_SHIFT,
        "named": find.NAMED,
        "bins": ranking.BINS,
        "mostLevels": ranking.MOST_LEVELS,
    },
    "probed": {
        "sizes": probe.SIZES,
        "controls": probe.CONTROLS,
        "tries": probe.TRIES,
        "mostly": probe.MOSTLY,
        "least": probe.LEAST,
        "learnt": probe.LEARNT,
        "measures": probe.MEASURES,
    },
    "moments": learning.MOMENTS,
    "held": {
        "ways": ablation.WAYS,
        "together": ablation.TOGETHER,
        "paired": cost.PAIRED,
        "rarest": ablation.RAREST,
        "fewestLines": ablation.FEWEST_LINES,
        "mostPieces": ablation.MOST_PIECES,
        "draws": ablation.DRAWS,
        "ends": [end / 100 for end in ablation.ENDS],
    },
    "judged": {
        "shareOfLoss": verdict.SHARE_OF_LOSS,
        "asCostly": verdict.AS_COSTLY,
        "measures": verdict.MEASURES,
    },
    "patched": {"draws": patching.DRAWS, "ends": [end / 100 for end in patching.ENDS]},
    "similar": {
        "rows": similar.ROWS,
        "mostNear": similar.MOST_NEAR,
        "lookedAt": states.LOOKED_AT,
    },
    "cloud": {
        "components": similar.COMPONENTS,
        "mostDrawn": similar.MOST_DRAWN,
        "whole": similar.WHOLE,
    },
    "rest": {
        "starts": rest.STARTS,
        "after": rest.AFTER,
        "numbers": rest.NUMBERS,
        "newton": rest.NEWTON,
        "farthest": rest.FARTHEST,
        "still": rest.STILL,
        "same": rest.SAME,
        "near": rest.NEAR,
        "far": rest.FAR,
        "drawn": rest.DRAWN,
        "likeliest": similar.LIKELIEST,
        "brackets": similar.BRACKETS,
        "lineEnd": similar.LINE_END,
        "deepest": similar.DEEPEST,
        "steady": similar.STILL,
    },
}


def asking_data(language: str) -> dict[str, Any]:
    """See `AskingData` in `units.d.ts`."""
    _ = translator(language)
    titles = {name: one.title for name, one in READY.items()}
    titles |= {"loss": LOSS, asking.SPANS: asking.MARKED}
    # Of these labels the title has a character.
    titles |= {f"{name}:": message for name, (message, _of) in ABOUT.items()}
    clauses = {name: one.clause for name, one in READY.items()}
    clauses |= {"loss": LOSS_CLAUSE, asking.SPANS: asking.IS_MARKED, asking.PATTERN: asking.MATCHES}
    clauses |= {f"{name}:": message for name, message in ABOUT_CLAUSES.items()}
    return {
        "refusals": {name: FORMAT.sub(r"{\1}", _(words)) for name, words in REFUSALS.items()},
        "words": {
            "titles": {name: _(words) for name, words in titles.items()},
            "clauses": {name: _(words) for name, words in clauses.items()},
            "hints": {name: _(one.hint) for name, one in READY.items()},
            "spread": {name: _(words) for name, words in SPREAD.items()},
            "verdict": {name: _(words) for name, words in VERDICT.items()},
        },
        "grammar": {
            "measureOf": MEASURE_OF,
            "measured": [*MEASURE_WORDS],
            "simplified": SIMPLIFIED,
            "traditional": TRADITIONAL,
            "numbers": CHINESE_NUMBERS,
            "persons": PERSONS,
            "first": asking.FIRST,
            "closes": CLOSES,
            "frequent": FREQUENT,
        },
        "numbers": NUMBERS,
        "limits": {
            "pattern": LONGEST_PATTERN,
            "seconds": SECONDS,
            "most": units_source.MOST,
            "usual": units_source.USUAL,
        },
        "cells": dict(_cells(_)),
        "corpora": {name: _(one.title) for name, one in CORPORA.items()},
        "ownText": _(units_source.OWN_TEXT),
        "pairedOf": [
            {"characters": "".join(sorted(known)), "labels": [*found]}
            for known, found in _languages()
        ],
    }


def pairs_data() -> list[dict[str, list[dict[str, Any]]]]:
    """Of each made language the minimal pairs of its labels."""
    return [
        {name: [asdict(one) for one in pairs] for name, pairs in found.items()}
        for _known, found in _languages()
    ]


def _languages() -> Iterator[tuple[set[str], dict[str, list[Any]]]]:
    """The characters of each made language, and its labels' minimal pairs."""
    names = (*PAIRED, *(f"measure:{word}" for word in MEASURE_WORDS))
    for known in ({*"()[]\n"}, CHINESE, {*traditional("".join(CHINESE))}):
        vocabulary = Vocabulary("".join(sorted(known)))
        found = {name: minimal_pairs(vocabulary, name) for name in names}
        yield known, {name: pairs for name, pairs in found.items() if pairs}


def _forward(model: SequenceModel) -> Iterator[dict[str, Any]]:
    """The passes without what only learning needs."""
    passes = program(model)["passes"]
    assert isinstance(passes, list)
    for one in passes:
        yield {**one, "contributions": None}


def _cells(translate: Callable[[str], str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The cells of trainings, by their name and what else says which equations they have."""
    kinds: list[tuple[str, str, dict[str, Any]]] = [
        *((f"rnn {phi}", "rnn", {"phi": phi}) for phi in ACTIVATIONS),
        *((name, name, {}) for name in CELLS if name not in {"rnn", "mlp"}),
        ("gru after", "gru", {"reset_after": True}),
    ]
    for key, name, options in kinds:
        kind = EVERY_CELL[name]
        # Any text and size would do: nothing of it stays.
        vocabulary = Vocabulary("ab")
        model = SequenceModel.random(kind, vocabulary, 2, seed=0, **options)
        seen = read(model, "ab")
        yield (
            key,
            {
                "title": translate(model.cell.title),
                "program": program(model) | {"passes": [*_forward(model)]},
                "quantities": text.quantities(seen, translate),
                "states": seen.states,
                "axes": kind.axes(**options),
            },
        )
