"""The live view of a training on a page."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from pages.shared import language
from pages.shared.assets import LIVE_ASSETS, STAGE_ASSETS
from rnnviz import live
from rnnviz.address.training_plan import first_text
from rnnviz.training import TrainingConfig

JS = """
export default function ({ data, parentElement, setTriggerValue }) {
  const host = parentElement.querySelector(".host");
  document.documentElement.lang = data.language;
  if (data.chosen) {
    import(location.origin + data.query).then(({ replaceQuery }) => replaceQuery([], { lang: data.chosen }));
  }
  import(location.origin + data.base + "/live.js").then(({ mount, css }) => {
    if (!host.isConnected) return;
    host.end = mount(host, { ...data, css }, (what) => setTriggerValue("asked", what));
  });
  return () => host.end?.();
}
"""

_component = st.components.v2.component("rnnviz.live", html='<div class="host"></div>\n', js=JS)


def show(
    runs: Sequence[str],
    keys: Mapping[str, str],
    under: Sequence[Mapping[str, Any]],
    plan: Sequence[TrainingConfig],
    text: str,
    explanations: Sequence[Mapping[str, Any]],
    *,
    on_start: Callable[[], None],
    on_step: Callable[[], None],
    on_reset: Callable[[], None],
    problem: str = "",
) -> None:
    """The live view of runs, or, before there are any, of the plan.

    runs: none, one, or those of a race. keys: of the runs that this reader started and alone may
    command. under: curves that lie below theirs. plan, text: the training that Train would start, and its text.
    explanations: sections of prose that stand below it, as `markup.read` gives them.
    on_start, on_step, on_reset: called before the page runs again. problem: why it is not what the address names, which
    the page says too, but not on the full screen.
    """
    does = {"start": on_start, "step": on_step, "reset": on_reset}

    def asked() -> None:
        does.get(st.session_state["live"].asked, lambda: None)()

    spoken = language.current()
    _component(
        key="live",
        data={
            "runs": list(runs),
            "keys": {run: keys[run] for run in runs if run in keys},
            "under": list(under),
            "first": None if runs else live.first_page(plan[0].corpus, first_text(spoken), spoken),
            "plans": [] if runs else [live.plan(config, text) for config in plan],
            "explanations": list(explanations),
            **live.words(spoken),
            "chosen": language.chosen(),
            "problem": problem,
            "query": f"{STAGE_ASSETS.url()}/query.js",
            "api": "/runs",
            "base": LIVE_ASSETS.url(),
        },
        on_asked_change=asked,
        height="content",
    )
