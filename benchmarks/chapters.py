"""Every chapter of the course: how long it takes to open, to answer a drag, and to begin to move.

Chapters are opened beside a page of one line, by a new visitor each time, in turn. Then, in each
chapter, every figure's first handle is moved by key as a frame begins, which changes what a drag
changes; and every button that sets a figure in motion, such as a training, is pressed. The server
must not hear of either.
"""

from typing import Any

from playwright.sync_api import Browser, Page, WebSocket, sync_playwright

from benchmarks.open_page import visit
from benchmarks.report import Row, arguments, quantiles, show
from benchmarks.sites import CHAPTER, PLAIN, Site, running
from benchmarks.stepping import open_page
from rnnviz.course.outline import CHAPTERS
from tests.serving import launch_browser

LIMIT = 1.5
FRAME = 17.5
FIRST_MOVEMENT = 300.0
WARM_UP = 2
PATIENCE = 10_000

# Whether the picture around an element has changed since this was last asked.
WATCH = """(element) => {
  const picture = element.closest("section").querySelector(".picture")
  let moves = 0
  const watch = new MutationObserver(() => (moves += 1))
  watch.observe(picture, { subtree: true, childList: true, attributes: true, characterData: true })
  window.hasMoved = () => {
    const has = moves > 0
    moves = 0
    return has
  }
}"""
# Milliseconds from a key at a frame's start to the end of the frame whose picture answers it; null
# where the handle can go no further.
KEY = """async ([handle, key]) => {
  const frame = () => new Promise(requestAnimationFrame)
  const painted = () => new Promise((resolve) => {
    const channel = new MessageChannel()
    channel.port1.onmessage = resolve
    channel.port2.postMessage(null)
  })
  await frame()
  await painted()
  window.hasMoved()
  const before = handle.getAttribute("aria-valuetext")
  const begin = performance.now()
  const options = { key, bubbles: true, composed: true, cancelable: true }
  handle.dispatchEvent(new KeyboardEvent("keydown", options))
  for (let k = 0; k < 20; k += 1) {
    await frame()
    const took = performance.now() - begin
    if (window.hasMoved()) return handle.getAttribute("aria-valuetext") === before ? null : took
  }
  return null
}"""
# Milliseconds from a click to the first frame with another picture; null where there is none.
CLICK = """async ([button, patience]) => {
  const frame = () => new Promise(requestAnimationFrame)
  await frame()
  window.hasMoved()
  const begin = performance.now()
  button.click()
  while (performance.now() - begin < patience) {
    await frame()
    if (window.hasMoved()) return performance.now() - begin
  }
  return null
}"""


def drags(page: Page, count: int) -> list[float]:
    """The times of `count` movements of each figure's first handle."""
    times: list[float] = []
    for figure in page.get_by_test_id("chapter").locator(".picture:has([data-numbers])").all():
        handle = figure.locator("[data-numbers]").first
        handle.scroll_into_view_if_needed()
        handle.evaluate(WATCH)
        for k in range(WARM_UP + count):
            key = "ArrowRight" if k % 2 == 0 else "ArrowLeft"
            took = page.evaluate(KEY, [handle.element_handle(), key])
            if k >= WARM_UP and took is not None:
                times.append(float(took))
    return times


def movements(page: Page) -> dict[str, float]:
    """Of each button beside a figure, the time until the figure first moves."""
    found = {}
    for button in page.get_by_test_id("chapter").locator(".with-figure [data-action]").all():
        button.scroll_into_view_if_needed()
        button.evaluate(WATCH)
        took = page.evaluate(CLICK, [button.element_handle(), PATIENCE])
        if took is not None:
            found[str(button.get_attribute("data-action"))] = float(took)
    return found


def measured(browser: Browser, site: Site, url: str, count: int) -> dict[str, Any]:
    """What a visitor of an open chapter waits for, and what the server hears of it."""
    messages: list[int] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: messages.append(len(data)))
        socket.on("framesent", lambda data: messages.append(len(data)))

    page = open_page(browser, site, url, on_websocket=listen)
    messages.clear()
    times, moves = drags(page, count), movements(page)
    page.context.close()
    slowest = max(moves, key=lambda name: moves[name], default="")
    return {
        "drags": len(times),
        "drag p95 ms": quantiles(times)["p95"] if times else 0.0,
        "buttons": len(moves),
        "first movement ms": moves.get(slowest, 0.0),
        "slowest button": slowest,
        "messages": len(messages),
    }


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--visits", type=int, default=5)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--only", nargs="*", help="the addresses of some chapters")
    options = parser.parse_args()

    scripts = list(CHAPTERS)
    names = [name for name in scripts if not options.only or name in options.only]
    rows: list[Row] = []
    with running(CHAPTER._replace(path=""), PLAIN) as urls, sync_playwright() as playwright:
        ours, plain = urls.values()
        browser = launch_browser(playwright)
        opened: dict[str, list[float]] = {name: [] for name in (*names, "")}
        for turn in range(WARM_UP + options.visits):
            for name, times in opened.items():
                site, url = (CHAPTER, f"{ours}/{name}") if name else (PLAIN, plain)
                took = visit(browser, site, url)
                if turn >= WARM_UP:
                    times.append(took)
        one_line = quantiles(opened.pop(""))["p50"]
        for name, times in opened.items():
            own = measured(browser, CHAPTER, f"{ours}/{name}", options.steps)
            rows.append({"chapter": name, "opens": quantiles(times)["p50"] / one_line} | own)
        browser.close()
    show(
        {"a one-line page opens in ms": one_line},
        rows,
        as_json=options.json,
        limits={
            f"opens within {LIMIT:g} times a one-line page": all(
                row["opens"] <= LIMIT for row in rows
            ),
            f"95 % of drags within {FRAME:g} ms": all(row["drag p95 ms"] <= FRAME for row in rows),
            f"moves within {FIRST_MOVEMENT:g} ms": all(
                row["first movement ms"] <= FIRST_MOVEMENT for row in rows
            ),
            "no websocket message": not any(row["messages"] for row in rows),
        },
    )


if __name__ == "__main__":
    main()
