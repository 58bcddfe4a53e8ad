"""Ground: gradients through many layers, and what helps them on (003)."""

from pages.course.view import show

show("depth")
