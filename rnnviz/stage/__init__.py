"""The interactive view: a scene made here, drawn by the plain ES modules in `assets/`."""

from rnnviz.explain.notation import NOTATIONS
from rnnviz.stage.scene import scene
from rnnviz.stage.standalone import ASSETS, html, notebook_html, sample_scene, samples_html, style
from rnnviz.stage.track import encoded, track

__all__ = [
    "ASSETS",
    "NOTATIONS",
    "encoded",
    "html",
    "notebook_html",
    "sample_scene",
    "samples_html",
    "scene",
    "style",
    "track",
]
