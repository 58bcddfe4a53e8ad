"""Words: a neural language model, its window, and what it learns (003, "NNLM")."""

from pages.course.view import show

show("nnlm")
