"""What is said of the exercises: the question, and how each quantity is written and called."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from rnnviz.cells.expression import Leaf, Parameter, Tensor
from rnnviz.course.practice.written import accented
from rnnviz.locale import N_
from rnnviz.model import TARGET
from rnnviz.practice import ExerciseTask
from rnnviz.practice.exercises import CONSTANTS

GREEK = {"eta", "theta", "beta"}
DIGITS = {"half": r"\frac{1}{2}"} | {
    name: f"{number:g}" for name, number in CONSTANTS.items() if name != "half"
}
ACCENTED = re.compile(r"\\(?P<accent>hat|tilde) (?P<letter>[a-z])(?P<index>_[0-9])?")
LOSS = ("L", N_("loss"))
PREDICTION = (r"\hat y", N_("prediction"))
HUES = {LOSS: "loss", PREDICTION: "output"}


class Asked(NamedTuple):
    """names: of what is wanted, (TeX, words) each. given: the TeX of what is not written as it is called."""

    question: str
    names: Mapping[str, tuple[str, str]]
    given: Mapping[str, str] = {}


EXERCISES: Mapping[str, Asked] = {
    "perceptron": Asked(
        N_(
            "A perceptron answers 1 or −1; t is the right answer. Compute its own, and its weights after one step of "
            "the perceptron rule, to two decimals."
        ),
        {
            "A": ("a", N_("weighted sum")),
            "Y": ("y", N_("answer")),
            "E": ("e", N_("error")),
            "w_1new": (r"w_{1,\text{new}}", N_("new w₁")),
            "w_2new": (r"w_{2,\text{new}}", N_("new w₂")),
            "b_new": (r"b_{\text{new}}", N_("new b")),
        },
    ),
    "xor": Asked(
        N_(
            "Three neurons, each of which answers 1 or −1, compute XOR: 1 if the inputs differ. Compute what they "
            "answer to these inputs, to two decimals."
        ),
        {
            "A_1": ("a_1", N_("first neuron’s sum")),
            "H_1": ("h_1", N_("first neuron’s answer")),
            "A_2": ("a_2", N_("second neuron’s sum")),
            "H_2": ("h_2", N_("second neuron’s answer")),
            "O": ("o", N_("third neuron’s sum")),
            "Y": ("y", N_("answer")),
        },
    ),
    "descent": Asked(
        N_(
            "A line ŷ = w x + b, and one point at x, y. Compute its loss and the line after one step of descent, to "
            "two decimals."
        ),
        {
            "Y_hat": PREDICTION,
            "E": ("e", N_("error")),
            "loss": LOSS,
            "dw": (r"\frac{\partial L}{\partial w}", N_("gradient of the weight")),
            "w_new": (r"w_{\text{new}}", N_("new w")),
            "b_new": (r"b_{\text{new}}", N_("new b")),
        },
    ),
    "clipping": Asked(
        N_(
            "The gradient g of two weights is longer than θ. Shorten it to θ, and take one step of descent, to two "
            "decimals."
        ),
        {
            "norm": (r"\left|g\right|", N_("length of the gradient")),
            "S": ("s", N_("factor that shortens it")),
            "c_1": (r"\tilde g_1", N_("shortened g₁")),
            "c_2": (r"\tilde g_2", N_("shortened g₂")),
            "w_1new": (r"w_{1,\text{new}}", N_("new w₁")),
            "w_2new": (r"w_{2,\text{new}}", N_("new w₂")),
        },
    ),
    "adam": Asked(
        N_(
            "Adam has seen two gradients of a weight. Compute its means, and the weight after the second step, to two "
            "decimals; the ε below the line is too small to count."
        ),
        {
            "M_1": ("m_1", N_("mean of one gradient")),
            "V_1": ("v_1", N_("mean of one square")),
            "M_2": ("m_2", N_("mean of two gradients")),
            "V_2": ("v_2", N_("mean of two squares")),
            "M_hat": (r"\hat m_2", N_("corrected mean")),
            "V_hat": (r"\hat v_2", N_("corrected mean of the squares")),
            "w_new": (r"w_{\text{new}}", N_("new w")),
        },
    ),
    "backprop": Asked(
        N_(
            "A network of two inputs, two hidden units and one output. Compute its prediction, and follow the loss "
            "½ (ŷ − y)² back, to two decimals."
        ),
        {
            "H": ("h", N_("hidden layer")),
            "Y_hat": PREDICTION,
            "E": (r"\frac{\partial L}{\partial \hat y}", N_("gradient of the prediction")),
            "do": (r"\frac{\partial L}{\partial o}", N_("gradient of the output’s sum")),
            "dv": (r"\frac{\partial L}{\partial v}", N_("gradient of the output weights")),
            "dH": (r"\frac{\partial L}{\partial h}", N_("gradient of the hidden layer")),
            "dA": (r"\frac{\partial L}{\partial a}", N_("gradient of its sums")),
        },
    ),
    "cbow": Asked(
        N_(
            "CBOW reads the vectors of two neighbours; the word between them is b. Compute its prediction, the loss, "
            "and the gradient of the scores, to two decimals."
        ),
        {
            "V": ("x", N_("mean of the neighbours")),
            "S": ("z", N_("scores")),
            "Y_hat": PREDICTION,
            "loss": LOSS,
            "dS": (r"\frac{\partial L}{\partial z}", N_("gradient of the scores")),
        },
        {TARGET: "y"},
    ),
    "huffman": Asked(
        N_(
            "n counts how often each of four words stands in a text. Join them to a Huffman tree, and compute the mean "
            "length of their codes, to two decimals."
        ),
        {
            "N_1": ("N_1", N_("count of the first pair")),
            "N_2": ("N_2", N_("count of the second pair")),
            "N_3": ("N_3", N_("count at the root")),
            "length": (r"\bar \ell", N_("mean length of a code")),
        },
    ),
    "tree": Asked(
        N_(
            "In the Huffman tree the digits of a word are 0 and 1. Compute its probability, the loss, and the gradient "
            "of x, to two decimals."
        ),
        {
            "S_1": (r"\sigma_1", N_("first node’s probability of 0")),
            "S_2": (r"\sigma_2", N_("second node’s probability of 0")),
            "P": ("p", N_("probability of the word")),
            "loss": LOSS,
            "dx": (r"\frac{\partial L}{\partial x}", N_("gradient of x")),
        },
    ),
    "textcnn": Asked(
        N_(
            "A filter of width two slides over three words, each of one number. Compute its feature map, the largest "
            "of it, and the prediction, to two decimals."
        ),
        {
            "A_1": ("a_1", N_("first window’s sum")),
            "A_2": ("a_2", N_("second window’s sum")),
            "C_1": ("c_1", N_("first feature")),
            "C_2": ("c_2", N_("second feature")),
            "C_hat": (r"\hat c", N_("pooled feature")),
            "Y_hat": PREDICTION,
        },
    ),
    "bigrams": Asked(
        N_(
            "n counts how often a character, or a pair, stands in a text. Compute how a bigram model predicts “abca”, "
            "and its perplexity, to two decimals."
        ),
        {
            "P_1": (r"P(\text{b} \mid \text{a})", N_("probability of b after a")),
            "P_2": (r"P(\text{c} \mid \text{b})", N_("probability of c after b")),
            "P_3": (r"P(\text{a} \mid \text{c})", N_("probability of a after c")),
            "loss": ("L", N_("cross-entropy a character")),
            "perplexity": (r"\text{PPL}\,", N_("perplexity")),
        },
        {
            f"n_{counted}": rf"n_{{\text{{{counted}}}}}"
            for counted in ("a", "b", "c", "ab", "bc", "ca")
        },
    ),
    "ngrams": Asked(
        N_(
            "A text of three letters. Count in it, and compute with what probability b and c follow a; with one more "
            "for each of the three letters, too, as Laplace has it. To two decimals."
        ),
        {
            "N_a": (r"n_{\text{a}}", N_("a with a letter after it")),
            "N_ab": (r"n_{\text{ab}}", N_("count of ab")),
            "N_ac": (r"n_{\text{ac}}", N_("count of ac")),
            "P_1": (r"P(\text{b} \mid \text{a})", N_("probability of b after a")),
            "P_2": (r"P(\text{c} \mid \text{a})", N_("probability of c after a")),
            "S": (r"P_{+1}(\text{b} \mid \text{a})", N_("the same for b, with one more for each")),
        },
        {"text": "x"},
    ),
    "shapes": Asked(
        N_(
            "An RNN reads n samples at once, a row each, of d numbers; it has h units and q outputs. Which shapes "
            "have these, rows first?"
        ),
        {
            "S_x": ("X", N_("input of a step")),
            "S_xh": (r"W_{\text{xh}}", N_("input weights")),
            "S_b": (r"b_{\text{h}}", N_("bias")),
            "S_h": ("H", N_("hidden state")),
            "S_hq": (r"W_{\text{hq}}", N_("output weights")),
            "S_o": ("O", N_("logits")),
        },
    ),
    "unit": Asked(
        N_(
            "A unit is read as a detector: n₁ found, n₂ missed, n₃ false alarms, n₄ rightly left alone. L is the loss, "
            "L₀ with this unit held, L₁ to L₃ with another one held. Is it needed more than those, 1 or −1? To two "
            "decimals."
        ),
        {
            "recall": ("r", N_("share found")),
            "alarms": ("f", N_("share of false alarms")),
            "E": ("e", N_("what holding it costs")),
            "M": ("m", N_("what holding another one costs on average")),
            "D": ("d", N_("difference of the two")),
            "Y": ("y", N_("whether it is needed more")),
        },
        {"L_held": "L_0"},
    ),
    "counts": Asked(
        N_(
            "A network reads n different characters, one-hot, and has h units. How many parameters does each of its "
            "parts have?"
        ),
        {
            "N_xh": (r"N_{\text{xh}}", N_("input weights of a set")),
            "N_hh": (r"N_{\text{hh}}", N_("recurrent weights of a set")),
            "N_rnn": (r"N_{\text{RNN}}", N_("parameters of an RNN")),
            "N_gru": (r"N_{\text{GRU}}", N_("parameters of a GRU")),
            "N_lstm": (r"N_{\text{LSTM}}", N_("parameters of an LSTM")),
            "N_q": (r"N_{\text{hq}}", N_("parameters of the output layer")),
        },
    ),
    "reach": Asked(
        N_(
            "How much of a small change arrives three steps later? Compute it for a unit of an RNN, and along the "
            "memory of an LSTM, to two decimals."
        ),
        {
            "D_1": (r"\frac{\partial h_1}{\partial h_0}", N_("first factor")),
            "D_2": (r"\frac{\partial h_2}{\partial h_1}", N_("second factor")),
            "D_3": (r"\frac{\partial h_3}{\partial h_2}", N_("third factor")),
            "D": (r"\frac{\partial h_3}{\partial h_0}", N_("over three steps of the RNN")),
            "G": (r"\frac{\partial c_3}{\partial c_0}", N_("over three steps of the memory")),
        },
        {f"{letter}_{t}": f"{letter.lower()}_{t}" for letter in "HF" for t in (1, 2, 3)},
    ),
}


def hue_of(name: tuple[str, str]) -> str:
    return HUES.get(name, "state")


def letters(names: Mapping[str, str], family: str) -> dict[str, str]:
    """The words of quantities whose letter bears an accent, which cannot be said, by that letter and its index."""
    found = {name: ACCENTED.fullmatch(tex) for name, (tex, _) in EXERCISES[family].names.items()}
    return {
        accented(one["letter"], one["accent"]) + (one["index"] or ""): names[name]
        for name, one in found.items()
        if one
    }


def named(task: ExerciseTask, leaf: Leaf) -> str:
    """How what is wanted or given is written, in TeX."""
    asked = EXERCISES[task.family]
    match leaf:
        case Tensor(name):
            return asked.names[name][0]
        case Parameter(name):
            return asked.given.get(name) or DIGITS.get(name) or _as_called(name)
    raise ValueError(f"{type(leaf).__name__} has no letter of its own.")


def _as_called(name: str) -> str:
    letter, _, index = name.partition("_")
    written = f"\\{letter}" if letter in GREEK else letter
    return f"{written}_{index}" if index else written
