"""What moves where something that is read is changed: other samples, later steps, padding, what was read before."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from rnnviz.diagnosis.patient import Finding, Patient, Unknown, listed

# As good as all.
MOST = 0.99
FEW = "It takes at least three samples and three steps that differ."
# Places of which it is looked where they go.
PLACES = 2
# What a module has that begins a text anew when its owner says so.
BEGIN_ANEW = ("reset", "reset_state", "reset_hidden", "reset_states", "init_hidden", "init_state")
NO_SAMPLES = "No axis of the output is that of the samples."


def not_finite(patient: Patient) -> Iterator[Finding | Unknown]:
    """Is what it gives finite, and is what it reads?"""
    import torch

    given, read = (
        int((~torch.isfinite(one)).sum()) if one.is_floating_point() else 0
        for one in (patient.output, patient.inputs)
    )
    if given == 0:
        return
    yield Finding(
        "not-finite",
        f"{given} of {patient.output.numel()} outputs are no finite numbers; of what is read, {read} are none.",
        {"outputs": given, "inputs": read},
        "what is read" if read else "the weights of before, and a lower rate",
    )


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
    if patient.output.shape == (patient.n, patient.n):
        yield Unknown(fault, "The output compares each sample with each other one.")
        return
    layers = {
        name: (int(one.lengths.max()), len(one.lengths)) for name, one in patient.layers.items()
    }
    turned = {name: own for name, own in layers.items() if own == (patient.n, patient.T)}
    seen = patient.at(others[0])
    evidence = {"changed": j, "moved": others, "by": float(by[others].max()), "layers": layers}
    if turned and patient.n != patient.T:
        name, (steps, samples) = next(iter(turned.items()))
        sentence = (
            f"Sample {j} was changed, and the outputs of {listed(others)} moved, by up to {by[others].max():.3g}: "
            f"{name or 'the layer'} reads {steps} samples as steps, and {samples} steps as samples."
        )
        change = f"{name or 'layer'}: batch_first={patient.samples == 0}"
        yield Finding(fault, sentence, evidence, change, seen)
        return
    mixed = f"Sample {j} was changed, and the outputs of {listed(others)} moved, by up to {by[others].max():.3g}"
    if by_view := _viewed(patient):
        places = ", ".join(f"{place} moves {to}" for place, to in by_view.items())
        sentence = f"{mixed}. One step of a sample was changed, and outputs moved as after a wrong view: {places}."
        change = "transpose(0, 1) in the place of view or reshape, which cut the same numbers anew"
        yield Finding("view-for-transpose", sentence, evidence | {"places": by_view}, change, seen)
        return
    after = all(k > j for k in others)
    yield Finding(
        fault if after and patient.n == patient.T else "samples-mixed",
        mixed + (": only those after it, as if the batch were time." if after else "."),
        evidence,
        f"batch_first={patient.samples == 0}" if after else "what joins samples in forward",
        seen,
    )


def _viewed(patient: Patient) -> dict[tuple[int, int], list[int]] | None:
    """For two places, (sample, step), which outputs move; None where these are not those of a view for a transpose."""
    n, T = patient.n, patient.T
    found: dict[tuple[int, int], list[int]] = {}
    for k in (n // 2, n - 2, 1, n // 3):
        # What a view of (T, n) as (n, T) would make the last step of sample k.
        t, j = divmod(k * T + T - 1, n)
        where = patient.nowhere()
        where[j, t] = True
        inputs = patient.changed(where)
        if len(found) == PLACES or bool((inputs == patient.inputs).all()):
            continue
        moved = patient.moved(patient.run(inputs))
        if moved is None:
            return None
        off = moved.reshape(n, -1).max(axis=1) > patient.rounding
        found[j, t] = [int(one) for one in np.flatnonzero(off)]
    others = len(found) == PLACES and any(to != [j] for (j, _), to in found.items())
    fits = any(
        all(to and set(to) <= of(j, t, n, T) for (j, t), to in found.items())
        for of in (_viewed_before, _viewed_behind, _viewed_twice)
    )
    return found if others and fits else None


def _viewed_before(j: int, t: int, n: int, T: int) -> set[int]:
    """The layer reads (T, n) cut from (n, T): the place is in another column."""
    return {(j * T + t) % n}


def _viewed_behind(j: int, t: int, n: int, T: int) -> set[int]:
    """What the layer gave, (T, n), is cut into (n, T): the steps from t on are in other rows."""
    return {(later * n + j) // T for later in range(t, T)}


def _viewed_twice(j: int, t: int, n: int, T: int) -> set[int]:
    """Both."""
    later, column = divmod(j * T + t, n)
    return _viewed_behind(column, later, n, T)


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
            patient.at(t=first),
        )


def padding(patient: Patient) -> Iterator[Finding | Unknown]:
    """Change the padding: does anything move that is none?"""
    fault, lengths = "padding-read", patient.lengths
    assert lengths is not None
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
    if patient.is_one(pads):
        # A mask may be made of what is read: what was changed is no padding to it, and more of the same is.
        moved = patient.moved(patient.cut(patient.run(patient.with_more(pads))))
        if moved is None or moved.max() <= patient.rounding:
            return
    yield Finding(
        fault,
        f"Only padding was changed, {int(pads.sum())} steps of it, and the outputs of {listed(read)} moved, by up to "
        f"{own.max():.3g}.",
        {"padding": int(pads.sum()), "moved": [int(k) for k in read], "by": float(own.max())},
        "pack_padded_sequence(x, lengths, batch_first=…, enforce_sorted=False), or a mask",
        patient.at(int(read[0]), int(lengths[read[0]])),
    )


def state_carried(patient: Patient) -> Iterator[Finding | Unknown]:
    """Another batch is read before: does it move what this one gives?"""
    fault = "state-carried"
    where = ~patient.nowhere()
    by = patient.farthest(patient.after(patient.changed(where)))
    if by <= patient.rounding:
        return
    shape = tuple(patient.output.shape)
    has_one_answer = shape[:1] == (patient.n,) and len(shape) <= 2 and shape[1:] != (patient.T,)
    can_begin_anew = any(hasattr(patient.module, name) for name in BEGIN_ANEW)
    if not has_one_answer or can_begin_anew:
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


def random_in_eval(patient: Patient) -> Iterator[Finding | Unknown]:
    """Read it twice, with other random numbers: does it give the same?"""
    by = patient.farthest(patient.drawn_anew())
    if by > patient.rounding:
        yield Unknown(
            "random-in-eval",
            f"After eval() two runs of the same batch differ by up to {by:.3g}. A dropout that does not ask for "
            "self.training does so, and so does what is meant to draw; nobody can tell.",
        )
