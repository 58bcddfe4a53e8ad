"""From a key to the frame that shows the next step, beside a rerun of the same content.

An LSTM with T = 40 and h = 32, measured in three ways. The promise: a key that comes as a frame
begins is answered by the very next frame. Real keys and clicks, which come at any moment, are timed
from the event's own time stamp until the frame has been painted. And of an arrow that is held, when
each key follows the frame that the one before it has painted, as of a button that is clicked as
soon as all shows the step before, the time from one painted frame to the next. Three networks under
one another, of as many parameters each, and steps back through time, are timed in the first way.
"""

from collections.abc import Callable, Iterator
from itertools import cycle
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page, WebSocket, sync_playwright

from benchmarks.report import arguments, quantiles, show
from benchmarks.sites import FIND, HERE, PATIENCE, STEP, Site, running, shown_at_script
from tests.browser.stage import settled
from tests.serving import launch_browser

TEXT = "we step from left to right and back again"
LINK = {"cell": "lstm", "text": TEXT, "hidden": 32, "weights": "random", "seed": 0, "t": 1}
RERUN = Site("rerun", HERE / "rerun" / "page.py", "/", ".js-plotly-plot .gtitle")
BESIDE = {"beside": "rnn,gru"}
FRAME = 17.5
# With three networks under one another.
THREE = 25.0
# With an arrow held down.
HELD = 18.0
TIMES_FASTER = 10
# Longer than any step of the stage takes to be drawn, and no multiple of a frame.
PAUSE = 90
WARM_UP = 5

# A promise of the milliseconds from the next `EVENT` to the end of the first painted frame in which
# `shown()` has changed. What changed before a frame's callbacks is painted with that frame, and the
# message sent from a callback arrives when it has been.
CLOCK = """
(() => {
  FIND
  const shown = SHOWN
  const frame = () => new Promise(requestAnimationFrame)
  const soon = (what) =>
    Promise.race([
      what,
      new Promise((_, reject) =>
        setTimeout(() => reject(new Error("No step within PATIENCE s")), 1000 * PATIENCE)),
    ])
  const painted = () =>
    new Promise((resolve) => {
      const channel = new MessageChannel()
      channel.port1.onmessage = resolve
      channel.port2.postMessage(null)
    })
  const press = (key, repeat = false) => {
    const options = { key, repeat, bubbles: true, composed: true, cancelable: true }
    find(document, '[data-testid="stage"]').dispatchEvent(new KeyboardEvent("keydown", options))
  }
  window.stepAtFrameStart = (key) => soon(stepAtFrameStart(key))
  const stepAtFrameStart = async (key) => {
    await frame()
    await painted()
    const before = shown()
    const begin = performance.now()
    press(key)
    do await frame()
    while (shown() === before)
    return performance.now() - begin
  }
  const stepShown = async (before) => {
    do await frame()
    while (shown() === null || shown() === before)
    await painted()
  }
  // Milliseconds from one painted frame to the next, each step begun as the one before is there.
  const inARow = async (acts) => {
    const times = []
    let last = null
    for (const act of acts) {
      const before = shown()
      act()
      await soon(stepShown(before))
      const now = performance.now()
      if (last !== null) times.push(now - last)
      last = now
    }
    return times
  }
  window.pressInARow = (keys) => inARow(keys.map((key, k) => () => press(key, k > 0)))
  window.clickInARow = (words, n) => {
    const buttons = () => [...document.querySelectorAll("button")]
    const click = () => buttons().find((one) => one.innerText.trim() === words).click()
    return inARow(Array.from({ length: n }, () => click))
  }
  window.nextStep = () => soon(nextStep())
  const nextStep = () =>
    new Promise((resolve) => {
      const before = shown()
      const begin = (event) => {
        stepShown(before).then(() => resolve(performance.now() - event.timeStamp))
      }
      addEventListener("EVENT", begin, { capture: true, once: true })
    })
})()
"""
STAGE_SHOWS = """() => {
    const stage = find(document, '[data-testid="stage"]')
    return stage && stage.dataset.t
  }"""
# All four charts, each with the step in its title.
RERUN_SHOWS = """() => {
    const titles = [...document.querySelectorAll(".js-plotly-plot .gtitle")]
    const steps = new Set(titles.map((title) => title.textContent.split(" ")[1]))
    return titles.length === 4 && steps.size === 1 ? [...steps][0] : null
  }"""


def clock(shows: str, event: str) -> str:
    script = CLOCK.replace("FIND", FIND).replace("PATIENCE", str(PATIENCE))
    return script.replace("SHOWN", shows).replace("EVENT", event)


def open_page(
    browser: Browser, site: Site, url: str, on_websocket: Callable[[WebSocket], None] | None = None
) -> Page:
    page = browser.new_context(viewport={"width": 1280, "height": 720}).new_page()
    if on_websocket:
        page.on("websocket", on_websocket)
    page.add_init_script(shown_at_script(site))
    page.goto(url)
    page.evaluate("window.shownAt")
    page.wait_for_load_state("networkidle")
    return page


def real_steps(page: Page, act: Callable[[], None], n: int) -> list[float]:
    times = []
    for _ in range(WARM_UP + n):
        page.evaluate("() => void (window.step = window.nextStep())")
        act()
        times.append(float(page.evaluate("window.step")))
        page.wait_for_timeout(PAUSE)
    return times[WARM_UP:]


def aligned_steps(page: Page, keys: Iterator[str], n: int) -> list[float]:
    page.evaluate(clock(STAGE_SHOWS, "keydown"))
    page.get_by_test_id("stage").focus()
    return [
        float(page.evaluate("key => window.stepAtFrameStart(key)", next(keys)))
        for _ in range(WARM_UP + n)
    ][WARM_UP:]


def held_steps(page: Page, keys: Iterator[str], n: int) -> list[float]:
    """After `aligned_steps` on the same page."""
    pressed = [next(keys) for _ in range(WARM_UP + 1 + n)]
    times = page.evaluate("keys => window.pressInARow(keys)", pressed)
    return [float(time) for time in times][WARM_UP:]


def there_and_back() -> Iterator[str]:
    """To the end and back, so that no key is without a step."""
    return cycle(["ArrowRight"] * (len(TEXT) - 2) + ["ArrowLeft"] * (len(TEXT) - 2))


def measured(steps: int) -> tuple[dict[str, list[float]], int]:
    """The times of each way to step, and how many messages went over the websocket meanwhile."""
    step = STEP._replace(path=f"/step?{urlencode(LINK)}")
    messages: list[int] = []

    def count(socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: messages.append(len(data)))
        socket.on("framesent", lambda data: messages.append(len(data)))

    with running(step, RERUN) as urls, sync_playwright() as playwright:
        browser = launch_browser(playwright)
        page = open_page(browser, step, urls[step], on_websocket=count)
        keys = there_and_back()
        settled(page)
        messages.clear()
        aligned = aligned_steps(page, keys, steps)
        held = held_steps(page, keys, steps)
        ours = real_steps(page, lambda: page.keyboard.press(next(keys)), steps)
        during = len(messages)

        back = f"{urls[step]}&way=back"
        page = open_page(browser, step, back, on_websocket=count)
        settled(page)
        messages.clear()
        backwards = aligned_steps(page, there_and_back(), steps)
        during += len(messages)

        three = f"{urls[step]}&{urlencode(BESIDE)}"
        beside = aligned_steps(open_page(browser, step, three), there_and_back(), steps)

        page = open_page(browser, RERUN, urls[RERUN])
        page.evaluate(clock(RERUN_SHOWS, "click"))
        button = page.get_by_role("button", name="next")
        fewer = max(10, steps // 4)
        reruns = real_steps(page, button.click, fewer)
        in_a_row = page.evaluate("n => window.clickInARow('next', n)", fewer + 1)
        browser.close()
    times = {
        "stage, key at a frame's start, to the frame": aligned,
        "three networks, key at a frame's start": beside,
        "back through time, key at a frame's start": backwards,
        "stage, key at any moment, to painted": ours,
        "rerun, click at any moment, to painted": reruns,
        "stage, an arrow held, from frame to frame": held,
        "rerun, a click as each is there, from frame to frame": in_a_row,
    }
    return times, during


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--steps", type=int, default=100)
    options = parser.parse_args()
    found, during = measured(options.steps)
    rows = [
        {"way": way} | {f"{k} ms": v for k, v in quantiles(times).items()} | {"steps": len(times)}
        for way, times in found.items()
    ]
    p95 = float(rows[0]["p95 ms"])
    of_three = float(rows[1]["p95 ms"])
    of_back = float(rows[2]["p95 ms"])
    faster = float(rows[4]["p50 ms"]) / float(rows[3]["p50 ms"])
    of_held = float(rows[5]["p95 ms"])
    show(
        {
            "p95 ms": p95,
            "p95 ms, three networks": of_three,
            "p95 ms, back through time": of_back,
            "p95 ms, an arrow held": of_held,
            "times faster": faster,
            "websocket messages while stepping": during,
        },
        rows,
        as_json=options.json,
        limits={
            f"95 % within {FRAME:g} ms": p95 <= FRAME,
            f"95 % within {THREE:g} ms with three networks": of_three <= THREE,
            f"95 % within {FRAME:g} ms back through time": of_back <= FRAME,
            f"95 % within {HELD:g} ms with an arrow held": of_held <= HELD,
            "no websocket message": during == 0,
            f"at least {TIMES_FASTER} times faster than a rerun": faster >= TIMES_FASTER,
        },
    )


if __name__ == "__main__":
    main()
