"""Memory: the loop unrolled, joined and substituted (001; 002, figure 6.1)."""

from pages.course.view import show

show("why_unrolled")
