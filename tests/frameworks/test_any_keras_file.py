"""Whatever lies in a file that says it is Keras's: a model, or a sentence, and no more memory than a file may take."""

import io
import json
import subprocess
import sys
import zipfile
import zlib
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rnnviz import from_keras
from rnnviz.locale import Refusal, translator
from tests.frameworks.test_keras_files import FILES, VOCABULARY
from tests.fuzz import JSON, changed, damaged, examples, nested
from tests.systems import needs_linux

WHOLE = sorted(name for name in FILES if name.endswith((".keras", ".h5")))
SEQUENTIAL = json.loads(
    zipfile.ZipFile(io.BytesIO(FILES["lstm.keras"])).read("config.json"),
)
LAYERS = ("layers/lstm/cell", "layers/dense", "layers/embedding", "optimizer", "x")
SHAPES = st.lists(st.integers(0, 6), max_size=3)
KINDS = st.sampled_from(["<f4", ">f8", "f2", "i4", "S3", "c8", "?"])
# Bytes that a file may unpack to, and what reading it takes besides.
MOST_MEMORY = 200 * 2**20


def read(data: bytes, folder: Path) -> None:
    """Read a file, or refuse it in words; a number that is none is named, too."""
    path = folder / "model"
    path.write_bytes(data)
    said = ""
    try:
        from_keras(path, VOCABULARY)
    except Refusal as reason:
        reason.sentence(translator("zh-Hans")).encode()
    except ValueError as reason:
        said = str(reason)
    assert not said or "every number must be finite" in said


def archive(config: str | bytes, weights: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        made.writestr("config.json", config)
        made.writestr("model.weights.h5", weights)
    return file.getvalue()


def weights_of(name: str) -> bytes:
    return zipfile.ZipFile(io.BytesIO(FILES[name])).read("model.weights.h5")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("any")


@examples(400)
@given(made=st.sampled_from(WHOLE).flatmap(lambda name: damaged(FILES[name])))
def test_any_damage_to_a_file_is_read_or_refused(made: bytes, folder: Path) -> None:
    read(made, folder)


@examples(300)
@given(
    made=changed(
        SEQUENTIAL,
        JSON | st.sampled_from(["Dense", "GRU", "Bidirectional", "TimeDistributed", "softmax"]),
    )
)
def test_any_description_is_read_or_refused(made: Any, folder: Path) -> None:
    read(archive(json.dumps(made), weights_of("lstm.keras")), folder)


@st.composite
def tables(draw: st.DrawFn) -> bytes:
    """An HDF5 file with arrays of any kind where Keras has its own, and links besides."""
    file = io.BytesIO()
    with h5py.File(file, "w") as made:
        for layer in draw(st.lists(st.sampled_from(LAYERS), unique=True, max_size=4)):
            for place in draw(st.lists(st.sampled_from(["0", "1", "2", "٣", "x"]), unique=True)):
                shape = tuple(draw(SHAPES))
                array = np.ones(shape, draw(KINDS))
                made.create_dataset(f"{layer}/vars/{place}", data=array)
        if draw(st.booleans()):
            made["soft"] = h5py.SoftLink(draw(st.sampled_from(["/soft", "/layers", "/gone"])))
            made["layers/away/vars/0"] = h5py.ExternalLink("/etc/passwd", "/layers")
    return file.getvalue()


@examples(200)
@given(made=tables(), config=st.none() | JSON)
def test_any_arrays_are_read_or_refused(made: bytes, config: object, folder: Path) -> None:
    read(made, folder)
    read(archive(json.dumps(config), made), folder)


def test_a_description_of_any_depth_is_refused_in_words(folder: Path) -> None:
    """What can just be read as JSON may be too deep to be written into a sentence."""
    names = json.dumps(SEQUENTIAL).replace('"name": "lstm_1"', '"name": DEEP')
    assert "DEEP" in names
    weights = weights_of("lstm.keras")
    for depth in range(sys.getrecursionlimit() - 150, sys.getrecursionlimit(), 2):
        read(archive(names.replace("DEEP", nested(depth)), weights), folder)


def lying_archive(method: int) -> bytes:
    """An archive whose weights say that they are short, and unpack to 256 MB."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as made:
        made.writestr("config.json", "{}")
        with made.open("model.weights.h5", "w") as weights:
            for _ in range(256):
                weights.write(bytes(2**20))
        made.getinfo("model.weights.h5").file_size = 1000
    return file.getvalue()


def long_piece() -> bytes:
    """An array of 25 numbers that lies in one piece of 256 MB."""
    file, side = io.BytesIO(), 8_000
    with h5py.File(file, "w") as made:
        numbers = made.create_dataset(
            "dense/vars/0", (5, 5), "f4", maxshape=(None, None), chunks=(side, side), compression="gzip"
        )  # fmt: skip
        numbers.id.write_direct_chunk((0, 0), zlib.compress(bytes(4 * side**2)))
    return file.getvalue()


def long_stream() -> bytes:
    """An array of 25 numbers whose compressed bytes go on for 256 MB."""
    file = io.BytesIO()
    with h5py.File(file, "w") as made:
        numbers = made.create_dataset(
            "dense/vars/0", (5, 5), "f4", chunks=(5, 5), compression="gzip"
        )
        numbers.id.write_direct_chunk((0, 0), zlib.compress(bytes(2**28)))
    return file.getvalue()


READER = """
import sys
from pathlib import Path
from rnnviz import from_keras
from rnnviz.locale import Refusal
try:
    from_keras(sys.argv[1], "abcde")
except Refusal as reason:
    print(reason.sentence(str))
# What this process itself has had at most; rusage counts the one that began it, too.
told = dict(line.split(":") for line in Path("/proc/self/status").read_text().splitlines())
print(int(told["VmHWM"].split()[0]) * 1024)
"""


@needs_linux
@pytest.mark.parametrize(
    "made",
    [
        lambda: lying_archive(zipfile.ZIP_DEFLATED),
        lambda: lying_archive(zipfile.ZIP_BZIP2),
        long_piece,
        long_stream,
    ],
    ids=["deflated", "bzip2", "a long piece", "a long stream"],
)
def test_a_small_file_that_unpacks_to_much_is_refused_unpacked(made: Any, tmp_path: Path) -> None:
    path = tmp_path / "model"
    path.write_bytes(made())
    assert path.stat().st_size < 2**20
    answer = subprocess.run(
        [sys.executable, "-c", READER, str(path)], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert len(answer) == 2
    assert int(answer[1]) < MOST_MEMORY, answer
