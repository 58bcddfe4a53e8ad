"""A page that is read a screen at a time: back by the very screens, also after the window has another width."""

from playwright.sync_api import Page, expect

from tests.browser.stage import press
from tests.serving import Server

# The number of the line of text that goes on at the top of what is seen, or begins below it, among all of the page.
READ = """() => {
  const lines = (root) => [...root.querySelectorAll("*")].flatMap((one) =>
    [...(one.matches("p, dd, li, h2, h3") ? [one] : []), ...(one.shadowRoot ? lines(one.shadowRoot) : [])]);
  const all = lines(document.querySelector('[data-testid="stMain"]'));
  const bar = document.querySelector('[data-testid="stHeader"]').getBoundingClientRect().bottom;
  return all.findIndex((one) => one.getClientRects().length > 0 && one.getBoundingClientRect().bottom > bar + 10);
}"""
TOP = "document.querySelector('[data-testid=\"stMain\"]').scrollTop"


def turned(page: Page, key: str) -> int:
    """What is read after a press."""
    before = page.evaluate(TOP)
    press(page, key)
    page.wait_for_function(f"before => {TOP} !== before", arg=before)
    return int(page.evaluate(READ))


def test_after_a_resize_page_up_leads_to_what_was_read_before(server: Server, page: Page) -> None:
    page.set_viewport_size({"width": 760, "height": 720})
    page.goto(f"{server.url}/sources")
    expect(page.locator("button.plan")).to_be_attached()
    expect(page.get_by_role("heading", level=3).first).to_be_visible()
    read = [turned(page, "PageDown") for _ in range(3)]
    assert read == sorted(set(read))
    page.set_viewport_size({"width": 460, "height": 720})
    page.evaluate("new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))")
    for before in reversed(read[:-1]):
        # A line that was cut at the edge may be the one before.
        assert abs(turned(page, "PageUp") - before) <= 1


def test_what_comes_late_above_does_not_lose_the_way_back(server: Server, page: Page) -> None:
    page.goto(f"{server.url}/sources")
    expect(page.locator("button.plan")).to_be_attached()
    expect(page.get_by_role("heading", level=3).first).to_be_visible()
    read = [page.evaluate(READ), *(turned(page, "PageDown") for _ in range(2))]
    scrolled = page.evaluate(TOP)
    # A figure stands above all of it now, and the browser keeps the words in sight.
    page.get_by_role("heading", level=3).first.evaluate(
        """(heading) => {
          const late = document.createElement("div")
          late.style.height = "150px"
          heading.before(late)
        }"""
    )
    page.wait_for_function(f"before => {TOP} >= before + 150", arg=scrolled)
    assert page.evaluate(READ) == read[-1]
    for before in reversed(read[:-1]):
        assert abs(turned(page, "PageUp") - before) <= 1
