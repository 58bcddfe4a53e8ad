"""What Streamlit says in English is said in the language of the page."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.stage import choose, open_word
from tests.serving import Server

# The words of a page without a letter of its language: what is written beside our views, and what
# is said of anything to those who hear or point. Icons are names of pictures.
LATIN = r"""() => {
  const found = new Set()
  const note = (text) => {
    if (/[A-Za-z]{2,}/.test(text) && !/[\u4e00-\u9fff]/.test(text)) found.add(text.trim())
  }
  const walk = (root, isOurs) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.matches("script, style, noscript, title, [data-testid=stIconMaterial], math *, .katex *")) continue
      for (const name of ["aria-label", "title", "placeholder", "alt"]) note(element.getAttribute(name) ?? "")
      // An early stage stands in the page itself.
      const texts = isOurs || element.closest(".stage") ? [] : element.childNodes
      for (const node of texts) if (node.nodeType === Node.TEXT_NODE) note(node.data)
      if (element.shadowRoot) walk(element.shadowRoot, true)
    }
  }
  walk(document, false)
  return [...found]
}"""
NAMES = {"rnnviz", "English", "MLP", "RNN", "GRU", "LSTM", "SGD", "Adam", "logits"}
FORMULAS = {"ln V", "log27=3.30"}


def test_a_chinese_page_has_no_english_of_streamlits(
    server: Server, new_page: Callable[..., Page]
) -> None:
    page = new_page(locale="zh-CN")
    for path, shown in (("/", "stage"), ("/softmax", "chapter"), ("/step", "stage")):
        open_page(page, server, path, shown)
        assert set(page.evaluate(LATIN)) <= NAMES | FORMULAS, path
    skip = page.get_by_test_id("stSkipToContent")
    open_word(page, "cell")
    expect(page.get_by_label("关于“网络”的说明")).to_be_visible()
    page.keyboard.press("Escape")
    choose(page, "English")
    expect(skip).to_have_text("Skip to main content")
    open_word(page, "cell")
    expect(page.get_by_label("Help for Cell")).to_be_visible()

    open_page(page, server, "/train?lang=zh-Hans", "training")
    page.get_by_role("button", name="权重", exact=True).click()
    uploader = page.get_by_test_id("stFileUploader")
    expect(uploader.get_by_role("button", name="选择文件").last).to_be_visible()
    assert set(page.evaluate(LATIN)) <= NAMES | FORMULAS
    weights = {"name": "a.safetensors", "mimeType": "text/plain", "buffer": b"none"}
    uploader.locator("input[type=file]").set_input_files([weights])  # type: ignore[list-item]
    expect(uploader.get_by_role("button", name="移除 a.safetensors")).to_be_visible()


def test_on_a_phone_the_pages_stand_behind_the_name_of_this_one(
    server: Server, new_page: Callable[..., Page]
) -> None:
    page = new_page(locale="zh-CN", viewport={"width": 390, "height": 844})
    pages = page.get_by_role("button", name="页面", exact=True)
    shown = "button => getComputedStyle(button, '::after').content"
    # A chapter is a page of the course.
    for path, view, name in (("/softmax", "chapter", "讲义"), ("/step?t=2", "stage", "单步")):
        open_page(page, server, path, view)
        assert name in pages.evaluate(shown)
        expect(pages.locator("span").first).to_be_hidden()
    # Where there is no room for a name, nothing lies over what stands for it.
    page.set_viewport_size({"width": 320, "height": 844})
    expect(pages).to_be_visible()
    assert name not in pages.evaluate(shown)
    button, search = (
        one.bounding_box() for one in (pages, page.locator(".st-key-search button").first)
    )
    assert button
    assert search
    assert button["x"] + button["width"] <= search["x"]
    page.set_viewport_size({"width": 390, "height": 844})
    pages.click()
    side = page.get_by_role("region", name="侧栏")
    expect(side.get_by_role("link", name="单步")).to_have_attribute("aria-current", "page")
    side.get_by_role("link", name="讲义").click()
    expect(page).to_have_url(re.compile("/course"))


def open_page(page: Page, server: Server, path: str, shown: str) -> None:
    page.goto(f"{server.url}{path}")
    expect(page.get_by_test_id(shown)).to_be_visible()
    # The page is drawn whole: its languages come last.
    expect(page.get_by_role("radio", name="简体")).to_be_visible()
    expect(page.get_by_test_id("stSkipToContent")).to_have_text("跳到主要内容")
