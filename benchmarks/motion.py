"""What it costs that a step is seen to happen, beside the same step without motion.

An LSTM with T = 40 and h = 32 on the Step page. Phase by phase and step by step each key is pressed twice, once with
films and once for a reader who wants no motion, in turn and in one run. Two things are measured: from the key, which
comes as a frame begins, to the frame that shows the step; and the processor's time of the page's main thread from the
key until its film is over.
"""

from collections.abc import Callable
from urllib.parse import urlencode

from playwright.sync_api import CDPSession, Page, sync_playwright

from benchmarks.report import Row, arguments, quantiles, show
from benchmarks.sites import STEP, running
from benchmarks.step_cost import LIMIT, account
from benchmarks.stepping import LINK, TEXT, clock, open_page
from tests.browser.stage import settled
from tests.serving import launch_browser

# Milliseconds after which a film is over.
OVER = 500
KEYS = {"a phase": "ArrowDown", "a whole step": "ArrowRight"}
SHOWS = """() => {
    const stage = find(document, '[data-testid="stage"]')
    return stage && `${stage.dataset.t} ${stage.dataset.phase}`
  }"""
MEDIA: dict[str, Callable[[Page], None]] = {
    "films": lambda page: page.emulate_media(reduced_motion="no-preference"),
    "still": lambda page: page.emulate_media(reduced_motion="reduce"),
}


def pressed(page: Page, session: CDPSession, key: str) -> dict[str, float]:
    """Of one key: milliseconds to its frame, and of the main thread until its film is over."""
    before = account(session)["all"]
    to_frame = float(page.evaluate("key => window.stepAtFrameStart(key)", key))
    page.wait_for_timeout(OVER)
    return {"to the frame": to_frame, "main thread": account(session)["all"] - before}


def measured(page: Page, rounds: int) -> dict[str, dict[str, list[tuple[float, float]]]]:
    """By key and by what is measured: pairs of milliseconds, with films and without."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.evaluate(clock(SHOWS, "keydown"))
    page.get_by_test_id("stage").focus()
    pairs: dict[str, dict[str, list[tuple[float, float]]]] = {}
    for name, key in KEYS.items():
        page.keyboard.press("Home")
        found: dict[str, list[tuple[float, float]]] = {"to the frame": [], "main thread": []}
        for _ in range(rounds + 1):
            times = {}
            for how, change in MEDIA.items():
                change(page)
                times[how] = pressed(page, session, key)
            for what, own in found.items():
                own.append((times["films"][what], times["still"][what]))
        # The first of each has to be compiled.
        pairs[name] = {what: own[1:] for what, own in found.items()}
    return pairs


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument(
        "--rounds", type=int, default=(len(TEXT) - 4) // 2, help="keys of a kind, each twice"
    )
    options = parser.parse_args()
    step = STEP._replace(path=f"/step?{urlencode(LINK)}")
    with running(step) as urls, sync_playwright() as playwright:
        browser = launch_browser(playwright)
        page = open_page(browser, step, urls[step])
        settled(page)
        pairs = measured(page, min(options.rounds, (len(TEXT) - 4) // 2))
        browser.close()
    rows: list[Row] = []
    more: dict[str, float] = {}
    for name, kinds in pairs.items():
        for what, own in kinds.items():
            found = {how: [pair[k] for pair in own] for k, how in enumerate(MEDIA)}
            rows += [
                {"key": name, "time": what, "shown": how}
                | {f"{k} ms": v for k, v in quantiles(times).items()}
                for how, times in found.items()
            ]
            more[f"{name}, {what}: ms more with films"] = quantiles([a - b for a, b in own])["p50"]
    show(
        more,
        rows,
        as_json=options.json,
        limits={f"at most {LIMIT} ms more, {name}": ms <= LIMIT for name, ms in more.items()},
    )


if __name__ == "__main__":
    main()
