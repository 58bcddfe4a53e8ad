"""The states on the Units page in a browser: the cloud, the way through it, and what is selected."""

import re

from playwright.sync_api import Page, expect

from tests.serving import Server


def test_the_way_runs_along_and_what_is_selected_in_the_cloud_is_lit_in_the_text_and_can_be_asked(
    server: Server, page: Page
) -> None:
    page.set_viewport_size({"width": 1280, "height": 1500})
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.goto(f"{server.url}/units?net=brackets&k=100")
    units, way = page.get_by_test_id("units"), page.locator(".cloud-over")
    expect(page.locator(".text-row").first).to_be_visible()
    cloud = page.locator(".cloud-place")
    cloud.scroll_into_view_if_needed()
    expect(way.locator("line")).to_have_count(30)
    assert [url for url in fetched if "plotly" in url] == [
        url for url in fetched if url.endswith("plotly.js") and url.startswith(server.url)
    ]

    # The line runs along; what is under the pointer in the text has its ring in the cloud.
    ring = way.locator(".here")
    before = ring.get_attribute("cx"), ring.get_attribute("cy")
    units.focus()
    page.keyboard.press("ArrowRight")
    expect(units).to_have_attribute("data-k", "101")
    page.wait_for_function(
        "([ring, x, y]) => ring.isConnected === false || [ring.getAttribute('cx'), ring.getAttribute('cy')] != [x, y]",
        arg=[ring.element_handle(), *before],
    )
    page.locator(".text-row [data-k='100']").dispatch_event("pointerover")
    expect(way.locator(".there")).to_have_count(1)

    # By keys alone: the nearest states are selected, and asked for.
    nearest = page.get_by_label("The nearest to the state here")
    nearest.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".cloud-selection")).to_contain_text("States selected: 6,")
    expect(units).to_have_attribute("data-k", "101")

    # By the mouse: a box around the whole cloud. Nothing moves any more once the points of rest are there.
    expect(page.locator(".rest-table tbody tr").first).to_be_visible()
    cloud.scroll_into_view_if_needed()
    page.get_by_role("button", name="Box", exact=True).click()
    left, top, right, bottom = edges(page)
    page.mouse.move(left, top)
    page.mouse.down()
    page.mouse.move((left + right) / 2, (top + bottom) / 2)
    page.mouse.move(right, bottom)
    page.mouse.up()
    expect(page.locator(".cloud-selection")).to_contain_text("States selected: 5000,")
    expect(page.locator(".text-row .lit").first).to_be_visible()
    page.get_by_role("button", name="Ask which unit knows these").click()
    expect(page).to_have_url(re.compile("label=spans&spans=1-5000"))

    frame_by_corners(page)
    # A click on a state goes there, with all of them selected as with none.
    state = page.locator(".cloud-place .points path").first.bounding_box()
    assert state is not None
    page.mouse.move(state["x"] + state["width"] / 2, state["y"] + state["height"] / 2)
    expect(page.locator(".text-there")).not_to_have_attribute("hidden", "")
    page.mouse.down()
    page.mouse.up()
    expect(units).not_to_have_attribute("data-k", "101")

    page.get_by_role("button", name="Select nothing").click()
    expect(page.locator(".cloud-selection")).not_to_contain_text("selected")
    expect(page.locator(".text-row .lit")).to_have_count(0)


def edges(page: Page) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the cloud, just within it."""
    area = page.locator(".cloud-place .nsewdrag").bounding_box()
    assert area is not None
    left, top = area["x"] + 2, area["y"] + 2
    return left, top, left + area["width"] - 4, top + area["height"] - 4


def frame_by_corners(page: Page) -> None:
    """At two states, opposite corners of a small frame; and by two taps, of the whole picture again."""
    corner = page.get_by_role("button", name="Corner here")
    corner.press("Enter")
    expect(corner).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowRight")
    corner.press("Enter")
    expect(page.locator(".cloud-selection")).to_contain_text(
        re.compile(r"States selected: \d{1,3},")
    )
    # What was asked is answered meanwhile, and moves the picture.
    area = page.locator(".cloud-place .nsewdrag")
    at = [
        area.evaluate(f"(area) => area.getBoundingClientRect().{size}")
        for size in ("width", "height")
    ]
    area.click(position={"x": 2, "y": at[1] - 2})
    expect(corner).to_have_attribute("aria-pressed", "true")
    area.click(position={"x": at[0] - 2, "y": 2})
    expect(page.locator(".cloud-selection")).to_contain_text("States selected: 5000,")
    page.get_by_role("button", name="Box", exact=True).click()
