"""Two servers as `make run` starts them, behind HAProxy: what a reader sees of a server's death."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from rnnviz import LSTM, SequenceModel, Vocabulary, weights
from tests.browser.stage import at, choose, expect_address, open_at, press, settled
from tests.proxy import COOKIE, MISSING, PROGRAM, Proxy, environment
from tests.serving import Server, start_server

pytestmark = pytest.mark.skipif(PROGRAM is None, reason=MISSING)
NAMES = ("one", "two")


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[tuple[Server, dict[str, Server]]]:
    """The proxy, and real servers by the names that it knows them by."""
    with ExitStack() as stack:
        pool = stack.enter_context(ThreadPoolExecutor())
        begun = [
            pool.submit(start_server, tmp_path, environment=environment(tmp_path, name))
            for name in NAMES
        ]
        servers = {}
        for name, one in zip(NAMES, begun, strict=True):
            servers[name] = one.result()
            stack.callback(servers[name].stop)
        proxy = Proxy(tmp_path, [one.url for one in servers.values()])
        stack.callback(proxy.close)
        yield Server(proxy.url, proxy.process, proxy.log), servers


def test_whose_server_dies_is_on_another_at_the_same_place_with_what_was_brought(
    hall: tuple[Server, dict[str, Server]], browser: Browser
) -> None:
    front, servers = hall
    # Not `new_page`: a browser reports the connections that end.
    context = browser.new_context(viewport={"width": 1280, "height": 720}, locale="en")
    reads, brings = context.new_page(), context.new_page()
    open_at(reads, front, weights="random", text="abcabd", cell="gru", t="2")
    settled(reads)
    press(reads, "ArrowRight")
    at(reads, 3)
    brings.goto(f"{front.url}/units")
    brings.get_by_role("button", name="Network and text").click()
    [name] = [one["value"] for one in context.cookies() if one["name"] == COOKIE]

    def kill(route: Route) -> None:
        """At the worst moment: the browser hears that the file has come, and then nobody is there
        who knows what to do with it."""
        answer = route.fetch()
        servers[name].process.kill()
        servers[name].process.wait()
        route.fulfill(response=answer)

    brings.route("**/_stcore/upload_file/**", kill)
    file = weights.to_bytes(SequenceModel.random(LSTM, Vocabulary("abcd"), 8, seed=1))
    brings.locator("input[type=file]").set_input_files(
        [{"name": "own.safetensors", "mimeType": "", "buffer": file}]
    )
    expect(brings).to_have_url(re.compile("[?&]file="))
    expect(brings.get_by_text("own.safetensors")).to_be_visible()

    at(reads, 3)
    expect_address(reads, t="3", text="abcabd")
    # The other server knows the page: it hears the first thing that the reader does.
    choose(reads, "RNN")
    expect(reads).to_have_url(re.compile("cell=rnn"))
    at(reads, 3)

    # Told to end, a server first tells the proxy, and ends whoever is connected.
    [last] = [one for key, one in servers.items() if key != name]
    last.process.terminate()
    last.process.wait()
    context.close()
    assert "Layer7 wrong status, code: 503" in front.log.read_text("utf-8")
