"""The server: `streamlit run app.py`.

Streamlit's own application, with ours around it. The script that draws is `pages/router.py`; it
lies inside `pages/` so that a link to any page works on a server nobody has visited yet.
"""

import asyncio
import gc
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st
from starlette.middleware import Middleware

from pages.server import (
    early,
    ending,
    followed,
    fonts,
    handout,
    moments,
    notes,
    packages,
    plan_file,
    saved,
    search,
    thumbnails,
    units,
    units_files,
)
from pages.server.arrivals import Arrivals
from pages.server.assets import asset_route
from pages.server.compression import CompressOnce
from pages.server.hall import HallApi
from pages.server.headers import SecurityHeaders
from pages.server.health import Health, Probes
from pages.server.hosts import OwnHosts
from pages.server.index import OurIndex
from pages.server.memory import give_back, set_heap
from pages.server.open_files import LoopsOnUse, raise_limit
from pages.server.runs import RunsApi
from pages.server.slides import SlidesFile
from pages.server.uploads import BoundedUploads, drop_left
from pages.server.views_file import ViewsFile
from pages.server.visits import keep_visits
from pages.server.welcome import words
from pages.server.wire import BoundedWire
from pages.shared.assets import (
    COURSE_ASSETS,
    FONT_ASSETS,
    HALL_ASSETS,
    LIVE_ASSETS,
    PLOTLY_ASSETS,
    SEARCH_ASSETS,
    STAGE_ASSETS,
    UNITS_ASSETS,
)
from pages.shared.visitor import is_this_machine
from pages.train.training import TRAINING
from rnnviz import hall, processes, training
from rnnviz.address import kept, visits

packages.ask_none()
ADDRESS = str(st.get_option("server.address") or "")
HALL = HallApi(
    lambda: hall.Rooms(hall.shelf()),
    lambda: TRAINING.runs,
    port=int(st.get_option("server.port")),
    to_the_room=not is_this_machine(ADDRESS),
)
HEALTH = Health(lambda: filter(None, [hall.home(), training.home(), kept.home(), visits.home()]))


@asynccontextmanager
async def lifespan(_app: st.App) -> AsyncIterator[None]:
    if os.environ.pop(processes.ENDS_WITH_INPUT, None):
        processes.when_input_ends(lambda: signal.raise_signal(signal.SIGTERM))
    raise_limit()
    set_heap()
    asyncio.set_event_loop_policy(LoopsOnUse())
    # Imported here, before the first visitor has to wait.
    import rnnviz.stage  # noqa: F401

    # The modules imported so far live as long as the server: the collector need not look at them
    # again.
    gc.collect()
    gc.freeze()
    await asyncio.to_thread(TRAINING.open)
    if os.environ.get(hall.REDIS):
        # What is missing is said now, not when a lecture begins.
        await HALL.look()
    if visits.home() is not None:
        await HEALTH.why_not()
    port = st.get_option("server.port")
    print(words(ADDRESS, port) + plan_file.greeting(ADDRESS, port), flush=True)
    chores = [asyncio.create_task(chore()) for chore in (drop_left, give_back, keep_visits)]
    with ending.gracefully(HEALTH, HALL.let_go):
        yield
    for chore in chores:
        chore.cancel()
    await HALL.close()
    await asyncio.to_thread(TRAINING.close)


app = st.App(
    "pages/router.py",
    lifespan=lifespan,
    routes=[
        fonts.ROUTE,
        asset_route(STAGE_ASSETS),
        asset_route(LIVE_ASSETS),
        asset_route(COURSE_ASSETS),
        asset_route(HALL_ASSETS),
        asset_route(UNITS_ASSETS),
        asset_route(PLOTLY_ASSETS),
        asset_route(FONT_ASSETS),
        asset_route(SEARCH_ASSETS),
        early.ROUTE,
        early.FOLLOWED,
        followed.ROUTE,
        followed.UNITS_ROUTE,
        moments.ROUTE,
        saved.ROUTE,
        *units.ROUTES,
        units_files.ROUTE,
        notes.ROUTE,
        handout.ROUTE,
        thumbnails.ROUTE,
        *SlidesFile().routes(),
        *plan_file.ROUTES,
        search.ROUTE,
        ViewsFile(lambda: TRAINING.runs).route(),
        *RunsApi(lambda: TRAINING.runs).routes(),
        *HALL.routes(),
    ],
    middleware=[
        Middleware(BoundedWire),
        Middleware(SecurityHeaders),
        Middleware(Probes, health=HEALTH),
        Middleware(OwnHosts, to_the_room=not is_this_machine(ADDRESS)),
        Middleware(Arrivals),
        Middleware(BoundedUploads),
        Middleware(CompressOnce),
        Middleware(OurIndex),
    ],
)
