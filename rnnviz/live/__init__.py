"""The live view of a training: its data, made here, and the plain ES modules that draw it.

`present` is the current state of a run, `moment` its state at a checkpoint, `replay` one gradient
step taken apart, `continuation` the prediction after the reader's own text, `feeding` teacher
forcing beside own output, `record` what a file keeps of it; `head`, `points` and `thinned` are its
parts; `first_page` stands where a training begins, before there is one. Each returns data for
JSON. `Whole` puts several `present` together; `words` are the view's own, in a language.
"""

from importlib.resources import files
from pathlib import Path

from rnnviz.live.payload import continuation, feeding, moment, plan, present, replay
from rnnviz.live.record import curve, head, points, record, thinned
from rnnviz.live.recorded import first_page
from rnnviz.live.strings import STRINGS, words
from rnnviz.live.whole import Whole

MAIN = Path(str(files("rnnviz.live") / "assets" / "main.js"))
STYLE = MAIN.with_name("live.css")

__all__ = [
    "MAIN",
    "STRINGS",
    "STYLE",
    "Whole",
    "continuation",
    "curve",
    "feeding",
    "first_page",
    "head",
    "moment",
    "plan",
    "points",
    "present",
    "record",
    "replay",
    "thinned",
    "words",
]
