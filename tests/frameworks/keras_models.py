"""`python keras_models.py` writes keras_models.tar.xz: small models as Keras saves them, and what Keras
computes with them, for test_keras_files.py, which needs no Keras.

It was run with Keras 3.15.1 on PyTorch 2.13.0, in an environment of its own.
"""

import io
import json
import os
import tarfile
import tempfile
from pathlib import Path

import numpy as np

os.environ["KERAS_BACKEND"] = "torch"
import keras
from keras import Sequential, layers

TEXT = [0, 1, 2, 2, 3, 4, 1, 0]
Q = 5
LONG = {"return_sequences": True}


@keras.saving.register_keras_serializable()
class Own(keras.Model):
    """A class of one's own, which does not describe its layers."""

    def __init__(self, **options):
        super().__init__(**options)
        self.emb = layers.Embedding(Q, 3)
        self.rnn1 = layers.GRU(4, **LONG)
        self.rnn2 = layers.GRU(4, **LONG)
        self.head = layers.Dense(Q)

    def call(self, k):
        return self.head(self.rnn2(self.rnn1(self.emb(k))))


def functional():
    k = keras.Input((None,))
    H = layers.GRU(4, name="reads", **LONG)(layers.Embedding(Q, 3, name="numbers")(k))
    H = layers.Dropout(0.5)(layers.GRU(3, reset_after=False, **LONG)(H))
    logits = layers.TimeDistributed(layers.Dense(Q))(H)
    return keras.Model(k, layers.Softmax()(logits))


def branches():
    k = keras.Input((None,))
    X = layers.Embedding(Q, 3)(k)
    H = layers.LSTM(3, **LONG)(X)
    return keras.Model(k, layers.Dense(Q)(layers.Add()([X, H])))


def row(*inner, one_hot=False):
    return Sequential([keras.Input((None, Q) if one_hot else (None,)), *inner])


def models():
    """By their names: those that rnnviz reads."""
    two = [
        layers.Bidirectional(layers.GRU(3, **LONG)),
        layers.Bidirectional(layers.LSTM(2, **LONG)),
    ]
    yield "lstm", row(
        layers.Embedding(Q, 3), layers.LSTM(4, **LONG), layers.LSTM(4, dropout=0.1, **LONG),
        layers.Dense(Q, activation="softmax"),
    )  # fmt: skip
    yield "two-directions", row(*two, layers.Dense(4), layers.Dense(Q), one_hot=True)
    yield "rnn", row(
        layers.Dense(3), layers.SimpleRNN(4, **LONG), layers.Dense(3, use_bias=False),
        layers.SimpleRNN(3, use_bias=False, **LONG), layers.Dense(Q), one_hot=True,
    )  # fmt: skip
    yield "relu", row(layers.SimpleRNN(4, activation="relu", **LONG), layers.Dense(Q), one_hot=True)
    yield "last", row(layers.LSTM(4), layers.Dense(Q), one_hot=True)
    yield "wrapped", row(
        layers.Embedding(Q, 3), layers.Bidirectional(layers.SimpleRNN(3, **LONG)),
        layers.TimeDistributed(layers.Dense(Q, activation="softmax")),
    )  # fmt: skip
    yield "functional", functional()
    own = Own()
    own(np.array([TEXT]))
    yield "own", own


def refused():
    """By a word of the refusal."""
    lstm = layers.LSTM
    gru = layers.GRU(3, use_bias=False, **LONG)
    for word, *inner in (
        ("LayerNormalization", lstm(3, **LONG), layers.LayerNormalization()),
        ("go_backwards", lstm(3, go_backwards=True, **LONG)),
        ("merge_mode", layers.Bidirectional(lstm(3, **LONG), merge_mode="sum")),
        ("activation", lstm(3, **LONG), layers.Dense(4, activation="relu")),
        ("recurrent_activation", layers.GRU(3, recurrent_activation="relu", **LONG)),
        ("return_sequences", layers.Bidirectional(lstm(3))),
        ("Lambda", layers.Lambda(lambda x: x), lstm(3, **LONG)),
        ("biases", gru),
    ):
        yield word, row(*inner, layers.Dense(Q), one_hot=True)
    yield "mask_zero", row(layers.Embedding(Q, 3, mask_zero=True), lstm(3, **LONG), layers.Dense(Q))
    yield "row", branches()


def computed(name, model):
    """What Keras computes, (T, q)."""
    one_hot = name != "own" and len(model.input_shape) == 3
    k = np.array([TEXT])
    Y = model(np.eye(Q, dtype="float32")[k] if one_hot else k, training=False)
    return keras.ops.convert_to_numpy(Y)[0].reshape(-1, Q)


def saved(model, *kinds):
    """The files, by the ends of their names."""
    with tempfile.TemporaryDirectory() as folder:
        for kind in kinds:
            path = Path(folder) / f"model.{kind}"
            model.save_weights(path) if kind == "weights.h5" else model.save(path)
            yield kind, path.read_bytes()


def main():
    rng = np.random.default_rng(0)
    outputs, files = {}, {}
    for name, model in models():
        # Biases begin at zero in Keras, where a wrong order would not be seen.
        model.set_weights([rng.normal(0, 0.5, w.shape) for w in model.get_weights()])
        outputs[name] = computed(name, model).astype(float).tolist()
        files |= {f"{name}.{kind}": data for kind, data in saved(model, "keras", "weights.h5")}
    for name, model in refused():
        kind = "weights.h5" if name == "biases" else "keras"
        files |= {f"{name}.{kind}": data for kind, data in saved(model, kind)}
    files["older.h5"] = dict(saved(row(layers.Dense(Q), one_hot=True), "h5"))["h5"]
    files["outputs.json"] = json.dumps(outputs).encode()
    with tarfile.open(Path(__file__).with_suffix(".tar.xz"), "w:xz") as kept:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            kept.addfile(entry, io.BytesIO(data))


if __name__ == "__main__":
    main()
