"""The Train page: a small character model learns, and one watches."""

from pages.parts import live, planned, training

planned.enter()
training.work()
shown = planned.shown()
training.controls(shown)
training.notices(shown)
if shown.configs:
    live.show(
        shown.runs,
        planned.keys(),
        shown.configs,
        shown.text,
        on_start=planned.start,
        on_step=planned.step,
        on_reset=planned.reset,
    )
