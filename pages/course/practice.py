"""Tasks that the reader computes, and the page checks."""

from pages.course.view import show

show("practice")
