"""A module of PyTorch's as a model, known by its classes' names: rnnviz does not import torch."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from rnnviz.cells.activations import Array
from rnnviz.frameworks.comparison import Forward, check
from rnnviz.frameworks.layers import vocabulary_of
from rnnviz.frameworks.refusals import NO_TENSOR, has_option, no_such_layer, printable
from rnnviz.frameworks.state_dicts import PHI, READ, from_state
from rnnviz.locale import N_, Refusal
from rnnviz.model import SequenceModel
from rnnviz.text import Vocabulary

# What holds other modules, or changes nothing once a network is trained.
HOLDING = {"Sequential", "ModuleList", "ModuleDict", "DataParallel", "DistributedDataParallel"}
WITHOUT_EFFECT = {"Dropout", "Dropout1d", "Identity"}
# Their input is the logits, if they come last.
LAST = {"Softmax", "LogSoftmax"}
OF_KERAS = N_(
    'This is a {kind} of Keras\'s. Save it, such as by model.save("mine.keras"); '
    'rnnviz.from_keras("mine.keras", characters) reads the file.'
)


def from_torch(
    module: Any,
    vocabulary: Vocabulary | Iterable[str],
    labels: Vocabulary | Iterable[str] | None = None,
    phi: str = PHI,
    forward: Forward | None = None,
) -> SequenceModel:
    """The model that an nn.Module computes, or the one of a state_dict, in float64.

    module: a character model as PyTorch's tutorials write it: nn.Embedding, nn.Linear or one-hot
    input; nn.RNN, nn.GRU or nn.LSTM, with `num_layers`, `bidirectional` and `bias` as they are, or
    nn.RNNCell, nn.GRUCell or nn.LSTMCell, one after another; nn.Linear for the logits, whose
    weights may be the embedding's. `batch_first` makes no difference, dropout counts for nothing, as
    after `module.eval()`, and states begin at zero, as PyTorch's do.
    vocabulary: the characters in the order of their numbers, as one has numbered them for training.
    labels: what the outputs stand for, if not for the characters.
    phi: tanh or relu, of an nn.RNN in a state_dict, which does not tell it.
    forward: gives the logits, (T, q), of a tensor of T numbers of characters, where the module's own
    takes something that nobody can guess.

    Folded into one matrix, as exact as float64 is: the embedding E and the weights that read it,
    E @ W_ih.T (d, h); a linear layer before or between recurrent ones likewise, with its bias; two
    linear layers at the end. The states and the logits are the module's own.

    The layers are computed in the order in which the module registers them; where they do not fit
    in this order, in the only one in which they do. What `forward` does without a module of its
    own, such as F.relu, no layer shows: so the module is run on a few characters, all at once or step
    by step, with a state and lengths where it takes them, and its predictions are held to the
    model's. Of a state_dict the layers alone are read, and nothing is compared.

    Raises Refusal naming what cannot be read: another layer such as LayerNorm or ReLU, `proj_size`,
    layers that do not lead from the vocabulary to the labels; a module that predicts otherwise than
    its layers, or that cannot be run.
    """
    vocabulary = vocabulary_of(vocabulary)
    others = None if labels is None else vocabulary_of(labels)
    if isinstance(module, Mapping):
        return from_state(_arrays(module), vocabulary, others, phi=phi)
    if type(module).__module__.partition(".")[0] in {"keras", "tf_keras"}:
        raise Refusal(OF_KERAS, kind=printable(type(module).__name__))
    if not hasattr(module, "named_children"):
        raise Refusal(
            N_("This is a {kind}; a module of PyTorch's fits, or its state_dict."),
            kind=printable(type(module).__name__),
        )
    read = reader(module, vocabulary, others)
    model = read()
    check(module, model, forward)
    return model


def reader(
    module: Any, vocabulary: Vocabulary, labels: Vocabulary | None = None
) -> Callable[[], SequenceModel]:
    """A function that gives the model of an nn.Module with the weights that it has when called.

    The module itself is never run by it. Raises Refusal as `from_torch` does, and so does the
    function; but for what `forward` does without a layer of its own, which is not looked at.
    """
    layers = list(_layers(module, ""))
    tables, phis = {}, {}
    for k, (name, kind, layer) in enumerate(layers):
        if kind in READ:
            _check_options(name or kind, layer)
            tables[name] = kind == "Embedding"
            phis[name] = getattr(layer, "nonlinearity", PHI)
        elif kind not in LAST or k < len(layers) - 1:
            raise no_such_layer(name or kind, kind, READ)
    return lambda: from_state(
        _arrays(module.state_dict()), vocabulary, labels, phis=phis, tables=tables
    )


def _layers(module: Any, name: str) -> Iterator[tuple[str, str, Any]]:
    """Every layer with its name and its kind, in the order of registration."""
    place, kind = type(module).__module__, type(module).__name__
    of_torch = place.startswith("torch.nn.")
    children = list(module.named_children())
    if kind in HOLDING if of_torch else children:
        for own, child in children:
            yield from _layers(child, f"{name}.{own}" if name else own)
    elif not of_torch:
        yield name, f"{place}.{kind}", module
    elif kind not in WITHOUT_EFFECT and not place.endswith(".loss"):
        yield name, kind, module


def _check_options(name: str, layer: Any) -> None:
    """Raises Refusal for what makes it compute something else."""
    for option in ("proj_size", "max_norm"):
        if value := getattr(layer, option, None):
            raise has_option(name, option, value)


def _arrays(state: Mapping[str, Any]) -> dict[str, Array]:
    return {str(name): _array(str(name), value) for name, value in state.items()}


def _array(name: str, value: Any) -> Array:
    try:
        if hasattr(value, "detach"):
            # NumPy has no bfloat16. Integers, which are no weights, stay what they are.
            value = value.detach().cpu()
            value = (value.double() if value.is_floating_point() else value).numpy()
        array = np.asarray(value)
        if array.dtype.kind != "f":
            raise TypeError(array.dtype)
    except (TypeError, ValueError, RuntimeError) as error:
        raise Refusal(NO_TENSOR, name=printable(name)) from error
    return array.astype(np.float64)
