"""The pages, in the order of the bar and of the course; a page's address is its script's name."""

from collections.abc import Mapping
from pathlib import PurePath
from typing import NamedTuple

from rnnviz.locale import N_

HOME = "home.py"
CONTENTS = "course/course.py"
# The pages in the bar, with their titles.
BAR: Mapping[str, str] = {
    HOME: "rnnviz",
    "step/step.py": N_("Step"),
    "train/train.py": N_("Train"),
    CONTENTS: N_("Course"),
}


class Chapter(NamedTuple):
    """title: of the page. question: what the chapter answers, in one line."""

    title: str
    question: str


# The chapters in the order of reading, part by part; the contents page shows the parts that have
# any.
COURSE: Mapping[str, Mapping[str, Chapter]] = {
    N_("Ground"): {
        "course/neurons.py": Chapter(
            N_("Neurons and layers"),
            N_("What can one neuron decide, what takes a layer, and what does a layer cost?"),
        ),
        "course/activations.py": Chapter(
            N_("Activations"),
            N_("Why does a network bend its numbers, and why does an RNN take tanh?"),
        ),
        "course/softmax.py": Chapter(
            N_("Softmax and cross-entropy"),
            N_("How do scores become probabilities, and what does a wrong one cost?"),
        ),
        "course/descent.py": Chapter(
            N_("Descent"),
            N_("Which way is down, and how far should a step go?"),
        ),
        "course/backprop.py": Chapter(
            N_("Backpropagation by hand"),
            N_("How does an error at the end find every weight that caused it?"),
        ),
        "course/depth.py": Chapter(
            N_("Depth"),
            N_("Why do the first layers of a deep network learn last, and what helps?"),
        ),
    },
    N_("Words"): {
        "course/embeddings.py": Chapter(
            N_("Words as vectors"),
            N_("What can a short vector say about a word that its number cannot?"),
        ),
        "course/nnlm.py": Chapter(
            N_("A neural language model"),
            N_("How does a network name the next word from the few before it?"),
        ),
        "course/word2vec.py": Chapter(
            N_("CBOW, Skip-gram, Huffman"),
            N_("How does a word get its vector from the words around it, at little cost?"),
        ),
        "course/textcnn.py": Chapter(
            N_("TextCNN"),
            N_("How much of a sentence can be told from short windows of it?"),
        ),
    },
    N_("Memory"): {
        "course/why_history.py": Chapter(
            N_("Counting is not enough"),
            N_("Why not simply count which character follows which?"),
        ),
        "course/why_state.py": Chapter(
            N_("With and without a hidden state"),
            N_("What can a network with a hidden state do that one without cannot?"),
        ),
        "course/why_unrolled.py": Chapter(
            N_("The loop, unrolled"),
            N_("What does H = φ(X W + H W + b) say, once it is written out in full?"),
        ),
        "course/why_shapes.py": Chapter(
            N_("Shapes and choices"),
            N_("Which sizes have all these matrices, and who decides them?"),
        ),
        "course/why_gates.py": Chapter(
            N_("Gates, and two directions"),
            N_("What does each gate decide, and what does reading backwards bring?"),
        ),
        "course/gradients.py": Chapter(
            N_("Gradients through time"),
            N_("How far back does a loss reach, and what decides it?"),
        ),
        "course/long_memory.py": Chapter(
            N_("Long memory, measured"),
            N_("Over how many steps does each cell learn to remember, and what decides it?"),
        ),
        "course/writing.py": Chapter(
            N_("Training and writing"),
            N_("The loss is good: why is what the network writes nonsense?"),
        ),
    },
    N_("Beyond"): {
        "course/evolution.py": Chapter(
            N_("How the cell evolved"),
            N_("Which part came, which went, and what became of the memory?"),
        ),
    },
}
# The pages to look things up in, beside the chapters.
REFERENCE: Mapping[str, Chapter] = {
    "course/questions.py": Chapter(
        N_("Twenty questions"),
        N_("What students ask most, each answered by a place where it can be seen."),
    ),
    "course/glossary.py": Chapter(
        N_("Words of the trade"),
        N_("Unit, logit, nat, truncation, the letters d h q n T V …, in both languages."),
    ),
    "course/sources.py": Chapter(
        N_("Sources"),
        N_("The five texts behind the course, what we took from each, and what we checked."),
    ),
}
TITLES: Mapping[str, str] = {**BAR} | {
    script: chapter.title
    for chapters in (*COURSE.values(), REFERENCE)
    for script, chapter in chapters.items()
}


def address(script: str) -> str:
    """A page's address below our own, such as "step"; the home page's is ""."""
    return "" if script == HOME else PurePath(script).stem


def course_view(name: str) -> str | None:
    """The name in `rnnviz.course.VIEWS` of the module that shows the page with this address; None where it is no
    page of the course."""
    if name == address(CONTENTS):
        return "contents"
    if name in map(address, REFERENCE):
        return "reference"
    return name if any(name in map(address, chapters) for chapters in COURSE.values()) else None


# Each page's address with its title.
SCRIPTS: Mapping[str, str] = {address(script): script for script in TITLES}
ADDRESSES: Mapping[str, str] = {address(script): title for script, title in TITLES.items()}
