"""A training of Keras's, watched as the Train page shows one; this module alone imports Keras."""

from collections.abc import Iterable
from typing import Any

from keras.callbacks import Callback

from rnnviz.notebook import watching
from rnnviz.text import Vocabulary


class Watch(Callback):
    """Shows the training that `fit` makes:

        model.fit(x, y, callbacks=[Watch(characters, text=text)])

    vocabulary, options: as for `rnnviz.watching`, which reads the model as `from_keras` reads its file.
    validation: the name of the loss on what is not learnt. `seen` is what `watching` gives, from the
    start of the training on. Keras tells a callback nothing of an error: the view then stays as it is.
    """

    def __init__(
        self,
        vocabulary: Vocabulary | Iterable[str] | None = None,
        *,
        validation: str = "val_loss",
        **options: Any,
    ) -> None:
        super().__init__()
        self.seen: Any = None
        self._vocabulary, self._validation, self._options = vocabulary, validation, options
        self._batches, self._sum = 0, 0.0
        self._told: tuple[Any, Any] = None, None

    def on_train_begin(self, logs: Any = None) -> None:
        batches = self.params.get("steps")
        steps = batches and batches * self.params["epochs"]
        options = {"steps": steps} | self._options
        self.seen = watching(self.model, self._vocabulary, **options)
        self.seen.__enter__()

    def on_epoch_begin(self, epoch: int, logs: Any = None) -> None:
        self._batches, self._sum = 0, 0.0

    def on_train_batch_begin(self, batch: int, logs: Any = None) -> None:
        self._tell()

    def on_train_batch_end(self, batch: int, logs: Any = None) -> None:
        # Keras tells the mean of the epoch so far.
        whole = float(logs["loss"]) * (batch + 1)
        self._told = (whole - self._sum) / (batch + 1 - self._batches), None
        self._batches, self._sum = batch + 1, whole

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        self._told = self._told[0], (logs or {}).get(self._validation)

    def on_train_end(self, logs: Any = None) -> None:
        self._tell()
        self.seen.__exit__(None, None, None)

    def _tell(self) -> None:
        """Tell of the last step, once its validation is known."""
        loss, validation = self._told
        if loss is not None:
            self.seen.step(loss, validation=validation)
        self._told = None, None
