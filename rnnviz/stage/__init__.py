"""The interactive view: a scene made here, drawn by the plain ES modules in `assets/`."""

from rnnviz.explain.notation import NOTATIONS
from rnnviz.stage.scene import scene
from rnnviz.stage.standalone import ASSETS, html, notebook_html, style
from rnnviz.stage.track import encoded, phase_keys, track
from rnnviz.stage.views_file import View, views_html

__all__ = [
    "ASSETS",
    "NOTATIONS",
    "View",
    "encoded",
    "html",
    "notebook_html",
    "phase_keys",
    "scene",
    "style",
    "track",
    "views_html",
]
