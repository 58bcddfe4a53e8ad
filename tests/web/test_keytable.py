"""Whether a key has one meaning is looked at with the keys of the networks that there are."""

import re
from pathlib import Path

from rnnviz.cells import CELLS


def test_the_keys_of_the_networks_are_the_first_letters_of_the_built_in_cells() -> None:
    told = Path(__file__).with_name("keytable.test.mjs").read_text("utf-8")
    listed = re.search(r"NETWORKS = \[(.*)\]", told)
    assert listed
    assert sorted(re.findall(r"\w", listed[1])) == sorted(name[0] for name in CELLS)
