"""Lightning's and Keras's trainings, watched, and runs in TensorBoard: `make notebooks` runs these, in the
environment that has all three."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnnviz.training import Runs
from rnnviz.training.tensorboard import TAGS
from tests.notebook.programs import PROGRAMS
from tests.training_runs import train

TEXT = """
import json, numpy as np, sys
text = "she sells sea shells by the sea shore. " * 20
characters = sorted(set(text))
numbers = np.array([characters.index(one) for one in text])
starts = np.arange(0, 640, 8)
x = np.stack([numbers[k : k + 8] for k in starts])
y = np.stack([numbers[k + 1 : k + 9] for k in starts])

def tell(seen, model, losses, validation):
    from rnnviz import live
    [(name, found)] = seen.widget._told.items()
    import base64
    table = found["metrics"]
    rows = np.frombuffer(base64.b64decode(table["data"]), "<f8").reshape(table["shape"])
    columns = dict(zip(live.payload.COLUMNS, rows.T.tolist()))
    print(json.dumps({
        "status": seen.widget.status, "step": seen.widget.step, "steps": found["steps"], "cell": found["cell"],
        "message": found["message"], "loss": columns["loss"], "validation": columns["validation"],
        "own": losses, "own_validation": validation, "samples": len(found["samples"]),
        "probe": found["probe"]["step"],
    }, default=float))
"""
LIGHTNING = """
import logging, torch, warnings
import lightning.pytorch as pl
from rnnviz.notebook.lightning import Watch
warnings.simplefilter("ignore")
logging.getLogger("lightning.pytorch").setLevel(logging.ERROR)

class Writer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = torch.nn.Embedding(len(characters), 5)
        self.lstm = torch.nn.LSTM(5, 6, batch_first=True)
        self.out = torch.nn.Linear(6, len(characters))
    def forward(self, k):
        return self.out(self.lstm(self.embedding(k))[0])

class Training(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.net, self.losses, self.held = Writer(), [], []
    def loss(self, batch):
        return torch.nn.functional.cross_entropy(self.net(batch[0]).flatten(0, 1), batch[1].flatten())
    def training_step(self, batch, k):
        loss = self.loss(batch)
        self.losses.append(loss.item())
        if FAILS and len(self.losses) == 4:
            raise RuntimeError("out of tea")
        return loss
    def validation_step(self, batch, k):
        loss = self.loss(batch)
        self.held.append(loss.item())
        self.log("val_loss", loss)
    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters(), 0.02)

data = torch.utils.data.TensorDataset(torch.tensor(x), torch.tensor(y))
batches = torch.utils.data.DataLoader(data, batch_size=16)
held = torch.utils.data.DataLoader(data, batch_size=80)
watch, training = Watch(characters, model="net", text=text, sequence_length=8), Training()
trainer = pl.Trainer(
    max_epochs=2, callbacks=[watch], logger=False, enable_checkpointing=False, enable_progress_bar=False,
    enable_model_summary=False, accelerator="cpu", log_every_n_steps=1,
)
try:
    trainer.fit(training, batches, held)
except RuntimeError as error:
    assert str(error) == "out of tea", error
# The first validation is the trainer's own check.
tell(watch.seen, training, training.losses, training.held[1:])
"""
KERAS = """
import os
os.environ["KERAS_BACKEND"] = "torch"
import keras
from rnnviz.notebook.keras import Watch

model = keras.Sequential([
    keras.layers.Embedding(len(characters), 5),
    keras.layers.LSTM(6, return_sequences=True),
    keras.layers.Dense(len(characters)),
])
losses = []

class Kept(keras.losses.Loss):
    def call(self, y_true, y_pred):
        return keras.losses.sparse_categorical_crossentropy(y_true, y_pred, from_logits=True)

class Own(keras.callbacks.Callback):
    def on_train_batch_begin(self, batch, logs=None):
        there = x[16 * batch : 16 * batch + 16], y[16 * batch : 16 * batch + 16]
        losses.append(float(keras.ops.mean(Kept()(there[1], model(there[0])))))

model.compile(optimizer=keras.optimizers.Adam(0.02), loss=Kept())
model(x)
watch = Watch(characters, text=text, sequence_length=8)
found = model.fit(
    x, y, batch_size=16, epochs=2, shuffle=False, validation_data=(x, y), callbacks=[Own(), watch], verbose=0
)
tell(watch.seen, model, losses, found.history["val_loss"])
"""

BOARD = """
from pathlib import Path
import numpy as np
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from rnnviz.training import Runs, to_tensorboard
[run] = Runs(Path("runs")).ids()
[path] = to_tensorboard(Runs(Path("runs")), run, "board")
board = EventAccumulator("board/" + run, size_guidance={"scalars": 0})
board.Reload()
print(json.dumps({tag: [[one.step, one.value] for one in board.Scalars(tag)] for tag in board.Tags()["scalars"]}))
"""


def run(program: str, folder: Path) -> dict[str, Any]:
    made = subprocess.run(
        [PROGRAMS / "python", "-c", TEXT + program],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    told: dict[str, Any] = json.loads(made.stdout.splitlines()[-1])
    return told


@pytest.mark.parametrize(
    "program", ["FAILS = False" + LIGHTNING, KERAS], ids=["lightning", "keras"]
)
def test_a_training_tells_the_losses_of_its_steps_and_of_each_validation(
    program: str, tmp_path: Path
) -> None:
    told = run(program, tmp_path)
    assert (told["status"], told["step"], told["steps"]) == ("finished", 10, 10), told
    assert (told["cell"], told["message"]) == ("LSTM", ""), told
    assert told["loss"] == pytest.approx(told["own"], rel=1e-4)
    # It is known at the last step of an epoch.
    places = [k for k, one in enumerate(told["validation"]) if np.isfinite(one)]
    assert places == [4, 9]
    assert [told["validation"][k] for k in places] == pytest.approx(
        told["own_validation"], rel=1e-4
    )
    assert told["samples"] >= 1
    assert told["probe"] == 10


def test_an_error_in_lightnings_loop_ends_the_view_with_its_words(tmp_path: Path) -> None:
    told = run("FAILS = True" + LIGHTNING, tmp_path)
    assert told["status"] == "failed"
    assert told["message"] == "The loop ended with RuntimeError: out of tea."
    assert told["loss"] == pytest.approx(told["own"][:3], rel=1e-4)


def test_tensorboard_reads_every_number_of_a_run(tmp_path: Path) -> None:
    runs = Runs(tmp_path / "runs")
    metrics = runs.read(train(runs.folder)).metrics
    told = run(BOARD, tmp_path)
    assert told.keys() == {*TAGS.values()}
    for name, tag in TAGS.items():
        there = np.isfinite(metrics[name])
        steps, values = zip(*told[tag], strict=True)
        assert list(steps) == metrics["step"][there].tolist()
        assert list(values) == pytest.approx(metrics[name][there].tolist(), rel=1e-6)
