"""The pages, in the order of the bar; a page's address is the name of its script."""

from collections.abc import Mapping
from pathlib import PurePath

from rnnviz.locale import N_

HOME = "home.py"
# For each part of the menu, the scripts with their titles.
PARTS: Mapping[str, Mapping[str, str]] = {
    "": {
        HOME: "rnnviz",
        "step/step.py": N_("Step"),
        "train/train.py": N_("Train"),
    },
    N_("Why a hidden state"): {
        "course/why_history.py": N_("1 · Counting is not enough"),
        "course/why_state.py": N_("2 · With and without a hidden state"),
        "course/why_unrolled.py": N_("3 · The loop, unrolled"),
        "course/why_shapes.py": N_("4 · Shapes and choices"),
        "course/why_gates.py": N_("5 · Gates, and two directions"),
    },
}
TITLES: Mapping[str, str] = {
    script: title for pages in PARTS.values() for script, title in pages.items()
}
# Each page's address below our own, such as "step", with its title; the home page's is "".
ADDRESSES: Mapping[str, str] = {
    "" if script == HOME else PurePath(script).stem: title for script, title in TITLES.items()
}
