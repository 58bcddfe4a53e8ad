"""The texts behind the course: what we took from each, and what we checked."""

from pages.course.view import show

show("sources")
