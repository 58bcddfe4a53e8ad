"""The states of a network: those like the one here, their cloud, and where they rest.

Places count from 0. Arrays are base64 of little-endian numbers, row by row.
"""

import base64
from typing import Any

import numpy as np

from rnnviz.cells.activations import Array, softmax
from rnnviz.model import Indices, SequenceModel
from rnnviz.units.reading import Reading
from rnnviz.units.rest import FixedPoint, rest
from rnnviz.units.states import Axes, By, agreement, axes, distances, nearest

# Components of the cloud, and how many of its states are drawn.
COMPONENTS, MOST_DRAWN = 3, 4_000
# Numbers of the cloud are shares of the greatest in 16 bits.
WHOLE = 2**15 - 1
# Rows of the list of similar states, and the most that can be selected by their distance.
ROWS, MOST_NEAR = 10, 1_000
LIKELIEST = 2
# The language whose networks count: its brackets, and how deep they are tried.
BRACKETS, LINE_END, DEEPEST = {"(": ")", "[": "]"}, "\n", 40
# A step shorter than this share of the first one no longer tells one depth from the next.
STILL = 0.01


def sample(count: int) -> Indices:
    """The places that are drawn, in rising order: each as likely as another, always the same."""
    chosen = np.random.default_rng(0).permutation(count)[:MOST_DRAWN]
    return np.sort(chosen)


def counts(model: SequenceModel, opening: str) -> dict[str, int] | None:
    """How deep a network of the bracket language counts; None for another one.

    depth: after that many opening brackets and fewer, the right closing one, and after the last of
    them the line's end, are the likeliest at every step. still: the brackets after which one more
    moves the state by less than a hundredth of what the first one did, DEEPEST if none.
    """
    if opening not in BRACKETS or set(model.vocabulary) != {
        *BRACKETS,
        *BRACKETS.values(),
        LINE_END,
    }:
        return None
    H = model.trace([LINE_END, *[opening] * DEEPEST])["H"][:, 0]
    steps = np.linalg.norm(np.diff(H, axis=0), axis=1)
    still = np.flatnonzero(steps < STILL * steps[0])
    depth = 0
    while depth < DEEPEST and _closes(model, opening, depth + 1):
        depth += 1
    return {"depth": depth, "still": int(still[0]) if len(still) else DEEPEST}


def _closes(model: SequenceModel, opening: str, depth: int) -> bool:
    """Whether the likeliest character is right while `depth` brackets are closed, one by one."""
    closing = BRACKETS[opening]
    trace = model.trace([LINE_END, *[opening] * depth, *[closing] * depth])
    likeliest = [model.labels[k] for k in trace["Y_hat"][-depth:, 0].argmax(axis=1)]
    return likeliest == [closing] * (depth - 1) + [LINE_END]


def cloud(seen: Reading, quantity: str, on: Axes | None = None) -> dict[str, Any]:
    """The states of a quantity in their principal components, or in those of another moment."""
    found = on or axes_of(seen, quantity)
    return {
        "coordinates": _shares(found.project(seen[quantity]).T),
        "shares": found.share.tolist(),
        "sample": sample(len(seen.text)).tolist(),
    }


def axes_of(seen: Reading, quantity: str) -> Axes:
    """As many components as the cloud has, or as there are units."""
    return axes(seen, quantity, min(COMPONENTS, seen[quantity].shape[1]))


def similar(seen: Reading, quantity: str, k: int, by: By, count: int) -> dict[str, Any]:
    """The places whose states are most like that of place k, and how often the text goes on as it does
    here.

    count: of places; what was expected is told of the first ROWS.
    """
    places = nearest(seen, k, count, by, quantity)
    rows = places[:ROWS]
    expected = np.array([seen.expected(slice(place, place + 1))[0] for place in rows])
    likeliest = expected.argmax(axis=1)
    return {
        "places": places.tolist(),
        "distances": distances(seen, k, by, quantity)[places].tolist(),
        "outputs": likeliest.tolist(),
        "p": expected[np.arange(len(rows)), likeliest].tolist(),
        "here": _here(seen, k, places),
    }


def alike(seen: Reading, quantity: str, by: By) -> dict[str, Any]:
    """How often places of the whole text and the ROWS nearest to each go on alike."""
    found = agreement(seen, None, ROWS, by, quantity)
    return {"near": found.share, "random": found.chance, "count": found.places}


def _here(seen: Reading, k: int, places: Indices) -> dict[str, Any] | None:
    following = seen.indices[1:]
    if k >= len(following):
        return None
    inside = places[places < len(following)]
    same = following == following[k]
    return {
        "count": int(same[inside].sum()),
        "of": len(inside),
        "random": float((same.sum() - 1) / max(1, len(following) - 1)),
    }


def rest_points(
    seen: Reading, quantity: str, character: str, is_whole: bool = True
) -> dict[str, Any]:
    """Where the state rests while a character is repeated, with the place of the text whose state
    is nearest to each point.

    is_whole: else only what states of the text come near to by themselves, which is known at once.
    reached: from how many of the `tried` states each was found. radius: of the largest eigenvalue.
    """
    found = rest(seen, character, is_whole=is_whole)
    own = axes_of(seen, quantity)
    points = [_point(seen, quantity, own, one) for one in found]
    return {
        "character": character,
        "points": points,
        "tried": sum(one.starts for one in found),
        "counts": counts(seen.model, character),
    }


def _point(seen: Reading, quantity: str, own: Axes, one: FixedPoint) -> dict[str, Any]:
    state = one.state.get(quantity, one.state["H"])
    values = seen[quantity if quantity in one.state else "H"]
    place = int(np.linalg.norm(values - state, axis=1).argmin())
    p = softmax(one.state["H"] @ seen.model.W_hq + seen.model.b_q[0])
    likeliest = np.argsort(-p, kind="stable")[:LIKELIEST]
    return {
        "at": own.project(state[np.newaxis])[0].tolist() if quantity in one.state else [],
        "isStable": one.is_stable,
        "radius": float(abs(one.eigenvalues[0])),
        "reached": one.starts,
        "place": place,
        "outputs": likeliest.tolist(),
        "p": p[likeliest].tolist(),
    }


def _shares(values: Array) -> dict[str, Any]:
    most = float(np.abs(values).max()) or 1.0
    rounded = np.rint(values / most * WHOLE).astype("<i2")
    data = base64.b64encode(rounded.tobytes()).decode()
    return {"shape": values.shape, "most": most, "data": data}
