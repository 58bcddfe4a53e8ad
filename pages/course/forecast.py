"""Memory: numbers in, next numbers out, and the lines that any forecast has to beat."""

from pages.course.view import show

show("forecast")
