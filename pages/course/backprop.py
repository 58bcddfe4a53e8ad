"""Ground: every derivative of a small network, each one once, from the end to the beginning (003)."""

from pages.course.view import show

show("backprop")
