"""What the static edition is told of cells that a reader writes; `rnnviz/cells/browser` makes the rest of their text.

Limits, names, sentences and sizes are those of the app. A frame is the template of a small written cell: what in it
is the same for every cell of its kind stays, the rest is replaced in the browser.
"""

import keyword
from collections.abc import Callable
from dataclasses import MISSING, Field, asdict, fields
from typing import Any

from rnnviz.address.controls import WRITING
from rnnviz.cells import EVERY_CELL, Written, layout, roles, script, source
from rnnviz.cells.beginnings import SKETCHES, equations_of
from rnnviz.cells.description import Phase, Quantity, Weight
from rnnviz.cells.sentences import SENTENCES
from rnnviz.cells.stacked import Stacked
from rnnviz.explain.hues import GATE_HUES, HUES
from rnnviz.explain.ledger import account
from rnnviz.explain.notation import NOTATIONS, STYLES, output_symbols
from rnnviz.explain.spoken import CALLED
from rnnviz.export import torch_script
from rnnviz.export.script import WIDTH
from rnnviz.locale import BETWEEN_SCRIPTS, N_, Refusal, translator
from rnnviz.network import WRITTEN
from rnnviz.site.templates import template
from rnnviz.stage import backward

# A cell that carries nothing, and one whose state goes through a matrix.
FRAME, MIXED = "H = X @ W", "H = tanh(X @ W + H_prev @ U)"


def own_cells(language: str, layers: range) -> dict[str, Any]:
    """See `rnnviz/cells/browser/cells.d.ts`. layers: how many a network may have."""
    _ = translator(language)
    part = (
        Stacked(*(Written.random(1, 1, seed=0, equations=FRAME) for _k in range(2))).members[0].part
    )
    return {
        "limits": {
            "characters": script.MOST_CHARACTERS,
            "lines": script.MOST_LINES,
            "inLine": script.MOST_IN_LINE,
            "parameters": script.MOST_PARAMETERS,
            "depth": script.DEEPEST,
        },
        "called": script.CALLED,
        "refused": script.REFUSED,
        "taken": sorted({*script.TAKEN, *keyword.kwlist}),
        "quantity": script.QUANTITY.pattern,
        "parameter": script.PARAMETER.pattern,
        "written": {chr(sign): words for sign, words in script.WRITTEN.items()},
        "sentences": {name: _(words) for name, words in SENTENCES.items()},
        "title": _(Written.title),
        **_terms(_),
        "outputLetters": roles.OUTPUT_LETTERS,
        "hues": HUES,
        "gateHues": GATE_HUES,
        "layout": _layout(),
        "notations": {key: _notation(key) for key in NOTATIONS},
        "ledger": {"carriesNothing": _no_ledger(FRAME, _), "mixes": _no_ledger(MIXED, _)},
        "backward": {
            "logits": _(backward.LOGITS_MEANING),
            "noPath": _(backward.NO_PATH),
            "onePath": _(backward.ONE_PATH),
            "morePaths": _(backward.MORE_PATHS),
            "onwards": _(backward.ONWARDS),
            "gradient": _(backward.GRADIENT),
            "later": _(backward.LATER[False]),
            "earlier": _(backward.EARLIER[False]),
            "comma": _(N_(", ")),
        },
        "betweenScripts": BETWEEN_SCRIPTS.pattern,
        "torch": {
            "functions": torch_script.FUNCTIONS,
            "hold": torch_script.HOLD,
            "reading": torch_script.READING,
            "heldReading": torch_script.HELD_READING,
            "shares": torch_script.SHARES,
        },
        "width": WIDTH,
        "layerTitled": _(part.titled),
        "frames": [template(WRITTEN, count, language, FRAME) for count in layers],
        "beginnings": [
            *({"title": _(words), "equations": text} for words, text in SKETCHES.items()),
            *(
                {"title": cell.title, "equations": equations_of(name)}
                for name, cell in EVERY_CELL.items()
            ),
        ],
        "builtIn": {name: equations_of(name) for name in EVERY_CELL},
        "words": {name: _(words) for name, words in WRITING.items()},
        "source": _source(),
    }


def _source() -> dict[str, Any]:
    first = roles.description(script.read(FRAME)).quantities[0]
    return {
        "file": source.FILE,
        "english": _terms(str),
        "input": {"name": first.name, "kind": first.kind, "title": first.title, "word": first.word},
        "fields": {
            kind.__name__: list(map(_field, fields(kind))) for kind in (Weight, Quantity, Phase)
        },
    }


def _field(one: Field[Any]) -> dict[str, Any]:
    has_usual = one.default is not MISSING and not isinstance(one.default, tuple)
    return {"name": one.name, **({"usual": one.default} if has_usual else {})}


def _terms(_: Callable[[str], str]) -> dict[str, Any]:
    return {
        "terms": {f"{name} {kind}": [_(t), _(w)] for (name, kind), (t, w) in roles.TERMS.items()},
        "general": {kind: [_(title), _(word)] for kind, (title, word) in roles.GENERAL.items()},
        "meanings": {kind: _(words) for kind, words in roles.MEANINGS.items()},
        "parameters": {kind: _(words) for kind, words in CALLED.items()},
    }


def _layout() -> dict[str, Any]:
    return {
        "width": layout.WIDTH,
        "height": layout.HEIGHT,
        "box": layout.BOX,
        "source": layout.SOURCE,
        "wire": layout.WIRE,
        "ports": layout.PORTS,
        "strip": layout.STRIP,
        "tracks": layout.TRACKS,
        "sweeps": layout.SWEEPS,
        "label": layout.LABEL,
        "signs": layout.SIGNS,
        "operators": {kind.__name__.lower(): sign for kind, sign in layout.OPERATORS.items()},
    }


def _notation(key: str) -> dict[str, Any]:
    style = STYLES[key]
    beside_o = output_symbols(key, ("O",))
    return {
        "columns": style.columns,
        "sizes": style.sizes,
        "besideO": {name: asdict(symbol) for name, symbol in beside_o.items()},
    }


def _no_ledger(equations: str, _: Callable[[str], str]) -> str:
    try:
        account(Written.random(1, 1, seed=0, equations=equations))
    except Refusal as refusal:
        return refusal.sentence(_)
    raise AssertionError(equations)
