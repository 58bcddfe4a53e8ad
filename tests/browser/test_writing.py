"""A cell is typed into the box on the Step page, broken, mended, stepped and opened from its link."""

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from rnnviz import GRU, Stacked
from tests.browser.axe import serious
from tests.browser.stage import (
    address,
    at,
    expect_address,
    open_at,
    press,
    read,
    settled,
    stage,
    trace_of,
)
from tests.serving import Server

OWN = "F = sigmoid(X @ W_xf + b_f)\nH = F * H_prev + (1 - F) * tanh(X @ W_xh)"
BROKEN = OWN.replace("(1 - F)", "(1 - G)")


def box(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Equations of your cell")


def write(page: Page, equations: str) -> None:
    box(page).fill(equations)
    box(page).press("ControlOrMeta+Enter")


def test_a_cell_is_typed_broken_mended_stepped_and_opened_from_its_link(
    server: Server, page: Page, new_page: Callable[..., Page]
) -> None:
    open_at(page, server, weights="random", lang="en")
    settled(page)
    page.get_by_role("button", name="Write a cell").click()
    expect(box(page)).to_have_value(re.compile("^I = sigmoid"))
    write(page, OWN)
    expect(stage(page).locator(".what")).to_contain_text("Own cell")
    assert address(page)["equations"] == OWN

    write(page, BROKEN)
    refusal = page.get_by_text("Line 2 reads G, which no line writes; there are X, F, H_prev.")
    expect(refusal).to_be_visible()
    expect(box(page)).to_have_value(BROKEN)
    expect(stage(page).locator(".what")).to_contain_text("Own cell")
    assert address(page)["equations"] == OWN
    assert serious(page) == []

    write(page, OWN.replace("tanh", "relu"))
    expect(refusal).to_have_count(0)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Python file").click()
    assert "class OwnCell(Cell):" in Path(saved.value.path()).read_text("utf-8")
    page.get_by_role("button", name="Equations", exact=True).click()
    expect(stage(page)).to_contain_text("ReLU")

    page.keyboard.press("Escape")
    stage(page).focus()
    press(page, "ArrowRight", "ArrowUp", "ArrowUp")
    at(page, 2, "H")
    expect_address(page, t="2", phase="H")

    there = new_page()
    there.goto(page.url)
    at(there, 2, "H")
    settled(there)
    assert read(there) == read(page)


def test_two_layers_are_stepped_one_after_the_other(opened: Callable[..., Page]) -> None:
    page = opened(trace_of(Stacked, hidden_size=(8, 4), of=GRU))
    expect(stage(page).locator(".what")).to_contain_text("h = 8 × 4")
    press(page, "ArrowRight", *["ArrowUp"] * 5)
    at(page, 2, "layer2-update")
    expect(stage(page)).to_contain_text("update gate, layer 2")
