"""The interactive view: a payload made here, drawn by the plain ES modules in `assets/`."""

from rnnviz.explain.notation import NOTATIONS
from rnnviz.stage.payload import payload, phase_keys
from rnnviz.stage.standalone import ASSETS, html, notebook_html, style

__all__ = ["ASSETS", "NOTATIONS", "html", "notebook_html", "payload", "phase_keys", "style"]
