"""The Units page: which unit knows it, and does the network need that unit?"""

import streamlit as st

from pages.shared import address, language
from pages.shared.assets import STAGE_ASSETS
from pages.shared.units import told
from pages.units.source import choose
from rnnviz.address import units_link

JS = """
export default function ({ data, parentElement }) {
  const host = parentElement.querySelector(".host");
  const shown = JSON.stringify([data.source, data.language, data.base]);
  document.documentElement.lang = data.language;
  if (data.chosen) {
    import(location.origin + data.query).then(({ replaceQuery }) => replaceQuery([], { lang: data.chosen }));
  }
  if (host.shown !== shown) {
    host.shown = shown;
    import(location.origin + data.base + "/units.js").then(({ mount, css }) => {
      host.end?.();
      if (host.isConnected) host.end = mount(host, { ...data, css });
    });
  }
  return () => {
    host.end?.();
    host.shown = "";
  };
}
"""

component = st.components.v2.component("rnnviz.units", html='<div class="host"></div>\n', js=JS)

address.leave("units")
link, problems = units_link.UnitsLink.from_query(address.query(), language.current())
choose(link)
component(
    key="units",
    data={
        **told(language.current()),
        "source": link.source.to_query(),
        "problems": [problem.sentence(language.translate()) for problem in problems],
        "chosen": language.chosen(),
        "query": f"{STAGE_ASSETS.url()}/query.js",
    },
    height="content",
)
