"""Words of the trade, in both languages, each with the view that shows it."""

from pages.course.reference import reference
from rnnviz.locale import N_

PARTS = {
    N_("Letters and shapes"): (
        "n", "T", "d", "h", "q", "V", "indices", "hadamard", "phi", "batchfirst", "broadcasting",
    ),
    N_("In the cell"): (
        "unit", "state", "cell", "layer", "gate", "lstmgates", "grugates", "candidate",
        "preactivation", "saturation", "sharing", "initial", "unrolled", "bidirectional",
    ),
    N_("From text to loss"): (
        "token", "onehot", "embedding", "languagemodel", "ngram", "logit", "softmax",
        "temperature", "label", "crossentropy", "nat", "perplexity",
    ),
    N_("Learning"): (
        "gradient", "backpropagation", "bptt", "truncation", "detach", "vanishing", "exploding",
        "clipping", "rate", "epoch", "validation", "teacher", "sampling", "checkpoint", "seed",
    ),
}  # fmt: skip

reference("glossary", PARTS, beside=True)
