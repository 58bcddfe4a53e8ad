"""Beyond: why some recurrent networks can be computed in all steps at once, and an LSTM cannot."""

from pages.course.view import show

show("parallel")
