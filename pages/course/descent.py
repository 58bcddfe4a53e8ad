"""Ground: gradient descent with all samples, with one, and with a few (003)."""

from pages.course.view import show

show("descent")
