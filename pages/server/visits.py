"""The visitors of this server, as long as several servers share what they have chosen and brought."""

import asyncio
import logging

from streamlit import config
from streamlit.runtime import get_instance

from rnnviz.address.visits import EVERY, opened

NO_SECRET = (
    "Several servers share RNNVIZ_VISITORS, but this one makes up a secret for its cookies. Start all "
    "with the same STREAMLIT_SERVER_COOKIE_SECRET."
)
LOG = logging.getLogger(__name__)


async def keep_visits() -> None:
    """Keep what the visitors of this server have brought, until it is cancelled."""
    shared = opened()
    if shared is not None and not config.is_manually_set("server.cookieSecret"):
        LOG.warning(NO_SECRET)
    while shared is not None:
        await asyncio.sleep(EVERY)
        await asyncio.to_thread(shared.keep_alive, get_instance().is_active_session)
