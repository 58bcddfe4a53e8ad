"""The modules of each view fit into one: no two declare the same name. No line needs scrolling."""

import subprocess
from itertools import chain
from pathlib import Path

import pytest

from rnnviz import course, live, stage
from rnnviz.web import PICTURES, bundled, joined

VIEWS = [stage.ASSETS / "main.js", live.MAIN, PICTURES, *sorted(course.VIEWS.glob("*.js"))]


@pytest.mark.parametrize("entry", VIEWS, ids=lambda entry: f"{entry.parents[1].name}-{entry.stem}")
def test_a_view_s_modules_are_one_module(entry: Path, tmp_path: Path) -> None:
    whole = tmp_path / "view.mjs"
    whole.write_text(joined(entry), "utf-8")
    checked = subprocess.run(
        ["node", "--check", str(whole)], check=False, capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stderr


def test_views_in_one_script_share_their_modules_and_keep_their_names(tmp_path: Path) -> None:
    (tmp_path / "shared.js").write_text("export const count = { value: 0 };\n")
    own = 'import {{ count }} from "./shared.js";\n\nconst NAME = "{0}";\ncount.value += 1;\n'
    own += (
        "export const name = () => NAME;\nexport function calls() {{\n  return count.value;\n}}\n"
    )
    for name in ("one", "other"):
        (tmp_path / f"{name}.js").write_text(own.format(name))
    script = bundled({name: tmp_path / f"{name}.js" for name in ("one", "other")})
    script += "console.log(views.one.name(), views.other.name(), views.one.calls());"
    ran = subprocess.run(
        ["node", "--input-type=module", "-e", script], check=True, capture_output=True, text=True
    )
    assert ran.stdout.split() == ["one", "other", "2"]
    everything = bundled({str(entry): entry for entry in VIEWS})
    assert everything.count("function furnish(") == 1
    whole = tmp_path / "everything.mjs"
    whole.write_text(everything, "utf-8")
    subprocess.run(["node", "--check", str(whole)], check=True, capture_output=True)


def test_no_line_of_javascript_is_longer_than_120_columns() -> None:
    root = Path(__file__).parents[2]
    files = chain(
        *(root.glob(f"{folder}/**/*.js") for folder in ("rnnviz", "pages")),
        root.glob("tests/**/*.mjs"),
    )
    lines = {
        f"{file.relative_to(root)}:{number}": line
        for file in files
        for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1)
    }
    assert len(lines) > 5000
    assert [place for place, line in lines.items() if len(line) > 120] == []
