"""Who may use the server, over real sockets: by which name, from whose page, from which address."""

import http.client
import re
import shutil
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from pages.server.hosts import OwnHosts
from pages.server.welcome import lan_addresses
from tests.loops import finished
from tests.serving import HOST, ROOT, Server, start_server
from tests.sessions import visit

# Names that a server is given beside its own.
FURTHER = "Viz.Example.org, tunnel.example"


@pytest.fixture(scope="module")
def proxy() -> Iterator[tuple[str, list[bytes]]]:
    """A proxy's address, and what it has been asked."""
    asked: list[bytes] = []
    with socket.create_server((HOST, 0)) as listening:

        def listen() -> None:
            while True:
                try:
                    caller, _address = listening.accept()
                except OSError:
                    return
                with caller:
                    asked.append(caller.recv(200))

        threading.Thread(target=listen, daemon=True).start()
        yield f"http://{HOST}:{listening.getsockname()[1]}", asked


@pytest.fixture(scope="module")
def started(
    proxy: tuple[str, list[bytes]], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[str], Server]]:
    """A function that gives a server which listens to an address, and which its environment tells of
    further names and of a proxy."""
    folder = tmp_path_factory.mktemp("hosts")
    told = {"http_proxy": proxy[0], "https_proxy": proxy[0], "no_proxy": "", "NO_PROXY": ""}
    servers: dict[str, Server] = {}

    def of(address: str) -> Server:
        if address not in servers:
            servers[address] = start_server(
                folder,
                environment=told | {"RNNVIZ_HOSTS": FURTHER},
                **{"server.address": address},
            )
        return servers[address]

    yield of
    for server in servers.values():
        server.stop()


@pytest.fixture
def lan() -> str:
    """An address of this machine that others could reach it by."""
    if not (found := lan_addresses()):
        pytest.skip("This machine is in no network.")
    return found[0]


def port_of(server: Server) -> int:
    port = urlsplit(server.url).port
    assert port
    return port


def ask(
    server: Server, host: str, origin: str | None = None, *, method: str = "GET", at: str = HOST
) -> tuple[int, str, dict[str, str]]:
    connection = http.client.HTTPConnection(at, port_of(server), timeout=90)
    try:
        headers = {"Host": host} | ({"Origin": origin} if origin else {})
        path = "/_stcore/health" if method == "GET" else "/runs/0123456789abcdef/pause"
        connection.request(method, path, headers=headers)
        response = connection.getresponse()
        headers = {name.lower(): value for name, value in response.getheaders()}
        return response.status, response.read().decode(), headers
    finally:
        connection.close()


def socket_status(server: Server, host: str, origin: str | None = None) -> int:
    """The status that answers a WebSocket's opening; 101 means that it is open."""
    with socket.create_connection((HOST, port_of(server)), timeout=90) as plain:
        try:
            with connect(
                f"ws://{host}/_stcore/stream",
                sock=plain,
                subprotocols=[Subprotocol("streamlit")],
                origin=origin,  # type: ignore[arg-type]
                compression=None,
            ):
                return 101
        except InvalidStatus as refused:
            return refused.response.status_code


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "LocalHost"])
def test_the_machine_itself_is_answered(server: Server, name: str) -> None:
    host = f"{name}:{port_of(server)}"
    assert ask(server, host)[0] == 200
    assert ask(server, host, f"http://{host}")[0] == 200
    assert socket_status(server, host.lower(), f"http://{host.lower()}") == 101
    assert socket_status(server, host.lower()) == 101


@pytest.mark.parametrize(
    "host",
    [
        "rebound.example:{port}", "localhost.rebound.example:{port}", "localhost:1", "192.0.2.77:{port}",
        "rebound.example:{port}@localhost:{port}", "127.0.0.2:{port}", "", "localhost:{port}/x", "[::1", "::",
    ],
)  # fmt: skip
def test_a_page_that_lets_its_name_point_here_gets_nothing(server: Server, host: str) -> None:
    status, sentence, headers = ask(server, host.format(port=port_of(server)))
    assert status == 403
    assert "RNNVIZ_HOSTS" in sentence
    assert "content-security-policy" in headers
    if host.startswith("rebound.example:{port}@"):
        return
    if host.startswith("rebound"):
        named = host.format(port=port_of(server))
        assert socket_status(server, named, f"http://{named}") == 403


@pytest.mark.parametrize(
    "origin",
    [
        "http://localhost:3000", "http://localhost", "https://example.com", "null", "file://",
        "http://127.0.0.1:{port}", "ftp://localhost:{port}", "http://localhost:{port}.example.com",
        "http://x@localhost:{port}",
    ],
)  # fmt: skip
def test_another_page_may_not_ask(server: Server, origin: str) -> None:
    host, origin = f"localhost:{port_of(server)}", origin.format(port=port_of(server))
    for method in ("GET", "POST"):
        status, sentence, headers = ask(server, host, origin, method=method)
        assert status == 403
        assert origin in sentence
        assert headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in headers
    assert socket_status(server, host, origin) == 403


PICTURE = {"Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}
LINK = {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
FRAME = {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}


@pytest.mark.parametrize("path", ["/weights?steps=5", "/early-stage", "/stage-file", "/hall-scene"])
def test_another_site_s_page_has_no_pictures_of_ours(server: Server, path: str) -> None:
    """Such a request has no Origin."""
    for told in (
        {"Sec-Fetch-Site": "cross-site", **PICTURE},
        {"Sec-Fetch-Site": "same-site", **PICTURE},
        {"Sec-Fetch-Site": "cross-site", **FRAME},
        {"Referer": "http://example.com/page"},
    ):
        status, sentence = get(server, path, told)
        assert (status, "Another site's page" in sentence) == (403, True), told
    for told in (
        {"Sec-Fetch-Site": "same-origin", **PICTURE},
        {"Sec-Fetch-Site": "none", **LINK},
        {"Sec-Fetch-Site": "cross-site", **LINK},
        {"Referer": f"{server.url}/step"},
        {},
    ):
        assert get(server, path, told)[0] != 403, told


def test_another_site_may_link_to_our_pages_and_frame_them(server: Server) -> None:
    for path in ("/", "/step?t=3", "/softmax", "/notes"):
        for told in (LINK, FRAME):
            assert get(server, path, {"Sec-Fetch-Site": "cross-site", **told})[0] == 200
        assert get(server, path, {"Referer": "http://example.com/page"})[0] == 200


def get(server: Server, path: str, told: dict[str, str], *, at: str = HOST) -> tuple[int, str]:
    connection = http.client.HTTPConnection(at, port_of(server), timeout=90)
    try:
        connection.request("GET", path, headers=told)
        response = connection.getresponse()
        return response.status, response.read().decode(errors="replace")
    finally:
        connection.close()


def test_a_refusal_is_in_the_language_of_the_browser(server: Server) -> None:
    connection = http.client.HTTPConnection(HOST, port_of(server), timeout=90)
    connection.request("GET", "/", headers={"Host": "rebound.example", "Accept-Language": "zh-CN"})
    assert "RNNVIZ_HOSTS" in (body := connection.getresponse().read().decode())
    assert re.search(r"[\u4e00-\u9fff]", body)
    connection.close()


def test_run_is_for_this_computer_alone(server: Server, lan: str) -> None:
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((lan, port_of(server)), timeout=5)
    log = server.log.read_text("utf-8")
    assert f"http://localhost:{port_of(server)}" in log
    assert "make teach" in log


def test_teach_opens_it_to_the_room_and_says_where(
    started: Callable[[str], Server], lan: str
) -> None:
    server = started("0.0.0.0")
    port = port_of(server)
    assert f"http://{lan}:{port}" in server.log.read_text("utf-8")
    name = socket.gethostname().lower()
    for host in (lan, name, f"{name.partition('.')[0]}.local"):
        assert ask(server, f"{host}:{port}", f"http://{host}:{port}", at=lan)[0] == 200
    assert ask(server, f"localhost:{port}")[0] == 200
    assert ask(server, f"localhost:{port}", at=lan)[0] == 403
    assert ask(server, f"rebound.example:{port}", at=lan)[0] == 403
    assert ask(server, f"{lan}:{port}", "http://rebound.example", at=lan)[0] == 403
    # How many there are, and what they take, is for the server's own computer to know.
    assert get(server, "/_stcore/metrics", {}, at=lan)[0] == 403
    assert get(server, "/_stcore/metrics", {})[0] == 200
    assert get(server, "/_stcore/metrics", {"Host": f"{name}:{port}"})[0] == 403
    # So is what others train there.
    assert "Class" in popovers(server, HOST)
    assert "Class" not in popovers(server, lan)


def popovers(server: Server, host: str) -> list[str]:
    """The names of the buttons that open something on the Train page, for who comes by this address."""
    socket, sent = visit(server, "train", host)
    socket.close()
    return [message.delta.add_block.popover.label for message in sent]


def test_more_names_can_be_given(started: Callable[[str], Server]) -> None:
    server = started(HOST)
    assert ask(server, "viz.example.org", "https://viz.example.org")[0] == 200
    assert ask(server, "tunnel.example:8443", "https://tunnel.example:8443")[0] == 200
    assert ask(server, "viz.example.org", "https://tunnel.example")[0] == 403
    assert ask(server, "example.org")[0] == 403


async def heard_from(host: str, client: str, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """Who asks, as the application hears it of a request in the name of 192.0.2.7."""
    monkeypatch.setenv("RNNVIZ_HOSTS", "viz.example.org")
    heard: list[tuple[str, str]] = []

    async def app(scope: Any, _receive: Any, _send: Any) -> None:
        heard.append((scope["client"][0], scope["scheme"]))

    told = {"host": host, "x-forwarded-for": "192.0.2.7", "x-forwarded-proto": "https"}
    scope = {
        "type": "http", "method": "GET", "path": "/", "scheme": "http", "server": (HOST, 80), "client": (client, 1),
        "headers": [(name.encode(), value.encode()) for name, value in told.items()],
    }  # fmt: skip
    await OwnHosts(app, to_the_room=False)(scope, None, None)  # type: ignore[arg-type]
    return heard[0]


def test_a_proxy_alone_says_in_whose_name_it_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    def heard(host: str, client: str) -> tuple[str, str]:
        return finished(heard_from(host, client, monkeypatch))

    assert heard("viz.example.org", HOST) == ("192.0.2.7", "https")
    assert heard("localhost", HOST) == (HOST, "http")
    assert heard("viz.example.org", "192.0.2.8") == ("192.0.2.8", "http")


def test_nobody_outside_is_asked_for_anything(
    started: Callable[[str], Server], proxy: tuple[str, list[bytes]]
) -> None:
    """A proxy set in the environment would receive every request to another host."""
    for listens_to in (HOST, "0.0.0.0"):
        server = started(listens_to)
        host = f"localhost:{port_of(server)}"
        assert socket_status(server, host, "https://example.com") == 403
        ask(server, host, "https://example.com")
        assert socket_status(server, host, f"http://{host}") == 101
    assert proxy[1] == []


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_the_tests_start_the_server_as_make_does(server: Server) -> None:
    made = subprocess.run(
        ["make", "--just-print", "--always-make", "run"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\n")  # fmt: skip
    [line] = [words for words in made if "streamlit run" in words]
    started = server.process.args
    assert isinstance(started, list)
    assert line.split()[1:] == started[1:3]
    assert [argument.partition("=")[0] for argument in started[3:]] == ["--server.port"]
