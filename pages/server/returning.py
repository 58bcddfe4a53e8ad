"""A page whose server has ended, at another one that does not know its session.

Streamlit's page comes by itself, within half a second, and then waits for its reader's next act; of
that act a session without a past would lose what follows from it, since the script that says so has
not run. A page whose script was running, though, asks for another run as soon as it is connected.
So a page that comes with an unknown session is told that its script is running, and to come again.
"""

import asyncio
import logging
from collections import OrderedDict

from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket
from streamlit import config
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import get_instance

from pages.server.arrivals import PATH
from pages.shared.visit import former_session
from rnnviz.address.visits import EVERY, home, opened

NO_SECRET = (
    "Several servers share RNNVIZ_VISITORS, but this one makes up a secret for its cookies. Start all "
    "with the same STREAMLIT_SERVER_COOKIE_SECRET."
)
LOG = logging.getLogger(__name__)
# The code of a server that is being started anew.
COME_AGAIN = 1012
# Sessions that are remembered as those that came.
MOST = 10_000


class Returning:
    """ASGI middleware; it does nothing where no other server shares the visits."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._came: OrderedDict[str, None] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and scope["path"].endswith(PATH) and home() is not None:
            socket = WebSocket(scope, receive, send)
            former = former_session(socket.headers.get("sec-websocket-protocol", ""))
            if former and former not in self._came and not _is_known(former):
                self._came[former] = None
                if len(self._came) > MOST:
                    self._came.popitem(last=False)
                await socket.accept(scope["subprotocols"][0])
                running = ForwardMsg()
                running.session_status_changed.script_is_running = True
                await socket.send_bytes(running.SerializeToString())
                await socket.close(COME_AGAIN)
                return
        await self._app(scope, receive, send)


async def keep_visits() -> None:
    """Keep what the visitors of this server have brought, until it is cancelled."""
    shared = opened()
    if shared is not None and not config.is_manually_set("server.cookieSecret"):
        LOG.warning(NO_SECRET)
    while shared is not None:
        await asyncio.sleep(EVERY)
        await asyncio.to_thread(shared.keep_alive, get_instance().is_active_session)


def _is_known(session: str) -> bool:
    return get_instance()._session_mgr.get_session_info(session) is not None
