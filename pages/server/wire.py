"""What a connection may send before it has said what it wants.

An HTTP header, or a message on a WebSocket, lies in the server's memory until it is whole. uvicorn
would wait for one without end, and for messages as long as any that we send. So here a header and a
message have to be short and whole soon, and all unfinished messages together have a limit.

uvicorn takes other protocols than its own as settings, but `streamlit run` passes none on. The
configuration is reached by the server's first message to its application.
"""

import logging
from asyncio import TimerHandle, Transport
from http import HTTPStatus
from typing import Any, ClassVar

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn import Config
from uvicorn.lifespan.on import LifespanOn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request

from pages.server.packing import PackedMessages

# Bytes, and seconds from a header's first byte to its last. A browser connects before it knows what
# to ask for; it may be silent for longer.
LONGEST_HEADER, HEADER_WITHIN, SILENT_FOR = 2**16, 10.0, 60.0
# Bytes of a message to a room, and to a page: a text of five megabytes can be pasted there.
LONGEST_IN_ROOM, LONGEST_MESSAGE = 2**16, 6 * 2**20
# Seconds from a message's first byte to its last, and the pieces that it may come in.
MESSAGE_WITHIN, MOST_PIECES = 30.0, 4096
# Bytes of an unfinished message that count as few; the messages with more may take this many
# together.
SMALL, ALL_LARGE = 2**16, 64 * 2**20
# Seconds for which a server that ends waits for what it is answering.
ANSWERED_WITHIN = 3
LOG = logging.getLogger(__name__)


class BoundedWire:
    """ASGI middleware that puts these protocols in the place of uvicorn's as the server starts.

    It also stops uvicorn from believing any program on this machine that says it asks for somebody
    else; `OwnHosts` knows who is a proxy.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            server = getattr(receive, "__self__", None)
            if isinstance(server, LifespanOn):
                bound(server.config)
            else:
                LOG.warning("This server is not uvicorn; headers and messages have its own limits.")
        await self._app(scope, receive, send)


def bound(config: Config) -> None:
    """Limit what the server with this configuration takes, and what it says of itself; it must not
    listen yet."""
    config.http_protocol_class = BoundedHttp
    config.ws_protocol_class = BoundedWebSocket
    config.timeout_graceful_shutdown = ANSWERED_WITHIN
    # The configuration has been read already; its headers are written from this list.
    config.encoded_headers = [one for one in config.encoded_headers if one[0] != b"server"]
    if isinstance(config.loaded_app, ProxyHeadersMiddleware):
        config.loaded_app = config.loaded_app.app


class BoundedHttp(HttpToolsProtocol):
    """HTTP whose headers end: at 64 kB, or after ten seconds."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        # Bytes of the header that is coming in; None while none is.
        self._header: int | None = None
        self._timer: TimerHandle | None = None
        self._is_between_requests = True
        self._is_too_long = False

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._timer = self.loop.call_later(SILENT_FOR, transport.close)

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._is_between_requests and self._header is None:
            self._begin()
        if self._header is not None:
            # A part of it that never ends reaches no callback.
            self._header += len(data)
        super().data_received(data)
        if self._header is not None and self._header > LONGEST_HEADER:
            self._refuse()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._is_between_requests = False
        if self._header is None:
            self._begin()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._is_between_requests = True

    def on_headers_complete(self) -> None:
        self._forget()
        # What lies in one piece of data with its end was not counted before.
        length = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if length > LONGEST_HEADER:
            # The parser reports an error of this callback as an invalid request.
            self._is_too_long = True
            raise ValueError("This header is too long.")
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:
        if self._is_too_long:
            self._refuse()
        else:
            super().send_400_response(msg)

    def _begin(self) -> None:
        self._forget()
        self._header = 0
        self._timer = self.loop.call_later(HEADER_WITHIN, self._refuse, HTTPStatus.REQUEST_TIMEOUT)

    def _forget(self) -> None:
        self._header = None
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _refuse(self, why: int = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE) -> None:
        self._forget()
        if self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete:
            ends = b"content-length: 0\r\nconnection: close\r\n\r\n"
            self.transport.write(STATUS_LINE[why] + ends)
        self.transport.close()


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket whose messages end. Where all unfinished ones take too much, the oldest goes."""

    # The bytes of the unfinished messages that are not small, the oldest first.
    large: ClassVar[dict["BoundedWebSocket", int]] = {}

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._timer: TimerHandle | None = None

    def handle_connect(self, event: Request) -> None:
        is_room = event.path.startswith("/hall/")
        self.conn.max_message_size = LONGEST_IN_ROOM if is_room else LONGEST_MESSAGE
        # A room's messages are short, and its followers many.
        self.conn.available_extensions = None if is_room else [PackedMessages()]
        super().handle_connect(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if not self.transport.is_closing():
            self._weigh()

    def handle_cont(self, event: Frame) -> None:
        # Each piece takes memory, even where it is empty.
        if len(self.frames) < MOST_PIECES:
            super().handle_cont(event)
        else:
            self._refuse()

    def _weigh(self) -> None:
        """Note how much of a message is here that is not whole yet."""
        size = len(self.conn.reader.buffer) + (self.conn.current_size or 0)
        if not size and not self.frames:
            self._forget()
            return
        if self._timer is None:
            self._timer = self.loop.call_later(MESSAGE_WITHIN, self._is_late)
        if size > SMALL:
            self.large[self] = size
            while sum(self.large.values()) > ALL_LARGE:
                next(iter(self.large))._refuse()
        else:
            self.large.pop(self, None)

    def _is_late(self) -> None:
        self._timer = None
        if self.read_paused:
            # It is the server that has not read on.
            self._weigh()
        else:
            self._refuse()

    def _forget(self) -> None:
        self.large.pop(self, None)
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _refuse(self) -> None:
        self._forget()
        self.frames = []
        if not self.transport.is_closing():
            self.conn.fail(CloseCode.MESSAGE_TOO_BIG)
            self.handle_parser_exception()
