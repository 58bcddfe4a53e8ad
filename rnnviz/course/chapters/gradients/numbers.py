"""Gradients through time: four cells that read one text, with three kinds of weights each.

What needs no drag is computed here. For the rest the browser reads the texts anew, with whatever a
reader changes, and computes every derivative there; this is what it needs for that.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from rnnviz import presets
from rnnviz.address.link import Link
from rnnviz.address.reading import trace_of
from rnnviz.cells import EVERY_CELL
from rnnviz.cells.activations import Array
from rnnviz.engine.program import program
from rnnviz.explain import jacobians, reach
from rnnviz.explain.jacobians import step_jacobians
from rnnviz.explain.probes import of_losses, probed
from rnnviz.model import SequenceModel
from rnnviz.presets import recall
from rnnviz.stage.track import encoded
from rnnviz.trace import Trace

CELLS = ("rnn", "gru", "lstm", "mingru")
# The curves of the LSTM's memory, beside those of its H.
MEMORY = "memory"
# A text whose next character mostly follows from the few before it, by language.
SHORT: Mapping[str, str] = {
    "en": "to be or not to be",
    "zh-Hans": "人法地，地法天，天法道，道法自然",
}
# One whose last character is its first.
LONG: Mapping[str, str] = {
    "en": recall.LETTERS.text(recall.LETTERS.symbols[0]),
    "zh-Hans": recall.COLOURS.text(recall.COLOURS.symbols[0]),
}
SEED = 0
# The spectral radii at which the chapter shows the gradient's length.
RADII = np.linspace(0.5, 5, 181)
# A gate that keeps begins at σ(1) = 0.73 (Jozefowicz et al. 2015); minGRU's Z writes.
KEEPING = {"lstm": {"b_f": 1.0}, "gru": {"b_z": 1.0}, "mingru": {"b_z": -1.0}}


@cache
def gradients(language: str) -> dict[str, Any]:
    """Both texts, each with its cells, for the chapter in a language; the English ones for any
    language that has none of its own."""
    return {
        "radii": [float(RADII[0]), float(RADII[-1])],
        "cliff": cliff(),
        "long": _reading(LONG.get(language, LONG["en"])),
        "short": _reading(SHORT.get(language, SHORT["en"])),
    }


def networks(name: str, text: str) -> dict[str, SequenceModel]:
    """A cell's three networks for a text: untrained, begun well, and trained on it."""
    trained = trace_of(link(name, text)).model
    assert trained is not None
    untrained = SequenceModel.random(
        EVERY_CELL[name], trained.vocabulary, trained.cell.hidden_size, SEED
    )
    return {"untrained": untrained, "begun": begun_well(untrained), "trained": trained}


def link(name: str, text: str) -> Link:
    """The trained network on the Step page, in the size in which cells are compared on the text."""
    return Link(cell=name, text=text, hidden=presets.hidden_size(text, name) or Link().hidden)


def begun_well(model: SequenceModel, seed: int = SEED) -> SequenceModel:
    """The model with orthogonal recurrent weights (Saxe et al. 2014) and a gate that keeps at σ(1).

    All other parameters stay as they were drawn.
    """
    cell, rng = model.cell, np.random.default_rng(seed)
    changed: dict[str, Array] = {
        weight.name: np.linalg.qr(rng.normal(size=cell.parameters[weight.name].shape))[0]
        for weight in cell.description.weights
        if weight.kind == "recurrent weight"
    }
    for name, value in KEEPING.get(cell.name, {}).items():
        changed[name] = np.full_like(cell.parameters[name], value)
    return model.with_parameters(**changed)


def _reading(text: str) -> dict[str, Any]:
    tokens = link("rnn", text).tokens
    cells, curves = {}, {}
    for name in CELLS:
        of = networks(name, text)
        traces = {kind: one.trace(tokens[:-1], targets=tokens[1:]) for kind, one in of.items()}
        curves[name] = {kind: _curves(moves(one), reach(one)) for kind, one in traces.items()}
        if name == "lstm":
            curves[MEMORY] = {
                kind: _curves(memory_moves(one), memory_reach(one)) for kind, one in traces.items()
            }
        model = of["trained"]
        cells[name] = {
            "title": EVERY_CELL[name].title,
            "units": model.cell.hidden_size,
            "program": program(model),
            "weights": {kind: encoded(one.parameters) for kind, one in of.items()},
        }
    assert model.vocabulary is not None
    known = model.vocabulary.indices(tokens).tolist()
    return {
        "text": text,
        "inputs": list(tokens[:-1]),
        "hot": known[:-1],
        "targets": known[1:],
        "cells": cells,
        "curves": curves,
    }


def _curves(state: Array, loss: Array) -> dict[str, list[float]]:
    """What is left at each distance, by what is measured."""
    return {"state": _short(over_distance(state)), "loss": _short(over_distance(loss[:, :, 0]))}


def moves(trace: Trace) -> Array:
    """‖∂H_t/∂H_k‖/√h at [t, k], (T, T): how much H_t moves when H_k does, as the root mean square
    over all directions, so that it is 1 for k = t."""
    found = jacobians(trace)[:, :, 0]
    norms: Array = np.linalg.norm(found, axis=(2, 3)) / np.sqrt(found.shape[-1])
    return norms


def memory_moves(trace: Trace) -> Array:
    """‖∂C_t/∂C_k‖/√h of an LSTM at [t, k], (T, T): all ways count, those through H as well."""
    steps = step_jacobians(trace)[:, 0]  # of H, then of C
    T, h = len(steps), trace["C"].shape[-1]
    shown = trace["O"][:, 0] * (1 - np.tanh(trace["C"][:, 0]) ** 2)  # ∂H_k/∂C_k
    norms = np.zeros((T, T))
    for k in range(T):
        moved = np.concatenate([np.diag(shown[k]), np.eye(h)])  # by C_k, of H and of C
        for t in range(k, T):
            moved = steps[t] @ moved if t > k else moved
            norms[t, k] = np.linalg.norm(moved[h:]) / np.sqrt(h)
    return norms


def memory_reach(trace: Trace) -> Array:
    """‖∂L_t/∂C_k‖ at [t, k, sample], (T, T, n), as `reach` has it of H."""
    found = probed(trace, np.arange(trace.steps), of_losses(trace), ["C"])["C"]  # (T, T, n, h)
    norms: Array = np.linalg.norm(found, axis=3).transpose(1, 0, 2)
    return norms


def over_distance(norms: Array) -> Array:
    """The mean over t of the logarithms (to base 10) of what is left at each distance, (T,)."""
    T = len(norms)
    return np.array([np.log10(np.diagonal(norms, -d)).mean() for d in range(T)])


@cache
def cliff() -> list[float]:
    """The logarithm (to base 10) of the length of ∂L/∂ all weights of the plain network that was
    begun well, at each of `RADII`, as the spectral radius of its W_hh."""
    text = LONG["en"]
    model, tokens = networks("rnn", text)["begun"], link("rnn", text).tokens
    W = model.cell.parameters["W_hh"]  # of radius 1, as it is orthogonal
    lengths = []
    for radius in RADII:
        stretched = model.with_parameters(W_hh=radius * W)
        found = stretched.gradients(stretched.trace(tokens[:-1], targets=tokens[1:]))
        lengths.append(np.sqrt(sum((found[name] ** 2).sum() for name in model.cell.parameters)))
    return _short(np.log10(lengths))


def _short(values: Array) -> list[float]:
    return [round(float(value), 4) for value in values]
