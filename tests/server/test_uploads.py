"""The limits of uploads, over real sockets: on one file, and on all of them together."""

import http.client
import re
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import cast
from urllib.parse import urlsplit

import pytest
from starlette.types import Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from pages.server import uploads
from pages.server.uploads import (
    ADDRESS_BYTES,
    COMES_BACK,
    EACH_BYTES,
    EACH_FILES,
    EVERY,
    PATH,
    BoundedUploads,
    drop_left_before,
)
from rnnviz import weights
from tests.loops import finished
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


def test_files_of_a_tab_that_cannot_come_back_are_dropped_though_nobody_else_leaves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept = {"here": [1], "left": [1]}
    active = {"here", "left"}
    runtime = SimpleNamespace(
        is_active_session=lambda session: session in active,
        uploaded_file_mgr=SimpleNamespace(remove_session_files=kept.pop),
    )
    monkeypatch.setattr(uploads, "uploaded", lambda: kept)
    monkeypatch.setattr(uploads, "get_instance", lambda: runtime)
    now = 1000.0
    since = drop_left_before({}, now)
    active.remove("left")
    since = drop_left_before(since, now := now + EVERY)
    # It comes back, and leaves for good.
    active.add("left")
    since = drop_left_before(since, now := now + COMES_BACK)
    active.remove("left")
    since = drop_left_before(since, now := now + EVERY)
    since = drop_left_before(since, now + COMES_BACK)
    assert kept.keys() == {"here", "left"}
    drop_left_before(since, now + COMES_BACK + 1)
    assert kept.keys() == {"here"}


def test_an_address_has_a_share_and_a_tab_that_leaves_makes_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept: dict[str, list[int]] = {}
    active: set[str] = set()
    runtime = SimpleNamespace(
        is_active_session=lambda session: session in active,
        uploaded_file_mgr=SimpleNamespace(remove_session_files=kept.pop),
    )
    monkeypatch.setattr(uploads, "uploaded", lambda: kept)
    monkeypatch.setattr(uploads, "get_instance", lambda: runtime)
    size = EACH_BYTES // 2

    async def takes(scope: Scope, _receive: Receive, send: Send) -> None:
        kept.setdefault(scope["path"].split("/")[-2], []).append(size)
        await send({"type": "http.response.start", "status": 204, "headers": []})

    bounded = BoundedUploads(takes)

    def status(session: str, address: str) -> int:
        """What a tab hears that sends a file, and stays."""
        active.add(session)
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        scope = {
            "type": "http",
            "method": "PUT",
            "path": f"{PATH}{session}/file",
            "headers": [(b"content-length", str(size).encode())],
            "query_string": b"",
            "client": (address, 1),
        }
        finished(bounded(scope, cast(Receive, None), send))
        return int(sent[0]["status"])

    answers = [status(f"tab{k // 2}", "10.0.0.1") for k in range(26)]
    fit = ADDRESS_BYTES // size
    assert answers == [204] * fit + [413] * (26 - fit)
    assert status("other", "10.0.0.2") == 204
    active.discard("tab0")
    assert status("late", "10.0.0.1") == 204
    assert "tab0" not in kept
    assert kept["other"]
