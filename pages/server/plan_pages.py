"""Pages about the lecture plan that a browser keeps, without a Streamlit session."""

from typing import Any

from starlette.responses import HTMLResponse

from pages.server.bare import document, scripted
from pages.server.follower import theme
from pages.shared.assets import (
    COURSE_ASSETS,
    HALL_ASSETS,
    STAGE_ASSETS,
    UNITS_ASSETS,
    formulas,
    view_words,
)
from rnnviz.hall import lecture_plans
from rnnviz.locale import translator
from rnnviz.web import STRINGS, signs

HEADERS = {"Cache-Control": "no-store", "Vary": "Accept-Language"}
BODY = """<style>{fonts}</style>
<link rel="stylesheet" href="{base}/{name}.css">
<div id="{name}"></div>
{script}"""


def page(name: str, title: str, language: str, **own: Any) -> HTMLResponse:
    """A page that a script fills, with what any of them is told of a plan. name: of its script, its
    sheet and its element; title: in English; own: what else it is told."""
    data = {
        "named": view_words(language),
        "limits": lecture_plans.LIMITS,
        "language": language,
        **own,
    }
    base = HALL_ASSETS.url()
    fonts = formulas() + signs(language)
    script = scripted(f"{base}/{name}.js", data)
    body = BODY.format(fonts=fonts, base=base, name=name, script=script)
    said = f"{translator(language)(title)} · rnnviz"
    return HTMLResponse(document(language, body, title=said), headers=HEADERS)


def themes() -> dict[str, dict[str, str]]:
    """What `wear.js` has a page wear."""
    return {name: theme(name) for name in ("light", "dark")}


def drawing(
    name: str, title: str, language: str, words: dict[str, str], **own: Any
) -> HTMLResponse:
    """A page that draws the views of a plan. words: its own, in English; own: as for `page`."""
    _ = translator(language)
    return page(
        name,
        title,
        language,
        strings={word: _(sentence) for word, sentence in STRINGS.items()},
        words={word: _(sentence) for word, sentence in words.items()},
        stage=f"{STAGE_ASSETS.url()}/stage.js",
        units=f"{UNITS_ASSETS.url()}/units.js",
        course=COURSE_ASSETS.url(),
        **own,
    )
