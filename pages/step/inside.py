"""The way from a network on the Step page to what its units have learnt."""

from urllib.parse import urlencode

import streamlit as st

from pages.shared.language import translate
from rnnviz.address.link import Link
from rnnviz.locale import N_


def inside(link: Link) -> None:
    """A link to the Units page; a network for tags or for a sensor has no text that is coloured there."""
    if link.task or link.sensor:
        return
    _ = translate()
    if link.moment and not link.moment.practice:
        query = {"run": link.moment.run, "at": str(link.moment.at)}
    else:
        query = {"step": urlencode(link.tracks[0].without_place().to_query())}
    st.page_link(
        "units/units.py",
        label=_(N_("Look inside")),
        query_params=query,
        help=_(N_("Find out what its units have learnt, and whether it needs them.")),
    )
