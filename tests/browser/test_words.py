"""The chapters on words and on counting in a browser: trained, clicked, typed and drawn."""

from playwright.sync_api import Page, expect

from tests.browser.test_chapter import in_link, open_chapter
from tests.serving import Server


def test_a_network_learns_before_one_s_eyes_and_a_reload_learns_as_far(
    server: Server, page: Page
) -> None:
    chapter = open_chapter(page, server, "nnlm")
    loss = chapter.locator("section[data-section=train] .picture")
    expect(loss).to_contain_text("after 0 steps")
    button = chapter.locator("section[data-section=train] [data-action=train]")
    button.click()
    expect(button).to_have_text("Stop")
    expect(loss).not_to_contain_text("after 0 steps")
    expect(button).to_have_text("Train", timeout=30_000)
    expect(loss).to_contain_text("after 500 steps")
    expect(chapter.locator("[data-task=below]")).to_contain_text("Done")
    told = chapter.locator("section[data-section=train] .computed").all_inner_texts()
    in_link(page, "steps=500")
    # Whatever is typed is answered, and nothing is trained anew.
    field = chapter.get_by_role("spinbutton", name="hidden units").first
    for typed, sentence in (("1e400", "outside 1 to 24"), ("abc", "is not a whole number")):
        field.fill(typed)
        field.press("Enter")
        expect(chapter.get_by_role("alert").filter(has_text=sentence).first).to_be_visible()
        expect(field).to_have_value("12")
    # A click on a unit and on a word of the text.
    network = chapter.locator("section[data-section=network]")
    network.scroll_into_view_if_needed()
    network.locator("[data-pick='unit 5']").click()
    expect(chapter.get_by_role("spinbutton", name="the unit whose sum")).to_have_value("5")
    network.locator("[data-pick='place 16']").click()
    in_link(page, "place=16")
    page.reload()
    computed = chapter.locator("section[data-section=train] .computed")
    expect(computed).to_have_text(told, timeout=30_000)


def test_little_motion_shows_fewer_pictures_of_the_same_training(
    server: Server, page: Page
) -> None:
    page.emulate_media(reduced_motion="reduce")
    chapter = open_chapter(page, server, "nnlm")
    section = chapter.locator("section[data-section=train]")
    section.scroll_into_view_if_needed()
    page.evaluate(
        """() => {
          const host = [...document.querySelectorAll("*")].find(
            (one) => one.shadowRoot?.querySelector("[data-testid=chapter]"))
          const number = host.shadowRoot.querySelector("[data-number=steps]")
          window.pictures = 0
          new MutationObserver(() => { window.pictures += 1 })
            .observe(number, { attributeFilter: ["aria-valuenow"] })
        }"""
    )
    section.locator("[data-action=train]").click()
    expect(section.locator(".picture")).to_contain_text("after 500 steps", timeout=30_000)
    assert 1 < page.evaluate("pictures") < 40


def test_a_word_is_chosen_by_name_and_by_a_click(server: Server, page: Page) -> None:
    chapter = open_chapter(page, server, "embeddings", "lang=zh-Hans&word=9")
    field = chapter.locator("section[data-section=onehot] [data-number=word]")
    expect(field).to_have_value("猫")
    field.fill("茶")
    field.press("Enter")
    in_link(page, "word=21")
    field.fill("龙")
    field.press("Enter")
    expect(chapter.get_by_role("alert").filter(has_text="“龙”不在这些词里").first).to_be_visible()
    expect(field).to_have_value("茶")
    rows = chapter.locator("section[data-section=onehot] .picture")
    rows.locator("[data-word='4']").click(position={"x": 5, "y": 5})
    expect(field).to_have_value("狗")
    in_link(page, "word=4")


def test_letters_are_typed_counted_and_answered_and_a_curve_is_drawn(
    server: Server, page: Page
) -> None:
    chapter = open_chapter(page, server, "why_history")
    field = chapter.get_by_role("textbox", name="the letters before")
    table = chapter.locator("section[data-section=table]")
    field.fill("")
    field.press_sequentially("of f")
    in_link(page, "beginning=of+f")
    expect(page.locator("html")).not_to_have_attribute("data-presents", "")
    field.fill("of 7")
    alert = table.get_by_role("alert").filter(has_text="“7” does not occur here.")
    expect(alert).to_be_visible()
    field.blur()
    expect(field).to_have_value("of f")
    field.fill("qq")
    expect(chapter.locator("[data-task=never]")).to_contain_text("Done")
    section = chapter.locator("section[data-section=unseen]")
    section.scroll_into_view_if_needed()
    ring = section.get_by_role("slider", name="your guess for n = 6")
    ring.focus()
    page.keyboard.press("PageUp")
    expect(section).to_contain_text("measured are ?")
    in_link(page, "share6=0.6")
    section.locator("[data-action=revealShares]").click()
    expect(section).not_to_contain_text("measured are ?")
    expect(section).to_contain_text("60 %")
