"""The way to the page of a model of the reader's own."""

import streamlit as st

from pages.shared.contents import OWN, TITLES
from pages.shared.language import translate
from rnnviz.locale import N_

MEANS = N_("A classifier, a tagger, a forecaster: any recurrent model of PyTorch's, on the stage.")


def door() -> None:
    """A link to it."""
    _ = translate()
    st.page_link(OWN, label=_(TITLES[OWN]), help=_(MEANS))
