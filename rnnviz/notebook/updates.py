"""What a loop does to any module of PyTorch's while it runs: how far each step moves each weight, how large its
gradient is, and what the recurrent layers hold."""

import time
from collections.abc import Callable, Iterator, Mapping
from html import escape
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rnnviz.locale import N_, translator
from rnnviz.notebook.curves import Curve, figures

Array = NDArray[np.float64]
# The share of a loop's time that measuring may take, with seconds that even a short loop has; and how many moments are
# kept at most: then every other one.
SHARE, GRANTED, MOST = 0.02, 0.1, 400
# Figures that are shown, and how many numbers of a weight or a layer are looked at: a copy of all would be as large as
# the model.
FIGURES, VALUES = 12, 100_000
QUANTILES = (0.05, 0.5, 0.95)
RECURRENT = {"RNNBase", "RNNCellBase"}
# Of a state: what lies further out is at an end of tanh; and what moves no further stands still.
END, STILL = 0.97, 1e-3
NAN = float("nan")
# What stands still, or is at its ends, comes before all weights; a decade is 1.
NEVER, AT_ENDS = 100.0, 10.0

NOT_MOVED = N_("No step has changed it.")
MOVES = N_("A step changes it by {own} of its size; the median of all weights here is {usual}.")
STANDS = N_("It holds the same everywhere: from {low} to {high}.")
ENDS = N_("{share} % of what it holds is at the ends of tanh.")
HOLDS = N_("Nine tenths of what it holds lie between {low} and {high}.")
UPDATE, GRADIENT = N_("update ÷ weight"), N_("gradient")
MORE = N_("{count} more are less unusual.")
NOTHING = N_("No step has been measured yet.")
BROKE = N_("Measuring has ended with {error}.")


class Weight(NamedTuple):
    """Of a parameter at each measured step: updates, ‖Δθ‖ of this step over ‖θ‖ before it, of a large weight by 100,000
    of its numbers; gradients, ‖∂L/∂θ‖, NaN where there was none."""

    updates: list[float]
    gradients: list[float]


class Held(NamedTuple):
    """Of a recurrent layer's states H at each measured step: their quantiles 0.05, 0.5 and 0.95, and the share of them
    that is at the ends of tanh."""

    quantiles: list[tuple[float, ...]]
    ends: list[float]


class Updates:
    """steps: the numbers of the measured steps. weights: by parameter; layers: by the recurrent layers' names.

    A notebook shows the twelve most unusual of them: what never moves, what is at its ends, then the
    weights whose update over weight is the farthest from the others', in decades. Measuring takes a
    tenth of a second and two hundredths of the loop's time, at most; on a fast loop it measures less
    often. What goes wrong with it ends the measuring, not the loop; `problem` says what it was, or "".
    The module keeps nothing of it once the loop is over.
    """

    def __init__(
        self, module: Any, language: str = "", clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self.steps: list[int] = []
        self.weights: dict[str, Weight] = {}
        self.layers: dict[str, Held] = {}
        self.problem = ""
        # What a browser speaks, Python is not told.
        self._module, self._translate, self._clock = module, translator(language or "en"), clock
        self._began, self._spent, self._number = clock(), 0.0, 0
        self._named: dict[str, Any] = {}
        self._before: Mapping[str, Any] | None = None
        self._outputs: dict[str, Any] = {}
        self._hooks: list[Any] = []

    def begin(self) -> None:
        """The loop begins: from now on the layers are listened to."""
        self._began, self._spent = self._clock(), 0.0
        self._timed(self._listen)
        self._timed(self._remember)

    def _listen(self) -> None:
        # What learns only now has missed the moments of an earlier loop.
        missed = [NAN] * len(self.steps)
        for name, one in self._module.named_parameters():
            if one.requires_grad and one.numel() > 0:
                self._named[name] = one
                self.weights.setdefault(name, Weight([*missed], [*missed]))
        for name, one in self._module.named_modules():
            if _is_recurrent(one):
                self.layers.setdefault(name, Held([], []))
                self._hooks.append(one.register_forward_hook(self._listener(name)))

    def step(self) -> None:
        """A gradient step is done, and its gradients are still there."""
        self._number += 1
        if self._before is not None:
            self._timed(self._measure)
        if self._spent <= GRANTED + SHARE * (self._clock() - self._began):
            self._timed(self._remember)

    def end(self) -> None:
        """The loop is over."""
        for hook in self._hooks:
            hook.remove()
        self._hooks, self._before = [], None
        self._outputs.clear()

    def _listener(self, name: str) -> Callable[..., None]:
        def listen(_module: Any, _inputs: Any, output: Any) -> None:
            if self._before is not None:
                first = output[0] if isinstance(output, tuple) else output
                # Of a packed batch, too, these are the states, without padding.
                self._outputs[name] = first.data.detach()

        return listen

    def _timed(self, do: Callable[[], None]) -> None:
        if self.problem:
            return
        began = self._clock()
        try:
            do()
        except Exception as error:
            self.problem = f"{type(error).__name__}: {error}"
            self.end()
        self._spent += self._clock() - began

    def _remember(self) -> None:
        self._before = {name: _some(one).clone() for name, one in self._named.items()}

    def _measure(self) -> None:
        before, self._before = self._before or {}, None
        moved = {name: _moved(one, before[name]) for name, one in self._named.items()}
        held = {name: _held(self._outputs.pop(name, None)) for name in self.layers}
        # All of a moment or nothing: what fails has failed by here.
        self.steps.append(self._number)
        for name, (update, gradient) in moved.items():
            self.weights[name].updates.append(update)
            self.weights[name].gradients.append(gradient)
        for name, (quantiles, ends) in held.items():
            self.layers[name].quantiles.append(quantiles)
            self.layers[name].ends.append(ends)
        if len(self.steps) > MOST:
            self._thin()

    def _thin(self) -> None:
        """Every other moment, the last one among them."""
        kept = [self.steps, *(part for one in self.weights.values() for part in one)]
        for part in (*kept, *(part for one in self.layers.values() for part in one)):
            part[:] = part[::-1][::2][::-1]  # type: ignore[index]

    def unusual(self) -> list[tuple[str, str, float]]:
        """(name, sentence, how unusual) of each weight and layer, the most unusual first."""
        if not self.steps:
            return []
        return sorted((*self._of_weights(), *self._of_layers()), key=lambda one: -one[2])

    def _of_weights(self) -> Iterator[tuple[str, str, float]]:
        late = {name: _late(one.updates) for name, one in self.weights.items()}
        usual = {name: float(np.median(values)) for name, values in late.items() if values.size}
        moving = [one for one in usual.values() if 0 < one < float("inf")]
        middle = float(np.median(moving)) if moving else 1.0
        for name, own in usual.items():
            if np.nanmax(self.weights[name].updates) == 0:
                yield name, self._translate(NOT_MOVED), NEVER
                continue
            # A bias that begins at 0 moves by all of its size at first.
            far = abs(np.log10(own / middle)) if 0 < own < float("inf") else 1.0
            told = self._translate(MOVES).format(own=f"{own:.2g}", usual=f"{middle:.2g}")
            yield name, told, float(far)

    def _of_layers(self) -> Iterator[tuple[str, str, float]]:
        for name, one in self.layers.items():
            quantiles = _late(one.quantiles)
            if quantiles.size == 0:
                continue
            low, _, high = (float(value) for value in np.median(quantiles, axis=0))
            ends = float(np.median(_late(one.ends)))
            said = {"low": f"{low:.2g}".replace("-", "−"), "high": f"{high:.2g}".replace("-", "−")}
            if high - low < STILL:
                yield name, self._translate(STANDS).format(**said), NEVER
            elif ends > 0.5:
                yield name, self._translate(ENDS).format(share=round(100 * ends)), AT_ENDS * ends
            else:
                yield name, self._translate(HOLDS).format(**said), ends

    def _repr_html_(self) -> str:
        problem = self._translate(BROKE).format(error=self.problem) if self.problem else ""
        found = self.unusual()
        if not found:
            return f"<p>{escape(problem or self._translate(NOTHING))}</p>"
        shown = [(name, said, self._curves(name)) for name, said, _ in found[:FIGURES]]
        more = len(found) - len(shown)
        told = self._translate(MORE).format(count=more) if more > 0 else ""
        return figures(shown, self.steps, " ".join(filter(None, (told, problem))))

    def _curves(self, name: str) -> list[Curve]:
        if name in self.weights:
            one = self.weights[name]
            return [
                Curve(self._translate(UPDATE), one.updates, True),
                Curve(self._translate(GRADIENT), one.gradients, True),
            ]
        parts = np.array(self.layers[name].quantiles).T.tolist()
        return [
            Curve(f"{round(100 * share)} %", part, False)
            for share, part in zip(QUANTILES, parts, strict=True)
        ]


def _is_recurrent(module: Any) -> bool:
    return any(base.__name__ in RECURRENT for base in type(module).__mro__)


def _moved(weight: Any, before: Any) -> tuple[float, float]:
    """‖Δθ‖ / ‖θ‖ of a step, and ‖∂L/∂θ‖."""
    size, moved = float(before.norm()), float((_some(weight) - before).norm())
    gradient = NAN if weight.grad is None else float(weight.grad.detach().norm())
    return (moved / size if size else float("inf") if moved else 0.0), gradient


def _some(values: Any) -> Any:
    """The numbers of a tensor side by side; of many, every so many-th."""
    flat = values.detach().reshape(-1)
    return flat[:: max(1, flat.numel() // VALUES)]


def _late(values: list[Any]) -> Array:
    """The last third of what was measured: what it has come to."""
    known = np.array(values, dtype=float)
    known = known[~np.isnan(known.reshape(len(known), -1)).any(axis=1)]
    return known[-max(1, len(known) // 3) :]


def _held(values: Any) -> tuple[tuple[float, ...], float]:
    """Quantiles of a layer's states, and the share at the ends of tanh; NaN where nothing was computed."""
    if values is None or values.numel() == 0:
        return (NAN,) * len(QUANTILES), NAN
    flat = _some(values).float().cpu().numpy()
    quantiles = tuple(float(one) for one in np.quantile(flat, QUANTILES))
    return quantiles, float(np.mean(np.abs(flat) > END))
