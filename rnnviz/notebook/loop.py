"""A training loop of one's own, seen in a notebook while it runs."""

from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, Self

from rnnviz.live import Whole
from rnnviz.live.loop import Loop
from rnnviz.locale import N_, translator
from rnnviz.notebook.cells import show
from rnnviz.notebook.training import TrainingWidget
from rnnviz.notebook.updates import Updates

NAME = "loop"
NO_CHARACTERS = N_(
    "The losses alone: rnnviz.watching(model, characters, text=…) also shows the hidden states and "
    "how far back the gradient reaches."
)
NOT_WRITING = N_("A network that reads in both directions cannot go on with a text.")
BROKE_OFF = N_("The loop ended with {error}.")


class Watching:
    """A loop that is watched: `with` shows it below the cell, `step` tells of each gradient step.

    widget: its view, which may be shown elsewhere, too. updates: what each step does to the weights, and what the
    recurrent layers hold, as figures of its own; None for a model of Keras's. When the `with` is left, by its end, an
    error or an interrupt, what stands below the cell becomes HTML that needs no Python, and so is
    there when the notebook is opened again.
    """

    def __init__(
        self,
        make: Callable[[Callable[[], None]], Loop],
        language: str,
        updates: Updates | None = None,
        **place: Any,
    ) -> None:
        """make: gives the loop, which calls its argument when there is news."""
        self._whole = Whole()
        self.updates = updates
        self._loop = make(self._tell)
        self.widget = TrainingWidget(
            [NAME], steers=False, lacks=self._lacks, language=language, **place
        )

    def step(self, loss: object, *, validation: object = None, norm: object = None) -> None:
        """One gradient step is done.

        loss: the mean of its batch, in nats a character: a number or a tensor of one.
        validation: the same of a text that is not learnt, whenever it was measured. norm: of the
        whole gradient, as torch.nn.utils.clip_grad_norm_ returns it.
        Raises Refusal at the first step for a loss that is no number.
        """
        self._loop.step(loss, validation, norm)
        if self.updates:
            self.updates.step()

    def html(self) -> str:
        """The view as it stands, as a page of its own that needs no Python."""
        return self.widget.html()

    def __enter__(self) -> Self:
        self._place = show(self.widget)
        self._loop.begin()
        if self.updates:
            self.updates.begin()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        if self.updates:
            self.updates.end()
        if kind is None:
            self._loop.end("finished")
        elif issubclass(kind, KeyboardInterrupt):
            self._loop.end("stopped")
        else:
            translate = translator(self.widget.language)
            self._loop.end("failed", translate(BROKE_OFF).format(error=f"{kind.__name__}: {error}"))
        self._place.replace(self.widget.frame())

    def _tell(self) -> None:
        self._whole.receive(self._loop.present(translator(self.widget.language)))
        self.widget.tell({NAME: self._whole.told()})

    def _lacks(self, language: str) -> Mapping[str, Any]:
        translate = translator(language)
        has_model = self._loop.read is not None
        return {
            "states": "" if has_model else translate(NO_CHARACTERS),
            "samples": translate(NOT_WRITING) if has_model and not self._loop.writes else "",
            "checkpoints": True,
        }
