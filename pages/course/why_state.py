"""Memory: a network without and with a hidden state tags parts of speech (000, 001)."""

from pages.course.view import show

show("why_state")
