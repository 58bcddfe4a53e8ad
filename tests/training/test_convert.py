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


def test_few_wait_for_their_turn_and_a_slow_file_leaves_room_for_other_addresses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun, may_go_on, together = threading.Semaphore(0), threading.Event(), []

    def slowly(asked: bytes) -> bytes:
        address = asked.partition(b"\n")[2]
        assert address not in together
        together.append(address)
        begun.release()
        assert may_go_on.wait(60)
        together.remove(address)
        return b"{}\npt"

    def end(address: str) -> str:
        try:
            return convert.to_pt(address.encode(), address).decode()
        except Refusal as reason:
            return str(reason)

    monkeypatch.setattr(convert, "_apart", slowly)
    with ThreadPoolExecutor(2 + 2 * convert.EACH_WAITS) as pool:
        of_one = [pool.submit(end, "one") for _ in range(1 + convert.EACH_WAITS)]
        assert begun.acquire(timeout=60)
        while len(convert._waiting) < convert.EACH_WAITS:
            pass
        # No more may wait of this address; but another one's turn comes at once.
        assert end("one") == convert.BUSY
        of_others = [pool.submit(end, "another")]
        assert begun.acquire(timeout=60)
        assert together == [b"one", b"another"]
        with monkeypatch.context() as patch:
            patch.setattr(convert, "PATIENCE", 0.01)
            # Its turn does not come soon.
            assert end("third") == convert.BUSY
        monkeypatch.setattr(convert, "ALL_WAIT", convert.EACH_WAITS)
        # There is no more room to wait in.
        assert end("third") == convert.BUSY
        may_go_on.set()
        ended = [one.result() for one in (*of_one, *of_others)]
    assert ended == ["pt"] * len(ended)
    assert end("one") == "pt"
