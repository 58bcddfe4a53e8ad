import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
LINT_IMPORTS = Path(sys.executable).with_name("lint-imports")

IMPORT_EVERYTHING = r"""
import importlib, pkgutil, sys

import app
import rnnviz

# These two are for those who have Keras or Lightning, and with it torch.
THEIRS = "rnnviz.notebook.keras", "rnnviz.notebook.lightning"
for module in pkgutil.walk_packages(rnnviz.__path__, "rnnviz."):
    if not module.name.startswith(("rnnviz.training", *THEIRS)) and not module.name.endswith("__main__"):
        importlib.import_module(module.name)

assert "torch" not in sys.modules, "something imported torch"
"""


def test_layers_point_one_way_and_only_training_knows_torch() -> None:
    # Its cache goes by time stamps and can miss an edit made within the same second.
    result = subprocess.run(
        [LINT_IMPORTS, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr


def test_all_but_training_needs_no_torch() -> None:
    result = subprocess.run(
        [sys.executable, "-c", IMPORT_EVERYTHING],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr


def test_what_the_docs_name_is_there_without_an_import_of_its_own_and_costs_nothing_before() -> (
    None
):
    asked = """
import sys, rnnviz
assert not {"torch", "rnnviz.units", "rnnviz.training"} & set(sys.modules)
assert rnnviz.units.show and rnnviz.export
assert not hasattr(rnnviz, "unit")
"""
    subprocess.run([sys.executable, "-c", asked], cwd=ROOT, check=True)
