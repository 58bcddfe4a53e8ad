"""The views in a notebook: they talk with Python, in Jupyter, JupyterLab, VS Code, Colab and marimo.

Needs anywidget, which `pip install ".[notebook]"` brings; it is imported with the first
widget.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from rnnviz.trace import Trace

if TYPE_CHECKING:
    from rnnviz.frameworks.comparison import Forward
    from rnnviz.notebook.loop import Watching
    from rnnviz.notebook.run import RunWidget
    from rnnviz.notebook.stage import StageWidget
    from rnnviz.text import Vocabulary
    from rnnviz.training import Runs

__all__ = ["watch", "watching", "widget"]


def widget(
    traces: Trace | Sequence[Trace],
    *,
    language: str = "",
    captions: str | Sequence[str] = "",
    labels: Sequence[str] | None = None,
    **place: Any,
) -> "StageWidget":
    """The stage of a trace, or of several that have read the same text, as a widget that talks.

        w = rnnviz.widget(trace, t=3)
        w.t += 1                               # the stage takes a step
        w.holds = [Hold("F", 1.0, units=[4])]
        w.trace["C"]                           # what follows, as Python computes it

    language: by default that of the reader's browser. captions, labels: as for `rnnviz.stage.html`.
    place: its first traits, such as t, unit, view or height: see `StageWidget`.
    Raises ImportError without anywidget, ValueError as `html` does, and traitlets' TraitError for a
    trait that does not fit.
    """
    _check_anywidget()
    from rnnviz.notebook.stage import StageWidget

    return StageWidget(traces, language=language, captions=captions, labels=labels, **place)


def watch(
    run: str | Sequence[str],
    runs: "Runs | None" = None,
    *,
    language: str = "",
    height: int = 560,
) -> "RunWidget":
    """The live view of a training, as the Train page shows it; of several, as a race.

        runs = rnnviz.training.Runs(rnnviz.training.home())
        run = runs.start(TrainingConfig(cell="gru", steps=500))
        rnnviz.watch(run, runs)

    run: the id of a run, as `Runs.start` gives it and a link of the Train page has it. runs: where
    it lies; by default where the app of this computer keeps its own.
    language: by default that of the reader's browser. height: of its upper half, in pixels.
    Raises ImportError without anywidget, and Refusal for a run that is not there.
    """
    _check_anywidget()
    from rnnviz.notebook.run import RunWidget
    from rnnviz.training import Runs, home

    runs = runs or Runs(home())
    names = [run] if isinstance(run, str) else list(run)
    for name in names:
        runs.status(name)
    return RunWidget(runs, names, language, height)


def watching(
    model: Any,
    vocabulary: "Vocabulary | Iterable[str] | None" = None,
    *,
    text: str = "",
    probe: str = "",
    steps: int | None = None,
    sequence_length: int | None = None,
    temperature: float = 0.8,
    forward: "Forward | None" = None,
    language: str = "",
    height: int = 560,
) -> "Watching":
    """A training loop of one's own, watched while it runs:

        with rnnviz.watching(model, characters, text=text, steps=500) as seen:
            for batch in batches:
                …
                seen.step(loss)

    shows its losses, and, several times a second, the hidden states of a probe sentence, what the
    network writes, and how far back the gradient reaches, as the Train page does. All that takes a
    few hundredths of the loop's time at most, and what goes wrong with it never ends the loop.
    `seen.updates` shows, for any module of PyTorch's, how far a step moves each weight and what the
    recurrent layers hold, the most unusual first.

    model: the nn.Module that learns, as `from_torch` reads it, or a model of Keras's. vocabulary:
    the characters in the order of their numbers; without it there are losses alone. text: what it
    learns, of which the probe, the reach and the losses of guessing are taken. probe: a sentence
    that it reads again and again, by default the text's beginning. steps: how many there will be.
    sequence_length: T, of a batch. temperature: of what it writes. forward: as for `from_torch`.
    language, height: as for `watch`. Lightning and Keras have their loops themselves:
    `rnnviz.notebook.lightning.Watch` and `rnnviz.notebook.keras.Watch` are their callbacks.
    Raises ImportError without anywidget, and Refusal as `from_torch` does.
    """
    _check_anywidget()
    from rnnviz.frameworks import from_torch
    from rnnviz.frameworks.keras_models import is_keras, keras_reader
    from rnnviz.frameworks.layers import vocabulary_of
    from rnnviz.frameworks.torch_modules import reader
    from rnnviz.live.loop import Loop
    from rnnviz.notebook.loop import Watching
    from rnnviz.notebook.updates import Updates

    read, known = None, None
    if vocabulary is not None and is_keras(model):
        known = vocabulary_of(vocabulary)
        read = keras_reader(model, known)
    elif vocabulary is not None:
        # Once, with what `forward` does; from now on its weights alone are read.
        known = from_torch(model, vocabulary, forward=forward).vocabulary
        read = reader(model, known)
    return Watching(
        lambda tell: Loop(
            read,
            known,
            text,
            probe=probe,
            steps=steps,
            sequence_length=sequence_length,
            temperature=temperature,
            tell=tell,
        ),
        language,
        Updates(model, language)
        if hasattr(model, "named_parameters") and not is_keras(model)
        else None,
        height=height,
    )


def _check_anywidget() -> None:
    try:
        import anywidget  # noqa: F401 (its absence gets a sentence)
    except ModuleNotFoundError as missing:
        raise ImportError(
            f"Widgets need anywidget, and there is no {missing.name} here; "
            '`pip install ".[notebook]"`, in the folder of rnnviz, installs it.'
        ) from None
