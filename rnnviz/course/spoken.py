"""What the letters of the course's formulas mean, to be read aloud: those of a network as the stage calls them, Greek
ones by their names, and each chapter's own."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from rnnviz.course import outline
from rnnviz.explain.spoken import (
    CALLED,
    GREEK,
    INPUT_WEIGHTS,
    NETWORK,
    OUTPUT_CALLED,
    RECURRENT_WEIGHTS,
    STATE,
    signs,
)
from rnnviz.locale import N_, translator

ALOUD = Path(__file__).with_name("aloud")
CAPITAL = N_("capital {letter}")
# The parameters that are named for what they lead to.
SERVED = {"f": NETWORK["F"], "h": STATE, "r": NETWORK["R"], "z": NETWORK["Z"]}
OUTPUT_WEIGHTS, OUTPUT_BIAS = OUTPUT_CALLED["W_hq"], OUTPUT_CALLED["b_q"]
BIAS = N_("bias")
# The letters of the other documents, and PyTorch's.
COLUMNS = {
    "x_": NETWORK["X"],
    "h_": STATE,
    "o_": N_("logits"),
    "W_hy": OUTPUT_WEIGHTS,
    "b_y": OUTPUT_BIAS,
    "W_ih": INPUT_WEIGHTS,
    "b_ih": BIAS,
    "b_hh": N_("recurrent bias"),
    "W_out": OUTPUT_WEIGHTS,
    "b_out": OUTPUT_BIAS,
}
LOOP = {
    "S": STATE,
    "U": INPUT_WEIGHTS,
    "W": RECURRENT_WEIGHTS,
    "V": OUTPUT_WEIGHTS,
}
# Where a candidate, and not the state itself, is computed with them.
OF_A_CANDIDATE = {"W_xh": INPUT_WEIGHTS, "W_hh": RECURRENT_WEIGHTS, "b_h": BIAS}


class Speech(NamedTuple):
    """letters: what a chapter's own mean. capitals: those that sound like a small letter of the chapter, and are told
    from it. others: those with no meaning beyond themselves although the network has one. functions: the letters
    that are functions before a bracket. steps: those whose index is a step."""

    letters: Mapping[str, str] = {}
    capitals: str = ""
    others: str = ""
    functions: str = "fgφσ"
    steps: str = "HXCOZRFI"


CHAPTERS = {
    "neurons": Speech(capitals="XWH", others="H"),
    "activations": Speech(capitals="W"),
    "softmax": Speech(
        {"H(p)": N_("entropy of p"), "H(p,q)": N_("cross-entropy of p and q")},
        capitals="NW",
        functions="σH",
    ),
    "descent": Speech({"L(θ)": NETWORK["L"]}, functions="L"),
    "backprop": Speech(),
    "depth": Speech(capitals="WD"),
    "embeddings": Speech(capitals="E"),
    "nnlm": Speech(
        {
            "H": N_("hidden layer"),
            "W_xh": N_("weights of the hidden layer"),
            "b_h": N_("bias of the hidden layer"),
        },
        capitals="ET",
    ),
    "word2vec": Speech(
        {
            "σ": N_("sigmoid"),
            "ℓ_w": N_("path length of w"),
            "·": N_("dot product of {left} and {right}"),
        },
        capitals="V",
        functions="σp",
    ),
    "textcnn": Speech(
        {"ĉ": N_("pooled c"), "W_o": OUTPUT_WEIGHTS, "b_o": OUTPUT_BIAS}, others="X", steps=""
    ),
    "why_history": Speech(capitals="T", functions="P"),
    "why_state": Speech({"O": N_("logits")}),
    "why_unrolled": Speech(
        LOOP | {"s": STATE, "o": N_("output"), "x": NETWORK["X"], "O": N_("logits")}
    ),
    "why_shapes": Speech(
        COLUMNS | {"O": N_("logits"), "y_": N_("prediction")}, capitals="DNKT", steps="HXOh"
    ),
    "why_gates": Speech(
        LOOP
        | COLUMNS
        | OF_A_CANDIDATE
        | {
            "logits": N_("logits"),
            "output": N_("output"),
            "c": OUTPUT_BIAS,
            "b": BIAS,
            "W_x": INPUT_WEIGHTS,
        }
    ),
    "forecast": Speech({"x\u0302": N_("forecast of x")}),
    "evolution": Speech(OF_A_CANDIDATE | {"N": N_("normaliser")}),
    "matrix_memory": Speech(
        {
            "K": N_("key"),
            "V": N_("value"),
            "Q": N_("query"),
            "S": N_("memory"),
            "B": N_("writing strength"),
            "K_a": N_("key of a"),
            "K_b": N_("key of b"),
            "V_a": N_("value of a"),
            "V_b": N_("value of b"),
        },
        steps="HKVQSBF",
    ),
    "gradients": Speech(capitals="K"),
    "parallel": Speech(
        {
            "K": N_("key"),
            "V": N_("value"),
            "Q": N_("query"),
            "S": N_("memory"),
            "Δ": N_("step size"),
            "A\u00af": N_("A bar"),
            "B\u00af": N_("B bar"),
        },
        capitals="AWBT",
    ),
    "sources": Speech(COLUMNS, steps="HXh"),
    outline.PRACTICE: Speech(functions="fgφσP"),
}


def spoken(name: str, language: str) -> dict[str, Any]:
    """What a page of the course reads its formulas aloud with, as `rnnviz/web/speech/say.d.ts` has it."""
    _ = translator(language)
    own = CHAPTERS.get(name, Speech())
    letters = {letter: _(words) for letter, words in GREEK.items()}
    letters |= {letter: _(words) for letter, words in NETWORK.items() if letter not in own.others}
    letters |= _parameters(_) | {
        letter: _(CAPITAL).format(letter=letter) for letter in own.capitals
    }
    letters |= {letter: _(words) for letter, words in own.letters.items()}
    letters |= _directions(_)
    return {
        "signs": signs(language),
        "letters": letters,
        "functions": list(own.functions),
        "steps": [*own.steps, *(letter for letter in letters if letter[-1] in "\u0303→←")],
        "isNamed": name in outline.REFERENCE,
    }


@cache
def _aloud(language: str) -> dict[str, dict[str, str]]:
    pages = (ALOUD / f"{language}.txt").read_text("utf-8").strip().split("\n\n")
    found = {}
    for page in pages:
        name, *lines = page.splitlines()
        found[name] = dict(
            zip(map(str.strip, lines[::2]), map(str.strip, lines[1::2]), strict=True)
        )
    return found


def aloud(name: str, language: str) -> Mapping[str, str]:
    """The formulas of a page, in TeX, each with its words: for where nothing draws a formula. Made by
    `python -m tests.course.test_spoken`."""
    return _aloud(language).get(name, {})


def _parameters(_: Callable[[str], str]) -> dict[str, str]:
    """{"W_xf": "input weights of the forget gate", …}."""
    kinds = {"W_x": "input weight", "W_h": "recurrent weight", "p_": "peephole", "b_": "bias"}
    return {
        f"{stem}{index}": _(CALLED[kind]).format(quantity=_(served))
        for stem, kind in kinds.items()
        for index, served in SERVED.items()
    }


def _directions(_: Callable[[str], str]) -> dict[str, str]:
    """A state that is read from the left, or from the right."""
    words = {"→": _(N_("forward {title}")), "←": _(N_("backward {title}"))}
    return {
        f"{letter}{arrow}": said.format(title=_(STATE))
        for arrow, said in words.items()
        for letter in "HhS"
    }
