"""The contents of the course."""

from pages.course.view import show

show("course")
