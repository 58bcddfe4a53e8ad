"""PyTorch files, converted in a separate process with limited memory."""

import io
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import torch

from rnnviz import LSTM, SequenceModel, Vocabulary, weights
from rnnviz.locale import Refusal
from rnnviz.training import convert

MODEL = SequenceModel.random(LSTM, Vocabulary("hello"), hidden_size=9, seed=0)


def test_weights_go_to_torch_and_come_back_the_same(request: pytest.FixtureRequest) -> None:
    there = convert.to_pt(weights.to_bytes(MODEL))
    state = torch.load(io.BytesIO(there), weights_only=True)
    assert state["rnn.weight_hh_l0"].shape == (36, 9)
    # One process of its own is enough.
    request.getfixturevalue("converts_here")
    back = weights.from_bytes(convert.from_pt(there, MODEL.vocabulary))
    for name, value in MODEL.parameters.items():
        assert np.array_equal(back.parameters[name], value), name


@pytest.mark.usefixtures("converts_here")
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
    at_work, may_go_on, together = threading.Event(), threading.Event(), []

    def slowly(_: bytes) -> bytes:
        assert not together
        together.append(at_work.set())
        assert may_go_on.wait(60)
        together.clear()
        return b"{}\npt"

    def end() -> str:
        try:
            return convert.to_pt(b"").decode()
        except Refusal as reason:
            return str(reason)

    monkeypatch.setattr(convert, "_apart", slowly)
    with ThreadPoolExecutor(1 + convert.WAITING) as pool:
        first = pool.submit(end)
        assert at_work.wait(60)
        with monkeypatch.context() as patch:
            patch.setattr(convert, "PATIENCE", 0.01)
            # Its turn does not come soon.
            assert end() == convert.BUSY
        waiting = [pool.submit(end) for _ in range(convert.WAITING)]
        while convert._room.acquire(blocking=False):
            convert._room.release()
        # There is no more room to wait in.
        assert end() == convert.BUSY
        may_go_on.set()
        assert [one.result() for one in (first, *waiting)] == ["pt"] * (1 + convert.WAITING)
    assert end() == "pt"
