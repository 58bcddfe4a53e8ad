"""The static edition on a plain file server that compresses: what a first visit weighs, how long it
takes to a stage that steps, and whether all of it opens without a network.

Visits are new visitors', with an empty cache, and take turns with those to a page of one line on the same server. 4G is
1.6 Mbit/s and 150 ms, with a processor four times slower. What the service worker fetches for later does not count: it
begins once the page is there. Learning by heart stands beside Python's, training beside torch's on one thread, in
processor time. `--lighthouse PATH` asks Lighthouse too, where its command lies; axe-core always looks.
"""

import gzip
import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from benchmarks import site_learning, site_training
from benchmarks.report import arguments, quantiles, show
from benchmarks.sites import CHAPTER, STEP, Site, shown_at_script
from benchmarks.stepping import FRAME, LINK, aligned_steps, open_page, there_and_back
from rnnviz.cells import CELLS
from rnnviz.cells.beginnings import LEAKY
from rnnviz.course.outline import CHAPTERS
from rnnviz.locale import LANGUAGES
from rnnviz.network import WRITTEN
from rnnviz.site import write
from rnnviz.site.training import MOST_CHARACTERS
from rnnviz.training import CORPORA, TrainingConfig
from tests.browser.axe import serious
from tests.serving import ROOT, launch_browser

ONE_LINE = Site("one-line page", ROOT, "/line/", "p")
UNITS = Site("units", ROOT, "/units/", '[data-testid="units"][data-k]')
FOUR_G = {"offline": False, "latency": 150, "downloadThroughput": 2e5, "uploadThroughput": 2e5}
SLOWER = 4
# Bytes, and milliseconds.
MOST_STAGE, MOST_CHAPTER = 700_000, 350_000
AT_ONCE, ON_A_PHONE = 500.0, 4_000.0
# As many times Python's time, and as large a share of torch's characters.
MOST_LEARNING, LEAST_TRAINING = 5.0, 0.05
OWN = {"cell": WRITTEN, "equations": LEAKY, "text": "hello"}
SCORES = ("performance", "accessibility", "best-practices")
LEAST_SCORE = 95
# A key that follows the first frame of a stage, and the frame that answers it.
STEPS = """async () => {
  await window.shownAt
  const stage = document.querySelector('[data-testid="stage"]')
  const before = stage.dataset.t
  while (stage.dataset.t === before) {
    const options = { key: "ArrowRight", bubbles: true, composed: true, cancelable: true }
    stage.dispatchEvent(new KeyboardEvent("keydown", options))
    await new Promise(requestAnimationFrame)
  }
  return performance.now()
}"""


class Compressing(SimpleHTTPRequestHandler):
    """Sends files as most hosts do: compressed, where that makes them smaller."""

    protocol_version = "HTTP/1.1"
    # Else the body of each answer waits for the visitor to have the headers, which no host does.
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        path = Path(self.translate_path(urlsplit(self.path).path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        whole = path.read_bytes()
        body = compressed(whole)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        if len(body) < len(whole):
            self.send_header("Content-Encoding", "gzip")
        body = min(body, whole, key=len)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        # A visitor may be gone before all has come.
        with suppress(ConnectionError):
            self.wfile.write(body)

    def log_message(self, *_args: object) -> None:
        pass


class Serving(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_args: object) -> None:
        """Visitors leave in the middle of a request."""


@lru_cache(2_000)
def compressed(body: bytes) -> bytes:
    return gzip.compress(body)


@contextmanager
def edition() -> Iterator[str]:
    """Where the edition is, while the block runs; a page of one line lies in it, too."""
    with TemporaryDirectory() as folder:
        root = Path(folder, "rnn")
        settings, icon = ROOT / ".streamlit" / "config.toml", ROOT / "pages" / "shared" / "icon.svg"
        write(root, settings, icon, "", ["brackets"])
        (root / "line").mkdir()
        (root / "line" / "index.html").write_text("<!doctype html><p>One line", "utf-8")
        served = partial(Compressing, directory=folder)
        with Serving(("127.0.0.1", 0), served) as server:
            Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_port}/rnn"
            server.shutdown()


def visit(browser: Browser, site: Site, url: str, is_slow: bool = False) -> float:
    """Milliseconds from the address to a page that is there, and if it is a stage, steps."""
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    page.add_init_script(shown_at_script(site))
    if is_slow:
        network: CDPSession = context.new_cdp_session(page)
        network.send("Network.enable")
        network.send("Network.emulateNetworkConditions", FOUR_G)
        network.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(url, wait_until="commit")
    took = page.evaluate(STEPS if site.shows == STEP.shows else "window.shownAt")
    context.close()
    return float(took)


def processor_time(browser: Browser, site: Site, url: str) -> float:
    """Milliseconds of the page's own thread until it is there: the same on a busy computer."""
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    page.add_init_script(shown_at_script(site))
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(url, wait_until="commit")
    page.evaluate("window.shownAt")
    told = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    context.close()
    return 1e3 * float(told["TaskDuration"])


def weight(browser: Browser, site: Site, url: str) -> int:
    """Bytes of a first visit until nothing more is fetched; of a browser that keeps no edition for later."""
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    page.add_init_script(shown_at_script(site))
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    sizes: list[int] = []
    network.on(
        "Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"]))
    )
    page.goto(url)
    page.evaluate("window.shownAt")
    page.wait_for_load_state("networkidle")
    context.close()
    return sum(sizes)


def failures_offline(browser: Browser, host: str) -> list[str]:
    """Of all chapters in all languages those that do not open after one visit to the stage, with what went wrong."""
    context = browser.new_context()
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(f"{page.url}: {error}"))
    page.goto(f"{host}/step/")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    context.set_offline(True)
    for name in CHAPTERS:
        for language in LANGUAGES:
            page.goto(f"{host}/{name}/?lang={language}")
            page.locator(CHAPTER.shows).first.wait_for()
    context.close()
    return wrong


def findings(browser: Browser, host: str) -> list[str]:
    """What axe-core finds serious."""
    page = browser.new_page()
    found = []
    for path, site in (("step/", STEP), ("softmax/", CHAPTER), ("units/?net=brackets", UNITS)):
        page.goto(f"{host}/{path}")
        page.locator(site.shows).first.wait_for()
        found += [f"{path} {one}" for one in serious(page)]
    page.close()
    return found


def scores(command: str, url: str) -> dict[str, int]:
    """Lighthouse's scores of a page, as on a desk."""
    asked = [command, url, "--output=json", "--quiet", "--preset=desktop"]
    asked += [f"--only-categories={','.join(SCORES)}", "--chrome-flags=--headless --no-sandbox"]
    told = json.loads(subprocess.run(asked, capture_output=True, check=True).stdout)
    return {name: round(100 * told["categories"][name]["score"]) for name in SCORES}


def key_to_frame(browser: Browser, host: str, steps: int) -> float:
    """The 95th percentile of the milliseconds from a key at a frame's start to the frame that answers it."""
    page: Page = open_page(browser, STEP, f"{host}/step/?{urlencode(LINK)}")
    times = aligned_steps(page, there_and_back(), steps)
    page.context.close()
    return quantiles(times)["p95"]


def learning() -> float:
    """The browser's time to learn 14 characters by heart, as a multiple of Python's; of the cell that does worst."""
    return max(site_learning.in_node(cell) / site_learning.in_python(cell) for cell in CELLS)


def training() -> float:
    """The characters that a GRU with 32 units reads in a second, as a share of torch's on one thread."""
    config = TrainingConfig(cell="gru", hidden_size=32)
    text = CORPORA["python-reference"].text()[:MOST_CHARACTERS]
    return site_training.in_node(config, text, is_fast=True) / site_training.in_torch(config, text)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--visits", type=int, default=7)
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--lighthouse", metavar="PATH", help="Lighthouse's command")
    options = parser.parse_args()

    with edition() as host, sync_playwright() as playwright:
        browser = launch_browser(playwright)
        pages = {
            "one line": (ONE_LINE, f"{host}/line/"),
            "stage": (STEP, f"{host}/step/"),
            "own cell": (STEP, f"{host}/step/?{urlencode(OWN)}"),
            "chapter": (CHAPTER, f"{host}/softmax/"),
            "units": (UNITS, f"{host}/units/?net=brackets"),
        }
        times: dict[str, list[float]] = {name: [] for name in pages}
        slow: dict[str, list[float]] = {name: [] for name in pages}
        for turn in range(1 + options.visits):
            for name, (site, url) in pages.items():
                fast, late = (
                    visit(browser, site, url),
                    visit(browser, site, url, is_slow=True),
                )
                # The first visit warms the server.
                if turn > 0:
                    times[name].append(fast)
                    slow[name].append(late)
        busy = {name: processor_time(browser, site, url) for name, (site, url) in pages.items()}
        weights = {name: weight(browser, site, url) for name, (site, url) in pages.items()}
        chapters = {name: weight(browser, CHAPTER, f"{host}/{name}/") for name in CHAPTERS}
        offline = failures_offline(browser, host)
        serious_ones = findings(browser, host)
        to_frame = key_to_frame(browser, host, options.steps)
        browser.close()
        judged = {
            name: scores(options.lighthouse, url)
            for name, (_, url) in pages.items()
            if options.lighthouse and name != "one line"
        }
    learnt, trained = learning(), training()
    rows = [
        {
            "page": name,
            "kB gzip": weights[name] / 1e3,
            "opens ms": quantiles(times[name])["p50"],
            "beside one line": quantiles(times[name])["p50"] / quantiles(times["one line"])["p50"],
            "processor ms": busy[name],
            "4G, slow ms": quantiles(slow[name])["p50"],
            **{one: judged.get(name, {}).get(one, "") for one in SCORES},
        }
        for name in pages
    ]
    heaviest = max(chapters, key=lambda name: chapters[name])
    limits = {
        f"the stage weighs at most {MOST_STAGE / 1e3:g} kB": (
            max(weights["stage"], weights["own cell"]) <= MOST_STAGE
        ),
        f"each chapter weighs at most {MOST_CHAPTER / 1e3:g} kB": chapters[heaviest]
        <= MOST_CHAPTER,
        f"a stage that steps within {AT_ONCE:g} ms": quantiles(times["stage"])["p50"] <= AT_ONCE,
        f"on 4G, with a slow processor, within {ON_A_PHONE / 1e3:g} s": (
            quantiles(slow["stage"])["p50"] <= ON_A_PHONE
        ),
        f"95 % of keys answered within {FRAME:g} ms": to_frame <= FRAME,
        f"learning by heart takes at most {MOST_LEARNING:g} times Python's time": learnt
        <= MOST_LEARNING,
        f"training reads at least {LEAST_TRAINING:g} of torch's characters": trained
        >= LEAST_TRAINING,
        "all chapters open without a network": not offline,
        "axe-core finds nothing serious": not serious_ones,
    }
    if judged:
        every = [score for one in judged.values() for score in one.values()]
        limits[f"Lighthouse gives {LEAST_SCORE} or more"] = min(every) >= LEAST_SCORE
    show(
        {
            "visits each": options.visits,
            "heaviest chapter": f"{heaviest}, {chapters[heaviest] / 1e3:.0f} kB",
            "key to frame, p95 ms": to_frame,
            "learning by heart, times Python's": learnt,
            "training, share of torch's characters": trained,
            "not opened without a network": "; ".join(offline) or "none",
            "axe-core": "; ".join(serious_ones) or "nothing serious",
        },
        rows,
        as_json=options.json,
        limits=limits,
    )


if __name__ == "__main__":
    main()
