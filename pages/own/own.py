"""My own model: a batch that `rnnviz.look` saw in a program of the reader's, on the stage."""

from functools import lru_cache
from typing import Any

import orjson
import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from pages.shared import address, language, visit, visitor
from pages.shared.assets import STAGE_ASSETS
from pages.shared.language import translate
from pages.shared.markdown import plain
from rnnviz import weights
from rnnviz.address.kept import BATCHES
from rnnviz.address.own_link import FIELDS, OwnLink
from rnnviz.frameworks.batch_file import Batch, from_bytes
from rnnviz.locale import N_, Refusal
from rnnviz.stage import sample_scene

# About how many bytes of numbers are sent of a sample.
MOST_BYTES = 6_000_000
MAX_MEGABYTES = weights.MAX_BYTES // 2**20
SAVED = """import rnnviz

seen = rnnviz.look(module, batch, targets, loss)
seen.save("own.rnnviz")"""
STORY = N_(
    "Any recurrent model of PyTorch's can stand here: a classifier, a tagger, a forecaster, with its "
    "`nn.RNN`, `nn.GRU` or `nn.LSTM` inside a larger module. Where it runs, type this:"
)
HOLDS = N_(
    "The file has the weights of the recurrent layers, what they read, and what arrives from the rest "
    "of the module: numbers and plain text, nothing in it is run. It stays on this server for 14 days, "
    "under an address that nobody can guess."
)
FILE = N_("The file that this writes, up to {most} MB")
OTHER = N_("Another model")
OF_SEVERAL = N_("Layer {name}")
LAYER = N_("Layer of the module")
WHOLE_MODULE = N_("the module itself")
JS = """
export default function ({ data, parentElement, setTriggerValue }) {
  const host = parentElement.querySelector(".host");
  const { scene, samples, base, names } = JSON.parse(new TextDecoder().decode(data));
  document.documentElement.lang = scene.language;
  const modules = ["stage.js", "query.js"].map((name) => import(`${location.origin}${base}/${name}`));
  Promise.all(modules).then(([{ mount, css }, { replaceQuery }]) => {
    if (!host.isConnected) return;
    const isPlace = ([name]) => !names.includes(name);
    host.place ??= Object.fromEntries([...new URLSearchParams(location.search)].filter(isPlace));
    const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    // On a wide screen all that stands above it is the bar.
    const above = matchMedia("(min-width: 1200px)").matches ? 60 : 104;
    host.end = mount(host, {
      scene, samples, css,
      place: host.place,
      link: true,
      above: (above * size) / 16,
      glossary: `/glossary?lang=${scene.language}`,
      howWeKnow: `/how_we_know?lang=${scene.language}`,
      pictures: () => import(location.origin + base + "/picture.js"),
      onPlace: (place) => { host.place = place; },
      onSample: (k) => setTriggerValue("sample", k + 1),
    });
    // The server has written the address as it last knew it.
    replaceQuery(Object.keys(host.place), host.place);
  });
  return () => host.end?.();
}
"""
component = st.components.v2.component("rnnviz.own", html='<div class="host"></div>\n', js=JS)


def put(**values: int | str) -> None:
    """Show another file, layer or sample."""
    link, _problems = OwnLink.from_query(address.query())
    own = OwnLink(**{**vars(link), **values})
    address.put(own.to_query(), FIELDS)


def take(file: UploadedFile | None) -> None:
    """Keep a file that was brought, and show it."""
    if file is None:
        return
    visit.is_new("own_file", file.file_id)
    data = file.getvalue()
    try:
        from_bytes(data)
        put(file=BATCHES.put(data, visitor.address()), layer=1, sample=1)
    except Refusal as reason:
        st.session_state.own_refused = reason


def choose() -> None:
    """What to type, and the field for what that writes."""
    _ = translate()
    st.markdown(_(STORY))
    # Streamlit's colours of a language are too pale to be read.
    st.code(SAVED, language=None, wrap_lines=True)
    file = st.file_uploader(
        _(FILE).format(most=MAX_MEGABYTES),
        key="own_file",
        max_upload_size=MAX_MEGABYTES,
        on_change=lambda: take(st.session_state.own_file),
    )
    if file is not None and visit.is_new("own_file", file.file_id):
        # No callback has taken it: another server has ended before.
        take(file)
        st.rerun()
    st.caption(_(HOLDS))


# A layer or a sample is chosen of the same file again and again.
@lru_cache(4)
def opened(key: str) -> Batch:
    return OwnLink(file=key).batch()


def layers(link: OwnLink, names: list[str]) -> None:
    """The choice between the layers of a module that has several."""
    if len(names) == 1:
        return
    st.session_state.own_layer = link.layer
    st.radio(
        translate()(LAYER),
        range(1, len(names) + 1),
        format_func=lambda k: plain(names[k - 1]),
        key="own_layer",
        on_change=lambda: put(layer=st.session_state.own_layer, sample=1),
    )


def shown(link: OwnLink, batch: Batch) -> dict[str, Any]:
    """What the stage is mounted with. Raises Refusal where a sample's numbers do not fit together."""
    _ = translate()
    layer = batch.layers[link.layer - 1]
    k = link.sample - 1
    captions = [batch.told(j, _) for j in range(len(layer))]
    spoken = language.current()
    scene, names = sample_scene(layer.sample(k), spoken, captions, k, batch.count, MOST_BYTES)
    return {
        "scene": scene,
        "samples": {"now": k, "names": names},
        "base": STAGE_ASSETS.url(),
        # What in the address is no place of the stage.
        "names": [*FIELDS, "lang"],
    }


def page() -> None:
    address.leave("own")
    _ = translate()
    link, problems = OwnLink.from_query(address.query())
    batch = told = None
    sentences = [problem.sentence(_) for problem in problems]
    if link.file:
        try:
            batch = opened(link.file)
            link = link.within(batch)
            told = shown(link, batch)
        except Refusal as reason:
            sentences.append(reason.sentence(_))
    if refused := st.session_state.pop("own_refused", None):
        sentences.append(refused.sentence(_))
    if batch is None or told is None:
        for sentence in sentences:
            st.warning(plain(sentence))
        with st.container(key="own", width=760):
            choose()
        return
    names = [one.name or _(WHOLE_MODULE) for one in batch.layers]
    label = _(OF_SEVERAL).format(name=names[link.layer - 1]) if len(names) > 1 else _(OTHER)
    with (
        st.container(key="beside_bar", width="content"),
        st.popover(plain(label), key="own_other"),
    ):
        layers(link, names)
        choose()
    for sentence in sentences:
        st.warning(plain(sentence))
    component(
        key="own_stage",
        data=orjson.dumps(told, option=orjson.OPT_SERIALIZE_NUMPY),
        on_sample_change=lambda: put(sample=st.session_state["own_stage"].sample),
        height="content",
    )


page()
