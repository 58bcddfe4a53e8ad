"""Beyond: a memory that is a matrix, written to and read from by keys."""

from pages.course.view import show

show("matrix_memory")
