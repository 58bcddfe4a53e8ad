"""Logistic and linear regression, and which unit to add to one next.

Both minimise the loss summed over places plus ½‖w‖², as scikit-learn does with C = 1 and
alpha = 1; the intercept is free.
"""

import numpy as np

from rnnviz.cells.activations import Array, sigmoid

MOST_STEPS = 50
# A step that changes the objective by less than this share is the last.
DONE = 1e-10


def logistic(X: Array, y: Array) -> Array:
    """The weights of a logistic regression, (k + 1,), the intercept first, by Newton's method.

    X: (n, k). y: 0 or 1, (n,).
    """
    Z, ridge = _designed(X)
    w: Array = np.zeros(Z.shape[1])
    loss = _log_loss(Z, y, w, ridge)
    for _ in range(MOST_STEPS):
        p = sigmoid(Z @ w)
        gradient = Z.T @ (p - y) + ridge * w
        curvature = (Z.T * (p * (1 - p))) @ Z + np.diag(ridge)
        step = np.linalg.solve(curvature, gradient).astype(np.float64)
        last = loss
        # Far from the least, a whole step may lead uphill.
        while (loss := _log_loss(Z, y, w - step, ridge)) > last and np.abs(step).max() > DONE:
            step /= 2
        w = w - step
        if last - loss <= DONE * last:
            break
    return w


def linear(X: Array, y: Array) -> Array:
    """The weights of a ridge regression, (k + 1,), the intercept first. X: (n, k), y: (n,)."""
    Z, ridge = _designed(X)
    return np.linalg.solve(Z.T @ Z + np.diag(ridge), Z.T @ y).astype(np.float64)


def predicted(X: Array, w: Array) -> Array:
    """What weights make of places, (n,): a logit, or a number."""
    return X @ w[1:] + w[0]


def next_unit(X: Array, y: Array, chosen: list[int], w: Array, is_logistic: bool) -> int:
    """The unit whose weight the regression on the chosen ones would gain most by freeing.

    It has the largest score statistic (Rao 1948): the squared slope of the loss along its weight,
    over its curvature once the chosen weights follow. For linear regression that is the unit with
    the largest partial correlation.
    X: (n, units). w: the weights of the chosen ones.
    """
    Z, ridge = _designed(X[:, chosen])
    p = sigmoid(Z @ w) if is_logistic else Z @ w
    slope = X.T @ (y - p)
    curve = p * (1 - p) if is_logistic else np.ones(len(y))
    shared = (Z.T * curve) @ X  # (k + 1, units)
    along = np.einsum("n,nu,nu->u", curve, X, X)
    follows = (shared * np.linalg.solve((Z.T * curve) @ Z + np.diag(ridge), shared)).sum(axis=0)
    # What the chosen ones make up wholly has nothing of its own to add.
    rest = along - follows
    gain = np.where(rest > 1e-9 * along, slope**2 / np.maximum(rest, 1e-300), -1.0)
    gain[chosen] = -np.inf
    return int(gain.argmax())


def _designed(X: Array) -> tuple[Array, Array]:
    """The places with a 1 in front, and the penalty of each weight."""
    Z = np.column_stack([np.ones(len(X)), X])
    return Z, np.array([0.0, *np.ones(X.shape[1])])


def _log_loss(Z: Array, y: Array, w: Array, ridge: Array) -> float:
    logits = Z @ w
    return float((np.logaddexp(0, logits) - y * logits).sum() + (ridge * w**2).sum() / 2)
