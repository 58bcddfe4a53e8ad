"""A page of another site, in a browser with a reader's cookies, tries the server's WebSockets and answers."""

import json
import threading
import urllib.request
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.stage import stage
from tests.serving import HOST, Server
from tests.watching import new_context

# How a socket ends: "open" where it is taken, else the code that the browser gives.
TRY = """(url) => new Promise((resolve) => {
  const socket = new WebSocket(url, url.endsWith("/stream") ? ["streamlit"] : []);
  socket.onopen = () => { resolve("open"); socket.close(); };
  socket.onclose = ({ code }) => resolve(code);
})"""
# What a page may read of an answer, in each way in which it can ask.
ASK = """async ([url, options]) => {
  try {
    const answer = await fetch(url, { credentials: "include", ...options });
    return [answer.type, answer.status, await answer.text()];
  } catch { return null; }
}"""
ABNORMAL = 1006


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[str]:
    """The address of another site's page on this machine."""
    (tmp_path / "index.html").write_text("<!doctype html><title>Elsewhere</title>", "utf-8")

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_args: object) -> None:
            pass

    with ThreadingHTTPServer((HOST, 0), partial(Quiet, directory=str(tmp_path))) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        yield f"http://{HOST}:{other.server_port}/"
        other.shutdown()


@pytest.fixture
def hostile(browser: Browser, server: Server, elsewhere: str) -> Iterator[Page]:
    """That page, in the browser of somebody who is reading here, too."""
    context = new_context(browser)
    reading = context.new_page()
    reading.goto(f"{server.url}/step")
    stage(reading).wait_for()
    page = context.new_page()
    page.goto(elsewhere)
    yield page
    context.close()


def test_a_page_of_another_site_gets_no_socket_and_reads_no_answer(
    hostile: Page, server: Server
) -> None:
    body = urllib.request.Request(f"{server.url}/hall", b'{"view": "step"}', method="POST")
    with urllib.request.urlopen(body, timeout=60) as answer:
        room = json.load(answer)
    sockets = server.url.replace("http", "ws")
    ways = [f"{sockets}/_stcore/stream", f"{sockets}/hall/{room['code']}/live"]
    for way in ways:
        assert hostile.evaluate(TRY, way) == ABNORMAL, way

    asked = [
        ("/hall", {"method": "POST", "body": '{"view": "step"}'}),
        (f"/hall/{room['code']}", {}),
        (f"/hall/{room['code']}/vote", {"method": "POST", "body": '{"who": "a"}'}),
        (f"/hall/{room['code']}/votes", {"headers": {"x-rnnviz-key": room["key"]}}),
        ("/early-stage", {}),
        ("/weights?steps=5", {"mode": "no-cors"}),
        ("/_stcore/host-config", {}),
        ("/_stcore/upload_file/a/b", {"method": "PUT", "body": "x"}),
    ]
    for path, options in asked:
        told = hostile.evaluate(ASK, [f"{server.url}{path}", options])
        # A browser lets a page see nothing of such an answer, or that there was one.
        assert told is None or told == ["opaque", 0, ""], (path, told)
    # Nor does a sandboxed frame, whose origin is none.
    frame = "(url) => { document.body.innerHTML = `<iframe sandbox='allow-scripts' srcdoc=\"<p>\"></iframe>`; }"
    hostile.evaluate(frame, "")
    [inner] = [one for one in hostile.frames if one is not hostile.main_frame]
    for way in ways:
        assert inner.evaluate(TRY, way) == ABNORMAL, way

    # The page of the room's own site has both.
    own = hostile.context.pages[0]
    assert [own.evaluate(TRY, way) for way in ways] == ["open", "open"]
    assert urlsplit(own.url).netloc == urlsplit(server.url).netloc
