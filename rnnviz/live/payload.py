"""The live view's data for JSON; every number in it is computed here or in a layer below.

Numbers are rounded to six significant digits, and arrays of them are float32 in base64, row by
row. None stands for a value that was not measured.
"""

import base64
import math
from collections.abc import Callable, Iterable
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from rnnviz.cells import EVERY_CELL
from rnnviz.forcing import Feeding, forced, free
from rnnviz.locale import N_, Refusal
from rnnviz.model import SequenceModel
from rnnviz.sampling import Reader, expected, written
from rnnviz.text import characters, visible
from rnnviz.training import CORPORA, Runs, RunView, Sample, TrainingConfig, words
from rnnviz.training.config import DIVERGENCES
from rnnviz.training.corpora import agreements_of
from rnnviz.training.steps import BETA_1, BETA_2, EPSILON, MOMENTUM
from rnnviz.training.store import DISTANCES, MAX_PROBE, Probe
from rnnviz.training.verdict import Fact, of_rate, verdict

COLUMNS = ("step", "loss", "norm", "scale", "validation", "seconds")
ENDED = ("finished", "stopped", "failed")
SAMPLE_LENGTH = 200
PROBE_LENGTH = 40
EXCERPT = 600
MOST_EXPECTED = 24
MAX_CONTINUED = 1000
# How many pieces of text are continued, and the characters of their beginnings and of what is fed
# back after them.
PASSAGES, BEGINNING, FED = 32, 16, 33
# Of a large network fewer pieces are read, so that it takes no more products than a text of
# MAX_CONTINUED characters does.
MOST_PRODUCTS, FEWEST_PASSAGES = 10**10, 4
# The temperatures that always stand beside the chosen one.
COOL_TO_HOT = (0.0, 0.5, 1.0, 2.0)
TOO_LONG = N_("The text has {count} characters; at most {most} fit.")


def plan(config: TrainingConfig, text: str) -> dict[str, Any]:
    """A planned training: its size, its batches, and the beginning of its text."""
    length, q = _counted(text)
    return {
        "cell": config.cell,
        "hidden": config.hidden_size,
        "steps": config.steps,
        "parameters": config.parameters(q),
        "parts": [[name, list(shape)] for name, shape in config.shapes(q).items()],
        "characters": length,
        "vocabulary": q,
        "uniform": math.log(q),
        "entropy": CORPORA[config.corpus].entropy if config.corpus in CORPORA else None,
        "excerpt": _beginning(text),
    }


def _beginning(text: str) -> str:
    """As much of a text as EXCERPT characters hold; of one in words, whole words."""
    if len(text) <= EXCERPT:
        return text
    words_of_it = text[:EXCERPT].rsplit(maxsplit=1)[0]
    return words_of_it if len(words_of_it) > EXCERPT // 2 else text[:EXCERPT]


def present(
    runs: Runs,
    run: str,
    since: int = 0,
    samples: int = 0,
    probed: int = -1,
    reached: int = 0,
    written: int = 0,
    translate: Callable[[str], str] = N_,
) -> dict[str, Any]:
    """The current state of a run: rows of metrics from number `since` on, samples from number
    `samples` on, the probe's hidden states if they are of another step than `probed`, what
    arrives of the gradient at each distance, {step, dropped, norms}, from number `reached` on, and
    what it wrote at its checkpoints from number `written` on.

    Raises ValueError for a run that is not there.
    """
    view = runs.read(run, since, samples, reached, written)
    return {
        "cell": view.config.cell,
        "hidden": view.config.hidden_size,
        "status": view.status,
        "message": view.message(translate),
        "ahead": view.ahead,
        "host": view.host,
        "step": view.step,
        "steps": view.config.steps,
        "rows": view.rows,
        "since": max(0, since),
        "metrics": {name: _numbers(view.metrics[name]) for name in COLUMNS},
        "reach": [
            {
                "step": int(step),
                "dropped": number(dropped),
                "norms": [number(norm) for norm in norms],
            }
            for step, dropped, *norms in view.reach.tolist()
        ],
        "distances": DISTANCES,
        "truncation": view.config.sequence_length,
        "samples": [asdict(one) for one in view.samples],
        "writings": [asdict(one) for one in view.writings],
        "checkpoints": view.checkpoints,
        "recorded": view.recorded_steps,
        "speed": number(view.speed),
        "remaining": number(view.remaining),
        "pace": view.pace,
        "agreements": [
            {"name": one.name, "title": translate(one.title), "hint": translate(one.hint)}
            for one in agreements_of(view.config.corpus)
        ],
        "clip": view.config.clip_norm,
        "lines": {
            name: number(getattr(view, name))
            for name in ("uniform", "unigram", "bigram", "entropy")
        },
        "own": None,
        "probe": _probe(runs, run, probed),
        "verdict": _verdict(runs, run, view),
    }


def moment(runs: Runs, run: str, step: int, temperature: float, probe: str = "") -> dict[str, Any]:
    """A run as it was after `step` gradient steps: its sample, and its hidden states and
    predictions for `probe`.

    probe: by default the run's own probe sentence; characters that the model does not know are left
    out.
    Raises ValueError for a missing run or checkpoint, or an invalid value.
    """
    if len(probe) > MAX_PROBE:
        raise Refusal(TOO_LONG, count=len(probe), most=MAX_PROBE)
    model = _model(runs.folder, run, step)
    tokens = _known(model, probe) or _own_probe(runs, run)
    trace = model.trace(tokens)
    numbers = model.vocabulary.indices(tokens)
    found = Probe.of(step, numbers, model.vocabulary, trace["H"][:, 0], trace["Y_hat"][:, 0])
    text = written(model, SAMPLE_LENGTH, temperature, seed=step)
    return {
        "step": step,
        "sample": asdict(
            Sample.of(step, temperature, text, runs.config(run).corpus, _words_of(runs.folder, run))
        ),
        "probe": reading(found),
    }


def continuation(
    runs: Runs, run: str, step: int, text: str, temperature: float, seed: int
) -> dict[str, Any]:
    """The model's prediction after `text`, likeliest first, and a character drawn from it.

    Each of `expected` is [character, as it is shown, its probability, the same at the
    temperature]. unknown: the characters of the text that the model has never seen; it reads
    the others. Raises ValueError as `moment` does.
    """
    if len(text) > MAX_CONTINUED:
        raise Refusal(TOO_LONG, count=len(text), most=MAX_CONTINUED)
    model = _model(runs.folder, run, step)
    tokens = _known(model, text)
    unknown = [token for token in dict.fromkeys(characters(text)) if token not in model.vocabulary]
    if not tokens:
        return {
            "tokens": [],
            "unknown": _visible(unknown),
            "expected": [],
            "drawn": None,
            "rest": 0,
        }
    logits = Reader(model).read(tokens)
    p, tempered = expected(logits, 1.0), expected(logits, temperature)
    drawn = int(np.random.default_rng((seed, len(tokens))).choice(len(p), p=tempered))
    order = np.argsort(-logits, kind="stable")
    shown = [int(k) for k in order[:MOST_EXPECTED]]
    if drawn not in shown:
        shown.append(drawn)
    return {
        "tokens": _visible(tokens),
        "unknown": _visible(unknown),
        "expected": [
            [model.vocabulary[k], visible(model.vocabulary[k]), number(p[k]), number(tempered[k])]
            for k in shown
        ],
        "drawn": shown.index(drawn),
        "rest": len(p) - len(shown),
    }


def feeding(runs: Runs, run: str, step: int, passage: int, temperature: float) -> dict[str, Any]:
    """Pieces of the run's text continued in two ways: with the true characters as input
    (`forced`) and with the model's own at the temperature (`own`).

    chosen, loss: of piece number `passage`, counted on from the first after the last; a loss is of
    the true character, after k characters fed back, and `mean` is over all pieces. temperatures:
    the mean loss after the most characters, and the share of own characters that are the true ones.
    isUnseen: whether the pieces are text that was never trained on. Raises ValueError as `moment`
    does.
    """
    model = _model(runs.folder, run, step)
    tokens, is_unseen = _unseen(runs.folder, run)
    numbers = model.vocabulary.indices(tokens)
    length = min(BEGINNING + FED, len(numbers))
    beginning = max(1, min(BEGINNING, length // 3))
    ways = 1 + len({*COOL_TO_HOT, temperature})
    products = ways * length * sum(array.size for array in model.parameters.values())
    count = min(PASSAGES, max(FEWEST_PASSAGES, MOST_PRODUCTS // products))
    starts = np.unique(np.linspace(0, len(numbers) - length, count).astype(int))
    pieces = numbers[starts + np.arange(length)[:, np.newaxis]]
    at = passage % len(starts)
    true = forced(model, pieces, beginning)
    own = {
        one: free(model, pieces, beginning, one, seed=0)
        for one in sorted({*COOL_TO_HOT, temperature})
    }

    def told(found: Feeding) -> dict[str, Any]:
        return {
            "chosen": _visible(model.vocabulary[int(k)] for k in found.chosen[:, at]),
            "loss": _numbers(found.loss[:, at]),
            "mean": _numbers(found.loss.mean(1)),
            "right": number(float(found.right.mean())),
        }

    return {
        "beginning": _visible(model.vocabulary[int(k)] for k in pieces[:beginning, at]),
        "truth": _visible(model.vocabulary[int(k)] for k in pieces[beginning:, at]),
        "forced": told(true),
        "own": told(own[temperature]),
        "temperature": temperature,
        "temperatures": [
            {
                "temperature": one,
                "loss": number(float(found.loss[-1].mean())),
                "right": number(float(found.right.mean())),
            }
            for one, found in own.items()
        ],
        "passages": len(starts),
        "isUnseen": is_unseen,
    }


def replay(
    runs: Runs, run: str, step: int, name: str = "", row: int = -1, column: int = -1
) -> dict[str, Any]:
    """One gradient step, taken apart for one weight; by default the one it moved furthest.

    gradient: of the whole parameter `name`, float32 in base64, for a map to choose from.
    Raises ValueError for a step that was not kept, or a weight that does not exist.
    """
    kept = runs.recorded_step(run, step)
    gradients = kept.parts["gradient"]
    name = name or max(gradients, key=lambda one: float(np.abs(gradients[one]).max()))
    if name in gradients and (row < 0 or column < 0):
        moved = np.abs(kept.parts["after"][name] - kept.parts["before"][name])
        row, column = (int(k) for k in np.unravel_index(int(moved.argmax()), moved.shape))
    weight = kept.weight(name, row, column)
    t = kept.step
    vocabulary, config = runs.vocabulary(run), runs.config(run)
    weights = EVERY_CELL[config.cell].describe(config.options).weights
    read_by_character = {one.name for one in weights if one.kind == "input weight"}
    return {
        "step": t,
        "optimizer": kept.optimizer,
        "rate": kept.rate,
        "norm": kept.norm,
        "scale": kept.scale,
        "clip": config.clip_norm,
        "loss_before": kept.loss_before,
        "loss_after": kept.loss_after,
        "parameters": {one: array.shape for one, array in gradients.items()},
        "name": name,
        "row": row,
        "column": column,
        "of_row": visible(vocabulary[row]) if name in read_by_character else "",
        "of_column": visible(vocabulary[column]) if name in ("W_hq", "b_q") else "",
        "weight": weight,
        "momentum": MOMENTUM,
        "beta_1": BETA_1,
        "beta_2": BETA_2,
        "epsilon": EPSILON,
        "corrected_first": 1 - BETA_1**t,
        "corrected_second": 1 - BETA_2**t,
        "gradient": _floats(gradients[name]),
    }


@lru_cache(maxsize=4)
def _counted(text: str) -> tuple[int, int]:
    """How many characters a text has, and how many different ones."""
    tokens = characters(text)
    return len(tokens), len(set(tokens))


# A model of the largest networks takes 170 MB.
@lru_cache(maxsize=2)
def _model(folder: Path, run: str, step: int) -> SequenceModel:
    """A checkpoint never changes, so it is read only once."""
    return Runs(folder).model(run, step)


@lru_cache(maxsize=8)
def _words_of(folder: Path, run: str) -> frozenset[str]:
    return frozenset(words(Runs(folder).text(run)))


@lru_cache(maxsize=4)
def _unseen(folder: Path, run: str) -> tuple[tuple[str, ...], bool]:
    """The end of the run's text, which is never trained on, and True; the whole text and False if
    that end is too short."""
    runs = Runs(folder)
    tokens = characters(runs.text(run))
    kept = round(runs.config(run).validation * len(tokens))
    is_long = kept >= BEGINNING + FED
    return (tokens[len(tokens) - kept :] if is_long else tokens), is_long


def _probe(runs: Runs, run: str, probed: int) -> dict[str, Any] | None:
    found = runs.probe(run)
    return None if found is None or found.step == probed else reading(found)


def _verdict(runs: Runs, run: str, view: RunView) -> list[dict[str, Any]]:
    """What the numbers say of a training that has ended; before, what is wrong with its rate, or []."""
    facts = _ended(runs, run, view) if view.status in ENDED else of_rate(view.trials)
    return [
        {"name": fact.name, "values": {name: number(one) for name, one in fact.values.items()}}
        for fact in facts
    ]


def _ended(runs: Runs, run: str, view: RunView) -> list[Fact]:
    # The view has asked for what is new; this is said of all of it.
    whole = runs.read(run)
    metrics, config = whole.metrics, whole.config
    return verdict(
        metrics["step"],
        metrics["loss"],
        metrics["scale"],
        metrics["validation"],
        whole.writings,
        whole.trials,
        status=view.status,
        steps=config.steps,
        hidden=config.hidden_size,
        clip=config.clip_norm,
        bigram=view.bigram,
        entropy=view.entropy,
        diverged=view.failure is not None and view.failure.message in DIVERGENCES,
    )


def reading(probe: Probe) -> dict[str, Any]:
    targets = [*probe.tokens[1:], None]
    chances = [*probe.p_target.tolist(), None]
    return {
        "step": probe.step,
        "text": "".join(probe.tokens),
        "tokens": _visible(probe.tokens),
        "H": _floats(probe.H),
        "predictions": [
            {
                "likeliest": visible(likeliest),
                "p": number(p),
                "target": target and visible(target),
                "p_target": number(chance),
            }
            for likeliest, p, target, chance in zip(
                probe.likeliest, probe.p.tolist(), targets, chances, strict=True
            )
        ],
    }


def _own_probe(runs: Runs, run: str) -> tuple[str, ...]:
    """The run's own probe sentence, or the beginning of its text."""
    found = runs.probe(run)
    return found.tokens if found else characters(runs.text(run)[:PROBE_LENGTH])


def _known(model: SequenceModel, text: str) -> tuple[str, ...]:
    known = set(model.vocabulary)
    return tuple(token for token in characters(text) if token in known)


def _visible(tokens: Iterable[str]) -> list[str]:
    return [visible(token) for token in tokens]


def _floats(array: npt.NDArray[Any]) -> dict[str, Any]:
    data = np.ascontiguousarray(array, dtype="<f4").tobytes()
    return {"shape": array.shape, "data": base64.b64encode(data).decode()}


def _numbers(column: npt.NDArray[np.float64]) -> list[float | None]:
    return [number(value) for value in column.tolist()]


def number(value: float | None) -> float | None:
    """Six significant digits; None for NaN and infinity, which JSON does not have."""
    return float(f"{value:.6g}") if value is not None and math.isfinite(value) else None
