"""A view as the one module that anywidget loads."""

import json
from pathlib import Path

from rnnviz.web import bundled, formulas, sheets, signs

ASSETS = Path(__file__).with_name("assets")
RENDERS = """const css = {css};
export default {{ render: (given) => views.own.render(given, css) }};
"""


def fonts(language: str) -> str:
    """The fonts of a widget in a language, in CSS, for the document around it."""
    return formulas() + signs(language)


def module(name: str, css: str) -> str:
    """The module in `assets` that exports `render`, with all that it needs, and its style sheet."""
    whole = css + sheets(ASSETS / "widget.css")
    # anywidget would take an export called `render` for the whole view.
    return bundled({"own": ASSETS / name}) + RENDERS.format(css=json.dumps(whole))
