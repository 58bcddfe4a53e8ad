"""What `look` saw, as a file: read again it is the same, and a file from anyone gets a sentence."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors import deserialize
from safetensors.numpy import save
from torch import nn

from rnnviz import look
from rnnviz.frameworks import batch_file
from rnnviz.frameworks.batch_file import MOST_SAMPLES, from_bytes
from rnnviz.locale import Refusal
from tests.frameworks.test_look import OWN, made
from tests.notebooks import run


@pytest.mark.parametrize("name", OWN)
def test_each_sample_is_what_it_was(name: str, tmp_path: Path) -> None:
    seen = look(*made(name))
    file = tmp_path / "own.rnnviz"
    seen.save(file)
    kept = from_bytes(file.read_bytes())
    assert [layer.name for layer in kept.layers] == list(seen.layers)
    assert kept.count == len(next(iter(seen.layers.values())).lengths)
    assert kept.loss == seen.loss
    assert kept.answers == seen.answers
    for layer, own in zip(kept.layers, seen.layers.values(), strict=True):
        assert layer.steps == tuple(own.lengths)
        for k in range(len(layer)):
            trace, expected = layer.sample(k), own.sample(k)
            assert trace.inputs == expected.inputs
            for found, there in ((trace, expected), (trace.arriving, expected.arriving)):
                assert found.keys() == there.keys()
                for quantity, numbers in found.items():
                    np.testing.assert_allclose(numbers, there[quantity], atol=1e-12)


def test_of_a_large_batch_the_first_samples_and_steps_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    torch.manual_seed(0)
    module, x = nn.GRU(2, 3, batch_first=True), torch.randn(40, 9, 2)
    seen = look(module, x, x, lambda output, _: output[0].square().mean())
    size = sum(one.size for one in seen.layers[""].cell.parameters.values())
    monkeypatch.setattr(batch_file, "MOST_WORK", 5 * size)
    file = tmp_path / "own.rnnviz"
    seen.save(file)
    kept = from_bytes(file.read_bytes())
    (layer,) = kept.layers
    assert (kept.count, len(layer)) == (40, MOST_SAMPLES)
    assert set(layer.steps) == {9}
    trace = layer.sample(3)
    assert trace.steps == 5
    np.testing.assert_allclose(trace["H"], seen.sample(3)["H"][:5], atol=1e-12)
    # Of a part not all that arrives is there.
    assert trace.arriving == {}


def small() -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """The tensors of a good file, and what it says of itself."""
    torch.manual_seed(0)
    module = nn.Sequential(nn.Embedding(5, 2), nn.LSTM(2, 3))
    seen = look(module, torch.tensor([[1, 2], [3, 4]]))
    batch = batch_file.Batch(
        tuple(
            batch_file.kept_layer(name, one.cell, one.sample, 2)
            for name, one in seen.layers.items()
        ),
        2,
        (batch_file.Answer("right", {"said": "2"}),),
        0.5,
    )
    data = batch_file.to_bytes(batch)
    end = 8 + int.from_bytes(data[:8], "little")
    about = json.loads(json.loads(data[8:end])["__metadata__"]["rnnviz"])
    tensors = {
        name: np.frombuffer(one["data"], {"F32": "<f4", "F64": "<f8"}[one["dtype"]]).reshape(
            one["shape"]
        )
        for name, one in deserialize(data)
    }
    return tensors, about


def put(name: str, value: object) -> Callable[[dict[str, Any], dict[str, Any]], None]:
    """Changes what a file says: of itself, or after a dot of its layer."""

    def change(_tensors: dict[str, Any], about: dict[str, Any]) -> None:
        first, _, own = name.partition(".")
        (about["layers"][0] if own else about)[own or first] = value

    return change


def number(name: str, value: Any) -> Callable[[dict[str, Any], dict[str, Any]], None]:
    def change(tensors: dict[str, Any], _about: dict[str, Any]) -> None:
        if value is None:
            del tensors[name]
        else:
            tensors[name] = np.asarray(value)

    return change


WRONG = {
    "another format": (put("format", 1), "format is 1; it must be batch 1"),
    "no count": (put("count", -1), "count -1"),
    "a loss that is none": (put("loss", "low"), "loss 'low'"),
    "no layers": (put("layers", []), "layers []"),
    "too many layers": (put("layers", [{}] * 9), "layers"),
    "a layer that is none": (put("layers", [7]), "layers 7"),
    "a name that is none": (put("layer.name", 3), "name 3"),
    "half a character": (put("layer.name", "\ud800"), "name"),
    "another cell": (put("layer.cell", "transformer"), "cell is 'transformer'"),
    "a cell that is not PyTorch's": (put("layer.cell", "mingru"), "cell 'mingru'"),
    "options": (put("layer.options", {"evil": 1}), "options"),
    "steps": (put("layer.steps", [True]), "steps"),
    "too many samples": (put("layer.steps", [1] * 13), "steps"),
    "tokens of another number": (put("layer.tokens", [["a", "b"]]), "tokens"),
    "tokens that are none": (put("layer.tokens", [["a", 1], ["b", "c"]]), "tokens"),
    "a token too long": (put("layer.tokens", [["a" * 65, "b"], ["b", "c"]]), "tokens"),
    "an answer of another kind": (put("answers", [["code", {}]]), "answers"),
    "an answer with more": (put("answers", [["right", {"said": "1", "x": "2"}]]), "answers"),
    "an answer that is a format": (put("answers", [["right", {"said": 2}]]), "answers"),
    "a tensor that nothing reads": (number("0/9/X", np.ones((1, 1))), "'0/9/X'"),
    "no input": (number("0/0/X", None), "0/0"),
    "no numbers": (number("0/0/X", np.full((2, 2), np.nan)), "nan"),
    "too large": (number("0/0/X", np.full((2, 2), 1e31)), "1e+31"),
    "whole numbers": (number("0/0/X", np.ones((2, 2), dtype=np.int64)), "I64"),
    "three axes": (number("0/0/X", np.ones((2, 2, 1))), "(2, 2, 1)"),
    "another width": (number("0/0/X", np.ones((2, 5))), "(2, 5)"),
    "too many steps": (number("0/0/X", np.ones((2001, 2))), "2001 steps"),
    "a weight too few": (number("0/weights/W_hf", None), "weights"),
    "a weight of another shape": (number("0/weights/W_hf", np.ones((2, 3))), "W_hf"),
}


def as_file(tensors: dict[str, Any], about: dict[str, Any]) -> bytes:
    own = {name: np.ascontiguousarray(one) for name, one in tensors.items()}
    data: bytes = save(own, metadata={"rnnviz": json.dumps(about)})
    return data


@pytest.mark.parametrize("name", WRONG)
def test_what_does_not_fit_is_said(name: str) -> None:
    tensors, about = small()
    assert from_bytes(as_file(tensors, about)).layers[0].sample(0).steps == 2
    change, sentence = WRONG[name]
    change(tensors, about)
    with pytest.raises(Refusal) as refused:
        from_bytes(as_file(tensors, about))
    assert sentence in str(refused.value)


@pytest.mark.parametrize("name", ["0/0/H0", "0/0/arriving/H", "0/0/arriving/evil"])
def test_what_a_sample_s_numbers_do_not_fit_is_said_when_it_is_shown(name: str) -> None:
    tensors, about = small()
    tensors[name] = np.ones((7, 7))
    layer = from_bytes(as_file(tensors, about)).layers[0]
    layer.sample(1)
    with pytest.raises(Refusal, match="7"):
        layer.sample(0)


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"\x80\x02evil", bytes(100), b"\xff" * 100])
def test_another_file_is_none(data: bytes) -> None:
    with pytest.raises(Refusal):
        from_bytes(data)


def test_a_file_that_was_cut_is_none() -> None:
    data = as_file(*small())
    for end in range(0, len(data), 97):
        with pytest.raises(Refusal):
            from_bytes(data[:end])


def test_the_notebook_about_a_model_of_one_s_own_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    notebook = Path(__file__).parents[2] / "docs" / "own_model.ipynb"
    names = run(notebook.read_text("utf-8"))
    assert names["right"] > 0.9
    assert [one.fault for one in names["report"]] == ["batch-as-time"]
    kept = from_bytes((tmp_path / "films.rnnviz").read_bytes())
    assert kept.layers[0].sample(2).inputs == names["seen"].sample(2).inputs
    assert set(kept.layers[0].tokens[0]) <= set(names["WORDS"])
