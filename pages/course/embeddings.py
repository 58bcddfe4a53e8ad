"""Words: one-hot, embeddings, and what a short vector can say (003)."""

from pages.course.chapter import chapter
from pages.shared.language import current
from rnnviz.course.sentences import sentences

chapter("embeddings", {"text": sentences(current())})
