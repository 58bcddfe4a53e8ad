"""A model of the reader's own, brought as a file: it stands on the stage, stays there, and another file gets a
sentence."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import serious
from tests.browser.stage import press, stage
from tests.browser.test_own_module import classified, forecast
from tests.frameworks.test_look import look, made
from tests.serving import Server


@pytest.fixture
def bring(server: Server, page: Page, tmp_path: Path) -> Callable[..., Page]:
    def open_page(data: bytes, address: str = "own?lang=en") -> Page:
        file = tmp_path / "own.rnnviz"
        file.write_bytes(data)
        page.goto(f"{server.url}/{address}")
        page.locator("input[type=file]").set_input_files(file)
        return page

    return open_page


def saved(tmp_path: Path, seen: object) -> bytes:
    file = tmp_path / "saved.rnnviz"
    seen.save(file)  # type: ignore[attr-defined]
    return file.read_bytes()


def test_it_stands_on_the_stage_and_a_reload_or_another_reader_finds_it_there(
    bring: Callable[..., Page], new_page: Callable[..., Page], tmp_path: Path
) -> None:
    page = bring(saved(tmp_path, classified()))
    read = page.locator(".ribbon .character.read")
    expect(read).to_have_text(["the", "film", "was", "never", "dull"])
    press(page, "ArrowRight", "ArrowRight", "y")
    expect(stage(page)).to_have_attribute("data-way", "back")
    press(page, "}")
    expect(read).to_have_text(["film", "was", "good", "good", "dull"])
    page.wait_for_url(lambda url: "sample=2" in url and "way=back" in url)
    page.reload()
    expect(read).to_have_text(["film", "was", "good", "good", "dull"])
    expect(stage(page)).to_have_attribute("data-way", "back")
    assert serious(page) == []
    other = new_page()
    other.goto(page.url.replace("lang=en", "lang=zh-Hant"))
    expect(other.locator(".ribbon .character.read").first).to_have_text("film")
    expect(other.locator(".losses-of")).to_have_count(0)
    expect(other.get_by_role("button", name="換一個模型")).to_be_visible()


def test_of_a_module_of_several_layers_one_is_chosen(
    bring: Callable[..., Page], tmp_path: Path
) -> None:
    page = bring(saved(tmp_path, look(*made("encoder and decoder"))))
    expect(page.locator('.ribbon .strip[data-q="X"]').first).to_be_visible()
    page.get_by_role("button", name="Layer encoder").click()
    page.get_by_text("decoder", exact=True).click()
    expect(page.get_by_role("button", name="Layer decoder")).to_be_visible()
    page.wait_for_url(lambda url: "layer=2" in url)


def test_another_file_is_refused_in_a_sentence_and_the_page_goes_on(
    bring: Callable[..., Page], tmp_path: Path
) -> None:
    page = bring(b"\x80\x02" + b"evil" * 100)
    warning = page.get_by_test_id("stAlert")
    expect(warning).to_contain_text("torch.save")
    good = tmp_path / "good.rnnviz"
    good.write_bytes(saved(tmp_path, forecast(2)))
    page.locator("input[type=file]").set_input_files(good)
    expect(page.locator(".input-curve")).to_have_count(2)
    expect(warning).to_have_count(0)


@pytest.mark.parametrize(
    ("address", "opener"),
    [("step", "Compare"), ("units", "Network and text")],
)
def test_its_door_is_where_a_network_is_chosen(
    server: Server, page: Page, address: str, opener: str
) -> None:
    page.goto(f"{server.url}/{address}?lang=en")
    page.get_by_role("button", name=opener).first.click()
    page.get_by_role("link", name="My own model").click()
    expect(page.get_by_text("seen.save")).to_be_visible()
    # Of the bar the stage's page is lit.
    lit = page.get_by_test_id("stTopNavLink").filter(has_text="Step").locator("span").first
    expect(lit).to_have_css("font-weight", "600")
    assert serious(page) == []
