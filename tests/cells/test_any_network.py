"""What holds of any network, whatever its cells, sizes and weights: its units have no order, a text may be read in
pieces or scanned, parts and samples one by one, and what is held at its own value is not held at all."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from rnnviz import Bidirectional, Hold, SequenceModel, Stacked, Vocabulary
from rnnviz.cells import Cell, Composite, MinGRU, MinLSTM
from rnnviz.trace import Trace
from tests.cells.made_up import SEEDS, Case, cases, cells, finite, networks, some_holds
from tests.fuzz import examples

Array = NDArray[np.float64]
Order = NDArray[np.int64]

# Of the largest number there is: sums are added up in another order, and a step's rounding goes on to the next.
FORWARD, BACKWARD = 1e-13, 1e-12


def same(found: Mapping[str, Array], expected: Mapping[str, Array], tolerance: float) -> None:
    """All that is expected is found, each number as exact as the largest of its name allows; one that is 0 but for
    rounding, as the largest of all."""
    largest = {name: np.abs(one).max(initial=0) for name, one in expected.items()}
    whole = max(largest.values())
    for name, one in expected.items():
        atol = tolerance * max(largest[name], 1e-3 * whole)
        np.testing.assert_allclose(found[name], one, rtol=0, atol=atol, err_msg=name)


def reordered(
    cell: Cell | Composite, of_input: Order, rng: np.random.Generator
) -> tuple[Cell | Composite, dict[str, tuple[Order, ...]]]:
    """The same network with the units of each of its cells in another order, and by name in which order the last axes
    of what it has are then: of a quantity its units, of a parameter its rows and columns."""
    if isinstance(cell, Cell):
        order = rng.permutation(cell.hidden_size)
        along = {"d": of_input, "h": order, "1": np.array([0])}
        axes = type(cell).axes(**cell.options)
        orders = {name: tuple(along[axis] for axis in axes[name]) for name in cell.parameters}
        changed = {name: put(one, orders[name]) for name, one in cell.parameters.items()}
        orders |= dict.fromkeys([*cell.widths, *(f"{state}0" for state in cell.states)], (order,))
        return cell.with_parameters(**changed), orders | {"X": (of_input,)}
    parts, orders = [], {"X": (of_input,)}
    for member in cell.members:
        part, own = reordered(member.cell, orders[member.reads][0], rng)
        parts.append(part)
        orders |= {member.name(name): one for name, one in own.items()}
    widths = [cell.widths[name] for name in cell.output]
    starts = np.cumsum([0, *widths[:-1]])
    joined = [orders[name][0] + start for name, start in zip(cell.output, starts, strict=True)]
    return cell.remade(tuple(parts)), orders | {"H": (np.concatenate(joined),)}


def put(array: Array, orders: tuple[Order, ...]) -> Array:
    return array[np.ix_(*orders)] if len(orders) == 2 else array[..., orders[0]]


@examples(30)
@given(case=cases(), seed=SEEDS)
def test_units_and_characters_in_another_order_are_the_same_network(case: Case, seed: int) -> None:
    rng, model = np.random.default_rng(seed), case.model
    q = len(model.vocabulary)
    characters = rng.permutation(q)
    cell, orders = reordered(model.cell, characters, rng)
    units, places = orders["H"][0], np.argsort(characters)
    orders |= {"W_hq": (units, characters), "b_q": (np.array([0]), characters)}
    orders |= dict.fromkeys(["logits", "Y_hat"], (characters,))
    other = SequenceModel(
        cell,
        W_hq=put(model.W_hq, orders["W_hq"]),
        b_q=put(model.b_q, orders["b_q"]),
        vocabulary=Vocabulary(model.vocabulary[k] for k in characters),
    )
    initial = {name: put(one, orders[name]) for name, one in case.initial.items()}
    k = places[case.k]
    trace = other.run(case.X[..., characters], k, **initial)

    def moved(numbers: Mapping[str, Array]) -> dict[str, Array]:
        return {name: put(one, orders[name]) for name, one in numbers.items() if name != "loss"}

    same(trace, moved(case.trace) | {"loss": case.trace["loss"]}, FORWARD)
    same(other.gradients(trace, k), moved(case.gradients()), BACKWARD)


# What each step of a cell whose gates read the input alone keeps of H, and what it adds.
SCANS: dict[type[Cell], Callable[[Trace], tuple[Array, Array]]] = {
    MinGRU: lambda q: (1 - q["Z"], q["Z"] * q["H_tilde"]),
    MinLSTM: lambda q: (q["F_hat"], q["I_hat"] * q["H_tilde"]),
}


def scanned(kept: Array, written: Array) -> tuple[Array, Array]:
    """What is left at each step of the state before the first, and of all that was added: one half is composed with the
    other, as a computer with many processors does it."""
    T = len(kept)
    if T == 1:
        return kept, written
    left, right = (scanned(kept[part], written[part]) for part in (slice(T // 2), slice(T // 2, T)))
    return (
        np.concatenate([left[0], right[0] * left[0][-1]]),
        np.concatenate([left[1], right[0] * left[1][-1] + right[1]]),
    )


@st.composite
def parallel(draw: st.DrawFn, d: int) -> Cell:
    kind = draw(st.sampled_from([*SCANS]))
    return kind.random(d, draw(st.integers(1, 4)), draw(SEEDS))


@examples(30)
@given(case=cases(parallel))
def test_where_the_gates_read_the_input_alone_the_loop_is_a_scan(case: Case) -> None:
    cell = case.model.cell
    # From another first state the gates are the same, and what is added.
    kept, written = SCANS[type(cell)](cell.run(case.X))
    left, added = scanned(kept, written)
    same({"H": left * case.initial["H0"] + added}, {"H": case.trace["H"]}, FORWARD)


def ends(case: Case, cuts: set[int]) -> list[tuple[int, int]]:
    """Where each piece of the text begins and ends."""
    T = case.trace.steps
    return list(pairwise([0, *sorted(cut for cut in cuts if cut < T), T]))


def in_pieces(case: Case, cuts: set[int]) -> list[Trace]:
    """What each piece makes of the state in which the one before it has left the network."""
    pieces: list[Trace] = []
    initial = case.initial
    for start, stop in ends(case, cuts):
        piece = case.model.run(case.X[start:stop], case.k[start:stop], **initial)
        initial = {f"{state}0": piece[state][-1] for state in piece.cell.states}
        pieces.append(piece)
    return pieces


@examples(30)
@given(case=cases(both_ways=False), cuts=st.sets(st.integers(1, 6)))
def test_a_text_in_pieces_is_the_whole_text_where_the_state_is_carried_over(
    case: Case, cuts: set[int]
) -> None:
    pieces = in_pieces(case, cuts)
    whole = {name: one for name, one in case.trace.items() if name not in case.initial}
    joined = {name: np.concatenate([piece[name] for piece in pieces]) for name in whole}
    same(joined, whole, FORWARD)
    # What is read later tells the gradient of the last piece nothing new.
    start, stop = ends(case, cuts)[-1]
    dlogits = case.dlogits
    expected = case.model.backward(case.trace, dlogits)
    found = case.model.backward(pieces[-1], dlogits[start:stop])
    same(found, {name: expected[name][start:stop] for name in whole if name in found}, BACKWARD)


@examples(30)
@given(
    case=cases(lambda d: cells(d).filter(lambda cell: cell.states == ("H",))),
    cuts=st.sets(st.integers(1, 6)),
)
def test_gradients_go_through_the_pieces_of_a_text_by_the_state_that_joins_them(
    case: Case, cuts: set[int]
) -> None:
    cell, dH = case.model.cell, case.dlogits @ case.model.W_hq.T
    expected = cell.backward(case.trace, dH)
    summed = {name: np.zeros_like(one) for name, one in cell.parameters.items()}
    dX = []
    arriving = np.zeros_like(case.initial["H0"])
    for piece, (start, stop) in reversed(
        [*zip(in_pieces(case, cuts), ends(case, cuts), strict=True)]
    ):
        own = dH[start:stop].copy()
        own[-1] += arriving
        found = cell.backward(piece, own)
        summed = {name: one + found[name] for name, one in summed.items()}
        dX.insert(0, found["X"])
        arriving = found["H0"]
    found = summed | {"H0": arriving, "X": np.concatenate(dX)}
    same(found, {name: expected[name] for name in found}, BACKWARD)


def of(part: str, named: Mapping[str, Array]) -> dict[str, Array]:
    """What belongs to a part of a network, as the part names it."""
    prefix = f"{part}."
    return {
        name.removeprefix(prefix): one for name, one in named.items() if name.startswith(prefix)
    }


def turned(named: Mapping[str, Array]) -> dict[str, Array]:
    """From the end to the beginning; what has no time stays."""
    return {name: one[::-1] if one.ndim == 3 else one for name, one in named.items()}


def prefixed(part: str, named: Mapping[str, Array]) -> dict[str, Array]:
    return {f"{part}.{name}": one for name, one in named.items() if name != "X"}


def part_by_part(
    cell: Cell | Composite, X: Array, initial: Mapping[str, Array]
) -> dict[str, Array]:
    """What a network computes, from what each of its cells does alone."""
    if isinstance(cell, Stacked):
        found: dict[str, Array] = {}
        H = X
        for number, layer in enumerate(cell.layers, start=1):
            own = part_by_part(layer, H, of(f"layer{number}", initial))
            found |= prefixed(f"layer{number}", own)
            H = own["H"]
        return {"X": X, **found, "H": H}
    if isinstance(cell, Bidirectional):
        there = part_by_part(cell.forward, X, of("forward", initial))
        back = turned(part_by_part(cell.reverse, X[::-1], of("backward", initial)))
        H = np.concatenate([there["H"], back["H"]], axis=2)
        return {"X": X, **prefixed("forward", there), **prefixed("backward", back), "H": H}
    return dict(cell.run(X, **initial))


def part_by_part_back(
    cell: Cell | Composite, X: Array, initial: Mapping[str, Array], dH: Array
) -> dict[str, Array]:
    if isinstance(cell, Stacked):
        found: dict[str, Array] = {}
        read, below = [], X
        for number, layer in enumerate(cell.layers, start=1):
            read.append(below)
            below = part_by_part(layer, below, of(f"layer{number}", initial))["H"]
        for number, layer in reversed([*enumerate(cell.layers, start=1)]):
            part = f"layer{number}"
            own = part_by_part_back(layer, read[number - 1], of(part, initial), dH)
            found |= prefixed(part, own)
            dH = own["X"]
        return found | {"X": dH}
    if isinstance(cell, Bidirectional):
        h = cell.forward.output_size
        there = part_by_part_back(cell.forward, X, of("forward", initial), dH[..., :h])
        back = part_by_part_back(cell.reverse, X[::-1], of("backward", initial), dH[::-1, :, h:])
        back = turned(back)
        dX = there["X"] + back["X"]
        return prefixed("forward", there) | prefixed("backward", back) | {"X": dX}
    return cell.backward(cell.run(X, **initial), dH)


@examples(30)
@given(case=cases(lambda d: networks(d).filter(lambda cell: isinstance(cell, Composite))))
def test_a_network_of_parts_is_what_its_parts_are_one_after_another(case: Case) -> None:
    cell, dH = case.model.cell, case.dlogits @ case.model.W_hq.T
    same(cell.run(case.X, **case.initial), part_by_part(cell, case.X, case.initial), FORWARD)
    same(
        cell.backward(case.trace, dH),
        part_by_part_back(cell, case.X, case.initial, dH),
        BACKWARD,
    )


@examples(30)
@given(case=cases(), data=st.data())
def test_a_batch_is_its_samples_one_by_one_also_with_something_held(
    case: Case, data: st.DataObject
) -> None:
    model, n = case.model, case.X.shape[1]
    holds = data.draw(some_holds(case.trace, n))
    whole = finite(lambda: model.run(case.X, case.k, holds=holds, **case.initial))
    expected = model.gradients(whole, case.k)
    summed = {name: np.zeros_like(one) for name, one in model.parameters.items()}

    def sample(name: str, array: Array, s: int) -> Array:
        return array[s : s + 1] if name in case.initial else array[:, s : s + 1]

    for s in range(n):
        own = [
            replace(hold, samples=None)
            for hold in holds
            if hold.samples is None or s in hold.samples
        ]
        X, k = case.X[:, s : s + 1], case.k[:, s : s + 1]
        initial = {name: sample(name, one, s) for name, one in case.initial.items()}
        alone = model.run(X, k, holds=own, **initial)
        same(alone, {name: sample(name, one, s) for name, one in whole.items()}, FORWARD)
        free = {name: sample(name, whole.free[name], s) for name in alone.free}
        same(dict(alone.free) | {"X": X}, free | {"X": X}, FORWARD)
        # The mean over n samples has an n-th of each one's gradient.
        found = {name: one / n for name, one in model.gradients(alone, k).items()}
        summed = {name: one + found[name] for name, one in summed.items()}
        arriving = {
            name: sample(name, one, s) for name, one in expected.items() if name not in summed
        }
        same(found, arriving, BACKWARD)
    same(summed, {name: expected[name] for name in summed}, BACKWARD)


@examples(30)
@given(case=cases(), data=st.data())
def test_what_is_held_at_its_own_value_changes_nothing(case: Case, data: st.DataObject) -> None:
    model, (T, n) = case.model, case.X.shape[:2]
    name = data.draw(st.sampled_from([*model.cell.widths]))
    unit = data.draw(st.integers(0, model.cell.widths[name] - 1))
    s = data.draw(st.integers(0, n - 1))
    first = data.draw(st.integers(0, T - 1))
    steps = range(first, data.draw(st.integers(first, T - 1)) + 1)
    values = case.trace[name][first : steps.stop, s, unit]
    hold = Hold(name, tuple(values), [unit], steps, [s])
    held = model.run(case.X, case.k, holds=[hold], **case.initial)
    same(held, dict(case.trace), FORWARD)
    same(held.free, {name: case.trace[name]}, FORWARD)
    # Nor does it for the gradient that comes to it at the last of these steps. A joined H has its parts' gradients.
    last = replace(hold, value=values[-1], steps=[steps[-1]])
    alone = model.run(case.X, case.k, holds=[last], **case.initial)
    expected, found = (
        {
            name: one[steps[-1], s, unit]
            for name, one in all_of_them.items()
            if name == hold.quantity
        }
        for all_of_them in (case.gradients(), model.gradients(alone, case.k))
    )
    if expected:
        same(found, expected, BACKWARD)
