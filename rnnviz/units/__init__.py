"""What the units of a trained network have learnt: asked, found, tested.

    seen = units.read(model, text)       seen["H"] (N, h), every other quantity, seen.loss (N − 1,)
    units.labels(text)                   {name: (N,)}: the ready labels
    units.spans(text, r"\\([^()]*")       (N,) bool: where a regular expression matches
    units.rank(seen, label)              scores, best first: .quantity .unit .auc .threshold .chance
    units.spread(seen, label, before)    one unit or several: turns of .word .probe .control .before
    units.moments(models, text, label, "H", 3)   when it was learnt: turns of .loss .best .chosen .probe
    units.ablate(seen, "H", 3, label)    the cost of holding unit 3: .at_label .low .high .elsewhere
    units.nearest(seen, at=120, k=20)    the places whose states are most like that of place 120
    units.components(seen, "H", 2)       the states in two principal components, and their shares
    units.show(model, text)              all that as a page: in a notebook, in the browser, or in a file

A place k is the state after character k of the text; the loss at k is that of predicting
character k + 1. Places and units count from 0.
"""

from rnnviz.units.ablation import Cost, ablate
from rnnviz.units.labels import label, labels, title
from rnnviz.units.learning import Moment, moments
from rnnviz.units.page import html, show
from rnnviz.units.probe import Probe, Spread, spread
from rnnviz.units.ranking import Ranking, Score, rank
from rnnviz.units.reading import Reading, read
from rnnviz.units.spans import brushed, spans
from rnnviz.units.states import components, nearest

__all__ = [
    "Cost",
    "Moment",
    "Probe",
    "Ranking",
    "Reading",
    "Score",
    "Spread",
    "ablate",
    "brushed",
    "components",
    "html",
    "label",
    "labels",
    "moments",
    "nearest",
    "rank",
    "read",
    "show",
    "spans",
    "spread",
    "title",
]
