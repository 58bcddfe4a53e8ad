"""What the Train page of the static edition is told: its fields and limits, its texts, its words, and its worker."""

import json
from base64 import b64encode
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from rnnviz import live, web
from rnnviz.address.training_plan import CONFIG, FITS, RACE, USUAL, Plan, first_text
from rnnviz.address.training_recipe import MEASURED, PARTS, WORDS, how_measured, matters, worth
from rnnviz.cells import EVERY_CELL
from rnnviz.fields import Fits, Whole, field_data
from rnnviz.locale import N_, translator
from rnnviz.locale.writing import HANT, SIMPLIFIED, SUFFIX, TRADITIONAL, offered, traditional
from rnnviz.site.files import Put, packed
from rnnviz.site.loops import modules
from rnnviz.site.products import wasm
from rnnviz.site.recorded import recordings
from rnnviz.text import characters
from rnnviz.training import CORPORA, agreements, mandarin
from rnnviz.training.config import (
    CELLS,
    DIVERGED,
    DIVERGED_CLIPPED,
    MIN_HIDDEN,
    MIN_VALIDATED,
    NOT_FINITE,
    NOT_FINITE_CLIPPED,
    RACING_RATES,
)
from rnnviz.training.corpora import OWN, Corpus, has_words
from rnnviz.training.grammars import MONTHS
from rnnviz.training.store import DISTANCES

ASSETS = Path(__file__).with_name("assets") / "train"
# A browser trains a small network; more would fill a phone's memory.
MAX_HIDDEN, MAX_SIZE, MAX_LENGTH = 64, 64, 128
# Characters of each text that comes along, and of a reader's own.
MOST_CHARACTERS, MOST_OWN = 100_000, 1_000_000
NARROWER: dict[str, Fits] = {
    "hidden": Whole(MIN_HIDDEN, MAX_HIDDEN),
    "size": Whole(1, MAX_SIZE),
    "length": Whole(1, MAX_LENGTH),
}
# The texts on which a training was recorded whose page stands where the reader's own begins.
PAGED = [name for name in CORPORA if name.removesuffix(SUFFIX) in live.recorded.CONFIGS]
USUAL_HERE = {"hidden": MAX_HIDDEN}
OPTIMIZERS = {"sgd": N_("SGD"), "momentum": N_("SGD with momentum"), "adam": N_("Adam")}
SENTENCES = {
    "gone": N_("This training is no longer there; old ones are removed. Its plan is shown."),
    "elsewhere": N_("This training goes on in another tab of this browser."),
    "tooShort": N_("Characters in the text: {count}; predicting the next needs two."),
    "tooLong": N_("The text has {count} characters; at most {most} fit."),
    "noCheckpoint": N_("This checkpoint is no longer there."),
    "notFinite": NOT_FINITE,
    "diverged": DIVERGED,
    "notFiniteClipped": NOT_FINITE_CLIPPED,
    "divergedClipped": DIVERGED_CLIPPED,
    "recorded": N_(
        "A recorded training, larger than a browser's, is replayed in half a minute. Its weights are not "
        "here: it writes on from no other text."
    ),
    "unkept": N_("This browser keeps nothing of a page here, so that a reload begins anew."),
}
WORDS_HERE = {
    "text": N_("Text"),
    "own": N_("own text"),
    "ownText": N_("Your text"),
    "paste": N_("Paste or type a text; Ctrl+Enter takes it."),
    "file": N_("Or a file"),
    "take": N_("Take this text"),
    "cell": N_("Cell"),
    "race": N_("Race"),
    "hidden": N_("Units"),
    "steps": N_("Steps"),
    "recipe": N_("Recipe"),
    "recorded": N_("Larger, recorded"),
    "kept": N_("Kept"),
    "keptHint": N_(
        "The last {most} trainings are kept in this browser alone: a reload goes on with them. Nothing is sent."
    ),
    "empty": N_("Forget them all"),
    "emptied": N_("Nothing is kept."),
}
MOST_KEPT = 8


def training_data(language: str, put: Put, put_aside: Put) -> dict[str, Any]:
    """See `TrainingData` in `assets/train/train.d.ts`. put_aside: for what few readers ask for."""
    _ = translator(language)
    usual = {name: getattr(Plan(), name) for name in FITS} | USUAL_HERE
    return {
        "words": {name: _(words) for name, words in WORDS_HERE.items()},
        "sentences": {name: _(words) for name, words in SENTENCES.items()} | _rules(_),
        "live": {name: _(words) for name, words in (web.STRINGS | live.STRINGS).items()},
        "optimizers": {name: _(words) for name, words in OPTIMIZERS.items()},
        "worker": put("trainer.js", _worker()),
        "fields": {
            name: field_data(name, NARROWER.get(name, fits), _) for name, fits in FITS.items()
        },
        "config": CONFIG,
        "usual": usual,
        "usualOf": USUAL,
        "first": first_text(language),
        "recorded": [*_recorded(language, put_aside)],
        "firstPages": {
            corpus: put(*packed(f"first-{corpus}", live.first_page(corpus, corpus, language)))
            for corpus in offered(PAGED, language)
        },
        "corpora": [*_corpora(language, put_aside)],
        "cells": [*CELLS, RACE],
        "axes": {
            **{name: EVERY_CELL[name].axes() for name in CELLS},
            "gru after": EVERY_CELL["gru"].axes(reset_after=True),
        },
        "racingRates": RACING_RATES,
        "howMeasured": how_measured(_),
        "recipe": [
            {
                "title": _(title),
                "parts": [
                    {
                        "name": part.name,
                        "title": _(part.title),
                        "why": _(part.why),
                        "measured": [
                            _(MEASURED).format(what=what).replace("**", "")
                            for what in worth(part, _)
                        ],
                        "words": {word: _(said) for word, said in WORDS.get(part.name, {}).items()},
                        "cells": [cell for cell in (*CELLS, RACE) if matters(part.name, cell)],
                    }
                    for part in parts
                ],
            }
            for title, parts in PARTS.items()
        ],
        "limits": {"own": MOST_OWN, "validated": MIN_VALIDATED, "kept": MOST_KEPT},
    }


def _corpora(language: str, put: Put) -> Iterator[dict[str, Any]]:
    translate = translator(language)
    for name, corpus in CORPORA.items():
        yield {
            "name": name,
            "title": translate(corpus.title),
            "isOffered": name in offered(CORPORA, language),
            "file": put(*packed(name, _text(name))),
            "entropy": corpus.entropy,
            "probe": corpus.probe,
            "hasWords": has_words(name),
            "pace": corpus.pace,
            "grammar": _grammar(corpus),
        }
    own = {
        "title": translate(WORDS_HERE["own"]),
        "isOffered": True,
        "file": "",
        "entropy": None,
        "probe": "",
        "pace": 0.0,
        "grammar": None,
    }
    yield {"name": OWN, "hasWords": True, **own}


def _grammar(corpus: Corpus) -> dict[str, Any] | None:
    """What the browser counts the agreements of a sample by; None for a language without rules."""
    match corpus.name.removesuffix(SUFFIX):
        case "brackets":
            facts: dict[str, Any] = {"kind": "brackets"}
        case "dates":
            facts = {"kind": "dates", "months": MONTHS}
        case "chinese":
            facts = {
                "kind": "mandarin",
                "numbers": mandarin.NUMBERS,
                "measured": mandarin.MEASURED,
                "numerals": agreements.NUMERALS,
            }
        case _:
            return None
    if corpus.name.endswith(SUFFIX):
        facts["simplified"] = dict(zip(TRADITIONAL, SIMPLIFIED, strict=True))
    return facts | {"names": [one.name for one in corpus.agreements]}


def _rules(translate: Callable[[str], str]) -> dict[str, str]:
    """The titles and hints of all rules, by grammar and name: what was begun in one language is read in another."""
    kinds = {
        "brackets": agreements.BRACKETS,
        "dates": agreements.DATES,
        "mandarin": agreements.MANDARIN,
    }
    rules = [(f"{kind} {one.name}", one) for kind, of in kinds.items() for one in of]
    return {name: translate(one.title) for name, one in rules} | {
        f"{name} hint": translate(one.hint) for name, one in rules
    }


@cache
def _text(corpus: str) -> str:
    """As much of it as a training in the browser reads, the same in every language."""
    return "".join(characters(CORPORA[corpus].text())[:MOST_CHARACTERS])


def _recorded(language: str, put: Put) -> Iterator[dict[str, Any]]:
    """The trainings that were recorded; what a network wrote in Chinese, in the reader's writing."""
    translate = translator(language)
    for one in recordings():
        corpus = f"{one.corpus}{SUFFIX}"
        is_traditional = language == HANT and corpus in CORPORA
        corpus = corpus if is_traditional else one.corpus
        cell, hidden = one.present["cell"], one.present["hidden"]
        title = f"{cell.upper()}, h = {hidden} · {translate(CORPORA[corpus].title)}"
        rules = [
            rule | {"title": translate(rule["title"]), "hint": translate(rule["hint"])}
            for rule in one.present["agreements"]
        ]
        told = {"present": one.present, "moments": one.moments}
        told = traditional(told) if is_traditional else told
        told["present"] = told["present"] | {"agreements": rules}
        file = put(*packed(f"{cell}-{hidden}", told))
        yield {"id": one.id, "corpus": corpus, "title": title, "file": file}


def _worker() -> bytes:
    """The worker, with the loops of all cells, the product in WebAssembly and the distances of the reach."""
    product = json.dumps(b64encode(wasm()).decode())
    script = web.joined(ASSETS / "worker.js")
    facts = f"self.rnnvizProduct = {product};\nself.rnnvizDistances = {json.dumps(DISTANCES)};\n"
    return f"{modules()}{facts}{script}".encode()
