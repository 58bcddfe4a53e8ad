"""Faults of recurrent models in PyTorch, each with its healthy twin, for an RNN, a GRU and an LSTM; written together
with the experiments of `rnnviz.doctor`."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy
from torch.nn.utils.rnn import pack_padded_sequence

from benchmarks.faults_case import Case

N, T, D, H, Q = 6, 8, 4, 7, 5
LENGTHS = torch.tensor([8, 3, 6, 5, 1, 8])
KINDS = [nn.RNN, nn.GRU, nn.LSTM]
Builder = Callable[[type[nn.RNNBase]], Case]


class Classifier(nn.Module):
    """faults: by their names, what is done wrong."""

    def __init__(self, kind: type[nn.RNNBase], faults: str = "", *, both: bool = False) -> None:
        super().__init__()
        self.faults = faults
        self.rnn = kind(
            D, H, batch_first="batch-as-time" not in faults, bidirectional=both, num_layers=2
        )
        self.spare = nn.Linear(H, H) if "not-learning" in faults else None
        self.drop = nn.Dropout(0.3)
        self.head = nn.Linear(H * (1 + both), Q)

    def forward(self, x: Tensor) -> Tensor:
        outputs, ends = self.rnn(x)
        ends = ends[0] if isinstance(ends, tuple) else ends
        if "last-step-of-both" in self.faults or not self.rnn.bidirectional:
            last = outputs[:, -1]
        else:
            last = torch.cat((ends[-2], ends[-1]), 1)
        if "samples-mixed" in self.faults:
            last = last - last.mean(0)
        if "detached" in self.faults:
            last = last.detach()
        said = self.head(self.drop(last))
        if "detached" in self.faults:
            said = said.detach()
        return said.softmax(1) if "softmax-twice" in self.faults else said


class Viewing(nn.Module):
    """A layer that reads the steps first, in a module that is given the samples first."""

    def __init__(self, kind: type[nn.RNNBase], *, views: bool) -> None:
        super().__init__()
        self.views = views
        self.rnn, self.head = kind(D, H), nn.Linear(H, Q)

    def forward(self, x: Tensor) -> Tensor:
        read = x.reshape(T, N, D) if self.views else x.transpose(0, 1)
        return self.head(self.rnn(read)[0][-1])


class Looping(nn.Module):
    """A loop over a cell; `cuts`: its state is detached at each step."""

    def __init__(self, kind: type[nn.RNNBase], *, cuts: bool) -> None:
        super().__init__()
        self.cuts = cuts
        self.cell = {nn.RNN: nn.RNNCell, nn.GRU: nn.GRUCell, nn.LSTM: nn.LSTMCell}[kind](D, H)
        self.head = nn.Linear(H, Q)

    def forward(self, x: Tensor) -> Tensor:
        state: Any = None
        for step in x.unbind(1):
            state = self.cell(step, state)
            if self.cuts and isinstance(state, tuple):
                state = tuple(one.detach() for one in state)
            elif self.cuts:
                state = state.detach()
        last = self.cell(x[:, -1], state)
        return self.head(last[0] if isinstance(last, tuple) else last)


class OfLines(nn.Module):
    """A classifier of padded lines."""

    def __init__(self, kind: type[nn.RNNBase], *, packs: bool) -> None:
        super().__init__()
        self.packs = packs
        self.rnn, self.head = kind(D, H, batch_first=True), nn.Linear(H, Q)

    def forward(self, x: Tensor) -> Tensor:
        read = (
            pack_padded_sequence(x, LENGTHS, batch_first=True, enforce_sorted=False)
            if self.packs
            else x
        )
        ends = self.rnn(read)[1]
        return self.head((ends[0] if isinstance(ends, tuple) else ends)[-1])


class Stateful(nn.Module):
    """It goes on with the states with which it ended, or does not."""

    def __init__(self, kind: type[nn.RNNBase], *, carries: bool, steps: bool = False) -> None:
        super().__init__()
        self.carries, self.steps = carries, steps
        self.kept: Any = None
        self.rnn, self.head = kind(D, H, batch_first=True), nn.Linear(H, Q)

    def forward(self, x: Tensor) -> Tensor:
        outputs, ends = self.rnn(x, self.kept)
        if self.carries:
            own = ends if isinstance(ends, tuple) else (ends,)
            detached = tuple(one.detach() for one in own)
            self.kept = detached if isinstance(ends, tuple) else detached[0]
        return self.head(outputs if self.steps else outputs[:, -1])


class Forecaster(nn.Module):
    """A forecast from the last value, times a factor, and a little of its own."""

    def __init__(self, kind: type[nn.RNNBase], factor: float) -> None:
        super().__init__()
        self.factor = factor
        self.rnn, self.head = kind(1, H, batch_first=True), nn.Linear(H, 1)

    def forward(self, x: Tensor) -> Tensor:
        return self.factor * x[:, -1] + 0.01 * self.head(self.rnn(x)[0][:, -1])


class Writer(nn.Module):
    """The next of the numbers that it reads, as classes."""

    def __init__(self, kind: type[nn.RNNBase], *, both: bool = False) -> None:
        super().__init__()
        self.embedding = nn.Embedding(Q, D)
        self.rnn = kind(D, H, batch_first=True, bidirectional=both)
        self.head = nn.Linear(H * (1 + both), Q)

    def forward(self, k: Tensor) -> Tensor:
        return self.head(self.rnn(self.embedding(k))[0])


def numbers() -> Tensor:
    return torch.randn(N, T, D, generator=torch.Generator().manual_seed(5))


def line() -> Tensor:
    return torch.randint(Q, (N, T + 1), generator=torch.Generator().manual_seed(6))


CLASSES = torch.tensor([0, 4, 2, 1, 3, 2])


def of_steps(output: Tensor, targets: Tensor) -> Tensor:
    return cross_entropy(output.reshape(-1, Q), targets.reshape(-1))


def wrong_sign(output: Tensor, targets: Tensor) -> Tensor:
    return -cross_entropy(output, targets)


def classifier(faults: str, **options: Any) -> Builder:
    def judged(kind: type[nn.RNNBase]) -> Case:
        module = Classifier(kind, faults, **options)
        held = [
            one
            for name, one in module.named_parameters()
            if "not-in-optimizer" not in faults or not name.startswith("head")
        ]
        loss = wrong_sign if "loss-sign" in faults else cross_entropy
        optimizer = torch.optim.Adam(held)
        return Case(module, numbers(), CLASSES, loss, {"optimizer": optimizer})

    return judged


def lines(*, packs: bool) -> Builder:
    return lambda kind: Case(
        OfLines(kind, packs=packs), numbers(), CLASSES, cross_entropy, {"lengths": LENGTHS}
    )


def writer(*, both: bool = False, shifted: bool = True) -> Builder:
    def judged(kind: type[nn.RNNBase]) -> Case:
        text = line()
        targets = text[:, 1:] if shifted else text[:, :-1]
        return Case(Writer(kind, both=both), text[:, :-1], targets, of_steps)

    return judged


def stateful(*, carries: bool) -> Builder:
    return lambda kind: Case(Stateful(kind, carries=carries), numbers(), CLASSES, cross_entropy)


def forecaster(factor: float) -> Builder:
    """Of series whose next value is so many times the last one, with noise."""

    def judged(kind: type[nn.RNNBase]) -> Case:
        noise = torch.randn(40, T + 1, generator=torch.Generator().manual_seed(9))
        series = [noise[:, 0]]
        for t in range(T):
            series.append(factor * series[-1] + 0.3 * noise[:, t + 1])
        x = torch.stack(series, 1)[..., None]
        module = Forecaster(kind, factor)
        optimizer = torch.optim.Adam(module.parameters(), 0.001)
        for _ in range(100):
            optimizer.zero_grad()
            nn.functional.mse_loss(module(x[:, :-1]), x[:, -1]).backward()
            optimizer.step()
        options = {"optimizer": optimizer}
        return Case(module, x[:, :-1], x[:, -1], nn.functional.mse_loss, options)

    return judged


def viewing(*, views: bool) -> Builder:
    return lambda kind: Case(Viewing(kind, views=views), numbers(), CLASSES, cross_entropy)


def looping(*, cuts: bool) -> Builder:
    return lambda kind: Case(Looping(kind, cuts=cuts), numbers(), CLASSES, cross_entropy)


def scaled(scale: float) -> Builder:
    return lambda kind: Case(Classifier(kind), scale * numbers(), CLASSES, cross_entropy)


def still(bias: float) -> Builder:
    """bias: of all gates of the last layer's third unit; of an RNN the input reaches it no more."""

    def judged(kind: type[nn.RNNBase]) -> Case:
        module = Classifier(kind)
        with torch.no_grad():
            for gate in range(module.rnn.bias_ih_l1.numel() // H):
                module.rnn.bias_ih_l1[gate * H + 2] += bias
        return Case(module, numbers(), CLASSES, cross_entropy)

    return judged


def trained(rate: float, *, steps: int = 0, shuffled: bool = False) -> Builder:
    """A classifier that has learnt to tell in which of five directions its lines go."""

    def judged(kind: type[nn.RNNBase]) -> Case:
        module = Classifier(kind)
        optimizer = torch.optim.Adam(module.parameters(), rate)
        targets = torch.arange(40) % Q
        noise = torch.randn(40, T, D, generator=torch.Generator().manual_seed(7))
        x = noise + torch.eye(Q, D)[targets][:, None]
        for _ in range(steps):
            own = torch.randperm(40) if shuffled else torch.arange(40)
            optimizer.zero_grad()
            cross_entropy(module(x[own]), targets).backward()
            optimizer.step()
        return Case(module, x, targets, cross_entropy, {"optimizer": optimizer})

    return judged


def split(*, shares: bool) -> Builder:
    def judged(kind: type[nn.RNNBase]) -> Case:
        others = torch.randn(N, T, D, generator=torch.Generator().manual_seed(8))
        if shares:
            others[2:5] = numbers()[1:4]
        return Case(Classifier(kind), numbers(), CLASSES, cross_entropy, {"held_out": others})

    return judged


CASES: dict[str, tuple[Builder, Builder]] = {
    "batch-as-time": (classifier("batch-as-time"), classifier("")),
    "samples-mixed": (classifier("samples-mixed"), classifier("")),
    "last-step-of-both": (
        classifier("last-step-of-both", both=True),
        classifier("", both=True),
    ),
    "softmax-twice": (classifier("softmax-twice"), classifier("")),
    "loss-sign": (classifier("loss-sign"), classifier("")),
    "not-learning": (classifier("not-learning"), classifier("")),
    "not-in-optimizer": (classifier("not-in-optimizer"), classifier("")),
    "detached": (classifier("detached"), classifier("")),
    "state-carried": (stateful(carries=True), stateful(carries=False)),
    "copies-last": (forecaster(1.0), forecaster(-0.9)),
    "padding-read": (lines(packs=False), lines(packs=True)),
    "future-read": (writer(both=True), writer()),
    "targets-not-shifted": (writer(shifted=False), writer()),
    "view-for-transpose": (viewing(views=True), viewing(views=False)),
    "gradient-cut": (looping(cuts=True), looping(cuts=False)),
    "saturated-units": (scaled(1000), scaled(1)),
    "dead-units": (still(-20), still(0)),
    "rate-too-high": (trained(1), trained(0.01)),
    "rate-too-low": (trained(1e-7), trained(0.001)),
    "ignores-input": (trained(0.01, steps=120, shuffled=True), trained(0.01, steps=120)),
    "splits-share": (split(shares=True), split(shares=False)),
}
