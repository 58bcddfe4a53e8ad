"""What one step costs the page's main thread while an arrow key is held, forward and backward.

An LSTM with T = 40 and h = 32 on the Step page. The browser's own account of its main thread
(`Performance.getMetrics`) is read before and after, and divided by the steps. Time the thread spent
waiting for a processor that others used counts as well: a reader waits for it too. What the thread
used itself stands beside it.
"""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import CDPSession, Page, sync_playwright

from benchmarks.report import arguments, show
from benchmarks.sites import STEP, running
from benchmarks.stepping import LINK, TEXT, open_page
from tests.serving import launch_browser

LIMIT = 12
# Milliseconds between two keys, as a keyboard repeats them.
PAUSE = 33
# Keys from the first step to the last: no key is pressed where there is no step.
WAY = len(TEXT) - 2
PARTS = {
    "all": "TaskDuration",
    "script": "ScriptDuration",
    "style": "RecalcStyleDuration",
    "layout": "LayoutDuration",
}


def account(session: CDPSession) -> dict[str, float]:
    """Milliseconds of the main thread so far, by what it did."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    values = {metric["name"]: float(metric["value"]) for metric in metrics}
    return {part: 1000 * values[name] for part, name in PARTS.items()}


def hold(session: CDPSession, key: str, code: int, wait: Callable[[float], None]) -> None:
    event = {"key": key, "code": key, "windowsVirtualKeyCode": code}
    for k in range(WAY):
        session.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", "autoRepeat": k > 0, **event})
        wait(PAUSE)
    session.send("Input.dispatchKeyEvent", {"type": "keyUp", **event})


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--rounds", type=int, default=4, help="each to the end and back")
    options = parser.parse_args()
    step = STEP._replace(path=f"/step?{urlencode(LINK)}")
    ways = {"forward": "", "back": "&way=back"}
    with running(step) as urls, sync_playwright() as playwright:
        browser = launch_browser(playwright)
        rows = [
            {"way": way} | row
            for way, query in ways.items()
            for row in costs(open_page(browser, step, urls[step] + query), options.rounds)
        ]
        browser.close()
    cost = float(rows[0]["all ms"])
    show(
        {"ms of the main thread per step": cost},
        rows,
        as_json=options.json,
        limits={f"at most {LIMIT} ms": cost <= LIMIT},
    )


def costs(page: Page, rounds: int) -> list[dict[str, Any]]:
    """Milliseconds a step, as they elapsed and as the thread used them."""
    clocks = {"elapsed": "timeTicks", "processor": "threadTicks"}
    sessions = {clock: page.context.new_cdp_session(page) for clock in clocks}
    for clock, domain in clocks.items():
        sessions[clock].send("Performance.enable", {"timeDomain": domain})
    page.get_by_test_id("stage").focus()

    def there_and_back() -> None:
        hold(sessions["elapsed"], "ArrowRight", 39, page.wait_for_timeout)
        hold(sessions["elapsed"], "ArrowLeft", 37, page.wait_for_timeout)

    there_and_back()
    before = {clock: account(session) for clock, session in sessions.items()}
    for _ in range(rounds):
        there_and_back()
    after = {clock: account(session) for clock, session in sessions.items()}
    page.context.close()
    steps = 2 * WAY * rounds
    return [
        {"time": clock}
        | {f"{part} ms": (after[clock][part] - before[clock][part]) / steps for part in PARTS}
        for clock in clocks
    ]


if __name__ == "__main__":
    main()
