"""What becomes of the states: which of them is used, which never move, and which are at their ends."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from rnnviz.diagnosis.patient import Finding, Patient, Unknown, listed
from rnnviz.frameworks.calls import CELLS, kind_of
from rnnviz.frameworks.look import SeenLayer

# A unit whose range is so small a share of the layer's largest does not move.
STILL = 0.01
# The share of units of which some are still in a network with ReLU that learns.
SOME = 0.3
# Of how far the outputs are apart, the share by which one may move where such units are held.
COST = 0.001
# Where tanh has this slope, or less, it is at its end; a layer is where so many of its places are.
FLAT, MOST = 0.01, 0.9
# What is added to the state, before which tanh stands.
CANDIDATES = ("H_tilde", "C_tilde")


def last_step(patient: Patient) -> Iterator[Finding | Unknown]:
    """Which states does what stands behind a layer look at, and what have those read?"""
    fault = "last-step-of-both"
    if patient.cannot_look is not None:
        yield Unknown(fault, str(patient.cannot_look))
        return
    for name, layer in patient.layers.items():
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
            patient.at(only_last[0], longest - 1, name, h),
        )


def dead_units(patient: Patient) -> Iterator[Finding | Unknown]:
    """Which units never move over the batch, and does anything move where they are held?"""
    flat = at_their_ends(patient.layers)
    for name, layer in patient.layers.items():
        H = layer["H"]
        ranges = np.nanmax(H, axis=(0, 1)) - np.nanmin(H, axis=(0, 1))
        still = np.flatnonzero(ranges <= STILL * ranges.max())
        if not len(still) or H.shape[0] * H.shape[1] < 3 or flat[name] >= MOST:
            continue
        if has_relu(layer) and len(still) <= SOME * len(ranges):
            yield Unknown(
                "dead-units",
                f"{len(still)} of {len(ranges)} units of {name or 'the layer'} stay at one number; with ReLU some do.",
            )
            continue
        means = np.nanmean(H[..., still], axis=(0, 1))
        output = patient.hooked(name, holding(still, means))
        by = patient.farthest(output)
        own = patient.by_sample(patient.output)
        if own is None:
            continue
        apart = float(np.ptp(own, axis=0).max())
        if by > COST * apart:
            continue
        yield Finding(
            "dead-units",
            f"Units {listed(still + 1)} of {name or 'the layer'} move by {ranges[still].max():.2g} at most over the "
            f"batch, others by up to {ranges.max():.2g}; held at one number each, they move the outputs by {by:.2g}, "
            f"which are up to {apart:.2g} apart.",
            {"layer": name, "units": [int(k) + 1 for k in still], "moved": by, "apart": apart},
            "how these biases are initialised; with ReLU a lower rate",
            patient.at(layer=name, unit=int(still[0])),
        )


def holding(units: npt.NDArray[np.intp], means: npt.NDArray[np.float64]) -> Any:
    """A hook of a recurrent layer that gives, for some units of its H, one number each at every step."""
    import torch

    def held(tensor: Any, first: int = 0) -> Any:
        """first: the unit with which the last axis begins."""
        own = [k for k, unit in enumerate(units) if 0 <= unit - first < tensor.shape[-1]]
        other = tensor.clone()
        other[..., units[own] - first] = torch.as_tensor(means[own]).to(tensor)
        return other

    def ends(H: Any) -> Any:
        """The last layer's final states, of each direction."""
        h, other = H.shape[-1], H.clone()
        count = width // h
        for k in range(count):
            other[k - count] = held(H[k - count], k * h)
        return other

    width = 0

    def hook(layer: Any, _arguments: Any, output: Any) -> Any:
        nonlocal width
        if kind_of(layer) in CELLS:
            return (held(output[0]), output[1]) if isinstance(output, tuple) else held(output)
        H, final = output
        is_packed = isinstance(H, torch.nn.utils.rnn.PackedSequence)
        width = (H.data if is_packed else H).shape[-1]
        own = H._replace(data=held(H.data)) if is_packed else held(H)
        if isinstance(final, tuple):
            return own, (ends(final[0]), *final[1:])
        return own, ends(final)

    return hook


def saturated_units(patient: Patient) -> Iterator[Finding | Unknown]:
    """Is tanh at its ends wherever one looks, and is it so where what is read is scaled?"""
    import torch

    inputs = patient.inputs
    before = at_their_ends(patient.layers)
    ill = {name: share for name, share in before.items() if share >= MOST}
    if not ill:
        return
    fault = "saturated-units"
    if not inputs.is_floating_point():
        why = f"In {listed(ill)} tanh is at its ends in nearly all places, and what is read cannot be scaled."
        yield Unknown(fault, why)
        return
    deviation, mean = torch.std_mean(inputs, dim=(0, 1), keepdim=True)
    after = at_their_ends(patient.looked_at((inputs - mean) / deviation.clamp_min(1e-12)).layers)
    name = min(ill, key=lambda one: after[one])
    if after[name] > MOST / 2:
        yield Unknown(
            fault, f"In {listed(ill)} tanh is at its ends, also where what is read is scaled."
        )
        return
    yield Finding(
        fault,
        f"In {name or 'the layer'} tanh is at its ends in {before[name]:.0%} of the places, where nothing that is read "
        f"changes it; with the inputs scaled to mean 0 and deviation 1, in {after[name]:.0%}. They reach "
        f"{float(inputs.abs().max()):.3g}.",
        {"layer": name, "share": before[name], "scaled": after[name]},
        "(x - mean) / deviation, both of the training data",
        patient.at(layer=name),
    )


def at_their_ends(layers: Mapping[str, SeenLayer]) -> dict[str, float]:
    """Of each layer the share of places where tanh has hardly a slope: of all units and steps, in the part of it, such
    as a direction, where that is largest."""
    found = {}
    for name, layer in layers.items():
        own = [layer[one] for one in layer if one.rpartition(".")[2] == _tanh_of(layer)]
        slopes = [1 - one[~np.isnan(one)] ** 2 for one in own]
        found[name] = max((float((one < FLAT).mean()) for one in slopes), default=0.0)
    return found


def _tanh_of(layer: SeenLayer) -> str:
    """The quantity that tanh gives: the candidate, of an RNN the state; "" where it has no tanh."""
    (cell, *_) = layer.cell.leaves.values()
    return "" if has_relu(layer) else next((one for one in CANDIDATES if one in cell.widths), "H")


def has_relu(layer: SeenLayer) -> bool:
    return any(getattr(one, "phi", "tanh") == "relu" for one in layer.cell.leaves.values())
