"""A module of PyTorch's held against the model that was read from it: what `forward` does without a layer of its own,
such as F.relu, no list of layers shows."""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import numpy as np

from rnnviz.cells.activations import Array, log_softmax
from rnnviz.locale import N_, Refusal
from rnnviz.model import SequenceModel

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
NOT_COMPARED = N_(
    "The module gives no logits of the next character when it is run on a few characters, so that nothing holds its "
    "layers to its own predictions. Pass forward, a function that gives the logits, (T, {q}), of the numbers of T "
    "characters; or pass its state_dict, if its layers alone are meant."
)

Forward = Callable[[Any], Any]


def check(module: Any, model: SequenceModel, forward: Forward | None = None) -> None:
    """Raises Refusal unless the module, read a few characters, predicts what the model does.

    forward: gives the logits, (T, q), of a tensor of T numbers of characters. Without it the module
    is called with numbers and with one-hot vectors, all steps at once or one after another, with
    zeros as its state where it takes one; it passes if one of the answers is the model's.
    """
    codes = np.random.default_rng(0).integers(len(model.vocabulary), size=STEPS)
    trace = model.trace([model.vocabulary[k] for k in codes])
    own = log_softmax(trace["logits"][:, 0])
    weight = next(iter(module.parameters()))
    tolerance = TOLERANCE.get(weight.element_size(), COARSE)
    numbers = weight.new_tensor(codes.tolist()).long()
    was_training = module.training
    module.eval()
    nearest = np.inf
    try:
        answers = _answers(module, model, numbers) if forward is None else [forward(numbers)]
        for answer in answers:
            nearest = min(nearest, _difference(answer, own))
            if nearest <= tolerance:
                return
    finally:
        module.train(was_training)
    if np.isinf(nearest):
        raise Refusal(NOT_COMPARED, q=own.shape[1])
    raise Refusal(DIFFERENT, difference=f"{nearest:.2g}")


def _answers(module: Any, model: SequenceModel, numbers: Any) -> Iterator[Any]:
    """What the module gives for the same characters in each way in which it can be asked."""
    d = len(model.vocabulary)
    weight = next(iter(module.parameters()))
    vectors = weight.new_tensor(np.eye(d).tolist())[numbers]
    states = [(), *_states(model, weight)]
    # All steps at once, in the usual orders of axes; and lengths, as of texts that are packed.
    whole = [
        *(numbers.reshape(shape) for shape in ((1, -1), (-1, 1), (-1,))),
        *(vectors.reshape(shape) for shape in ((1, -1, d), (-1, 1, d), (-1, d))),
    ]
    for asked, others in product(whole, [*states, (numbers.new_tensor([STEPS]),), ([STEPS],)]):
        yield _attempt(module, asked, *others)
    # One step a call.
    rows = [
        *(numbers.reshape(-1, *shape) for shape in ((1,), (1, 1), ())),
        *(vectors.reshape(-1, *shape) for shape in ((1, d), (1, 1, d), (d,))),
    ]
    for asked, state in product(rows, states):
        yield _attempt(_step_by_step, module, asked, state)


def _attempt(ask: Callable[..., Any], *given: Any) -> Any:
    """The answer; None where it may not be asked this way."""
    try:
        return ask(*given)
    except Exception:
        return None


def _step_by_step(module: Any, rows: Any, state: tuple[Any, ...]) -> list[Any]:
    """What it gives for each row, with the state that it gave for the one before."""
    found = []
    for row in rows:
        given, *kept = module(row, *state)
        found.append(given)
        state = tuple(kept)
    return found


def _states(model: SequenceModel, weight: Any) -> Iterator[tuple[Any, ...]]:
    """Zeros in each form in which a module may want its state: none, of one layer or of all, with
    and without an LSTM's memory, together or apart."""
    yield (None,)
    sizes = [cell.hidden_size for cell in model.cell.leaves.values()]
    forms = [(1, sizes[0]), (sizes[0],)]
    if len(set(sizes)) == 1:
        forms += [(len(sizes), 1, sizes[0]), (len(sizes), sizes[0])]
    for zeros in (weight.new_zeros(form) for form in forms):
        yield (zeros,)
        yield ((zeros, zeros),)
        yield (zeros, zeros)
    each = [weight.new_zeros(1, size) for size in sizes]
    pairs = [(zeros, zeros) for zeros in each]
    if len(sizes) > 1:
        for several in (each, pairs):
            yield (several,)
            yield tuple(several)


def _difference(given: Any, own: Array) -> float:
    """How far predictions are from the model's, of all steps or of the last; infinite where they
    are of another kind. They may be logits, logarithms of probabilities, or probabilities."""
    T, q = own.shape
    # A state may come with them.
    given = given[0] if isinstance(given, tuple) else given
    try:
        parts = given if isinstance(given, list) else [given]
        found = np.stack([one.detach().cpu().double().numpy() for one in parts])
    except (AttributeError, TypeError, ValueError):
        return np.inf
    if found.size not in {T * q, q} or q not in found.shape:
        return np.inf
    # The labels may come before the steps, as PyTorch's cross-entropy wants them.
    orders = [found] if found.shape[-1] == q else []
    if found.ndim > 1 and found.shape[-2] == q:
        orders.append(found.swapaxes(-1, -2))
    return min((_furthest(one.reshape(-1, q), own) for one in orders), default=np.inf)


def _furthest(rows: Array, own: Array) -> float:
    is_share = (rows >= 0).all() and np.allclose(rows.sum(axis=1), 1, atol=1e-4)
    with np.errstate(divide="ignore"):
        rows = np.log(rows) if is_share else log_softmax(rows)
    return float(np.abs(rows - own[-len(rows) :]).max())
