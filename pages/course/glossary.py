"""Words of the trade, in both languages, each with the view that shows it."""

from pages.course.view import show

show("glossary")
