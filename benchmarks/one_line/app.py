"""The one-line page behind the same server as rnnviz."""

import sys
from pathlib import Path

import streamlit as st

sys.path.insert(0, str(Path(__file__).parents[2]))

from starlette.middleware import Middleware

from pages.server.compression import CompressOnce
from pages.server.headers import SecurityHeaders
from pages.server.index import OurIndex

app = st.App(
    "page.py",
    middleware=[Middleware(SecurityHeaders), Middleware(CompressOnce), Middleware(OurIndex)],
)
