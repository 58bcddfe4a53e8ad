"""A module of PyTorch's held against the model that was read from it: what `forward` does without a layer of its own,
such as F.relu, no list of layers shows."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from rnnviz.cells.activations import Array, log_softmax
from rnnviz.locale import N_, Refusal
from rnnviz.model import Indices, SequenceModel

STEPS = 9
# By the bytes of a module's numbers. One that does something else differs by much more.
TOLERANCE = {8: 1e-6, 4: 1e-3}
# Of 16 bits.
COARSE = 0.05
DIFFERENT = N_(
    "The module's own predictions differ from those of its layers by up to {difference} in log probability: its "
    "forward does something that no layer of its own does, such as F.relu, or begins from a state that it has kept. If "
    "its layers alone are meant, pass its state_dict."
)


def check(module: Any, model: SequenceModel) -> None:
    """Raises Refusal if the module, read a few characters, predicts otherwise than the model.

    It is called with numbers of characters and with one-hot vectors, in the usual orders of axes. A
    module that takes none of them cannot be compared, and passes.
    """
    codes = np.random.default_rng(0).integers(len(model.vocabulary), size=STEPS)
    trace = model.trace([model.vocabulary[k] for k in codes])
    own = log_softmax(trace["logits"][:, 0])
    was_training = module.training
    module.eval()
    try:
        found = [_difference(one, own) for one in _outputs(module, codes, len(model.vocabulary))]
    finally:
        module.train(was_training)
    differences = [one for one in found if one is not None]
    size = next(iter(module.parameters())).element_size()
    if differences and min(differences) > TOLERANCE.get(size, COARSE):
        raise Refusal(DIFFERENT, difference=f"{min(differences):.2g}")


def _outputs(module: Any, codes: Indices, d: int) -> Iterator[Array]:
    """What the module gives for the same characters in each way in which it can be asked."""
    weight = next(iter(module.parameters()))
    numbers = weight.new_tensor(codes.tolist()).long()
    vectors = weight.new_tensor(np.eye(d)[codes].tolist())
    for asked in (
        *(numbers.reshape(shape) for shape in ((1, -1), (-1, 1), (-1,))),
        *(vectors.reshape(shape) for shape in ((1, -1, d), (-1, 1, d), (-1, d))),
    ):
        try:
            given = module(asked)
        except Exception:
            continue
        given = given[0] if isinstance(given, tuple | list) else given
        if hasattr(given, "detach"):
            yield given.detach().cpu().double().numpy()


def _difference(given: Array, own: Array) -> float | None:
    """How far its predictions are from the model's, of all steps or of the last; None where they are of another kind.
    They may be logits, logarithms of probabilities, or probabilities."""
    T, q = own.shape
    if given.shape[-1:] != (q,) or given.size not in {T * q, q}:
        return None
    rows = given.reshape(-1, q)
    is_share = (rows >= 0).all() and np.allclose(rows.sum(axis=1), 1, atol=1e-4)
    with np.errstate(divide="ignore"):
        rows = np.log(rows) if is_share else log_softmax(rows)
    return float(np.abs(rows - own[-len(rows) :]).max())
