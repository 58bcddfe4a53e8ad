"""What equations and formulas are read aloud with: the sentences of their signs, and what parameters are called.

The stage says its equations with them (`rnnviz/stage/assets/words/spoken.js`), and all other pages the
formulas that they draw (`rnnviz/web/speech`). Names in braces are filled in by the browser.
"""

from collections.abc import Mapping

from rnnviz.locale import N_, translator

SIGNS = {
    "sayEquation": N_("{left} equals {right}"),
    "sayAbout": N_("{left} is about {right}"),
    "sayAtMost": N_("{left} is at most {right}"),
    "sayAtLeast": N_("{left} is at least {right}"),
    "sayDiffers": N_("{left} is not {right}"),
    "sayBelow": N_("{left} is less than {right}"),
    "sayAbove": N_("{left} is greater than {right}"),
    "sayBecomes": N_("{left} becomes {right}"),
    "sayTends": N_("{left} tends to {right}"),
    "sayAt": N_("{name} at {time}"),
    "saySub": N_("{name} {index}"),
    "sayIndexed": N_("{name} with index {index}"),
    "sayEntry": N_("entry {index} of {of}"),
    "sayElementwise": N_("{left}, times, element by element, {right}"),
    "sayTimesElementwise": N_("times, element by element"),
    "sayTimes": N_("{left} times {right}"),
    "sayBy": N_("{left} by {right}"),
    "sayPlus": N_("{left}, plus {right}"),
    "sayMinus": N_("{left}, minus {right}"),
    "sayAnd": N_("{left} plus {right}"),
    "sayLess": N_("{left} minus {right}"),
    "sayNegative": N_("minus {of}"),
    "sayNegativeOf": N_("the negative of {of}"),
    "sayOver": N_("{left} divided by {right}"),
    "sayFraction": N_("{over} over {under}"),
    "sayLongFraction": N_(
        "the fraction with numerator {over}, denominator {under}, end of fraction,"
    ),
    "saySquared": N_("{of} squared"),
    "sayPower": N_("{of} to the power {exponent}"),
    "sayLongPower": N_("{of} to the power {exponent}, end of power,"),
    "sayRoot": N_("the square root of {of}"),
    "sayFactorial": N_("{of} factorial"),
    "sayAbsolute": N_("the absolute value of {of}"),
    "sayNorm": N_("the norm of {of}"),
    "saySum": N_("the sum over all {index} of {of}"),
    "saySumFrom": N_("the sum from {from} to {to} of {of}"),
    "sayProduct": N_("the product over all {index} of {of}"),
    "sayProductFrom": N_("the product from {from} to {to} of {of}"),
    "sayMaximum": N_("the maximum of {inner}"),
    "sayMaximumOver": N_("the maximum over all {index} of {inner}"),
    "sayMinimum": N_("the minimum of {inner}"),
    "sayJoined": N_("{left} joined to {right}"),
    "sayStacked": N_("{upper} above {lower}"),
    "sayComma": N_("{left}, {right}"),
    "sayLine": N_("{left}; {right}"),
    "sayAndSoOn": N_("and so on"),
    "sayBrackets": N_("open bracket {inner} close bracket"),
    "sayNew": N_("new part:"),
    "sayNewEnd": N_(", end of new part,"),
    "sayGone": N_("dropped part:"),
    "sayGoneEnd": N_(", end of dropped part,"),
    "sayApplied": N_("{function} of {inner}"),
    "saySigmoid": N_("sigmoid"),
    "sayTanh": N_("hyperbolic tangent"),
    "sayExp": N_("e to the power"),
    "sayLog": N_("the logarithm of {inner}"),
    "sayLn": N_("the natural logarithm of {inner}"),
    "sayLogBase": N_("the logarithm to base {index} of {inner}"),
    "sayDiagonal": N_("the diagonal matrix of {inner}"),
    "sayProbability": N_("the probability of {inner}"),
    "sayGiven": N_("{left}, given {right}"),
    "sayGradientOf": N_("the gradient of {of}"),
    "sayGradientBy": N_("the gradient of {of} with respect to {by}"),
    "sayPartial": N_("the partial derivative of {of} with respect to {by}"),
    "sayDerivative": N_("the derivative of {function} at {inner}"),
    "sayPrime": N_("the derivative of {of}"),
    "sayTransposed": N_("{of} transposed"),
    "sayForward": N_("forward {title}"),
    "sayBackward": N_("backward {title}"),
    "sayNamed": N_("{letter}, {words}"),
}
GREEK = {
    "α": N_("alpha"),
    "β": N_("beta"),
    "ε": N_("epsilon"),
    "η": N_("eta"),
    "θ": N_("theta"),
    "σ": N_("sigma"),
    "τ": N_("tau"),
    "φ": N_("phi"),
}
LOSS = N_("the loss")
STATE = N_("hidden state")
# What each kind of parameter is called: those of one quantity.
CALLED: Mapping[str, str] = {
    "input weight": N_("input weights of the {quantity}"),
    "recurrent weight": N_("recurrent weights of the {quantity}"),
    "peephole": N_("peephole weights of the {quantity}"),
    "bias": N_("bias of the {quantity}"),
    "recurrent bias": N_("recurrent bias of the {quantity}"),
}
OUTPUT_CALLED = {"W_hq": N_("weights of the output layer"), "b_q": N_("bias of the output layer")}
# The letters of a network. One with "_" behind it has this meaning only with an index: h is a size, and h_t a state.
NETWORK = {
    "L": LOSS,
    "X": N_("input"),
    "H": STATE,
    "C": N_("memory cell"),
    "I": N_("input gate"),
    "F": N_("forget gate"),
    "O": N_("output gate"),
    "R": N_("reset gate"),
    "Z": N_("update gate"),
    "C\u0303": N_("candidate memory cell"),
    "H\u0303": N_("candidate hidden state"),
    "ŷ": N_("prediction"),
    "Ŷ": N_("prediction"),
    **OUTPUT_CALLED,
}
INPUT_WEIGHTS, RECURRENT_WEIGHTS = N_("input weights"), N_("recurrent weights")
# Letters with an index in a plain text, such as a question to a class: what `rnnviz/web/plainmath.js` says of them. O
# is a gate here and logits there, and stays a letter.
_TOLD = ("sayAt", "saySub", "sayLess", "sayAnd", "sayForward", "sayBackward", "sayEntry")
UNIT = N_("{of}, unit {unit}")
IN_TEXT = (
    {name: SIGNS[name] for name in _TOLD}
    | {"sayUnit": UNIT}
    | {
        f"letter_{letter}": words
        for letter, words in {
            **{letter: words for letter, words in NETWORK.items() if letter != "O"},
            "h_": STATE,
            "x_": NETWORK["X"],
            "W_xh": INPUT_WEIGHTS,
            "W_hh": RECURRENT_WEIGHTS,
        }.items()
    }
)


def signs(language: str) -> dict[str, str]:
    """The sentences of signs in a language, by name."""
    _ = translator(language)
    return {name: _(message) for name, message in SIGNS.items()}
