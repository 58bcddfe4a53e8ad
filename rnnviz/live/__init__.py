"""The live view of a training: what it is told, made here, and the plain ES modules that draw it.

`present` is how a run stands, `moment` how it stood at a checkpoint, `replay` one gradient step
taken apart, `continuation` what comes after a text of one's own. Each gives what JSON can carry.
"""

from importlib.resources import files
from pathlib import Path

from rnnviz.live.payload import continuation, moment, plan, present, replay
from rnnviz.live.strings import STRINGS

MAIN = Path(str(files("rnnviz.live") / "assets" / "main.js"))
STYLE = MAIN.with_name("live.css")

__all__ = ["MAIN", "STRINGS", "STYLE", "continuation", "moment", "plan", "present", "replay"]
