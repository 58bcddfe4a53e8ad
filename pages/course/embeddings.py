"""Words: one-hot, embeddings, and what a short vector can say (003)."""

from pages.course.view import show

show("embeddings")
