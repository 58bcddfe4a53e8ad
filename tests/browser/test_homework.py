"""A homework in a learning platform: what it keeps and scores, resumes, shows again, and what is lost when it ends."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest
from playwright.sync_api import Browser, FrameLocator, Page, Route, expect
from text2qti.config import Config
from text2qti.quiz import Question, Quiz

from rnnviz import practice
from rnnviz.practice.grading import grade, read
from rnnviz.practice.seeds import seed_of
from tests.browser.axe import serious
from tests.browser.overflow import Walk, resize
from tests.serving import ROOT, Server

LMS = "http://lms.test"
LEARNER = "anna"
VERSIONS = ("1.2", "2004")
AGAIN = ROOT / "node_modules" / "scorm-again" / "dist"
# A platform around the package: scorm-again's object, what was committed kept in the tab.
PLATFORM = """<!doctype html><meta charset="utf-8"><script src="scorm.js"></script><script>
const kept = JSON.parse(sessionStorage.kept ?? "null");
const api = new (VERSION === "2004" ? Scorm2004API : Scorm12API)({ autocommit: false, logLevel: 5 });
window[VERSION === "2004" ? "API_1484_11" : "API"] = api;
const own = VERSION === "2004"
  ? { ...kept, learner_id: "anna", mode: MODE }
  : { ...kept, core: { ...kept?.core, student_id: "anna", lesson_mode: MODE } };
api.loadFromJSON(own);
window.commits = 0;
for (const name of ["LMSCommit", "Commit"]) api.on(name, () => {
  window.commits += 1;
  const { cmi } = api.renderCommitCMI(true);
  const { suspend_data, score, core } = cmi;
  const inCore = { suspend_data, core: { score: core?.score } };
  sessionStorage.kept = JSON.stringify(VERSION === "2004" ? { suspend_data, score } : inCore);
  window.cmi = cmi;
});
</script><iframe src="package/index.html" style="width: 100%; height: 1000px; border: 0"></iframe>"""


@pytest.fixture(scope="module")
def packages(
    server: Server, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, dict[str, bytes]]:
    """The files of a package for each version, as a lecturer makes it on the page."""
    folder = tmp_path_factory.mktemp("packages")
    page = browser.new_page(locale="en-US")
    page.goto(f"{server.url}/practice")
    page.locator(".homework-form summary").click()
    page.get_by_role("button", name="Make the package").click()
    expect(page.get_by_text("Nothing is chosen yet")).to_be_visible()
    for title in ("A step of an RNN", "What arrives three steps later"):
        page.get_by_label(title).check()
    page.get_by_label("Title").fill("Week 3 <b>& more")
    page.get_by_label("Tasks of each kind").select_option("1")
    found = {}
    for version in VERSIONS:
        page.get_by_label("Format").select_option(version)
        page.get_by_label("Help that is given").select_option("1" if version == "2004" else "3")
        found[version] = unpacked(page, folder / f"{version}.zip")
    page.close()
    return found


def unpacked(page: Page, path: Path) -> dict[str, bytes]:
    """The files of the package that is chosen, made and saved there."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Make the package").click()
    download.value.save_as(path)
    with ZipFile(path) as files:
        assert files.testzip() is None
        return {name: files.read(name) for name in files.namelist()}


def test_a_homework_can_be_a_quiz_instead(server: Server, page: Page, tmp_path: Path) -> None:
    page.goto(f"{server.url}/practice?lang=en")
    page.locator(".homework-form summary").click()
    page.get_by_label("Two steps of Adam").check()
    page.get_by_label("Title").fill("Week 3")
    page.get_by_label("Tasks of each kind").select_option("3")
    page.get_by_label("Format").select_option("text2qti")
    with page.expect_download() as download:
        page.get_by_role("button", name="Make the package").click()
    expect(page.get_by_text("The quiz is among your downloads")).to_be_visible()
    file = tmp_path / "quiz.txt"
    download.value.save_as(file)
    quiz = Quiz(file.read_text("utf-8"), config=Config())
    assert quiz.title_raw == "Week 3"
    asked = [one for one in quiz.questions_and_delims if isinstance(one, Question)]
    assert len(asked) == 3 * len(practice.task("adam", seed=1).wanted)


def package_file(route: Route, files: dict[str, bytes]) -> None:
    name = route.request.url.rpartition("/")[2]
    kinds = {"html": "text/html", "js": "text/javascript", "css": "text/css"}
    kind = f"{kinds[name.rpartition('.')[2]]}; charset=utf-8"
    route.fulfill(body=files[name], content_type=kind)


@pytest.fixture
def platform(
    browser: Browser, packages: dict[str, dict[str, bytes]]
) -> Iterator[Callable[..., Page]]:
    """A function that opens the package in a platform: `platform("1.2")`."""
    context = browser.new_context(locale="en-US", viewport={"width": 1280, "height": 1050})
    problems: list[str] = []

    def open_in(
        version: str,
        mode: str = "normal",
        page: Page | None = None,
        html: str = "",
        files: dict[str, bytes] | None = None,
    ) -> Page:
        files = files or packages[version]
        shown = page or context.new_page()
        if page is None:
            shown.on("pageerror", lambda error: problems.append(str(error)))
        asked = (
            (html or PLATFORM)
            .replace("VERSION", json.dumps(version))
            .replace("MODE", json.dumps(mode))
        )
        script = (AGAIN / f"scorm{version.replace('.', '')}.min.js").read_text("utf-8")

        def answer(route: Route) -> None:
            path = route.request.url.removeprefix(LMS).partition("?")[0]
            name = path.rpartition("/")[2]
            if path == "/":
                route.fulfill(body=asked, content_type="text/html")
            elif path == "/scorm.js":
                route.fulfill(body=script, content_type="text/javascript")
            elif name in files:
                package_file(route, files)
            else:
                route.fulfill(status=404)

        shown.unroute_all()
        shown.route("**/*", answer)
        shown.goto(f"{LMS}/")
        return shown

    yield open_in
    context.close()
    assert not problems


def inside(page: Page) -> FrameLocator:
    return page.frame_locator("iframe")


def named(packages: dict[str, dict[str, bytes]], version: str) -> str:
    return name_of(packages[version])


def name_of(files: dict[str, bytes]) -> str:
    """The homework's own name."""
    page = files["index.html"].decode()
    told = page.partition('id="told">')[2].partition("</script>")[0]
    return str(json.loads(told)["id"])


def enter(frame: FrameLocator | Page, task: practice.Task) -> None:
    for name, answer in task.answers.items():
        row = frame.locator(f'[data-quantity="{name}"] .row.result')
        for field, number in zip(row.locator("input").all(), np.ravel(answer), strict=True):
            field.fill(f"{number:.2f}")
            field.press("Enter")


@pytest.mark.parametrize("version", VERSIONS)
def test_a_homework_is_done_kept_resumed_scored_and_shown_again(
    packages: dict[str, dict[str, bytes]], platform: Callable[..., Page], version: str
) -> None:
    homework = named(packages, version)
    first, second = (
        practice.task(family, seed=seed_of(homework, LEARNER, family, 1))
        for family in ("rnn.step", "reach")
    )
    page = platform(version)
    frame = inside(page)
    expect(frame.get_by_role("heading", name="Week 3 <b>& more")).to_be_visible()
    expect(frame.get_by_text("0 of 2 done.")).to_be_visible()
    enter(frame, first)
    expect(frame.get_by_text("1 of 2 done.")).to_be_visible()
    assert page.evaluate("window.commits") == 1
    score = "cmi.core.score.raw" if version == "1.2" else "cmi.score.raw"
    assert float(page.evaluate(f"window.{score}")) == 50
    # What is half done is sent when the learner leaves, and found again.
    frame.get_by_role("button", name="What arrives three steps later").click()
    row = frame.locator('[data-quantity="D_1"] .row.result')
    row.locator("input").first.fill("1,5")
    row.locator("input").first.press("Enter")
    page.evaluate(
        "document.querySelector('iframe').contentWindow.dispatchEvent(new Event('pagehide'))"
    )
    frame = inside(platform(version, page=page))
    expect(frame.get_by_text("1 of 2 done.")).to_be_visible()
    expect(frame.locator('[data-quantity="D_1"] .row.result input').first).to_have_value("1.5")
    enter(frame, second)
    expect(frame.get_by_text("2 of 2 done.")).to_be_visible()
    status = page.evaluate(
        "window.cmi.core?.lesson_status ?? [window.cmi.completion_status, window.cmi.success_status]"
    )
    assert status == ("completed" if version == "1.2" else ["completed", "passed"])
    if version == "2004":
        told = page.evaluate("window.cmi.interactions")
        rows = [
            {"learner": LEARNER, "task": one["id"], "answers": one["learner_response"]}
            for one in (told.values() if isinstance(told, dict) else told)
        ]
        assert [(one.right, one.of) for one in grade(rows)] == [(1, 1), (5, 5)]
    # Who looks in again and leaves is still done with it.
    frame = inside(platform(version, page=page))
    expect(frame.get_by_text("2 of 2 done.")).to_be_visible()
    whole = page.evaluate("JSON.stringify((window.API ?? window.API_1484_11).cmi)")
    assert '"exit":"suspend"' in whole
    # A review shows the solutions and keeps nothing.
    frame = inside(platform(version, mode="review", page=page))
    expect(frame.get_by_text("This is a review")).to_be_visible()
    expect(frame.locator(".row.result input").first).to_have_attribute("readonly", "")
    assert page.evaluate("window.commits") == 0


def test_of_two_tries_each_is_judged_as_a_whole_and_then_the_task_is_over(
    server: Server, page: Page, platform: Callable[..., Page], tmp_path: Path
) -> None:
    page.goto(f"{server.url}/practice?lang=en")
    page.locator(".homework-form summary").click()
    page.get_by_label("A step of an RNN").check()
    page.get_by_label("Tasks of each kind").select_option("2")
    page.get_by_label("Tries for each task").select_option("2")
    page.get_by_label("Format").select_option("2004")
    files = unpacked(page, tmp_path / "tries.zip")
    learning = platform("2004", files=files)
    frame = inside(learning)
    hand_in = frame.get_by_role("button", name="Hand in")
    hand_in.click()
    expect(frame.get_by_text("Fill in every number that is asked")).to_be_visible()
    expect(hand_in).to_have_text("Hand in (tries left: 2)")
    first, second = (
        practice.task("rnn.step", seed=seed_of(name_of(files), LEARNER, "rnn.step", number))
        for number in (1, 2)
    )
    fields = frame.locator('[data-quantity="H"] .row.result input')
    told = frame.locator('[data-quantity="H"] .row.result [role="status"]')
    right = [f"{one:.2f}" for one in first.answers["H"]]
    for field, text in zip(fields.all(), [right[0], "9"], strict=True):
        field.fill(text)
        field.press("Enter")
    # Nothing is told before it is handed in; then all of it, until it is changed; and that try is kept at once.
    expect(told).to_be_empty()
    hand_in.click()
    expect(told).to_contain_text("✗")
    expect(hand_in).to_have_text("Hand in (tries left: 1)")
    assert learning.evaluate("window.commits") == 1
    fields.nth(1).fill("8")
    fields.nth(1).press("Enter")
    expect(told).to_be_empty()
    # Who loads the page anew has no more tries than before.
    frame = inside(platform("2004", page=learning, files=files))
    expect(frame.get_by_role("button", name="Hand in")).to_have_text("Hand in (tries left: 1)")
    hand_in.click()
    expect(frame.get_by_text("No try is left.")).to_be_visible()
    expect(fields.nth(1)).to_have_value(right[1].replace("-", "−"))
    expect(frame.get_by_role("button", name="✗ A step of an RNN 1")).to_be_visible()
    frame.get_by_role("button", name="A step of an RNN 2").click()
    enter(frame, second)
    expect(told).to_be_empty()
    hand_in.click()
    expect(frame.get_by_text("1 of 2 done.")).to_be_visible()
    state = "[cmi.score.raw, cmi.completion_status, cmi.success_status].map(String)"
    assert learning.evaluate(state) == ["50", "completed", "unknown"]


def test_a_damaged_record_loses_no_score_and_no_other_task(
    packages: dict[str, dict[str, bytes]], platform: Callable[..., Page]
) -> None:
    page = platform("1.2")
    kept = {
        "suspend_data": "\\u0000{broken~103;0=1.5 x%ZZ",
        "core": {"student_id": LEARNER, "lesson_mode": "normal", "score": {"raw": "50"}},
    }
    page.evaluate("kept => sessionStorage.kept = JSON.stringify(kept)", kept)
    frame = inside(platform("1.2", page=page))
    expect(frame.get_by_text("1 of 2 done.")).to_be_visible()
    expect(frame.get_by_role("button", name="✓ What arrives three steps later")).to_be_visible()
    first = practice.task("rnn.step", seed=seed_of(named(packages, "1.2"), LEARNER, "rnn.step", 1))
    enter(frame, first)
    expect(frame.get_by_text("2 of 2 done.")).to_be_visible()
    assert float(page.evaluate("window.cmi.core.score.raw")) == 100


# A platform that has ended the session, one that throws, and one that says nothing of its mode.
ENDED = """<!doctype html><script>
window.API = {
  LMSInitialize: () => "true", LMSFinish: () => "true",
  LMSGetValue: (name) => (name.endsWith("student_id") ? "anna" : ""),
  LMSSetValue: () => { throw new Error("The session is over"); }, LMSCommit: () => "false",
};
</script><iframe src="package/index.html" style="width: 100%; height: 1000px"></iframe>"""


def test_a_platform_that_takes_nothing_any_more_is_told_of_and_the_answers_can_be_saved(
    packages: dict[str, dict[str, bytes]], platform: Callable[..., Page], tmp_path: Path
) -> None:
    page = platform("1.2", html=ENDED)
    frame = inside(page)
    task = practice.task("rnn.step", seed=seed_of(named(packages, "1.2"), LEARNER, "rnn.step", 1))
    enter(frame, task)
    expect(frame.get_by_text("The platform takes no answers any more.")).to_be_visible()
    with page.expect_download() as download:
        frame.get_by_role("button", name="Save the answers").click()
    file = tmp_path / "answers.txt"
    download.value.save_as(file)
    assert f"{LEARNER}\t{named(packages, '1.2')}.rnn.step.1\tH=" in file.read_text("utf-8")


OPENER = """<!doctype html><script src="scorm.js"></script><script>
window.API = new Scorm12API({ autocommit: false, logLevel: 5 });
API.loadFromJSON({ core: { student_id: "anna", lesson_mode: "" } });
</script><button onclick="window.open('package/index.html')">open</button>"""


def test_a_window_of_its_own_finds_the_platform_behind_it(
    packages: dict[str, dict[str, bytes]], platform: Callable[..., Page]
) -> None:
    page = platform("1.2", html=OPENER)
    page.context.route("**/package/*", lambda route: package_file(route, packages["1.2"]))
    with page.expect_popup() as popup:
        page.get_by_role("button", name="open").click()
    expect(popup.value.get_by_text("0 of 2 done.")).to_be_visible()
    expect(popup.value.get_by_text("There is no learning platform")).to_have_count(0)


def test_no_more_help_is_given_than_the_lecturer_allows(platform: Callable[..., Page]) -> None:
    for version, is_more in (("1.2", True), ("2004", False)):
        frame = inside(platform(version))
        frame.get_by_role("button", name="Which equation?").click()
        expect(frame.locator(".equation-of")).to_be_visible()
        expect(frame.get_by_role("button", name="Which numbers?")).to_be_visible(visible=is_more)
        expect(frame.get_by_role("button", name="Show the solution")).to_have_count(0)


def test_a_homework_can_be_read_and_nothing_of_it_is_cut(platform: Callable[..., Page]) -> None:
    page = platform("1.2")
    page.goto(f"{LMS}/package/index.html")
    walk = Walk()
    for size in ((1280, 720), (390, 844)):
        resize(page, *size)
        expect(page.get_by_text("There is no learning platform")).to_be_visible()
        page.get_by_role("button", name="What arrives three steps later").click()
        page.get_by_role("button", name="Term by term").first.click()
        walk.found += serious(page)
        walk.look(page, f"at {size}")
    assert not walk.found, "\n".join(walk.found)


def test_sheets_for_paper_have_each_learner_s_numbers_and_the_answers_beside_them(
    server: Server, page: Page
) -> None:
    page.goto(f"{server.url}/practice?lang=en")
    page.evaluate("window.print = () => {}")
    page.locator(".homework-form summary").click()
    page.get_by_label("A step of an RNN").check()
    names = page.get_by_label("Or on paper")
    names.fill("\n".join(f"learner {k}" for k in range(70)))
    page.get_by_role("button", name="Print the sheets").click()
    expect(page.get_by_text("That is 140 tasks on paper; it takes 1 to 120.")).to_be_visible()
    names.fill("Anna\n\n  Ben <b>\nAnna")
    page.get_by_role("button", name="Print the sheets").click()
    sheets = page.locator(".rnnviz-print .sheet")
    expect(sheets).to_have_count(3)
    anna, ben, key = (sheets.nth(k).inner_text() for k in range(3))
    assert "Ben <b>" in ben
    assert anna.replace("Anna", "") != ben.replace("Ben <b>", "")
    assert re.search(r"Anna.*A step of an RNN 1.*−?0\.\d\d.*Ben <b>", key, re.DOTALL)


def test_a_link_gives_each_learner_numbers_of_his_own_keeps_them_and_makes_a_file(
    server: Server, new_page: Callable[..., Page], tmp_path: Path
) -> None:
    page = new_page()
    # From a place of the stage one comes to a task of one quantity, and with it to the form.
    page.goto(f"{server.url}/practice?family=gru.step&ask=Z&lang=en", wait_until="commit")
    page.get_by_role("link", name="Give as homework").click()
    form = page.locator(".homework-form")
    expect(form.locator("input:checked")).to_have_value("gru.step.Z")
    form.get_by_label("What arrives three steps later").check()
    form.get_by_label("Title").fill("Week 4 <b>")
    form.get_by_label("Tasks of each kind").select_option("1")
    form.get_by_role("button", name="Copy a link").click()
    expect(form.get_by_role("status").filter(has_text="link")).to_be_visible()
    address = form.locator("input[readonly]").input_value()
    assert "lang" not in address
    learner = new_page()
    learner.goto(f"{address}&lang=en", wait_until="commit")
    expect(learner.get_by_role("heading", name="Week 4 <b>")).to_be_visible()
    learner.get_by_label("Your name or number").fill("  Anna\t  =1 ")
    learner.keyboard.press("Enter")
    expect(learner.get_by_text("0 of 2 done.")).to_be_visible()
    homework = re.search("homework=(\\w+)", address)
    assert homework
    seeds = [seed_of(homework[1], "Anna =1", kind, 1) for kind in ("gru.step.Z", "reach")]
    first = practice.task("gru.step", seed=seeds[0])
    reset, update = (learner.locator(f'[data-quantity="{name}"]') for name in ("R", "Z"))
    # What leads up to it is worked, what follows is not asked.
    expect(reset.locator(".row.result input").first).to_have_attribute("readonly", "")
    expect(learner.locator("[data-quantity]")).to_have_count(2)
    for field, number in zip(
        update.locator(".row.result input").all(), first.answers["Z"], strict=True
    ):
        field.fill(f"{number:.2f}")
        field.press("Enter")
    expect(learner.get_by_text("1 of 2 done.")).to_be_visible()
    learner.get_by_role("button", name="What arrives three steps later").click()
    row = learner.locator('[data-quantity="D_1"] .row.result input').first
    row.fill("9")
    row.press("Enter")
    # The worst moment: the page goes at once. All of it is there again, without asking who one is.
    learner.reload(wait_until="commit")
    expect(learner.get_by_text("1 of 2 done.")).to_be_visible()
    expect(row).to_have_value("9")
    with learner.expect_download() as download:
        learner.get_by_role("button", name="Save the answers").click()
    assert download.value.suggested_filename == "rnnviz-homework-Anna-1.txt"
    file = tmp_path / "answers.txt"
    download.value.save_as(file)
    found = list(grade(read(file.read_text("utf-8"))))
    assert [(one.learner, one.right, one.of) for one in found] == [
        ("Anna =1", 1, 1),
        ("Anna =1", 0, 5),
    ]
    # Another one at the same browser has other numbers, and costs the first one nothing.
    learner.get_by_role("button", name="I am not Anna =1").click()
    learner.get_by_label("Your name or number").fill("Ben")
    learner.keyboard.press("Enter")
    expect(learner.get_by_text("0 of 2 done.")).to_be_visible()
    learner.get_by_role("button", name="I am not Ben").click()
    learner.get_by_label("Your name or number").fill("Anna =1")
    learner.keyboard.press("Enter")
    expect(learner.get_by_text("1 of 2 done.")).to_be_visible()


def test_two_tabs_with_one_homework_lose_nothing_of_each_other(
    server: Server, browser: Browser
) -> None:
    context = browser.new_context(locale="en-US")
    address = f"{server.url}/practice?homework=x1&tasks=softmax,reach&lang=en"
    first, second = context.new_page(), context.new_page()
    for page in (first, second):
        page.goto(address, wait_until="commit")
    first.get_by_label("Your name or number").fill("Anna")
    first.keyboard.press("Enter")
    expect(first.get_by_text("0 of 2 done.")).to_be_visible()
    second.get_by_label("Your name or number").fill("Anna")
    second.keyboard.press("Enter")
    enter(first, practice.task("softmax", seed=seed_of("x1", "Anna", "softmax", 1)))
    expect(first.get_by_text("1 of 2 done.")).to_be_visible()
    expect(second.get_by_text("1 of 2 done.")).to_be_visible()
    second.get_by_role("button", name="What arrives three steps later").click()
    enter(second, practice.task("reach", seed=seed_of("x1", "Anna", "reach", 1)))
    expect(second.get_by_text("2 of 2 done.")).to_be_visible()
    expect(first.get_by_text("2 of 2 done.")).to_be_visible()
    first.reload(wait_until="commit")
    expect(first.get_by_text("2 of 2 done.")).to_be_visible()
    context.close()


def test_a_link_that_is_damaged_says_what_of_it(server: Server, page: Page) -> None:
    query = "homework=x&tasks=gru.step,<img src=x>&lang=en"
    page.goto(f"{server.url}/practice?{query}", wait_until="commit")
    expect(page.get_by_role("alert")).to_contain_text(
        'tasks is "<img␣src=x>"; what fits is perceptron'
    )
    expect(page.locator(".map").first).to_be_visible()
    assert "homework" not in page.url


def test_a_homework_by_a_link_can_be_read_and_nothing_of_it_is_cut(
    server: Server, page: Page
) -> None:
    walk = Walk()
    for language, who in (("en", "Your name"), ("zh-Hans", "你的姓名")):
        query = "homework=x&tasks=lstm.step,gru.step.Z&count=2"
        page.goto(f"{server.url}/practice?{query}&lang={language}", wait_until="commit")
        field = page.get_by_label(who)
        expect(field).to_be_focused()
        walk.found += serious(page)
        walk.look(page, f"who one is, in {language}")
        field.fill(language)
        page.keyboard.press("Enter")
        expect(page.get_by_test_id("homework")).to_be_visible()
        walk.found += serious(page)
        walk.look(page, f"a task, in {language}")
    assert not walk.found, "\n".join(walk.found)
