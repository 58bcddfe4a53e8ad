"""In the edition, too, a number says how it is known: there the browser alone has computed it."""

from playwright.sync_api import Browser, expect


def test_the_edition_claims_nothing_of_python(host: str, browser: Browser) -> None:
    with browser.new_context(locale="en-US") as context:
        page = context.new_page()
        page.goto(f"{host}/step/?cell=lstm&text=hello&t=3&phase=memory")
        expect(page.get_by_test_id("stage")).to_have_attribute("data-t", "3")
        page.get_by_test_id("stage").focus()
        page.keyboard.press("!")
        dialog = page.get_by_role("dialog", name="How we know this number")
        expect(dialog).to_contain_text("Your browser alone has computed what is shown here.")
        expect(dialog).not_to_contain_text("Python has computed")
        expect(dialog.locator("tbody tr").first).to_contain_text("torch.nn.LSTM")
        dialog.get_by_role("link", name="All that was measured").click()
        expect(page.get_by_role("heading", name="Every gradient")).to_be_visible()
