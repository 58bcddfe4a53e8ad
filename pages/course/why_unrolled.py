"""Memory: the loop unrolled, joined and substituted (001; 002, figure 6.1)."""

from pages.course.chapter import chapter
from rnnviz.course.unrolled import unrolled

chapter("why_unrolled", unrolled("helicopter", "laozi"))
