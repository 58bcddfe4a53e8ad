"""The networks whose gates the chapter on gates holds, and the taggers that read one way or both (003)."""

from functools import cache
from typing import Any

import numpy as np

from rnnviz import GRU, LSTM, MLP, RNN, Bidirectional
from rnnviz.cells import Cell, Composite
from rnnviz.cells.activations import Array
from rnnviz.engine.program import program
from rnnviz.explain.writing import writing
from rnnviz.fit import memorise
from rnnviz.stage.track import encoded
from rnnviz.tagging import AFTER, NETWORKS, tagger

STEPS, INPUTS, UNITS = 30, 6, 8
SENTENCE = "想要有直升机"
# What any character of the sentence is exchanged for.
OTHER = "飞"
# In which a character alone does not say what follows.
VERSE = "人法地，地法天，天法道，道法自然"


@cache
def gate_numbers() -> dict[str, object]:
    """What the chapter draws: each network as the engine takes it, and what the taggers learnt.

    gru, lstm, rnn, mlp: {program, parameters, X (T, d), initial}; rnn and mlp have the weights of
    the GRU's candidate. both: a bidirectional RNN that reads SENTENCE. tags: of the word that only
    the next one decides, the probability of being a verb, {network: {sentence: p}}. writing: a GRU
    that has learnt VERSE by heart, in two directions and in one, {loss, alone, written}: its loss,
    that without the rest of the text, and what it writes.
    """
    rng = np.random.default_rng(0)
    X = rng.normal(size=(STEPS, INPUTS))
    H0, C0 = rng.uniform(-1, 1, size=(2, UNITS))
    gru = GRU.random(INPUTS, UNITS, seed=1)
    W_xh, W_hh, b_h = (gru.parameters[name] for name in ("W_xh", "W_hh", "b_h"))
    letters = [*SENTENCE, OTHER]
    return {
        "gru": _sent(gru, X, H0=H0),
        "rnn": _sent(RNN(W_xh=W_xh, W_hh=W_hh, b_h=b_h), X, H0=H0),
        "mlp": _sent(MLP(W_xh=W_xh, b_h=b_h), X),
        "lstm": _sent(LSTM.random(INPUTS, UNITS, seed=1), X, H0=H0, C0=C0),
        "both": _sent(Bidirectional.random(len(letters), 5, seed=4), np.eye(len(letters))[:-1]),
        "letters": letters,
        "writing": {
            "two": _writing(Bidirectional, of=GRU),
            "one": _writing(GRU),
        },
        "tags": {network: _verb(network) for network in ("rnn", "bidirectional")},
    }


def _sent(cell: Cell | Composite, X: Array, **initial: Array) -> dict[str, object]:
    return {
        "program": program(cell),
        "parameters": encoded(cell.parameters),
        "X": X.tolist(),
        "initial": {name: state.tolist() for name, state in initial.items()},
    }


def _verb(network: str) -> dict[str, float]:
    model = tagger(AFTER, NETWORKS[network], 4, 0, network)
    verb = model.labels.indices(["v"])[0]
    return {
        "".join(words): float(model.trace(words)["Y_hat"][0, 0, verb])
        for words, _ in AFTER.sentences
    }


def _writing(kind: type[Cell] | type[Bidirectional], **options: Any) -> dict[str, float | str]:
    model = memorise(kind, VERSE, UNITS, 0, **options)
    trace = model.trace(VERSE[:-1], targets=VERSE[1:])
    found = writing(trace)
    return {
        "loss": float(trace["loss"].mean()),
        "alone": float(found.loss.mean()),
        "written": VERSE[0] + "".join(model.vocabulary[k] for k in found.written),
    }
