"""Pages that a test has open: each is watched, and one tab is read in test after test."""

from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Frame,
    Page,
)

from tests.serving import our_hosts

SIZE = {"width": 1280, "height": 720}
LONG_AGO = 1e12  # in 2001, as a stopped clock shows
FILE = "file://"
FORGET = "try { localStorage.clear(); sessionStorage.clear() } catch {}"


def new_context(browser: Browser, **options: object) -> BrowserContext:
    """That of another visitor, at 1280×720 and in English unless options say otherwise."""
    options = {"viewport": SIZE, "locale": "en-US", **options}
    context = browser.new_context(**options)  # type: ignore[arg-type]
    context.set_default_timeout(60_000)
    return context


class Watch:
    """What pages log as errors or throw, and which hosts but ours they ask."""

    def __init__(self) -> None:
        self.problems: list[str] = []

    def over(self, page: Page) -> Page:
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.problems.append(f"page: {error}"))
        # Others than our hosts are not found: to be told of every request takes as long as a twelfth of a visit.
        page.on("requestfailed", lambda request: self._on_asked(request.url))
        page.on("websocket", lambda socket: self._on_asked(socket.url))
        return page

    def ends(self) -> None:
        """Raises AssertionError if there was a problem."""
        problems, self.problems = self.problems, []
        assert not problems, "\n".join(problems)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not _is_probe(message.location.get("url", "")):
            self.problems.append(f"console: {message.text} {message.location.get('url', '')}")

    def _on_asked(self, url: str) -> None:
        address = urlsplit(url)
        if address.scheme in {"http", "https", "ws", "wss"} and address.hostname not in our_hosts():
            self.problems.append(f"request: {url}")


class Tab:
    """One tab for test after test, each of which finds it as if it were new.

    The browser keeps the code of what it has run there, so that a page costs it half as much as in a
    tab of its own. What cannot be undone, a tab is given up for: a stopped clock, and what is kept
    for a second origin. Nobody undoes a script that runs before every page, or a slower processor.
    """

    def __init__(self, browser: Browser, locale: str = "en-US") -> None:
        self.browser = browser
        self.locale = locale
        self.watch = Watch()
        self._page: Page | None = None
        self._origins: set[str] = set()

    def page(self) -> Page:
        if self._page is None:
            self._page = self.watch.over(new_context(self.browser, locale=self.locale).new_page())
            self._page.on("framenavigated", self._on_navigated)
        return self._page

    def leave(self) -> None:
        """Raises AssertionError if there was a problem."""
        problems = [*self.watch.problems]
        try:
            if self._page:
                self._clean(self._page)
        except Error:
            self.close()
        self.watch.problems = problems
        self.watch.ends()

    def close(self) -> None:
        if self._page:
            self._page.context.close()
        self._page = None
        self._origins.clear()

    def _clean(self, page: Page) -> None:
        context = page.context
        for other in context.pages:
            if other is not page:
                other.close()
        page.unroute_all()
        page.evaluate(FORGET)
        page.goto("about:blank")
        if len(self._origins) > 1 or page.evaluate("Date.now()") < LONG_AGO:
            self.close()
            return
        browser = context.new_cdp_session(page)
        for origin in self._origins - {FILE}:
            what = {"origin": origin, "storageTypes": "all"}
            browser.send("Storage.clearDataForOrigin", what)
        browser.detach()
        self._origins.clear()
        context.clear_cookies()
        context.clear_permissions()
        context.set_offline(False)
        # A test may have ended with a key or a button held down.
        for key in ("Shift", "Control", "Alt", "Meta"):
            page.keyboard.up(key)
        page.mouse.up()
        page.mouse.move(0, 0)
        page.set_viewport_size(SIZE)
        page.emulate_media(
            media="null",
            color_scheme="light",
            reduced_motion="no-preference",
            forced_colors="none",
            contrast="no-preference",
        )

    def _on_navigated(self, frame: Frame) -> None:
        address = urlsplit(frame.url)
        if address.scheme in {"http", "https", "file"}:
            self._origins.add(f"{address.scheme}://{address.netloc}")


def _is_probe(url: str) -> bool:
    """On a deep link Streamlit first asks whether it lives below that path, and is told no."""
    path = urlsplit(url).path
    return not path.startswith("/_stcore/") and path.endswith(
        ("/_stcore/health", "/_stcore/host-config")
    )
