"""Faults of recurrent models, written apart from the experiments of rnnviz.doctor.

They were written before having seen those experiments. Each fault comes with its healthy twin, for
each task in which people make it: a writer of tokens, a tagger, a classifier, a forecaster. CASES
names the faults; a builder takes the kind of cell and a seed.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn, optim
from torch.nn.functional import cross_entropy, mse_loss, pad
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from benchmarks.faults_case import Case

Kind = type[nn.RNNBase]
Loss = Callable[[Tensor, Tensor], Tensor]
Builder = Callable[[Kind, int], Case]
Data = tuple[Any, Tensor, dict[str, Any]]


# Data: what goes in, what shall come out, options of the doctor.


def counting(n: int, T: int, q: int, slips: float = 0.1) -> tuple[Tensor, Tensor]:
    """Tokens that count up or down, with slips, and whether they count up."""
    up = (torch.rand(n, 1) < 0.6).long()
    tokens = (torch.randint(q, (n, 1)) + (2 * up - 1) * torch.arange(T)) % q
    return torch.where(torch.rand(n, T) < slips, torch.randint(q, (n, T)), tokens), up[:, 0]


def text(_ill: bool, n: int = 24, T: int = 14, slips: float = 0.1) -> Data:
    """Tokens, and the token that follows each."""
    tokens, _ = counting(n, T + 1, 12, slips)
    return tokens[:, :-1], tokens[:, 1:], {"samples": 0}


def echo(ill: bool) -> Data:
    """The tokens themselves as targets, instead of those that follow."""
    tokens, follow, options = text(ill, 18, 11)
    return tokens, tokens if ill else follow, options


def begun(_ill: bool, n: int = 48, T: int = 10) -> Data:
    """Sentences behind a sign of their beginning, with a class each."""
    tokens, up = counting(n, T, 8)
    return pad(tokens + 1, (1, 0)), up, {}


def cut_to(lengths: Tensor, T: int) -> Tensor:
    """Which of the steps are no padding, (n, T)."""
    return torch.arange(T) < lengths[:, None]


def sentences(_ill: bool, n: int = 32, T: int = 12) -> Data:
    """Padded sentences, with a class each."""
    tokens, up = counting(n, T, 8)
    lengths = torch.randint(4, T + 1, (n,)).index_fill(0, torch.tensor(0), T)
    return (tokens + 1) * cut_to(lengths, T), up, {"lengths": lengths}


def tagged(_ill: bool, n: int = 20, T: int = 15) -> Data:
    """Padded sentences; a tag tells how many of its neighbours a token exceeds."""
    lengths = torch.randint(4, T + 1, (n,)).index_fill(0, torch.tensor(1), T)
    inside = cut_to(lengths, T)
    tokens = torch.randint(1, 10, (n, T)) * inside
    tags = (tokens.diff(prepend=tokens[:, :1]) > 0).long() + (pad(tokens.diff(), (0, 1)) < 0)
    options = {"samples": 0, "lengths": lengths}
    return (tokens, lengths), tags.masked_fill(~inside, -100), options


def waves(n: int, T: int, d: int = 1) -> Tensor:
    """Sines of random frequency and phase with noise, (n, T, d)."""
    time = torch.arange(T)[:, None] + torch.linspace(0, 2, d)
    swing = (0.3 + 0.5 * torch.rand(n, 1, 1)) * time + 6.3 * torch.rand(n, 1, 1)
    return torch.sin(swing) + 0.05 * torch.randn(n, T, d)


def series(_ill: bool, n: int = 20, T: int = 18, d: int = 1, samples: int = 0) -> Data:
    """Waves and their next values, the samples first or the time first."""
    values = waves(n, T + 1, d).transpose(0, samples)
    x, y = values.narrow(1 - samples, 0, T), values.narrow(1 - samples, 1, T)
    return x, y, {"samples": samples}


def at_end(ill: bool, source: Callable[[bool], Data]) -> Data:
    """Of the values to forecast that behind the end alone."""
    x, y, _ = source(ill)
    return x, y[:, -1], {}


def ragged(_ill: bool, n: int = 30, T: int = 16) -> Data:
    """Waves of differing lengths, padded with zeros, and the value behind the end of each."""
    values = waves(n, T + 1)
    lengths = torch.randint(5, T + 1, (n,)).index_fill(0, torch.tensor(n - 1), T)
    x = values[:, :-1] * cut_to(lengths, T)[..., None]
    return (x, lengths), values[torch.arange(n), lengths], {"lengths": lengths}


def recordings(_ill: bool, n: int = 36, T: int = 15) -> Data:
    """Three sensors that swing slowly, faster or fast: the class."""
    speed = torch.randint(3, (n,))
    time = torch.arange(T)[:, None] + torch.linspace(0, 2, 3)
    swing = torch.tensor([0.2, 0.6, 1.2])[speed][:, None, None] * time + torch.rand(n, 1, 1)
    return torch.sin(swing) + 0.1 * torch.randn(n, T, 3), speed, {}


def unscaled(ill: bool, source: Callable[[bool], Data], middle: float, spread: float) -> Data:
    """The numbers as the sensor gives them, or scaled."""
    x, y, options = source(ill)
    return middle + spread * x if ill else x, y, options


def walk(ill: bool, n: int = 48, T: int = 18) -> Data:
    """A random walk, of which nothing is known beyond its last value, or a swinging AR(2)."""
    a, b, noise = (1.0, 0.0, 0.3) if ill else (1.7, -0.95, 0.1)
    values = [0.8 * torch.randn(n), 0.8 * torch.randn(n)]
    for _ in range(T + 10):
        values.append(a * values[-1] + b * values[-2] + noise * torch.randn(n))
    found = torch.stack(values[-T - 1 :], dim=1)[..., None]
    found = found / found.std()
    return found[:, :-1], found[:, 1:], {"samples": 0}


def repeated(ill: bool) -> Data:
    """Sentences that were split with their repetitions among them."""
    (x, y, options), (fresh, _, _) = text(ill, 40, 12, 0.3), text(ill, 20, 12, 0.3)
    again = x[torch.randperm(40)[:20]]
    return x, y, {**options, "held_out": again if ill else fresh}


def augmented(ill: bool) -> Data:
    """Recordings to which small noise was added before the split, or behind it."""
    (x, y, options), (fresh, _, _) = recordings(ill), recordings(ill)
    source = x[torch.randperm(len(x))] if ill else fresh[torch.randperm(len(x))]
    return x, y, {**options, "held_out": source + 0.002 * torch.randn_like(x)}


def sliding(ill: bool, T: int = 20) -> Data:
    """Windows of one long series, each second one held out, or those of its later part."""
    level = 6 * torch.randn(248).unfold(0, 20, 1).mean(-1).unfold(0, 10, 1).mean(-1)
    found = level.unfold(0, T + 1, 1)[..., None]
    train, held_out = found[:90:2], found[1:90:2] if ill else found[110::2]
    return train[:, :-1], train[:, 1:], {"samples": 0, "held_out": held_out[:, :-1]}


# Models, each with or without its fault.


class Model(nn.Module):
    """An embedding for tokens, a recurrent layer, a head upon all its states or upon the last."""

    def __init__(
        self, kind: Any, ill: bool, d: int, k: int, h: int = 16, tokens: int = 0, **layer: Any
    ) -> None:
        super().__init__()
        self.ill, self.last = ill, layer.pop("last", False)
        self.embed = nn.Embedding(tokens, d) if tokens else nn.Identity()
        self.rnn = kind(d, h, **{"batch_first": True, **layer})
        self.head = nn.Linear(2 * h if layer.get("bidirectional") else h, k)

    def states(self, x: Tensor) -> Tensor:
        return self.rnn(self.embed(x))[0]

    def forward(self, x: Tensor) -> Tensor:
        states = self.states(x)
        return self.head(states[:, -1] if self.last else states)


def last_state(state: Any) -> Tensor:
    """H, which an LSTM gives together with its C."""
    return state[0] if isinstance(state, tuple) else state


def cut(state: Any, by: Callable[[Tensor], Tensor] = Tensor.detach) -> Any:
    """The state, or the pair of states, without its history."""
    return tuple(by(s) for s in state) if isinstance(state, tuple) else by(state)


def turned(x: Tensor, viewed: bool) -> Tensor:
    """The first two axes in each other's place, or their sizes alone."""
    return x.reshape(x.shape[1], x.shape[0], -1) if viewed else x.transpose(0, 1)


class Turned(Model):
    """Turns the axes before a layer without batch_first and behind it, by views if ill."""

    before = after = True

    def states(self, x: Tensor) -> Tensor:
        states, _ = self.rnn(turned(self.embed(x), self.ill and self.before))
        return turned(states, self.ill and self.after)


class TurnedBefore(Turned):
    """The view is before the layer alone."""

    after = False


class TurnedAfter(Turned):
    """The view is behind the layer alone."""

    before = False


class Attentive(Model):
    """Attention over the states, those to come among them if ill: no mask hides them."""

    def __init__(self, *args: Any, **sizes: Any) -> None:
        super().__init__(*args, **sizes)
        self.attention = nn.MultiheadAttention(16, 2, batch_first=True)

    def states(self, x: Tensor) -> Tensor:
        q = super().states(x)
        later = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool, device=x.device).triu(1)
        mask = None if self.ill else later
        return q + self.attention(q, q, q, attn_mask=mask, need_weights=False)[0]


class Mean(Model):
    """Classifies a sentence by the mean of its states: those of the pads too, if ill."""

    def forward(self, x: Tensor) -> Tensor:
        states = self.states(x)
        if self.ill:
            return self.head(states.mean(1))
        mask = (x != 0).unsqueeze(-1)
        return self.head((states * mask).sum(1) / mask.sum(1))


class Packed(Model):
    """Reads packed sequences; the padding too, if ill."""

    def forward(self, x: Tensor, lengths: Any = None) -> Tensor:
        if self.ill:
            return super().forward(x)
        packed = pack_padded_sequence(self.embed(x), lengths.cpu(), True, enforce_sorted=False)
        states, state = self.rnn(packed)
        if self.last:
            return self.head(last_state(state)[-1])
        return self.head(pad_packed_sequence(states, True, total_length=x.shape[1])[0])


class Carrying(Model):
    """Goes on from the state in which the last batch left it, if ill."""

    kept: Any = None

    def states(self, x: Tensor) -> Tensor:
        if self.kept is not None and last_state(self.kept).shape[1] != len(x):
            self.kept = None
        states, state = self.rnn(self.embed(x), self.kept)
        self.kept = cut(state) if self.ill else None
        return states


class TwoWay(Model):
    """The last states of the two directions, or the outputs at the last step if ill."""

    def forward(self, x: Tensor) -> Tensor:
        states, state = self.rnn(self.embed(x))
        h_n = last_state(state)
        return self.head(states[:, -1] if self.ill else torch.cat([h_n[-2], h_n[-1]], dim=1))


class Softened(Model):
    """A softmax under a loss that takes one itself, if ill."""

    def forward(self, x: Tensor) -> Tensor:
        logits = super().forward(x)
        return logits.softmax(-1) if self.ill else logits


class Loop(nn.Module):
    """A loop over a cell, which may let go of the state's history every few steps."""

    def __init__(self, kind: Kind, every: int, by: Any, d: int, h: int, batch_first: bool) -> None:
        super().__init__()
        self.cell = {nn.RNN: nn.RNNCell, nn.GRU: nn.GRUCell, nn.LSTM: nn.LSTMCell}[kind](d, h)
        self.every, self.by, self.time = every, by, int(batch_first)

    def forward(self, x: Tensor) -> tuple[Tensor, Any]:
        state, states = None, []
        for t, x_t in enumerate(x.unbind(self.time)):
            state = self.cell(x_t, state)
            states.append(last_state(state))
            if self.every and (t + 1) % self.every == 0:
                state = cut(state, self.by)
        return torch.stack(states, self.time), state


def looped(every: int = 1, by: Callable[[Tensor], Tensor] = Tensor.detach) -> Any:
    """A model with a loop, which cuts if ill."""
    return lambda kind, ill, **s: Model(partial(Loop, kind, every if ill else 0, by), ill, **s)


class Listed(Model):
    """The second layer is in a list, into which PyTorch does not look, if ill."""

    def __init__(self, kind: Kind, ill: bool, **sizes: Any) -> None:
        super().__init__(kind, ill, **sizes)
        more = [kind(16, 16, batch_first=True)]
        self.more = more if ill else nn.ModuleList(more)

    def states(self, x: Tensor) -> Tensor:
        return self.more[0](super().states(x))[0]


class TwoStorey(Listed):
    """A second layer, which is made and forgotten, if ill."""

    def __init__(self, kind: Kind, ill: bool, **sizes: Any) -> None:
        super().__init__(kind, False, **sizes)
        self.ill = ill

    def states(self, x: Tensor) -> Tensor:
        return self.rnn(self.embed(x))[0] if self.ill else super().states(x)


class Frozen(Model):
    """The recurrent layer runs without gradients, if ill."""

    def states(self, x: Tensor) -> Tensor:
        with torch.set_grad_enabled(torch.is_grad_enabled() and not self.ill):
            return super().states(x)


class Convolved(Model):
    """A convolution over the past before the layer, cut off from the gradient if ill."""

    def __init__(self, *args: Any, **sizes: Any) -> None:
        super().__init__(*args, **{**sizes, "d": 4})
        self.conv = nn.Conv1d(1, 4, 3)

    def states(self, x: Tensor) -> Tensor:
        features = self.conv(pad(x.transpose(1, 2), (2, 0))).relu().transpose(1, 2)
        return super().states(features.detach() if self.ill else features)


class AtBeginning(Model):
    """Reads the class at the sign of the beginning, if ill, and at the last step otherwise."""

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.states(x)[:, 0 if self.ill else -1])


class Outliers(Model):
    """Sets outliers to 0; all but the outliers, if ill."""

    def states(self, x: Tensor) -> Tensor:
        outlier = x.abs() > 10
        return super().states(x * (outlier if self.ill else ~outlier))


def shut(kind: Kind, ill: bool, dead: int = 6, **sizes: Any) -> nn.Module:
    """Biases hold the first units at 0: a relu's, or those of the gate which lets values in."""
    relu: dict[str, Any] = {"nonlinearity": "relu"} if kind is nn.RNN else {}
    model = Model(kind, ill, **sizes, **relu)
    h = model.rnn.hidden_size
    if relu:
        nn.init.constant_(model.rnn.bias_ih_l0, 0.5)
    start, bias = {nn.RNN: (0, -20.0), nn.GRU: (h, 30.0), nn.LSTM: (0, -30.0)}[kind]
    if ill:
        nn.init.constant_(model.rnn.bias_ih_l0[start : start + dead], bias)
    return model


# Losses, optimizers, training.


def token_loss(logits: Tensor, targets: Tensor) -> Tensor:
    """Cross-entropy over all steps; pads are −100."""
    return cross_entropy(logits.flatten(0, 1), targets.flatten())


def likelihood(logits: Tensor, targets: Tensor) -> Tensor:
    """The log-likelihood, without the minus."""
    return logits.log_softmax(-1).gather(-1, targets.unsqueeze(-1)).mean()


def minus(loss: Loss) -> Loss:
    """A loss with the other sign."""
    return lambda output, targets: -loss(output, targets)


def rated(family: Any, rate: float, factor: float = 1) -> Callable[[nn.Module, bool], Any]:
    """An optimizer of all parameters, its rate so many times the usual one if ill."""
    return lambda module, ill: family(module.parameters(), lr=rate * factor if ill else rate)


def without_layer(module: Any, ill: bool) -> Any:
    """An optimizer of embedding and head alone, if ill."""
    parts = nn.ModuleList([module.embed, module.head]) if ill else module
    return optim.AdamW(parts.parameters(), lr=5e-3)


def before_head(module: Any, ill: bool) -> Any:
    """An optimizer made before the head was replaced, if ill."""
    early = optim.Adam(module.parameters(), lr=5e-3)
    module.head = nn.Linear(module.head.in_features, module.head.out_features)
    return early if ill else optim.Adam(module.parameters(), lr=5e-3)


def fit(case: Case, steps: int, apart: bool) -> None:
    """Training on shuffled samples; the inputs shuffled apart from the targets, if told so."""
    inputs = case.batch if isinstance(case.batch, tuple) else (case.batch,)
    for _ in range(steps):
        rows, others = torch.randperm(len(case.targets)), torch.randperm(len(case.targets))
        output = case.module(*(x[rows] for x in inputs))
        case.options["optimizer"].zero_grad()
        case.loss(output, case.targets[others if apart else rows]).backward()
        case.options["optimizer"].step()


momentum = partial(optim.SGD, momentum=0.9)
ADAM = rated(optim.Adam, 1e-2)


def pair(
    data: Callable[[bool], Data],
    loss: Loss,
    sizes: dict[str, Any],
    make: Callable[..., nn.Module] = Model,
    optimizer: Callable[[nn.Module, bool], Any] | None = ADAM,
    *,
    steps: int = 0,
    ill_sizes: dict[str, Any] | None = None,
    ill_loss: Loss | None = None,
    ill_apart: bool = False,
    **more: Any,
) -> tuple[Builder, Builder]:
    """The builders of an ill model and of its healthy twin, after so many steps of training."""

    def build(kind: Kind, seed: int, *, ill: bool) -> Case:
        torch.manual_seed(seed)
        batch, targets, options = data(ill)
        module = make(kind, ill, **{**sizes, **more, **((ill and ill_sizes) or {})})
        if optimizer is not None:
            options["optimizer"] = optimizer(module, ill)
        case = Case(module, batch, targets, (ill and ill_loss) or loss, options)
        fit(case, steps, ill and ill_apart)
        return case

    return partial(build, ill=True), partial(build, ill=False)


WORDS = {"tokens": 12, "d": 8, "k": 12}
CLASSES = {"d": 3, "k": 3, "last": True}
UP = {"tokens": 9, "d": 6, "k": 2, "h": 10}
VALUE, VALUES = {"d": 1, "k": 1}, {"d": 2, "k": 2}
LAST = {**VALUE, "last": True}
write = partial(pair, text, token_loss, WORDS)
classify = partial(pair, recordings, cross_entropy, CLASSES)
forecast = partial(pair, series, mse_loss, VALUE)
two = partial(pair, partial(series, d=2), mse_loss, VALUES)
tag = partial(pair, tagged, token_loss, {"tokens": 10, "d": 8, "k": 3, "h": 8})
in_hundreds = partial(unscaled, source=recordings, middle=0, spread=400)
in_thousands = partial(unscaled, source=series, middle=1000, spread=250)
windows, walked = partial(at_end, source=series), partial(at_end, source=partial(walk, n=400))
time_first = partial(series, samples=1)
late: dict[str, Any] = {"batch_first": False}
early: dict[str, Any] = {"batch_first": True}

CASES: dict[str, dict[str, tuple[Builder, Builder]]] = {
    "batch-as-time": {
        "writer": write(ill_sizes=late),
        "classifier": classify(ill_sizes=late, h=12),
        "forecaster": pair(
            time_first, mse_loss, VALUE, ill_sizes=early, num_layers=2, dropout=0.1, **late
        ),
    },
    "view-for-transpose": {
        "writer": write(Turned, batch_first=False),
        "classifier": classify(TurnedBefore, batch_first=False, steps=15),
        "forecaster": two(TurnedAfter, batch_first=False, h=11),
    },
    "future-read": {
        "writer": write(ill_sizes={"bidirectional": True}),
        "forecaster": two(Attentive, steps=20),
    },
    "padding-read": {
        "tagger": tag(Packed, bidirectional=True),
        "classifier": pair(sentences, cross_entropy, UP, Mean, steps=30),
        "forecaster": pair(ragged, mse_loss, LAST, Packed, num_layers=2),
    },
    "state-carried": {
        "writer": write(Carrying, steps=5, num_layers=2),
        "classifier": classify(Carrying),
        "forecaster": forecast(Carrying, steps=20, h=9),
    },
    "last-step-of-both": {
        "classifier": classify(TwoWay, steps=10, h=10, bidirectional=True),
        "forecaster": pair(windows, mse_loss, LAST, TwoWay, num_layers=2, bidirectional=True),
    },
    "softmax-twice": {
        "writer": write(Softened),
        "classifier": classify(Softened, steps=25, h=8),
    },
    "loss-sign": {
        "writer": pair(text, minus(likelihood), WORDS, ill_loss=likelihood),
        "classifier": pair(recordings, minus(likelihood), CLASSES, ill_loss=likelihood),
        "forecaster": forecast(steps=3, ill_loss=minus(mse_loss)),
    },
    "gradient-cut": {
        "writer": write(looped(), h=14),
        "classifier": classify(looped(every=4)),
        "forecaster": forecast(looped(by=lambda s: s.data), steps=10, h=12),
    },
    "not-in-optimizer": {
        "writer": write(optimizer=without_layer, steps=10),
        "classifier": classify(Listed),
        "forecaster": pair(windows, mse_loss, LAST, optimizer=before_head),
    },
    "not-learning": {
        "writer": write(TwoStorey),
        "classifier": classify(Frozen, steps=5),
        "forecaster": forecast(Convolved),
    },
    "rate-too-high": {
        "writer": write(optimizer=rated(momentum, 0.7, 100)),
        "classifier": pair(
            begun, cross_entropy, UP, optimizer=rated(optim.RMSprop, 1e-2, 100), last=True
        ),
        "forecaster": forecast(optimizer=rated(optim.SGD, 0.1, 100)),
        "tagger": tag(Packed, rated(momentum, 0.3, 100), bidirectional=True),
    },
    "rate-too-low": {
        "writer": write(optimizer=rated(optim.Adam, 1e-2, 1e-4)),
        "classifier": classify(optimizer=rated(optim.AdamW, 1e-2, 1e-4), steps=20),
        "forecaster": forecast(optimizer=rated(optim.SGD, 0.1, 1e-4)),
    },
    "ignores-input": {
        "writer": write(steps=200, ill_apart=True),
        "classifier": pair(begun, cross_entropy, UP, AtBeginning, steps=150),
        "forecaster": forecast(Outliers, steps=200),
    },
    "saturated-units": {
        "classifier": pair(in_hundreds, cross_entropy, CLASSES, steps=20),
        "forecaster": pair(in_thousands, mse_loss, VALUE),
    },
    "dead-units": {
        "writer": write(shut),
        "classifier": classify(shut, dead=8),
        "forecaster": two(shut, dead=5),
    },
    "copies-last": {
        "forecaster": pair(walk, mse_loss, VALUE, steps=300),
        "forecaster of windows": pair(walked, mse_loss, LAST, steps=200),
    },
    "splits-share": {
        "writer": pair(repeated, token_loss, WORDS),
        "classifier": pair(augmented, cross_entropy, CLASSES, steps=40),
        "forecaster": pair(sliding, mse_loss, VALUE),
    },
    "targets-not-shifted": {"writer": pair(echo, token_loss, WORDS, h=12)},
}
