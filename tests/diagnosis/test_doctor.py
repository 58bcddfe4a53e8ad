"""The doctor: of each fault a model that has it and its healthy twin, for each cell. Nothing is found in the twin."""

from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy
from torch.nn.utils.rnn import pack_padded_sequence

import rnnviz
from rnnviz.diagnosis import Finding, Patient, Report
from rnnviz.locale import Refusal

N, T, D, H, Q = 6, 8, 4, 7, 5
LENGTHS = torch.tensor([8, 3, 6, 5, 1, 8])
KINDS = [nn.RNN, nn.GRU, nn.LSTM]


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
        self.carries, self.steps, self.kept = carries, steps, None
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


def classifier(faults: str, **options: Any) -> Callable[[type[nn.RNNBase]], Report]:
    def judged(kind: type[nn.RNNBase]) -> Report:
        module = Classifier(kind, faults, **options)
        held = [
            one
            for name, one in module.named_parameters()
            if "not-in-optimizer" not in faults or not name.startswith("head")
        ]
        loss = wrong_sign if "loss-sign" in faults else cross_entropy
        optimizer = torch.optim.Adam(held)
        return rnnviz.doctor(module, numbers(), CLASSES, loss, optimizer=optimizer)

    return judged


def lines(*, packs: bool) -> Callable[[type[nn.RNNBase]], Report]:
    return lambda kind: rnnviz.doctor(
        OfLines(kind, packs=packs), numbers(), CLASSES, cross_entropy, lengths=LENGTHS
    )


def writer(*, both: bool = False, shifted: bool = True) -> Callable[[type[nn.RNNBase]], Report]:
    def judged(kind: type[nn.RNNBase]) -> Report:
        text = line()
        targets = text[:, 1:] if shifted else text[:, :-1]
        return rnnviz.doctor(Writer(kind, both=both), text[:, :-1], targets, of_steps)

    return judged


def stateful(*, carries: bool) -> Callable[[type[nn.RNNBase]], Report]:
    return lambda kind: rnnviz.doctor(
        Stateful(kind, carries=carries), numbers(), CLASSES, cross_entropy
    )


def forecaster(factor: float) -> Callable[[type[nn.RNNBase]], Report]:
    """Of series whose next value is −0.9 of the last one, with noise."""

    def judged(kind: type[nn.RNNBase]) -> Report:
        noise = torch.randn(40, T + 1, generator=torch.Generator().manual_seed(9))
        series = [noise[:, 0]]
        for t in range(T):
            series.append(-0.9 * series[-1] + 0.3 * noise[:, t + 1])
        x = torch.stack(series, 1)[..., None]
        return rnnviz.doctor(Forecaster(kind, factor), x[:, :-1], x[:, -1], nn.functional.mse_loss)

    return judged


CASES: dict[str, tuple[Callable[[Any], Report], Callable[[Any], Report]]] = {
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
}


# What a fault brings with it: of a direction whose first state alone is used the recurrent weights learn nothing.
FOLLOWS = {"last-step-of-both": ("not-learning",)}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("fault", CASES)
def test_a_fault_is_found_and_its_healthy_twin_is_healthy(
    fault: str, kind: type[nn.RNNBase]
) -> None:
    for seed in range(5):
        torch.manual_seed(seed)
        ill, healthy = (judged(kind) for judged in CASES[fault])
        assert [one.fault for one in ill] == [fault, *FOLLOWS.get(fault, ())], str(ill)
        assert list(healthy) == [], str(healthy)
        assert max(ill.passes, healthy.passes) <= Patient.MOST_PASSES
    for found in ill:
        assert found.sentence
        assert found.evidence
        assert found.change


class OfBoth(nn.Module):
    """It gives its states, too."""

    def __init__(self) -> None:
        super().__init__()
        self.rnn, self.head = nn.LSTM(D, H, batch_first=True), nn.Linear(H, Q)

    def forward(self, x: Tensor, lengths: Tensor | None = None) -> tuple[Tensor, Any]:
        outputs, ends = self.rnn(x)
        if lengths is None:
            return self.head(ends[0][-1]), ends
        # The last step that is no padding, taken from where it lies.
        return self.head(outputs[torch.arange(N), lengths - 1]), ends


class Autoencoder(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.down, self.up = nn.GRU(D, H, batch_first=True), nn.GRU(H, D, batch_first=True)

    def forward(self, x: Tensor) -> Tensor:
        return self.up(self.down(x)[1][-1][:, None].expand(-1, T, -1))[0]


class Noisy(nn.Module):
    """It draws at random also where it is judged."""

    def __init__(self) -> None:
        super().__init__()
        self.rnn, self.head = nn.LSTM(D, H, batch_first=True), nn.Linear(H, Q)

    def forward(self, x: Tensor) -> Tensor:
        last = self.rnn(x)[0][:, -1]
        return self.head(last + torch.randn_like(last))


def binary(output: Tensor, targets: Tensor) -> Tensor:
    return nn.functional.binary_cross_entropy_with_logits(output[:, :1], targets[:, None].double())


def smoothed(output: Tensor, targets: Tensor) -> Tensor:
    return cross_entropy(output, targets, label_smoothing=0.2)


def first_of(output: tuple[Tensor, Any], targets: Tensor) -> Tensor:
    return cross_entropy(output[0], targets)


@pytest.mark.parametrize(
    "judged",
    [
        lambda: rnnviz.doctor(OfBoth(), numbers(), CLASSES, first_of),
        lambda: rnnviz.doctor(OfBoth(), (numbers(), LENGTHS), CLASSES, first_of, lengths=LENGTHS),
        lambda: rnnviz.doctor(Autoencoder(), numbers(), numbers(), nn.functional.mse_loss),
        lambda: rnnviz.doctor(Classifier(nn.GRU), numbers(), CLASSES, smoothed),
        lambda: rnnviz.doctor(Noisy(), numbers(), CLASSES, cross_entropy),
        lambda: rnnviz.doctor(Classifier(nn.GRU), numbers()[:, :1], CLASSES, cross_entropy),
        lambda: rnnviz.doctor(Classifier(nn.GRU).double(), numbers().double(), CLASSES % 2, binary),
        lambda: rnnviz.doctor(nn.GRU(D, H), numbers().transpose(0, 1), samples=1, lengths=LENGTHS),
    ],
)
def test_nothing_is_found_in_what_is_healthy(judged: Callable[[], Report]) -> None:
    for seed in range(5):
        torch.manual_seed(seed)
        report = judged()
        assert list(report) == [], str(report)


def test_what_cannot_be_told_is_said() -> None:
    torch.manual_seed(0)
    alone = rnnviz.doctor(Classifier(nn.GRU), numbers()[:1])
    assert list(alone) == []
    said = {one.fault: one.why for one in alone.unknown}
    assert "three samples" in said["batch-as-time"]
    assert "lengths" in said["padding-read"]
    assert "targets and loss" in said["loss-of-a-sure-answer"]
    module = Classifier(nn.GRU)
    module.head.weight.requires_grad_(requires_grad=False)
    said = {
        one.fault: one.why
        for one in rnnviz.doctor(module, numbers(), CLASSES, cross_entropy).unknown
    }
    assert "head.weight" in said["frozen"]
    # Of a writer that goes on where it ended nobody can tell whether it must.
    writes = rnnviz.doctor(Stateful(nn.GRU, carries=True, steps=True), numbers())
    assert list(writes) == []
    assert (
        "goes on where this one ends"
        in {one.fault: one.why for one in writes.unknown}["state-carried"]
    )


def test_the_numbers_are_those_of_the_experiment() -> None:
    torch.manual_seed(0)
    module = Classifier(nn.GRU, "batch-as-time")
    (found,) = rnnviz.doctor(module, numbers())
    assert isinstance(found, Finding)
    j = found.evidence["changed"]
    x = numbers()
    x[j] = torch.roll(numbers(), (N // 2, T // 2), (0, 1))[j]
    module.eval()
    with torch.no_grad():
        off = (module(x) - module(numbers())).abs().amax(1)
    moved = [k for k in range(N) if k != j and off[k] > 1e-5]
    assert found.evidence["moved"] == moved
    assert found.evidence["by"] == pytest.approx(float(off[moved].max()), rel=1e-6)
    assert found.change == "rnn: batch_first=True"


def test_the_module_is_as_it_was_and_a_batch_without_steps_is_refused() -> None:
    torch.manual_seed(0)
    module = Classifier(nn.LSTM).train()
    before = {name: one.clone() for name, one in module.state_dict().items()}
    drawn = torch.random.get_rng_state()
    rnnviz.doctor(module, numbers(), CLASSES, cross_entropy)
    assert all(torch.equal(before[name], one) for name, one in module.state_dict().items())
    assert all(one.training for one in module.modules())
    assert all(one.grad is None for one in module.parameters())
    assert torch.equal(drawn, torch.random.get_rng_state())
    with pytest.raises(Refusal, match="No tensor of the batch"):
        rnnviz.doctor(nn.Linear(3, 3), torch.zeros(3))
