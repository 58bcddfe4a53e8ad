"""Memory: how far back each cell learns to remember, trained on the spot."""

from pages.course.chapter import chapter

chapter("long_memory")
