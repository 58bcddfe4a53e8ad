"""What the outputs and their loss are worth beside what knows nothing: a sure answer, a uniform one, the last value,
how often each class is."""

from collections.abc import Iterable, Iterator
from math import isclose, isfinite
from typing import Any

import numpy as np

from rnnviz.diagnosis.patient import Finding, Patient, Unknown

# Logits of ever surer predictions. Where labels are smoothed, the surest is not the best.
SURE = (2.0, 4.0, 8.0, 30.0)
# Of what a uniform guess loses, the share that a sure answer may still lose.
LEFT = 0.05
# A forecast that is so much nearer to the last value than to the next one, and that gains less than that on it, copies.
NEARER = 0.1
# So many times the largest target, an answer is far from all of them.
FAR = 10.0
# What a loss raises that takes no other output.
LOSS_REFUSES = (RuntimeError, ValueError, TypeError, IndexError, AttributeError)
# Steps of an optimizer after which a model can be asked what it has learnt.
TRAINED = 100
UNTRAINED = f"It takes an optimizer that has taken at least {TRAINED} steps, and counts them."
# Of the loss of who knows nothing, the share by which a loss may differ from another that says the same.
ALIKE = 0.03


def copies_last(patient: Patient) -> Iterator[Finding | Unknown]:
    """Of a forecast: is it nearer to the last value that was read than to the next one?"""
    fault, targets, inputs = "copies-last", patient.targets, patient.inputs
    if not getattr(targets, "is_floating_point", lambda: False)() or not inputs.is_floating_point():
        return
    last = inputs
    if inputs.dim() == 3 and targets.dim() < 3:
        if inputs.shape[2] != 1:
            yield Unknown(
                fault, "Which of the inputs the target is the next value of, nobody can tell."
            )
            return
        last = last[..., 0]
    if targets.shape != last.shape:
        last = _last_of(patient, last).reshape(patient.n, -1)
        targets = targets.reshape(patient.n, -1) if targets.shape[:1] == (patient.n,) else targets
    output = patient.output
    if last.shape != targets.shape or output.numel() != targets.numel():
        return
    output = output.reshape(targets.shape)
    to_last, to_next, of_last = (
        float(((a - b) ** 2).double().mean())
        for a, b in ((output, last), (output, targets), (last, targets))
    )
    # Where nothing changes from step to step, the last value is the next one; and what is always nearly the same is
    # near to it, where that is, too.
    apart = float(last.double().var())
    if of_last == 0 or to_last >= NEARER * min(to_next, apart) or to_next < of_last * (1 - NEARER):
        return
    if patient.optimizer is None or _steps_of(patient.optimizer) < TRAINED:
        # What adds to the last value begins with it.
        yield Unknown(fault, UNTRAINED)
        return
    yield Finding(
        fault,
        f"The forecasts are {to_last:.3g} from the value that was read last, mean squared, and {to_next:.3g} from the "
        f"one that came; the last value itself is {of_last:.3g} from that.",
        {
            "to the last": to_last,
            "to the next": to_next,
            "last to the next": of_last,
            "skill": 1 - to_next / of_last,
        },
        "the difference from the last value as the target, and the loss of persistence beside the module's",
    )


def _last_of(patient: Patient, inputs: Any) -> Any:
    """What each sample has read last that is no padding, (n, …)."""
    import torch

    if patient.lengths is None:
        return inputs.select(patient.steps, patient.T - 1)
    own = inputs if patient.samples == 0 else inputs.transpose(0, 1)
    return own[torch.arange(patient.n), torch.as_tensor(patient.lengths - 1)]


def the_loss(patient: Patient) -> Iterator[Finding | Unknown]:
    """Of a classifier: what does the loss say of a sure answer, and of a uniform one?"""
    import torch

    fault = "loss-of-a-sure-answer"
    targets, output = patient.targets, patient.output
    if getattr(targets, "is_floating_point", lambda: True)():
        yield from _of_numbers(patient)
        return
    if output.dim() < 2:
        return
    axis = _classes(output, targets)
    if axis is None:
        yield Unknown(fault, "No axis of the output is that of the classes.")
        return
    count = output.shape[axis]
    if count < 2:
        return
    known = targets.clamp(0, count - 1).reshape(_without(output.shape, axis))
    one_hot = torch.nn.functional.one_hot(known, count).movedim(-1, axis).to(output)
    is_shares = _is_shares(output, axis)
    surest = [one_hot] if is_shares else [logit * one_hot for logit in SURE]
    uniform = torch.full_like(output, 1 / count) if is_shares else torch.zeros_like(output)
    try:
        sure, even = min(map(patient.value, surest)), patient.value(uniform)
        wrong = min(patient.value(one.roll(1, axis)) for one in surest)
        # A softmax takes no notice of what is added to all, and the logarithm of a probability does.
        is_softmax = is_shares and isclose(
            patient.value(output + 1), patient.value(output), rel_tol=1e-4, abs_tol=1e-6
        )
    except LOSS_REFUSES as reason:
        yield Unknown(fault, f"The loss takes no other output: {reason}")
        return
    evidence = {"sure": sure, "uniform": even, "wrong": wrong, "classes": count}
    if sure > even > wrong:
        yield Finding(
            "loss-sign",
            f"A sure and right answer has the loss {sure:.3g}, a uniform one {even:.3g}, and a sure and wrong one "
            f"{wrong:.3g}: the better, the larger.",
            evidence,
            "the sign of the loss",
        )
    elif is_softmax and sure > LEFT * abs(even):
        yield Finding(
            "softmax-twice",
            f"The outputs are probabilities already, and the loss takes their softmax once more: a sure and right "
            f"answer still loses {sure:.3g}, a uniform one {even:.3g}.",
            evidence,
            "the logits, without the softmax, for cross_entropy",
        )


def _of_numbers(patient: Patient) -> Iterator[Finding | Unknown]:
    """Is the loss of the targets themselves larger than that of their mean, and that than what is far from both?"""
    constant, targets = _constant(patient), patient.targets
    if constant is None:
        return
    exact = targets.reshape(constant.shape).to(constant)
    away = FAR * (1 + float(exact.abs().max()))
    try:
        right, even, *far = map(patient.value, (exact, constant, exact + away, exact - away))
    except LOSS_REFUSES as reason:
        yield Unknown("loss-of-a-sure-answer", f"The loss takes no other output: {reason}")
        return
    # Where the output is the logarithm of the target, or its variance, the target is no right answer; but no loss is
    # lowest at both ends.
    if right > even > max(far):
        yield Finding(
            "loss-sign",
            f"The targets themselves have the loss {right:.3g}, their mean {even:.3g}, and what is far from them on "
            f"either side {max(far):.3g} at most: the better, the larger.",
            {"exact": right, "mean": even, "far": far},
            "the sign of the loss",
        )


def ignores_input(patient: Patient) -> Iterator[Finding | Unknown]:
    """Of a model that has been trained: is its loss larger where it has read what belongs to other samples?"""
    fault = "ignores-input"
    if _steps_of(patient.optimizer) < TRAINED:
        yield Unknown(fault, UNTRAINED)
        return
    constant = _constant(patient)
    if constant is None:
        yield Unknown(
            fault, "What one would say who has read nothing is not known of these targets."
        )
        return
    try:
        nothing = patient.value(constant)
    except LOSS_REFUSES as reason:
        yield Unknown(fault, f"The loss takes no other output: {reason}")
        return
    own = patient.way_back.loss
    others = patient.loss_exchanged()
    if not all(map(isfinite, (own, others, nothing))):
        yield Unknown(fault, "A loss of these is no finite number.")
        return
    if own < nothing - abs(nothing) / 2 or own < others - ALIKE * abs(nothing):
        return
    yield Finding(
        fault,
        f"The loss is {own:.3g}, {others:.3g} where each sample's input is exchanged for another one's, and "
        f"{nothing:.3g} for who reads nothing: what it reads does not help it.",
        {"loss": own, "of others' inputs": others, "of no input": nothing},
        "that inputs and targets belong together, and that forward uses what the layer gives",
    )


def _steps_of(optimizer: Any) -> int:
    """How many steps it has taken, as far as it counts them."""
    return max((int(own["step"]) for own in optimizer.state.values() if "step" in own), default=0)


def _constant(patient: Patient) -> Any:
    """The output of who knows how often each class is, or the mean of the targets; None where that is not known."""
    import torch

    output, targets = patient.output, patient.targets
    if not hasattr(targets, "is_floating_point"):
        return None
    if targets.is_floating_point():
        if output.numel() != targets.numel():
            return None
        like = targets.reshape(output.shape).to(output)
        axes = [axis for axis in range(like.dim()) if axis < 2 and like.shape[axis] > 1]
        return like.mean(axes, keepdim=True).expand_as(output).clone()
    axis = _classes(output, targets) if output.dim() >= 2 else None
    if axis is None:
        return None
    count = output.shape[axis]
    known = targets[(targets >= 0) & (targets < count)]
    shares = torch.bincount(known.flatten(), minlength=count).to(output) / max(1, known.numel())
    own = shares if _is_shares(output, axis) else shares.clamp_min(1e-9).log()
    return (
        own.reshape([-1 if k == axis else 1 for k in range(output.dim())]).expand_as(output).clone()
    )


def _is_shares(output: Any, axis: int) -> bool:
    """Whether it gives probabilities."""
    return bool((output >= 0).all()) and bool((output.sum(axis) - 1).abs().max() < 1e-4)


def _classes(output: Any, targets: Any) -> int | None:
    """The axis of the output that the targets do not have."""
    shape, aim = tuple(output.shape), tuple(targets.shape)
    fitting = [axis for axis in range(len(shape)) if _without(shape, axis) == aim]
    # (n, T, classes), or (n, classes, T) as cross_entropy takes it.
    if fitting:
        return fitting[-1]
    flat = int(np.prod(aim))
    return len(shape) - 1 if int(np.prod(shape[:-1])) == flat else None


def _without(shape: Iterable[int], axis: int) -> tuple[int, ...]:
    own = tuple(shape)
    return own[:axis] + own[axis + 1 :]
