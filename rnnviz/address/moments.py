"""Moments of training runs, as links name them, found on disk and read from there."""

import unicodedata
from functools import lru_cache
from pathlib import Path

from safetensors import SafetensorError

from rnnviz.address.link import NO_RUN, NO_TASK, OF_TASK, Moment
from rnnviz.cells import CELLS
from rnnviz.fields import LinkError
from rnnviz.locale import N_
from rnnviz.model import SequenceModel
from rnnviz.practice import StepTask, task
from rnnviz.text import Vocabulary, characters
from rnnviz.training import Runs, TrainingConfig, home

# How much of its own text a run reads where no other is given, and how far to look for it.
BEGINNING, WORTH_READING, LOOKED_AT = 40, 12, 1000
NOT_BEGUN = N_("Run {run} has no weights yet; a moment later it may. Another model is shown.")
UNREADABLE = N_("The files of run {run} cannot be read. Another model is shown.")


def last_moment(run: str, folder: Path | None = None) -> Moment:
    """The latest moment that a run has kept; or the network of a task, as it is. folder: where the runs are; by default
    `home()`.

    Raises LinkError, in a sentence for the reader, if there is no such run, or none of its
    weights.
    """
    if OF_TASK.fullmatch(run):
        return _of_task(run)
    folder = folder or home()
    # Looking for a run must not create the folder for runs.
    if not folder.is_dir():
        raise LinkError(NO_RUN, run=run)
    try:
        runs = Runs(folder)
        runs.path(run)
    except ValueError:
        raise LinkError(NO_RUN, run=run) from None
    except OSError:
        raise LinkError(UNREADABLE, run=run) from None
    try:
        checkpoints = runs.checkpoints(run)
        if not checkpoints:
            raise LinkError(NOT_BEGUN, run=run)
        config, vocabulary, beginning = _about(folder, run)
    except LinkError:
        raise
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise LinkError(UNREADABLE, run=run) from None
    return Moment(
        run=run,
        at=checkpoints[-1],
        folder=folder,
        corpus=config.corpus,
        cell=config.cell,
        hidden=config.hidden_size,
        steps=config.steps,
        checkpoints=checkpoints,
        vocabulary=vocabulary,
        beginning=beginning,
    )


# A checkpoint never changes. All who read with the same one share its weights, up to 170 MB.
@lru_cache(maxsize=2)
def model_of(moment: Moment) -> SequenceModel:
    """The model of a moment. Raises ValueError if its weights are gone or cannot be read."""
    if moment.folder is None:
        return _task(moment.run).model
    try:
        return Runs(moment.folder).model(moment.run, moment.at)
    except (OSError, KeyError, SafetensorError) as reason:
        raise ValueError(f"{type(reason).__name__}: {reason}") from reason


def _of_task(run: str) -> Moment:
    try:
        found = _task(run)
    except ValueError:
        raise LinkError(NO_TASK, run=run) from None
    return Moment(
        run=run,
        at=0,
        folder=None,
        corpus="",
        cell=next(name for name, cell in CELLS.items() if type(found.model.cell) is cell),
        hidden=found.model.cell.hidden_size,
        steps=0,
        checkpoints=(0,),
        vocabulary=found.model.vocabulary,
        beginning=found.text,
    )


# One is drawn in half a second at worst.
@lru_cache(maxsize=32)
def _task(run: str) -> StepTask:
    """Raises ValueError where there is none."""
    family, _, seed = run.rpartition(".")
    found = task(family, seed=int(seed))
    if not isinstance(found, StepTask):
        raise ValueError(f"{family} has no network.")
    return found


@lru_cache(maxsize=256)
def _about(folder: Path, run: str) -> tuple[TrainingConfig, Vocabulary, str]:
    """The parts of a run that never change: its configuration, its characters, its text's
    beginning."""
    runs = Runs(folder)
    vocabulary = runs.vocabulary(run)
    return runs.config(run), vocabulary, _beginning(runs.text(run), vocabulary)


def _beginning(text: str, vocabulary: Vocabulary) -> str:
    """The first line of a text that is worth reading, or the longest, cut to a length.

    Raises ValueError for a text in which nothing can be shown.
    """
    lines = ["".join(filter(_is_shown, line.strip())) for line in text[:LOOKED_AT].splitlines()]
    line = next((line for line in lines if len(line) >= WORTH_READING), max(lines, key=len))
    read = [token for token in characters(line) if token in vocabulary][:BEGINNING]
    if not read:
        raise ValueError("There is nothing in the text that can be shown.")
    return "".join(read)


def _is_shown(character: str) -> bool:
    return unicodedata.category(character) not in {"Cc", "Cs"}
