"""A plan's stages as one file: opened without a network, and walked through."""

import http.client
import json
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.serving import Server

PLAN = {
    "title": "<b>Two</b> views",
    "views": [
        {"view": "step?cell=gru&t=2&changes=Z.1.2-3%3D0.25", "say": "Ask </script><i>first</i>"},
        {"view": "why_state?section=train", "say": "a chapter"},
        {"view": "step?cell=lstm&t=4&phase=forget", "say": "What is forgotten?"},
    ],
}


def post(server: Server, plan: object) -> tuple[int, str]:
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=60)
    connection.request("POST", "/views-file", json.dumps(plan), {"Accept-Language": "en"})
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


def test_it_opens_each_view_at_its_place_with_its_sentence(
    server: Server, new_page: Callable[..., Page], tmp_path: Path
) -> None:
    status, body = post(server, PLAN)
    assert status == 200, body
    file = tmp_path / "views.html"
    file.write_text(body, "utf-8")
    page = new_page(offline=True)
    page.goto(file.as_uri())
    say = page.locator("#say")
    expect(say).to_have_text("Ask </script><i>first</i>")
    expect(page.locator("#number")).to_have_text("1 / 2")
    expect(page.locator(".stage")).to_contain_text("t = 2 of 5")
    expect(page.locator(".hand-words")).to_have_text(["Z[1] held at 0.25, steps 2 to 3"])
    page.get_by_role("button", name="Next", exact=True).press("Enter")
    expect(say).to_have_text("What is forgotten?")
    expect(page.locator(".stage")).to_contain_text("t = 4 of 5")
    expect(page.locator(".hand-words")).to_have_count(0)
    expect(page.get_by_role("button", name="Next", exact=True)).to_be_disabled()
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator(".hand-words")).to_have_count(1)


def test_what_is_no_plan_or_not_at_hand_is_refused_in_a_sentence(server: Server) -> None:
    for plan in ([], {"title": 1, "views": []}, {"title": "a", "views": [{"view": "step"}]}):
        status, words = post(server, plan)
        assert (status, "no list of views" in words) == (422, True)
    assert post(server, {"title": "a", "views": [{"view": "train", "say": ""}]})[0] == 422
    many = [{"view": "step", "say": ""}] * 101
    assert post(server, {"title": "a", "views": many})[0] == 422
    assert post(server, {"title": "a" * 1_000_001, "views": []})[0] == 413
    never = {"view": "step?text=never+learnt", "say": ""}
    status, words = post(server, {"title": "a", "views": [never]})
    assert status == 422
    assert "never learnt" in words
