"""The chapters on the hidden state, its loop and its shapes: one visit each, with its main acts."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.test_chapter import in_link, open_chapter, solved
from tests.serving import Server


def section(chapter: Locator, name: str) -> Locator:
    part = chapter.locator(f"section[data-section={name}]")
    part.scroll_into_view_if_needed()
    return part


def test_the_loop_parts_two_answers_and_training_finds_the_right_ones(
    server: Server, page: Page
) -> None:
    """An old link with settings that are no longer there opens the chapter all the same."""
    chapter = open_chapter(page, server, "why_state", "lang=en&first=2&sentence=0&ask_mlp=1")
    start = section(chapter, "start")
    # What the figure and the words would give away waits for the answer.
    expect(start).to_contain_text("They differ by ?.")
    expect(start.locator(".picture")).not_to_contain_text("the same")
    start.get_by_label("the same probabilities both times").check()
    start.get_by_role("button", name="Show the answer").click()
    expect(start).to_contain_text("They differ by nothing, not one bit.")
    expect(start.locator(".picture")).to_contain_text("the same, to the last bit")
    start.get_by_role("slider", name="how much of W h h").focus()
    page.keyboard.press("End")
    expect(start.locator(".picture")).to_contain_text("apart")
    expect(start.locator("[data-task=cut]")).to_contain_text("Done")
    train = section(chapter, "train")
    train.get_by_role("button", name="RNN").click()
    train.get_by_role("button", name="Train").click()
    expect(train.get_by_role("button", name="Stop")).to_be_visible()
    steps = train.get_by_role("slider", name="training steps")
    expect(steps).to_have_attribute("aria-valuenow", "300", timeout=30_000)
    expect(train.locator("figure .unseen")).to_contain_text(re.compile(r"v 0\.9\d\d.*n 0\.9\d\d"))
    in_link(page, "steps=300")
    in_link(page, "network=rnn")
    page.reload()
    expect(train.locator("figure .unseen")).to_contain_text(
        re.compile(r"after 300 steps, .*v 0\.9\d\d"), timeout=30_000
    )
    train.get_by_role("button", name="From other weights").click()
    in_link(page, "first=3")


def test_the_loop_is_pulled_open_and_a_curve_is_drawn_before_it_is_seen(
    server: Server, page: Page
) -> None:
    chapter = open_chapter(page, server, "why_unrolled", "lang=zh-Hans&of=random&at=3&levels=9")
    start = section(chapter, "start")
    start.get_by_role("slider", name="展开的时间步").focus()
    page.keyboard.press("End")
    expect(start.locator("[data-task=pull]")).to_contain_text("做到了")
    book = section(chapter, "book")
    for words in ("连结", "全连接层", "复制", "输出层", "softmax"):
        book.get_by_role("button", name="下一步").click()
        expect(book.locator(".picture")).to_contain_text(words)
    join = section(chapter, "join")
    join.locator("[data-pick='element 6']").first.click()
    expect(join.get_by_role("spinbutton", name="元素")).to_have_value("(2, 3)")
    far = section(chapter, "exchange")
    task = far.locator("[data-task=look]")
    expect(task).not_to_contain_text("59 %")
    far.get_by_role("slider", name="对第一个输入的猜测").focus()
    page.keyboard.press("ArrowUp")
    task.get_by_role("button", name="显示或隐藏实测结果").click()
    expect(task).to_contain_text("换第一个，转移 59 %")
    far.get_by_role("link", name="U、W、V").click()
    stage = page.get_by_test_id("stage")
    expect(stage).to_have_attribute("data-t", "15")
    expect(stage).to_have_attribute("data-phase", "hidden")
    # Nothing of the chapter's address, which has a phase of its own, gets into that of the stage.
    assert "unfold" not in page.url


def test_shapes_are_dragged_and_softmax_moves_as_a_whole(server: Server, page: Page) -> None:
    chapter = open_chapter(page, server, "why_shapes", "lang=en&scale=20&N=300&h=999")
    start = section(chapter, "start")
    start.locator("[data-pick='t 5']").click()
    expect(start.get_by_role("spinbutton", name="time step t")).to_have_value("5")
    shapes = section(chapter, "shapes")
    picture = shapes.locator(".picture")
    expect(picture).to_contain_text("42 parameters")
    ring = shapes.get_by_role("slider", name="h, hidden units")
    box = ring.locator(".ring").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y, steps=4)
    page.mouse.up()
    expect(picture).not_to_contain_text("42 parameters")
    shapes.get_by_role("button", name="columns").click()
    expect(shapes.locator("figure .unseen")).to_contain_text("W_hy q × h = 2 ×")
    graph = section(chapter, "graph")
    graph.get_by_role("button", name="Raise it by 1").click()
    expect(graph.locator("[data-task=lift]")).to_contain_text("2 of the other two")
    graph.get_by_role("button", name="sigmoid").last.click()
    expect(graph.locator("[data-task=lift]")).to_contain_text("0 of the other two")
    tasks = section(chapter, "tasks")
    tasks.get_by_role("button", name="judge a review").click()
    expect(tasks.locator(".picture")).to_contain_text("a loss at 1 of 5 steps")
    solved(chapter, "bump")
