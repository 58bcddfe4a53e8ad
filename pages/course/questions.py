"""Questions that students ask, each answered by a view that settles it."""

from pages.course.view import show

show("questions")
