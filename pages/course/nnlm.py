"""Words: a neural language model, its window, and what it learns (003, "NNLM")."""

from pages.course.chapter import chapter
from pages.shared.language import current
from rnnviz.course.sentences import language_of_words, sentences

chapter(
    "nnlm",
    {"text": sentences(current()), "entropy": language_of_words().entropy},
)
