"""Memory: a network without and with a hidden state tags parts of speech (000, 001)."""

from pages.course.chapter import chapter
from rnnviz.course.tagging import tagging

chapter("why_state", tagging())
