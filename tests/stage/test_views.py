"""The views below the cell are one list, which links name."""

import json
import subprocess

from rnnviz import stage
from rnnviz.address import link


def test_a_link_names_the_views_that_the_stage_has() -> None:
    views = (stage.ASSETS / "panels" / "views.js").as_uri()
    code = (
        f'import {{ VIEWS }} from "{views}"; console.log(JSON.stringify(VIEWS.map((v) => v.name)))'
    )
    run = subprocess.run(
        ["node", "--input-type=module", "-e", code], capture_output=True, text=True, check=True
    )
    assert json.loads(run.stdout) == list(link.VIEWS)
