"""Memory: how the cell evolved, from the plain network to its descendants of 2024."""

from pages.course.view import show

show("evolution")
