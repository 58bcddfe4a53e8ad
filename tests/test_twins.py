"""What a browser computes as Python does lies beside Python's: it names its original, and needs none of the edition."""

import re
from pathlib import Path

import pytest

RNNVIZ = Path(__file__).parents[1] / "rnnviz"
TWINS = sorted(RNNVIZ.glob("*/browser/*.js"))
# In the first lines of a module, what it is the twin of.
NAMED = re.compile(r"`((?:\.\./|rnnviz/)[a-z_/]+\.py)`")
IMPORTED = re.compile(r'^(?:import|export) .*?from "(\.[^"]+)";', re.MULTILINE | re.DOTALL)


def test_there_are_twins() -> None:
    assert {one.parts[-3] for one in TWINS} >= {
        "address",
        "cells",
        "export",
        "live",
        "practice",
        "training",
        "units",
    }


@pytest.mark.parametrize("twin", TWINS, ids=lambda one: str(one.relative_to(RNNVIZ)))
def test_what_a_twin_names_is_there_and_it_needs_nothing_of_the_edition(twin: Path) -> None:
    source = twin.read_text("utf-8")
    for name in NAMED.findall(source.partition("\nimport ")[0]):
        base = RNNVIZ.parent if name.startswith("rnnviz/") else twin.parent
        assert (base / name).resolve().is_file(), name
    for path in IMPORTED.findall(source):
        found = (twin.parent / path).resolve()
        assert found.is_file(), path
        assert RNNVIZ / "site" not in found.parents, path


@pytest.mark.parametrize("twin", TWINS, ids=lambda one: str(one.relative_to(RNNVIZ)))
def test_one_of_the_same_name_names_its_original(twin: Path) -> None:
    original = twin.parents[1] / f"{twin.stem}.py"
    if original.is_file():
        assert f"`../{original.name}`" in twin.read_text("utf-8").partition("\nimport ")[0], (
            twin.name
        )
