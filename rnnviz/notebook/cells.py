"""The notebook around a cell: Jupyter's, marimo's, or none."""

import sys
import threading
from collections.abc import Callable
from typing import Any, Protocol


class Place(Protocol):
    """The place of a view among what a cell has put out."""

    def replace(self, html: str) -> None: ...


class _Nowhere:
    """Python without a notebook."""

    def replace(self, html: str) -> None:
        pass


class _Jupyter:
    def __init__(self, widget: Any) -> None:
        from IPython.display import display

        self._handle = display(widget, display_id=True)

    def replace(self, html: str) -> None:
        """HTML in the place of the view, which the notebook keeps when it is saved."""
        if self._handle is not None:
            self._handle.update({"text/html": html, "text/plain": "rnnviz"}, raw=True)


def show(widget: Any) -> Place:
    """Show a view at once, while the cell is still running: a widget, or what has HTML."""
    if _is_marimo():
        import marimo

        marimo.output.append(widget)
        return _Nowhere()
    return _Jupyter(widget) if _is_jupyter() else _Nowhere()


def is_notebook() -> bool:
    return _is_marimo() or _is_jupyter()


def thread(work: Callable[[], None]) -> threading.Thread:
    """A thread whose widgets reach the page; it ends with Python."""
    if _is_marimo():
        import marimo

        made: threading.Thread = marimo.Thread(target=work, daemon=True)
        return made
    return threading.Thread(target=work, daemon=True)


def is_cell_gone() -> bool:
    """Whether the cell that started this thread has been run again or deleted."""
    return bool(getattr(threading.current_thread(), "should_exit", False))


def _is_jupyter() -> bool:
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return hasattr(shell, "kernel")


def _is_marimo() -> bool:
    marimo = sys.modules.get("marimo")
    return marimo is not None and bool(marimo.running_in_notebook())
