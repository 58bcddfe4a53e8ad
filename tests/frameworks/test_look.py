"""Modules as their owners write them, looked at: what is seen is what they computed, and they stay as they were."""

import copy
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from rnnviz import look
from rnnviz.frameworks import Seen
from rnnviz.frameworks.look import SeenLayer
from rnnviz.locale import Refusal
from rnnviz.stage import standalone
from rnnviz.stage.track import least_bytes
from tests.stage.test_backwards import walked

T, N, D, H, Q = 9, 5, 4, 6, 3
LENGTHS = torch.tensor([9, 4, 7, 4, 1])


class Classifier(nn.Module):
    """Words of padded lines, packed; the last states of both directions, and a head."""

    def __init__(self, kind: type[nn.RNNBase] = nn.GRU, **options: Any) -> None:
        super().__init__()
        self.embedding = nn.Embedding(11, D)
        self.encoder = kind(D, H, num_layers=2, bidirectional=True, dropout=0.4, **options)
        self.head = nn.Sequential(nn.Dropout(0.5), nn.Linear(2 * H, Q))

    def forward(self, words: Tensor, lengths: Tensor) -> Tensor:
        packed = pack_padded_sequence(self.embedding(words), lengths, enforce_sorted=False)
        _, ends = self.encoder(packed)
        ends = ends[0] if isinstance(ends, tuple) else ends
        return self.head(torch.cat((ends[-2], ends[-1]), 1))


class Tagger(nn.Module):
    """A convolution before, a norm behind, one tag a step."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv1d(D, D, 3, padding=1)
        self.lstm = nn.LSTM(D, H, batch_first=True, bidirectional=True)
        self.norm = nn.BatchNorm1d(2 * H)
        self.out = nn.Linear(2 * H, Q)

    def forward(self, x: Tensor) -> Tensor:
        read = self.conv(x.transpose(1, 2)).relu().transpose(1, 2)
        return self.out(self.norm(self.lstm(read)[0].transpose(1, 2)).transpose(1, 2))


class Forecaster(nn.Module):
    """The next value from the last state; it keeps the states that it ended with."""

    def __init__(self, kind: type[nn.RNNBase] = nn.LSTM, **options: Any) -> None:
        super().__init__()
        self.rnn = kind(D, H, batch_first=True, **options)
        self.out = nn.Linear(H, 1)
        self.kept: Any = None
        self.register_buffer("seen", torch.zeros(()))

    def forward(self, x: Tensor) -> Tensor:
        outputs, self.kept = self.rnn(x)
        self.seen += len(x)
        return self.out(outputs[:, -1])[:, 0]


class WithAttention(nn.Module):
    """All states weighed; two layers one after another, with something of the owner's between them."""

    def __init__(self) -> None:
        super().__init__()
        self.lower, self.upper = nn.GRU(D, H), nn.RNN(H, H, nonlinearity="relu", bias=False)
        self.score, self.out = nn.Linear(H, 1), nn.Linear(H, Q)

    def forward(self, x: Tensor) -> Tensor:
        states = self.upper(torch.tanh(self.lower(x)[0]) * 2)[0]
        return self.out((self.score(states).softmax(0) * states).sum(0))


class Loop(nn.Module):
    """A cell in a loop of the owner's."""

    def __init__(self, kind: type[nn.RNNCellBase] = nn.LSTMCell) -> None:
        super().__init__()
        self.cell, self.out = kind(D, H), nn.Linear(H, Q)

    def forward(self, x: Tensor) -> Tensor:
        state = None
        for step in x:
            state = self.cell(step, state)
        return self.out(state[0] if isinstance(state, tuple) else state)


class OnMemory(Forecaster):
    """A head on the memory that is left."""

    def forward(self, x: Tensor) -> Tensor:
        _, (state, memory) = self.rnn(x)
        return self.out(memory[-1] + state[0])[:, 0]


class Translator(nn.Module):
    """A decoder that begins with all states of the encoder, and reads what it is to have written."""

    def __init__(self) -> None:
        super().__init__()
        self.encoder, self.decoder = (nn.LSTM(D, H, num_layers=2) for _ in range(2))
        self.out = nn.Linear(H, Q)

    def forward(self, x: Tensor) -> Tensor:
        _, states = self.encoder(x)
        return self.out(self.decoder(x.flip(0), states)[0])


class SequenceToSequence(nn.Module):
    """A decoder that is called a step at a time, from where the encoder ended."""

    def __init__(self) -> None:
        super().__init__()
        self.encoder, self.decoder = nn.GRU(D, H), nn.GRU(Q, H)
        self.out = nn.Linear(H, Q)

    def forward(self, x: Tensor) -> Tensor:
        _, state = self.encoder(x)
        step, said = x.new_zeros(1, x.shape[1], Q), []
        for _ in range(4):
            outputs, state = self.decoder(step, state)
            step = self.out(outputs).softmax(-1)
            said.append(step)
        return torch.cat(said)


def numbers(*shape: int, seed: int = 0) -> Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def words() -> Tensor:
    return torch.randint(11, (T, N), generator=torch.Generator().manual_seed(1))


def classes(output: Tensor, targets: Tensor) -> Tensor:
    return nn.functional.cross_entropy(output.reshape(-1, Q), targets.reshape(-1))


CLASS = torch.tensor([0, 2, 1, 1, 0])
# Of each a module, what it is called with, and targets and loss.
OWN: dict[str, Callable[[], tuple[nn.Module, Any, Any, Any]]] = {
    "packed, two layers and directions": lambda: (Classifier(), (words(), LENGTHS), CLASS, classes),
    "packed LSTM": lambda: (Classifier(nn.LSTM), (words(), LENGTHS), CLASS, classes),
    "packed RNN of ReLU": lambda: (
        Classifier(nn.RNN, nonlinearity="relu", bias=False),
        (words(), LENGTHS),
        CLASS,
        classes,
    ),
    "tagger with a convolution": lambda: (
        Tagger(),
        numbers(N, T, D),
        CLASS[:, None].expand(N, T),
        classes,
    ),
    "forecaster": lambda: (Forecaster(), numbers(N, T, D), numbers(N), nn.functional.mse_loss),
    "forecaster of a GRU": lambda: (
        Forecaster(nn.GRU, num_layers=3),
        numbers(N, T, D),
        numbers(N),
        nn.functional.mse_loss,
    ),
    "head on the memory": lambda: (
        OnMemory(num_layers=2),
        numbers(N, T, D),
        numbers(N),
        nn.functional.mse_loss,
    ),
    "encoder and decoder": lambda: (
        Translator(),
        numbers(T, N, D),
        CLASS.expand(T, N),
        classes,
    ),
    "decoder a step at a time": lambda: (
        SequenceToSequence(),
        numbers(T, N, D),
        CLASS.expand(4, N),
        classes,
    ),
    "attention": lambda: (WithAttention(), numbers(T, N, D), CLASS, classes),
}


def made(name: str) -> tuple[nn.Module, Any, Any, Any]:
    torch.manual_seed(3)
    module, batch, targets, loss = OWN[name]()
    return module.double(), batch, targets, loss


def run(module: nn.Module, batch: Any) -> Any:
    return module(*batch) if isinstance(batch, tuple) else module(batch)


def recurrent(module: nn.Module) -> dict[str, nn.Module]:
    return {name: one for name, one in module.named_modules() if isinstance(one, nn.RNNBase)}


@pytest.mark.parametrize("name", OWN)
def test_states_are_the_modules_and_gradients_those_of_autograd(name: str) -> None:
    module, batch, targets, loss = made(name)
    seen = look(module, batch, targets, loss)
    module.eval()
    value = loss(run(module, batch), targets)
    value.backward()
    assert seen.loss == pytest.approx(value.item(), abs=1e-12)
    assert seen.layers.keys() == recurrent(module).keys()
    for title, layer in seen.layers.items():
        assert layer.apart < 1e-12
        assert layer.unknown is None
        own = recurrent(module)[title]
        # The gradients of PyTorch's stacked weights, gate by gate, from those of our parameters.
        slope = dict(own.named_parameters())["weight_hh_l0"].grad
        assert slope is not None
        first = "layer1." if own.num_layers > 1 else ""
        first += "forward." if own.bidirectional else ""
        np.testing.assert_allclose(recurrent_slope(layer, own, first), slope.numpy(), atol=1e-12)


@pytest.mark.parametrize("name", OWN)
def test_a_sample_on_the_stage_has_the_gradients_of_the_whole_module(name: str) -> None:
    """Walked back in the browser, from what arrives of the rest of the module."""
    module, batch, targets, loss = made(name)
    for layer in look(module, batch, targets, loss).layers.values():
        found = dict.fromkeys(layer.cell.parameters, 0.0)
        for k, steps in enumerate(layer.lengths):
            trace = layer.sample(k)
            (stage,) = walked(trace, [("", None)])
            for quantity, values in stage["values"].items():
                expected = layer.gradients.get(quantity)
                if expected is not None:
                    np.testing.assert_allclose(values, expected[:steps, k], atol=1e-10)
            for phase in stage["phases"]:
                np.testing.assert_allclose(phase["summed"], phase["value"], atol=1e-10)
            for parameter in found:
                found[parameter] += np.array(stage["parameters"][parameter]["whole"])
        for parameter, sum_of_samples in found.items():
            np.testing.assert_allclose(
                sum_of_samples, layer.gradients[parameter].ravel(), atol=1e-10
            )


def recurrent_slope(layer: Mapping[str, Any], own: nn.Module, first: str = "") -> np.ndarray:
    """∂L/∂ the recurrent weights, as PyTorch stacks them."""
    gates = {"RNN": "h", "GRU": "rzh", "LSTM": "ifco"}[type(own).__name__.removesuffix("Cell")]
    assert isinstance(layer, SeenLayer)
    return np.concatenate([layer.gradients[f"{first}W_h{gate}"].T for gate in gates])


def test_of_packed_lines_each_ends_where_it_ends() -> None:
    module, batch, targets, loss = made("packed LSTM")
    seen = look(module, batch, targets, loss)
    encoder = seen.layers["encoder"]
    assert isinstance(module, Classifier)
    packed = pack_padded_sequence(module.embedding(batch[0]), batch[1], enforce_sorted=False)
    module.eval()
    outputs, lengths = pad_packed_sequence(module.encoder(packed)[0])
    assert [*encoder.lengths] == lengths.tolist()
    for k, length in enumerate(lengths):
        np.testing.assert_allclose(
            seen["H"][:length, k], outputs[:length, k].detach().numpy(), atol=1e-12
        )
        assert np.isnan(seen["H"][length:, k]).all()
        assert np.isnan(encoder.gradients["layer1.forward.F"][length:, k]).all()
        one = seen.sample(k)
        assert one["H"].shape == (length, 1, 2 * H)
        np.testing.assert_array_equal(
            one["layer2.backward.C"][:, 0], seen["layer2.backward.C"][:length, k]
        )


@pytest.mark.parametrize("kind", [nn.RNNCell, nn.GRUCell, nn.LSTMCell])
def test_a_cell_in_a_loop_is_one_layer(kind: type[nn.RNNCellBase]) -> None:
    torch.manual_seed(0)
    module, x = Loop(kind).double(), numbers(T, N, D)
    seen = look(module, x, CLASS, classes)
    assert seen["H"].shape == (T, N, H)
    state = None
    for t, step in enumerate(x):
        state = module.cell(step, state)
        own = state[0] if isinstance(state, tuple) else state
        np.testing.assert_allclose(seen["H"][t], own.detach().numpy(), atol=1e-12)
    classes(module(x), CLASS).backward()
    slope = module.cell.weight_hh.grad
    assert slope is not None
    ours = recurrent_slope(seen.layers["cell"], module.cell)
    np.testing.assert_allclose(ours, slope.numpy(), atol=1e-12)
    assert seen.layers["cell"].gradients["H"].shape == (T, N, H)


def test_several_layers_have_their_names_and_calls_that_carry_on_are_one() -> None:
    torch.manual_seed(0)
    module = SequenceToSequence().double()
    seen = look(module, numbers(T, N, D))
    assert seen["encoder.H"].shape == (T, N, H)
    assert seen["decoder.H"].shape == (4, N, H)
    np.testing.assert_allclose(seen["decoder.H0"], seen["encoder.H"][-1], atol=1e-12)
    assert seen.sample(2, "decoder").steps == 4


@pytest.mark.parametrize("kind", [nn.RNN, nn.GRU, nn.LSTM])
@pytest.mark.parametrize("batch_first", [False, True])
@pytest.mark.parametrize("given", [False, True])
def test_a_layer_alone_however_its_batch_lies_and_it_begins(
    kind: type[nn.RNNBase], batch_first: bool, given: bool
) -> None:
    torch.manual_seed(0)
    layer = kind(D, H, num_layers=2, batch_first=batch_first, bidirectional=True)
    x = numbers(N, T, D) if batch_first else numbers(T, N, D)
    first = numbers(4, N, H).float()
    states = (first, first / 2) if kind is nn.LSTM else first
    seen = look(layer, (x.float(), states) if given else x.float())
    own = layer(x.float(), states if given else None)[0].detach().numpy()
    np.testing.assert_allclose(seen["H"], own.swapaxes(0, 1) if batch_first else own, atol=1e-5)
    # Of one sample alone.
    if not given:
        one = look(layer, x.float()[0] if batch_first else x.float()[:, 0])
        assert one["H"].shape[1:] == (1, 2 * H)


def state_of(module: nn.Module) -> dict[str, Any]:
    return {
        "modes": [one.training for one in module.modules()],
        "numbers": copy.deepcopy(module.state_dict()),
        "hooks": [len(one._forward_hooks) for one in module.modules()],
        "grads": [None if one.grad is None else one.grad.clone() for one in module.parameters()],
        "attributes": [sorted(vars(one)) for one in module.modules()],
        "drawn": torch.random.get_rng_state(),
    }


def same(before: Any, after: Any) -> bool:
    if isinstance(before, dict):
        return before.keys() == after.keys() and all(same(before[k], after[k]) for k in before)
    if isinstance(before, list):
        return len(before) == len(after) and all(map(same, before, after))
    return torch.equal(before, after) if isinstance(before, Tensor) else before == after


def test_nothing_of_the_owner_s_is_changed_also_where_it_raises() -> None:
    for name in OWN:
        module, batch, targets, loss = made(name)
        module.train()
        next(module.modules()).eval()
        loss(run(module, batch), targets).backward()
        kept = getattr(module, "kept", None)
        before = state_of(module)
        look(module, batch, targets, loss)

        def fails(_output: Any, _targets: Any) -> Any:
            raise RuntimeError("the owner's own")

        with pytest.raises(RuntimeError, match="the owner's own"):
            look(module, batch, targets, fails)
        assert same(before, state_of(module)), name
        assert getattr(module, "kept", None) is kept


class Elsewhere(nn.LSTM):
    """Its forward does something more."""

    def forward(self, x: Tensor, hx: Any = None) -> Any:
        outputs, ends = super().forward(x, hx)
        return outputs * 1.01, ends


class Restarted(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.rnn = nn.GRU(D, H)

    def forward(self, x: Tensor) -> Tensor:
        return self.rnn(x)[0] + self.rnn(x.flip(0))[0]


@pytest.mark.parametrize(
    ("module", "batch", "sentence"),
    [
        (nn.Linear(2, 2), numbers(3, 2).float(), "there is no nn.RNN"),
        ("text", None, "This is a str"),
        (nn.LSTM(D, H, proj_size=2), numbers(T, N, D).float(), "proj_size"),
        (Elsewhere(D, H), numbers(T, N, D).float(), "at step 0 of sample"),
        (Restarted(), numbers(T, N, D).float(), "rnn is called 2 times, and call 2"),
    ],
)
def test_what_cannot_be_looked_at_is_a_sentence(module: Any, batch: Any, sentence: str) -> None:
    with pytest.raises(Refusal, match=sentence):
        look(module, batch)


def test_the_loss_is_one_number_and_without_one_there_are_no_gradients() -> None:
    module, batch, targets, _ = made("forecaster")
    with pytest.raises(Refusal, match=r"shape \(5,\); one number fits"):
        look(module, batch, targets, lambda output, target: (output - target) ** 2)

    assert "Without a loss" in str(look(module, batch).layers["rnn"].unknown)


def test_tokens_are_told_where_a_layer_reads_them_and_nowhere_else() -> None:
    seen = look(*made("packed LSTM"), words=["the", "film", "was"])
    named = {0: "the", 1: "film", 2: "was"}
    for k, steps in enumerate(LENGTHS):
        read = tuple(named.get(int(one), str(int(one))) for one in words()[:steps, k])
        assert seen.layers["encoder"].tokens[k] == seen.sample(k).inputs == read
    # A decoder reads what it has written, not the source, though that has as many steps.
    module, *rest = made("decoder a step at a time")
    decoder = look(module, *rest).layers
    assert all(not layer.tokens for layer in decoder.values())

    class Placed(nn.Module):
        """The same token is another vector at each step."""

        def __init__(self) -> None:
            super().__init__()
            self.embedding, self.rnn = nn.Embedding(11, D), nn.GRU(D, H)

        def forward(self, tokens: Tensor) -> Tensor:
            place = torch.arange(len(tokens))[:, None, None]
            return self.rnn(self.embedding(tokens) + place)[0]

    assert look(Placed(), torch.zeros(T, N, dtype=torch.long)).layers["rnn"].tokens == ()


def test_a_square_batch_is_read_as_the_layer_reads_it() -> None:
    class Square(nn.Module):
        def __init__(self, batch_first: bool) -> None:
            super().__init__()
            self.embedding = nn.Embedding(11, D)
            self.rnn = nn.GRU(D, H, batch_first=batch_first)

        def forward(self, tokens: Tensor) -> Tensor:
            return self.rnn(self.embedding(tokens))[0]

    tokens = torch.arange(9).reshape(3, 3)
    for batch_first, expected in ((True, ("3", "4", "5")), (False, ("1", "4", "7"))):
        assert look(Square(batch_first), tokens).sample(1).inputs == expected


def test_what_the_module_answered_is_told_of_each_sample() -> None:
    def told(name: str, **names: list[str]) -> list[str]:
        return [one.sentence(str) for one in look(*made(name), **names).answers]

    module, batch, *_ = made("attention")
    chosen = run(module.eval(), batch).argmax(-1).tolist()
    rights = CLASS.tolist()
    assert told("attention", classes=["a", "b", "c"]) == [
        f"class {'abc'[one]}, which is right"
        if one == right
        else f"class {'abc'[one]}; right is {'abc'[right]}"
        for one, right in zip(chosen, rights, strict=True)
    ]
    module, batch, *_ = made("tagger with a convolution")
    found = (run(module.eval(), batch).argmax(-1) == CLASS[:, None]).sum(1).tolist()
    assert told("tagger with a convolution") == [f"right at {one} of {T} steps" for one in found]
    module, batch, targets, _ = made("forecaster")
    values = zip(run(module.eval(), batch).flatten().tolist(), targets.tolist(), strict=True)
    assert told("forecaster") == [
        f"{one:.4g}; right is {right:.4g}".replace("-", "−") for one, right in values
    ]
    assert look(*made("forecaster")[:2]).answers == ()


@pytest.mark.parametrize(
    ("answers", "targets", "sentence"),
    [
        # One score is no choice between classes.
        ([[0.25], [-2.0]], [1, 0], "0.25; right is 1"),
        ([[[0.25]], [[-2.0]]], [[1], [0]], "0.25; right is 1"),
        # Of two scores none is the third class.
        ([[0.25, 1], [0, 1]], [2, 1], None),
        ([[0.25, 1], [0, 1]], [1.0, 1.0], None),
        # What a loss leaves out is no wrong answer.
        ([[[0, 1], [0, 1], [1, 0]]] * 2, [[1, -100, 1]] * 2, "right at 1 of 2 steps"),
    ],
)
def test_only_what_is_an_answer_is_told_as_one(
    answers: Any, targets: Any, sentence: str | None
) -> None:
    class Says(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.rnn = nn.GRU(D, H, batch_first=True)

        def forward(self, x: Tensor) -> Tensor:
            self.rnn(x)
            return torch.tensor(answers)

    seen = look(Says(), torch.zeros(2, 3, D), torch.tensor(targets))
    told = [one.sentence(str) for one in seen.answers]
    assert told[:1] == ([] if sentence is None else [sentence])


def test_what_is_seen_says_what_it_is_and_a_sample_is_a_stage() -> None:
    module, batch, *_ = made("forecaster")
    seen: Seen = look(module, batch)
    assert repr(seen) == "<Seen rnn: LSTM(4 → 6), n = 5, T = 9>"
    assert seen._repr_html_().startswith("<iframe")
    assert seen.sample(1)._repr_html_().startswith("<iframe")
    with pytest.raises(ValueError, match="sample is 5; there are 5"):
        seen.sample(5)
    with pytest.raises(ValueError, match="layer is 'x'; there are 'rnn'"):
        seen.sample(0, "x")
    with pytest.raises(KeyError, match="there are X, H0"):
        seen["Z"]


def test_of_what_is_too_long_for_a_page_the_beginning_stands_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = look(*made("packed, two layers and directions"))
    whole = seen.sample(0)
    first = whole.beginning(4)
    # Run anew from there it is the same: a direction from the end begins with what it had brought.
    again = whole.cell.run(first["X"], **{k: v for k, v in first.items() if k.endswith("0")})
    for name, values in again.items():
        np.testing.assert_allclose(values, first[name], atol=1e-12)
    assert not first.arriving
    monkeypatch.setattr(standalone, "MOST_OF_ONE", least_bytes(whole) // 2)
    assert f"the first {T // 2} of {T} steps" in seen.html()
