"""The Units page of any model and text: as HTML, in a notebook, or opened from Python."""

from collections.abc import Iterable
from pathlib import Path

import numpy.typing as npt

from rnnviz.model import SequenceModel


def html(
    model: SequenceModel,
    text: str | Iterable[str],
    *,
    quantity: str = "H",
    unit: int = 0,
    label: str | npt.ArrayLike = "",
    at: int | None = None,
    language: str = "en",
) -> str:
    """The Units page of a model that reads a text, as one HTML file.

    The file has the weights and the text, and computes itself what is asked of it: any unit, any
    label, any pattern. It opens from disk and needs no network. Only the cloud of states is not in it.

    model: one that predicts the next character, such as `from_torch` gives. text: at most 20,000
    characters, fewer for a large model. quantity, unit, at: with which unit the page opens, and at
    which character, by default where the unit turns; both count from 0. label: what is asked first,
    a ready one's name, as `labels` has them, or a mask (N,), as `spans` gives it. language: of the
    page.
    Raises ValueError where one of them does not fit, TypeError for what is no model or no text, and
    Refusal as `read` does.
    """
    from rnnviz.site import unitsfile

    return unitsfile.html(
        model, text, quantity=quantity, unit=unit, label=label, at=at, language=language
    )


def show(
    model: SequenceModel,
    text: str | Iterable[str],
    *,
    file: str | Path | None = None,
    quantity: str = "H",
    unit: int = 0,
    label: str | npt.ArrayLike = "",
    at: int | None = None,
    language: str = "en",
) -> Path | None:
    """Show the Units page of a model that reads a text.

    In a notebook the page stands below the cell and is saved with it; elsewhere it is written into
    a temporary folder and opened in the browser. file: where it is written instead of being shown.
    The rest is as for `html`. Returns where the page was written.
    """
    from rnnviz.site import unitsfile

    page = unitsfile.html(
        model, text, quantity=quantity, unit=unit, label=label, at=at, language=language
    )
    return unitsfile.show(page, file)
