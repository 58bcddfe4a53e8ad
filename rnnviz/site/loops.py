"""A cell's equations and their gradients as loops in JavaScript, for many samples at once.

The loops follow from the trees that define the cell. What is computed number by number stands in one loop, as far as no
product comes between; a product with a weight matrix is left to `product`, for all samples of a step, and that of a
weight's gradient for all steps. `assets/train/network.js` gives the memory, and says what `product` does.
"""

import json
from typing import NamedTuple

from rnnviz.cells import EVERY_CELL, Cell
from rnnviz.cells.activations import ACTIVATIONS
from rnnviz.cells.expression import (
    Apply,
    Arriving,
    Expression,
    Gradient,
    Matmul,
    Maximum,
    Negative,
    OneMinus,
    Outer,
    Parameter,
    Product,
    Quotient,
    Sum,
    Tensor,
    Total,
    Transposed,
    walk,
)
from rnnviz.cells.program import INPUT

# Each as an expression in JavaScript; tanh(a) = 2σ(2a) − 1 costs half of Math.tanh.
FUNCTIONS = {
    "tanh": "(2 / (1 + Math.exp(-2 * {0})) - 1)",
    "sigmoid": "(1 / (1 + Math.exp(-{0})))",
    "relu": "Math.max({0}, 0)",
    "identity": "{0}",
    "exp": "Math.exp({0})",
    "log": "Math.log({0})",
    "logsigmoid": "(Math.min({0}, 0) - Math.log1p(Math.exp(-Math.abs({0}))))",
    "positive": "({0} > 0 ? 1 : 0)",
}
CELL = """{{
  facts: {facts},
  create({{ at, numbers, product, hot, T, n, h }}) {{
    const {{ {names} }} = numbers;
    const m = n * h;
    return {{
      forward(t) {{
        const [a, b] = [t * m, (t + 1) * m];
{forward}
      }},
      backward(t) {{
        const [a, b] = [t * m, (t + 1) * m];
{backward}
      }},
      gather() {{
        const [a, b] = [0, m];
{gather}
      }},
    }};
  }},
}}"""
LOOP = """\
        for (let s = {first}, i = 0; s < {last}; s += 1) {{
          const x = hot[s] * h;
          for (let k = 0; k < h; k += 1, i += 1) {{
{lines}
          }}
        }}"""


def cell_loops(cell: Cell) -> str:
    """An object in JavaScript: {facts, create}.

    facts: see `assets/train/train.d.ts`. Of states the plane's first step is the one before the text, of their
    gradients the last one is that after it.
    create(memory) gives forward(t), backward(t) and gather(), which adds up the parameters' gradients.
    Raises ValueError for an equation that cannot be computed so.
    """
    program = cell.program
    backward = program.backward.equations
    there = {e for equation in program.equations for e in walk(equation.expression)}
    again = {e for one in backward.values() for e in walk(one) if isinstance(e, Apply)}
    writer = _Writer(program.states, there & again)
    for equation in program.equations:
        writer.equation(Tensor(equation.target), equation.target, equation.expression)
    forward = writer.steps("t * n", "t * n + n")
    gathered: list[str] = []
    products: list[str] = []
    for to, e in backward.items():
        if not isinstance(to, Gradient) or to.of == INPUT:
            continue
        if isinstance(to.of, Tensor):
            name = f"d{to.of.name}_prev" if to.of.before else f"d{to.of.name}"
            writer.equation(to, name, e)
            continue
        for term in e.terms if isinstance(e, Sum) else (e,):
            sums, product = writer.gradient(to.of, term)
            gathered += sums
            products += product
    weights = cell.description.weights
    arriving = tuple(f"d{state}_prev" for state in program.states)
    facts = {
        "states": program.states,
        "parameters": cell.axes(**cell.options),
        "inputWeights": [one.name for one in weights if one.kind == "input weight"],
        "planes": [*dict.fromkeys((*writer.planes.values(), "dH_out", *arriving))],
        "long": [*program.states, *arriving],
        "transposed": writer.transposed,
    }
    back = writer.steps("t * n", "t * n + n")
    gather = [_loop(gathered, "0", "T * n"), *products]
    own = [*facts["planes"], *facts["parameters"], *(f"d{name}" for name in facts["parameters"])]
    return CELL.format(
        facts=json.dumps(facts),
        names=", ".join(own),
        forward=forward,
        backward=back,
        gather="\n".join(gather),
    )


class _Place(NamedTuple):
    """Where a vector of a step stands: its plane, and there the row `a` of the step, or `b` after it.

    is_now: whether this step computes it.
    """

    plane: str
    row: str
    is_now: bool

    def __str__(self) -> str:
        return f"at.{self.plane} + {self.row}"


class _Fill(NamedTuple):
    """place = code, number by number, once the planes of `reads` are complete."""

    place: _Place
    code: str
    reads: frozenset[str]


class _Multiply(NamedTuple):
    """place += left @ matrix, for all samples of a step."""

    place: _Place
    left: _Place
    matrix: str


class _Writer:
    """Turns equations into statements, and these into JavaScript.

    states: the quantities whose planes begin with the state before the first step.
    shared: parts of equations that are needed again, so that they have planes of their own.
    """

    def __init__(self, states: tuple[str, ...], shared: set[Expression]) -> None:
        self.planes: dict[Expression, str] = {}
        self.transposed: list[str] = []
        self._states, self._shared = states, shared
        self._statements: list[_Fill | _Multiply] = []

    def equation(self, target: Expression, plane: str, e: Expression) -> None:
        """plane = e; products that are terms of a sum are added to the other terms."""
        terms = e.terms if isinstance(e, Sum) else (e,)
        others = tuple(term for term in terms if not _is_product(term))
        products = [(self._vector(one.left), one.right) for one in terms if _is_product(one)]  # type: ignore[union-attr]
        reads: set[str] = set()
        code = " + ".join(self._code(one, reads) for one in others) or "0"
        self.planes[target] = plane
        place = self._place(target)
        self._statements.append(_Fill(place, code, frozenset(reads)))
        self._statements += [_Multiply(place, left, self._matrix(W)) for left, W in products]

    def gradient(self, parameter: Parameter, term: Expression) -> tuple[list[str], list[str]]:
        """A term of a parameter's gradient, over all steps: as lines of a loop, or as a product."""
        name = f"d{parameter.name}"
        match term:
            case Total(of):
                return [f"{name}[k] += {self._code(of, set())};"], []
            case Outer(left, right) if left == INPUT:
                return [f"{name}[x + k] += {self._code(right, set())};"], []
            case Outer(left, right):
                vectors = f"{self._vector(left)}, {self._vector(right)}"
                return [], [f"        product(at.{name}, {vectors}, h, T * n, h, 1, h);"]
            case Negative(of):
                return self.gradient(parameter, _negative(of))
        raise ValueError(f"{term} cannot be added up over all steps.")

    def steps(self, first: str, last: str) -> str:
        """The statements so far in JavaScript, in an order in which each finds what it reads."""
        waiting, self._statements = self._statements, []
        written: list[str] = []
        while waiting:
            fills: list[_Fill] = []
            for one in waiting:
                open_ones = {other.place.plane for other in waiting if other not in fills}
                if isinstance(one, _Fill) and not one.reads & open_ones:
                    fills.append(one)
            waiting = [one for one in waiting if one not in fills]
            open_ones = {one.place.plane for one in waiting}
            begun = {one.place.plane for one in waiting if isinstance(one, _Fill)}
            products = [
                one
                for one in waiting
                if isinstance(one, _Multiply)
                and one.place.plane not in begun
                and not (one.left.is_now and one.left.plane in open_ones)
            ]
            waiting = [one for one in waiting if one not in products]
            lines = [f"{one.place.plane}[{one.place.row} + i] = {one.code};" for one in fills]
            written += [_loop(lines, first, last)] if lines else []
            written += [
                f"        product({one.place}, {one.left}, at.{one.matrix}, n, h, h, h, 1);"
                for one in products
            ]
        return "\n".join(written)

    def _vector(self, e: Expression) -> _Place:
        """Where a vector stands that is multiplied; what is made of several gets a plane."""
        if e not in self.planes and not isinstance(e, Tensor | Gradient | Arriving):
            self._own(e)
        return self._place(e)

    def _own(self, e: Expression) -> None:
        """Give a part of an equation a plane of its own."""
        count = sum(plane.startswith("P") for plane in self.planes.values())
        shared, self._shared = self._shared, self._shared - {e}
        self.equation(e, f"P{count}", e)
        self._shared = shared

    def _matrix(self, e: Expression) -> str:
        match e:
            case Parameter(name):
                return name
            case Transposed(Parameter(name)):
                self.transposed += [name] if name not in self.transposed else []
                return f"{name}_T"
        raise ValueError(f"{e} is no weight matrix.")

    def _place(self, e: Expression) -> _Place:
        match e:
            case Tensor(name, before) if name in self._states:
                return _Place(name, "a" if before else "b", not before)
            case Arriving(Tensor(name), later):
                return (
                    _Place(f"d{name}_prev", "b", False)
                    if later
                    else _Place(f"d{name}_out", "a", False)
                )
        return _Place(self.planes[e], "a", True)

    def _code(self, e: Expression, reads: set[str]) -> str:
        """The number i of a step in JavaScript; adds the planes that it reads."""
        if e not in self.planes and (_is_product(e) or e in self._shared):
            self._own(e)
        if e in self.planes or isinstance(e, Tensor | Gradient | Arriving):
            place = self._place(e)
            if place.is_now:
                reads.add(place.plane)
            return f"{place.plane}[{place.row} + i]"

        def of(part: Expression) -> str:
            return self._code(part, reads)

        match e:
            case Parameter(name):
                return f"{name}[k]"
            case Matmul(_, Parameter(name)):
                return f"{name}[x + k]"
            case Sum(terms):
                return f"({' + '.join(map(of, terms))})"
            case Negative(one):
                return f"(-{of(one)})"
            case OneMinus(one):
                return f"(1 - {of(one)})"
            case Product(left, right):
                return f"{of(left)} * {of(right)}"
            case Quotient(left, right):
                return f"({of(left)} / ({of(right)}))"
            case Maximum(left, right):
                return f"Math.max({of(left)}, {of(right)})"
            case Apply(function, one):
                return FUNCTIONS[function].format(f"({of(one)})")
        raise ValueError(f"{e} cannot be computed number by number.")


def _negative(e: Expression) -> Expression:
    match e:
        case Total(of):
            return Total(Negative(of))
        case Outer(left, right):
            return Outer(left, Negative(right))
    raise ValueError(f"{e} is no gradient of a parameter.")


def _is_product(e: Expression) -> bool:
    return isinstance(e, Matmul) and e.left != INPUT


def _loop(lines: list[str], first: str, last: str) -> str:
    return LOOP.format(
        first=first, last=last, lines="\n".join(f"            {one}" for one in lines)
    )


def modules() -> str:
    """The loops of all cells that are trained in the browser, as one object in JavaScript by what `key_of` says."""
    cells = [
        *(EVERY_CELL["rnn"].random(1, 1, seed=0, phi=phi) for phi in ACTIVATIONS),
        *(EVERY_CELL["gru"].random(1, 1, seed=0, reset_after=after) for after in (False, True)),
        EVERY_CELL["lstm"].random(1, 1, seed=0),
    ]
    loops = ",\n".join(f"{json.dumps(_key(cell))}: {cell_loops(cell)}" for cell in cells)
    return f"self.rnnvizLoops = {{\n{loops}\n}};\n"


def _key(cell: Cell) -> str:
    """Such as "rnn tanh" or "gru false"; `assets/train/worker.js` asks by it."""
    return " ".join([cell.name, *(str(value).lower() for value in cell.options.values())])
