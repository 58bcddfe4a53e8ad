"""What a first visit to the Step page and to the Train page sends over the wire, beside plain
Streamlit."""

from typing import Any

from playwright.sync_api import Browser, CDPSession, sync_playwright

from benchmarks.report import arguments, show
from benchmarks.sites import PLAIN, STEP, TRAIN, Site, running, shown_at_script
from tests.serving import launch_browser

LIMITS = {STEP: 1_200_000, TRAIN: 1_000_000}
# DevTools hands the bytes of a binary message over in base64.
BASE64 = 3 / 4


def visit(browser: Browser, site: Site, url: str) -> dict[str, int]:
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    page.add_init_script(shown_at_script(site))
    network: CDPSession = context.new_cdp_session(page)
    network.send("Network.enable")
    counted = {"requests": 0, "http bytes": 0, "websocket messages": 0, "websocket bytes": 0}

    def on_finished(event: dict[str, float]) -> None:
        counted["requests"] += 1
        counted["http bytes"] += int(event["encodedDataLength"])

    def on_frame(event: dict[str, dict[str, Any]]) -> None:
        frame = event["response"]
        size = len(frame["payloadData"])
        counted["websocket messages"] += 1
        counted["websocket bytes"] += int(size * BASE64 if frame["opcode"] == 2 else size)

    network.on("Network.loadingFinished", on_finished)
    network.on("Network.webSocketFrameReceived", on_frame)
    page.goto(url)
    page.evaluate("window.shownAt")
    page.wait_for_load_state("networkidle")
    context.close()
    return counted


def main() -> None:
    options = arguments(__doc__).parse_args()
    with running(*LIMITS, PLAIN) as urls, sync_playwright() as playwright:
        browser = launch_browser(playwright)
        rows, total = [], {}
        for site, url in urls.items():
            counted = visit(browser, site, url)
            total[site] = counted["http bytes"] + counted["websocket bytes"]
            rows.append({"page": site.name, **counted, "total bytes": total[site]})
        browser.close()
    show(
        {"total bytes": total[STEP], "ratio": total[STEP] / total[PLAIN]},
        rows,
        as_json=options.json,
        limits={
            f"{site.name}: at most {most / 1e6:g} MB": total[site] <= most
            for site, most in LIMITS.items()
        },
    )


if __name__ == "__main__":
    main()
