"""Memory: from n-grams to a hidden state (000, 002)."""

from pages.course.chapter import chapter
from rnnviz.course.history import history

chapter("why_history", history())
