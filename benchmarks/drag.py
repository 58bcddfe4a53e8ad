"""From the movement of a pointer that holds a gate to the painted frame of the changed trace.

On the Step page, a span of the forget gate is held and its handle dragged up and down, for a short
text and for a long one with a large state. Each movement is timed from the event's own time stamp
until the frame has been painted that shows the new value, the maps, strips and losses that follow
from it. The server must not hear of it.
"""

from itertools import cycle
from urllib.parse import urlencode

from playwright.sync_api import Browser, WebSocket, sync_playwright

from benchmarks.report import arguments, quantiles, show
from benchmarks.sites import STEP, Site, running
from benchmarks.stepping import clock, open_page, real_steps
from tests.serving import launch_browser

LETTERS = "we drag a gate from left to right and back again "
# T, h, and the milliseconds within which 95 % of the movements are painted. A link has at most 200
# characters, the last of which is only predicted.
SIZES = ((40, 32, 33.0), (199, 128, 100.0))
# All that the value changes is drawn in one task, with the row that says what follows from it.
SHOWS = """() => {
    const grip = find(document, '[data-map="F"] .hold-value')
    const losses = find(document, ".hand-effect .number")
    return grip && losses && `${grip.getAttribute("aria-valuenow")} ${losses.dataset.full}`
  }"""


def link(T: int, h: int, **place: str) -> str:
    """An LSTM of h units that has read T letters; unit 5 of its forget gate is held for half of
    them."""
    text = (LETTERS * (T // len(LETTERS) + 1))[: T + 1]
    query = {"cell": "lstm", "text": text, "hidden": h, "weights": "random", "seed": 0, "t": T}
    return f"/step?{urlencode(query | place | {'changes': f'F.5.2-{T // 2}=0.5'})}"


def drags(browser: Browser, site: Site, url: str, count: int) -> tuple[list[float], int]:
    """The times of the movements, and how many messages went over the websocket meanwhile."""
    messages: list[int] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: messages.append(len(data)))
        socket.on("framesent", lambda data: messages.append(len(data)))

    page = open_page(browser, site, url, on_websocket=listen)
    grip = page.locator('[data-map="F"] .hold-value')
    grip.scroll_into_view_if_needed()
    box = grip.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(clock(SHOWS, "pointermove"))
    heights = cycle([y + 6 * k for k in (*range(-9, 10), *range(8, -9, -1))])
    messages.clear()
    times = real_steps(page, lambda: page.mouse.move(x, next(heights)), count)
    during = len(messages)
    page.mouse.up()
    page.context.close()
    return times, during


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--steps", type=int, default=60)
    options = parser.parse_args()
    sites = [STEP._replace(path=link(T, h, phase="predict")) for T, h, _ in SIZES]
    rows, limits, heard = [], {}, 0
    with running(*sites) as urls, sync_playwright() as playwright:
        browser = launch_browser(playwright)
        for site, (T, h, most) in zip(sites, SIZES, strict=True):
            times, messages = drags(browser, site, urls[site], options.steps)
            heard += messages
            found = quantiles(times)
            rows.append(
                {"LSTM": f"T = {T}, h = {h}"}
                | {f"{k} ms": v for k, v in found.items()}
                | {"movements": len(times), "limit ms": most}
            )
            limits[f"95 % within {most:g} ms for T = {T}, h = {h}"] = found["p95"] <= most
        browser.close()
    show(
        {"websocket messages while dragging": heard},
        rows,
        as_json=options.json,
        limits={**limits, "no websocket message": heard == 0},
    )


if __name__ == "__main__":
    main()
