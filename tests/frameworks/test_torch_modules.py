"""Modules as PyTorch's users write them, held to what they themselves compute."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

from rnnviz import Vocabulary, from_torch
from rnnviz.locale import Refusal

TEXT = "hello, world"
VOCABULARY = Vocabulary(TEXT)
Q = len(VOCABULARY)
LAYERS = {"rnn": nn.RNN, "gru": nn.GRU, "lstm": nn.LSTM}


class CharacterModel(nn.Module):
    """What a tutorial would write."""

    def __init__(
        self,
        kind: str,
        *,
        e: int = 5,
        h: int = 7,
        tied: bool = False,
        bias: bool = True,
        **options: Any,
    ) -> None:
        super().__init__()
        self.embedding = nn.Embedding(Q, e)
        self.drop = nn.Dropout(0.5)
        self.rnn = LAYERS[kind](e, h, bias=bias, batch_first=True, **options)
        self.fc = nn.Linear(h * (1 + self.rnn.bidirectional), Q, bias=bias)
        if tied:
            self.fc.weight = self.embedding.weight

    def forward(self, k: torch.Tensor) -> torch.Tensor:
        return self.fc(self.drop(self.rnn(self.drop(self.embedding(k)))[0]))


class OneHotModel(nn.Module):
    """Its layers are registered in another order than that in which they are computed."""

    def __init__(self, kind: str, hidden: int = 7, **options: Any) -> None:
        super().__init__()
        self.out = nn.Sequential(nn.Linear(hidden, 6), nn.Dropout(0.1), nn.Linear(6, Q))
        self.narrow = nn.Linear(Q, 4)
        self.cells = nn.ModuleList([LAYERS[kind](4, 5, **options), LAYERS[kind](3, hidden)])
        self.between = nn.Linear(5, 3)

    def forward(self, k: torch.Tensor) -> torch.Tensor:
        X = self.narrow(nn.functional.one_hot(k, Q).float())
        return self.out(self.cells[1](self.between(self.cells[0](X)[0]))[0])


def made(make: Callable[..., nn.Module], *args: Any, **options: Any) -> nn.Module:
    torch.manual_seed(0)
    return make(*args, **options)


def logits(module: nn.Module) -> Any:
    """The module's own logits of the text, (T, q)."""
    module.eval()
    with torch.no_grad():
        return module(torch.from_numpy(VOCABULARY.indices(TEXT))[np.newaxis])[0].numpy()


def assert_same(ours: Any, theirs: Any) -> None:
    np.testing.assert_allclose(ours.trace(TEXT)["logits"][:, 0], theirs, rtol=0, atol=1e-6)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"num_layers": 3, "dropout": 0.5},
        {"bidirectional": True},
        {"num_layers": 2, "bidirectional": True},
        {"bias": False},
        {"e": 7, "tied": True},
    ],
    ids=str,
)
@pytest.mark.parametrize("kind", LAYERS)
def test_a_character_model_of_torch_s_computes_the_same_here(
    kind: str, options: dict[str, Any]
) -> None:
    module = made(CharacterModel, kind, **options)
    theirs = logits(module)
    assert_same(from_torch(module.train(), VOCABULARY), theirs)
    assert_same(from_torch(module.state_dict(), VOCABULARY), theirs)


@pytest.mark.parametrize("kind", LAYERS)
def test_linear_layers_before_between_and_after_are_folded(kind: str) -> None:
    module = made(OneHotModel, kind)
    ours = from_torch(module, VOCABULARY)
    assert [cell.hidden_size for cell in ours.cell.leaves.values()] == [5, 7]
    X = torch.from_numpy(VOCABULARY.one_hot(TEXT)).float()
    with torch.no_grad():
        H = module.cells[0](module.narrow(X))[0].numpy()
        theirs = module.eval()(torch.from_numpy(VOCABULARY.indices(TEXT))[:, None])[:, 0].numpy()
    np.testing.assert_allclose(ours.trace(TEXT)["layer1.H"], H, rtol=0, atol=1e-6)
    assert_same(ours, theirs)


class Steps(nn.Module):
    """One step a call, as a loop of one's own calls it."""

    def __init__(self, cell: type[nn.Module], *, h: int = 7, layers: int = 1) -> None:
        super().__init__()
        self.embedding = nn.Embedding(Q, 5)
        sizes = [5, *[h] * layers]
        self.cells = nn.ModuleList(cell(d, h) for d in sizes[:-1])
        self.head = nn.Linear(h, Q)

    def forward(self, k: torch.Tensor, states: Any) -> tuple[torch.Tensor, Any]:
        x, kept = self.embedding(k), []
        for cell, state in zip(self.cells, states or [None] * len(self.cells), strict=True):
            kept.append(cell(x, state))
            x = self.passed(x, kept[-1][0] if isinstance(kept[-1], tuple) else kept[-1])
        return self.head(x), kept

    def passed(self, _x: torch.Tensor, H: torch.Tensor) -> torch.Tensor:
        return H


@pytest.mark.parametrize("layers", [1, 2])
@pytest.mark.parametrize("cell", [nn.RNNCell, nn.GRUCell, nn.LSTMCell])
def test_a_loop_over_a_cell_computes_the_same_here(cell: type[nn.Module], layers: int) -> None:
    module = made(Steps, cell, layers=layers)
    states, rows = None, []
    with torch.no_grad():
        for k in VOCABULARY.indices(TEXT):
            row, states = module(torch.tensor([k]), states)
            rows.append(row)
    assert_same(from_torch(module, VOCABULARY), torch.cat(rows).numpy())


def test_a_module_tells_its_activation_and_a_state_dict_is_told_it() -> None:
    module = made(CharacterModel, "rnn", nonlinearity="relu")
    theirs = logits(module)
    assert_same(from_torch(module, VOCABULARY), theirs)
    assert_same(from_torch(module.state_dict(), VOCABULARY, phi="relu"), theirs)
    with pytest.raises(AssertionError):
        assert_same(from_torch(module.state_dict(), VOCABULARY), theirs)


def test_one_hot_input_and_a_softmax_at_the_end() -> None:
    class Tagger(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.lstm = nn.LSTM(Q, 4, bidirectional=True)
            self.out = nn.Linear(8, 3)
            self.softmax = nn.LogSoftmax(dim=-1)
            self.criterion = nn.NLLLoss()

        def forward(self, X: torch.Tensor) -> torch.Tensor:
            return self.softmax(self.out(self.lstm(X)[0]))

    module = made(Tagger)
    ours = from_torch(module, list(VOCABULARY), labels=["noun", "verb", "other"])
    assert ours.labels.tokens == ("noun", "verb", "other")
    with torch.no_grad():
        X = torch.from_numpy(VOCABULARY.one_hot(TEXT)).float()
        Y_hat = module(X).exp().numpy()
    np.testing.assert_allclose(ours.trace(TEXT)["Y_hat"], Y_hat, rtol=0, atol=1e-6)


def test_half_precision_arrays_and_wrappers_are_read_too() -> None:
    module = made(CharacterModel, "gru")
    theirs = logits(module)
    arrays = {name: value.numpy() for name, value in module.state_dict().items()}
    assert_same(from_torch(arrays, VOCABULARY), theirs)
    assert_same(from_torch(nn.DataParallel(module), VOCABULARY), theirs)
    half = module.bfloat16()
    ours = from_torch(half, VOCABULARY)
    assert_same(ours, logits(half.double()))


def test_square_weights_are_told_apart_by_the_module_alone() -> None:
    module = nn.Sequential(nn.Embedding(Q, Q), nn.LSTM(Q, 4), nn.Linear(4, Q))

    def forward(numbers: torch.Tensor) -> Any:
        embedding, lstm, head = module
        return head(lstm(embedding(numbers))[0])

    ours = from_torch(module, VOCABULARY, forward=forward)
    with torch.no_grad():
        W_xi = (module[0].weight @ module[1].weight_ih_l0.T)[:, :4].numpy()
    np.testing.assert_allclose(ours.cell.W_xi, W_xi, rtol=0, atol=1e-6)
    with pytest.raises(Refusal, match=r"The layers are 0 \(9 → 9\), 1 .* several ways"):
        from_torch(module.state_dict(), VOCABULARY)
    named = {name.replace("0.", "emb.", 1): value for name, value in module.state_dict().items()}
    np.testing.assert_array_equal(from_torch(named, VOCABULARY).cell.W_xi, ours.cell.W_xi)


class Attentive(nn.Module):
    def __init__(self, between: nn.Module, **options: Any) -> None:
        super().__init__()
        self.rnn = nn.LSTM(Q, 8, **options)
        self.between = between
        self.out = nn.Linear(options.get("proj_size", 8), Q)


class Start(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.h0 = nn.Parameter(torch.zeros(8))
        self.net = Attentive(nn.Identity())


@pytest.mark.parametrize(
    ("module", "words"),
    [
        (Attentive(nn.LayerNorm(8)), r"between is a LayerNorm, which cannot be read; .* Embedding, L"),
        (Attentive(nn.ReLU()), "between is a ReLU"),
        (Attentive(nn.Softmax(-1)), "between is a Softmax"),
        (Attentive(nn.MultiheadAttention(8, 2)), "between is a MultiheadAttention"),
        (Attentive(nn.Identity(), proj_size=3), "rnn has proj_size=3, which cannot be read; the same"),
        (
            Attentive(nn.Identity(), proj_size=3).state_dict(),
            "rnn has proj_size=3, which cannot be read; the same",
        ),
        (nn.Sequential(nn.Embedding(Q, 3, max_norm=1.0)), r"0 has max_norm=1\.0"),
        (nn.utils.parametrizations.weight_norm(nn.Linear(Q, 3)), "ParametrizedLinear is a Parametri"),
        (Start(), r"h0, of shape \(8,\), is a parameter of the module itself"),
        (nn.LSTM(Q, 8), r"The layers are rnn \(9 → 8\); they do not lead from 9 characters to 9 outputs"),
        (
            nn.Sequential(nn.LSTM(Q, 8), nn.Linear(8, Q + 1)),
            r"The layers are 0 \(9 → 8\), 1 \(8 → 10\); they do not lead from 9 characters to 9 outputs",
        ),
        (
            nn.Sequential(nn.GRU(Q, Q), nn.Linear(4, Q), nn.Linear(Q, 4), nn.GRU(Q, Q)),
            "fit together in several ways",
        ),
        (Attentive(nn.Identity()).to("meta"), r"rnn\.weight_ih_l0 is no tensor of floating-point"),
        ("model.pt", "This is a str; a module of PyTorch's fits, or its state_dict"),
        ({}, "The state_dict is empty"),
        ({"rnn.weight_ih_l0": np.ones((4, 2), dtype=int)}, r"rnn\.weight_ih_l0 is no tensor"),
    ],
)  # fmt: skip
def test_what_rnnviz_does_not_compute_is_named(module: Any, words: str) -> None:
    with pytest.raises(Refusal, match=words):
        from_torch(module, VOCABULARY)


def test_a_class_of_one_s_own_is_no_layer_of_torch_s_whatever_its_name() -> None:
    class Linear(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.weight = nn.Parameter(torch.ones(Q, 8))

    with pytest.raises(Refusal, match=r"2 is a .*\.Linear, which cannot be read"):
        from_torch(nn.Sequential(nn.Embedding(Q, 3), nn.LSTM(3, 8), Linear()), VOCABULARY)


def test_a_state_dict_with_a_number_that_is_none() -> None:
    module = made(CharacterModel, "lstm")
    with torch.no_grad():
        module.rnn.weight_hh_l0[0, 3] = torch.nan
    with pytest.raises(
        ValueError, match=r"W_hi holds nan at \(3, 0\); every number must be finite"
    ):
        from_torch(module, VOCABULARY)


def test_the_module_of_the_page_on_python_is_read() -> None:
    page = (Path(__file__).parents[2] / "docs" / "python.md").read_text("utf-8")
    (snippet,) = (part for part in page.split("```python\n") if "from_torch" in part)
    names: dict[str, Any] = {}
    exec(snippet.partition("```")[0], names)
    assert names["trace"]["layer2.C"].shape == (4, 1, 16)


class Bent(CharacterModel):
    """Its forward does what no layer of its own shows."""

    def forward(self, k: torch.Tensor) -> torch.Tensor:
        return self.fc(torch.relu(self.rnn(self.embedding(k))[0]))


class Bypassed(Steps):
    """What a cell reads goes around it, too."""

    def passed(self, x: torch.Tensor, H: torch.Tensor) -> torch.Tensor:
        return H + x if x.shape == H.shape else H


class Rectified(Steps):
    def passed(self, _x: torch.Tensor, H: torch.Tensor) -> torch.Tensor:
        return torch.relu(H)


class WithState(CharacterModel):
    """It takes more than characters."""

    last: Callable[[torch.Tensor], torch.Tensor] = nn.Identity()

    def forward(self, k: torch.Tensor, state: Any) -> tuple[torch.Tensor, Any]:
        H, state = self.rnn(self.embedding(k), state)
        return self.fc(self.last(H)), state


class WithMemory(WithState):
    """An LSTM's two states apart."""

    def forward(self, k: torch.Tensor, H: Any, C: Any) -> tuple[torch.Tensor, Any, Any]:  # type: ignore[override]
        logits, (H, C) = super().forward(k, (H, C))
        return logits, H, C


class Packed(WithState):
    def forward(self, k: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:  # type: ignore[override]
        packed = nn.utils.rnn.pack_padded_sequence(self.embedding(k), lengths, batch_first=True)
        H, _lengths = nn.utils.rnn.pad_packed_sequence(self.rnn(packed)[0], batch_first=True)
        return self.fc(self.last(H)).transpose(1, 2)


def bent(make: Callable[..., Any], kind: str) -> nn.Module:
    """With F.relu before the head."""
    module = make(kind)
    module.__dict__["last"] = torch.relu
    return module


@pytest.mark.parametrize(
    "make",
    [
        lambda: Bent("gru"),
        lambda: Rectified(nn.RNNCell),
        lambda: Rectified(nn.LSTMCell, layers=2),
        lambda: Bypassed(nn.GRUCell, layers=2),
        lambda: bent(WithState, "gru"),
        lambda: bent(WithMemory, "lstm"),
        lambda: bent(Packed, "rnn"),
    ],
)
def test_a_module_that_computes_something_beside_its_layers_is_refused(
    make: Callable[..., nn.Module],
) -> None:
    module = made(make)
    module.train()
    with pytest.raises(Refusal, match=r"differ from those of its layers by up to .* F\.relu"):
        from_torch(module, VOCABULARY)
    assert module.training
    # Its layers alone are read as they are.
    assert from_torch(module.state_dict(), VOCABULARY).cell.hidden_size == 7


@pytest.mark.parametrize("make", [WithState, WithMemory, Packed])
def test_a_module_that_takes_a_state_or_lengths_is_run_with_them(
    make: type[WithState],
) -> None:
    module = made(make, "lstm")
    theirs = logits(SameWeights(module))
    assert_same(from_torch(module, VOCABULARY), theirs)


class SameWeights(CharacterModel):
    def __init__(self, other: nn.Module) -> None:
        super().__init__("lstm")
        self.load_state_dict(other.state_dict())


def test_a_head_of_no_layer_is_named_with_what_can_be_read_in_its_place() -> None:
    class Tied(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.embedding, self.gru = nn.Embedding(Q, 7), nn.GRU(7, 7, batch_first=True)
            self.bias = nn.Parameter(torch.zeros(Q))

        def forward(self, k: torch.Tensor) -> torch.Tensor:
            H = self.gru(self.embedding(k))[0]
            return nn.functional.linear(H, self.embedding.weight, self.bias)

    with pytest.raises(
        Refusal, match=r"bias, of shape \(9,\), is a parameter of the module itself"
    ):
        from_torch(Tied(), VOCABULARY)


def test_a_vocabulary_may_be_a_dict_either_way_round() -> None:
    module = made(CharacterModel, "gru")
    by_number = dict(enumerate(VOCABULARY))
    backwards = {token: k for k, token in reversed(by_number.items())}
    for given in (by_number, backwards):
        assert from_torch(module, given).vocabulary == VOCABULARY
    for wrong in (
        {0: "a", 2: "b"},
        {"a": 0, "b": 0},
        {"a": 1.0, "b": "c"},
        {"a": True, "b": False},
    ):
        with pytest.raises(Refusal, match="each number from 0 to 1 once"):
            from_torch(module, wrong)


class Masked(CharacterModel):
    """It takes what nobody guesses."""

    def forward(self, k: torch.Tensor, *, mask: torch.Tensor) -> torch.Tensor:
        return super().forward(k) * mask


def test_a_module_that_cannot_be_run_is_refused_until_one_says_how() -> None:
    module = made(Masked, "gru").eval()
    with pytest.raises(Refusal, match=r"gives no logits .* Pass forward.* \(T, 9\)"):
        from_torch(module, VOCABULARY)

    def forward(numbers: torch.Tensor) -> Any:
        return module(numbers[None], mask=torch.tensor(1.0))

    theirs = forward(torch.from_numpy(VOCABULARY.indices(TEXT)))[0].detach().numpy()
    assert_same(from_torch(module, VOCABULARY, forward=forward), theirs)
    with pytest.raises(Refusal, match="differ from those of its layers"):
        from_torch(module, VOCABULARY, forward=lambda numbers: 2 * forward(numbers))
    with pytest.raises(Refusal, match="gives no logits"):
        from_torch(module, VOCABULARY, forward=lambda numbers: numbers[:2])
    # Parts that a loop of one's own puts together have no forward.
    with pytest.raises(Refusal, match="pass its state_dict, if its layers alone are meant"):
        from_torch(nn.ModuleDict(dict(module.named_children())), VOCABULARY)


@pytest.mark.parametrize("last", [nn.LogSoftmax(dim=-1), nn.Softmax(dim=-1)])
def test_a_module_that_gives_probabilities_is_held_to_them(last: nn.Module) -> None:
    class Shares(CharacterModel):
        def __init__(self) -> None:
            super().__init__("lstm")
            self.last = last

        def forward(self, k: torch.Tensor) -> torch.Tensor:
            return self.last(super().forward(k))

    assert from_torch(Shares(), VOCABULARY).cell.hidden_size == 7
