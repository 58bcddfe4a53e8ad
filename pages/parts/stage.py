"""The stage on a page.

The component is a few lines that fetch the stage from our own server, where its modules are
compressed and cached like any file, so that no message carries them.
"""

import streamlit as st

from pages.parts import language
from pages.parts.controls import after_step, corpus_title, plain
from pages.parts.language import translate
from pages.parts.traces import TRACES
from pages.server.assets import STAGE_ASSETS
from rnnviz.link import PLACE, Link, Problem
from rnnviz.locale import N_
from rnnviz.stage import html, payload
from rnnviz.trace import Trace

# Pixels of the window that the bar at the top and a row of controls take, as style.css has them.
# They may come after the stage, which would be larger or smaller if it went by what it found.
ABOVE = 96

# The place is the one in the address, which the stage writes there as it moves. An address that
# a control has just written has none: then it is the last that this text had in this tab.
JS = """
const kept = (globalThis.rnnvizPlaces ??= new Map());

function placeNow() {
  const query = [...new URLSearchParams(location.search)];
  return Object.fromEntries(query.filter(([name]) => PLACE.includes(name)));
}

export default function ({ data, parentElement }) {
  const { payload, text, query, place, wrong, above, base } = data;
  const host = parentElement.querySelector(".host");
  document.documentElement.lang = payload.language;
  import(location.origin + base + "/stage.js").then(({ mount, css }) => {
    if (!host.isConnected) return;
    const asked = Object.entries(placeNow()).filter(([name]) => !wrong.includes(name));
    const now = { ...place, ...(asked.length ? Object.fromEntries(asked) : kept.get(text)) };
    const url = new URL(location.href);
    NAMES.forEach((name) => url.searchParams.delete(name));
    Object.entries({ ...query, ...now }).forEach((pair) => url.searchParams.set(...pair));
    if (url.href !== location.href) history.replaceState(history.state, "", url);
    const onPlace = (to) => kept.set(text, to);
    onPlace(now);
    host.end = mount(host, { payload, place: now, above, css, link: true, onPlace });
    // Whoever has just clicked a control goes on with the arrow keys; whoever tabs stays there.
    const clicked = "button:not(:focus-visible), .st-key-example input";
    if (document.activeElement?.matches(clicked)) host.querySelector(".stage").focus({ preventScroll: true });
  });
  return () => host.end?.();
}
""".replace("PLACE", str(list(PLACE))).replace("NAMES", str(list(Link.names())))

_component = st.components.v2.component("rnnviz.stage", html='<div class="host"></div>\n', js=JS)


def show(link: Link, problems: list[Problem]) -> Trace:
    """The stage on the trace of a link, with a bar while its weights are learnt."""
    _ = translate()
    with st.container(key="learning"):
        bar = st.empty()
    learning = _(N_("Learning the text by heart …"))
    try:
        trace = TRACES.get(link, lambda done: bar.progress(done, learning))
    except ValueError as reason:
        bar.error(plain(_(N_("This cannot be shown: {reason}")).format(reason=reason)))
        st.stop()
    bar.empty()
    parameters = link.to_query()
    names = [problem.name for problem in problems]
    _mount(
        trace,
        caption(link),
        link.text,
        query={name: value for name, value in parameters.items() if name not in PLACE},
        place={name: value for name, value in parameters.items() if name in PLACE},
        # In another model than was asked for, its place is another one too.
        wrong=[*names, *(PLACE if "run" in names else ())],
    )
    return trace


def show_trace(trace: Trace, name: str, caption: str) -> None:
    """The stage on a trace that no link names. Its place is kept under `name`, in this tab."""
    _mount(trace, caption, name, query={}, place={}, wrong=list(PLACE))


def _mount(
    trace: Trace,
    caption: str,
    text: str,
    query: dict[str, str],
    place: dict[str, str],
    wrong: list[str],
) -> None:
    _component(
        key="stage",
        data={
            "payload": payload(trace, language.current(), caption),
            "text": text,
            "query": query,
            "place": place,
            "wrong": wrong,
            "above": ABOVE,
            "base": STAGE_ASSETS.url(),
        },
        height="content",
    )


def download(link: Link, trace: Trace) -> None:
    """The button that saves the stage as a file of its own."""
    _ = translate()
    spoken, text = language.current(), caption(link)
    place: dict[str, object] = {
        name: value for name, value in link.to_query().items() if name in PLACE
    }
    st.download_button(
        _(N_("Save as file")),
        lambda: html(trace, spoken, text, place),
        file_name=f"rnnviz-{link.cell}.html",
        mime="text/html",
        key="download",
        help=_(N_("One HTML file with this very stage. It opens without a network.")),
        on_click="ignore",
    )


def caption(link: Link) -> str:
    """Where the weights come from."""
    _ = translate()
    if moment := link.moment:
        return f"{after_step(moment.at, moment.steps, _)} · {corpus_title(moment)}"
    if link.is_trained:
        return _(N_("trained on this text"))
    return _(N_("random weights, seed {seed}")).format(seed=link.seed)
