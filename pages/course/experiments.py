"""The chapters' cached calls into rnnviz, computed once for all readers."""

import numpy as np
import streamlit as st

from rnnviz import SequenceModel, Vocabulary
from rnnviz.explain import ngrams
from rnnviz.explain.context import lowest_loss
from rnnviz.presets import alice
from rnnviz.tagging import TASKS, tagger

LONGEST = 6


@st.cache_data(show_spinner=False)
def alice_counts() -> dict[str, list[float]]:
    """Of n = 1 … 6: entries, entries ever seen, the share of new ones in chapter V."""
    text, held_out, V = _alice_codes()
    tables = [ngrams.table(text, n, V) for n in range(1, LONGEST + 1)]
    return {
        "possible": [table.possible for table in tables],
        "seen": [table.seen for table in tables],
        "new": [ngrams.unseen_share(text, held_out, n, V) for n in range(1, LONGEST + 1)],
    }


@st.cache_data(show_spinner=False)
def alice_ngram_losses(smoothing: ngrams.Smoothing, alpha: float = 0.1) -> list[float]:
    """The mean loss on chapter V of n = 1 … 6, in nats."""
    text, held_out, V = _alice_codes()
    return [
        float(-np.log(ngrams.probabilities(text, held_out, n, V, smoothing, alpha)).mean())
        for n in range(1, LONGEST + 1)
    ]


@st.cache_data(show_spinner=False)
def alice_rnn_loss() -> float:
    """The mean loss of the RNN on chapter V, in nats."""
    return float(alice.losses(alice.load()).mean())


@st.cache_resource(show_spinner=False, max_entries=64)
def trained_tagger(task: str, network: str, seed: int) -> SequenceModel:
    """A tagger of four units, trained until its loss is very near the lowest possible."""
    bound = lowest_loss(TASKS[task].sentences, network)
    return tagger(TASKS[task], network, 4, seed, bound)


def tagging_loss(task: str, network: str, seed: int) -> float:
    """The mean loss of a tagger over all words of its sentences, in nats."""
    model = trained_tagger(task, network, seed)
    losses = [model.trace(words, tags)["loss"] for words, tags in TASKS[task].sentences]
    return float(np.concatenate(losses).mean())


def _alice_codes() -> tuple[ngrams.Codes, ngrams.Codes, int]:
    text, held_out = alice.chapters()
    letters = Vocabulary(sorted(set(text)))
    return letters.indices(text), letters.indices(held_out), len(letters)
