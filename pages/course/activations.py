"""Ground: the functions between the layers, and what their derivatives do (003)."""

from pages.course.view import show

show("activations")
