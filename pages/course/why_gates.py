"""Memory: what each gate is for, what a second direction brings, and what they cost (003)."""

from pages.course.view import show

show("why_gates")
