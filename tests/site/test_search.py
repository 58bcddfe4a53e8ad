"""The search of the static edition: its index lies beside its pages, and it needs no server and no network."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.axe import serious


def test_a_key_finds_a_place_of_another_page_and_a_label_of_a_recorded_network(
    host: str, page: Page
) -> None:
    page.goto(f"{host}/course/?lang=en")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type("forget gate")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "/glossary/" in url and "section=lstmgates" in url)
    expect(
        page.locator('[data-section="lstmgates"]').get_by_text("how much of C is kept")
    ).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type("bracket depth")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "/units/" in url and "label=brackets" in url)
    expect(page.get_by_text("bracket depth").first).to_be_visible()


def test_once_it_is_there_it_answers_without_a_network_on_a_phone(
    host: str, new_page: Callable[..., Page]
) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, locale="zh-CN")
    page.goto(f"{host}/softmax/")
    page.get_by_role("button", name="搜索").click()
    dialog = page.locator("dialog.search")
    field = page.get_by_role("searchbox")
    field.fill("tdxs")
    expect(dialog.locator(".search-title").first).to_have_text("梯度消失")
    assert not serious(page)
    # Until then it may fetch the script that keeps the edition, and reports that it cannot.
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.context.set_offline(True)
    field.fill("khd")
    expect(dialog.locator(".search-title").first).to_have_text("困惑度")
    page.context.set_offline(False)


def test_a_view_in_a_frame_has_no_search(host: str, page: Page) -> None:
    page.goto(f"{host}/step/?lang=en&embed=1")
    expect(page.get_by_test_id("stage")).to_be_visible()
    page.get_by_test_id("stage").focus()
    page.keyboard.press("/")
    expect(page.locator(".search-button")).to_have_count(0)
    expect(page.locator("dialog[open]")).to_have_count(0)
