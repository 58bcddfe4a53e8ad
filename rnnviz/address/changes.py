"""What a reader has changed by hand, as links name it: read here, and carried out on a trace.

A link's `changes` are entries such as `F.5.2-5=1` (quantity, unit, steps), `x.3=道` (input),
`H0.3=0.5` (initial state), `W_hf.2.5=-0.3` (weight) and `weights=0` (the weights of a moment of
the training), counted from 1, with `;` between them; `2:` before an entry is the track. The stage
reads the same entries in JavaScript; tests hold both to the same cases, and its engine to what is
carried out here.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Self

import numpy as np

from rnnviz.cells.activations import Array
from rnnviz.fields import NUMBER, LinkError
from rnnviz.holds import Hold
from rnnviz.locale import N_
from rnnviz.text import visible
from rnnviz.trace import Trace

MOST_CHANGES = 64
MAX_LENGTH = 4000
LARGEST = 1000.0
INDEX = re.compile(r"[0-9]{1,6}", re.ASCII)
SPAN = re.compile(r"([0-9]{1,6})(?:-([0-9]{1,6}))?", re.ASCII)
ENTRY = re.compile(r"(?:([0-9]{1,2}):)?([^=]+)=(.*)", re.ASCII | re.DOTALL)
ALL = "*"


@dataclass(frozen=True)
class Change:
    """One change, counted from 0.

    kind: "hold" has name (a quantity), units, steps and value; "input" has steps (one) and
    character; "initial" has name (a state), units and value; "weight" has name, row, column and
    value; "weights" has moment, the number of gradient steps. units of None are all of them.
    """

    kind: Literal["hold", "input", "initial", "weight", "weights"]
    name: str = ""
    units: tuple[int, ...] | None = None
    steps: range = range(0)
    row: int = 0
    column: int = 0
    value: float = 0.0
    character: str = ""
    moment: int = 0
    track: int = 0


@dataclass(frozen=True)
class Bounds:
    """What can be changed in a track.

    quantities: each with its width, and whether it is a share from 0 to 1. states: each with its
    width. weights: each with its shape. vocabulary: the characters, as they are shown.
    moments: the numbers of gradient steps after which there are weights.
    """

    T: int
    quantities: Mapping[str, tuple[int, bool]]
    states: Mapping[str, int]
    weights: Mapping[str, tuple[int, int]]
    vocabulary: tuple[str, ...] = ()
    moments: tuple[int, ...] = ()

    @classmethod
    def of(cls, trace: Trace, moments: Sequence[int] = ()) -> Self:
        """The bounds of a trace."""
        model, description = trace.model, trace.cell.description
        parameters = model.parameters if model else trace.cell.parameters
        return cls(
            T=trace.steps,
            quantities={
                q.name: (trace[q.name].shape[-1], q.kind == "gate")
                for q in description.quantities
                if q.kind != "input"
            },
            states={state: trace[f"{state}0"].shape[-1] for state in trace.cell.states},
            weights={name: (value.shape[0], value.shape[1]) for name, value in parameters.items()},
            vocabulary=tuple(map(visible, model.vocabulary)) if model and trace.is_of_text else (),
            moments=tuple(moments),
        )


def check_length(text: str) -> None:
    """Raises LinkError for changes that are too long for a link."""
    if len(text) > MAX_LENGTH:
        raise LinkError(
            N_("The link's changes are {count} characters long; at most {most} fit."),
            count=len(text),
            most=MAX_LENGTH,
        )


def read(text: str, tracks: Sequence[Bounds]) -> tuple[list[Change], list[str]]:
    """The changes of a link that fit, and the entries that do not.

    tracks: the bounds of each track. Of two changes of the same thing the later one counts, in the
    place of the earlier one.
    """
    made: dict[tuple[object, ...], Change] = {}
    left = []
    for entry in filter(str.strip, text.split(";")):
        change = _read(entry.strip(), tracks) if len(made) < MOST_CHANGES else None
        if change is None:
            left.append(entry)
        else:
            made[_thing(change)] = change
    return list(made.values()), left


def carried_out(
    trace: Trace,
    changes: Sequence[Change],
    moments: Mapping[int, Mapping[str, Array]] | None = None,
) -> Trace:
    """The trace with these changes of one track.

    moments: the parameters at each moment of the training that a change names. The targets stay.
    Raises ValueError for changes that do not fit it.
    """
    model = trace.model
    parameters = {name: value.copy() for name, value in (model or trace.cell).parameters.items()}
    for change in changes:
        if change.kind == "weights":
            parameters |= {n: v.copy() for n, v in (moments or {})[change.moment].items()}
    inputs = list(trace.inputs)
    initial: dict[str, Any] = {f"{s}0": trace[f"{s}0"].copy() for s in trace.cell.states}
    vocabulary = tuple(model.vocabulary) if model else ()
    tokens = {visible(token): token for token in reversed(vocabulary)}
    holds = []
    for change in changes:
        if change.kind == "weight":
            parameters[change.name][change.row, change.column] = change.value
        elif change.kind == "input":
            inputs[change.steps[0]] = tokens[change.character]
        elif change.kind == "initial":
            units = slice(None) if change.units is None else list(change.units)
            initial[f"{change.name}0"][..., units] = change.value
        elif change.kind == "hold":
            units_of = None if change.units is None else list(change.units)
            holds.append(Hold(change.name, value=change.value, units=units_of, steps=change.steps))
    if model is None:
        return trace.cell.with_parameters(**parameters).run(trace["X"], holds=holds, **initial)
    changed = model.with_parameters(**parameters)
    read = trace.readings or inputs
    return changed.trace(read, targets=trace.targets, holds=holds, **initial)


def write(changes: Iterable[Change]) -> str:
    """The changes as a link has them, counted from 1; a number keeps six significant digits."""
    return ";".join(map(_written, changes))


def _written(change: Change) -> str:
    value = f"{change.value:.6g}"
    units = ALL if change.units is None else ",".join(str(unit + 1) for unit in change.units)
    match change.kind:
        case "hold":
            first, last = change.steps.start + 1, change.steps.stop
            steps = str(first) if first == last else f"{first}-{last}"
            own = f"{change.name}.{units}.{steps}={value}"
        case "input":
            character = change.character.replace("%", "%25").replace(";", "%3B")
            own = f"x.{change.steps.start + 1}={character}"
        case "initial":
            own = f"{change.name}0.{units}={value}"
        case "weight":
            own = f"{change.name}.{change.row + 1}.{change.column + 1}={value}"
        case "weights":
            own = f"weights={change.moment}"
    return f"{change.track + 1}:{own}" if change.track else own


def _thing(change: Change) -> tuple[object, ...]:
    return tuple(vars(replace(change, value=0.0, character="", moment=0)).values())


def _read(entry: str, tracks: Sequence[Bounds]) -> Change | None:
    found = ENTRY.fullmatch(entry)
    track = int(found[1] or 1) - 1 if found else -1
    if found is None or not 0 <= track < len(tracks):
        return None
    change = _change(found[2], found[3], tracks[track])
    return None if change is None else replace(change, track=track)


def _change(name: str, right: str, bounds: Bounds) -> Change | None:
    if name == "weights":
        moment = int(right) if INDEX.fullmatch(right) else -1
        return Change("weights", moment=moment) if moment in bounds.moments else None
    parts = name.split(".")
    if len(parts) == 2 and parts[0] == "x":
        step = _index(parts[1], bounds.T)
        character = right.replace("%3B", ";").replace("%25", "%")
        if step is None or character not in bounds.vocabulary:
            return None
        return Change("input", steps=range(step, step + 1), character=character)
    value = _number(right)
    if value is None:
        return None
    state = ".".join(parts[:-1])
    if state.endswith("0") and state[:-1] in bounds.states:
        units = _units(parts[-1], bounds.states[state[:-1]], most=1)
        return Change("initial", state[:-1], units[0], value=value) if units else None
    own, first, last = ".".join(parts[:-2]), parts[-2] if len(parts) > 1 else "", parts[-1]
    if own in bounds.weights:
        row, column = (
            _index(i, n) for i, n in zip((first, last), bounds.weights[own], strict=True)
        )
        if row is None or column is None:
            return None
        return Change("weight", own, row=row, column=column, value=value)
    width, is_share = bounds.quantities.get(own, (0, False))
    units, steps = _units(first, width, most=width), _steps(last, bounds.T)
    if units is None or steps is None or (is_share and not 0 <= value <= 1):
        return None
    return Change("hold", own, units[0], steps, value=value)


def _number(text: str) -> float | None:
    plain = text.strip().replace("−", "-", 1)
    value = float(plain) if NUMBER.fullmatch(plain) else np.inf
    return value if abs(value) <= LARGEST else None


def _index(text: str, length: int) -> int | None:
    """A number of a link, counted from 0, or None if there is no such place."""
    k = int(text) - 1 if INDEX.fullmatch(text) else -1
    return k if 0 <= k < length else None


def _units(text: str, width: int, most: int) -> tuple[tuple[int, ...] | None] | None:
    """The units, (None,) for all of them; None if there are no such units."""
    if width and text == ALL:
        return (None,)
    units = [_index(one, width) for one in text.split(",")]
    known = tuple(unit for unit in units if unit is not None)
    return (known,) if len(known) == len(units) <= most else None


def _steps(text: str, T: int) -> range | None:
    if text == ALL:
        return range(T)
    found = SPAN.fullmatch(text)
    first = _index(found[1], T) if found else None
    last = _index(found[2] or found[1], T) if found else None
    return (
        range(first, last + 1) if first is not None and last is not None and first <= last else None
    )
