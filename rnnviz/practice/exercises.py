"""Tasks without a network to read a text: equations on numbers that are drawn, for what stands around the cells.

Each says where its equations come from; what its quantities are called is said where they are shown.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from rnnviz.cells.activations import Array
from rnnviz.cells.equation import parse
from rnnviz.cells.expression import COMPUTABLE, Expression
from rnnviz.model import TARGET

# Numbers that stand in equations as they are, by the names by which equations have them.
CONSTANTS: Mapping[str, float] = {"half": 0.5, "one": 1, "two": 2, "three": 3, "four": 4}


class Drawn(NamedTuple):
    """What is given: rows × columns of numbers from low to high, each with so many decimals; or letters, by their
    numbers."""

    low: float
    high: float
    decimals: int = 2
    rows: int = 1
    columns: int = 1
    letters: str = ""


class Count(NamedTuple):
    """How often a pattern stands in a text that is drawn, also where one reaches into the next; a dot is any letter."""

    text: str
    pattern: str


@dataclass(frozen=True)
class Exercise:
    """lines: an equation for each wanted quantity, in the order of computing. drawn: what they take, by name.
    read: what is read off from that and not computed, by name: a count, or the numbers of a shape, by their names.

    mistakes: {quantity: {slip: its expression in place of the right one}}, for slips that only this exercise has.
    letters, target: what a vector of shares is about, and which of it is right; none where nothing is predicted.
    """

    lines: tuple[str, ...]
    drawn: Mapping[str, Drawn]
    read: Mapping[str, Count | tuple[str, ...]] = field(default_factory=dict)
    mistakes: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    letters: str = ""
    target: str = ""

    @cached_property
    def equations(self) -> dict[str, Expression]:
        return dict(map(self._equation, self.lines))

    @cached_property
    def slips(self) -> dict[Expression, dict[str, tuple[Expression, ...]]]:
        """By the equation of the quantity: what each of its own slips makes of it."""
        return {
            self.equations[name]: {
                slip: tuple(self._equation(f"{name} = {one}")[1] for one in sides)
                for slip, sides in own.items()
            }
            for name, own in self.mistakes.items()
        }

    def read_off(self, drawn: Mapping[str, Array]) -> dict[str, Array]:
        """What is read off from the numbers that were drawn, (1, j) each."""
        return {name: np.array([self._read_off(one, drawn)]) for name, one in self.read.items()}

    def _read_off(self, one: Count | tuple[str, ...], drawn: Mapping[str, Array]) -> list[float]:
        if not isinstance(one, Count):
            return [CONSTANTS[name] if name in CONSTANTS else drawn[name].item() for name in one]
        letters = self.drawn[one.text].letters
        text = "".join(letters[int(k)] for k in drawn[one.text][0])
        return [float(len(re.findall(f"(?={one.pattern})", text)))]

    def _equation(self, line: str) -> tuple[str, Expression]:
        own = {*self.drawn, *self.read, *CONSTANTS, TARGET}
        read = parse(line, own, COMPUTABLE)
        return read.target, read.expression


def _all(names: str, drawn: Drawn) -> dict[str, Drawn]:
    return dict.fromkeys(names.split(), drawn)


def _of_every_gate(counts: Collection[str]) -> dict[str, tuple[str, ...]]:
    return {"number_of_gates": tuple(f"{count} * N_rnn" for count in counts)}


WEIGHT = Drawn(-2, 2)
# Rows and columns of what one step of an RNN takes and makes, by the names of their numbers.
SHAPES: Mapping[str, tuple[str, str]] = {
    "of_x": ("n", "d"),
    "of_xh": ("d", "h"),
    "of_b": ("one", "h"),
    "of_h": ("n", "h"),
    "of_hq": ("h", "q"),
    "of_o": ("n", "q"),
}
RATE = Drawn(0.1, 0.9, 1)

EXERCISES: Mapping[str, Exercise] = {
    # The rule of Rosenblatt (1958): w ← w + η (t − y) x, with answers of −1 and 1.
    "perceptron": Exercise(
        (
            "A = w_1 * x_1 + w_2 * x_2 + b",
            "Y = sign(A)",
            "E = t - Y",
            "w_1new = w_1 + eta * E * x_1",
            "w_2new = w_2 + eta * E * x_2",
            "b_new = b + eta * E",
        ),
        _all("x_1 x_2 w_1 w_2 b", WEIGHT) | {"t": Drawn(-1, 1, 0), "eta": RATE},
    ),
    # Minsky and Papert (1969): no line parts these four corners; two lines and a third neuron do. Inputs are −1 and 1:
    # with a 0 a slip would give a right number. The first neuron is OR, the second AND, whatever is drawn.
    "xor": Exercise(
        (
            "A_1 = w_1 * x_1 + w_2 * x_2 + b",
            "H_1 = sign(A_1)",
            "A_2 = u_1 * x_1 + u_2 * x_2 + c",
            "H_2 = sign(A_2)",
            "O = v_1 * H_1 - v_2 * H_2 + d",
            "Y = sign(O)",
        ),
        _all("x_1 x_2", Drawn(-1, 1, 0))
        | _all("w_1 w_2 u_1 u_2", Drawn(1.2, 1.5))
        | {"b": Drawn(0.5, 1.1), "c": Drawn(-1.1, -0.5)}
        | _all("v_1 v_2", Drawn(0.9, 1.1))
        | {"d": Drawn(-0.9, -0.4)},
    ),
    # 003, "梯度下降法": θ ← θ − η ∇L, of L = ½ (ŷ − y)² as the chapter "Descent" has it.
    "descent": Exercise(
        (
            "Y_hat = w * x + b",
            "E = Y_hat - y",
            "loss = half * (E * E)",
            "dw = E * x",
            "w_new = w - eta * dw",
            "b_new = b - eta * E",
        ),
        _all("x y w b", WEIGHT) | {"eta": RATE},
    ),
    # Pascanu, Mikolov and Bengio (2013), algorithm 1. The gradient is longer than θ wherever it is drawn.
    "clipping": Exercise(
        (
            "norm = sqrt(g_1 * g_1 + g_2 * g_2)",
            "S = theta / norm",
            "c_1 = S * g_1",
            "c_2 = S * g_2",
            "w_1new = w_1 - eta * c_1",
            "w_2new = w_2 - eta * c_2",
        ),
        _all("w_1 w_2", WEIGHT)
        | {"g_1": Drawn(1, 3), "g_2": Drawn(-3, -1), "theta": Drawn(0.5, 1.3, 1), "eta": RATE},
    ),
    # Kingma and Ba (2015), algorithm 1, without ε; with factors that leave something of two decimals.
    "adam": Exercise(
        (
            "M_1 = (1 - beta_1) * g_1",
            "V_1 = (1 - beta_2) * (g_1 * g_1)",
            "M_2 = beta_1 * M_1 + (1 - beta_1) * g_2",
            "V_2 = beta_2 * V_1 + (1 - beta_2) * (g_2 * g_2)",
            "M_hat = M_2 / (1 - beta_1 * beta_1)",
            "V_hat = V_2 / (1 - beta_2 * beta_2)",
            "w_new = w - eta * M_hat / sqrt(V_hat)",
        ),
        _all("g_1 g_2", Drawn(-3, 3, 1))
        | {"w": WEIGHT, "eta": RATE}
        | _all("beta_1 beta_2", Drawn(0.5, 0.9, 1)),
    ),
    # The network of the chapter "Backpropagation by hand"; 003, "Back Propagation".
    "backprop": Exercise(
        (
            "H = sigmoid(x @ W + b)",
            "Y_hat = sigmoid(H @ v + c)",
            "E = Y_hat - y",
            "do = E * Y_hat * (1 - Y_hat)",
            "dv = do * H",
            "dH = do @ v.T",
            "dA = dH * H * (1 - H)",
        ),
        {
            "x": Drawn(-2, 2, columns=2),
            "W": Drawn(-2, 2, rows=2, columns=2),
            "b": Drawn(-2, 2, columns=2),
            "v": Drawn(-4, 4, rows=2),
            "c": WEIGHT,
            "y": Drawn(0.1, 0.9, 1),
        },
    ),
    # Mikolov and others (2013); 003, "CBOW 模型": the input is the mean of the neighbours.
    "cbow": Exercise(
        (
            "V = (v_1 + v_2) / two",
            "S = V @ U",
            "Y_hat = softmax(S)",
            f"loss = -log(Y_hat @ {TARGET})",
            f"dS = Y_hat - {TARGET}.T",
        ),
        _all("v_1 v_2", Drawn(-2, 2, columns=2)) | {"U": Drawn(-2, 2, rows=2, columns=3)},
        letters="abc",
        target="b",
    ),
    # Huffman (1952); 003, "CBOW 模型". Whatever is drawn, the second and fourth count are joined first, then the first.
    "huffman": Exercise(
        (
            "N_1 = n_2 + n_4",
            "N_2 = N_1 + n_1",
            "N_3 = N_2 + n_3",
            "length = (two * n_1 + three * n_2 + n_3 + three * n_4) / N_3",
        ),
        {
            "n_1": Drawn(10, 14, 0),
            "n_2": Drawn(1, 3, 0),
            "n_3": Drawn(25, 40, 0),
            "n_4": Drawn(4, 6, 0),
        },
        mistakes={
            "N_1": {"not_smallest": ("n_1 + n_2", "n_1 + n_4")},
            "N_2": {"not_smallest": ("n_1 + n_3",)},
            "length": {"one_length": ("(two * n_1 + two * n_2 + two * n_3 + two * n_4) / N_3",)},
        },
    ),
    # 003, "CBOW 模型", its Huffman tree: the digits of the word's code are 0 and 1.
    "tree": Exercise(
        (
            "S_1 = sigmoid(x @ theta_1)",
            "S_2 = sigmoid(x @ theta_2)",
            "P = S_1 * (1 - S_2)",
            "loss = -log(P)",
            "dx = (S_1 - one) * theta_1.T + S_2 * theta_2.T",
        ),
        {"x": Drawn(-2, 2, columns=2)} | _all("theta_1 theta_2", Drawn(-2, 2, rows=2)),
    ),
    # Kim (2014); 003, "TextCNN"; with words of one number each.
    "textcnn": Exercise(
        (
            "A_1 = w_1 * x_1 + w_2 * x_2 + b",
            "A_2 = w_1 * x_2 + w_2 * x_3 + b",
            "C_1 = relu(A_1)",
            "C_2 = relu(A_2)",
            "C_hat = max(C_1, C_2)",
            "Y_hat = sigmoid(v * C_hat + c)",
        ),
        _all("x_1 x_2 x_3 w_1 w_2 b v c", WEIGHT),
        mistakes={"C_hat": {"mean_pooling": ("(C_1 + C_2) / two",)}},
    ),
    # The chapter "Counting is not enough": P(b | a) = n(ab) / n(a).
    "bigrams": Exercise(
        (
            "P_1 = n_ab / n_a",
            "P_2 = n_bc / n_b",
            "P_3 = n_ca / n_c",
            "loss = -((log(P_1) + log(P_2) + log(P_3)) / three)",
            "perplexity = exp(loss)",
        ),
        _all("n_a n_b n_c", Drawn(8, 30, 0)) | _all("n_ab n_bc n_ca", Drawn(2, 8, 0)),
        mistakes={
            "P_1": {"other_condition": ("n_ab / n_b",)},
            "P_2": {"other_condition": ("n_bc / n_c",)},
            "P_3": {"other_condition": ("n_ca / n_a",)},
        },
    ),
    # The same chapter, from the text itself; the last letter is followed by none. Laplace adds one to each count.
    "ngrams": Exercise(
        (
            "N_a = a_followed",
            "N_ab = ab",
            "N_ac = ac",
            "P_1 = N_ab / N_a",
            "P_2 = N_ac / N_a",
            "S = (N_ab + one) / (N_a + three)",
        ),
        {"text": Drawn(-0.49, 2.49, 0, columns=16, letters="abc")},
        {
            "a_followed": Count("text", "a."),
            "a_all": Count("text", "a"),
            "ab": Count("text", "ab"),
            "ac": Count("text", "ac"),
            "ba": Count("text", "ba"),
            "ca": Count("text", "ca"),
            "b_followed": Count("text", "b."),
            "c_followed": Count("text", "c."),
        },
        {
            "N_a": {"last_counted": ("a_all",)},
            "N_ab": {"turned_pair": ("ba",)},
            "N_ac": {"turned_pair": ("ca",)},
            "P_1": {"other_condition": ("N_ab / b_followed",)},
            "P_2": {"other_condition": ("N_ac / c_followed",)},
            "S": {
                "added_once": ("(N_ab + one) / (N_a + one)",),
                "not_smoothed": ("N_ab / N_a",),
            },
        },
    ),
    # 004's shapes: a row a sample, n of them, of d, h and q numbers.
    "shapes": Exercise(
        (
            "S_x = of_x",
            "S_xh = of_xh",
            "S_b = of_b",
            "S_h = of_h",
            "S_hq = of_hq",
            "S_o = of_o",
        ),
        {
            "n": Drawn(2, 9, 0),
            "d": Drawn(10, 19, 0),
            "h": Drawn(20, 29, 0),
            "q": Drawn(30, 39, 0),
        },
        {**SHAPES}
        | {f"{name}_turned": (two, one) for name, (one, two) in SHAPES.items()}
        | {f"{name}_alone": ("one", two) for name, (one, two) in SHAPES.items() if one == "n"},
        {
            f"S_{name.removeprefix('of_')}": {"turned_shape": (f"{name}_turned",)}
            | ({"no_samples": (f"{name}_alone",)} if one == "n" else {})
            for name, (one, _) in SHAPES.items()
        },
    ),
    # The chapter "Shapes and choices", with one bias for each set of weights.
    "counts": Exercise(
        (
            "N_xh = n * h",
            "N_hh = h * h",
            "N_rnn = N_xh + N_hh + h",
            "N_gru = three * N_rnn",
            "N_lstm = four * N_rnn",
            "N_q = h * n + n",
        ),
        {"n": Drawn(12, 60, 0), "h": Drawn(3, 20, 0)},
        mistakes={
            "N_rnn": {"no_bias": ("N_xh + N_hh",), "two_biases": ("N_xh + N_hh + h + h",)},
            "N_gru": _of_every_gate(("two", "four")),
            "N_lstm": _of_every_gate(("two", "three")),
            "N_q": {"no_bias": ("h * n",), "other_bias": ("h * n + h",)},
        },
    ),
    # Pascanu, Mikolov and Bengio (2013), of one unit; Gers, Schmidhuber and Cummins (2000).
    "reach": Exercise(
        (
            "D_1 = w * (1 - H_1 * H_1)",
            "D_2 = w * (1 - H_2 * H_2)",
            "D_3 = w * (1 - H_3 * H_3)",
            "D = D_1 * D_2 * D_3",
            "G = F_1 * F_2 * F_3",
        ),
        _all("H_1 H_2 H_3", Drawn(-0.9, 0.9))
        | {"w": Drawn(0.5, 2)}
        | _all("F_1 F_2 F_3", Drawn(0.6, 0.98)),
        mistakes={"D": {"added": ("D_1 + D_2 + D_3",)}, "G": {"added": ("F_1 + F_2 + F_3",)}},
    ),
    # The chapter "One unit": a detector counted letter by letter, and what holding it costs, beside other units.
    "unit": Exercise(
        (
            "recall = n_1 / (n_1 + n_2)",
            "alarms = n_3 / (n_3 + n_4)",
            "E = L_held - L",
            "M = (L_1 + L_2 + L_3) / three - L",
            "D = E - M",
            "Y = sign(D)",
        ),
        {
            "n_1": Drawn(20, 60, 0),
            "n_2": Drawn(5, 30, 0),
            "n_3": Drawn(6, 40, 0),
            "n_4": Drawn(60, 99, 0),
            "L": Drawn(1.2, 1.5),
            "L_held": Drawn(1.3, 2.4),
        }
        | _all("L_1 L_2 L_3", Drawn(1.4, 1.9)),
        mistakes={
            "recall": {"precision": ("n_1 / (n_1 + n_3)",)},
            "alarms": {"precision": ("n_3 / (n_1 + n_3)",)},
            "M": {"not_beside": ("(L_1 + L_2 + L_3) / three",)},
        },
    ),
}


def sources_of(family: str, name: str) -> tuple[str, ...]:
    """The names of what is drawn from which this is read off; () for what is not read off."""
    read = EXERCISES[family].read.get(name, ()) if family in EXERCISES else ()
    drawn = (read.text,) if isinstance(read, Count) else read
    return tuple(one for one in drawn if one not in CONSTANTS)
