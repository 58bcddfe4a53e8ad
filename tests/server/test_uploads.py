"""The limits of uploads, over real sockets: on one file, and on all of them together."""

import http.client
import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from pages.server.uploads import EACH_BYTES, EACH_FILES
from rnnviz import weights
from tests.serving import Server

BOUNDARY = "a-boundary"


@contextmanager
def session(server: Server) -> Iterator[str]:
    """The id of a session, while it is open."""
    with connect(
        f"ws://{urlsplit(server.url).netloc}/_stcore/stream",
        subprotocols=[Subprotocol("streamlit")],
        max_size=None,
        # Unread messages must not keep the closing one from being read.
        max_queue=None,
    ) as socket:
        request = BackMsg()
        request.rerun_script.page_name = "train"
        socket.send(request.SerializeToString())
        message = ForwardMsg()
        while not message.HasField("new_session"):
            data = socket.recv(timeout=60)
            message.ParseFromString(data if isinstance(data, bytes) else data.encode())
        yield message.new_session.initialize.session_id


def upload(server: Server, session_id: str, name: str, size: int) -> tuple[int, str]:
    netloc = urlsplit(server.url).netloc
    connection = http.client.HTTPConnection(netloc, timeout=60)
    connection.request("GET", "/_stcore/health")
    answer = connection.getresponse()
    answer.read()
    found = re.search(r"_streamlit_xsrf=([^;]+)", answer.getheader("set-cookie") or "")
    assert found
    body = (
        f"--{BOUNDARY}\r\nContent-Disposition: form-data; name=file; filename=w.safetensors\r\n"
        "Content-Type: application/octet-stream\r\n\r\n"
    ).encode() + bytes(size) + f"\r\n--{BOUNDARY}--\r\n".encode()  # fmt: skip
    connection.request(
        "PUT",
        f"/_stcore/upload_file/{session_id}/{name}",
        body,
        {
            "Content-Type": f"multipart/form-data; boundary={BOUNDARY}",
            "Cookie": f"_streamlit_xsrf={found[1]}",
            "X-Xsrftoken": found[1],
            "Accept-Language": "en",
        },
    )
    answer = connection.getresponse()
    told = answer.read().decode()
    connection.close()
    return answer.status, told


def test_weights_as_large_as_those_saved_are_taken_back(server: Server) -> None:
    with session(server) as one:
        assert upload(server, one, "whole", weights.MAX_BYTES)[0] == 204
        assert upload(server, one, "more", weights.MAX_BYTES + 2**20)[0] == 413


@pytest.mark.parametrize(("size", "fit"), [(1000, EACH_FILES), (10 * 2**20, 3)])
def test_a_session_keeps_so_many_files_and_bytes(server: Server, size: int, fit: int) -> None:
    assert fit * size <= EACH_BYTES
    with session(server) as one:
        answers = [upload(server, one, str(k), size) for k in range(fit + 2)]
        assert [status for status, _told in answers] == [204] * fit + [413] * 2
        assert answers[-1][1].endswith(".")
        with session(server) as other:
            assert upload(server, other, "0", size)[0] == 204
