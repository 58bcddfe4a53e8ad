"""Messages packed for who can unpack them: what arrives, what goes as it is, and what unpacks to more than it may."""

import pytest
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.http11 import Response
from websockets.uri import parse_uri

from pages.server.packing import LONGEST_PACKED
from pages.server.wire import LONGEST_MESSAGE, BoundedWebSocket
from tests.loops import finished
from tests.server.test_wire import Clock, Wire, nothing


class Visit:
    """A browser that has opened a page's WebSocket, or a room's, and what the server has written to it."""

    def __init__(self, path: str = "/_stcore/stream") -> None:
        config = Config(nothing, log_config=None, ws_ping_interval=None)
        self.wire = Wire()
        self.server = BoundedWebSocket(config, ServerState(), {}, _loop=Clock())  # type: ignore[arg-type]
        self.server.connection_made(self.wire)
        offer = ClientPerMessageDeflateFactory(client_max_window_bits=True)
        self.browser = ClientProtocol(parse_uri(f"ws://a{path}"), extensions=[offer], max_size=None)
        self.browser.send_request(self.browser.connect())
        self.send()
        finished(self.server.send({"type": "websocket.accept"}))  # type: ignore[typeddict-item]
        [answer] = self.received()
        assert isinstance(answer, Response)
        assert answer.status_code == 101

    def send(self) -> None:
        self.server.data_received(b"".join(self.browser.data_to_send()))

    def received(self) -> list[object]:
        self.browser.receive_data(self.wire.written)
        self.wire.written = b""
        return list(self.browser.events_received())

    def told(self, message: bytes) -> tuple[int, bytes]:
        """How many bytes came for this message, and what they say."""
        finished(self.server.send({"type": "websocket.send", "bytes": message}))  # type: ignore[typeddict-item]
        length = len(self.wire.written)
        [frame] = self.received()
        assert isinstance(frame, Frame)
        return length, bytes(frame.data)


def test_a_page_s_messages_are_packed_up_to_a_length() -> None:
    visit = Visit()
    short, longest, long = b"a" * 10_000, b"b" * LONGEST_PACKED, b"c" * (LONGEST_PACKED + 1)
    for message in (short, longest, long, short):
        length, said = visit.told(message)
        assert said == message
        assert (length > len(message)) == (message is long), (length, len(message))


def test_a_room_s_messages_are_not_packed() -> None:
    visit = Visit("/hall/abcdef/live")
    assert not visit.browser.extensions
    assert visit.told(b"a" * 1000)[0] > 1000


@pytest.mark.parametrize(
    ("length", "is_taken"), [(LONGEST_MESSAGE, True), (LONGEST_MESSAGE + 1, False)]
)
def test_what_unpacks_to_more_than_a_message_may_have_ends_the_connection(
    length: int, is_taken: bool
) -> None:
    visit = Visit()
    visit.browser.send_binary(bytes(length))
    visit.send()
    assert visit.wire.closed != is_taken
