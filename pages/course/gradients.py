"""Memory: gradients through time, what decides how far they reach, and what is cut and clipped."""

from pages.course.view import show

show("gradients")
