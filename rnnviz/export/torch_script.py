"""PyTorch code that computes a trace's numbers: the layer of `torch.nn` where it has this cell,
else, and where a quantity is held by hand, the cell's own equations, step by step.

PyTorch stacks the gates' weights transposed and has two biases where the documents have one, so the
second is zero; its order of the gates is not the documents' either.
"""

import io
import re
import textwrap
import zipfile
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from rnnviz import weights
from rnnviz.cells import GRU, LSTM, RNN, Bidirectional, Cell, Composite, Stacked
from rnnviz.cells.axes import is_weighted
from rnnviz.cells.equation import text
from rnnviz.cells.expression import (
    Across,
    Apply,
    Dyad,
    Expression,
    Matmul,
    Parameter,
    Stretched,
    Tensor,
    Transposed,
    rebuilt,
)
from rnnviz.export.model import known_model
from rnnviz.export.script import WIDTH, listed, literal
from rnnviz.holds import Array
from rnnviz.locale import N_, Refusal
from rnnviz.trace import Trace

# PyTorch's name for a cell, and its order of the gates, in the documents' letters.
LAYERS: dict[str, tuple[str, str]] = {
    "rnn": ("RNN", "h"),
    "gru": ("GRU", "rzh"),
    "lstm": ("LSTM", "ifco"),
}
# What an equation calls, in PyTorch.
FUNCTIONS = {
    "sigmoid": "torch.sigmoid",
    "tanh": "torch.tanh",
    "relu": "torch.relu",
    "identity": "torch.clone",
    "exp": "torch.exp",
    "log": "torch.log",
    "logsigmoid": "torch.nn.functional.logsigmoid",
    "max": "torch.maximum",
    "softplus": "torch.nn.functional.softplus",
    "normalised": "torch.nn.functional.normalize",
}
# What PyTorch has no name for; a vector is (n, i), a matrix (n, i, j).
DEFINED = {
    "outer": "lambda a, b: a[..., :, None] * b[..., None, :]",
    "read": "lambda a, M: (a[..., None, :] @ M)[..., 0, :]",
    "norm": "lambda a: a.norm(dim=-1, keepdim=True).clamp_min(1e-12)",
    "transposed": "lambda M: M.mT",
    "column": "lambda a: a[..., None]",
    "across": "lambda a: a.sum(-1, keepdim=True)",
    "across_rows": "lambda M: M.sum(-1)",
}
MOST_NUMBERS = 500_000
IMPORTS = "import base64\nimport io\n\nimport numpy as np\nimport torch"
LOADED = """\
data = np.load(io.BytesIO(base64.b64decode(DATA)))
w = {name: torch.from_numpy(value) for name, value in data.items()}"""
# The same where the weights are in a file beside the code.
IMPORTS_BESIDE = "from pathlib import Path\n\nimport torch\nfrom safetensors.torch import load_file"
LOADED_BESIDE = "w = load_file(Path(__file__).with_name({file!r}))  # rnnviz opens it, too"
# Most texts begin with zeros; other states, and what is held by hand, are in no file of weights.
ZEROS = """\
for state, size in {sizes}.items():  # at the start
    w[state] = torch.zeros(1, *size, dtype=torch.float64)"""
ALL_IMPORTS_BESIDE = """\
import base64
import io
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file"""
CODE, WEIGHTS = "network.py", "network.safetensors"
OF_TEXT = """\
one_hot = torch.eye(len(vocabulary), dtype=torch.float64)
X = one_hot[[vocabulary.index(token) for token in inputs]]  # (T, d)"""
OF_READINGS = """\
# Of each reading: (reading - mean) / standard deviation, feature by feature.
{rows}
X = torch.tensor(rows, dtype=torch.float64)  # (T, d)"""
NO_LOSS = "print(Y_hat)"
HOLD = (
    "",
    "",
    "def _hold(name, t, free):  # what is held by hand, in the place of what the equation gives",
    '    if f"held {name}" not in w:',
    "        return free",
    '    return torch.where(w[f"held {name}"][t] > 0, w[f"value {name}"][t], free)',
)
READING = ("for row in X:", "    H, state = step(row[None], *state, **own)")
HELD_READING = (
    "for t, row in enumerate(X):",
    "    H, state = step(row[None], *state, **own, _t=t)",
)
SHARES = 'Y_hat = (H @ w["W_hq"] + w["b_q"]).softmax(-1)  # (T, q)'
LOSS = """\
loss = -Y_hat[range(len(inputs)), [labels.index(token) for token in targets]].log()
print(loss)"""


def to_torch_script(
    trace: Trace, translate: Callable[[str], str] = str, weights_file: str = ""
) -> str:
    """A Python file that computes H (T, h), Y_hat (T, q) and, with targets, loss (T,) in float64.

    The weights are in the file, as base64 of NumPy's archive. weights_file: the name of a file beside
    it that has them instead, as `rnnviz.weights.to_bytes` writes it. translate: to the reader's
    language.
    Raises Refusal for a model of more than MOST_NUMBERS weights in the file, ValueError for a trace
    without a model.
    """
    model, cell = known_model(trace), trace.cell
    words, computed = code(cell, translate, [hold.quantity for hold in trace.holds])
    beside = {**{name: trace[name] for name in _initial(trace)}, **_held(trace)}
    imports, data, loaded = IMPORTS, model.parameters | beside, LOADED
    if weights_file:
        imports, data, loaded = _beside(beside, weights_file)
    count = sum(value.size for value in data.values())
    if count > MOST_NUMBERS:
        raise Refusal(
            N_("The model has {count} weights; a file of code may hold {most}."),
            count=count,
            most=MOST_NUMBERS,
        )
    lists = [
        listed("vocabulary", model.vocabulary.tokens),
        listed("labels", model.labels.tokens),
        listed("inputs", trace.inputs),
        *([listed("targets", trace.targets)] if trace.targets else []),
        *([literal("DATA", _archive(data))] if data else []),
    ]
    end = LOSS if trace.targets else NO_LOSS
    return (
        "\n\n".join([words, imports, "\n".join(lists), loaded, _input(trace), computed, end]) + "\n"
    )


def _beside(arrays: dict[str, Array], file: str) -> tuple[str, dict[str, Array], str]:
    """The imports of code whose weights are in a file, the arrays that it still has in it, and the lines that
    load all. arrays: what is in no file of weights."""
    weights_loaded = LOADED_BESIDE.format(file=file)
    if any(value.any() for value in arrays.values()):
        return ALL_IMPORTS_BESIDE, arrays, f"{weights_loaded}\n{LOADED.replace('w = ', 'w |= ')}"
    sizes = {name: value.shape[1:] for name, value in arrays.items()}
    zeros = [ZEROS.format(sizes=sizes)] if sizes else []
    return IMPORTS_BESIDE, {}, "\n".join([weights_loaded, *zeros])


def _archive(arrays: Mapping[str, Array]) -> bytes:
    file = io.BytesIO()
    named: dict[str, Any] = dict(arrays)
    np.savez(file, **named)
    return file.getvalue()


def to_torch_zip(trace: Trace, translate: Callable[[str], str] = str) -> bytes:
    """The same as two files in an archive, CODE and beside it WEIGHTS: code that is read, and weights
    that rnnviz and safetensors open.

    Raises Refusal as `rnnviz.weights.to_bytes` does, ValueError for a trace without a model.
    """
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in (
            (CODE, to_torch_script(trace, translate, WEIGHTS).encode()),
            (WEIGHTS, weights.to_bytes(known_model(trace))),
        ):
            # Without a date: the same trace gives the same archive.
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def code(
    cell: Cell | Composite, translate: Callable[[str], str], held: Sequence[str] = ()
) -> tuple[str, str]:
    """What the file says of itself, and its lines that compute H and Y_hat from X and w.

    held: the quantities that may be held by hand. The lines are the same whatever the sizes, except
    that `torch.nn` stacks only layers of one size.
    """
    layers = _layers(cell)
    in_torch = [] if held else _in_torch(layers)
    name = LAYERS[in_torch[0].name][0] if in_torch else ""
    said = translate(_about(held, in_torch)).format(cell=translate(cell.title), layer=name)
    words = textwrap.wrap(said, WIDTH - 2, initial_indent="# ", subsequent_indent="# ")
    if in_torch:
        prefixes = [prefix for prefix, _layer in layers]
        lines = _with_layer(in_torch, prefixes, isinstance(cell, Bidirectional))
    elif isinstance(cell, Bidirectional):
        lines = _both_ways(cell, held)
    else:
        lines = _with_equations(cell, held)
    return "\n".join(words), lines


def _input(trace: Trace) -> str:
    if not trace.readings:
        return OF_TEXT
    return OF_READINGS.format(rows=listed("rows", trace.readings.X[:, 0].tolist()))


def _about(held: Sequence[str], in_torch: Sequence[Cell]) -> str:
    if in_torch:
        return N_("{cell} with torch.nn.{layer}: the numbers that rnnviz shows.")
    if held:
        return N_(
            "{cell} in PyTorch, with what is held by hand: the numbers that rnnviz shows. No layer of "
            "torch.nn can hold a quantity, so these are its equations, step by step."
        )
    return N_(
        "{cell} in PyTorch: the numbers that rnnviz shows. torch.nn has no such layer, so these are "
        "its equations, step by step."
    )


def _held(trace: Trace) -> dict[str, Array]:
    """Of each held quantity where it is held and at what, (T, h) each, or its own axes in the place
    of h, in the order of the text. A weight has no blank in its name."""
    held: dict[str, Array] = {}
    for name, (where, value) in trace.held.items():
        held |= {f"held {name}": where[:, 0], f"value {name}": value[:, 0]}
    return held


def _initial(trace: Trace) -> list[str]:
    return [f"{state}0" for state in trace.cell.states]


def _layers(cell: Cell | Composite) -> list[tuple[str, Cell | Composite]]:
    """Each layer, or each direction, with what its names begin with."""
    if isinstance(cell, Stacked | Bidirectional):
        return [(m.name(""), m.cell) for m in cell.members]
    return [("", cell)]


def _in_torch(layers: Sequence[tuple[str, Cell | Composite]]) -> list[RNN | GRU | LSTM]:
    """The layers, if one of `torch.nn` computes all of them."""
    known = [layer for _prefix, layer in layers if isinstance(layer, RNN | GRU | LSTM)]
    if len(known) < len(layers):
        return []
    first = known[0]
    for layer in known:
        alike = type(layer) is type(first) and layer.options == first.options
        if not alike or layer.output_size != first.output_size:
            return []
    is_one = first.reset_after if isinstance(first, GRU) else True
    if isinstance(first, RNN):
        is_one = first.phi in ("tanh", "relu")
    return known if is_one else []


def _with_layer(
    layers: Sequence[RNN | GRU | LSTM], prefixes: Sequence[str], are_directions: bool
) -> str:
    first = layers[0]
    name, gates = LAYERS[first.name]
    phi = f', nonlinearity="{first.phi}"' if isinstance(first, RNN) else ""
    rows = []
    for k, prefix in enumerate(prefixes):
        second = f"torch.zeros({len(gates)} * h, dtype=X.dtype)"
        if isinstance(first, GRU):
            zeros = "torch.zeros(2 * h, dtype=X.dtype)"
            second = f'torch.cat([{zeros}, w["{prefix}b_hh"][0]])'
        place = ("l0", "l0_reverse")[k] if are_directions else f"l{k}"
        rows += [
            f'    "weight_ih_{place}": gates("{prefix}W_x").T,',
            f'    "weight_hh_{place}": gates("{prefix}W_h").T,',
            f'    "bias_ih_{place}": gates("{prefix}b_")[0],',
            f'    "bias_hh_{place}": {second},',
        ]
    states = [
        "torch.cat([" + ", ".join(f'w["{prefix}{own}0"]' for prefix in prefixes) + "])"
        for own in first.states
    ]
    initial = states[0] if len(states) == 1 else f"({', '.join(states)})"
    many = "bidirectional=True" if are_directions else len(layers)
    read = "# (T, 2h)" if are_directions else "# (T, h)"
    return "\n".join(
        [
            "def gates(kind):  # in PyTorch's order",
            f'    return torch.cat([w[kind + gate] for gate in "{gates}"], 1)',
            "",
            "",
            f'd, h = X.shape[1], w["{prefixes[0]}H0"].shape[1]',
            f"rnn = torch.nn.{name}(d, h, {many}{phi}, dtype=X.dtype)",
            "rnn.load_state_dict({",
            *rows,
            "})",
            "with torch.no_grad():",
            f"    H, _last = rnn(X, {initial})  {read}",
            SHARES,
        ]
    )


def _with_equations(cell: Cell | Composite, held: Sequence[str]) -> str:
    holds = {name: name for name in held}
    initial = "".join(f'w["{state}0"], ' for state in cell.states)
    return "\n".join(
        [
            *_functions(_equations(cell), cell),
            *(HOLD if holds else ()),
            *_step("step", cell, holds),
            'own = {name.replace(".", "_"): value for name, value in w.items()}',
            f"state = ({initial})",
            "rows = []",
            *(HELD_READING if holds else READING),
            "    rows.append(H[0])",
            "H = torch.stack(rows)  # (T, h)",
            SHARES,
        ]
    )


def _both_ways(cell: Bidirectional, held: Sequence[str]) -> str:
    """Each direction by its own equations; the backward one takes the rows from the last."""
    equations = [line for m in cell.members for line in _equations(m.cell)]
    steps = []
    for m in cell.members:
        prefix = m.name("")
        holds = {name.removeprefix(prefix): name for name in held if name.startswith(prefix)}
        steps += _step(f"{m.part.key}_step", m.cell, holds)
    return "\n".join(
        [
            *_functions(equations, *(m.cell for m in cell.members)),
            *(HOLD if held else ()),
            *steps,
            "def read(step, times, prefix, states):",
            "    own = {k.removeprefix(prefix): v for k, v in w.items() if k.startswith(prefix)}",
            "    state = [own[name] for name in states]",
            "    found = {}",
            "    for t in times:",
            "        H, state = step(X[t][None], *state, **own, _t=t)",
            "        found[t] = H[0]",
            "    return torch.stack([found[t] for t in range(len(X))])",
            "",
            "",
            f'forward = read(forward_step, range(len(X)), "forward.", {_starts(cell.forward)})',
            "times = reversed(range(len(X)))",
            f'backward = read(backward_step, times, "backward.", {_starts(cell.reverse)})',
            "H = torch.cat([forward, backward], 1)  # (T, 2h)",
            *(['H = _hold("H", slice(None), H)'] if "H" in held else []),
            SHARES,
        ]
    )


def _starts(cell: Cell | Composite) -> str:
    return "[" + ", ".join(f'"{state}0"' for state in cell.states) + "]"


def _equations(cell: Cell | Composite) -> list[str]:
    """The phases as Python of PyTorch's: as they are written, but for operations with a matrix of the step."""
    own = cell.description
    found = zip(own.phases, own.equations, strict=True)
    return [
        phase.equation
        if (made := rebuilt(tree.expression, _as_torch_writes)) == tree.expression
        else f"{tree.target} = {text(made)}"
        for phase, tree in found
    ]


def _as_torch_writes(e: Expression) -> Expression:
    """A part of an equation; where PyTorch writes it otherwise, a name that is that code."""
    match e:
        case Matmul(left, right) if not is_weighted(e):
            return Tensor(f"read({text(left)}, {text(right)})")
        case Dyad(left, right):
            return Tensor(f"outer({text(left)}, {text(right)})")
        case Transposed(of) if not isinstance(of, Parameter):
            return Apply("transposed", of)
        case Stretched(of, to_matrix):
            return Apply("column", of) if to_matrix else of
        case Across(of, of_matrix):
            return Apply("across_rows" if of_matrix else "across", of)
    return e


def _functions(equations: Sequence[str], *cells: Cell | Composite) -> list[str]:
    """The lines that give the functions of some equations their PyTorch names."""
    called = [name for line in equations for name in re.findall(r"(\w+)\(", line)]
    called += [_phi(cell) for cell in cells if "phi" in called]
    known = FUNCTIONS | DEFINED
    return [f"{name} = {known[name]}" for name in dict.fromkeys(called) if name in known]


def _phi(cell: Cell | Composite) -> str:
    return str(getattr(cell, "options", {}).get("phi", "phi"))


def _step(name: str, cell: Cell | Composite, holds: Mapping[str, str]) -> list[str]:
    """A function of one step: the input, the states before and all weights in, H and states out.

    holds: the names of what is held by hand, in the cell and in the whole trace; the function then
    takes the number of its step too.
    """
    lines = [line for one in _equations(cell) for line in _lines(one, cell, holds)]
    body = re.sub(r"\bphi\(", f"{_phi(cell)}(", "\n".join(lines))
    before = [f"{state}_prev".replace(".", "_") for state in cell.states]
    after = [state.replace(".", "_") for state in cell.states]
    weights = [one.replace(".", "_") for one in cell.parameters]
    # A cell's own names begin with letters.
    taken = textwrap.fill(
        ", ".join(["X", *before, *weights, *(["_t"] if holds else [])]),
        WIDTH,
        initial_indent="    ",
        subsequent_indent="    ",
    )
    carried = "".join(f"{state}, " for state in after)
    return [
        "",
        "",
        f"def {name}(",
        f"{taken}, **_",
        "):",
        textwrap.indent(body, "    "),
        f"    return H, ({carried})",
        "",
        "",
    ]


def _lines(equation: str, cell: Cell | Composite, holds: Mapping[str, str]) -> list[str]:
    """The lines of an equation, each with what is held in the place of what it gives."""
    target, _equals, right = equation.partition(" = ")
    given = [(target, right)]
    pre = cell.description.quantity(target).pre if holds else None
    if pre and pre in holds:
        function, inner = right.removesuffix(")").split("(", 1)
        given = [(pre, inner), (target, f"{function}({pre})")]
    lines = []
    for name, value in given:
        # A name of Python has no dot in it.
        own = name.replace(".", "_")
        lines.append(f"{own} = " + re.sub(r"([A-Za-z]\w*)\.(?=[A-Za-z])", r"\1_", value))
        if name in holds:
            lines.append(f'{own} = _hold("{holds[name]}", _t, {own})')
    return lines
