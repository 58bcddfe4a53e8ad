"""The modules of each view fit into one: no two declare the same name."""

import subprocess
from pathlib import Path

import pytest

from rnnviz import course, live, stage
from rnnviz.web import joined

VIEWS = [stage.ASSETS / "main.js", live.MAIN, *sorted(course.VIEWS.glob("*.js"))]


@pytest.mark.parametrize("entry", VIEWS, ids=lambda entry: f"{entry.parents[1].name}-{entry.stem}")
def test_a_view_s_modules_are_one_module(entry: Path, tmp_path: Path) -> None:
    whole = tmp_path / "view.mjs"
    whole.write_text(joined(entry), "utf-8")
    checked = subprocess.run(
        ["node", "--check", str(whole)], check=False, capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stderr
