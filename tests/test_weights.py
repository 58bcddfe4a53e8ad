import json
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import save

from rnnviz import (
    GRU,
    LSTM,
    MLP,
    RNN,
    Bidirectional,
    SequenceModel,
    Stacked,
    Vocabulary,
    weights,
)
from rnnviz.cells import Cell, Written
from rnnviz.locale import Refusal
from rnnviz.weights import from_bytes, to_bytes

ABOUT = {
    "format": 1,
    "cell": "rnn",
    "options": {"phi": "tanh"},
    "vocabulary": ["a", "b"],
    "labels": None,
}
SIDE = {"cell": "rnn", "options": {"phi": "tanh"}}
BOTH = {**ABOUT, "cell": "bidirectional", "options": {"forward": SIDE, "backward": SIDE}}
# Between them, the extremes of what a weight can be.
ODD_NUMBERS = np.array([[-0.0, 5e-324, 1e6, -1e-300, 0.1 + 0.2, np.pi, np.finfo(float).eps]])


def tensors(**changed: Any) -> dict[str, Any]:
    """Those of an RNN with d = q = 2 and h = 3."""
    return {
        "W_xh": np.ones((2, 3)),
        "W_hh": np.ones((3, 3)),
        "b_h": np.ones((1, 3)),
        "W_hq": np.ones((3, 2)),
        "b_q": np.ones((1, 2)),
        **changed,
    }


def file(about: object = ABOUT, **changed: Any) -> bytes:
    named = {name: value for name, value in tensors(**changed).items() if value is not None}
    return save(named, metadata={"rnnviz": json.dumps(about)})


def with_header(header: bytes, data: bytes = b"") -> bytes:
    return len(header).to_bytes(8, "little") + header + data


@pytest.mark.parametrize(
    ("cell", "options"),
    [
        (MLP, {"phi": "relu"}),
        (RNN, {"phi": "identity"}),
        (GRU, {}),
        (GRU, {"reset_after": True}),
        (LSTM, {}),
    ],
)
def test_a_model_comes_back_to_the_last_bit(cell: type[Cell], options: dict[str, Any]) -> None:
    model = SequenceModel.random(cell, Vocabulary("想要有直升机 "), 5, seed=3, **options)
    model = model.with_parameters(b_q=ODD_NUMBERS)
    data = to_bytes(model)
    back = from_bytes(data)
    assert type(back.cell) is cell
    assert back.cell.options == model.cell.options
    assert back.vocabulary == model.vocabulary
    assert list(back.parameters) == list(model.parameters)
    for name, value in model.parameters.items():
        assert back.parameters[name].tobytes() == value.tobytes()
    assert to_bytes(back) == data


@pytest.mark.parametrize(
    "tokens",
    [["\uffff", '"', "\\"], ["👨‍👩‍👧‍👦", "\r\n", "\x00"], ["to", "be"], ["__metadata__", "W_xh"]],
)
def test_any_token_comes_back(tokens: list[str]) -> None:
    model = SequenceModel.random(RNN, Vocabulary(tokens), 2, seed=0)
    assert from_bytes(to_bytes(model)).vocabulary == model.vocabulary


def test_a_parameter_that_is_a_view_is_kept_as_it_is_read() -> None:
    W = np.arange(12.0).reshape(4, 3)
    model = SequenceModel.random(RNN, Vocabulary("abc"), 4, seed=0).with_parameters(W_xh=W.T)
    np.testing.assert_array_equal(from_bytes(to_bytes(model)).parameters["W_xh"], W.T)


def test_what_could_not_be_read_again_is_not_written() -> None:
    diverged = SequenceModel.random(RNN, Vocabulary("ab"), 3, seed=0)
    with pytest.raises(Refusal, match="holds 1e"):
        to_bytes(diverged.with_parameters(b_q=np.full((1, 2), 1e300)))
    with pytest.raises(Refusal, match="half of a character"):
        to_bytes(SequenceModel.random(RNN, Vocabulary(["\ud800"]), 3, seed=0))


def test_what_comes_back_can_be_changed_without_changing_the_bytes() -> None:
    data = file()
    from_bytes(data).W_hq[:] = 0
    np.testing.assert_array_equal(from_bytes(data).W_hq, np.ones((3, 2)))


def test_other_tools_read_the_tensors() -> None:
    from safetensors.numpy import load

    model = SequenceModel.random(LSTM, Vocabulary("ab"), 3, seed=0)
    loaded = load(to_bytes(model))
    assert loaded.keys() == model.parameters.keys()
    for name, value in loaded.items():
        np.testing.assert_array_equal(value, model.parameters[name])


def test_a_tagger_comes_back_with_its_labels() -> None:
    model = SequenceModel.random(
        RNN, Vocabulary(["他", "表白"]), 3, seed=0, labels=Vocabulary(["r", "n", "v"])
    )
    data = to_bytes(model)
    back = from_bytes(data)
    assert back.labels.tokens == ("r", "n", "v")
    assert back.vocabulary.tokens == ("他", "表白")
    assert to_bytes(back) == data


def test_both_directions_come_back() -> None:
    cell = Bidirectional(
        GRU.random(2, 3, seed=0, reset_after=True), RNN.random(2, 1, seed=1, phi="relu")
    )
    model = SequenceModel(
        cell, W_hq=np.ones((4, 2)), b_q=np.ones((1, 2)), vocabulary=Vocabulary("ab")
    )
    data = to_bytes(model)
    back = from_bytes(data)
    assert isinstance(back.cell, Bidirectional)
    assert back.cell.forward.options == {"reset_after": True}
    assert back.cell.reverse.options == {"phi": "relu"}
    for name, value in model.parameters.items():
        assert back.parameters[name].tobytes() == value.tobytes()
    assert to_bytes(back) == data


def test_cells_that_a_file_could_not_bring_back_are_not_written() -> None:
    class Mine(RNN):
        name = "mine"

    class Changed(RNN):
        """A cell of the same name, perhaps with other equations."""

    for cell in (Mine, Changed):
        with pytest.raises(
            ValueError, match=r"The cell is .*; those that can be kept are mlp, rnn"
        ):
            to_bytes(SequenceModel.random(cell, Vocabulary("ab"), 3, seed=0))


def test_a_model_too_large_to_be_read_is_not_written() -> None:
    model = SequenceModel.random(LSTM, Vocabulary("ab"), 800, seed=0)
    with pytest.raises(Refusal, match=r"The file has \d+ bytes; it may have 16777216"):
        to_bytes(model)


@pytest.mark.parametrize(
    ("about", "words"),
    [
        ({**ABOUT, "format": 2}, "format is 2; it must be 1"),
        ({**ABOUT, "format": None}, "format is None; it must be 1"),
        ({}, "format is None; it must be 1"),
        ([], r"\"rnnviz\" in the file's metadata is \[\]; it must be an object"),
        ({"format": 1}, r"model \{'format': 1\}; it must be an object of \['format', 'cell', 'opt"),
        ({**ABOUT, "code": "import os"}, "model .*; it must be an object of"),
        ({**ABOUT, "cell": "transformer"}, "cell is 'transformer'; it must be one of mlp, rnn, gr"),
        ({**ABOUT, "cell": ["rnn"]}, r"cell is \['rnn'\]; it must be one of mlp, rnn, gru, lstm"),
        (
            {**ABOUT, "cell": "bidirectional"},
            r"options .*; it must be an object of \['forward', 'b",
        ),
        (
            {**BOTH, "options": {"forward": SIDE, "backward": "rnn"}},
            r"cell 'rnn'; it must be an object of \['cell', 'options'\]",
        ),
        (
            {**BOTH, "options": {"forward": SIDE, "backward": BOTH}},
            r"cell .*; it must be an object of \['cell', 'options'\]",
        ),
        (
            {**BOTH, "options": {"forward": SIDE, "backward": {**SIDE, "cell": "bidirectional"}}},
            "cell is 'bidirectional'; it must be one of mlp, rnn, gru, lstm",
        ),
        (BOTH, r"tensors are .*; with BiRNN they are .*'forward\.W_xh'"),
        ({**ABOUT, "options": {}}, r"options \{\}; it must be an object of \['phi'\]"),
        ({**ABOUT, "options": None}, r"options None; it must be an object of \['phi'\]"),
        (
            {**ABOUT, "options": {"phi": "tanh", "W_xh": 1}},
            r"options .*; it must be an object of \['phi'\]",
        ),
        ({**ABOUT, "options": {"phi": "exec"}}, "phi is 'exec'; it must be one of tanh, relu"),
        ({**ABOUT, "options": {"phi": ["tanh"]}}, r"phi is \['tanh'\]; it must be one of tanh"),
        ({**ABOUT, "cell": "gru"}, r"options .*; it must be an object of \['reset_after'\]"),
        (
            {**ABOUT, "cell": "gru", "options": {"reset_after": 1}},
            "reset_after is 1; it must be True or False",
        ),
        (
            {**ABOUT, "cell": "mlp"},
            "tensors are .*; with MLP they are .*'W_xh', 'b_h', 'W_hq', 'b_q'",
        ),
        ({**ABOUT, "vocabulary": "ab"}, "vocabulary 'ab'; it must be a list of strings"),
        ({**ABOUT, "vocabulary": []}, "a vocabulary needs at least one character"),
        (
            {**ABOUT, "vocabulary": ["a", 1]},
            "A token of the vocabulary is 1; each must be a string",
        ),
        ({**ABOUT, "vocabulary": ["a", ["b"]]}, r"A token of the vocabulary is \['b'\]"),
        ({**ABOUT, "vocabulary": ["a", ""]}, "A token of the vocabulary is ''"),
        (
            {**ABOUT, "vocabulary": ["a", "a"]},
            r"vocabulary \['a', 'a'\]; each must stand in it once",
        ),
        (
            {**ABOUT, "vocabulary": ["a", "\ud800"]},
            "half of a character, which cannot be shown",
        ),
        ({**ABOUT, "vocabulary": ["a", "b" * 65]}, "has 65 bytes; it may have 64"),
        ({**ABOUT, "labels": ["\udfffx", "y"]}, "half of a character"),
        ({**ABOUT, "labels": "ab"}, "labels 'ab'; it must be a list of strings"),
        ({**ABOUT, "labels": []}, "a vocabulary needs at least one character"),
        ({**ABOUT, "labels": ["x", "x"]}, r"labels \['x', 'x'\]; each must stand in it once"),
        ({**ABOUT, "labels": ["x"]}, r"W_hq has shape \(3, 2\); \(3, 1\) fits"),
        ({**ABOUT, "vocabulary": ["a"]}, "takes 2 inputs, but the vocabulary has 1 characters"),
    ],
)
def test_metadata_that_does_not_fit(about: object, words: str) -> None:
    with pytest.raises(Refusal, match=words):
        from_bytes(file(about))


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (
            {"b_h": None},
            r"tensors are \['W_hh', .*; with RNN they are \['W_xh', 'W_hh', 'b_h', 'W_hq",
        ),
        ({"W_hq": None}, "tensors are .*; with RNN they are"),
        ({"W_xz": np.ones((2, 3))}, "tensors are .*; with RNN they are"),
        ({"self": np.ones((2, 3))}, "tensors are .*; with RNN they are"),
        ({"phi": np.ones((2, 3))}, "tensors are .*; with RNN they are"),
        ({"W_hh": np.ones((3, 2))}, r"W_hh has shape \(3, 2\); \(3, 3\) fits"),
        ({"W_hq": np.ones((2, 2))}, r"W_hq has shape \(2, 2\); \(3, 2\) fits"),
        ({"b_q": np.ones((1, 3))}, r"b_q has shape \(1, 3\); \(1, 2\) fits"),
        ({"b_h": np.ones(3)}, r"tensor 'b_h' has shape \(3,\); a parameter has two axes"),
        (
            {"b_h": np.ones((0, 3))},
            r"tensor 'b_h' has shape \(0, 3\); a parameter has two axes, none",
        ),
        ({"b_h": np.ones((1,) * 60)}, "tensor 'b_h' has shape .*; a parameter has two axes"),
        ({"b_h": np.ones((1, 3), np.float32)}, "tensor 'b_h' is F32; it must be F64"),
        ({"b_h": np.ones((1, 3), np.int64)}, "tensor 'b_h' is I64; it must be F64"),
        (
            {"b_h": np.full((1, 3), np.nan)},
            r"b_h holds nan at \(0, 0\); every number must be finite",
        ),
        ({"b_q": np.array([[0, -np.inf]])}, r"b_q holds -inf at \(0, 1\)"),
        ({"b_q": np.array([[0, -1e300]])}, r"'b_q' holds 1e\+300; its numbers may be from −1e\+06"),
        ({"W_hh": np.full((3, 3), 1e7)}, r"'W_hh' holds 1e\+07; its numbers may be"),
    ],
)
def test_tensors_that_do_not_fit(changed: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal, match=words):
        from_bytes(file(**changed))


DEEP = b"[" * 100_000


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "not a whole safetensors file"),
        (b"PK\x03\x04", "not a safetensors file, or too large"),
        (b"\x80\x04\x95" + b"\x00" * 20, "not a safetensors file, or too large"),
        (b"\xff" * 100, "would have 18446744073709551615 bytes; it may have 1048576"),
        (with_header(b" " * (2**20 + 1)), "would have 1048577 bytes; it may have 1048576"),
        (with_header(b" " * 2**20), "not a whole safetensors file"),
        # Its length begins as a pickle does.
        (with_header(b" " * 0x0280), "not a whole safetensors file"),
        (with_header(b"{"), "not a whole safetensors file"),
        (with_header(DEEP), "not a whole safetensors file"),
        (with_header(b"\xff\xfe"), "not a whole safetensors file"),
        (with_header(b"{}"), 'metadata has no "rnnviz"; it was not saved by rnnviz'),
        (with_header(b'{"__metadata__": {}}'), 'metadata has no "rnnviz"'),
        (with_header(b'{"__metadata__": {"rnnviz": ""}}'), '"rnnviz" in .* is not JSON'),
        (with_header(b'{"__metadata__": {"rnnviz": "NaN"}}'), "is nan; it must be an object"),
        (with_header(b'{"__metadata__": {"rnnviz": "%s"}}' % DEEP), '"rnnviz" in .* is not JSON'),
        (
            with_header(b'{"__metadata__": {"rnnviz": "%s"}}' % (b"1" * 5000)),
            '"rnnviz" in .* is not JSON',
        ),
        (
            with_header(b'{"W": {"dtype": "F64", "shape": [2, 2], "data_offsets": [0, 32]}}'),
            "whole",
        ),
        (bytes(2**24 + 1), "The file has 16777217 bytes; it may have 16777216"),
        (bytes(2**24), "not a whole safetensors file"),
    ],
    ids=lambda value: value[:20] if isinstance(value, bytes) else "",
)
def test_files_of_another_kind(data: bytes, words: str) -> None:
    with pytest.raises(Refusal, match=words):
        from_bytes(data)


@pytest.mark.parametrize(
    "size", [[2**63, 2], [2**32, 2**32], [0, 2**62], [-1, 2], [1.5, 2], ["2", "2"]]
)
def test_a_shape_that_promises_more_than_there_is(size: list[object]) -> None:
    header = {
        "__metadata__": {"rnnviz": json.dumps(ABOUT)},
        "W_xh": {"dtype": "F64", "shape": size, "data_offsets": [0, 0]},
    }
    with pytest.raises(Refusal, match=r"not a whole safetensors file|a parameter has two axes"):
        from_bytes(with_header(json.dumps(header).encode()))


def survives(data: bytes) -> bool:
    """Whether the file is read; any other end than that or a ValueError fails the test."""
    try:
        model = from_bytes(data)
    except ValueError:
        return False
    assert from_bytes(to_bytes(model)).vocabulary == model.vocabulary
    return True


def test_a_file_cut_short_anywhere_is_refused() -> None:
    data = to_bytes(SequenceModel.random(LSTM, Vocabulary("想要有"), 2, seed=0))
    assert survives(data)
    assert not any(survives(data[:end]) for end in range(len(data)))
    assert not survives(data + b"\x00")


def flip(data: bytearray, rng: np.random.Generator, count: int) -> None:
    for where in rng.integers(0, len(data), size=count):
        data[where] ^= 1 << rng.integers(0, 8)


def overwrite(data: bytearray, rng: np.random.Generator, count: int) -> None:
    for where in rng.integers(0, len(data), size=count):
        data[where] = rng.choice(list(b'{}[]",:0129eE-\\\x00\xff'))


@pytest.mark.parametrize("damage", [flip, overwrite])
def test_a_damaged_file_is_read_or_refused_in_words(
    damage: Callable[[bytearray, np.random.Generator, int], None],
) -> None:
    whole = to_bytes(SequenceModel.random(GRU, Vocabulary("想要有"), 2, seed=0))
    header_end = 8 + int.from_bytes(whole[:8], "little")
    rng = np.random.default_rng(0)
    read = 0
    for count in (1, 1, 2, 4, 16):
        for _ in range(300):
            header, rest = bytearray(whole[:header_end]), bytearray(whole[header_end:])
            damage(header, rng, count)
            damage(rest, rng, count)
            read += survives(bytes(header) + whole[header_end:])
            read += survives(whole[:header_end] + bytes(rest))
    # A flipped bit of a number is another number, and the file as good as any.
    assert 0 < read < 3000


def test_the_limits_leave_room_for_the_largest_model_of_the_pages() -> None:
    tokens = [chr(k) for k in range(0x4E00, 0x4E00 + 200)]
    data = to_bytes(SequenceModel.random(LSTM, Vocabulary(tokens), 128, seed=0))
    assert len(data) < weights.MAX_BYTES / 4
    assert survives(data)


OWN = "F = sigmoid(X @ W_f)\nH = F * H_prev + (1 - F) * tanh(X @ W_h)"


@pytest.mark.parametrize(
    "cell",
    [
        Written.random(6, 5, seed=1, equations=OWN),
        Stacked.random(6, (5, 3), seed=1),
        Stacked.random(6, 4, seed=1, of=Written, layers=3, equations=OWN),
        Stacked(Bidirectional.random(6, 3, seed=1), GRU.random(6, 2, seed=2, reset_after=True)),
    ],
    ids=["written", "stacked", "stacked-written", "stacked-mixed"],
)
def test_written_cells_and_stacked_layers_come_back_to_the_last_bit(cell: Cell | Stacked) -> None:
    rng = np.random.default_rng(0)
    model = SequenceModel(
        cell,
        W_hq=rng.normal(size=(cell.output_size, 6)),
        b_q=rng.normal(size=(1, 6)),
        vocabulary=Vocabulary("想要有直升机"),
    )
    back = from_bytes(to_bytes(model))
    assert list(back.parameters) == list(model.parameters)
    expected, found = (m.trace("想要有", targets="要有直") for m in (model, back))
    for name, value in expected.items():
        np.testing.assert_array_equal(found[name], value, err_msg=name)
    assert to_bytes(back) == to_bytes(model)


@pytest.mark.parametrize(
    ("cell", "options", "sentence"),
    [
        ("written", {"equations": "H = X"}, "Line 1 reads X without a weight"),
        ("written", {"equations": ["H"]}, "The file has equations ['H']; it must be a text."),
        ("written", {}, "The file has options {}; it must be an object of ['equations']."),
        ("stacked", {"layers": SIDE}, "it must be a list of 2 to 8 cells."),
        ("stacked", {"layers": [SIDE] * 9}, "it must be a list of 2 to 8 cells."),
        ("stacked", {"layers": [SIDE, {"cell": "stacked", "options": {}}]}, "The file's cell is 'stacked'"),
        ("stacked", {"layers": [SIDE, SIDE]}, "The file's tensors are ['W_hh', "),
    ],
)  # fmt: skip
def test_layers_and_equations_that_do_not_fit_are_refused(
    cell: str, options: object, sentence: str
) -> None:
    with pytest.raises(Refusal, match=re.escape(sentence)):
        from_bytes(file({**ABOUT, "cell": cell, "options": options}))
