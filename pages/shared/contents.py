"""The pages, in the order of the bar and of the course; a page's address is its script's name."""

from collections.abc import Mapping
from pathlib import PurePath

from rnnviz.course import outline
from rnnviz.locale import N_

HOME = "home.py"
STEP = "step/step.py"
CONTENTS = f"course/{outline.CONTENTS}.py"
PRACTICE = f"course/{outline.PRACTICE}.py"
# The pages in the bar, with their titles.
BAR: Mapping[str, str] = {
    HOME: "rnnviz",
    STEP: N_("Step"),
    "train/train.py": N_("Train"),
    "units/units.py": N_("Units"),
    CONTENTS: N_("Course"),
    PRACTICE: outline.PRACTICE_PAGE.title,
}
# A page that others lead to.
OWN = "own/own.py"
TITLES: Mapping[str, str] = {**BAR, OWN: N_("My own model")} | {
    f"course/{name}.py": page.title
    for name, page in (*outline.CHAPTERS.items(), *outline.REFERENCE.items())
}


def address(script: str) -> str:
    """A page's address below our own, such as "step"; the home page's is ""."""
    return "" if script == HOME else PurePath(script).stem


# Each page's address with its title.
SCRIPTS: Mapping[str, str] = {address(script): script for script in TITLES}
ADDRESSES: Mapping[str, str] = {address(script): title for script, title in TITLES.items()}
