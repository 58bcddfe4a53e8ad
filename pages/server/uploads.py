"""Visitors' uploads stay in the server's memory until they leave: this limits how much each may
send, and how much may come from an address.

Streamlit limits the size of one file, but keeps any number of them, whether a page asked for them
or not.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from time import monotonic

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit import get_option
from streamlit.runtime import get_instance

from pages.server.language import language_of
from pages.shared.visit import ALL_BYTES, uploaded
from rnnviz.address.visits import Brought, Visits, opened
from rnnviz.locale import N_, translator

PATH = "/_stcore/upload_file/"
# A text and weights at a time, and one of each that was just replaced.
EACH_FILES, EACH_BYTES = 8, 40 * 2**20
# A campus may share an address; three others have as much.
ADDRESS_BYTES = ALL_BYTES // 4
# Seconds for which Streamlit keeps what belongs to a tab that has left, in case it comes back; and
# between two looks for such tabs.
COMES_BACK, EVERY = 120.0, 30.0
TOO_MANY = N_("There is no room for more files on this server; remove one, or try again later.")


class BoundedUploads:
    """ASGI middleware that refuses a file when its session, its address, or all together have sent
    enough.

    Where there is no room, the files go first of tabs that have left.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._files: Counter[str] = Counter()
        self._bytes: Counter[str] = Counter()
        # From where each session has sent a file.
        self._address: dict[str, str] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or PATH not in scope["path"]:
            await self._app(scope, receive, send)
            return
        if scope["method"] == "DELETE":
            send = sharing(send, Visits.take_away, scope["path"])
        if scope["method"] != "PUT":
            await self._app(scope, receive, send)
            return
        session = scope["path"].partition(PATH)[2].partition("/")[0]
        size = _announced(Headers(scope=scope))
        client = scope.get("client")
        self._address[session] = client[0] if client else ""
        if not self._fits(session, size) and not (self._drop_left() and self._fits(session, size)):
            told = translator(language_of(HTTPConnection(scope)))(TOO_MANY)
            answer = PlainTextResponse(told, status_code=413)
            await answer(scope, receive, send)
            return
        # An upload that is still arriving counts as well.
        self._files[session] += 1
        self._bytes[session] += size
        try:
            await self._app(scope, receive, sharing(send, _bring, scope["path"]))
        finally:
            self._files[session] -= 1
            self._bytes[session] -= size
            if not self._files[session]:
                del self._files[session], self._bytes[session]

    def _fits(self, session: str, size: int) -> bool:
        kept = uploaded()
        self._address = {
            one: address
            for one, address in self._address.items()
            if one in kept or one in self._files or one == session
        }
        bytes_of = self._bytes + Counter({one: sum(sizes) for one, sizes in kept.items()})
        files = len(kept.get(session, ())) + self._files[session]
        mine = self._address[session]
        address = sum(n for one, n in bytes_of.items() if self._address.get(one) == mine)
        return (
            files < EACH_FILES
            and bytes_of[session] + size <= EACH_BYTES
            and address + size <= ADDRESS_BYTES
            and bytes_of.total() + size <= ALL_BYTES
        )

    def _drop_left(self) -> bool:
        """Remove the files of sessions whose tab has left; whether there were any."""
        left = _left()
        for session in left:
            get_instance().uploaded_file_mgr.remove_session_files(session)
        return bool(left)


async def drop_left() -> None:
    """Remove the files of tabs that left and can no longer come back; until it is cancelled.

    Streamlit does so only when another tab leaves, which may be tomorrow.
    """
    since: dict[str, float] = {}
    while True:
        since = drop_left_before(since, monotonic())
        await asyncio.sleep(EVERY)


def drop_left_before(since: dict[str, float], now: float) -> dict[str, float]:
    """The sessions that have files and whose tab has left, with the time of when that was seen first. since: the same,
    of the last look; the files of those that left too long ago are removed."""
    left = {session: since.get(session, now) for session in _left()}
    for session, seen in left.items():
        if now - seen > COMES_BACK:
            get_instance().uploaded_file_mgr.remove_session_files(session)
    return left


def _left() -> list[str]:
    """The sessions that have files, and whose tab has left."""
    return [one for one in uploaded() if not get_instance().is_active_session(one)]


def sharing(send: Send, do: Callable[[Visits, str, str], None], path: str) -> Send:
    """`send`, which before it says that a file has come or gone says so to the other servers, if
    there are any: its visitor may be on another one a moment later."""
    visits = opened()
    if visits is None:
        return send
    session, _, file = path.partition(PATH)[2].partition("/")

    async def send_once_shared(message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] < 300:
            await asyncio.to_thread(do, visits, session, file)
        await send(message)

    return send_once_shared


def _bring(visits: Visits, session: str, file: str) -> None:
    for one in get_instance().uploaded_file_mgr.get_files(session, [file]):
        visits.bring(session, Brought(one.file_id, one.name, one.type, one.data))


def _announced(headers: Headers) -> int:
    """The size of the request in bytes; if it does not say, the most that one file may have."""
    length = headers.get("content-length", "")
    most = int(get_option("server.maxUploadSize")) * 2**20
    return int(length) if length.isascii() and length.isdigit() and len(length) < 20 else most
