"""What a lecturer lays over the page for all who follow: the lines of a pen, and a black screen.

A line is drawn over a part of the page, by its name, so that it lies on the same part of a page of
another size.
"""

from typing import Any

from rnnviz.hall.spotlight import PART
from rnnviz.locale import N_, Refusal

# The most numbers, two a point, of a line and of all lines until they are wiped.
MOST_OF_A_LINE, MOST_IN_ALL = 600, 12_000
# A line may leave its part; a thousand is the part's width or height.
FURTHEST = 10_000
NO_LINE = N_("This is no line of a pen.")
FULL = N_("No more lines reach the class; X wipes those that are there.")


class Ink:
    """The lines over a room's page, {part, points}, and whether its screen is black.

    points: x and y in turn, in thousandths of the part's width and height. wipes: how often they
    were wiped; with the number of lines it says how far somebody has been told.
    """

    def __init__(self) -> None:
        self.is_dark = False
        self.wipes = 0
        self.lines: list[dict[str, Any]] = []

    def draw(self, told: object) -> None:
        """One more line. Raises Refusal for what is none, and where there are too many."""
        line = told if isinstance(told, dict) else {}
        part, points = line.get("part"), line.get("points")
        if not isinstance(part, str) or not PART.fullmatch(part) or not isinstance(points, list):
            raise Refusal(NO_LINE)
        if not 4 <= len(points) <= MOST_OF_A_LINE or len(points) % 2 or not all(map(_fits, points)):
            raise Refusal(NO_LINE)
        if sum(len(one["points"]) for one in self.lines) + len(points) > MOST_IN_ALL:
            raise Refusal(FULL)
        self.lines.append({"part": part, "points": points})

    def wipe(self) -> None:
        """Take all lines away."""
        self.lines = []
        self.wipes += 1

    @property
    def state(self) -> tuple[bool, int, int]:
        """What differs after each change."""
        return self.is_dark, self.wipes, len(self.lines)

    def since(self, known: tuple[bool, int, int] | None) -> dict[str, Any]:
        """What somebody is told who knew this state; `first` is the number of the first line."""
        first = known[2] if known and known[1] == self.wipes else 0
        return {"isDark": self.is_dark, "first": first, "lines": self.lines[first:]}


def _fits(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and abs(number) <= FURTHEST
