"""Words: vectors from neighbours, by CBOW and Skip-gram, with Huffman's tree at the end (003)."""

from pages.course.chapter import chapter
from pages.shared.language import current
from rnnviz.course.corpus import corpus

chapter("word2vec", dict(corpus(current())))
