"""The page on which a reader computes: what is said of what he enters, what helps him, and what comes back."""

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Literal
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from rnnviz import course, practice
from rnnviz.course.practice import page as practice_page
from rnnviz.course.practice.readings import READINGS
from rnnviz.course.practice.strings import STRINGS
from rnnviz.locale import LANGUAGES, translator
from rnnviz.practice.program import program
from tests.browser.axe import serious
from tests.browser.landmarks import lost
from tests.browser.overflow import Walk, resize
from tests.browser.stage import stage
from tests.browser.test_hall import room_of
from tests.browser.test_tokens import outside
from tests.javascript import in_node
from tests.practice.test_browser import CLASS
from tests.serving import Server

SEED = 7


def open_task(page: Page, server: Server, query: str = f"family=gru.step&seed={SEED}") -> None:
    page.goto(f"{server.url}/practice?{query}", wait_until="commit")
    expect(page.locator(".practice .quantity").first).to_be_visible()


def all_mine(page: Page) -> None:
    """Nothing of the task is worked for the reader."""
    more = page.get_by_role("button", name="Compute more of it myself")
    expect(more).to_be_visible()
    while more.is_visible():
        more.click()


def quantity(page: Page, name: str) -> Locator:
    return page.locator(f'[data-quantity="{name}"]')


def result(page: Page, name: str) -> Locator:
    return quantity(page, name).locator(".row.result")


def operations(page: Page, name: str) -> Locator:
    return quantity(page, name).locator(".row:not(.result)")


def enter(row: Locator, numbers: list[str]) -> None:
    for field, number in zip(row.locator("input").all(), numbers, strict=False):
        field.fill(number)
        field.press("Enter")


def write(quantity: Locator, equation: str) -> None:
    field = quantity.locator(".equation-field")
    field.fill(equation)
    field.press("Enter")


def written(numbers: np.ndarray) -> list[str]:
    return [f"{number:.2f}" for number in np.ravel(numbers)]


def test_who_rounds_to_two_decimals_is_right_and_has_done_it_alone(
    server: Server, page: Page
) -> None:
    open_task(page, server)
    all_mine(page)
    task = practice.task("gru.step", seed=SEED)
    expect(page.locator(".given")).to_contain_text(
        written(task.model.parameters["W_hr"])[0].replace("-", "−")
    )
    for name, answer in task.answers.items():
        enter(result(page, name), written(answer))
        expect(result(page, name)).to_have_attribute("data-told", "right")
    expect(page.get_by_text("All of it is right, without help.")).to_be_visible()
    # The solution is there term by term, and nothing can be entered any more.
    expect(operations(page, "R")).to_have_count(3)
    expect(operations(page, "R").first).to_be_visible()
    assert result(page, "R").locator("input").first.get_attribute("readonly") is not None
    page.get_by_role("link", name="Practice", exact=True).last.click()
    row = page.locator('[data-family="gru.step"]')
    expect(row).to_contain_text("1 of 1")
    expect(page.locator(".due")).to_have_count(0)


def test_a_slip_is_named_what_follows_from_it_is_right_with_it_and_it_comes_back(
    server: Server, page: Page
) -> None:
    open_task(page, server)
    all_mine(page)
    task = practice.task("gru.step", seed=SEED)
    Z, H_tilde, before = task.answers["Z"], task.answers["H_tilde"], task.given["H_prev"]
    enter(result(page, "R"), written(task.answers["R"]))
    enter(result(page, "H_tilde"), written(H_tilde))
    # The gate turned in the last equation: another convention.
    enter(result(page, "Z"), written(Z))
    enter(result(page, "H"), written((1 - Z) * before + Z * H_tilde))
    expect(result(page, "H")).to_contain_text("another convention")
    # The same with another Z is what follows from that.
    enter(result(page, "Z"), written(1 - Z))
    expect(result(page, "Z")).to_have_attribute("data-told", "wrong")
    expect(result(page, "H")).to_contain_text("right, with your update gate")
    enter(result(page, "Z"), written(Z))
    enter(result(page, "H"), written(task.answers["H"]))
    expect(page.get_by_text("It comes back on")).to_be_visible()
    kept = json.loads(page.evaluate("localStorage['rnnviz.practice']"))["families"]["gru.step"]
    assert (kept["tries"], kept["alone"], len(kept["due"])) == (1, 0, 3)
    # On that day it is due, here and on the contents of the course.
    kept["due"][0] -= 30
    page.evaluate(
        "kept => localStorage['rnnviz.practice'] = JSON.stringify({families: {'gru.step': kept}, tasks: {}})",
        kept,
    )
    page.get_by_role("link", name="Practice", exact=True).last.click()
    expect(page.locator(".due")).to_contain_text("Due today: A step of a GRU")
    page.get_by_role("link", name="Course", exact=True).first.click()
    expect(page.locator(".practise")).to_contain_text("Due today: A step of a GRU")


def test_the_operation_that_breaks_is_named_and_help_comes_in_three_levels(
    server: Server, page: Page
) -> None:
    open_task(page, server)
    all_mine(page)
    task = practice.task("gru.step", seed=SEED)
    R = quantity(page, "R")
    expect(R.locator(".equation-of")).to_be_hidden()
    expect(operations(page, "R").first).to_be_hidden()
    R.get_by_role("button", name="Which equation?").click()
    expect(R.locator(".equation-of")).to_be_visible()
    R.get_by_role("button", name="Which numbers?").click()
    lit = page.locator(".given [data-lit]")
    expect(lit).to_have_count(2)
    assert written(task.model.parameters["W_xr"])[0].replace("-", "−") in lit.last.inner_text()
    R.get_by_role("button", name="Do the next operation").click()
    expect(operations(page, "R").first).to_have_attribute("data-told", "right")
    rows = operations(page, "R")
    product = task.given["H_prev"] @ task.model.parameters["W_hr"]
    enter(rows.nth(1), written(product + 0.7))
    expect(rows.nth(1)).to_contain_text("product of the vector and the matrix")
    enter(rows.nth(1), written(product))
    pre = task.model.parameters["W_xr"][0] + product + task.model.parameters["b_r"][0]
    enter(rows.nth(2), written(pre))
    enter(result(page, "R"), ["0.5", "0.5"])
    expect(result(page, "R")).to_contain_text("It breaks at σ.")
    # A quantity of which nothing is known but that it is wrong.
    enter(result(page, "Z"), ["9", "9"])
    expect(result(page, "Z")).to_contain_text("Term by term you see where it breaks")


def test_an_equation_is_written_in_any_form_its_slip_is_named_and_it_stays(
    server: Server, page: Page
) -> None:
    open_task(page, server)
    all_mine(page)
    R = quantity(page, "R")
    told = R.locator(".equation-writer .told")
    R.get_by_role("button", name="Write the equation").click()
    expect(R.get_by_label("Equation of the reset gate")).to_be_focused()
    write(R, "σ(X W_xr + H_1 W_hr)")
    expect(told).to_have_text("✗ The bias is left out.")
    write(R, "σ(X W_xr + H_2")
    expect(told).to_contain_text("“H_2” is none of the letters that may stand here: X_2, H_1, W_xr")
    write(R, "<b>" * 100)
    expect(told).to_have_text("The equation has 300 characters; it takes up to 200.")
    expect(R.locator(".equation-of")).to_be_hidden()
    # The keys write letters as they are shown, and stay in the field, between the brackets of a function.
    field = R.locator(".equation-field")
    field.fill("")
    for key in ("σ", "X 2", "H 1"):
        R.locator(".equation-key").filter(
            has_text=re.compile(key.replace(" ", r"\s*"))
        ).first.click()
    expect(field).to_have_value("σ(X_2 H_1)")
    expect(field).to_be_focused()
    expect(told).to_be_hidden()
    page.locator("h1").click()
    expect(told).to_have_text("Here 3 numbers meet 2: that does not fit.")
    write(R, "1 / (1 + exp(−(b_r + H_{t−1} W_hr + X W_xr)))")
    expect(told).to_have_text("✓ right")
    expect(R.locator(".equation-of")).to_be_visible()
    expect(R.locator(".equation-key").first).to_be_hidden()
    # It is no help, and no number was entered.
    enter(result(page, "R"), written(practice.task("gru.step", seed=SEED).answers["R"]))
    expect(result(page, "R")).to_have_attribute("data-told", "right")
    page.reload()
    expect(field).to_have_value("1 / (1 + exp(−(b_r + H_{t−1} W_hr + X W_xr)))")
    expect(told).to_have_text("✓ right")
    # With another notation its own order counts.
    page.get_by_label("Notation").select_option(label="column vectors")
    Z = quantity(page, "Z")
    Z.get_by_role("button", name="Write the equation").click()
    write(Z, "σ(x W_xz)")
    expect(Z.locator(".equation-writer .told")).to_have_text(
        "With column vectors the vector stands behind the matrix."
    )
    write(Z, "σ(W_xz x_2 + W_hz h_1 + b_z)")
    expect(Z.locator(".equation-writer .told")).to_have_text("✓ right")


def test_what_was_typed_stays_with_a_reload_and_in_another_language(
    server: Server, page: Page
) -> None:
    open_task(page, server)
    all_mine(page)
    enter(result(page, "R"), ["0,12", "abc"])
    expect(result(page, "R")).to_contain_text("“0,12” is read as 0.12.")
    expect(result(page, "R")).to_contain_text("“abc” is not a number.")
    quantity(page, "Z").get_by_role("button", name="Term by term").click()
    page.reload()
    expect(result(page, "R").locator("input").first).to_have_value("0,12")
    expect(operations(page, "Z").first).to_be_visible()
    page.get_by_role("radio", name="简体").click()
    expect(page.get_by_role("heading", name="GRU 的一步")).to_be_visible()
    expect(result(page, "R").locator("input").last).to_have_value("abc")
    expect(result(page, "R")).to_contain_text("“abc”不是数")


def test_the_first_task_is_worked_and_the_next_one_leaves_its_last_quantity(
    server: Server, page: Page
) -> None:
    open_task(page, server, "family=lstm.step")
    assert re.search(r"seed=\d+", page.url)
    expect(page.locator(".quantity .mark:visible")).to_have_count(6)
    first = page.url
    page.get_by_role("button", name="I have followed it").click()
    expect(page.locator(".quantity .mark:visible")).to_have_count(5)
    assert page.url != first
    expect(result(page, "H").locator("input").first).to_be_editable()
    page.get_by_role("button", name="Show the solution").click()
    expect(page.get_by_text("It comes back on")).to_be_visible()


def test_the_same_task_is_written_in_each_notation_and_columns_turn_what_is_given(
    server: Server, page: Page
) -> None:
    open_task(page, server, f"family=rnn.step&seed={SEED}")
    task = practice.task("rnn.step", seed=SEED)
    W = task.model.parameters["W_xh"]
    first = page.locator(".grids.parameters table").first
    rows = {"row": W, "column": W.T, "uvw": W.T, "torch": W.T, "dnk": W.T, "xhy": W}
    said = {
        "row": "input at 2 times input weights",
        "column": "input weights of the hidden state times",
    }
    for key, numbers in rows.items():
        page.get_by_label("Notation").select_option(key)
        shown = [
            [number.inner_text() for number in row.locator("td").all()]
            for row in first.locator("tbody tr").all()
        ]
        own = [[number.replace("-", "−") for number in written(row)] for row in numbers]
        assert [row[-len(own[0]) :] for row in shown] == own, key
        assert ("notation=" in page.url) == (key != "row")
        if key in said:
            expect(page.locator(".equation-of").first).to_contain_text(said[key])
    page.get_by_role("link", name="Practice", exact=True).last.click()
    page.get_by_role("link", name="A step of a GRU").first.click()
    expect(page.get_by_label("Notation")).to_have_value("xhy")
    open_task(page, server, f"family=rnn.step&seed={SEED}&notation=dots")
    expect(page.get_by_role("alert").first).to_contain_text("it must be one of row, column")


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_address_that_asks_for_nothing_there_is_says_so(
    server: Server, new_page: Callable[..., Page], language: str
) -> None:
    page = new_page(locale=language)
    page.goto(f"{server.url}/practice?family=<b>x&seed=1", wait_until="commit")
    expect(page.get_by_role("alert").first).to_contain_text('"<b>x"')
    known = len(practice.families()) + len(READINGS)
    expect(page.locator(".map [data-family]")).to_have_count(known)
    page.goto(f"{server.url}/practice?family=rnn.step&seed=99999999999", wait_until="commit")
    expect(page.get_by_role("alert").first).to_contain_text("4294967295")
    expect(page.locator(".quantity")).to_have_count(1)


def test_what_was_done_is_taken_along_as_a_file(
    server: Server, new_page: Callable[..., Page], tmp_path: Path
) -> None:
    page = new_page()
    open_task(page, server, "family=rnn.step&seed=3")
    page.get_by_role("button", name="I have followed it").click()
    page.get_by_role("link", name="Practice", exact=True).last.click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Take along as a file").click()
    file = tmp_path / "rnnviz-practice.json"
    download.value.save_as(file)
    page.evaluate("localStorage.clear()")
    page.reload()
    points = page.locator('[data-family="rnn.step"] [data-mine]')
    expect(page.locator(".map").first).to_be_visible()
    expect(points).to_have_count(0)
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_text("Loaded: A step of an RNN")).to_be_visible()
    expect(points).to_have_count(1)
    file.write_text("x" * 100_000)
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_text("This file is none that was taken along here")).to_be_visible()
    expect(points).to_have_count(1)


def test_questions_of_the_chapters_count_and_a_wrong_answer_comes_back(
    server: Server, new_page: Callable[..., Page]
) -> None:
    page = new_page()
    page.goto(f"{server.url}/softmax?lang=en")
    questions = page.locator(".course .question[data-question]")
    for number, is_right in ((0, False), (1, True)):
        question = questions.nth(number)
        question.scroll_into_view_if_needed()
        # Only when the answer is shown is it known which one is right.
        reveal = question.locator("[data-uncovers]")
        reveal.click()
        right = question.locator("label.right input").get_attribute("value")
        reveal.click()
        values = [one.get_attribute("value") for one in question.locator("input").all()]
        other = next(one for one in values if (one == right) == is_right)
        question.locator(f'input[value="{other}"]').check()
        reveal.click()
        expect(question.locator(".verdict")).to_be_visible()
    page.goto(f"{server.url}/practice?lang=en")
    row = page.locator('[data-page="softmax"]')
    expect(row.locator("[data-mine]")).to_have_count(1)
    expect(row).to_contain_text(f"1 of {questions_of('softmax')}")
    expect(page.locator(".due")).to_contain_text("Comes back on")
    expect(page.locator(".due a")).to_have_text(["Softmax and cross-entropy"])
    page.locator(".due a").click()
    expect(page).to_have_url(re.compile("/softmax.*section="))


def test_what_the_stage_and_a_unit_ask_first_counts_once_and_comes_back(
    server: Server, new_page: Callable[..., Page]
) -> None:
    page = new_page()
    query = "cell=lstm&cover=2&t=2&phase=forget&lang=en"
    page.goto(f"{server.url}/step?{query}", wait_until="commit")
    question, verdict = page.locator(".question:visible"), page.locator(".verdict:visible")
    expect(question).to_be_visible()
    page.keyboard.press("a")
    expect(verdict).to_be_visible()
    right = verdict.get_attribute("class").split().count("is-right")
    kept = "JSON.parse(localStorage.getItem('rnnviz.practice')).families"
    kind = page.evaluate(f"Object.keys({kept})[0]")
    assert page.evaluate(f"{kept}['{kind}'].alone") == right
    asked = {"net": "brackets", "label": "square", "quantity": "H", "unit": "16", "lang": "en"}
    page.goto(f"{server.url}/units?{urlencode(asked)}", wait_until="commit")
    verdict = page.get_by_test_id("verdict")
    line = verdict.locator(".verdict-line")
    expect(line).to_contain_text("H[16]", timeout=30_000)
    said = line.inner_text()
    page.keyboard.press("q")
    words = [one[1:].strip() for one in verdict.locator(".candidate").all_inner_texts()]
    wrong = next(k for k, word in enumerate(words) if f" {word}" not in said)
    page.keyboard.press("abcd"[wrong])
    expect(verdict.locator(".verdict")).to_contain_text("You said")
    page.keyboard.press("q")
    page.keyboard.press("q")
    page.keyboard.press("abcd"[wrong - 1])
    page.goto(f"{server.url}/practice?lang=en", wait_until="commit")
    expect(page.locator('[data-page="units"]')).to_contain_text("0 of 1")
    expect(page.locator('[data-page="step"]')).to_contain_text(f"{right} of 4")
    due = page.locator(".due a")
    expect(due.filter(has_text="Units")).to_be_visible()
    assert page.evaluate(f"{kept}['units?verdict'].tries") == 1


# How many cells of the list have something that goes beyond them.
BEYOND = """list => [...list.querySelectorAll("td")].filter((cell) => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  return range.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1;
}).length"""


@pytest.mark.parametrize("width", [1280, 820, 390])
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_column_of_the_list_has_room_for_what_stands_in_it(
    server: Server, page: Page, language: str, width: int
) -> None:
    resize(page, width, 844)
    page.goto(f"{server.url}/practice?lang={language}")
    lists = page.locator(".practice .map")
    expect(lists.first).to_be_visible()
    assert [one.evaluate(BEYOND) for one in lists.all()] == [0] * lists.count()


def test_the_list_says_with_what_to_go_on(server: Server, new_page: Callable[..., Page]) -> None:
    page = new_page()
    page.goto(f"{server.url}/practice?lang=en")
    onward = page.locator(".practice .next a")
    expect(onward).to_have_text("The perceptron rule")
    kept = {"worked": 0, "inRow": 0, "tries": 9, "alone": 9, "due": [], "at": 1}
    done = {"families": {"perceptron": kept, "xor": kept, "descent": {**kept, "worked": 2}}}
    page.evaluate("kept => (localStorage['rnnviz.practice'] = kept)", json.dumps(done))
    page.reload()
    # Two of its quantities are still worked.
    expect(onward).to_have_text("A step of descent")


def questions_of(chapter: str) -> int:
    return course.prose(chapter, "en").read_text("utf-8").count("\n??? ")


MORE = {one: translator(one)(STRINGS["practiceMore"]) for one in LANGUAGES}


@cache
def told_families(language: str) -> list[dict[str, Any]]:
    families: list[dict[str, Any]] = practice_page.told(language)["families"]
    return families


def turn_to(page: Page, family: str, language: str) -> None:
    """A task of which nothing is worked, in the page that is open, as the browser's way back brings one."""
    kept = {"worked": 0, "inRow": 0, "tries": 0, "alone": 0, "due": [], "at": 0}
    page.evaluate(
        """([kept, query]) => {
          localStorage["rnnviz.practice"] = kept;
          history.pushState(null, "", `?${query}`);
          dispatchEvent(new PopStateEvent("popstate"));
        }""",
        [
            json.dumps({"families": {family: kept}}),
            f"family={family}&seed=1&lang={language}",
        ],
    )
    (told,) = [one for one in told_families(language) if one["program"]["family"] == family]
    expect(page.locator(".task-head h1")).to_have_text(told["title"])
    # Where all of it is his own, there is no more of it.
    expect(page.get_by_role("button", name=MORE[language])).to_be_hidden()


@pytest.mark.parametrize(
    ("language", "scheme", "size"),
    [("en", "light", (1280, 720)), ("zh-Hant", "dark", (390, 844))],
    ids=["en", "zh-Hant"],
)
def test_a_task_half_done_can_be_read_and_nothing_of_it_is_cut(
    server: Server, page: Page, language: str, scheme: Literal["light", "dark"], size: Any
) -> None:
    walk = Walk()
    resize(page, *size)
    page.emulate_media(color_scheme=scheme)
    open_task(page, server, f"family=rnn.step&seed=2&lang={language}")
    for family in practice.families():
        turn_to(page, family, language)
        mine = page.locator(".quantity").filter(has=page.locator("input:not([readonly])"))
        # What is only read off has no equation.
        computed = mine.filter(has=page.locator(".acts .chip:not(.ask-class)"))
        first = mine.first
        if computed.count():
            first = computed.first
            first.locator(".acts .chip").first.click()
            write(first, "x + ")
            for _ in range(2):
                first.locator(".acts .chip:not(.ask-class)").last.click()
        enter(first.locator(".row").first, ["9,5"] * 3)
        enter(first.locator(".row").last, ["一二三四五六七八九十一二三四五六七八"] * 3)
        walk.found += [f"{family}: {one}" for one in (*lost(page), *serious(page), *outside(page))]
        walk.look(page, family)
    assert not walk.found, "\n".join(walk.found)


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ("cell=gru&t=2&phase=update", "family=gru.step&ask=Z"),
        ("cell=rnn&t=2&phase=predict", "family=softmax&ask=Y_hat"),
        ("cell=lstm&t=2&way=back&phase=hidden", "family=lstm.back&ask=dH"),
        # The way back through its output gate is none of the tasks.
        ("cell=lstm&t=2&way=back&phase=output", "family=lstm.back"),
        # Of a network of several cells each is one; what joins them is no step.
        (
            "cell=gru&hidden=4x4&weights=random&t=2&phase=layer2-update",
            "family=gru.step&ask=Z",
        ),
        ("cell=bilstm&weights=random&t=2&phase=backward-forget", "family=lstm.step&ask=F"),
        ("cell=bilstm&weights=random&t=2&phase=both", "family=lstm.step"),
        ("cell=cifg", ""),
    ],
)
def test_a_place_of_the_stage_leads_to_a_task_in_which_it_is_asked(
    server: Server, page: Page, query: str, asked: str
) -> None:
    page.goto(f"{server.url}/step?{query}&lang=en")
    expect(stage(page)).to_be_visible()
    page.get_by_role("button", name="A worksheet of this step").first.dispatch_event("click")
    dialog = page.get_by_role("dialog", name="Worksheet")
    expect(dialog).to_be_visible()
    link = dialog.get_by_role("link", name="Practise this with other numbers")
    expect(link).to_have_count(1 if asked else 0)
    if not asked:
        return
    link.click()
    expect(page.locator(".practice .quantity").first).to_be_visible()
    query = parse_qs(urlsplit(page.url).query)
    for name, value in parse_qsl(asked):
        assert query[name] == [value]
    name = query.get("ask", [""])[0]
    if not name:
        return
    # Nothing after it is asked, and all before it is worked.
    family = query["family"][0]
    task = practice.task(family, seed=int(query["seed"][0]))
    before = task.wanted[: task.wanted.index(name) + 1]
    blocks = page.locator(".quantity")
    expect(blocks).to_have_count(len(before))
    mine = page.locator(".quantity:has(.row.result input:not([readonly]))")
    expect(mine).to_have_count(1)
    assert mine.get_attribute("data-quantity") == name
    enter(mine.locator(".row.result"), [f"{one:.2f}" for one in task.answers[name]])
    expect(page.get_by_text("All of it is right, without help.")).to_be_visible()
    # It counts, and leaves alone how much of a whole task is worked.
    kept = json.loads(page.evaluate("localStorage['rnnviz.practice']"))["families"][family]
    assert (kept["tries"], kept["alone"], kept["worked"]) == (1, 1, len(task.wanted))
    page.get_by_role("link", name="The whole task").click()
    expect(blocks).to_have_count(len(task.wanted))
    assert "ask=" not in page.url


def test_the_solution_is_a_task_s_own_network_on_the_stage(server: Server, page: Page) -> None:
    open_task(page, server)
    task = practice.task("gru.step", seed=SEED)
    way = page.get_by_role("link", name="Step through these numbers on the stage")
    # A worked one may be looked at, one that is asked would be told.
    expect(way).to_be_visible()
    all_mine(page)
    expect(way).to_be_hidden()
    page.get_by_role("button", name="Show the solution").click()
    way.click()
    worked = page.locator("div.box .worked .result").first
    for number in (task.answers["R"][0], task.answers["Z"][0]):
        expect(worked).to_contain_text(f"{abs(number):.3g}")
        page.keyboard.press("ArrowDown")
    # Back to the same numbers.
    page.get_by_role("link", name="the numbers of a task to practise").click()
    expect(page).to_have_url(re.compile(rf"/practice\?.*seed={SEED}"))
    expect(page.get_by_role("heading", name="A step of a GRU")).to_be_visible()


def test_in_a_room_the_class_types_a_number_and_what_it_counts_as_is_a_slip(
    server: Server, new_page: Callable[..., Page]
) -> None:
    lecturer = new_page()
    phone = new_page(viewport={"width": 390, "height": 844}, locale="zh-CN")
    open_task(lecturer, server, "family=gru.step&seed=7&ask=Z&lang=en")
    block = lecturer.locator('[data-quantity="Z"]')
    asking = block.get_by_role("button", name="Ask the class")
    expect(block.get_by_role("button", name="Term by term")).to_be_visible()
    expect(asking).to_be_hidden()
    phone.goto(room_of(lecturer))
    expect(lecturer.locator("button.teach")).to_contain_text("· 1")
    asking.click()
    ballot, poll = phone.locator(".ballot"), lecturer.locator(".poll")
    # Each reads the question in his own language; nobody sees a number that might be right.
    expect(ballot.locator(".asked")).to_contain_text("更新门")
    expect(poll.locator(".asked")).to_contain_text("What is the update gate, unit")
    expect(ballot.locator(".option")).to_have_count(0)
    expect(poll.locator(".option")).to_have_count(0)
    asked = in_node(CLASS, {"program": program("gru.step"), "seed": 7})["Z"]
    counted = {one["slip"]: one["text"] for one in asked["numbers"]}
    left_out, right = counted["no_activation"], counted[""]
    assert float(right) in practice.task("gru.step", seed=7).answers["Z"].round(2)
    field = ballot.get_by_label("你的数")
    field.fill("半")
    field.press("Enter")
    expect(ballot.get_by_role("alert")).to_contain_text("“半”")
    expect(poll).to_contain_text("0 of 1")
    # As a phone writes it that has a comma.
    typed = left_out.replace(".", ",")
    field.fill(typed)
    ballot.get_by_role("button", name="发送").click()
    expect(poll).to_contain_text("1 of 1")
    expect(ballot.locator(".said")).to_contain_text("公布答案之前可以改")
    expect(field).to_have_value(typed)
    poll.get_by_role("button", name="Show the answer").click()
    expect(poll.locator(".is-true")).to_contain_text(right)
    expect(poll.locator(".count")).to_have_text(
        ["1" if slip == "no_activation" else "0" for slip in [*counted, "other"]]
    )
    expect(poll.locator(".option", has_text=left_out)).to_contain_text("The activation is left out")
    expect(ballot.locator(".option .words")).to_contain_text([*counted.values(), "别的数"])
    expect(field).to_be_hidden()


HIGH = "family=training.high&seed=5"


def open_reading(page: Page, server: Server, query: str) -> Locator:
    """The four of which one is asked for."""
    page.goto(f"{server.url}/practice?{query}", wait_until="commit")
    options = page.locator(".reading-option")
    expect(options).to_have_count(4)
    return options


def test_a_training_is_chosen_before_the_answer_is_shown_and_a_wrong_choice_comes_back(
    server: Server, page: Page
) -> None:
    options = open_reading(page, server, HIGH)
    show = page.get_by_role("button", name="Show the answer")
    # Who hears the page has the same numbers.
    leap = max(
        float(re.search(r"([0-9.]+) at its highest", one)[1]) for one in options.all_inner_texts()
    )
    assert leap > 6
    right = next(k for k, one in enumerate(options.all_inner_texts()) if f"{leap}" in one)
    options.nth((right + 1) % 4).focus()
    page.keyboard.press("Enter")
    expect(options.nth((right + 1) % 4)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".note-of").first).to_be_hidden()
    show.click()
    expect(page.locator(".verdict")).to_have_text(f"✗ It is {'ABCD'[right]}.")
    expect(options.nth(right)).to_contain_text("Learning rate 1: each step goes too far")
    # What is shown is no choice any more.
    options.nth(right).click(force=True)
    expect(options.nth(right)).to_have_attribute("aria-pressed", "false")
    page.get_by_role("link", name="Practice", exact=True).last.click()
    row = page.locator('[data-family="training.high"]')
    expect(row).to_contain_text("0 of 1")
    expect(page.locator(".due")).to_contain_text("A rate that is too high")
    kept = json.loads(page.evaluate("localStorage['rnnviz.practice']"))["families"]
    assert len(kept["training.high"]["due"]) == 3
    # Another one, right; and one that is shown without a choice counts as none.
    row.get_by_role("link").click()
    expect(options).to_have_count(4)
    texts = options.all_inner_texts()
    options.nth(
        max(range(4), key=lambda k: float(re.search(r"([0-9.]+) at its", texts[k])[1]))
    ).click()
    show.click()
    expect(page.locator(".verdict")).to_contain_text("✓ It is")
    page.get_by_role("button", name="Other trainings").click()
    expect(page.locator(".verdict")).to_be_hidden()
    show.click()
    expect(page.locator(".verdict")).to_contain_text("It is")
    page.get_by_role("link", name="Practice", exact=True).last.click()
    expect(row).to_contain_text("1 of 2")


def test_questions_about_trainings_can_be_read_and_heard(server: Server, page: Page) -> None:
    walk = Walk()
    for language, scheme, (width, height) in (
        ("en", "light", (1280, 720)),
        ("zh-Hans", "dark", (390, 844)),
        ("zh-Hant", "light", (1280, 720)),
    ):
        resize(page, width, height)
        page.emulate_media(color_scheme=scheme)
        for name in ("training.heart", "training.text"):
            options = open_reading(page, server, f"family={name}&seed=3&lang={language}")
            options.first.click()
            page.locator(".reading > .chips .chip").first.click()
            walk.found += [f"{name}, {language}: {one}" for one in (*lost(page), *serious(page))]
            walk.found += [f"{name}, {language}: {one}" for one in outside(page)]
            walk.look(page, f"{name}, {language}")
    assert not walk.found, "\n".join(walk.found)


def test_a_class_is_asked_about_four_trainings(
    server: Server, new_page: Callable[..., Page]
) -> None:
    lecturer = new_page()
    phone = new_page(viewport={"width": 390, "height": 844}, locale="zh-TW")
    open_reading(lecturer, server, f"{HIGH}&lang=en")
    phone.goto(room_of(lecturer))
    expect(lecturer.locator("button.teach")).to_contain_text("· 1")
    lecturer.get_by_role("button", name="Ask the class").click()
    ballot = phone.locator(".ballot")
    expect(ballot.locator(".asked")).to_contain_text("100")
    expect(ballot.locator(".asked")).not_to_contain_text("learning rate")
    expect(ballot.locator(".option .words")).to_have_text([*"ABCD"])
    ballot.locator(".option").first.click()
    expect(lecturer.locator(".poll")).to_contain_text("1 of 1")


def test_a_place_is_chosen_from_the_numbers_of_a_unit_and_the_stage_shows_it(
    server: Server, page: Page
) -> None:
    page.goto(f"{server.url}/practice?family=place.erased&seed=3&lang=en", wait_until="commit")
    keys = page.locator(".place-key")
    expect(keys).to_have_count(18)
    rows = [
        [float(one.replace("−", "-")) for one in row.locator("td").all_inner_texts()]
        for row in page.locator(".place-table tbody tr").all()[:4]
    ]
    _I, F, _C_tilde, C = rows
    erased = [0.0, *(abs(C[t - 1]) * (1 - F[t]) for t in range(1, 18))]
    right = int(np.argmax(erased))
    stage_link = page.get_by_role("link", name="This place on the stage")
    expect(page.locator(".place-erased")).to_be_hidden()
    expect(stage_link).to_be_hidden()
    keys.nth(right).focus()
    page.keyboard.press("Enter")
    expect(keys.nth(right)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator(".verdict")).to_contain_text(f"✓ It is at letter {right + 1}, ")
    expect(page.locator(".place-erased .at")).to_have_text(f"{erased[right]:.2f}")
    stage_link.click()
    expect(stage(page)).to_have_attribute("data-t", str(right + 1))
    walk = Walk()
    for language, scheme, (width, height) in (
        ("zh-Hant", "dark", (390, 844)),
        ("zh-Hans", "light", (1280, 720)),
    ):
        resize(page, width, height)
        page.emulate_media(color_scheme=scheme)
        page.goto(f"{server.url}/practice?family=place.erased&seed=3&lang={language}")
        keys.nth(1).click()
        page.locator(".reading > .chips .chip").first.click()
        walk.found += [
            f"{language}: {one}" for one in (*lost(page), *serious(page), *outside(page))
        ]
        walk.look(page, language)
    assert not walk.found, "\n".join(walk.found)


def test_the_browser_s_way_back_leads_from_a_task_to_the_list(server: Server, page: Page) -> None:
    page.goto(f"{server.url}/practice?lang=en", wait_until="commit")
    page.get_by_role("link", name="A step of a GRU").first.click()
    expect(page.locator(".practice .quantity").first).to_be_visible()
    task = page.url
    page.go_back()
    expect(page.locator(".map").first).to_be_visible()
    assert "family=" not in page.url
    page.go_forward()
    expect(page.locator(".practice .quantity").first).to_be_visible()
    assert page.url == task
    page.get_by_role("radio", name="简体").click()
    expect(page.get_by_role("heading", name="GRU 的一步")).to_be_visible()
