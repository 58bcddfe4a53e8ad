"""What the stage of the static edition is told: its cells, its examples, its limits, its words."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np

from rnnviz import presets, web
from rnnviz.address.link import MAX_HIDDEN, MAX_SEED, PLACE, Link
from rnnviz.address.link_fields import MAX_CHARACTERS
from rnnviz.cells import CELLS, EVOLUTION
from rnnviz.locale import N_, translator
from rnnviz.presets import BUILT_IN, load
from rnnviz.site.templates import template
from rnnviz.stage.strings import STRINGS
from rnnviz.stage.track import encoded

# The controls have the names that they have in the app, and refuse what it refuses.
WORDS = {
    "cell": N_("Cell"),
    "more": N_("More cells"),
    "text": N_("Text"),
    "examples": N_("Examples"),
    "weights": N_("Weights"),
    "trained": N_("trained"),
    "random": N_("random"),
    "seed": N_("Seed"),
    "hidden": N_("Hidden units"),
    "learning": N_("Learning the text by heart …"),
    "learnt": N_("trained on this text"),
    "untaught": N_("random weights, seed {seed}"),
    "empty": N_("The text is empty; it needs at least one character."),
    "tooLong": N_("The text has {count} characters; at most {most} fit."),
    "notWhole": N_("{name} is {value}; it must be a whole number from {least} to {most}."),
}
CHOSEN = ("cell", "text", "hidden", "weights", "seed")
# Writes a file, "lstm.en.json" and its content, and gives its address.
Put = Callable[[str, bytes], str]


def stage_data(language: str, put: Put) -> dict[str, Any]:
    """See `site.d.ts`; the page adds the learner's address and what fetches files."""
    _ = translator(language)
    usual = Link()
    return {
        "words": {name: _(words) for name, words in WORDS.items()},
        "sentences": {name: _(words) for name, words in (web.STRINGS | STRINGS).items()},
        "cells": [
            {
                "name": name,
                "title": cell.title,
                "file": put(f"{name}.{language}.json", written(template(cell, language))),
                "isMain": name in CELLS,
            }
            for name, cell in (CELLS | EVOLUTION).items()
        ],
        "examples": [{"text": one.text, "title": _(one.title)} for one in BUILT_IN],
        "built": _built(put),
        "usual": {name: getattr(usual, name) for name in CHOSEN},
        "limits": {
            "characters": MAX_CHARACTERS,
            "hidden": [1, MAX_HIDDEN],
            "seed": [0, MAX_SEED],
        },
        "others": sorted(set(Link.names()) - {*PLACE, *CHOSEN, "lang"}),
    }


def _built(put: Put) -> dict[str, str]:
    """The weights that come with rnnviz, in the usual size and with the usual seed."""
    assert Link().seed == presets.SEED
    found = {}
    for one in BUILT_IN:
        for name in CELLS:
            if one.hidden_size != Link().hidden:
                continue
            if model := load(one.text, name, one.hidden_size):
                body = written(encoded(model.parameters))
                found[f"{one.text} {name}"] = put(f"{one.key}-{name}.json", body)
    return found


def written(value: object) -> bytes:
    """A value as JSON; arrays as lists."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=np.ndarray.tolist)
    return text.encode()
