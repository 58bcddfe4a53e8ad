"""A network that answers for every address with a page of its own, as in a hotel: nothing of it is kept."""

import os
import shutil
from collections.abc import Callable, Iterator
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread

import pytest
from playwright.sync_api import Page, expect

from tests.site.conftest import PREFIX

PORTAL = b"<!doctype html><title>Hotel</title><h1>Welcome to the hotel; please log in.</h1>"
# Each address that is kept, and whether a page of the hotel's is there.
KEPT = """async () => {
  const kept = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) {
      const text = await (await caches.match(request)).text();
      kept.push([request.url, text.includes("Welcome to the hotel")]);
    }
  return kept;
}"""
IS_SETTLED = """async () => {
  const found = await navigator.serviceWorker.getRegistration();
  return !found || Boolean(found.active);
}"""


class Network:
    """An edition on a host, and what lies between it and a browser.

    answers: for whom the portal answers: "" for nobody, "worker" for what the service worker asks, "all". asked: set
    once it has answered.
    """

    def __init__(self, folder: Path) -> None:
        self.answers = ""
        self.asked = Event()
        network = self

        class Handler(SimpleHTTPRequestHandler):
            def __init__(self, *given: object) -> None:
                super().__init__(*given, directory=str(folder.parents[len(PREFIX.parts) - 1]))  # type: ignore[arg-type]

            def log_message(self, *_args: object) -> None:
                pass

            def do_GET(self) -> None:
                of_worker = self.headers.get("Referer", "").endswith("/sw.js")
                if network.answers == "all" or (network.answers == "worker" and of_worker):
                    self.send_response(HTTPStatus.OK)
                    self.send_header("Content-Type", "text/html")
                    self.send_header("Content-Length", str(len(PORTAL)))
                    self.end_headers()
                    self.wfile.write(PORTAL)
                    network.asked.set()
                else:
                    super().do_GET()

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.host = f"http://127.0.0.1:{self.server.server_port}/{PREFIX.as_posix()}"


@pytest.fixture
def network(edition: Path, tmp_path: Path) -> Iterator[Network]:
    own = tmp_path / PREFIX
    shutil.copytree(edition, own, copy_function=os.link)
    network = Network(own)
    Thread(target=network.server.serve_forever, daemon=True).start()
    yield network
    network.server.shutdown()
    network.server.server_close()


def is_kept(page: Page) -> list[str]:
    """The addresses at which the browser keeps something of the edition's; of the portal's it keeps nothing."""
    kept = page.evaluate(KEPT)
    assert [url for url, is_portal in kept if is_portal] == []
    return [url for url, _ in kept]


@pytest.mark.browser
def test_nothing_is_kept_of_a_network_that_answers_for_every_address(
    new_page: Callable[..., Page], network: Network, edition: Path
) -> None:
    page = new_page()
    # It comes up after the page has been loaded, and before the edition is kept.
    network.answers = "worker"
    page.goto(f"{network.host}/softmax/")
    expect(page.get_by_test_id("chapter")).to_be_visible()
    assert network.asked.wait(60)
    page.wait_for_function(IS_SETTLED)
    is_kept(page)

    # Once it is gone, all is kept, and opens without a network.
    network.answers = ""
    page.goto(f"{network.host}/softmax/")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    kept = is_kept(page)
    assert len(kept) > 100
    names = {url.rpartition("/")[2] for url in kept}
    aside = next(
        path.name for path in (edition / "files").glob("*.packed") if path.name not in names
    )

    # What is kept later is not the portal's either; and its own page is seen, so that one can log in.
    network.answers = "all"
    later = "async (url) => (await fetch(url)).text()"
    assert "hotel" in page.evaluate(later, f"{network.host}/files/{aside}")
    assert is_kept(page) == kept
    page.goto(f"{network.host}/long_memory/")
    expect(page.locator("h1")).to_contain_text("Welcome to the hotel")
    network.answers = ""
    page.goto(f"{network.host}/softmax/")
    assert "hotel" not in page.evaluate(later, f"{network.host}/files/{aside}")
    page.context.set_offline(True)
    page.goto(f"{network.host}/long_memory/")
    expect(page.get_by_test_id("chapter")).to_be_visible()
