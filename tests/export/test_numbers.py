"""The numbers of a trace as files, read back with what others read them with."""

import csv
import io
import json

import numpy as np
import pytest

from rnnviz import GRU, LSTM, DeltaNet, Hold, SequenceModel, Stacked, Trace, Vocabulary
from rnnviz.address.changes import Bounds, carried_out, read
from rnnviz.export import numbers, to_csv, to_json, to_npz
from rnnviz.locale import Refusal


def reading(kind: type = LSTM, size: int | tuple[int, ...] = 3, **more: object) -> Trace:
    model = SequenceModel.random(kind, Vocabulary('想要=,"'), size, seed=4)
    return model.trace('想=,"', targets='=,"要', **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(("kind", "size"), [(LSTM, 3), (GRU, 2), (Stacked, (3, 2))])
def test_numpy_loads_every_tensor_and_every_weight_to_the_last_bit(
    kind: type, size: int | tuple[int, ...]
) -> None:
    trace = reading(kind, size)
    assert trace.model is not None
    with np.load(io.BytesIO(to_npz(trace)), allow_pickle=False) as file:
        about = json.loads(str(file["about"]))
        for name, value in {**trace, **trace.model.parameters}.items():
            np.testing.assert_array_equal(file[name], value)
            assert len(about["axes"][name]) == value.ndim
        assert set(file) == {*trace, *trace.model.parameters, "about"}
    assert about["inputs"] == ["想", "=", ",", '"']
    assert about["t"] == [1, 2, 3, 4]


def test_json_has_the_same_numbers_with_their_axes() -> None:
    trace = reading()
    assert trace.model is not None
    file = json.loads(to_json(trace))
    for name, value in trace.items():
        told = file["tensors"][name]
        np.testing.assert_array_equal(np.array(told["values"]), value)
        assert tuple(told["shape"]) == value.shape
    for name, value in trace.model.parameters.items():
        np.testing.assert_array_equal(np.array(file["weights"][name]["values"]), value)
    assert file["tensors"]["X"]["axes"] == ["T", "n", "d"]
    assert file["tensors"]["H0"]["axes"] == ["n", "h"]
    assert file["weights"]["W_xf"]["axes"] == ["d", "h"]


def test_csv_has_a_row_for_each_number_counted_as_on_the_stage() -> None:
    trace = reading()
    rows = list(csv.DictReader(io.StringIO(to_csv(trace))))
    assert len(rows) == sum(value.size for value in trace.values())
    found = {(row["tensor"], row["t"], row["unit"]): row for row in rows}
    assert float(found["H", "2", "3"]["value"]) == trace["H"][1, 0, 2]
    assert float(found["C0", "0", "1"]["value"]) == 0
    assert float(found["loss", "4", ""]["value"]) == trace["loss"][3, 0]
    assert found["loss", "4", ""]["token"] == "要"
    assert found["X", "3", "4"]["token"] == ","
    assert float(found["X", "3", "4"]["value"]) == 1
    assert found["Y_hat", "1", "2"]["token"] == "要"


def test_a_matrix_has_its_axes_and_a_row_for_each_number_with_row_and_column() -> None:
    trace = reading(DeltaNet)
    file = json.loads(to_json(trace))
    assert file["tensors"]["S"]["axes"] == ["T", "n", "k", "h"]
    assert file["tensors"]["S0"]["axes"] == ["n", "k", "h"]
    assert file["tensors"]["B"]["axes"] == ["T", "n", "1"]
    np.testing.assert_array_equal(np.array(file["tensors"]["S"]["values"]), trace["S"])
    rows = list(csv.DictReader(io.StringIO(to_csv(trace))))
    assert len(rows) == sum(value.size for value in trace.values())
    found = {(row["tensor"], row["t"], row["unit"]): float(row["value"]) for row in rows}
    assert found["S", "4", "2 3"] == trace["S"][3, 0, 1, 2]
    assert found["S0", "0", "3 1"] == 0


def test_a_word_that_begins_like_a_formula_is_no_formula_in_a_spreadsheet() -> None:
    labels = Vocabulary(["=1+1", "noun"])
    model = SequenceModel.random(LSTM, Vocabulary("ab"), 2, seed=0, labels=labels)
    rows = list(csv.DictReader(io.StringIO(to_csv(model.trace("ab")))))
    tokens = {row["token"] for row in rows if row["tensor"] == "Y_hat"}
    assert tokens == {"'=1+1", "noun"}


def test_what_was_changed_by_hand_is_in_the_numbers_and_so_is_what_would_have_been() -> None:
    trace = reading()
    made, left = read("F.2.1-2=0.25;x.1=要;W_hf.1.1=2", [Bounds.of(trace)])
    changed = carried_out(trace, made)
    assert not left
    with np.load(io.BytesIO(to_npz(changed))) as file:
        assert file["F"][0, 0, 1] == file["F"][1, 0, 1] == 0.25
        assert file["W_hf"][0, 0] == 2
        np.testing.assert_array_equal(file["free.F"], changed.free["F"])
        about = json.loads(str(file["about"]))
    assert about["inputs"][0] == "要"
    assert about["held"] == [{"tensor": "F", "value": 0.25, "units": [2], "t": [1, 2]}]
    file_of_text = json.loads(to_json(changed))
    assert file_of_text["free"]["F"]["shape"] == [4, 1, 3]
    assert len(list(csv.reader(io.StringIO(to_csv(reading(holds=[Hold("H", 1.0)])))))) > 1


@pytest.mark.parametrize("written", [to_csv, to_json, to_npz])
def test_too_many_numbers_are_refused_in_a_sentence(
    written: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numbers, "MOST_IN_TEXT", 100)
    monkeypatch.setattr(numbers, "MOST_IN_ARRAYS", 100)
    with pytest.raises(Refusal, match="numbers; such a file may hold 100"):
        written(reading())  # type: ignore[operator]
