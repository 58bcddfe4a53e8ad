"""The doctor: of each fault a model that has it and its healthy twin, for each cell. Nothing is found in the twin."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

import rnnviz
from benchmarks import faults_apart
from benchmarks.faults_together import (
    CASES,
    CLASSES,
    KINDS,
    LENGTHS,
    Classifier,
    D,
    H,
    N,
    Q,
    Stateful,
    T,
    line,
    numbers,
)
from rnnviz.diagnosis import Finding, Patient, Report
from rnnviz.locale import Refusal

# What a fault brings with it: of a direction whose first state alone is used the recurrent weights learn nothing.
FOLLOWS = {"last-step-of-both": ("not-learning",)}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("fault", CASES)
def test_a_fault_is_found_and_its_healthy_twin_is_healthy(
    fault: str, kind: type[nn.RNNBase]
) -> None:
    for seed in range(5):
        torch.manual_seed(seed)
        ill, healthy = (build(kind).report() for build in CASES[fault])
        assert [one.fault for one in ill] == [fault, *FOLLOWS.get(fault, ())], str(ill)
        assert list(healthy) == [], str(healthy)
        assert max(ill.passes, healthy.passes) <= Patient.MOST_PASSES
    for found in ill:
        assert found.sentence
        assert found.evidence
        assert found.change


# What of the models that were written apart from the experiments is not found in a GRU: a state that is carried from
# step to step may be meant.
NOT_TOLD = {("state-carried", "writer"), ("state-carried", "forecaster")}


@pytest.mark.parametrize("fault", faults_apart.CASES)
def test_what_was_written_apart_is_found_and_its_twins_are_healthy(fault: str) -> None:
    for task, (ill, healthy) in faults_apart.CASES[fault].items():
        report, twin = ill(nn.GRU, 0).report(), healthy(nn.GRU, 0).report()
        told = fault in {one.fault for one in report}
        assert told != ((fault, task) in NOT_TOLD), f"{task}: {report}"
        assert told or fault in {one.fault for one in report.unknown}
        assert list(twin) == [], f"{task}: {twin}"
        assert max(report.passes, twin.passes) <= Patient.MOST_PASSES


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


class Tagger(nn.Module):
    def __init__(self, *, batch_first: bool) -> None:
        super().__init__()
        self.rnn, self.head = nn.GRU(D, H, batch_first=batch_first), nn.Linear(H, Q)

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.rnn(x)[0])


class StepsFirst(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.rnn, self.head = nn.LSTM(D, H), nn.Linear(H, Q)

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.rnn(x)[0][-1])


def tags(output: Tensor, targets: Tensor) -> Tensor:
    return cross_entropy(output.reshape(-1, Q), targets.reshape(-1))


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
        # Steps first, as PyTorch's layers read without `batch_first`.
        lambda: rnnviz.doctor(StepsFirst(), numbers().transpose(0, 1), CLASSES, cross_entropy),
        lambda: rnnviz.doctor(
            Tagger(batch_first=False),
            numbers().transpose(0, 1),
            CLASSES.expand(T, N),
            tags,
            lengths=LENGTHS,
        ),
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
    alone = rnnviz.doctor(Classifier(nn.GRU), numbers()[:1], samples=0)
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


def test_which_axis_is_the_samples_is_told_or_cannot_be_told() -> None:
    torch.manual_seed(0)
    module, targets = Tagger(batch_first=False), CLASSES[:, None].expand(N, T)
    report = rnnviz.doctor(module, numbers(), targets, tags)
    assert list(report) == []
    assert "samples=0, or 1" in {one.fault: one.why for one in report.unknown}["batch-as-time"]
    (found,) = rnnviz.doctor(module, numbers(), targets, tags, samples=0)
    assert found.fault == "batch-as-time"


def test_the_numbers_are_those_of_the_experiment() -> None:
    torch.manual_seed(0)
    module = Classifier(nn.GRU, "batch-as-time")
    (found,) = rnnviz.doctor(module, numbers(), samples=0)
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


class Picky(Classifier):
    """It takes one batch alone."""

    def forward(self, x: Tensor) -> Tensor:
        if not torch.equal(x, numbers()):
            raise RuntimeError("only this one")
        return super().forward(x)


class Averaging(nn.Module):
    """Nothing in it is recurrent."""

    def __init__(self) -> None:
        super().__init__()
        self.head = nn.Linear(D, Q)

    def forward(self, x: Tensor) -> Tensor:
        return self.head(x.mean(1))


def why(report: Report) -> dict[str, str]:
    return {one.fault: one.why for one in report.unknown}


def test_what_a_module_does_not_take_and_what_cannot_be_looked_at_are_said() -> None:
    torch.manual_seed(0)
    picky = rnnviz.doctor(Picky(nn.GRU), numbers(), CLASSES, cross_entropy)
    assert list(picky) == []
    assert "does not take what was changed: only this one" in why(picky)["batch-as-time"]
    plain = rnnviz.doctor(Averaging(), numbers(), CLASSES, cross_entropy)
    assert list(plain) == []
    assert "there is no nn.RNN" in why(plain)["last-step-of-both"]
    with pytest.raises(RuntimeError, match="only this one"):
        rnnviz.doctor(Picky(nn.GRU), numbers() + 1, CLASSES, cross_entropy)
    with pytest.raises(Refusal, match="held_out has no argument 0"):
        rnnviz.doctor(Averaging(), numbers(), CLASSES, cross_entropy, held_out=())


def test_splits_of_half_precision_are_compared() -> None:
    torch.manual_seed(0)
    module, x = Classifier(nn.GRU).to(torch.bfloat16), numbers().bfloat16()
    report = rnnviz.doctor(module, x, CLASSES, cross_entropy, held_out=x[:4])
    assert "splits-share" in {one.fault for one in report}


def test_of_numbers_that_are_not_finite_that_is_all_that_is_told() -> None:
    torch.manual_seed(0)
    x = numbers()
    x[2, 3] = torch.nan
    (found,) = rnnviz.doctor(Classifier(nn.GRU), x, CLASSES, cross_entropy)
    assert found.fault == "not-finite"
    assert found.evidence == {"outputs": Q, "inputs": D}


def test_a_loss_reads_all_that_the_module_gives() -> None:
    torch.manual_seed(0)
    targets = torch.randn(N, T, H)

    def of_states(output: tuple[Tensor, Tensor], own: Tensor) -> Tensor:
        return nn.functional.mse_loss(output[0], own) + output[1].square().mean()

    layer = nn.GRU(D, H, batch_first=True)
    assert list(rnnviz.doctor(layer, numbers(), targets, of_states)) == []
    (found,) = rnnviz.doctor(layer, numbers(), targets, lambda y, own: -of_states(y, own))
    assert found.fault == "loss-sign"


def test_other_optimizers_take_their_steps_in_a_copy() -> None:
    for made in (torch.optim.SGD, torch.optim.RMSprop, torch.optim.Rprop, torch.optim.LBFGS):
        torch.manual_seed(0)
        module = Classifier(nn.GRU)
        optimizer = made(module.parameters(), lr=0.01)
        before = {name: one.clone() for name, one in module.state_dict().items()}
        report = rnnviz.doctor(module, numbers(), CLASSES, cross_entropy, optimizer=optimizer)
        assert list(report) == []
        assert optimizer.param_groups[0]["lr"] == 0.01
        assert all(torch.equal(before[name], one) for name, one in module.state_dict().items())
        assert not optimizer.state
        is_closed = made is torch.optim.LBFGS
        assert ("takes no step" in why(report).get("rate-too-high", "")) == is_closed


class Changing(Classifier):
    """It changes in place what it is given."""

    def forward(self, x: Tensor) -> Tensor:
        x -= x.mean(1, keepdim=True)
        x[x.abs() > 3] = 0
        return super().forward(x)


class OwnBeginning(nn.Module):
    """Its first state takes a gradient that nobody asks for."""

    def __init__(self) -> None:
        super().__init__()
        self.rnn, self.head = nn.GRU(D, H, batch_first=True), nn.Linear(H, Q)

    def forward(self, x: Tensor) -> Tensor:
        begins = torch.zeros(1, len(x), H).requires_grad_()
        return self.head(self.rnn(x, begins)[1][-1])


class BegunAnew(Stateful):
    def reset(self) -> None:
        self.kept = None


class Flat(nn.Module):
    """A writer of words, a row a word, that goes on where it ended."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: Any = None
        self.rnn, self.head = nn.GRU(D, H, batch_first=True), nn.Linear(H, Q)

    def forward(self, x: Tensor) -> Tensor:
        outputs, ends = self.rnn(x, self.kept)
        self.kept = ends.detach()
        return self.head(outputs).reshape(-1, Q)


class Residual(nn.Module):
    """A forecast that adds to the last value."""

    def __init__(self) -> None:
        super().__init__()
        self.rnn, self.head = nn.GRU(1, H, batch_first=True), nn.Linear(H, 1)

    def forward(self, x: Tensor) -> Tensor:
        return x[:, -1] + 0.1 * self.head(self.rnn(x)[0][:, -1])


class Probable(Classifier):
    def forward(self, x: Tensor) -> Tensor:
        return super().forward(x).softmax(1)


class Similar(Classifier):
    """How like each sample is to each other one."""

    def forward(self, x: Tensor) -> Tensor:
        own = super().forward(x)
        return own @ own.T


class Packing(nn.Module):
    """A tagger whose output is as long as its longest line, by the zeros that it reads."""

    def __init__(self) -> None:
        super().__init__()
        self.embedding = nn.Embedding(Q + 1, D)
        self.rnn, self.head = nn.GRU(D, H, batch_first=True), nn.Linear(H, Q)

    def forward(self, k: Tensor) -> Tensor:
        lengths = (k != 0).sum(1).clamp_min(1)
        packed = pack_padded_sequence(
            self.embedding(k), lengths, batch_first=True, enforce_sorted=False
        )
        return self.head(pad_packed_sequence(self.rnn(packed)[0], batch_first=True)[0])


def likelihood(output: Tensor, targets: Tensor) -> Tensor:
    """With a part that no answer makes smaller."""
    return nn.functional.nll_loss(output.log(), targets) + 0.3


def correlation(output: Tensor, targets: Tensor) -> Tensor:
    return -torch.corrcoef(torch.stack((output.flatten(), targets.flatten())))[0, 1]


def trained(module: nn.Module, x: Tensor, y: Tensor, loss: Any, rate: float = 0.01) -> Report:
    """After 120 steps of Adam."""
    optimizer = torch.optim.Adam(module.parameters(), rate)
    for _ in range(120):
        optimizer.zero_grad()
        loss(module(x), y).backward()
        optimizer.step()
    return rnnviz.doctor(module, x, y, loss, optimizer=optimizer)


def warming(module: nn.Module) -> Report:
    optimizer = torch.optim.AdamW(module.parameters(), 1e-3)
    torch.optim.lr_scheduler.LinearLR(optimizer, start_factor=1e-3)
    return rnnviz.doctor(module, numbers(), CLASSES, cross_entropy, optimizer=optimizer)


def fresh(module: nn.Module, x: Tensor, y: Tensor, loss: Any) -> Report:
    optimizer = torch.optim.Adam(module.parameters(), 0.01)
    return rnnviz.doctor(module, x, y, loss, optimizer=optimizer)


COUNTS = torch.tensor([0.0, 3.0, 6.0, 1.0, 2.0, 4.0])[:, None]
SUMS = numbers().sum((1, 2))[:, None]
LINES = torch.where(torch.arange(T) < LENGTHS.clamp(max=6)[:, None], line()[:, :T] + 1, 0)
LINES[3, :] = torch.arange(T) % Q + 1


@pytest.mark.parametrize(
    "judged",
    [
        lambda: fresh(Changing(nn.GRU), numbers(), CLASSES, cross_entropy),
        lambda: fresh(OwnBeginning(), numbers(), CLASSES, cross_entropy),
        lambda: fresh(BegunAnew(nn.GRU, carries=True), numbers(), CLASSES, cross_entropy),
        lambda: fresh(Flat(), numbers(), CLASSES.repeat_interleave(T), cross_entropy),
        lambda: fresh(Residual(), SUMS.cumsum(0).expand(N, T)[..., None], SUMS, nn.MSELoss()),
        lambda: fresh(Probable(nn.GRU), numbers(), CLASSES, likelihood),
        lambda: fresh(Similar(nn.GRU), numbers(), torch.arange(N), cross_entropy),
        lambda: fresh(
            nn.Sequential(OfSums(), nn.Linear(1, 1)), numbers(), COUNTS, nn.PoissonNLLLoss()
        ),
        lambda: fresh(
            OfSums(), numbers(), SUMS, lambda y, own: nn.functional.mse_loss(50 + y, own)
        ),
        lambda: trained(OfSums(bias=False), numbers(), SUMS, correlation),
        lambda: trained(Packing(), LINES, LINES % Q, tags),
        lambda: warming(Classifier(nn.GRU)),
        lambda: fresh(Classifier(nn.RNN), 20 * numbers().repeat(1, 8, 1), CLASSES, cross_entropy),
    ],
)
def test_what_people_write_is_no_fault(judged: Callable[[], Report]) -> None:
    for seed in range(3):
        torch.manual_seed(seed)
        report = judged()
        assert list(report) == [], str(report)


class OfSums(nn.Module):
    def __init__(self, *, bias: bool = True) -> None:
        super().__init__()
        self.rnn, self.head = nn.GRU(D, H, batch_first=True), nn.Linear(H, 1, bias)

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.rnn(x)[0][:, -1])


class Counting(nn.Module):
    """A loss that counts how often it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("asked", torch.zeros(()))

    def forward(self, output: Tensor, targets: Tensor) -> Tensor:
        self.asked += 1
        return cross_entropy(output, targets)


def test_neither_batch_nor_loss_is_changed() -> None:
    torch.manual_seed(0)
    x, loss = numbers(), Counting()
    fresh(Changing(nn.GRU), x, CLASSES, loss)
    rnnviz.look(Changing(nn.GRU), x, CLASSES, loss)
    assert torch.equal(x, numbers())
    assert loss.asked == 1


def test_a_loss_that_asks_for_the_weights_has_those_after_the_step() -> None:
    torch.manual_seed(0)
    module = Classifier(nn.GRU)

    def with_weights(output: Tensor, targets: Tensor) -> Tensor:
        return cross_entropy(output, targets) + sum(
            one.square().sum() for one in module.parameters()
        )

    optimizer = torch.optim.SGD(module.parameters(), 5.0)
    before = [one.data_ptr() for one in module.parameters()]
    report = rnnviz.doctor(module, numbers(), CLASSES, with_weights, optimizer=optimizer)
    (found,) = report
    assert before == [one.data_ptr() for one in module.parameters()]
    module.eval()
    optimizer.zero_grad()
    with_weights(module(numbers()), CLASSES).backward()
    optimizer.step()
    after = float(with_weights(module(numbers()), CLASSES))
    assert found.fault == "rate-too-high"
    assert found.evidence["after"] == pytest.approx(after, rel=1e-5)


def test_a_loss_of_several_numbers_and_what_cannot_learn_are_said() -> None:
    module = Classifier(nn.GRU)
    with pytest.raises(Refusal, match=r"The loss has shape \(6,\); one number fits"):
        rnnviz.doctor(module, numbers(), CLASSES, nn.CrossEntropyLoss(reduction="none"))
    module.requires_grad_(requires_grad=False)
    report = rnnviz.doctor(module, numbers(), CLASSES, cross_entropy)
    assert list(report) == []
    assert why(report)["not-learning"] == "No parameter takes a gradient."


def test_a_step_that_leads_to_no_number_is_too_large() -> None:
    torch.manual_seed(0)
    module = Classifier(nn.RNN)
    optimizer = torch.optim.SGD(module.parameters(), 1e38)
    report = rnnviz.doctor(module, numbers(), CLASSES, cross_entropy, optimizer=optimizer)
    assert list(report) == []
    assert "and so does 1/729 of it" in why(report)["rate-too-high"]


def test_where_one_sees_it_is_a_place_of_the_stage() -> None:
    torch.manual_seed(0)
    module = Classifier(nn.LSTM, "last-step-of-both", both=True)
    found, _ = rnnviz.doctor(module, numbers(), CLASSES, cross_entropy)
    where = found.where
    assert where is not None
    assert (where.layer, where.t, where.unit) == ("rnn", T - 1, H)
    assert where.trace["X"].shape == (T, 1, D)
    np.testing.assert_allclose(where.trace["X"][:, 0], numbers()[where.sample], atol=1e-7)
    assert f'"place": {{"t": {T}, "unit": {H + 1}}}' in where.html()
    assert where._repr_html_().startswith("<iframe")
    still = CASES["dead-units"][0](nn.GRU).report()[0]
    assert still.where is not None
    assert still.where.unit == 2
    (rate,) = CASES["rate-too-high"][0](nn.GRU).report()
    assert rate.where is None


def test_a_word_that_stands_in_both_samples_hides_no_fault() -> None:
    """Of what reads samples as steps the last word alone counts, and the word that is put there may be the same."""

    class Reader(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.embedding, self.rnn, self.head = nn.Embedding(5, 4), nn.LSTM(4, 6), nn.Linear(6, 2)

        def forward(self, words: Tensor) -> Tensor:
            return self.head(self.rnn(self.embedding(words))[0][:, -1])

    torch.manual_seed(0)
    words = torch.randint(5, (6, 7))
    words[3, 6] = words[0, 3]
    (one,) = rnnviz.doctor(Reader(), words, torch.arange(6) % 2, cross_entropy)
    assert one.fault == "batch-as-time"
    assert one.evidence["changed"] == 3


def test_a_report_in_a_notebook_has_each_finding_with_its_numbers_and_its_stage() -> None:
    torch.manual_seed(0)

    class Reader(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.rnn, self.head = nn.GRU(4, 6), nn.Linear(6, 3)

        def forward(self, x: Tensor) -> Tensor:
            return self.head(self.rnn(x)[0][:, -1])

    report = rnnviz.doctor(Reader(), torch.randn(6, 8, 4), torch.arange(6) % 3, cross_entropy)
    (one,) = report
    page = report._repr_html_()
    assert "<strong>1 found</strong>" in page
    assert f"<code>{one.change}</code>" in page
    assert f"{one.evidence['by']:.4g}" in page
    assert one.where is not None
    assert one.where.words == f"rnn, sample {one.where.sample} (from 0), t = {one.where.t + 1}"
    assert page.count("<iframe") == 1
    assert f"{len(report.unknown)} could not be told" in page
    # A name of the owner's is text.
    strange = replace(one, sentence="<script>", change="<b>", evidence={"<i>": "<u>"}, where=None)
    written = Report((strange,), (), 1)._repr_html_()
    assert "1 run of" in written
    assert not any(sign in written for sign in ("<script>", "<b>", "<i>", "<u>"))
    assert "Nothing was found" in Report((), (), 3)._repr_html_()


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

    class OfWords(Classifier):
        def forward(self, x: Tensor) -> Any:
            return {"logits": super().forward(x)}

    with pytest.raises(Refusal, match="The module gives a dict; a tensor fits"):
        rnnviz.doctor(OfWords(nn.GRU), numbers(), samples=0)
    with pytest.raises(Refusal, match=r"lengths has shape \(8,\); one number for each of the 6"):
        rnnviz.doctor(module, numbers(), CLASSES, cross_entropy, lengths=torch.ones(T))
