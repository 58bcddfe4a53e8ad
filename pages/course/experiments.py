"""The chapters' cached calls into rnnviz, computed once for all readers."""

import numpy as np
import streamlit as st

from rnnviz import SequenceModel
from rnnviz.explain.context import lowest_loss
from rnnviz.tagging import TASKS, tagger


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
