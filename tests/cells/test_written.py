"""A cell that a reader writes as text: what it computes, and what it refuses."""

import gc
import importlib.util
import json
import random
import re
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import islice, product
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from numpy.typing import NDArray

from rnnviz.cells import EVERY_CELL, Cell, Written
from rnnviz.cells.description import Quantity
from rnnviz.cells.equation import parse
from rnnviz.cells.script import MOST_CHARACTERS
from rnnviz.cells.source import source
from rnnviz.cells.written import NotFiniteError
from rnnviz.explain.backwards import backwards
from rnnviz.explain.ledger import account, ledger
from rnnviz.explain.notation import NOTATIONS, Symbol, notation
from rnnviz.export import to_notebook, to_torch_script
from rnnviz.fit import MAX_STEPS, learn, memorise
from rnnviz.locale import LANGUAGES, Refusal, translator
from rnnviz.model import SequenceModel
from rnnviz.network import WRITTEN, Network
from rnnviz.stage import track
from rnnviz.text import Vocabulary
from rnnviz.weights import from_bytes, to_bytes
from tests.cells.examples import ODD
from tests.cells.scripts import UNUSUAL, scripts
from tests.differences import gradients_are_slopes

Array = NDArray[np.float64]

LSTM_WITHOUT_OUTPUT_GATE = """\
I = sigmoid(X @ W_xi + H_prev @ W_hi + b_i)
F = sigmoid(X @ W_xf + H_prev @ W_hf + b_f)
C_tilde = tanh(X @ W_xc + H_prev @ W_hc + b_c)
C = F * C_prev + I * C_tilde
H = tanh(C)
"""


def as_text(cell: Cell) -> str:
    return "\n".join(cell.equations).replace("phi(", f"{cell.options.get('phi')}(")


@pytest.mark.parametrize("name", EVERY_CELL)
def test_a_built_in_cell_typed_anew_is_the_same_cell(name: str) -> None:
    own = EVERY_CELL[name].random(3, 4, seed=1)
    typed = Written.random(3, 4, seed=0, equations=as_text(own)).with_parameters(**own.parameters)
    X = np.random.default_rng(0).normal(size=(5, 2, 3))
    expected, found = own.run(X), typed.run(X)
    assert list(found) == list(expected)
    for key in expected:
        np.testing.assert_array_equal(found[key], expected[key], err_msg=key)
    assert typed.states == own.states

    def roles(cell: Cell) -> set[tuple[str, ...]]:
        return {(w.name, w.kind, w.gate, w.axes) for w in cell.description.weights}

    assert roles(typed) == roles(own)

    def kinds(cell: Cell) -> list[tuple[object, ...]]:
        return [
            (q.name, q.kind if _is_known(q) else "", q.pre, q.letter, q.accent)
            for q in cell.description.quantities
        ]

    # sLSTM's gates are exponentials, bounded only by the stabiliser.
    def _is_known(q: Quantity) -> bool:
        return not (name == "slstm" and q.name in "IF")

    assert kinds(typed) == kinds(own)


@pytest.mark.parametrize("equations", [LSTM_WITHOUT_OUTPUT_GATE, ODD])
def test_its_gradients_are_the_slopes_of_the_loss(equations: str) -> None:
    rng = np.random.default_rng(0)
    cell = Written.random(3, 2, seed=0, equations=equations)
    inputs = {"X": rng.normal(size=(4, 2, 3))}
    inputs |= {f"{state}0": rng.normal(size=(2, 2)) for state in cell.states}
    dH = rng.normal(size=(4, 2, 2))
    gradients_are_slopes(cell, inputs, dH)


def test_what_a_name_is_follows_from_where_it_stands() -> None:
    cell = Written.random(3, 4, seed=0, equations=ODD)
    assert {(w.name, w.kind, w.axes) for w in cell.description.weights} == {
        ("U", "input weight", "dh"),
        ("p", "peephole", "1h"),
        ("V", "recurrent weight", "hh"),
        ("U2", "input weight", "dh"),
        ("u", "recurrent weight", "1h"),
    }
    kinds = {q.name: q.kind for q in cell.description.quantities}
    assert kinds == {
        **{"X": "input", "G": "gate", "K": "candidate", "C": "memory", "Z1": "candidate"},
        "H": "state",
    }
    assert cell.states == ("H", "C")


@pytest.mark.parametrize(
    ("key", "equations"), list(product(NOTATIONS, [ODD, LSTM_WITHOUT_OUTPUT_GATE]))
)
def test_no_notation_writes_two_names_alike(key: str, equations: str) -> None:
    equations += (
        "Q = X @ W_q + S_prev @ W_y + X @ W_out + b_q2 + b_out\nS = Q * r_q + G2_prev\nG2 = S"
    )
    symbols = notation(key, Written.random(2, 2, seed=0, equations=equations)).symbols
    spelt: dict[Symbol, str] = {}
    for name, symbol in symbols.items():
        assert spelt.setdefault(symbol, name) == name


def test_it_learns_by_heart() -> None:
    model = memorise(Written, "想要有直升机", 8, 0, equations=LSTM_WITHOUT_OUTPUT_GATE)
    trace = model.trace("想要有直升", targets="要有直升机")
    assert trace["loss"].mean() < 0.05


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_stage_can_draw_it(language: str) -> None:
    model = SequenceModel.random(Written, Vocabulary("ab"), 3, 0, equations=ODD)
    drawn = track(model.trace("ab"), language)
    assert [phase["key"] for phase in drawn["phases"]][:2] == ["G", "K"]  # type: ignore[index,attr-defined]


def test_the_python_file_makes_the_same_cell(tmp_path: Path) -> None:
    for equations in (ODD, LSTM_WITHOUT_OUTPUT_GATE):
        cell = Written.random(3, 4, seed=0, equations=equations)
        file = tmp_path / "own_cell.py"
        file.write_text(source(cell), "utf-8")
        made = _module(file).OwnCell(**cell.parameters)
        X = np.random.default_rng(0).normal(size=(5, 2, 3))
        expected, found = cell.run(X), made.run(X)
        assert list(found) == list(expected)
        for key in expected:
            np.testing.assert_array_equal(found[key], expected[key], err_msg=key)
        assert made.description == cell.description


def _module(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("own_cell", file)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("equations", "sentence"),
    [
        ("", "There is no equation yet"),
        (" \n# only a remark\n", "There is no equation yet"),
        ("H = " + "H_prev + " * 300 + "H_prev", "The equations have 2710 characters; at most 2000"),
        ("\n".join(f"A{k % 9}{'abc'[k // 9]} = H_prev" for k in range(13)), "There are 13 equations"),
        ("H = H_prev" + " + H_prev" * 40, "Line 1 has 370 characters; at most 200 fit in one."),
        ("F = sigmoid(X @ W)", "No line writes H; the output layer reads H"),
        ("\nH = tanh(X @ W + G)", "Line 2 reads G, which no line writes; there are X, H_prev."),
        ("H = tanh(X @ W + C_prev)", "Line 1 reads C_prev, but no line writes C."),
        ("H = tanh(X @ W + _prev)", "Line 1 reads _prev, but no line writes …."),
        ("H = F * H_prev\nF = sigmoid(X @ W)", "Line 1 reads F, which is written in line 2 only"),
        ("H = X @ W + H", "Line 1 reads H to write H; H_prev is that of the step before."),
        ("H = X @ W\nH = H_prev", "Line 2 writes H once more; line 1 has done so."),
        ("Fa = X @ W\nFA = X @ W\nH = Fa", "Line 2 writes FA and line 1 Fa; capitals alone"),
        ("H = softmax(X @ W)", "Line 1 calls softmax, which has no derivative here"),
        ("H = concat(H_prev, X) @ W", "Line 1 calls concat, which has no derivative here"),
        ("H = sin(X @ W)", "Line 1 calls sin; the functions are max, tanh, relu, sigmoid, "),
        ("H = __import__(os)", "Line 1 calls __import__; the functions are"),
        ("H = tanh + X @ W", "Line 1: after tanh stands what it is of, in brackets"),
        ("H = X", "Line 1 reads X without a weight: X has a number for each character"),
        ("H = tanh(X) @ W", "Line 1 reads X without a weight"),
        ("H = X @ W * X", "Line 1 reads X without a weight"),
        ("H = X @ W + H_prev @ W", "Line 1 uses W with another shape than line 1: after X it is (d, h)"),
        ("F = X @ W\nH = F + W", "Line 2 reads the weight W without @"),
        ("H = H_prev @ H_prev", "Line 1 has H_prev after @; there stands a weight"),
        ("H = X @ W + b @ U", "Line 1: what stands before @ U is no quantity"),
        ("H = X @ (W)", "Line 1: after @ stands the name of a weight, as in H_prev @ W_h."),
        ("B = b\nH = B", "Line 1 reads neither X nor another line"),
        ("H = tanh(H_prev @ W)", "No line reads X, so that every text would give the same; X @ W_x"),
        ("H = 0.5 * H_prev", "Line 1 contains the number 0.5; only the 1 of 1 − F is understood."),
        ("H = 1 * H_prev", "Line 1: 1 is not understood"),
        ("H = H_prev - 1", "Line 1: 1 is not understood"),
        ("H = max(H_prev)", "Line 1: max(H_prev) is not understood"),
        ("H = tanh(H_prev, H_prev)", "Line 1: tanh(H_prev, H_prev) is not understood"),
        ("H = (H_prev, H_prev)", "Line 1: (H_prev, H_prev) is not understood"),
        ("H = H_prev H_prev", "Line 1: something is missing, or too much, between H_prev and H_prev."),
        ("H = H_prev ** H_prev", "Line 1: something is missing, or too much, between * and *."),
        ("H = (H_prev", "Line 1 opens a bracket that it does not close."),
        ("H = H_prev)", "Line 1 closes a bracket that it has not opened."),
        ("H = H_prev +", "Line 1 ends with +; something must follow."),
        ("H =", "Line 1 ends with =; something must follow."),
        ("H H = H_prev", "Line 1 is not a name, one = and an expression"),
        ("H == H_prev", "Line 1 is not a name, one = and an expression"),
        ("= H_prev", "Line 1 is not a name, one = and an expression"),
        ("H", "Line 1 is not a name, one = and an expression"),
        ("h = X @ W", "Line 1 writes h; what a line writes begins with a capital letter"),
        ("X = H_prev", "Line 1 writes X; what a line writes begins with a capital letter"),
        ("Forgetgate = X @ W", "Line 1 writes Forgetgate; what a line writes"),
        ("None = X @ W", "Line 1 writes None; what a line writes"),
        ("H_prev = X @ W", "Line 1 writes H_prev, of the step before; a line writes H, of this step."),
        ("H = X @ W + constructor", "Line 1 reads constructor, which cannot be the name of a weight"),
        ("H = X @ W + lambda", "Line 1 reads lambda, which cannot be the name of a weight"),
        ("H = X @ self", "Line 1 reads self, which cannot be the name of a weight"),
        ("H = X @ W_hq", "Line 1 reads W_hq, which cannot be the name of a weight"),
        ("H = X @ W + 'a'", "Line 1 contains ' (U+0027); equations are written with the letters A–Z"),
        ("H = X[0] @ W", "Line 1 contains [ (U+005B)"),
        ("H = os.path", "Line 1 contains . (U+002E)"),
        # A Greek Eta, a Cyrillic En.
        ("Η = X @ W", "Line 1 contains Η (U+0397)"),
        ("H = X @ W + Н_prev", "Line 1 contains Н (U+041D)"),
        ("H = \0", "Line 1 contains U+0000 (U+0000)"),
        ("H = \ud800", "Line 1 contains U+D800 (U+D800)"),
        ("H = " + "-(" * 40 + "H_prev" + ")" * 40, "Line 1 is nested too deeply"),
        ("H = X @ W" + "".join(f"\nA{c} = H + " + " + ".join(f"{c}{k}" for k in range(1, 10)) for c in "abcd"),
         "The equations have 37 parameters; at most 32 fit."),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_with_a_sentence(equations: str, sentence: str) -> None:
    with pytest.raises(Refusal, match=re.escape(sentence)) as refusal:
        Written.random(2, 2, seed=0, equations=equations)
    for language in LANGUAGES:
        said = refusal.value.sentence(translator(language))
        said.encode()
        assert "{" not in said


def test_chinese_keyboards_and_the_documents_signs_are_understood() -> None:
    plain = Written.random(2, 3, seed=0, equations="H = sigmoid(X @ W - b) * H_prev")
    typed = Written.random(2, 3, seed=0, equations="Ｈ＝σ（X ＠ W − b） ⊙ H_prev")
    assert typed.equations == plain.equations


def test_dividing_by_nothing_is_a_sentence() -> None:
    cell = Written.random(2, 3, seed=0, equations="F = X @ W\nH = F / H_prev")
    with pytest.raises(
        NotFiniteError, match=r"Line 2 makes H .*inf at t = 1; every number must be finite"
    ):
        cell.run(np.ones((3, 1, 2)))


@pytest.mark.parametrize(
    ("equations", "words"),
    [
        (
            "H = tanh(exp(exp(exp(X @ W))))",
            r"Line 1 makes exp\(exp\(X @ W\)\) inf at t = 1; every number must be finite",
        ),
        ("C = exp(exp(exp(X @ W))) + C_prev\nH = C / C", "Line 1 makes exp"),
    ],
)
def test_a_part_of_an_equation_that_is_too_large_is_a_sentence(equations: str, words: str) -> None:
    """tanh(∞) = 1, but the sum behind it and its slope would be NaN on the stage."""
    cell = Written.random(2, 3, seed=0, equations=equations)
    with pytest.raises(NotFiniteError, match=words):
        cell.run(np.full((3, 1, 2), 90.0))


def texts() -> Iterator[str]:
    yield from UNUSUAL.values()
    yield from islice(scripts(seed=1), 300)


def test_every_cell_that_is_taken_can_be_stepped_walked_back_learnt_saved_and_exported() -> None:
    """Or is refused with a sentence: no other error leads out of a student's equations."""
    rng = np.random.default_rng(0)
    taken = 0
    for equations in texts():
        try:
            network = Network(WRITTEN, (2,), equations)
            model = network.random(Vocabulary("abc"), seed=0)
            trace = model.trace("abca", targets="bcab")
        except Refusal as refusal:
            refusal.sentence(translator("zh-Hans")).encode()
            continue
        taken += 1
        drawn = track(trace)
        keys = [phase["key"] for phase in drawn["phases"]]  # type: ignore[attr-defined]
        assert tuple(keys) == network.phases
        gradients, arrivals = model.gradients(trace), backwards(trace)
        for name in model.parameters:
            own = sum(one.value for one in arrivals.get(name, ()))
            np.testing.assert_allclose(np.sum(own, axis=0), gradients[name], atol=1e-12)
        _check_slope(model, gradients, rng)
        with suppress(Refusal):
            account(model.cell)
            np.testing.assert_allclose(
                ledger(trace, 3).sum(axis=0), trace[account(model.cell).memory][3], atol=1e-9
            )
        network.after((2,), "abca", seed=0)
        np.testing.assert_array_equal(from_bytes(to_bytes(model)).trace("abca")["H"], trace["H"])
        compile(to_torch_script(trace), "torch.py", "exec")
        json.loads(to_notebook(trace))
        Network(WRITTEN, (2, 2), equations).random(Vocabulary("abc"), seed=0).trace("abca")
    assert taken > 125


def _check_slope(
    model: SequenceModel, gradients: dict[str, Array], rng: np.random.Generator
) -> None:
    """The derivative in a random direction of all parameters, beside the central difference."""
    along = {name: rng.normal(size=value.shape) for name, value in model.parameters.items()}

    def loss(by: float) -> float:
        moved = {name: value + by * along[name] for name, value in model.parameters.items()}
        read = model.with_parameters(**moved).trace("abca", targets="bcab")
        return float(read["loss"].mean())

    expected = sum(float((gradients[name] * along[name]).sum()) for name in along)
    slope = (loss(1e-6) - loss(-1e-6)) / 2e-6
    # A max or a relu may bend within the two losses; its slopes on either side are then far apart.
    bends = abs(loss(1e-6) + loss(-1e-6) - 2 * loss(0)) > 1e-9
    assert bends or abs(slope - expected) < 1e-4 * max(1, abs(expected))


def test_learning_ends_with_the_last_good_weights_where_a_step_leads_out_of_the_numbers() -> None:
    # What the logarithm takes is above 0 at first, and falls below it as b is learnt.
    equations = "A = X @ W\nH = log(exp(A) - b) + A"
    model = SequenceModel.random(Written, Vocabulary("abc"), 2, 0, equations=equations)
    model = model.with_parameters(b=np.full((1, 2), 0.3))
    losses: list[float] = []
    example = (tuple("abcab"), tuple("bcabc"))
    learnt = learn(model, [example], on_progress=lambda _done, loss: losses.append(loss))
    assert len(losses) < MAX_STEPS
    assert losses[-1] < losses[0]
    assert learnt.trace(*example)["loss"].mean() == losses[-1]


# Words of the language, of Python's, and characters that look like others or are hard to write.
TOKENS = (
    *("X", "H", "H_prev", "C", "C_prev", "F", "W", "W_h", "b", "u", "1", "0.5"),
    *("sigmoid", "tanh", "max", "log", "exp", "softmax"),
    *("(", ")", "+", "-", "*", "/", "@", "=", ",", "\n", "\n", " "),
    *("__class__", "lambda", "if", "'", '"', "\\", "[", "{", "\u2028", "\x0c", "#", ";"),
    *("Н", "σ", "⊙", "\u202e", "e\u0301", "\U0001f468", "ﷺ", "²", "_", ".", "1e400", "0x1"),
    *("\ud800", "\t"),
)  # fmt: skip


def test_any_text_is_answered_with_a_cell_or_a_sentence_in_bounded_time() -> None:
    rng = random.Random(0)
    good = LSTM_WITHOUT_OUTPUT_GATE
    texts = ["".join(rng.choices(TOKENS, k=rng.randint(1, 60))) for _ in range(1500)]
    for _ in range(1500):
        at, to = sorted(rng.randrange(len(good)) for _ in range(2))
        texts.append(good[:at] + rng.choice(TOKENS) + good[to if rng.random() < 0.3 else at :])
    texts += ["H = " + sign * 10**5 for sign in "(-1H@\n é"] + ["(" * MOST_CHARACTERS, "-" * 1999]
    texts += [
        "H = " + "max(" * 40 + "H_prev" + ", H_prev)" * 15,
        "H = " + "/".join(["H_prev"] * 25),
    ]
    made = 0
    began = time.process_time()
    for text in texts:
        try:
            cell = Written.random(2, 2, seed=0, equations=text)
        except Refusal as refusal:
            refusal.sentence(translator("zh-Hans")).encode()
            continue
        made += 1
        try:
            trace = cell.run(np.eye(2)[:, np.newaxis])
        except NotFiniteError:
            continue
        cell.backward(trace, np.ones_like(trace["H"]))
    assert 20 < made < len(texts)
    # Some 3000 answers; what grows with a power of the length would take minutes.
    assert time.process_time() - began < 120


def test_no_visitor_makes_the_server_remember_without_end() -> None:
    from rnnviz.cells import cell, equation, program, written

    kept = (cell._once, equation._parse, program.program, written.read)
    assert all(one.cache_info().maxsize for one in kept)
    before = sys.getsizeof(EVERY_CELL), len(EVERY_CELL)
    for k in range(1, 9):
        Written.random(2, 2, seed=0, equations=f"Z{k} = X @ W\nH = Z{k}").run(np.ones((1, 1, 2)))
    assert (sys.getsizeof(EVERY_CELL), len(EVERY_CELL)) == before


def test_a_parameter_cannot_take_the_place_of_a_method() -> None:
    cell = Written.random(2, 3, seed=0, equations="H = X @ W + run + H_prev @ name")
    assert cell.run(np.ones((1, 1, 2)))["H"].shape == (1, 1, 3)
    assert cell.name == "written"
    assert cell.parameters["run"].shape == (1, 3)


def test_equations_are_read_in_several_threads_at_once() -> None:
    """Python 3.11 mixes up the depths of trees that threads build at the same time."""

    class Left:
        """Left to the collector, which lets another thread go on in the middle of a tree."""

        def __init__(self) -> None:
            self.own = self

        def __del__(self) -> None:
            sum(range(300))

    def read(thread: int) -> None:
        for k in range(300):
            Left()
            parse(f"H{thread} = tanh(X @ W_xh + (1 - Z) * (H_prev @ W_{k}))", ("W_xh", f"W_{k}"))

    usual, collects = sys.getswitchinterval(), gc.get_threshold()
    sys.setswitchinterval(1e-6)
    gc.set_threshold(5)
    try:
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(read, range(8)))
    finally:
        sys.setswitchinterval(usual)
        gc.set_threshold(*collects)
