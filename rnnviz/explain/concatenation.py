"""Two products added, or one product of concatenated matrices (002, 6.2.2)."""

from dataclasses import dataclass

import numpy as np

from rnnviz.cells.activations import Array


@dataclass(frozen=True)
class Concatenation:
    """X (n, d), W_xh (d, h), H (n, h), W_hh (h, h), and their two ways to one (n, h)."""

    X: Array
    W_xh: Array
    H: Array
    W_hh: Array

    @property
    def added(self) -> Array:
        """X W_xh + H W_hh, (n, h)."""
        return self.X @ self.W_xh + self.H @ self.W_hh

    @property
    def XH(self) -> Array:
        """X and H side by side, (n, d + h)."""
        return np.concatenate((self.X, self.H), axis=1)

    @property
    def W(self) -> Array:
        """W_xh above W_hh, (d + h, h)."""
        return np.concatenate((self.W_xh, self.W_hh), axis=0)

    @property
    def joined(self) -> Array:
        """[X, H] times the stacked weights, (n, h)."""
        return self.XH @ self.W

    @property
    def difference(self) -> float:
        """The largest difference between the two: 0 but for the rounding of float64."""
        return float(np.abs(self.added - self.joined).max())


def drawn(seed: int, n: int = 3, d: int = 1, h: int = 4) -> Concatenation:
    """New random numbers, normally distributed, in the document's shapes (002: torch.randn)."""
    rng = np.random.default_rng(seed)
    return Concatenation(
        rng.normal(size=(n, d)),
        rng.normal(size=(d, h)),
        rng.normal(size=(n, h)),
        rng.normal(size=(h, h)),
    )
