"""The Train page: a small character model learns while the reader watches."""

import math
from pathlib import Path

from pages.shared.content import filled
from pages.shared.language import current
from pages.train import controls, state, view
from rnnviz import course

CONTENT = Path(__file__).with_name("content")

state.enter()
controls.work()
shown = state.shown()
controls.controls(shown)
controls.notices(shown)
if shown.configs:
    V = len(shown.vocabulary)
    prose = CONTENT / f"train.{current()}.md"
    _start, *explanations = course.read(filled(prose, {"V": V, "uniform": math.log(V)})).sections
    view.show(
        shown.runs,
        state.keys(),
        state.curves_under(shown.plan),
        shown.configs,
        shown.text,
        explanations,
        on_start=state.start,
        on_step=state.step,
        on_reset=state.reset,
        problem=" ".join(shown.problems),
    )
