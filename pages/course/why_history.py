"""Memory: from n-grams to a hidden state (000, 002)."""

from pages.course.chapter import chapter

chapter("why_history")
