"""Activation functions (003, "结构与激活函数"; 004, f and g), and others that equations call."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]


def sigmoid(A: Array) -> Array:
    """σ(A) = 1 / (1 + e^−A), any shape, for any finite A (003, "sigmoid").

    Written as (1 + tanh(A/2)) / 2, which is the same function and never overflows.
    """
    return 0.5 * np.tanh(0.5 * A) + 0.5


def tanh(A: Array) -> Array:
    """(e^A − e^−A) / (e^A + e^−A), any shape (003, "tanh"; 004)."""
    return np.tanh(A)


def relu(A: Array) -> Array:
    """max(A, 0), any shape (003, "ReLU")."""
    return np.maximum(A, 0.0)


def identity(A: Array) -> Array:
    """A itself (003, "Identity")."""
    return A


def log_sigmoid(A: Array) -> Array:
    """log σ(A), any shape; finite where σ(A) underflows to 0, exact where it comes near 1."""
    return np.minimum(A, 0.0) - np.log1p(np.exp(-np.abs(A)))


def positive(A: Array) -> Array:
    """1 where A is above 0, elsewhere 0: the slope of max(A, 0)."""
    return (A > 0).astype(np.float64)


def softplus(A: Array) -> Array:
    """log(1 + e^A), any shape; above 0, and A itself where A is large."""
    return np.maximum(A, 0.0) + np.log1p(np.exp(-np.abs(A)))


# A vector that is shorter counts as this long, so that one of zeros stays what it is; as in PyTorch.
SHORTEST = 1e-12


def norm(A: Array) -> Array:
    """√Σ_k A_k² along the last axis, which it keeps, (…, i) to (…, 1); at least 1e-12."""
    return np.maximum(np.sqrt((A * A).sum(axis=-1, keepdims=True)), SHORTEST)


def normalised(A: Array) -> Array:
    """A / ‖A‖ along the last axis; zeros stay zeros."""
    return A / norm(A)


def softmax(A: Array) -> Array:
    """e^A_k / Σ_j e^A_j along the last axis (003, "softmax").

    Stable for logits of any size: it first subtracts the largest, which leaves the result
    unchanged.
    """
    E = np.exp(A - A.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


def log_softmax(A: Array) -> Array:
    """log softmax(A) along the last axis, finite even where softmax underflows to 0."""
    shifted = A - A.max(axis=-1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))


ACTIVATIONS: dict[str, Callable[[Array], Array]] = {
    "tanh": tanh,
    "relu": relu,
    "sigmoid": sigmoid,
    "identity": identity,
}
