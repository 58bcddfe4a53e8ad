"""The trainer: a model, its text, and one gradient step after another."""

import math
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from reprlib import repr as short
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from rnnviz.cells import EVERY_CELL, Cell
from rnnviz.locale import N_, Refusal
from rnnviz.model import SequenceModel
from rnnviz.text import Vocabulary, characters, visible
from rnnviz.training import resources, writings
from rnnviz.training.batches import Batches, Numbers
from rnnviz.training.config import (
    DIVERGED,
    DIVERGED_CLIPPED,
    NOT_FINITE,
    NOT_FINITE_CLIPPED,
    TEMPERATURE,
    TrainingConfig,
)
from rnnviz.training.fused import FastCell, FusedOutput, fused
from rnnviz.training.parameters import Parameters
from rnnviz.training.reach import PIECES, ReachMeter
from rnnviz.training.start import starting_model
from rnnviz.training.steps import (
    BETA_1,
    BETA_2,
    EPSILON,
    FOUND,
    MOMENTS,
    MOMENTUM,
    GradientStep,
)
from rnnviz.training.trials import TIMES
from rnnviz.training.writings import Lexicon, Writing

# Validation reads this many characters of the validation text, in rows side by side.
VALIDATION_ROWS, VALIDATION_PIECE, VALIDATION_CHARACTERS = 32, 64, 4096

# A training has diverged if its mean loss, after this many steps, is more than twice what guessing
# costs. Each step's loss has this share in the mean.
DIVERGED_AFTER, DIVERGED_MEAN = 100, 0.05


class DivergenceError(ArithmeticError):
    """The training cannot go on; the message is a sentence of the catalogue that says why."""


def settle() -> None:
    """Let this process train in one thread: two wait for one another longer than they compute.
    Numbers too small to matter are zero, for processors take a hundred times as long with them."""
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)


class Row(NamedTuple):
    """One gradient step: loss (nats a character, before the step), the gradient's norm before
    clipping and what clipping multiplied it with, and the learning rate."""

    step: int
    loss: float
    norm: float
    scale: float
    rate: float


@lru_cache(maxsize=2)
def numbered(text: str) -> tuple[Vocabulary, Numbers]:
    """A text's vocabulary and its characters' numbers; cached, because the runs of a race read one
    text."""
    tokens = characters(text)
    vocabulary = Vocabulary(tokens)
    numbers = vocabulary.indices(tokens)
    numbers.setflags(write=False)
    return vocabulary, numbers


class Trainer:
    """A training, from its first weights on; the same configuration, text and machine give the
    same losses.

    text: cut into characters as people count them. start: a model to go on from, instead of
    weights drawn anew; its cell, size and vocabulary must fit.
    Raises Refusal if the text is too short for a batch or has too many different characters,
    or if `start` does not fit.
    """

    def __init__(
        self, config: TrainingConfig, text: str, start: SequenceModel | None = None
    ) -> None:
        self.config = config
        self.vocabulary, numbers = numbered(text)
        if start is not None:
            known = set(start.vocabulary)
            unknown = [token for token in self.vocabulary if token not in known]
            if unknown:
                raise Refusal(
                    N_(
                        "Characters in the text that the model does not know: {count}, such as "
                        "{some}; it knows {known}."
                    ),
                    count=len(unknown),
                    some=" ".join(visible(token)[:8] for token in unknown[:8]),
                    known=len(known),
                )
            numbers = start.vocabulary.indices(self.vocabulary)[numbers]
            self.vocabulary = start.vocabulary
        kept = round(config.validation * len(numbers))
        self.training_text = numbers[: len(numbers) - kept]
        self.validation_text = numbers[len(numbers) - kept :]
        self.batches = Batches(
            self.training_text,
            config.batches,
            config.batch_size,
            config.sequence_length,
            config.seed,
        )
        q, h = len(self.vocabulary), config.hidden_size
        resources.check(config, q)
        self.parameters = Parameters(config.cell, config.options, q, h)
        self.gradients = self.parameters.like()
        self.moments = [self.parameters.like() for _ in MOMENTS[config.optimizer]]
        self._scratch = torch.zeros_like(self.parameters.flat)
        self.cell = fused(self.parameters, config.sequence_length, config.batch_size)
        self._readers: dict[tuple[int, int], FastCell] = {}
        self._outputs: dict[int, FusedOutput] = {}
        self.output = self._output(config.sequence_length * config.batch_size)
        zeros = torch.zeros(config.batch_size, h)
        self.state: tuple[Tensor, ...] = (zeros,) * self.cell.states
        self.step_number = 0
        self._mean_loss = 0.0
        if start is None:
            start = starting_model(config, self.vocabulary, self.training_text)
        self._load(start)

    def step(self) -> Row:
        """One gradient step.

        Raises DivergenceError, with the parameters as they were, if the loss or the gradient is no
        finite number, or if after 100 steps the loss is still more than twice that of guessing.
        """
        with torch.inference_mode():
            row, self.state = self._gradient_step()
        return row

    def recorded_step(self) -> GradientStep:
        """One gradient step like any other, kept whole; raises as `step` does."""
        with torch.inference_mode():
            found = self._state_before(self.step_number + 1)
            found = tuple(state.clone() for state in found)
            before = _copies(self.parameters)
            moments_before = [_copies(moment) for moment in self.moments]
            unclipped = self.gradients.like()
            row, state = self._gradient_step(unclipped)
            self.state = tuple(part.clone() for part in state)
            batch = self.batches[row.step]
            loss_after, _ = self._forward(batch.inputs, batch.targets, found)
        kept = MOMENTS[self.config.optimizer]
        return GradientStep(
            step=row.step,
            optimizer=self.config.optimizer,
            rate=row.rate,
            norm=row.norm,
            scale=row.scale,
            loss_before=row.loss,
            loss_after=loss_after,
            parts={
                "before": before,
                "gradient": _copies(unclipped),
                **{FOUND[name]: found for name, found in zip(kept, moments_before, strict=True)},
                **{name: _copies(left) for name, left in zip(kept, self.moments, strict=True)},
                "after": _copies(self.parameters),
            },
        )

    def trial(self) -> tuple[float, ...]:
        """The loss of the next batch, and what it would be after the next step at each of TIMES its rate, in nats a
        character. Nothing is changed; numbers that are too large are inf."""
        with torch.inference_mode():
            self.state = tuple(part.clone() for part in self.state)
            step = self.step_number + 1
            batch = self.batches[step]
            found = tuple(state.clone() for state in self._state_before(step))
            loss, _ = self._gradient(batch.inputs, batch.targets, found)
            self._clip(float(self.gradients.flat.norm()))
            changing = [self.parameters.flat, *(moment.flat for moment in self.moments)]
            before = [one.clone() for one in changing]
            losses = [loss]
            for times in TIMES:
                self._update(step, times * self.config.rate(step))
                losses.append(self._forward(batch.inputs, batch.targets, found)[0])
                for one, own in zip(changing, before, strict=True):
                    one.copy_(own)
        return tuple(one if math.isfinite(one) else math.inf for one in losses)

    def validation_loss(self) -> float | None:
        """The mean loss, in nats a character, on the text kept aside; None if there is none.

        At most 4,096 characters of it, read in up to 32 rows side by side, each from a zero
        state.
        """
        text = self.validation_text[: VALIDATION_CHARACTERS + 1]
        if len(text) < 2:
            return None
        n = max(1, min(VALIDATION_ROWS, (len(text) - 1) // VALIDATION_PIECE))
        length = (len(text) - 1) // n
        where = length * np.arange(n) + np.arange(length)[:, np.newaxis]  # (length, n)
        total = 0.0
        with torch.inference_mode():
            state = self._zero_state(n)
            for start in range(0, length, VALIDATION_PIECE):
                piece = where[start : start + VALIDATION_PIECE]
                reader = self._reader(len(piece), n)
                state = reader.forward(torch.from_numpy(text[piece]), *state)
                targets = torch.from_numpy(text[piece + 1])
                total += piece.size * self._output(piece.size).forward(reader.H, targets)
        return total / where.size

    def reach(self) -> npt.NDArray[np.float64]:
        """How far back a loss reaches, and what truncation drops: see `ReachMeter.measure`."""
        return self._reach_meter.measure()

    @cached_property
    def _reach_meter(self) -> ReachMeter:
        T, kept = self.config.sequence_length, self.validation_text
        text = kept if len(kept) > PIECES * T else self.training_text
        return ReachMeter(self.parameters, text, T)

    def sample(self, length: int, temperature: float, seed: int, prefix: str = "") -> str:
        """`length` characters that the model goes on with after `prefix`, without the prefix.

        temperature: the logits are divided by it; 0 always takes the likeliest character.
        Without a prefix the first character is drawn from the training text.
        Raises ValueError for a temperature below 0 or characters it does not know.
        """
        drawn, _ = self._drawn(length, temperature, seed, prefix)
        return "".join(self.vocabulary[k] for k in drawn[:length])

    def writing(self, lexicon: Lexicon | None) -> Writing:
        """What the model writes from the beginning that all writings of this training have.
        lexicon: the real words of its text; None if it is not made of words."""
        drawn, logits = self._drawn(writings.LENGTH, writings.TEMPERATURE, writings.SEED)
        tokens, size = [], 0
        for k in drawn:
            size += len(self.vocabulary[k].encode("utf-8", "replace"))
            if size > writings.MAX_BYTES:
                break
            tokens.append(self.vocabulary[k])
        p = torch.stack(logits).softmax(1) if logits else torch.zeros(0, 1)
        chances = [round(float(row[k]), 3) for row, k in zip(p, drawn[1:], strict=True)]
        places = lexicon.places(tokens) if lexicon else None
        return Writing(self.step_number, tokens, chances[: max(0, len(tokens) - 1)], places)

    def _drawn(
        self, length: int, temperature: float, seed: int, prefix: str = ""
    ) -> tuple[list[int], list[Tensor]]:
        """The characters that `sample` gives, and the logits of those that the model drew."""
        if not 0 <= temperature <= 10:
            raise Refusal(TEMPERATURE, value=short(temperature))
        rng = np.random.default_rng((self.config.seed, seed))
        drawn: list[int] = []
        read_off: list[Tensor] = []
        if prefix:
            read = self.vocabulary.indices(prefix)
        else:
            read = rng.choice(self.training_text, 1)
            drawn.append(int(read[0]))
        reader = self._reader(1, 1)
        with torch.inference_mode():
            state = self._zero_state(1)
            for k in read:
                state = reader.forward(torch.full((1, 1), int(k)), *state)
            while len(drawn) < length:
                logits = self._logits(reader.H)[0].double()
                k = _draw(logits.numpy(), temperature, rng)
                drawn.append(k)
                read_off.append(logits)
                state = reader.forward(torch.full((1, 1), k), *state)
        return drawn, read_off

    def probe(
        self, text: str | Iterable[str]
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Reading `text` from a zero state: the hidden states H (T, h), and how likely it holds
        each character to come next, Ŷ (T, q).

        Raises ValueError for an empty text or characters it does not know.
        """
        numbers = self.vocabulary.indices(text)
        with torch.inference_mode():
            reader = self._reader(len(numbers), 1)
            reader.forward(torch.from_numpy(numbers[:, np.newaxis]), *self._zero_state(1))
            Y_hat = self._log_predictions(reader.H).exp_()
            return reader.H[:, 0].numpy().copy(), Y_hat.numpy()

    def model(self) -> SequenceModel:
        """The model as it is now, in float64, the same numbers to the last bit."""
        named = _copies(self.parameters)
        W_hq, b_q = named.pop("W_hq"), named.pop("b_q")
        made: dict[str, Any] = {**self.config.options, **named}
        cell = EVERY_CELL[self.config.cell](**made)
        return SequenceModel(cell, W_hq=W_hq, b_q=b_q, vocabulary=self.vocabulary)

    def snapshot(self) -> dict[str, npt.NDArray[np.generic]]:
        """The changing state of a training, for `restore`."""
        return {
            "step": np.array([self.step_number, self._mean_loss]),
            "parameters": self.parameters.flat.numpy().copy(),
            **{f"moment_{k}": moment.flat.numpy().copy() for k, moment in enumerate(self.moments)},
            **{f"state_{k}": state.numpy().copy() for k, state in enumerate(self.state)},
        }

    def restore(self, snapshot: Mapping[str, npt.NDArray[np.generic]]) -> None:
        """Resume where `snapshot` was taken. Raises ValueError if it belongs to another
        training."""
        own = self.snapshot()
        came = {name: array.shape for name, array in snapshot.items()}
        fits = {name: array.shape for name, array in own.items()}
        if came != fits:
            raise ValueError(f"The snapshot holds {came}; this training needs {fits}.")
        self.step_number, self._mean_loss = int(snapshot["step"][0]), float(snapshot["step"][1])
        self.parameters.flat.copy_(torch.from_numpy(snapshot["parameters"].copy()))
        for k, moment in enumerate(self.moments):
            moment.flat.copy_(torch.from_numpy(snapshot[f"moment_{k}"].copy()))
        self.state = tuple(
            torch.from_numpy(snapshot[f"state_{k}"].copy()) for k in range(self.cell.states)
        )

    def _load(self, model: SequenceModel) -> None:
        cell, config = model.cell, self.config
        options = cell.options if isinstance(cell, Cell) else {}
        if (cell.name, cell.hidden_size, options) != (
            config.cell,
            config.hidden_size,
            config.options,
        ):
            raise Refusal(
                N_(
                    "The model is {cell} with {h} hidden units; the configuration needs {needed} "
                    "with {needed_h}."
                ),
                cell=_described(cell.name, options),
                h=cell.hidden_size,
                needed=_described(config.cell, config.options),
                needed_h=config.hidden_size,
            )
        for name, value in model.parameters.items():
            self.parameters.named[name].copy_(torch.from_numpy(value))

    def _gradient_step(self, unclipped: Parameters | None = None) -> tuple[Row, tuple[Tensor, ...]]:
        """One step, and its final states; `unclipped` receives the gradient before clipping."""
        step = self.step_number + 1
        batch = self.batches[step]
        loss, state = self._gradient(batch.inputs, batch.targets, self._state_before(step))
        norm = float(self.gradients.flat.norm())
        self._check(loss, norm)
        if unclipped is not None:
            unclipped.flat.copy_(self.gradients.flat)
        scale = self._clip(norm)
        rate = self.config.rate(step)
        self._update(step, rate)
        self.step_number = step
        return Row(step, loss, norm, scale, rate), state

    def _gradient(
        self, inputs: Numbers, targets: Numbers, state: tuple[Tensor, ...]
    ) -> tuple[float, tuple[Tensor, ...]]:
        """The mean loss of a batch, whose gradient is then known, and its last states."""
        found = self._forward(inputs, targets, state)
        dH = self.output.backward(self.gradients).view(self.cell.H.shape)
        self.cell.backward(dH, self.gradients)
        return found

    def _clip(self, norm: float) -> float:
        """Shorten the gradient, whose norm this is, where it is too long; by how much."""
        clip = self.config.clip_norm
        scale = 1.0 if clip is None or norm <= clip else clip / norm
        if scale != 1.0:
            self.gradients.flat.mul_(scale)
        return scale

    def _reader(self, T: int, n: int) -> FastCell:
        """A fast cell with these parameters for reading beside the training, made once a size."""
        if (T, n) not in self._readers:
            self._readers[T, n] = fused(self.parameters, T, n)
        return self._readers[T, n]

    def _output(self, rows: int) -> FusedOutput:
        """The output layer for this many positions, made once for each number; each forward pass
        overwrites the last."""
        if rows not in self._outputs:
            self._outputs[rows] = FusedOutput(self.parameters, rows)
        return self._outputs[rows]

    def _forward(
        self, inputs: Numbers, targets: Numbers, state: tuple[Tensor, ...]
    ) -> tuple[float, tuple[Tensor, ...]]:
        """The mean loss of a batch, and its last states."""
        last = self.cell.forward(torch.from_numpy(inputs), *state)
        return self.output.forward(self.cell.H, torch.from_numpy(targets)), last

    def _logits(self, H: Tensor) -> Tensor:
        """(T · n, q)."""
        blocks = self.parameters.blocks
        return torch.addmm(blocks["b_q"], H.reshape(-1, self.config.hidden_size), blocks["W_hq"])

    def _log_predictions(self, H: Tensor) -> Tensor:
        return self._logits(H).log_softmax(1)

    def _update(self, step: int, rate: float) -> None:
        theta, g = self.parameters.flat, self.gradients.flat
        if self.config.optimizer == "sgd":
            theta.add_(g, alpha=-rate)
        elif self.config.optimizer == "momentum":
            velocity = self.moments[0].flat.mul_(MOMENTUM).add_(g)
            theta.add_(velocity, alpha=-rate)
        else:
            m = self.moments[0].flat.lerp_(g, 1 - BETA_1)
            v = self.moments[1].flat.mul_(BETA_2).addcmul_(g, g, value=1 - BETA_2)
            root = (
                torch.sqrt(v, out=self._scratch).mul_(1 / math.sqrt(1 - BETA_2**step)).add_(EPSILON)
            )
            theta.addcdiv_(m, root, value=-rate / (1 - BETA_1**step))

    def _check(self, loss: float, norm: float) -> None:
        is_clipped = self.config.clip_norm is not None
        if not (math.isfinite(loss) and math.isfinite(norm)):
            raise DivergenceError(NOT_FINITE_CLIPPED if is_clipped else NOT_FINITE)
        if self.step_number == 0:
            self._mean_loss = loss
        self._mean_loss += DIVERGED_MEAN * (loss - self._mean_loss)
        guessing = math.log(len(self.vocabulary))
        if self.step_number >= DIVERGED_AFTER and self._mean_loss > 2 * guessing:
            raise DivergenceError(DIVERGED_CLIPPED if is_clipped else DIVERGED)

    def _state_before(self, step: int) -> tuple[Tensor, ...]:
        """The initial states of each sample, as its batch says: zero, or the last states of the
        step before."""
        fresh = torch.from_numpy(self.batches[step].fresh)[:, np.newaxis]
        return tuple(state.masked_fill(fresh, 0.0) for state in self.state)

    def _zero_state(self, n: int) -> tuple[Tensor, ...]:
        return (torch.zeros(n, self.config.hidden_size),) * self.cell.states


def _described(cell: str, options: Mapping[str, object]) -> str:
    """Such as "gru (reset_after=True)"."""
    listed = ", ".join(f"{name}={value}" for name, value in options.items())
    return f"{cell} ({listed})" if listed else cell


def _copies(parameters: Parameters) -> dict[str, npt.NDArray[np.float32]]:
    return {name: tensor.numpy().copy() for name, tensor in parameters.named.items()}


def _draw(logits: npt.NDArray[np.float64], temperature: float, rng: np.random.Generator) -> int:
    """The number of a character drawn from softmax(logits / temperature)."""
    if temperature == 0:
        return int(logits.argmax())
    weights = np.exp((logits - logits.max()) / temperature)
    summed = weights.cumsum()
    return int(min(np.searchsorted(summed, rng.random() * summed[-1], "right"), len(logits) - 1))
