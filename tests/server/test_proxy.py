"""HAProxy as `deploy/haproxy.cfg` has it, in front of stubs: whom it sends where."""

import http.client
import re
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from pages.server.hall import OPENED
from pages.server.health import UNWRITABLE
from tests.proxy import COOKIE, MISSING, PROGRAM, Proxy
from tests.serving import HOST

# A stub's answer to it goes on, and it is a reader's own, as a page's WebSocket is.
STREAM = "/_stcore/stream"

pytestmark = pytest.mark.skipif(PROGRAM is None, reason=MISSING)


class Stub(ThreadingHTTPServer):
    """A server that says which one it is, and what it was asked. why: it is not ready. goes_on: as
    long as this is not set, it hangs. over: a stream goes on."""

    def __init__(self, name: str) -> None:
        self.why, self.looked, self.goes_on = "", threading.Condition(), threading.Event()
        self.goes_on.set()
        self.over = threading.Event()
        stub = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                stub.goes_on.wait()
                is_look = self.path == "/readyz"
                why = stub.why if is_look else ""
                body = (why or name).encode()
                self.send_response(503 if why else 200)
                endless = self.path == STREAM
                self.send_header("Content-Length", str(10**6 if endless else len(body)))
                self.send_header("X-Client", self.headers.get("X-Forwarded-For", ""))
                if opened := self.headers.get("X-Opens"):
                    self.send_header(OPENED, opened)
                self.end_headers()
                self.wfile.write(body)
                if endless:
                    stub.over.wait()
                    self.wfile.write(body)
                if is_look:
                    with stub.looked:
                        stub.looked.notify_all()

            do_POST = do_GET

            def log_message(self, *_: object) -> None:
                pass

        super().__init__((HOST, 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.server_address[1]}"

    def handle_error(self, *_: object) -> None:
        """Whoever asked may have gone."""

    def die(self) -> None:
        self.goes_on.set()
        self.over.set()
        self.shutdown()
        self.server_close()


@pytest.fixture
def stubs(tmp_path: Path) -> Iterator[tuple[Proxy, dict[str, Stub]]]:
    found = {name: Stub(name) for name in ("one", "two")}
    proxy = Proxy(tmp_path, [one.url for one in found.values()])
    yield proxy, found
    proxy.close()
    for one in found.values():
        one.die()


def ask(
    proxy: Proxy, path: str, cookie: str = "", method: str = "GET", **more: str
) -> tuple[str, str]:
    """Which server answers, and the cookie that is set: each over a connection of its own."""
    connection = http.client.HTTPConnection(urlsplit(proxy.url).netloc, timeout=60)
    headers = {name.replace("_", "-"): value for name, value in more.items()}
    headers |= {"Cookie": f"{COOKIE}={cookie}"} if cookie else {}
    connection.request(method, path, headers=headers)
    answer = connection.getresponse()
    body = answer.read().decode()
    assert answer.status == 200, body
    assert answer.getheader("X-Client") == HOST
    connection.close()
    return body, cookie_of(answer)


def cookie_of(answer: http.client.HTTPResponse) -> str:
    """The server that it names, if any."""
    found = re.match(rf"{COOKIE}=(\w+)", answer.getheader("Set-Cookie") or "")
    return found[1] if found else ""


def test_a_reader_stays_with_a_server_and_a_room_with_its_own(
    stubs: tuple[Proxy, dict[str, Stub]],
) -> None:
    proxy, servers = stubs
    # The readers who are there count: one who has gone may, or may not, be known to have.
    there = [stream(proxy) for _ in range(4)]
    names = [cookie_of(one) for one in there]
    assert Counter(names) == {"one": 2, "two": 2}
    assert [one.read(3).decode() for one in there] == names
    assert {ask(proxy, "/_stcore/health") for _ in range(2)} <= {("one", "one"), ("two", "two")}
    for path in ("/_stcore/health", "/stage-file?t=1", "/step", "/early-stage?t=1"):
        assert [ask(proxy, path, cookie) for cookie in servers] == [("one", ""), ("two", "")]
    # What a CDN may keep is everybody's, and has no cookie.
    for path in ("/", "/step?t=3", "/softmax", "/stage-assets/0/a.js", "/static/js/a.js"):
        assert {ask(proxy, path) for _ in range(2)} == {("one", ""), ("two", "")}
    # A room has one server, whoever comes, and whatever they say of themselves.
    codes = [f"{a}{b}cd23" for a in "abcdef" for b in "ghjkmn"]
    homes = {code: ask(proxy, f"/hall/{code}")[0] for code in codes}
    assert set(homes.values()) == {"one", "two"}
    for code, home in homes.items():
        for path in (f"/r/{code}", f"/r/{code}/drive?a=b", f"/hall/{code}/votes"):
            assert ask(proxy, path, "one", X_Forwarded_For="10.1.2.3") == (home, "")

    # But a room that one of them has just opened is that one's.
    for k in range(8):
        code, home = f"abcd{k}", ("one", "two")[k % 2]
        assert ask(proxy, "/hall", home, "POST", X_Opens=code) == (home, "")
        assert ask(proxy, f"/hall/{code}", "one") == (home, "")

    # One dies: its readers and rooms go to the other one, those of the other stay.
    servers["one"].die()
    assert {ask(proxy, f"/hall/{code}")[0] for code in codes} == {"two"}
    assert ask(proxy, "/_stcore/health", "one") == ("two", "two")
    assert ask(proxy, "/step", "one") == ("two", "")


def test_a_server_that_says_it_ends_gets_nobody_and_the_last_one_stays(
    stubs: tuple[Proxy, dict[str, Stub]],
) -> None:
    proxy, servers = stubs
    servers["two"].why = "ending"
    told = ""
    while told != "one":
        # An answer that is on its way when the proxy finds that out is cut off.
        with suppress(http.client.IncompleteRead):
            told = ask(proxy, "/_stcore/health", "two")[0]
    # If none says that it is ready, whoever answers is better than nobody.
    servers["one"].why = "ending"
    logged(proxy, servers["one"], "readers/one is DOWN")
    assert {ask(proxy, "/_stcore/health", name)[0] for name in servers} == {"one", "two"}


def logged(proxy: Proxy, server: Stub, words: str) -> None:
    """Returns once the proxy has found that about a server which answers it."""
    while words not in proxy.log.read_text("utf-8"):
        with server.looked:
            server.looked.wait(60)


def stream(proxy: Proxy, cookie: str = "") -> http.client.HTTPResponse:
    """A connection that stays open, of which the head has come."""
    connection = http.client.HTTPConnection(urlsplit(proxy.url).netloc, timeout=60)
    connection.request("GET", STREAM, headers={"Cookie": f"{COOKIE}={cookie}"} if cookie else {})
    return connection.getresponse()


def test_a_server_that_hangs_loses_its_connections_and_what_waits_is_asked_of_another_one(
    tmp_path: Path,
) -> None:
    servers = {name: Stub(name) for name in ("one", "two")}
    proxy = Proxy(tmp_path, [one.url for one in servers.values()], check="200ms")
    try:
        open_ones = [stream(proxy, name) for name in servers]
        assert [one.read(3).decode() for one in open_ones] == list(servers)
        servers["one"].goes_on.clear()
        # One that comes meanwhile waits until it is known.
        assert ask(proxy, "/step", "one") == ("two", "")
        with pytest.raises(http.client.IncompleteRead):
            open_ones[0].read()
        logged(proxy, servers["two"], "readers/one is DOWN, reason: Layer7 timeout")
        servers["two"].over.set()
        assert open_ones[1].read(3) == b"two"
    finally:
        proxy.close()
        for one in servers.values():
            one.die()


def test_a_server_whose_disk_is_full_gets_nobody_new_and_keeps_its_readers(
    stubs: tuple[Proxy, dict[str, Stub]],
) -> None:
    proxy, servers = stubs
    stays = stream(proxy, "one")
    assert stays.read(3) == b"one"
    servers["one"].why = UNWRITABLE
    logged(proxy, servers["one"], "readers/one is stopping")
    assert {ask(proxy, "/_stcore/health") for _ in range(4)} == {("two", "two")}
    assert ask(proxy, "/_stcore/health", "one") == ("one", "")
    servers["one"].why = ""
    logged(proxy, servers["one"], "readers/one is UP")
    stays.close()
