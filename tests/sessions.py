"""A session of the app without a browser: what Streamlit sends to a page that has just been opened."""

from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from tests.serving import HOST, Server


def visit(server: Server, page: str, host: str = HOST) -> tuple[ClientConnection, list[ForwardMsg]]:
    """The open connection of a session whose page has been drawn, and all that it was sent.

    page: as in an address, such as "step". host: the address of this machine by which it comes.
    """
    port = urlsplit(server.url).port
    socket = connect(
        f"ws://{host}:{port}/_stcore/stream",
        subprotocols=[Subprotocol("streamlit")],
        max_size=None,
        legacy=True,
    )
    request = BackMsg()
    request.rerun_script.page_name = page
    socket.send(request.SerializeToString())
    sent: list[ForwardMsg] = []
    while not (sent and _is_end(sent[-1])):
        data = socket.recv(timeout=60)
        sent.append(ForwardMsg.FromString(data if isinstance(data, bytes) else data.encode()))
    return socket, sent


def _is_end(message: ForwardMsg) -> bool:
    return (
        message.HasField("script_finished")
        and message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY
    )
