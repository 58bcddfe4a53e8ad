"""How long the Step page and a chapter take to open on a warm server, beside a page of one line.

Each visit is a new visitor's: a browser with an empty cache. The visits take turns.
"""

from playwright.sync_api import Browser, sync_playwright

from benchmarks.report import Row, arguments, quantiles, show
from benchmarks.sites import CHAPTER, PLAIN, PLAIN_BEHIND_OURS, STEP, Site, running, shown_at_script
from tests.serving import launch_browser

WARM_UP = 2
LIMIT = 1.5


def visit(browser: Browser, site: Site, url: str) -> float:
    """Milliseconds from navigation to the first painted frame that shows the page."""
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    try:
        page = context.new_page()
        page.add_init_script(shown_at_script(site))
        page.goto(url)
        return float(page.evaluate("window.shownAt"))
    finally:
        context.close()


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--visits", type=int, default=15)
    options = parser.parse_args()

    sites = (STEP, CHAPTER, PLAIN, PLAIN_BEHIND_OURS)
    times: dict[Site, list[float]] = {site: [] for site in sites}
    with running(*sites) as urls, sync_playwright() as playwright:
        browser = launch_browser(playwright)
        for turn in range(WARM_UP + options.visits):
            for site in sites:
                milliseconds = visit(browser, site, urls[site])
                if turn >= WARM_UP:
                    times[site].append(milliseconds)
        browser.close()

    rows: list[Row] = [
        {"page": site.name} | {f"{k} ms": v for k, v in quantiles(times[site]).items()}
        for site in sites
    ]
    medians = {row["page"]: row["p50 ms"] for row in rows}
    ratio, chapter = (medians[site.name] / medians[PLAIN.name] for site in (STEP, CHAPTER))
    show(
        {
            "visits each": options.visits,
            "ratio": ratio,
            "ratio of a chapter": chapter,
            "ratio to the one-line page on our server": medians[STEP.name]
            / medians[PLAIN_BEHIND_OURS.name],
        },
        rows,
        as_json=options.json,
        limits={
            f"at most {LIMIT:g} times a one-line page": ratio <= LIMIT,
            f"a chapter at most {LIMIT:g} times": chapter <= LIMIT,
        },
    )


if __name__ == "__main__":
    main()
