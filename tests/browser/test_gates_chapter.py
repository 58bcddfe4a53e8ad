"""The chapter on gates: gates that a reader holds, a curve drawn first, and what follows."""

from playwright.sync_api import Page, expect

from tests.browser.test_chapter import in_link, open_chapter
from tests.serving import Server


def test_gates_are_held_and_their_share_is_drawn_before_it_is_seen(
    server: Server, page: Page
) -> None:
    chapter = open_chapter(page, server, "why_gates")
    keep = chapter.locator("section[data-section=keep]")
    keep.scroll_into_view_if_needed()
    # A drawn curve says nothing of the real one.
    guess = keep.get_by_role("slider", name="your guess after 30 steps")
    guess.focus()
    page.keyboard.press("End")
    expect(guess).to_have_attribute("aria-valuetext", "100 %")
    expect(keep).not_to_contain_text("4.2 %")
    keep.get_by_role("button", name="Show or hide the real one").click()
    expect(keep.locator(".task").first).to_contain_text("It is 4.2 %.")
    held = keep.get_by_role("slider", name="held value and last step")
    held.focus()
    page.keyboard.press("End")
    expect(keep).to_contain_text("instead of 4.2 % there is 11 % left")
    page.keyboard.press("ArrowLeft")
    in_link(page, "to=19")

    # Voting and revealing are two acts.
    reset = chapter.locator("section[data-section=reset]")
    reset.scroll_into_view_if_needed()
    reset.get_by_role("radio").first.check()
    expect(reset).not_to_contain_text("Look at the lower curve.")
    reset.get_by_role("button", name="Show the answer").click()
    expect(reset).to_contain_text("after 30 steps 6 · 10⁻¹² of it is left")
    reset.get_by_role("button", name="R = 0, Z = 0.99").click()
    expect(reset).to_contain_text("Here and now it is 0.740")

    write = chapter.locator("section[data-section=write]")
    write.scroll_into_view_if_needed()
    write.get_by_role("button", name="Do it for me").click()
    expect(write).to_contain_text("Here C moves by up to 0 from where it began")

    two = chapter.locator("section[data-section=two]")
    two.scroll_into_view_if_needed()
    two.locator("[data-pick='place 5']").click()
    expect(two.locator(".figure")).to_contain_text(
        "With character 5 exchanged, 2 forward states and 5 backward states change."
    )
    in_link(page, "place=5")
    expect(two.locator(".picture")).not_to_contain_text("wrong")
    two.locator("[data-question=which]").get_by_role("button", name="Show the answer").click()
    expect(two.locator(".picture")).to_contain_text("✗ wrong")
