"""What is in the course: its chapters, part by part, and the pages to look things up in.

A page's name is its address, and that of its folder or its prose.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rnnviz.locale import N_

# The page that shows the whole course, and the one with its terms.
CONTENTS = "course"
# The page on which a reader computes.
PRACTICE = "practice"
GLOSSARY = "glossary"
QUESTIONS = "questions"


class Chapter(NamedTuple):
    """title: of the page. question: what the chapter answers, in one line. needs: the chapters that it builds on, by
    their names, but for those that these build on."""

    title: str
    question: str
    needs: Sequence[str] = ()


# The chapters by their names in the order of reading, part by part.
PARTS: Mapping[str, Mapping[str, Chapter]] = {
    N_("Ground"): {
        "neurons": Chapter(
            N_("Neurons and layers"),
            N_("What can one neuron decide, what takes a layer, and what does a layer cost?"),
        ),
        "activations": Chapter(
            N_("Activations"),
            N_("Why does a network bend its numbers, and why does an RNN take tanh?"),
            needs=("neurons",),
        ),
        "softmax": Chapter(
            N_("Softmax and cross-entropy"),
            N_("How do scores become probabilities, and what does a wrong one cost?"),
        ),
        "descent": Chapter(
            N_("Descent"),
            N_("Which way is down, and how far should a step go?"),
        ),
        "backprop": Chapter(
            N_("Backpropagation by hand"),
            N_("How does an error at the end find every weight that caused it?"),
            needs=("activations", "descent"),
        ),
        "depth": Chapter(
            N_("Depth"),
            N_("Why do the first layers of a deep network learn last, and what helps?"),
            needs=("backprop",),
        ),
    },
    N_("Words"): {
        "embeddings": Chapter(
            N_("Words as vectors"),
            N_("What can a short vector say about a word that its number cannot?"),
            needs=("neurons",),
        ),
        "nnlm": Chapter(
            N_("A neural language model"),
            N_("How does a network name the next word from the few before it?"),
            needs=("embeddings", "softmax"),
        ),
        "word2vec": Chapter(
            N_("CBOW, Skip-gram, Huffman"),
            N_("How does a word get its vector from the words around it, at little cost?"),
            needs=("nnlm",),
        ),
        "textcnn": Chapter(
            N_("TextCNN"),
            N_("How much of a sentence can be told from short windows of it?"),
            needs=("embeddings", "softmax"),
        ),
    },
    N_("Memory"): {
        "why_history": Chapter(
            N_("Counting is not enough"),
            N_("Why not simply count which character follows which?"),
            needs=("softmax",),
        ),
        "why_state": Chapter(
            N_("With and without a hidden state"),
            N_("What can a network with a hidden state do that one without cannot?"),
            needs=("neurons", "why_history"),
        ),
        "why_unrolled": Chapter(
            N_("The loop, unrolled"),
            N_("What does H = φ(X W + H W + b) say, once it is written out in full?"),
            needs=("why_state",),
        ),
        "why_shapes": Chapter(
            N_("Shapes and choices"),
            N_("Which sizes have all these matrices, and who decides them?"),
            needs=("why_unrolled",),
        ),
        "why_gates": Chapter(
            N_("Gates, and two directions"),
            N_("What does each gate decide, and what does reading backwards bring?"),
            needs=("why_unrolled",),
        ),
        "gradients": Chapter(
            N_("Gradients through time"),
            N_("How far back does a loss reach, and what decides it?"),
            needs=("depth", "why_gates"),
        ),
        "long_memory": Chapter(
            N_("Long memory, measured"),
            N_("Over how many steps does each cell learn to remember, and what decides it?"),
            needs=("gradients",),
        ),
        "writing": Chapter(
            N_("Training and writing"),
            N_("The loss is good: why is what the network writes nonsense?"),
            needs=("why_state",),
        ),
        "forecast": Chapter(
            N_("A forecast that fools you"),
            N_("Truth and forecast lie almost on each other: was anything learnt?"),
            needs=("descent", "why_state"),
        ),
        "one_unit": Chapter(
            N_("What a unit knows"),
            N_("Can one unit know something, and how does one tell that the network needs it?"),
            needs=("why_state",),
        ),
    },
    N_("Beyond"): {
        "evolution": Chapter(
            N_("How the cell evolved"),
            N_("Which part came, which went, and what became of the memory?"),
            needs=("gradients",),
        ),
        "matrix_memory": Chapter(
            N_("A memory one can address"),
            N_("What does a network keep in a matrix, and how does it find it again?"),
            needs=("evolution",),
        ),
        "parallel": Chapter(
            N_("In parallel"),
            N_("Why can some recurrent networks be trained in all steps at once, and an LSTM not?"),
            needs=("evolution",),
        ),
    },
}
# The pages to look things up in, beside the chapters.
REFERENCE: Mapping[str, Chapter] = {
    QUESTIONS: Chapter(
        N_("Questions"),
        N_("What students ask most, each answered by a place where it can be seen."),
    ),
    GLOSSARY: Chapter(
        N_("Words of the trade"),
        N_("Unit, logit, nat, truncation, the letters d h q n T V …, in English and in Chinese."),
    ),
    "sources": Chapter(
        N_("Sources"),
        N_("The five texts behind the course, what we took from each, and what we checked."),
    ),
    "how_we_know": Chapter(
        N_("How we know"),
        N_("To what our numbers are held, and by how much they differ from it."),
    ),
}

PRACTICE_PAGE = Chapter(
    N_("Practice"),
    N_(
        "Compute a step yourself, with a pencil. Each operation is checked as you enter it, and a slip is named where "
        "the number tells which one it was."
    ),
)

# All chapters in the order of reading.
CHAPTERS: Mapping[str, Chapter] = {
    name: chapter for chapters in PARTS.values() for name, chapter in chapters.items()
}
# The glossary's parts, each with its entries.
TERMS: Mapping[str, Sequence[str]] = {
    N_("Letters and shapes"): (
        "n", "T", "d", "h", "q", "letters", "V", "indices", "hadamard", "phi", "batchfirst", "broadcasting",
    ),
    N_("In the cell"): (
        "unit", "perceptron", "dense", "feedforward", "state", "cell", "layer", "gate", "ledger", "lstmgates",
        "grugates", "candidate", "preactivation", "saturation", "sharing", "initial", "unrolled", "bidirectional",
    ),
    N_("From text to loss"): (
        "token", "onehot", "embedding", "distributed", "languagemodel", "ngram", "smoothing", "nnlm",
        "cbow", "skipgram", "huffman", "hierarchical", "filter", "featuremap", "maxovertime",
        "logit", "softmax", "logistic", "temperature", "label", "crossentropy", "nat", "perplexity",
        "likelihood", "entropy",
    ),
    N_("Learning"): (
        "gradient", "backpropagation", "bptt", "truncation", "detach", "witness", "vanishing", "exploding",
        "clipping", "convex", "online", "batchsize", "rate", "epoch", "validation", "persistence",
        "teacher",
        "sampling", "checkpoint", "seed",
    ),
    N_("What units know"): (
        "unitlabel", "auc", "chanceline", "ablation", "probe", "control", "backup",
    ),
}  # fmt: skip


def view(name: str) -> str | None:
    """The name in `rnnviz.course.VIEWS` of the module that shows the page with this name; None where it is no page
    of the course."""
    if name == CONTENTS:
        return "contents"
    if name == PRACTICE:
        return PRACTICE
    if name in REFERENCE:
        return "reference"
    return name if name in CHAPTERS else None
