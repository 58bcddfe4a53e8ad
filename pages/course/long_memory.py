"""Memory: how far back each cell learns to remember, trained on the spot."""

from pages.course.chapter import chapter
from rnnviz.course.long_memory import measured

chapter("long_memory", measured())
