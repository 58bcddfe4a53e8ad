"""Networks that readers bring to the Units page: files of torch say less than ours, and the reader says the rest."""

from pathlib import Path

import numpy as np
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from rnnviz import weights
from rnnviz.address.kept import NETWORKS
from tests.pages.test_pages import notices, open_page


class Uploaded:
    """A file as the browser sends it."""

    def __init__(self, name: str, data: bytes) -> None:
        self.name, self.data, self.file_id = name, data, name

    def getvalue(self) -> bytes:
        return self.data


def opened(monkeypatch: pytest.MonkeyPatch, data: bytes, **chosen: str) -> AppTest:
    """The page after a .pt file was given, and opened with what the reader says of it."""
    file = Uploaded("theirs.pt", data)
    monkeypatch.setattr(st, "file_uploader", lambda *_, **__: file)
    at = open_page("units/units.py")
    at.selectbox(key="units_learnt").select(chosen["learnt"]).run()
    at.radio(key="units_order").set_value(chosen["order"]).run()
    at.button(key="units_open").click().run()
    assert not at.exception, at.exception
    return at


@pytest.mark.usefixtures("converts_here")
def test_a_file_of_torch_is_opened_with_the_characters_that_the_reader_names(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import torch

    layers = torch.nn.ModuleDict({"rnn": torch.nn.LSTM(6, 9), "fc": torch.nn.Linear(9, 6)})
    path = tmp_path / "theirs.pt"
    torch.save(layers.state_dict(), path)
    at = opened(monkeypatch, path.read_bytes(), learnt="helicopter", order="sorted")
    assert at.query_params["corpus"] == "helicopter"
    model = weights.from_bytes(NETWORKS.get(at.query_params["file"]))
    assert model.vocabulary.tokens == tuple(sorted("想要有直升机"))
    expected = layers["rnn"].weight_hh_l0[:9].detach().double().numpy().T
    assert np.array_equal(model.parameters["W_hi"], expected)


@pytest.mark.usefixtures("converts_here")
def test_what_is_no_file_of_torch_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    at = opened(monkeypatch, b"", learnt="helicopter", order="first")
    assert "not a whole file of torch.save" in notices(at)
    assert "file" not in at.query_params
    # A text of one's own that is empty has no characters to be numbered.
    at = opened(monkeypatch, b"", learnt="", order="first")
    assert "The text is empty" in notices(at)
