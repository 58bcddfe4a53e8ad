"""Trainings whose pages stand where the reader's own begins, before there is one.

`python -m rnnviz.live.recorded` makes them.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from rnnviz.locale import N_, translator
from rnnviz.locale.writing import SUFFIX, traditional
from rnnviz.training import CORPORA, TrainingConfig

FOLDER = Path(__file__).parent
CONFIGS = {config.corpus: config for config in (TrainingConfig(), TrainingConfig(corpus="chinese"))}
TITLE = N_("Recorded: {cell}, h = {hidden}, on {text}")


def path_of(corpus: str) -> Path:
    return FOLDER / f"{corpus}.json"


def first_page(corpus: str, usual: str, language: str) -> dict[str, Any]:
    """{title, lines, writings, metrics} of a recorded training on this text, or where there is none on the usual one
    of the language's readers; as `present` tells them, thinned out."""
    corpus = corpus if corpus.removesuffix(SUFFIX) in CONFIGS else usual
    original = corpus.removesuffix(SUFFIX)
    page, config, translate = _read(original), CONFIGS[original], translator(language)
    words = {"cell": config.cell.upper(), "hidden": config.hidden_size}
    title = translate(TITLE).format(text=translate(CORPORA[corpus].title), **words)
    told = page if corpus == original else traditional(page)
    return {"title": title, **told}


@cache
def _read(corpus: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path_of(corpus).read_text("utf-8"))
    return found
