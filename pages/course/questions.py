"""Twenty questions that students ask, each answered by a view that settles it."""

from pages.course.reference import reference

reference("questions")
