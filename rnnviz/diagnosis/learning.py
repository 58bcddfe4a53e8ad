"""What learns: which parameters the loss asks and a step changes, how far gradients reach, and what other rates do."""

from collections.abc import Iterator
from math import isfinite

import numpy as np

from rnnviz.diagnosis.patient import Finding, Patient, Unknown, listed
from rnnviz.diagnosis.states import at_their_ends

# A step that raises the loss by this share of it is too large, where a part of it lowers the loss by that share: near a
# minimum no step lowers it, and the first ones of some optimizers overshoot a little. A loss below 1 is taken as 1.
RISE, FALL = 0.2, 0.01
# Thirds of a rate that are tried.
THIRDS = 6
# Where a step at so many times the rate still lowers the loss by nearly as many times as much, the rate is too low.
MANY, NEARLY = 1000, 600
# What is less than this share of a loss, of one below 1 than this, is rounding.
NOISE = 3e-7
# The share of places at the ends of tanh above which a slope may be 0 by rounding.
SATURATED = 0.5
# What a copy of a module, or an optimizer that asks for more than gradients, raises.
CANNOT_STEP = (RuntimeError, TypeError, ValueError, KeyError, AttributeError)


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
            "frozen", f"{listed(frozen)} take no gradient; whether that is meant, nobody can tell."
        )
    found, sizes = patient.way_back.parameters, patient.way_back.sizes
    if not found:
        yield Unknown(fault, "No parameter takes a gradient.")
        return
    if all(one is None for one in found.values()):
        yield Finding(
            "detached",
            "The loss depends on no parameter: something on the way from them is detached.",
            {"parameters": len(found)},
            "no detach(), .data, .item() or no_grad() between the layers and the loss",
        )
        return
    silent = [name for name, size in sizes.items() if size == 0]
    if silent:
        yield Finding(
            fault,
            f"The loss does not depend on {listed(silent)}: ∂L is exactly 0 there, and up to "
            f"{max(sizes.values()):.3g} elsewhere.",
            {"without a gradient": silent, "largest": max(sizes.values())},
            "that forward uses them, and what is between them and the loss",
        )


def optimizer_holds(patient: Patient) -> Iterator[Finding | Unknown]:
    """Which of the parameters on which the loss depends does no step change?"""
    held = {id(one) for group in patient.optimizer.param_groups for one in group["params"]}
    named, sizes = dict(patient.module.named_parameters()), patient.way_back.sizes
    missing = [name for name, size in sizes.items() if size > 0 and id(named[name]) not in held]
    if missing:
        yield Finding(
            "not-in-optimizer",
            f"The loss depends on {listed(missing)}, ∂L up to {max(sizes[one] for one in missing):.3g}, and the "
            "optimizer does not hold them: no step changes them.",
            {"missing": missing, "gradients": [sizes[one] for one in missing]},
            "torch.optim.…(model.parameters()), after all layers are made",
        )
    hidden = [one for one in patient.way_back.unlisted if id(one) not in held]
    if hidden:
        shapes = listed(sorted({str(tuple(one.shape)) for one in hidden}))
        yield Finding(
            "not-in-optimizer",
            f"The loss depends on parameters of shape {shapes} that are not in module.parameters(), and the optimizer "
            "does not hold them.",
            {"missing": [tuple(one.shape) for one in hidden]},
            "nn.ModuleList in the place of a list, or nn.Parameter in the place of a tensor",
        )


def gradient_cut(patient: Patient) -> Iterator[Finding | Unknown]:
    """Does the last output depend on steps at which its gradient is exactly 0?"""
    reach = patient.way_back.reach
    if reach is None:
        return
    # What comes before the first step that is reached; padding comes after the last one.
    silent = np.maximum.accumulate(reach, axis=1) == 0
    # Of a sample that has ended the last output is none.
    silent &= reach.max(axis=1, keepdims=True) > 0
    if patient.lengths is not None:
        silent &= np.arange(patient.T) < patient.lengths[:, np.newaxis]
    if not silent.any():
        return
    if patient.is_one(silent):
        # Padding before a text, which is not told from what is read.
        return
    moved = patient.moved(
        patient.last(patient.run(patient.changed(silent))), patient.last(patient.output)
    )
    if moved is None or moved.max() <= patient.rounding:
        return
    if max(at_their_ends(patient.layers).values(), default=0) > SATURATED:
        why = "Where tanh is at its ends a slope is exactly 0, too."
        yield Unknown("gradient-cut", why)
        return
    by = moved.reshape(patient.n, -1).max(axis=1)
    k = int(by.argmax())
    step = int(silent[k].sum())
    yield Finding(
        "gradient-cut",
        f"The last output of sample {k} depends on what is read before step {step}: with other inputs there it moves "
        f"by {by[k]:.3g}. Its gradient is exactly 0 at all of these steps: the way back is cut.",
        {"sample": k, "steps without a gradient": step, "moved": float(by[k])},
        "no detach() or .data on the state within a text; between two texts it belongs",
        patient.at(k, step),
    )


def rates(patient: Patient) -> Iterator[Finding | Unknown]:
    """The same step, from here, at other rates: which of them lowers the loss?"""
    loss = patient.way_back.loss
    if not isfinite(loss):
        yield Unknown("rate-too-high", f"The loss is {loss}; from there no step leads back.")
        return
    try:
        rate = " and ".join(sorted({f"{one['lr']:.3g}" for one in patient.optimizer.param_groups}))
        own = patient.loss_after_step(1)
        # What is no number is larger than all.
        if not own - loss <= RISE * max(abs(loss), 1):
            yield from _too_high(patient, rate, own)
        elif loss > 0:
            yield from _too_low(patient, rate, own)
    except CANNOT_STEP as reason:
        yield Unknown("rate-too-high", f"A copy of the module takes no step: {reason}")


def _too_high(patient: Patient, rate: str, own: float) -> Iterator[Finding | Unknown]:
    loss, fault = patient.way_back.loss, "rate-too-high"
    for k in range(1, THIRDS + 1):
        part = patient.loss_after_step(3.0**-k)
        if loss - part > FALL * max(loss, 1):
            yield Finding(
                fault,
                f"One step at the rate {rate} raises the loss from {loss:.3g} to {own:.3g}; the same step at {_nth(k)} "
                f"of it lowers it by {loss - part:.3g}.",
                {"rate": rate, "loss": loss, "after": own, "part": 3.0**-k, "after a part": part},
                f"{_nth(k)} of the rate, or less",
            )
            return
    yield Unknown(
        fault,
        f"One step at the rate {rate} raises the loss from {loss:.3g} to {own:.3g}, and so does {_nth(THIRDS)} of it.",
    )


def _nth(k: int) -> str:
    return f"1/{3**k}"


def _too_low(patient: Patient, rate: str, own: float) -> Iterator[Finding | Unknown]:
    loss, many = patient.way_back.loss, patient.loss_after_step(MANY)
    noise = NOISE * max(1, loss)
    is_low = own - loss <= noise and loss - many >= max(NEARLY * (loss - own - noise), 100 * noise)
    # And even more of it is even better.
    if not is_low or not patient.loss_after_step(10 * MANY) < many:
        return
    if any(one.get("initial_lr", 0) > one["lr"] for one in patient.optimizer.param_groups):
        yield Unknown("rate-too-low", f"A schedule sets the rate, {rate} at present.")
        return
    yield Finding(
        "rate-too-low",
        f"One step at the rate {rate} changes the loss, {loss:.3g}, by {own - loss:.2g}; the same step at {MANY} times "
        f"the rate lowers it by {loss - many:.3g}.",
        {"rate": rate, "loss": loss, "after": own, "times": MANY, "after many times": many},
        f"{MANY // 10} times the rate, or more",
    )
