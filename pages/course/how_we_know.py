"""How we know: to what our numbers are held, and by how much they differ from it."""

from pages.course.view import show

show("how_we_know")
