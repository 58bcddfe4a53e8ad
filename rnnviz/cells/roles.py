"""What each name of a written cell is, from where it stands in the equations.

The built-in cells declare the purpose of each quantity and parameter. Here it follows from the
trees: what a sigmoid gives is a gate, what is read as of the step before is a state, a weight
between X and a line is an input weight.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count

from rnnviz.cells.description import Description, Diagram, Kind, Phase, Quantity, Weight, WeightKind
from rnnviz.cells.expression import (
    Apply,
    Equation,
    Expression,
    Matmul,
    OneMinus,
    Parameter,
    Product,
    Quotient,
    Sum,
    Tensor,
    parts,
    walk,
)
from rnnviz.cells.gru import GRU
from rnnviz.cells.lstm import LSTM
from rnnviz.cells.script import Line, Script
from rnnviz.locale import N_

# The documents' letters keep the documents' terms, where the kind is the same.
TERMS = {(q.name, q.kind): (q.title, q.word) for cell in (LSTM, GRU) for q in cell.quantities}
GENERAL: Mapping[Kind, tuple[str, str]] = {
    "gate": (N_("gate"), N_("gate")),
    "candidate": (N_("value on the way"), N_("value")),
    "memory": (N_("further state"), N_("state")),
    "state": (N_("hidden state"), N_("hidden")),
}
MEANINGS: Mapping[Kind, str] = {
    "gate": N_("For each unit a number from 0 to 1: the share that passes of what it is multiplied with."),
    "candidate": N_("A value on the way to the state; other lines read it."),
    "memory": N_("A state: the next step reads it as it is now."),
    "state": N_("The output layer reads it; where a line reads H_prev, so does the next step."),
}
# The subscripts of the output layer, in one notation or another.
OUTPUT_LETTERS = ("q", "y", "out")


def description(script: Script) -> Description:
    """The cell that a script defines, its diagram not laid out yet."""
    weights = _weights(script)
    kinds = _kinds(script)
    letters = _letters(script)
    quantities = (
        Quantity("X", "input", N_("input"), N_("input")),
        *(_quantity(line, kinds, letters) for line in script.lines),
    )
    phases = tuple(
        Phase(line.equation.target, q.title, line.text, MEANINGS[q.kind])
        for line, q in zip(script.lines, quantities[1:], strict=True)
    )
    return Description(quantities, _told_apart(weights, letters), phases, Diagram((), ()))


def _weights(script: Script) -> tuple[Weight, ...]:
    """The parameters in the order of the text, each at the first line that reads it."""
    found: dict[str, Weight] = {}
    for line in script.lines:
        for name, kind in _uses(line.equation.expression, script.states):
            axes = script.matrices.get(name, "1h")
            found.setdefault(name, Weight(name, kind, line.equation.target, axes))
    return tuple(found.values())


def _uses(e: Expression, states: Iterable[str]) -> Iterable[tuple[str, WeightKind]]:
    """Each parameter of an expression, from left to right, with what it is there."""
    match e:
        case Matmul(left, Parameter(name)):
            yield from _uses(left, states)
            yield name, "input weight" if left == Tensor("X") else "recurrent weight"
        case Product(Parameter(name), other) | Product(other, Parameter(name)):
            is_recurrent = other == Tensor("H", before=True)
            yield name, "recurrent weight" if is_recurrent else "peephole"
            yield from _uses(other, states)
        case Parameter(name):
            yield name, "bias"
        case _:
            for part in parts(e):
                yield from _uses(part, states)


def _kinds(script: Script) -> dict[str, Kind]:
    gates: set[str] = set()
    kinds: dict[str, Kind] = {}
    for line in script.lines:
        target = line.equation.target
        kinds[target] = _kind(line.equation, script.states, gates)
        if kinds[target] == "gate":
            gates.add(target)
    return kinds


def _quantity(line: Line, kinds: Mapping[str, Kind], letters: Mapping[str, str]) -> Quantity:
    name, e = line.equation.target, line.equation.expression
    kind = kinds[name]
    title, word = TERMS.get((name, kind), GENERAL[kind])
    letter = letters.get(name, "")
    has_pre = isinstance(e, Apply) and any(isinstance(one, Parameter) for one in walk(e))
    _, _, accent = name.partition("_")
    return Quantity(
        name,
        kind,
        title,
        word,
        pre=f"A_{letter}" if has_pre else None,
        letter=letter,
        accent=accent,
    )


def _kind(equation: Equation, states: Iterable[str], gates: set[str]) -> Kind:
    if equation.target == "H":
        return "state"
    if equation.target in states:
        return "memory"
    return "gate" if _is_share(equation.expression, gates) else "candidate"


def _is_share(e: Expression, gates: set[str]) -> bool:
    """Whether an expression lies between 0 and 1, whatever it reads."""
    match e:
        case Apply("sigmoid", _):
            return True
        case Tensor(name, before=False):
            return name in gates
        case OneMinus(of):
            return _is_share(of, gates)
        case Product(left, right):
            return _is_share(left, gates) and _is_share(right, gates)
        case Quotient(part, Sum(terms)):
            return part in terms and all(_is_share(term, gates) for term in terms)
    return False


def _letters(script: Script) -> dict[str, str]:
    """The letter of each quantity that has weights: the end that its weights' subscripts have in
    common, as f of W_xf, W_hf and b_f; else its own name in small."""
    used = set(OUTPUT_LETTERS)
    found: dict[str, str] = {}
    for line in script.lines:
        target, e = line.equation.target, line.equation.expression
        own = [
            _subscript(one.name, one.name in script.matrices)
            for one in walk(e)
            if isinstance(one, Parameter)
        ]
        if own:
            found[target] = _free(_common_end(own) or target.replace("_", "").lower(), used)
    return found


def _subscript(name: str, is_matrix: bool) -> str:
    """What follows the _, without the x or h that says what a matrix is multiplied with."""
    _, _, sub = name.partition("_")
    return sub[1:] if is_matrix and len(sub) > 1 and sub[0] in "xh" else sub


def _common_end(words: Sequence[str]) -> str:
    end = ""
    for letters in zip(*(word[::-1] for word in words), strict=False):
        if len(set(letters)) > 1:
            break
        end = letters[0] + end
    return end


def _free(letter: str, used: set[str]) -> str:
    """The letter, with a number behind it where it is taken already; it is taken from now on."""
    fitting = next(one for k in count() if (one := f"{letter}{k or ''}") not in used)
    used.add(fitting)
    return fitting


def _told_apart(weights: Sequence[Weight], letters: Mapping[str, str]) -> tuple[Weight, ...]:
    """The weights; where several of a kind serve one quantity, each with a letter of its own."""
    alike = Counter((weight.gate, weight.kind, weight.axes) for weight in weights)
    used = {*OUTPUT_LETTERS, *letters.values()}
    return tuple(
        replace(weight, letter=_free(letters[weight.gate], used))
        if alike[weight.gate, weight.kind, weight.axes] > 1
        else weight
        for weight in weights
    )
