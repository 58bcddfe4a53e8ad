"""A training of Lightning's, watched as the Train page shows one; this module alone imports Lightning."""

import math
from collections.abc import Iterable
from typing import Any

try:
    from lightning.pytorch import Callback
except ModuleNotFoundError:
    from pytorch_lightning import Callback

from rnnviz.notebook import watching
from rnnviz.text import Vocabulary


class Watch(Callback):
    """Shows the training that a Trainer makes:

        Trainer(callbacks=[Watch(characters, text=text)])

    vocabulary, options: as for `rnnviz.watching`. model: the part of the LightningModule that
    `from_torch` reads, by its name, such as "net"; the whole where it has a `forward`. validation: the
    name under which the loss on a text that is not learnt is logged. A step is one of the optimizer's;
    `seen` is what `watching` gives, from the start of the training on.
    """

    def __init__(
        self,
        vocabulary: Vocabulary | Iterable[str] | None = None,
        *,
        model: str = "",
        validation: str = "val_loss",
        **options: Any,
    ) -> None:
        self.seen: Any = None
        self._vocabulary, self._model = vocabulary, model
        self._validation, self._options = validation, options
        self._step = 0
        self._told: tuple[Any, Any] = None, None

    def on_train_start(self, trainer: Any, pl_module: Any) -> None:
        if trainer.is_global_zero:
            ahead = trainer.estimated_stepping_batches
            options = {"steps": int(ahead) if math.isfinite(ahead) else None} | self._options
            model = pl_module.get_submodule(self._model)
            self.seen = watching(model, self._vocabulary, **options)
            self.seen.__enter__()
            self._step = trainer.global_step

    def on_train_batch_start(self, *_of: Any) -> None:
        self._tell()

    def on_train_batch_end(self, trainer: Any, pl_module: Any, outputs: Any, *_of: Any) -> None:
        # Gradients may be gathered over several batches.
        if outputs is not None and trainer.global_step > self._step:
            self._step = trainer.global_step
            self._told = outputs["loss"] if isinstance(outputs, dict) else outputs, None

    def on_validation_end(self, trainer: Any, pl_module: Any) -> None:
        if not trainer.sanity_checking:
            self._told = self._told[0], trainer.callback_metrics.get(self._validation)

    def on_train_end(self, *_of: Any) -> None:
        self._end(None)

    def on_exception(self, trainer: Any, pl_module: Any, exception: BaseException) -> None:
        self._end(exception)

    def _tell(self) -> None:
        """Tell of the last step, once its validation is known."""
        loss, validation = self._told
        if self.seen is not None and loss is not None:
            self.seen.step(loss, validation=validation)
        self._told = None, None

    def _end(self, error: BaseException | None) -> None:
        if self.seen is not None and self.seen.widget.status not in (
            "finished",
            "stopped",
            "failed",
        ):
            self._tell()
            self.seen.__exit__(type(error) if error else None, error, None)
