"""Files that Keras itself has saved, held to what it computed with them (keras_models.py)."""

import io
import json
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest

from rnnviz import Vocabulary, from_keras, from_torch, weights
from rnnviz.locale import Refusal

with tarfile.open(Path(__file__).with_name("keras_models.tar.xz")) as kept:
    FILES = {entry.name: kept.extractfile(entry).read() for entry in kept}  # type: ignore[union-attr]
OUTPUTS = json.loads(FILES["outputs.json"])
VOCABULARY = Vocabulary("abcde")
READ = "abccdeba"


@pytest.fixture
def put(tmp_path: Path) -> Callable[[bytes], Path]:
    """A file with these bytes; its name does not matter."""

    def put(data: bytes) -> Path:
        path = tmp_path / "model"
        path.write_bytes(data)
        return path

    return put


@pytest.mark.parametrize("kind", ["keras", "weights.h5"])
@pytest.mark.parametrize("name", OUTPUTS)
def test_a_file_of_keras_s_computes_the_same_here(
    name: str, kind: str, put: Callable[[bytes], Path]
) -> None:
    phi = "relu" if name == "relu" and kind == "weights.h5" else "tanh"
    model = from_keras(put(FILES[f"{name}.{kind}"]), VOCABULARY, phi=phi)
    theirs = np.array(OUTPUTS[name])
    trace = model.trace(READ)
    quantity = "Y_hat" if name in ("lstm", "wrapped", "functional") else "logits"
    ours = trace[quantity][-len(theirs) :, 0]
    assert len(theirs) == (1 if name == "last" else len(READ))
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-6)


@pytest.mark.parametrize(
    ("file", "words"),
    [
        (
            "LayerNormalization.keras",
            "layer_normalization is a LayerNormalization, which cannot be",
        ),
        (
            "Lambda.keras",
            "lambda is a Lambda, which cannot be read; .* Embedding, Dense, SimpleRNN",
        ),
        ("go_backwards.keras", r"lstm.* has go_backwards=True, which cannot be read"),
        ("merge_mode.keras", r"bidirectional.* has merge_mode='sum'"),
        ("activation.keras", r"dense.* has activation='relu'"),
        ("recurrent_activation.keras", r"gru.* has recurrent_activation='relu'"),
        ("mask_zero.keras", r"embedding.* has mask_zero=True"),
        ("return_sequences.keras", r"bidirectional.* has return_sequences=False"),
        ("row.keras", r"add has other inputs than the layer before it"),
        ("biases.weights.h5", "gru is a GRU without biases, whose arrays do not tell"),
        ("older.h5", r"neither a \.keras nor a \.weights\.h5 file of Keras 3's; model\.save and"),
        ("outputs.json", r"neither a \.keras nor a \.weights\.h5 file"),
    ],
)
def test_what_rnnviz_does_not_compute_is_named(
    file: str, words: str, put: Callable[[bytes], Path]
) -> None:
    with pytest.raises(Refusal, match=words):
        from_keras(put(FILES[file]), VOCABULARY)


def test_another_vocabulary_than_the_model_s(put: Callable[[bytes], Path]) -> None:
    path = put(FILES["lstm.keras"])
    with pytest.raises(
        Refusal, match=r"embedding \(5 → 3\), lstm_1 \(3 → 4\), .* from 4 characters"
    ):
        from_keras(path, "abcd")
    assert from_keras(path, VOCABULARY, labels="vwxyz").labels.tokens == tuple("vwxyz")


def changed(change: Callable[[Any], object], name: str = "lstm.keras") -> bytes:
    """A .keras file with another description."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(FILES[name])) as old, zipfile.ZipFile(file, "w") as new:
        config = json.loads(old.read("config.json"))
        change(config["config"]["layers"])
        new.writestr("config.json", json.dumps(config))
        new.writestr("model.weights.h5", old.read("model.weights.h5"))
    return file.getvalue()


def hdf5(**arrays: Any) -> bytes:
    file = io.BytesIO()
    with h5py.File(file, "w") as made:
        for name, array in arrays.items():
            made.create_dataset(name.replace("__", "/"), data=array)
    return file.getvalue()


def packed(**files: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name.replace("__", "."), data)
    return file.getvalue()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda layers: layers.pop(), r"layers/dense, of shape \(4, 5\), belongs to no layer"),
        (lambda layers: layers.append(5), "description of the model is not as Keras 3 writes it"),
        (lambda layers: layers[2]["config"].pop("activation"), "not as Keras 3 writes it"),
        (lambda layers: layers[2].update(module="mine.keras"), "lstm.* is a LSTM, which cannot be"),
        (lambda layers: layers[2].update(class_name=["LSTM"]), "which cannot be read|not as Keras"),
        (lambda layers: layers[2].update(class_name="GRU"), "not as Keras 3 writes it"),
        (lambda layers: layers.clear(), "belongs to no layer"),
    ],
)
def test_a_description_that_is_not_keras_s(
    change: Callable[[Any], object], words: str, put: Callable[[bytes], Path]
) -> None:
    with pytest.raises(Refusal, match=words):
        from_keras(put(changed(change)), VOCABULARY)


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (lambda: b"PK\x03\x04", "no whole file"),
        (lambda: packed(config__json=b"{}"), "neither"),
        (lambda: packed(config__json=b"{", model__weights__h5=b""), "no whole file"),
        (lambda: packed(config__json=b"[" * 200_000, model__weights__h5=b""), "no whole file"),
        (lambda: packed(config__json=b"{}", model__weights__h5=b""), "no whole file"),
        (lambda: packed(config__json=bytes(2**21), model__weights__h5=b""), "has 2097152 bytes; it may hav"),
        (lambda: packed(config__json=b"{}", model__weights__h5=bytes(70 * 2**20)), "larger than 67108864 byt"),
        (lambda: bytes(65 * 2**20), "larger than 67108864 bytes"),
        (lambda: hdf5(dense__vars__0=np.ones((5, 5), dtype=int)), "dense/vars/0 is no tensor"),
        (lambda: hdf5(dense__vars__0=["text"]), "dense/vars/0 is no tensor"),
        (lambda: hdf5(dense__vars__0=np.ones(5)), r"dense, of shape \(5,\), belongs to no layer"),
        (lambda: hdf5(dense__vars__0=np.ones((5, 5)), dense__vars__1=np.ones(4)), r"dense, bias has shape"),
        (lambda: hdf5(rnn__cell__vars__0=np.ones((5, 5))), r"rnn, of shape \(\), belongs to no layer"),
        (
            lambda: hdf5(rnn__cell__vars__0=np.ones((5, 5)), rnn__cell__vars__1=np.ones((5, 10))),
            r"rnn, of shape \(5, 10\), belongs to no layer",
        ),
        (
            lambda: hdf5(rnn__cell__vars__0=np.ones((5, 4)), rnn__cell__vars__1=np.ones((5, 5))),
            r"rnn, kernel has shape \(5, 4\); \(5, 5\) fits",
        ),
        (hdf5, "holds no layer's weights"),
        (lambda: hdf5(**{f"a{k}__vars__0": 1.0 for k in range(1400)}), "more than 4096 groups and arrays"),
        (
            lambda: hdf5(
                dense__vars__0=np.ones((5, 5)), dense_1__vars__0=np.ones((5, 5)),
                gru__cell__vars__0=np.ones((5, 5)), gru__cell__vars__1=np.ones((5, 5)),
            ),
            "fit together in several ways. A .keras file",
        ),
    ],
)  # fmt: skip
def test_hostile_files_are_refused(
    made: Callable[[], bytes], words: str, put: Callable[[bytes], Path]
) -> None:
    with pytest.raises(Refusal, match=words):
        from_keras(put(made()), VOCABULARY)


def test_numbers_that_lie_in_another_file_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(bytes(100))
    with h5py.File(tmp_path / "other.h5", "w") as other:
        other["kernel"] = np.ones((5, 5))
    with h5py.File(tmp_path / "outside.h5", "w") as file:
        external = [(str(tmp_path / "secret"), 0, 100)]
        file.create_dataset("dense/vars/0", (5, 5), dtype="f4", external=external)
    with h5py.File(tmp_path / "link.h5", "w") as file:
        file["dense/vars/0"] = h5py.ExternalLink(str(tmp_path / "other.h5"), "kernel")
    with h5py.File(tmp_path / "virtual.h5", "w") as file:
        layout = h5py.VirtualLayout((5, 5), "f4")
        layout[:] = h5py.VirtualSource(str(tmp_path / "other.h5"), "kernel", (5, 5))
        file.create_virtual_dataset("dense/vars/0", layout)
    for name, words in (
        ("outside.h5", "is no tensor"), ("virtual.h5", "is no tensor"), ("link.h5", "holds no layer's"),
    ):  # fmt: skip
        with pytest.raises(Refusal, match=words):
            from_keras(tmp_path / name, VOCABULARY)


def test_an_array_that_claims_a_billion_numbers_is_not_unpacked(
    put: Callable[[bytes], Path],
) -> None:
    file = io.BytesIO()
    with h5py.File(file, "w") as made:
        made.create_dataset("dense/vars/0", (2**15, 2**15), dtype="f4", chunks=True)
    assert len(file.getvalue()) < 2**20
    with pytest.raises(Refusal, match="larger than 67108864 bytes"):
        from_keras(put(file.getvalue()), VOCABULARY)


@pytest.mark.parametrize("name", ["lstm.keras", "lstm.weights.h5"])
def test_a_file_cut_short_anywhere_is_refused(name: str, put: Callable[[bytes], Path]) -> None:
    data = FILES[name]
    for end in range(8, len(data), 997):
        with pytest.raises(Refusal):
            from_keras(put(data[:end]), VOCABULARY)


def test_without_h5py_a_sentence_says_how_to_get_it(
    put: Callable[[bytes], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "h5py", None)
    with pytest.raises(Refusal, match=r"need h5py; `pip install h5py` brings it"):
        from_keras(put(FILES["lstm.weights.h5"]), VOCABULARY)


@pytest.mark.parametrize("name", ["lstm.keras", "lstm.weights.h5"])
def test_where_another_file_is_wanted_it_is_said_what_reads_this_one(name: str) -> None:
    with pytest.raises(Refusal, match=r"one of Keras's\. In Python, rnnviz\.from_keras reads it"):
        weights.from_bytes(FILES[name])


def test_a_model_is_no_path_and_a_file_no_module() -> None:
    """Keras's own classes, but for what they can."""
    sequential = type("Sequential", (), {"__module__": "keras.src.models.sequential"})()
    with pytest.raises(Refusal, match=r'a Sequential; the path .* model\.save\("mine\.keras"\)'):
        from_keras(sequential, VOCABULARY)
    with pytest.raises(Refusal, match=r"a Sequential of Keras's\. Save it, .* rnnviz\.from_keras"):
        from_torch(sequential, VOCABULARY)
