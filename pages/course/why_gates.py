"""Memory: what each gate is for, what a second direction brings, and what they cost (003)."""

from pages.course.chapter import chapter
from rnnviz.course.gates import gate_numbers

chapter("why_gates", gate_numbers())
