"""A track: one model that reads one text, as the JSON that the stage draws.

The stage shows numbers that are computed here or earlier. It computes itself the terms of a unit's
sum and the products that a diagram draws between two quantities, which tests hold to
`rnnviz.explain`; and what follows when a reader changes something by hand, with the program.
"""

import base64
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace

import numpy as np
import numpy.typing as npt

from rnnviz.cells import Bidirectional, Cell, Composite, Stacked
from rnnviz.cells.activations import Array
from rnnviz.cells.description import Description, Diagram, Node, Phase, Quantity, Weight, titled
from rnnviz.cells.equation import parse
from rnnviz.cells.expression import Matmul, Parameter, Tensor, evaluate, to_json, walk
from rnnviz.engine.program import program
from rnnviz.explain.dataflow import node_values
from rnnviz.explain.hues import hue_of
from rnnviz.explain.ledger import account
from rnnviz.explain.notation import NOTATIONS, notation
from rnnviz.explain.spoken import CALLED, OUTPUT_CALLED
from rnnviz.explain.warrants import is_measured, power, recorded, warrants_of
from rnnviz.locale import N_, Refusal, translator
from rnnviz.model import LOGITS, OUTPUT_PHASES, OUTPUT_QUANTITIES, PREDICTION
from rnnviz.practice.families import OF_CELLS, practised
from rnnviz.stage.backward import Backward, diagrams
from rnnviz.text import visible
from rnnviz.trace import Trace

Indices = npt.NDArray[np.intp]
# How many of a step's likeliest characters can be looked at; the stage has no room for more.
LIKELIEST = 12
# The hidden units of a network in two directions.
EACH_WAY = N_("h = {h} each way")
# What tells a track from any other.
IDENTITY = ("sizes", "inputs", "labels", "targets", "tensors", "parameters")
# How many weights a track may have beyond those that the stage shows, half a megabyte of them: to
# change a track by hand, the engine in the browser needs the weights of all characters.
MOST_UNSHOWN = 90_000


def track(
    trace: Trace, language: str = "en", caption: str = "", sample: int = 0
) -> dict[str, object]:
    """Everything that the stage shows of one sample of a trace, ready for `json.dumps`.

    language: a key of `rnnviz.locale.LANGUAGES`. caption: the words beside the text, such as where
    the weights come from. Float arrays travel as base64 of little-endian float64, or of float32
    where that holds the very same numbers, so that no digit is lost. Of thousands of characters
    those are sent that the stage can show: of the input weights the rows of what is read, of the
    output layer the columns of each step's likeliest and of the text's own. Such a track has no
    program, and cannot be changed by hand.
    Raises ValueError for an unknown language or a sample that the trace has not.
    """
    cell, model, samples = trace.cell, trace.model, trace["X"].shape[1]
    if not 0 <= sample < samples:
        raise ValueError(f"sample is {sample}; it must be from 0 to {samples - 1}.")
    _ = translator(language)
    content = _of_text(trace) | _of_cell(cell, _) | _computed(trace, sample, _)
    content["sizes"] = {
        "T": trace.steps,
        "d": cell.input_size,
        "h": cell.hidden_size,
        "q": len(model.labels) if model else 0,
    }
    # The same in every language, so that what a reader has answered about a trace outlives a switch.
    identity = [cell.name, *(content[name] for name in IDENTITY)]
    digest = hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()
    notations = [_notation(key, cell, _) for key in NOTATIONS]
    return {"id": digest[:16], **content, "caption": caption, "notations": notations}


def _of_text(trace: Trace) -> dict[str, object]:
    """What is read, and what can be said of it."""
    model = trace.model
    return {
        "inputs": [visible(character) for character in trace.inputs],
        "vocabulary": [visible(token) for token in model.vocabulary]
        if model and trace.is_of_text
        else [],
        "labels": [visible(token) for token in model.labels] if model else [],
        "targets": model.labels.indices(trace.targets).tolist()
        if model and trace.targets is not None
        else None,
        # How the text was learnt by heart.
        "learnt": model.learnt._asdict() if model and model.learnt else None,
        "tags": bool(model and model.labels != model.vocabulary),
        # The numbers of a sensor as they were measured; what is read of them is X.
        "readings": trace.readings and trace.readings.rows,
    }


def _of_cell(cell: Cell | Composite, _: Callable[[str], str]) -> dict[str, object]:
    return {
        "cell": {
            "name": cell.name,
            "title": _cell_title(cell, _),
            "phi": getattr(cell, "phi", ""),
            "size": _size(cell, _),
        },
        # The rows of cells in the unrolled drawing, from top to bottom.
        "rows": list(cell.rows),
        "called": _called(cell, _),
        "carries": bool(cell.states),
        "ledger": _ledger(cell, _),
        "warrant": _warrant(cell, _),
        "tasks": _tasks(cell),
    }


def _tasks(cell: Cell | Composite) -> dict[str, object]:
    """The families of tasks that practise such a cell and what it predicts, and what each asks for, by their kinds."""
    families = practised(cell)
    if families:
        families |= {"output": "softmax"}
    return {
        kind: {"family": name, "asks": list(OF_CELLS[name].equations)}
        for kind, name in families.items()
    }


def _warrant(cell: Cell | Composite, _: Callable[[str], str]) -> dict[str, object]:
    """What the cell's numbers were held to when that was last measured, and by how much they differed."""
    record = recorded()

    def row(network: str, what: str, to: str) -> dict[str, object]:
        return {"network": _(network), "what": _(what), "to": _(to)}

    return {
        "date": record.date,
        "versions": ", ".join(f"{name} {version}" for name, version in record.versions.items()),
        "isWhole": is_measured(cell),
        "rows": [
            {
                **row(*one.words()),
                "numbers": one.numbers,
                "largest": power(one.largest),
                "isBack": one.is_of_gradients,
            }
            for one in warrants_of(cell)
        ],
    }


def _computed(trace: Trace, sample: int, _: Callable[[str], str]) -> dict[str, object]:
    """Every number, and how each follows from those before it."""
    cell, model, description = trace.cell, trace.model, trace.cell.description
    quantities = description.quantities + (OUTPUT_QUANTITIES if model else ())
    phases = description.phases + (OUTPUT_PHASES if model else ())
    parameters = model.parameters if model else cell.parameters
    likeliest, outputs = _outputs(trace, sample)
    rows = {name: np.unique(trace["X"][:, sample].argmax(axis=1)) for name in _input_weights(trace)}
    columns = dict.fromkeys(("W_hq", "b_q"), outputs)
    is_changeable = _unshown(parameters, rows, columns) <= MOST_UNSHOWN
    if is_changeable:
        rows, columns = {}, {}

    def title(quantity: Quantity) -> str:
        return titled(quantity.title, quantity.path, _)

    return {
        "quantities": [_quantity(quantity, trace, description, _) for quantity in quantities],
        "likeliest": likeliest.tolist(),
        "tensors": _tensors(trace, quantities, sample, outputs),
        "parameters": {
            name: _part(value, rows.get(name), columns.get(name))
            for name, value in parameters.items()
        },
        "program": program(model or cell) if is_changeable else None,
        # Without every weight, the gradients cannot be computed in the browser.
        "backward": Backward(model or cell, title, _, trace.arriving).to_json()
        if (model or trace.arriving) and is_changeable
        else None,
        "arriving": {name: _floats(one[:, sample]) for name, one in trace.arriving.items()} or None,
        "phases": [_phase(phase, parameters, _) for phase in phases],
        "diagrams": [_diagram(one, trace, _) for one in diagrams(description, model)],
    }


def _phase(
    phase: Phase, parameters: Mapping[str, Array], _: Callable[[str], str]
) -> dict[str, object]:
    equation = parse(phase.equation, parameters)
    return {
        "key": phase.key,
        "title": titled(phase.title, phase.path, _),
        "meaning": _meaning(phase, _),
        "target": equation.target,
        "expression": to_json(equation.expression),
    }


def _called(cell: Cell | Composite, _: Callable[[str], str]) -> dict[str, str]:
    """Each parameter in words, as one reads an equation aloud."""
    description = cell.description

    def words(weight: Weight) -> str:
        quantity = description.quantity(weight.gate)
        title = titled(quantity.title, quantity.path, _)
        return _(CALLED[weight.kind]).format(quantity=title)

    own = {weight.name: words(weight) for weight in description.weights}
    return own | {name: _(message) for name, message in OUTPUT_CALLED.items()}


def _cell_title(cell: Cell | Composite, _: Callable[[str], str]) -> str:
    if isinstance(cell, Stacked):
        return _(N_("Stacked {title}")).format(title=_cell_title(cell.layers[0], _))
    return _(cell.title)


def _meaning(phase: Phase, _: Callable[[str], str]) -> str:
    made = _(phase.meaning)
    for part in reversed(phase.path):
        made = _(part.meant).format(meaning=made)
    return made


def _quantity(
    quantity: Quantity, trace: Trace, description: Description, _: Callable[[str], str]
) -> dict[str, object]:
    """A quantity with its hue and the fixed scale of its colours, from −high or 0 to high."""
    unsigned = quantity.kind in ("gate", "output")
    return {
        "name": quantity.name,
        "kind": quantity.kind,
        "title": titled(quantity.title, quantity.path, _),
        "word": _(quantity.word),
        "part": " · ".join(part.key for part in quantity.path),
        "reversed": quantity.reversed,
        "pre": quantity.pre,
        "hue": hue_of(quantity, description),
        "signed": not unsigned,
        "high": 1.0 if unsigned else _scale_end(trace[quantity.name]),
        "preHigh": _scale_end(trace[quantity.pre]) if quantity.pre else 1.0,
    }


def _ledger(cell: Cell | Composite, _: Callable[[str], str]) -> dict[str, object]:
    """What the cell's ledger is computed from, or the reason why it has none."""
    try:
        own = account(cell)
    except Refusal as refusal:
        return {"memory": None, "reason": refusal.sentence(_)}
    return {
        "memory": own.memory,
        "kept": [to_json(term) for term in own.kept],
        "written": to_json(own.written),
        "isLinear": own.is_linear,
    }


def _diagram(diagram: Diagram, trace: Trace, _: Callable[[str], str]) -> dict[str, object]:
    """A diagram, and of each node with a strip of its own the expression and its scale."""
    phi = str(getattr(trace.cell, "phi", ""))
    values = node_values(diagram, trace.cell.parameters)
    description = trace.cell.description
    targets = {
        phase.key: equation.target
        for phase, equation in zip(description.phases, description.equations, strict=True)
    }

    def strip(node: Node) -> dict[str, object]:
        whole = evaluate(
            values[node.key],
            lambda e: trace.before(e.name) if e.before else trace[e.name],
            trace.cell.parameters,
            phi,
        )
        # On the scale of what it becomes, so that F ⊙ C can be compared with C.
        high = max(_scale_end(whole), _scale_end(trace[targets[node.phase]]))
        return {"expression": to_json(values[node.key]), "high": high}

    return {
        **asdict(replace(diagram, with_output=None)),
        "title": _diagram_title(diagram, _),
        "values": {
            node.key: strip(node) for node in diagram.nodes if node.strip and not node.writes
        },
    }


def _diagram_title(diagram: Diagram, _: Callable[[str], str]) -> str:
    parts = [_(part.title).format(number=part.number) for part in diagram.path]
    return " · ".join([*parts, *([_(diagram.title)] if diagram.title else [])])


def _size(cell: Cell | Composite, _: Callable[[str], str]) -> str:
    """How many hidden units there are, in words where it is more than one number."""
    if isinstance(cell, Cell):
        return f"h = {cell.hidden_size}"
    if not isinstance(cell, Bidirectional):
        return f"h = {' × '.join(str(m.cell.hidden_size) for m in cell.members)}"
    forward, backward = cell.forward.hidden_size, cell.reverse.hidden_size
    if forward == backward:
        return _(EACH_WAY).format(h=forward)
    return _(N_("h = {forward} forward, {backward} backward")).format(
        forward=forward, backward=backward
    )


def _scale_end(values: Array) -> float:
    """The end of a fixed colour scale that holds every value: 0.1, 0.2, 0.5, 1, 1.5, 2, …

    A network that has learnt nothing has small states, which would all be pale on a scale to 1.
    """
    largest = float(np.abs(values).max())
    return next(
        (end for end in (0.1, 0.2, 0.5) if largest <= end), max(1.0, np.ceil(2 * largest) / 2)
    )


def _outputs(trace: Trace, sample: int) -> tuple[Indices, Indices]:
    """Each step's likeliest outputs, (T, LIKELIEST); and all that can be looked at, in order."""
    model = trace.model
    if model is None:
        return np.zeros((trace.steps, 0), np.intp), np.zeros(0, np.intp)
    likeliest = np.argsort(-trace["Y_hat"][:, sample], axis=1, kind="stable")[:, :LIKELIEST]
    own = [k for k, label in enumerate(model.labels) if label in trace.inputs]
    own += model.labels.indices(trace.targets).tolist() if trace.targets else []
    return likeliest, np.union1d(likeliest, own).astype(np.intp)


def _input_weights(trace: Trace) -> set[str]:
    """The weights that a one-hot X is multiplied with: one row of them for each character."""
    if not trace.is_of_text:
        return set()
    return {
        e.right.name
        for equation in trace.cell.description.equations
        for e in walk(equation.expression)
        if isinstance(e, Matmul) and e.left == Tensor("X") and isinstance(e.right, Parameter)
    }


def _tensors(
    trace: Trace, quantities: tuple[Quantity, ...], sample: int, outputs: Indices
) -> dict[str, object]:
    names = [name for q in quantities for name in (q.name, q.pre) if name and name != "X"]
    columns = dict.fromkeys((LOGITS.name, PREDICTION.name), outputs) if trace.model else {}
    tensors: dict[str, object] = {
        name: _part(trace[name][:, sample], columns=columns.get(name)) for name in names
    }
    for name in trace:
        if name.endswith("0"):
            tensors[name] = _floats(trace[name][sample])
    X = trace["X"][:, sample]
    if trace.model:
        # The unsent outputs' part of the sum under each softmax.
        unlisted = np.delete(trace["logits"][:, sample], outputs, axis=1)
        tensors["unlisted"] = _floats(np.exp(unlisted).sum(axis=1)[:, np.newaxis])
    if trace.is_of_text:
        # One-hot: the position of the 1 is all there is to send.
        tensors["X"] = {"shape": X.shape, "hot": X.argmax(axis=1).tolist()}
    else:
        tensors["X"] = _floats(X)
    if "loss" in trace:
        loss = trace["loss"][:, sample]
        tensors["loss"] = _floats(loss[:, np.newaxis])
        tensors["mean_loss"] = _floats(
            (np.cumsum(loss) / np.arange(1, len(loss) + 1))[:, np.newaxis]
        )
    return tensors


def _notation(key: str, cell: Cell | Composite, _: Callable[[str], str]) -> dict[str, object]:
    made = notation(key, cell)
    return {**asdict(made), "title": _(made.title), "note": _(made.note) if made.note else ""}


def _part(
    array: Array, rows: Indices | None = None, columns: Indices | None = None
) -> dict[str, object]:
    """A matrix as some of its rows or columns, with their numbers; or as a whole, if it needs all
    of them."""
    for axis, (name, kept) in enumerate((("rows", rows), ("columns", columns))):
        if kept is not None and len(kept) < array.shape[axis]:
            part = _floats(np.take(array, kept, axis))
            return {**part, "shape": array.shape, name: kept.tolist()}
    return _floats(array)


def encoded(parameters: Mapping[str, Array]) -> dict[str, object]:
    """Parameters as they travel to the stage, by name."""
    return {name: _floats(value) for name, value in parameters.items()}


def _unshown(
    parameters: dict[str, Array], rows: dict[str, Indices], columns: dict[str, Indices]
) -> int:
    """How many weights are left out where only these rows and columns are sent."""
    kept = {name: len(rows[name]) * parameters[name].shape[1] for name in rows}
    kept |= {
        name: len(columns[name]) * parameters[name].shape[0]
        for name in columns
        if name in parameters
    }
    return sum(parameters[name].size - count for name, count in kept.items())


def least_bytes(trace: Trace) -> int:
    """What the numbers of a trace's steps take as they travel, without computing anything."""
    shown = [name for q in trace.cell.description.quantities for name in (q.name, q.pre) if name]
    arrays = [trace[name] for name in shown if name != "X"]
    return sum(array.size * (4 if _is_short(array) else 8) * 4 // 3 for array in arrays)


def _is_short(array: Array) -> bool:
    return np.array_equal(array.astype("<f4"), array)


def _floats(array: Array) -> dict[str, object]:
    is_short = _is_short(array)
    data = np.ascontiguousarray(array.astype("<f4" if is_short else "<f8")).tobytes()
    encoded = base64.b64encode(data).decode("ascii")
    return {"shape": array.shape, "data": encoded, **({"bits": 32} if is_short else {})}
