"""Memory: what a network reads while it is trained, and what it reads when it writes."""

from pages.course.view import show

show("writing")
