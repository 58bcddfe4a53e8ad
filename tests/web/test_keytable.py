"""The table of keys names those that the cells bring."""

import re

from rnnviz import web
from rnnviz.cells import CELLS


def test_the_keys_of_the_networks_are_the_first_letters_of_the_built_in_cells() -> None:
    told = (web.FOLDER / "keytable.js").read_text("utf-8")
    listed = re.search(r"KEYS_OF_NETWORKS = \[(.*)\]", told)
    assert listed
    assert sorted(re.findall(r"\w", listed[1])) == sorted(name[0] for name in CELLS)
