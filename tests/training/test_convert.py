"""PyTorch files, converted in a separate process with limited memory."""

import io
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import torch

from rnnviz import LSTM, SequenceModel, Vocabulary, weights
from rnnviz.locale import Refusal
from rnnviz.training import convert

MODEL = SequenceModel.random(LSTM, Vocabulary("hello"), hidden_size=9, seed=0)


def test_weights_go_to_torch_and_come_back_the_same() -> None:
    there = convert.to_pt(weights.to_bytes(MODEL))
    state = torch.load(io.BytesIO(there), weights_only=True)
    assert state["rnn.weight_hh_l0"].shape == (36, 9)
    back = weights.from_bytes(convert.from_pt(there, MODEL.vocabulary))
    for name, value in MODEL.parameters.items():
        assert np.array_equal(back.parameters[name], value), name


def test_what_torch_has_no_counterpart_for_is_refused_with_its_reason() -> None:
    file = io.BytesIO()
    torch.save({"weight": torch.zeros(2, 2)}, file)
    with pytest.raises(Refusal, match="do not lead from 4 characters to 4 outputs") as refused:
        convert.from_pt(file.getvalue(), MODEL.vocabulary)
    assert "weight" in refused.value.sentence(lambda message: message)


@pytest.mark.parametrize("limit", ["SECONDS", "MEMORY_BYTES"])
def test_a_file_that_takes_too_much_is_given_up(
    limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(convert, limit, {"SECONDS": 0.01, "MEMORY_BYTES": 2**20}[limit])
    big = SequenceModel.random(LSTM, Vocabulary("hello"), hidden_size=400, seed=0)
    with pytest.raises(Refusal, match="could not be read"):
        convert.to_pt(weights.to_bytes(big))


def test_few_wait_for_their_turn_and_the_others_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(convert, "PATIENCE", 0.5)
    data = weights.to_bytes(MODEL)

    def end(_: int) -> str:
        try:
            return "pt" if convert.to_pt(data) else ""
        except Refusal as reason:
            return str(reason)

    with ThreadPoolExecutor(12) as pool:
        ends = Counter(pool.map(end, range(12)))
    assert set(ends) == {"pt", convert.BUSY}
    assert 1 <= ends["pt"] <= 1 + convert.WAITING
    assert end(0) == "pt"
