"""Memory: gradients through time, what decides how far they reach, and what is cut and clipped."""

from pages.course.chapter import chapter
from pages.shared.language import current
from rnnviz.course.gradients import gradients

given = gradients(current())
chapter("gradients", given, {"long": given["long"]["text"], "short": given["short"]["text"]})
