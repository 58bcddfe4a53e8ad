"""Memory: from n-grams to a hidden state (000, 002)."""

from pages.course.view import show

show("why_history")
