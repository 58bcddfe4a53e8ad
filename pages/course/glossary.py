"""Words of the trade, in both languages, each with the view that shows it."""

from pages.course.reference import TERMS, reference

reference("glossary", TERMS, beside=True)
