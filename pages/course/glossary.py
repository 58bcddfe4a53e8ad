"""Words of the trade, in English and in Chinese, each with the view that shows it."""

from pages.course.view import show

show("glossary")
