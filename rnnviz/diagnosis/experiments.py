"""The experiments: each takes the patient and gives what it finds, and what it cannot tell.

Where two axes are equally long, what moves tells them apart all the same; where an output has neither, it is said.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from rnnviz.diagnosis.patient import Finding, Patient, Unknown
from rnnviz.locale import Refusal

# Logits of ever surer predictions. Where labels are smoothed, the surest is not the best.
SURE = (2.0, 4.0, 8.0, 30.0)
# Of what a uniform guess loses, the share that a sure answer may still lose.
LEFT = 0.05
# A forecast that is so much nearer to the last value than to the next one, and that gains less than that on it, copies.
NEARER = 0.1
# As good as all.
MOST = 0.99
FEW = "It takes at least three samples and three steps that differ."
NO_SAMPLES = "No axis of the output is that of the samples."


def batch_as_time(patient: Patient) -> Iterator[Finding | Unknown]:
    """Change one sample: does another one's output move?"""
    fault = "batch-as-time"
    if patient.known_samples is None:
        yield Unknown(
            fault, "Nothing says which axis is that of the samples: pass samples=0, or 1."
        )
        return
    j = patient.n // 2
    where = patient.nowhere()
    where[j] = True
    inputs = patient.changed(where)
    if patient.n < 3 or patient.T < 2 or bool((inputs == patient.inputs).all()):
        yield Unknown(fault, FEW)
        return
    moved = patient.moved(patient.run(inputs))
    if moved is None:
        yield Unknown(fault, NO_SAMPLES)
        return
    by = moved.reshape(patient.n, -1).max(axis=1)
    others = [k for k in range(patient.n) if k != j and by[k] > patient.rounding]
    if not others:
        return
    try:
        seen = patient.seen.layers
    except Refusal:
        seen = {}
    layers = {name: (int(one.lengths.max()), len(one.lengths)) for name, one in seen.items()}
    turned = {name: own for name, own in layers.items() if own == (patient.n, patient.T)}
    evidence = {"changed": j, "moved": others, "by": float(by[others].max()), "layers": layers}
    if turned and patient.n != patient.T:
        name, (steps, samples) = next(iter(turned.items()))
        sentence = (
            f"Sample {j} was changed, and the outputs of {_listed(others)} moved, by up to {by[others].max():.3g}: "
            f"{name or 'the layer'} reads {steps} samples as steps, and {samples} steps as samples."
        )
        change = f"{name or 'layer'}: batch_first={patient.samples == 0}"
        yield Finding(fault, sentence, evidence, change)
        return
    after = all(k > j for k in others)
    sentence = (
        f"Sample {j} was changed, and the outputs of {_listed(others)} moved, by up to {by[others].max():.3g}"
        + (": only those after it, as if the batch were time." if after else ".")
    )
    yield Finding(
        fault if after and patient.n == patient.T else "samples-mixed",
        sentence,
        evidence,
        f"batch_first={patient.samples == 0}" if after else "what joins samples in forward",
    )


def targets_and_future(patient: Patient) -> Iterator[Finding | Unknown]:
    """Where the targets are what is read: does a step see what it is to say?"""
    targets, inputs = patient.targets, patient.inputs
    own = targets if getattr(targets, "shape", None) == inputs.shape else None
    if own is None or patient.T < 3:
        return
    step, T = patient.steps, patient.T
    aimed = own.narrow(step, 0, T - 1)
    same, following = (
        float((aimed == inputs.narrow(step, first, T - 1)).double().mean()) for first in (0, 1)
    )
    if max(same, following) < MOST or same == following:
        return
    fault = "future-read" if following > same else "targets-not-shifted"
    start = T // 2
    where = patient.nowhere()
    where[:, start:] = True
    changed = patient.changed(where)
    if bool((changed == inputs).all()):
        yield Unknown(fault, FEW)
        return
    moved = patient.moved(patient.run(changed))
    by = None if moved is None else patient.over_steps(moved)
    if by is None:
        yield Unknown(fault, "The output has no axis of steps.")
        return
    before = by[:, :start].max(axis=0)
    reads_ahead = bool(before.max() > patient.rounding)
    evidence: dict[str, Any] = {
        "equal to the input": same,
        "equal to the next input": following,
        "changed from": start,
        "by": float(before.max()),
    }
    if fault == "targets-not-shifted":
        if reads_ahead:
            yield Unknown(
                fault,
                "The targets are the inputs, and the model reads ahead, as an autoencoder does.",
            )
            return
        yield Finding(
            fault,
            f"{same:.0%} of the targets are the very inputs of their step, {following:.0%} those of the next one, and "
            "no step depends on a later one: the model is taught to copy what it has just read.",
            evidence,
            "targets = inputs[:, 1:], inputs = inputs[:, :-1]",
        )
    elif reads_ahead:
        first = int(np.argmax(before > patient.rounding))
        yield Finding(
            fault,
            f"The inputs were changed from step {start} on, and the prediction at step {first} moved by "
            f"{before[first]:.3g}, though its target is the input of step {first + 1}.",
            evidence | {"moved": first},
            "bidirectional=False, or a mask that hides what comes later",
        )


def padding(patient: Patient) -> Iterator[Finding | Unknown]:
    """Change the padding: does anything move that is none?"""
    fault, lengths = "padding-read", patient.lengths
    if lengths is None:
        yield Unknown(fault, "It takes lengths: how many steps of each sample are no padding.")
        return
    pads = np.arange(patient.T) >= lengths[:, np.newaxis]
    inputs = patient.changed(pads)
    if not pads.any() or bool((inputs == patient.inputs).all()):
        return
    moved = patient.moved(patient.run(inputs))
    if moved is None:
        yield Unknown(fault, NO_SAMPLES)
        return
    steps = patient.over_steps(moved)
    own = (
        moved.reshape(patient.n, -1).max(axis=1)
        if steps is None
        else np.where(pads, 0, steps).max(axis=1)
    )
    read = np.flatnonzero(own > patient.rounding)
    if len(read) == 0:
        return
    yield Finding(
        fault,
        f"Only padding was changed, {int(pads.sum())} steps of it, and the outputs of {_listed(read)} moved, by up to "
        f"{own.max():.3g}.",
        {"padding": int(pads.sum()), "moved": [int(k) for k in read], "by": float(own.max())},
        "pack_padded_sequence(x, lengths, batch_first=…, enforce_sorted=False), or a mask",
    )


def state_carried(patient: Patient) -> Iterator[Finding | Unknown]:
    """Another batch is read before: does it move what this one gives?"""
    fault = "state-carried"
    where = ~patient.nowhere()
    moved = (patient.after(patient.changed(where)) - patient.output).abs().max()
    by = float(moved)
    if by <= patient.rounding:
        return
    has_steps = patient.output.dim() > 2 or patient.output.shape[-1:] == (patient.T,)
    if has_steps:
        why = (
            f"Another batch, read before, moves the outputs by {by:.3g}: the module carries its state from call to "
            "call. Whether the next batch goes on where this one ends, nobody can tell."
        )
        yield Unknown(fault, why)
        return
    yield Finding(
        fault,
        f"Another batch was read before, and the outputs of this one moved by up to {by:.3g}, though each of its "
        "samples has one answer of its own.",
        {"by": by},
        "a state of zeros at the beginning of forward",
    )


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
        last = last.select(patient.steps, patient.T - 1).reshape(patient.n, -1)
        targets = targets.reshape(patient.n, -1) if targets.shape[:1] == (patient.n,) else targets
    output = patient.output
    if last.shape != targets.shape or output.numel() != targets.numel():
        return
    output = output.reshape(targets.shape)
    to_last, to_next, of_last = (
        float(((a - b) ** 2).double().mean())
        for a, b in ((output, last), (output, targets), (last, targets))
    )
    # Where nothing changes from step to step, the last value is the next one.
    if of_last == 0 or to_last >= NEARER * to_next or to_next < of_last * (1 - NEARER):
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


def last_step(patient: Patient) -> Iterator[Finding | Unknown]:
    """Which states does what stands behind a layer look at, and what have those read?"""
    fault = "last-step-of-both"
    try:
        layers = patient.seen.layers
    except Refusal as reason:
        yield Unknown(fault, str(reason))
        return
    for name, layer in layers.items():
        mirrored = [one for one in layer.cell.leaves if one and one[-1].reversed]
        if len(layer.arriving) != 1 or not mirrored:
            continue
        (arriving,) = layer.arriving
        if any(one.any() for name, one in arriving.ends.items() if "backward" in name):
            continue
        h = arriving.dH.shape[-1] // 2
        asked = np.abs(arriving.dH[..., h:]).max(axis=2) > 0
        last = layer.lengths - 1
        only_last = [
            k
            for k in range(len(last))
            if last[k] > 0 and asked[last[k], k] and not np.delete(asked[:, k], last[k]).any()
        ]
        if len(only_last) < np.count_nonzero(last > 0) or not only_last:
            continue
        longest = int(last.max()) + 1
        yield Finding(
            fault,
            f"Of the direction from the end of {name or 'the layer'} only the state at the last step is used, which "
            f"has read 1 of {longest} inputs; the one that has read all is at step 0.",
            {"inputs read": 1, "inputs": longest, "layer": name},
            "torch.cat((h_n[-2], h_n[-1]), 1) in the place of outputs[:, -1]",
        )


def the_loss(patient: Patient) -> Iterator[Finding | Unknown]:
    """Of a classifier: what does the loss say of a sure answer, and of a uniform one?"""
    import torch

    fault = "loss-of-a-sure-answer"
    targets, output = patient.targets, patient.output
    if getattr(targets, "is_floating_point", lambda: True)() or output.dim() < 2:
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
    sums = output.sum(axis)
    is_shares = bool((output >= 0).all()) and bool((sums - 1).abs().max() < 1e-4)
    surest = [one_hot] if is_shares else [logit * one_hot for logit in SURE]
    uniform = torch.full_like(output, 1 / count) if is_shares else torch.zeros_like(output)
    try:
        sure, even = min(map(patient.value, surest)), patient.value(uniform)
        wrong = min(patient.value(one.roll(1, axis)) for one in surest)
    except (RuntimeError, ValueError, TypeError, IndexError, AttributeError) as reason:
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
    elif is_shares and sure > LEFT * abs(even):
        yield Finding(
            "softmax-twice",
            f"The outputs are probabilities already, and the loss takes their softmax once more: a sure and right "
            f"answer still loses {sure:.3g}, a uniform one {even:.3g}.",
            evidence,
            "the logits, without the softmax, for cross_entropy",
        )


def parameters(patient: Patient) -> Iterator[Finding | Unknown]:
    """Which parameters does the loss depend on, and does the optimizer hold them?"""
    fault = "not-learning"
    if patient.T < 2:
        yield Unknown(fault, "Of a single step no recurrent weight has a gradient.")
        return
    named = dict(patient.module.named_parameters())
    frozen = [name for name, one in named.items() if not one.requires_grad]
    if frozen:
        yield Unknown(
            "frozen", f"{_listed(frozen)} take no gradient; whether that is meant, nobody can tell."
        )
    learning = {name: one for name, one in named.items() if one.requires_grad}
    sizes = patient.slopes(learning)
    if sizes is None:
        yield Finding(
            "detached",
            "The loss depends on no parameter: something on the way from them is detached.",
            {"parameters": len(learning)},
            "no detach(), .data, .item() or no_grad() between the layers and the loss",
        )
        return
    silent = [name for name, size in sizes.items() if size == 0]
    if silent:
        yield Finding(
            fault,
            f"The loss does not depend on {_listed(silent)}: ∂L is exactly 0 there, and up to "
            f"{max(sizes.values()):.3g} elsewhere.",
            {"without a gradient": silent, "largest": max(sizes.values())},
            "that forward uses them, and what is between them and the loss",
        )
    if patient.optimizer is None:
        yield Unknown("not-in-optimizer", "It takes the optimizer.")
        return
    held = {id(one) for group in patient.optimizer.param_groups for one in group["params"]}
    missing = [name for name, one in learning.items() if id(one) not in held and name not in silent]
    if missing:
        yield Finding(
            "not-in-optimizer",
            f"The loss depends on {_listed(missing)}, ∂L up to {max(sizes[one] for one in missing):.3g}, and the "
            "optimizer does not hold them: no step changes them.",
            {"missing": missing, "gradients": [sizes[one] for one in missing]},
            "torch.optim.…(model.parameters()), after all layers are made",
        )


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


def _listed(names: Iterable[object]) -> str:
    """Such as "3, 4, 5, …"."""
    own = list(map(str, names))
    return ", ".join(own[:4]) + (", …" if len(own) > 4 else "")


class Experiment(NamedTuple):
    """fault: under which name it is said that it cannot be told. takes_loss: it asks what the loss says."""

    fault: str
    run: Callable[[Patient], Iterator[Finding | Unknown]]
    takes_loss: bool = False


EXPERIMENTS = (
    Experiment("batch-as-time", batch_as_time),
    Experiment("future-read", targets_and_future),
    Experiment("padding-read", padding),
    Experiment("state-carried", state_carried),
    Experiment("copies-last", copies_last),
    Experiment("last-step-of-both", last_step, takes_loss=True),
    Experiment("loss-of-a-sure-answer", the_loss, takes_loss=True),
    Experiment("not-learning", parameters, takes_loss=True),
)
