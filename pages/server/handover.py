"""The page on which another person takes a room over from its lecturer.

The link's word stands behind its #, so that no server and no log sees it before somebody presses
the button: a preview of the link in a chat takes nothing over.
"""

from pages.server.bare import bare, scripted
from pages.shared.assets import HALL_ASSETS
from rnnviz.hall import STRINGS
from rnnviz.hall.lecture_plans import LIMITS
from rnnviz.locale import translator
from rnnviz.web import ASKED


def page(language: str, code: str) -> bytes:
    """The page for a room, in a language."""
    _ = translator(language)
    own = {name: words for name, words in STRINGS.items() if name.startswith("take")}
    data = {
        "code": code,
        "language": language,
        "limits": LIMITS,
        "strings": {name: _(words) for name, words in (ASKED | own).items()},
    }
    more = f'<div id="take"></div>\n{scripted(f"{HALL_ASSETS.url()}/take.js", data)}'
    title = STRINGS["takeTitle"]
    return bare(language, _(title).format(code=code), more)
