"""From a change to the whole triangle of gradients, beside torch's autograd.

On the Step page, in the view "How far back", a held gate comes and goes, and every time the triangle of all
pairs k ≤ t is computed anew: ‖∂L_t/∂H_k‖, and ‖∂H_t/∂H_k‖. Timed from the key's own time stamp
until the frame has been painted that shows all of it. The peer is torch's autograd on an LSTM of the
same sizes, on one thread: one backward pass a loss, and one a unit of a state. For a long text with a
large state, what counts is the longest task of the page while it computes, that it shows how far it
has come, and that a change begins it anew.
"""

import statistics
import time
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import torch
from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.drag import LETTERS, link
from benchmarks.report import arguments, quantiles, show
from benchmarks.sites import STEP, Site, running
from benchmarks.stepping import clock, open_page, real_steps
from tests.serving import launch_browser

SMALL, LARGE = (40, 32), (199, 128)
LIMIT, LONGEST_TASK = 200.0, 50.0
MEASURES = {"loss": "∂L/∂H", "state": "∂H/∂H"}
WATCHED, PAUSE = 3000, 300
# Which triangle stands there as a whole; null while one is being computed.
SHOWS = """() => find(document, ".triangle-frame")?.dataset.whole || null"""
LONG_TASKS = """() => {
  window.longest = 0
  const watch = (list) => {
    for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration)
  }
  new PerformanceObserver(watch).observe({ type: "longtask" })
}"""


def open_unchanged(browser: Browser, site: Site, url: str) -> Page:
    """The page with what its link has changed taken back, so that keys bring it and take it away."""
    page = open_page(browser, site, url)
    page.locator(".hand-row > button").last.click()
    return page


def measure(page: Page, name: str) -> None:
    page.locator(".reach-head .tab").nth(list(MEASURES).index(name)).click()
    page.get_by_test_id("stage").focus()


def whole(page: Page) -> None:
    page.locator(".triangle-frame[data-whole]:not([data-whole=''])").wait_for(timeout=120_000)


def changes(page: Page, name: str, keys: Iterator[str], count: int) -> list[float]:
    """The times from a change to the whole triangle."""
    measure(page, name)
    whole(page)
    page.evaluate(clock(SHOWS, "keydown"))
    return real_steps(page, lambda: page.keyboard.press(next(keys)), count)


def watched(browser: Browser, site: Site, url: str) -> dict[str, tuple[float, list[float]]]:
    """For each triangle of the long text: the longest task of the page while it is computed, and how
    far it has come from time to time, just after a change first."""
    page = open_unchanged(browser, site, url)
    found = {}
    for name in MEASURES:
        measure(page, name)
        page.wait_for_timeout(WATCHED)
        page.keyboard.press("Control+z")
        # The stage itself is drawn anew first.
        page.locator(".triangle-frame[data-whole='']").wait_for()
        shares = [share(page)]
        page.wait_for_timeout(PAUSE)
        page.evaluate(LONG_TASKS)
        for _ in range(4):
            shares.append(share(page))
            page.wait_for_timeout(WATCHED / 4)
        found[name] = (float(page.evaluate("window.longest")), shares)
        page.keyboard.press("Control+y")
    page.context.close()
    return found


def share(page: Page) -> float:
    return float(page.locator(".reach progress").evaluate("one => one.value"))


def autograd(T: int, h: int, name: str) -> float:
    """Milliseconds of torch for all pairs of one text."""
    torch.set_num_threads(1)
    torch.manual_seed(0)
    q = len(set(LETTERS))
    cell = torch.nn.LSTMCell(q, h, dtype=torch.float64)
    output = torch.nn.Linear(h, q, dtype=torch.float64)
    X = torch.eye(q, dtype=torch.float64)[torch.randint(q, (T,))]
    targets = torch.randint(q, (T,))
    begin = time.perf_counter()
    H, C, states = torch.zeros(1, h).double(), torch.zeros(1, h).double(), []
    for t in range(T):
        H, C = cell(X[t : t + 1], (H, C))
        H.requires_grad_()
        states.append(H)
    for t in range(T):
        if name == "loss":
            ends = [torch.nn.functional.cross_entropy(output(states[t]), targets[t : t + 1])]
        else:
            ends = list(states[t][0])
        for end in ends:
            gradients = torch.autograd.grad(end, states[: t + 1], retain_graph=True)
            torch.stack([one.norm() for one in gradients])
    return 1000 * (time.perf_counter() - begin)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--steps", type=int, default=20)
    options = parser.parse_args()
    small, large = (STEP._replace(path=link(*sizes, view="reach")) for sizes in (SMALL, LARGE))
    rows: list[dict[str, Any]] = []
    limits: dict[str, bool] = {}
    result: dict[str, Any] = {}
    with running(small, large) as urls, sync_playwright() as playwright:
        browser = launch_browser(playwright)
        page = open_unchanged(browser, small, urls[small])
        T, h = SMALL
        keys = cycle(["Control+z", "Control+y"])
        for name, letters in MEASURES.items():
            found = quantiles(changes(page, name, keys, options.steps))
            peer = statistics.median(autograd(T, h, name) for _ in range(3))
            rows.append(
                {"triangle": letters, "LSTM": f"T = {T}, h = {h}"}
                | {f"{k} ms": v for k, v in found.items()}
                | {"limit ms": LIMIT, "torch ms": peer, "times faster": peer / found["p50"]}
            )
            limits[f"95 % of {letters} within {LIMIT:g} ms"] = found["p95"] <= LIMIT
        page.context.close()
        T, h = LARGE
        for name, (longest, shares) in watched(browser, large, urls[large]).items():
            letters = MEASURES[name]
            result[f"{letters}, T = {T}, h = {h}: longest task, ms"] = longest
            result[f"{letters}, T = {T}, h = {h}: share computed"] = ", ".join(
                f"{one:.3f}" for one in shares
            )
            limits[f"{letters}: no task longer than {LONGEST_TASK:g} ms"] = longest <= LONGEST_TASK
            limits[f"{letters}: a change begins it anew, and it shows how far it has come"] = (
                shares[0] < 1 and shares == sorted(shares) and shares[-1] > shares[0]
            )
        browser.close()
    show(result, rows, as_json=options.json, limits=limits)


if __name__ == "__main__":
    main()
