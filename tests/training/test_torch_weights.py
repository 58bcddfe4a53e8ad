import io
import os
import pickle
import zipfile
from typing import Any

import numpy as np
import pytest
import torch

from rnnviz import GRU, LSTM, MLP, RNN, SequenceModel, Vocabulary, from_torch
from rnnviz.cells import Cell
from rnnviz.locale import Refusal
from rnnviz.training import pickles
from rnnviz.training.config import TrainingConfig
from rnnviz.training.torch_weights import from_pt, from_state_dict, to_pt, to_state_dict
from rnnviz.training.trainer import Trainer
from rnnviz.weights import from_bytes, to_bytes

VOCABULARY = Vocabulary("想要有直升机")
KINDS: dict[str, tuple[type[Cell], dict[str, object]]] = {
    "rnn": (RNN, {"phi": "tanh"}),
    "rnn-relu": (RNN, {"phi": "relu"}),
    "gru": (GRU, {"reset_after": True}),
    "lstm": (LSTM, {}),
}


class Module(torch.nn.Module):
    """What a tutorial would write."""

    def __init__(self, kind: str, q: int = 6, h: int = 8) -> None:
        super().__init__()
        options = {"nonlinearity": "relu"} if kind == "rnn-relu" else {}
        recurrent = {"rnn": torch.nn.RNN, "gru": torch.nn.GRU, "lstm": torch.nn.LSTM}
        self.rnn = recurrent[kind[:4].rstrip("-")](q, h, **options, dtype=torch.float64)
        self.output = torch.nn.Linear(h, q, dtype=torch.float64)

    def forward(self, X: torch.Tensor) -> torch.Tensor:
        return self.output(self.rnn(X)[0])


def module(kind: str, **sizes: int) -> Module:
    torch.manual_seed(0)
    return Module(kind, **sizes)


def model(kind: str) -> SequenceModel:
    cell, options = KINDS[kind]
    return SequenceModel.random(cell, VOCABULARY, 8, seed=0, **options)


@pytest.mark.parametrize("kind", KINDS)
def test_torch_s_weights_give_torch_s_logits(kind: str) -> None:
    theirs = module(kind)
    ours = from_state_dict(theirs.state_dict(), VOCABULARY, "relu" if "relu" in kind else "tanh")
    X = VOCABULARY.one_hot("想要有直升机")
    with torch.no_grad():
        logits = theirs(torch.from_numpy(X)).numpy()
    np.testing.assert_allclose(ours.trace("想要有直升机")["logits"], logits, rtol=0, atol=1e-12)


@pytest.mark.parametrize("kind", KINDS)
def test_our_weights_in_torch_give_our_logits(kind: str) -> None:
    ours, theirs = model(kind), module(kind)
    theirs.load_state_dict(to_state_dict(ours))
    with torch.no_grad():
        logits = theirs(torch.from_numpy(VOCABULARY.one_hot("想要有"))).numpy()
    np.testing.assert_allclose(ours.trace("想要有")["logits"], logits, rtol=0, atol=1e-12)


@pytest.mark.parametrize("kind", KINDS)
def test_weights_go_round_by_file_without_loss(kind: str) -> None:
    ours = model(kind)
    back = from_pt(to_pt(ours), VOCABULARY, str(ours.cell.options.get("phi", "tanh")))
    assert back.cell.options == ours.cell.options
    for name, value in ours.parameters.items():
        np.testing.assert_array_equal(back.parameters[name], value, err_msg=name)


@pytest.mark.parametrize("kind", KINDS)
def test_trained_weights_go_all_the_way_round_without_loss(kind: str) -> None:
    cell, options = KINDS[kind]
    config = TrainingConfig(
        corpus="own", cell=cell.name, hidden_size=8, batch_size=1, sequence_length=5,
        validation=0.0, **options,
    )  # fmt: skip
    trainer = Trainer(config, "想要有直升机")
    for _ in range(5):
        trainer.step()
    file = to_bytes(trainer.model())
    there = from_pt(to_pt(from_bytes(file)), VOCABULARY, config.phi)
    back = Trainer(config, "想要有直升机", start=there)
    assert torch.equal(back.parameters.flat, trainer.parameters.flat)
    assert to_bytes(back.model()) == file


def test_a_gru_from_torch_resets_after_the_product() -> None:
    assert from_state_dict(module("gru").state_dict(), VOCABULARY).cell.options == {
        "reset_after": True
    }


def test_what_torch_does_not_have_is_said() -> None:
    for cell, options, words in (
        (GRU, {}, "PyTorch's GRU applies the reset gate after the matrix product, this one before"),
        (RNN, {"phi": "sigmoid"}, "PyTorch's RNN has no phi sigmoid; it has tanh and relu"),
        (MLP, {}, "PyTorch has no MLP; it has the RNN, the GRU and the LSTM"),
    ):
        with pytest.raises(Refusal, match=words):
            to_state_dict(SequenceModel.random(cell, VOCABULARY, 8, seed=0, **options))


def test_the_layers_may_have_any_names() -> None:
    state = module("lstm").state_dict()
    for recurrent, linear in (("net.0.", "net.1."), ("lstm.", ""), ("", "fc.")):
        renamed = {
            name.replace("rnn.", recurrent).replace("output.", linear): value
            for name, value in state.items()
        }
        assert from_state_dict(renamed, VOCABULARY).cell.name == "lstm"


def test_a_file_s_embedding_and_layers_are_read_as_a_module_s_are() -> None:
    torch.manual_seed(0)
    net = torch.nn.ModuleDict(
        {
            "embedding": torch.nn.Embedding(6, 3),
            "rnn": torch.nn.GRU(3, 8, num_layers=2),
            "output": torch.nn.Linear(8, 6),
        }
    )
    file = io.BytesIO()
    torch.save(net.state_dict(), file)
    ours = from_pt(file.getvalue(), VOCABULARY)
    assert to_bytes(ours) == to_bytes(from_torch(net.state_dict(), VOCABULARY))
    with torch.no_grad():
        X = net["embedding"](torch.from_numpy(VOCABULARY.indices("想要有")))
        logits = net["output"](net["rnn"](X)[0]).numpy()
    np.testing.assert_allclose(ours.trace("想要有")["logits"][:, 0], logits, rtol=0, atol=1e-6)


def changed(**parts: Any) -> dict[str, Any]:
    state = {**module("lstm").state_dict()}
    for name, value in parts.items():
        state[name.replace("__", ".")] = value
    return {name: value for name, value in state.items() if value is not None}


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ({}, "The state_dict is empty; one recurrent and one linear layer fit"),
        (
            {f"{k}" * 300: torch.ones(3) for k in range(9)},
            r"^'000000000000\.\.\.0000000000000', of shape \(3,\), is a parameter of the module",
        ),
        (
            {f"{k}" * 300 + ".weight": torch.ones(3, 2) for k in range(99)},
            r"^The layers are '000000000000\.\.\.0000000000000' \(3 → 2\), .{300,600}, …; they do not lead",
        ),
        (
            {"embedding.weight": torch.ones(3, 3)},
            r"The layers are embedding \(3 → 3\); they do not lead from 6 characters to 6 outputs. An emb",
        ),
        (changed(rnn__bias_hh_l0=None), r"rnn\.bias_hh_l0 is missing; .* both biases or none"),
        (
            changed(rnn__weight_ih_l2=torch.ones(2, 2)),
            r"rnn\.weight_ih_l2, of shape \(2, 2\), belongs to no layer that can be read; these",
        ),
        (
            changed(more__weight=torch.ones(2, 2)),
            r"The layers are rnn \(6 → 8\), output \(8 → 6\), more \(2 → 2\); they do not lead from 6",
        ),
        (
            changed(rnn__weight_hh_l0=torch.ones(16, 8)),
            r"rnn\.weight_hh_l0 has shape \(16, 8\); an RNN's is \(h, h\), a GRU's \(3h, h\)",
        ),
        (
            changed(rnn__weight_ih_l0=torch.ones(32, 5)),
            r"The layers are rnn \(5 → 8\), output \(8 → 6\); they do not lead from 6 characters to 6",
        ),
        (
            changed(output__weight=torch.ones(6, 9)),
            r"The layers are rnn \(6 → 8\), output \(9 → 6\); they do not lead",
        ),
        (changed(output__bias=torch.ones(6).long()), r"output\.bias is no tensor of floating"),
        (changed(output__bias=[1.0]), r"output\.bias is no tensor of floating-point"),
        (
            changed(output__bias=torch.full((6,), torch.nan)),
            r"output\.bias holds nan at .* must be finite",
        ),
        (changed(rnn__weight_hh_l0=torch.ones(())), r"rnn\.weight_hh_l0 has shape \(\)"),
    ],
)
def test_names_and_shapes_that_do_not_fit(state: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal, match=words):
        from_state_dict(state, VOCABULARY)


class Evil:
    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (os.environ["EVIL"],)


def test_a_file_with_code_in_it_is_refused_and_nothing_is_run(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = tmp_path / "made"
    monkeypatch.setenv("EVIL", str(made))
    file = io.BytesIO()
    torch.save({"rnn.weight_ih_l0": Evil()}, file)
    for data in (file.getvalue(), pickle.dumps(Evil(), 2)):
        with pytest.raises(Refusal, match="The file holds more than weights, or is no file of"):
            from_pt(data, VOCABULARY)
    assert not made.exists()


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"hello", bytes(100)])
def test_a_file_of_another_kind(data: bytes) -> None:
    with pytest.raises(Refusal, match=r"no file of torch.save|not a whole file of torch.save"):
        from_pt(data, VOCABULARY)


def test_a_small_file_that_unpacks_to_a_large_one_is_refused() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("weights/data.pkl", bytes(70 * 2**20))
    assert len(packed.getvalue()) < 2**20
    with pytest.raises(Refusal, match=r"The file unpacks to 73400320 bytes; it may be 67108864"):
        from_pt(packed.getvalue(), VOCABULARY)


DOUBLED = b"h\x00h\x00\x86q\x00"  # the tuple of what is kept, twice; it is kept in its place
COPIED = b"ccollections\nOrderedDict\nh\x00\x85R"
BOMBS = {
    "fifteen million tuples, each in the next": b")" + b"\x85" * 15_000_000,
    "forty tuples, each twice in the next": b")q\x00" + DOUBLED * 40 + b"}h\x00K\x00s",
    "a long text, over and over": b"]X\x40\x42\x0f\x00"
    + b"a" * 10**6
    + b"q\x00a"
    + b"h\x00a" * 1000,
    "a list that grew after it was kept": b"]q\x00("
    + b"K\x00K\x00\x86" * 1000
    + b"e"
    + COPIED * 1000,
    "a function that makes room for a billion numbers": b"ctorch\nFloatTensor\nJ\x00\xca\x9a\x3b\x85R",
}


@pytest.mark.parametrize("bomb", BOMBS)
@pytest.mark.parametrize("is_archive", [True, False])
def test_a_file_that_would_keep_its_reader_busy_is_refused_unread(
    bomb: str, is_archive: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch, "load", lambda *_given, **_named: pytest.fail("it is read"))
    data = b"\x80\x02" + BOMBS[bomb] + b"."
    if is_archive:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("archive/data.pkl", data)
            archive.writestr("archive/version", "3\n")
        data = packed.getvalue()
    with pytest.raises(Refusal, match="The file holds more than weights"):
        from_pt(data, VOCABULARY)


@pytest.mark.parametrize("is_archive", [True, False])
def test_a_large_network_takes_a_tenth_of_what_a_file_may_have_built(
    is_archive: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pickles, "MOST_OBJECTS", pickles.MOST_OBJECTS // 10)
    layers = {
        "rnn": torch.nn.LSTM(6, 8, num_layers=8, bidirectional=True),
        "output": torch.nn.Linear(16, 6),
    }
    file = io.BytesIO()
    state = torch.nn.ModuleDict(layers).half().state_dict()
    torch.save(state, file, _use_new_zipfile_serialization=is_archive)
    model = from_pt(file.getvalue(), VOCABULARY)
    assert sum(one.size for one in model.parameters.values()) > 10_000


def test_a_tensor_that_repeats_one_number_a_billion_times_is_refused() -> None:
    file = io.BytesIO()
    torch.save(changed(rnn__weight_hh_l0=torch.ones(1).expand(100_000, 10_000)), file)
    assert len(file.getvalue()) < 2**20
    with pytest.raises(Refusal, match=r"rnn\.weight_hh_l0 has 1000000000 numbers; it may have"):
        from_pt(file.getvalue(), VOCABULARY)


def test_a_file_that_holds_no_state_dict() -> None:
    file = io.BytesIO()
    torch.save(torch.ones(3), file)
    with pytest.raises(Refusal, match="The file holds a Tensor; a state_dict fits"):
        from_pt(file.getvalue(), VOCABULARY)


def test_a_file_cut_short_anywhere_is_refused() -> None:
    data = to_pt(model("rnn"))
    for end in range(0, len(data), 97):
        with pytest.raises(Refusal, match=r"The file|The state_dict"):
            from_pt(data[:end], VOCABULARY)


@pytest.mark.parametrize("is_archive", [True, False])
def test_where_another_file_is_wanted_it_is_said_what_reads_a_pt_file(is_archive: bool) -> None:
    file = io.BytesIO()
    state = torch.nn.LSTM(3, 4).state_dict()
    torch.save(state, file, _use_new_zipfile_serialization=is_archive)
    with pytest.raises(Refusal, match=r"one of torch\.save's.* rnnviz\.from_torch .* Units page"):
        from_bytes(file.getvalue())
