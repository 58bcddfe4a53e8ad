"""The chapters on words and on counting in a browser: trained, clicked, typed and drawn."""

import re
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, expect

from rnnviz.course.chapters.textcnn.messages import messages
from rnnviz.course.chapters.word2vec.corpus import corpus
from tests.browser.test_chapter import in_link, open_chapter
from tests.course.javascript import evaluated
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
          window.pictures = []
          new MutationObserver(() => { pictures.push(performance.now()) })
            .observe(number, { attributeFilter: ["aria-valuenow"] })
        }"""
    )
    section.locator("[data-action=train]").click()
    expect(section.locator(".picture")).to_contain_text("after 500 steps", timeout=30_000)
    # Hardly two a second, however long it takes; the first and the last one wait for nothing. A quick computer is done
    # before the second one.
    drawn = page.evaluate("pictures")
    assert 1 <= len(drawn) <= 3 + (drawn[-1] - drawn[0]) / 600


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


def test_a_training_of_word_vectors_shows_the_loss_it_has_and_the_tree_sums_to_1(
    server: Server, page: Page
) -> None:
    chapter = open_chapter(page, server, "word2vec", "lang=en&steps=590")
    section = chapter.locator("section[data-section=training]")
    section.scroll_into_view_if_needed()
    section.locator("[data-action=train]").click()
    in_link(page, "steps=600")
    text = corpus("en")
    asked = {"mode": "cbow", "reach": 2, "seed": 1, "size": 6, "rate": 0.1, "batch": 40}
    (trained,) = evaluated("maths/wordvectors", ["trainedVectors", asked, text, 600])
    loss = sum(trained["losses"][-50:]) / 50
    expect(section).to_contain_text(f"The loss is now {loss:.3g} nats")

    path = chapter.locator("section[data-section=path]")
    path.scroll_into_view_if_needed()
    ring = path.get_by_role("slider", name="component 1 of x").locator(".ring")
    box = ring.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] - 40, box["y"] + box["height"] / 2, steps=3)
    page.mouse.up()
    expect(path).to_contain_text("together 1.000000")
    page.wait_for_url(re.compile(r"x1=-?\d"))
    x1 = float(parse_qs(page.url.partition("?")[2])["x1"][0])
    assert x1 < 1.2
    shares = [
        float(leaf.locator("text").last.text_content() or "")
        for leaf in path.locator("[data-pick^='leaf ']").all()
    ]
    assert len(shares) == 7
    assert sum(shares) == pytest.approx(1, abs=2e-3)


def test_a_sentence_of_one_s_own_is_read_as_text_and_fools_the_network(
    server: Server, page: Page
) -> None:
    chapter = open_chapter(page, server, "textcnn", "lang=en&steps=190")
    section = chapter.locator("section[data-section=learn]")
    section.scroll_into_view_if_needed()
    expect(section).to_contain_text("Nothing is written yet.")
    section.locator("[data-action=train]").click()
    in_link(page, "steps=200")
    data = messages("en")
    examples = [
        {**one, "words": one["words"] + [-1] * (4 - len(one["words"]))} for one in data["training"]
    ]
    asked = {"words": len(data["words"]), "seed": 5, "examples": examples, "rate": 0.02}
    (trained,) = evaluated("maths/textcnn", ["trainedNet", asked, 200])
    shown = section.locator(".picture text.hue-loss.halo").text_content() or ""
    mantissa, exponent = shown.translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")).split("·10")
    assert float(f"{mantissa}e{exponent}") == pytest.approx(trained["loss"], rel=2e-2)
    seeds = data["seeds"]
    expect(section).to_contain_text(f"it has {seeds[4]} of them right")
    field = section.get_by_role("textbox", name="a sentence of your own")
    hostile = "<img src=x onerror=alert(1)> not good"
    field.fill(hostile)
    expect(section).to_contain_text("Not among its words: “img”")
    expect(section).to_contain_text("It takes this for:")
    assert chapter.locator("img").count() == 0
    expect(field).to_have_value(hostile)
    field.fill("I do not love it")
    task = section.locator("[data-task=fool]")
    expect(section).to_contain_text("It takes this for: praise, with 99 %.")
    section.get_by_role("button", name="praise").click()
    in_link(page, "meant=praise")
    expect(task).not_to_contain_text("Done")
    section.get_by_role("button", name="complaint").click()
    expect(task).to_contain_text("Done")
