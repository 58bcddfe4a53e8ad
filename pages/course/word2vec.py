"""Words: vectors from neighbours, by CBOW and Skip-gram, with Huffman's tree at the end (003)."""

from pages.course.view import show

show("word2vec")
