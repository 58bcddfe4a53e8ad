"""The views in a notebook: they talk with Python, in Jupyter, JupyterLab, VS Code, Colab and marimo.

Needs anywidget, which `pip install 'rnnviz[notebook]'` brings; it is imported with the first
widget.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rnnviz.trace import Trace

if TYPE_CHECKING:
    from rnnviz.notebook.stage import StageWidget

__all__ = ["widget"]


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


def _check_anywidget() -> None:
    try:
        import anywidget  # noqa: F401 (its absence gets a sentence)
    except ModuleNotFoundError as missing:
        raise ImportError(
            f"Widgets need anywidget, and there is no {missing.name} here; "
            "`pip install 'rnnviz[notebook]'` installs it."
        ) from None
