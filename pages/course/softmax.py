"""Ground: scores become probabilities, and a wrong one costs something (003)."""

from pages.course.view import show

show("softmax")
