"""The model of a trace: only a model's reading can be taken elsewhere."""

from rnnviz.model import SequenceModel
from rnnviz.trace import Trace


def known_model(trace: Trace) -> SequenceModel:
    """The model that read the text. Raises ValueError for a trace of a cell alone."""
    if trace.model is None:
        raise ValueError("The trace has no model; only a model's reading can be saved.")
    return trace.model
