"""Memory: a character model in columns, every shape, one step as a graph, and what is read from it
(002, figure 6.2; 004)."""

from pages.course.view import show

show("why_shapes")
