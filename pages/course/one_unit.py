"""Memory: what one unit of a trained network knows, and whether the network needs it."""

from pages.course.view import show

show("one_unit")
