"""The modules of each view fit into one: no two declare the same name."""

import subprocess
from pathlib import Path

import pytest

from rnnviz import live, stage
from rnnviz.web import joined


@pytest.mark.parametrize("entry", [stage.ASSETS / "main.js", live.MAIN], ids=["stage", "live"])
def test_a_view_s_modules_are_one_module(entry: Path, tmp_path: Path) -> None:
    whole = tmp_path / "view.mjs"
    whole.write_text(joined(entry), "utf-8")
    checked = subprocess.run(
        ["node", "--check", str(whole)], check=False, capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stderr
