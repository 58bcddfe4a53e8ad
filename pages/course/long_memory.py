"""Memory: how far back each cell learns to remember, trained on the spot."""

from pages.course.view import show

show("long_memory")
