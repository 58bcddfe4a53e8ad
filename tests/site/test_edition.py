"""The static edition: whole in itself, readable without scripts, under any prefix."""

import gzip
import json
import os
import re
import shutil
from collections.abc import Callable
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlsplit
from zipfile import ZipFile

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from rnnviz import practice
from rnnviz.address.controls import DOORS, OWN_LINE, SENSORS
from rnnviz.course import outline
from rnnviz.course.pages import told as told_page
from rnnviz.locale import ENGLISH, LANGUAGES, Refusal, translator
from rnnviz.site import edition as writing
from rnnviz.site import single, write
from rnnviz.site.prose import Context, block
from rnnviz.site.units import plotly_script
from rnnviz.stage import standalone
from rnnviz.web import mathfont
from tests.browser.landmarks import lost
from tests.site.conftest import ICON, PLOTLY, PREFIX, SETTINGS, WHERE, hosted
from tests.watching import new_context


class Addresses(HTMLParser):
    """All addresses that a page names, and apart from them those that say where it is to be had."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.told: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = [value or "" for name, value in attrs if name in {"href", "src"}]
        is_told = dict(attrs).get("rel") in {"canonical", "alternate"}
        (self.told if is_told else self.found).extend(named)


def addresses(html: str) -> Addresses:
    reader = Addresses()
    reader.feed(html)
    return reader


def pages(edition: Path) -> dict[str, str]:
    return {path.parent.name: path.read_text("utf-8") for path in edition.rglob("index.html")}


def is_relative(address: str) -> bool:
    parts = urlsplit(address)
    return not (parts.scheme or parts.netloc or parts.path.startswith("/"))


def test_the_font_of_formulas_lies_beside_the_style_sheet_that_names_it(edition: Path) -> None:
    (sheet,) = (edition / "files").glob("site.*.css")
    named = re.findall(r'"Formulas"; src: url\(([^)]*)\)', sheet.read_text("utf-8"))
    held = [(sheet.parent / name).read_bytes() for name in named]
    assert held == list(mathfont.faces().values())


def test_every_address_on_every_page_leads_to_a_file_of_the_edition(edition: Path) -> None:
    def leads_to_a_file(address: str, start: Path) -> bool:
        there = (start / urlsplit(address).path).resolve()
        is_there = (there / "index.html" if there.is_dir() else there).is_file()
        return is_relative(address) and there.is_relative_to(edition.resolve()) and is_there

    for path in edition.rglob("index.html"):
        named = addresses(path.read_text("utf-8"))
        assert named.found
        assert named.told
        for address in named.found:
            assert leads_to_a_file(address, path.parent), address
        for address in named.told:
            assert address.startswith(WHERE)
            assert leads_to_a_file(address.removeprefix(WHERE), edition), address


def test_a_chapter_can_be_read_in_all_languages_before_any_script_runs(edition: Path) -> None:
    shown = pages(edition)
    assert {"course", "step", "train", *outline.CHAPTERS, *outline.REFERENCE} <= set(shown)
    for language in LANGUAGES:
        assert f'<article lang="{language}">' in shown["softmax"]
    assert "Three classes have the scores" in shown["softmax"]
    assert "分数变成概率" in shown["softmax"]
    # What plain letters cannot write is there in words.
    assert "prediction k equals the fraction with numerator e to the power z k" in shown["softmax"]
    assert not [name for name, html in shown.items() if re.search(r"\\(frac|sum|odot)", html)]
    # What it builds on, and its five lines.
    above = {"en": "Builds on: ", "zh-Hans": "先读：", "zh-Hant": "先讀："}
    for words in above.values():
        assert f'<p>{words}<a href="../activations/">' in shown["backprop"]
        assert not [name for name in ("neurons", "softmax") if f"<p>{words}" in shown[name]]
    for name in outline.CHAPTERS:
        for title in ("In five lines", "五句话回顾", "五句話回顧"):
            assert shown[name].count(f"<h2>{title}</h2>") == 1, name
    # Each page is found by a title of its own, and the first one leads to the others.
    titles = [re.search("<title>(.*) · rnnviz</title>", html) for html in shown.values()]
    assert len({title and title[1] for title in titles} - {None, "rnnviz"}) == len(shown)
    assert {"./step/", "./train/", "./units/", "./course/"} <= {
        *addresses(shown[edition.name]).found
    }


def test_prose_is_text_and_never_becomes_markup() -> None:
    context = Context(lambda target: target)
    told = block(["p", "1 < 2", ["strong", "<b>"], ["a", 'x"y', "&"]], context)
    assert told == '<p>1 &lt; 2<strong>&lt;b&gt;</strong><a href="x&quot;y">&amp;</a></p>'


def test_an_edition_is_written_over_an_older_one_and_over_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # One chapter in one language is enough of a course.
    short = {**vars(outline), "CHAPTERS": {"softmax": outline.CHAPTERS["softmax"]}}
    monkeypatch.setattr(writing, "outline", SimpleNamespace(**short))
    monkeypatch.setattr(writing, "LANGUAGES", {ENGLISH: LANGUAGES[ENGLISH]})
    folder = tmp_path / "site"
    write(folder, SETTINGS, ICON)
    before = {path.name for path in folder.rglob("*") if path.is_file()}
    # Nobody said where it will be served.
    for html in pages(folder).values():
        named = addresses(html)
        assert all(map(is_relative, named.found + named.told))
    (folder / "CNAME").write_text("rnn.example.org", "utf-8")
    other = tmp_path / "icon.svg"
    other.write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", "utf-8")
    write(folder, SETTINGS, other)
    after = {path.name for path in folder.rglob("*") if path.is_file()}
    # The icon's name has its content's hash, and the manifest names it.
    changed = {"icon", "icon-192", "icon-512", "rnnviz", "CNAME"}
    assert {name.split(".")[0] for name in before ^ after} == changed
    assert sum(name.startswith("icon.") for name in after) == 1

    strange = tmp_path / "thesis"
    strange.mkdir()
    (strange / "thesis.tex").write_text("mine", "utf-8")
    with pytest.raises(Refusal, match="thesis is not empty"):
        write(strange, SETTINGS, ICON)
    assert [path.name for path in strange.iterdir()] == ["thesis.tex"]


def test_what_draws_the_cloud_is_the_build_that_was_named_and_of_the_version_that_the_app_has(
    edition: Path, tmp_path: Path
) -> None:
    [drawing] = (edition / "files").glob("plotly.*")
    assert drawing.read_bytes() == PLOTLY.read_bytes()
    whole = plotly_script(None)
    assert PLOTLY.stat().st_size < len(whole) / 3
    versions = [
        re.search(rb"plotly\.js[^\n]* (v[\d.]+)\n", script)
        for script in (whole, drawing.read_bytes())
    ]
    assert versions[0]
    assert versions[1]
    assert versions[0][1] == versions[1][1]

    other = tmp_path / "other.js"
    other.write_text("alert(1)", "utf-8")
    with pytest.raises(Refusal, match=r"other\.js is no build of Plotly"):
        write(tmp_path / "site", SETTINGS, ICON, plotly=other)
    assert not (tmp_path / "site").exists()


@pytest.mark.browser
def test_under_a_prefix_one_reads_a_chapter_goes_on_and_steps_through_a_network(
    host: str, new_page: Callable[..., Page]
) -> None:
    page = new_page(locale="zh-HK")
    page.goto(f"{host}/softmax/?z1=2")
    chapter = page.get_by_test_id("chapter")
    expect(chapter.locator("h1")).to_have_text("softmax 與交叉熵")
    expect(page).to_have_title(re.compile("softmax 與交叉熵"))

    page.get_by_role("link", name="English").click()
    expect(chapter.locator("h1")).to_have_text("Softmax and cross-entropy")
    assert "z1=2" in page.url
    chapter.locator(".around a.on").click()
    expect(page).to_have_url(re.compile(f"{re.escape(host)}/descent/"))
    expect(chapter.locator("h1")).to_have_text("Descent")

    # What was chosen holds on the next page, whatever the browser speaks.
    page.goto(f"{host}/step/?cell=gru&text=hello+world&t=3")
    stage = page.get_by_test_id("stage")
    expect(stage).to_have_attribute("data-t", "3")
    page.keyboard.press("ArrowRight")
    expect(stage).to_have_attribute("data-t", "4")
    expect(page.get_by_role("heading", level=1)).to_have_text("Step through a recurrent network")
    expect(page.locator(".remark")).to_be_hidden()
    page.get_by_role("button", name="RNN", exact=True).click()
    # The text stays, and so does the place in it.
    expect(page).to_have_url(re.compile("cell=rnn&text=hello.*&t=4"))
    expect(stage).to_contain_text("trained on this text")
    expect(stage).to_have_attribute("data-t", "4")

    # What was recorded of a unit, and what the worker reads.
    page.goto(f"{host}/units/?net=brackets&label=square&unit=16")
    units = page.get_by_test_id("units")
    expect(units.locator(".verdict-box")).to_contain_text("tells and matters")
    expect(units).to_contain_text("of 5000 characters")

    # What does not fit is said as in the app, and the page opens with what is usual there.
    page.goto(f"{host}/units/?net=Brackets&unit=0&label=square&label=line")
    expect(units).to_contain_text(
        'unit is "0"; it must be a whole number from 1 to 100000. Shown instead: 1.'
    )
    expect(units).to_contain_text("The link gives label 2 times; it may appear only once.")
    expect(units).to_contain_text(
        'net is "Brackets"; it must be one of library, mandarin, brackets'
    )
    expect(page.locator("label.network select")).to_have_value("net brackets")

    page.goto(f"{host}/step/?beside=rnn,0123456789abcdef&hidden=900")
    remark = page.locator(".remark")
    expect(remark).to_contain_text('hidden is "900"; it must be a whole number from 1 to 128')
    expect(remark).to_contain_text("There is no run 0123456789abcdef here")
    expect(stage).to_be_visible()


@pytest.mark.browser
def test_one_computes_a_task_and_makes_a_homework(
    host: str, new_page: Callable[..., Page], tmp_path: Path
) -> None:
    page = new_page()
    page.goto(f"{host}/course/?lang=en")
    page.get_by_role("navigation").get_by_role("link", name="Practice").click()
    page.get_by_role("link", name="A step of an RNN").first.click()
    page.get_by_role("button", name="I have followed it").click()
    found = re.search(r"seed=(\d+)", page.url)
    assert found
    task = practice.task("rnn.step", seed=int(found[1]))
    for field, number in zip(
        page.locator(".row.result input").all(), task.answers["H"], strict=True
    ):
        field.fill(f"{number:.2f}")
        field.press("Enter")
    expect(page.get_by_text("All of it is right, without help.")).to_be_visible()
    # The stage has the task's own numbers, and leads back to the same task.
    page.get_by_role("link", name="Step through these numbers on the stage").click()
    worked = page.locator("div.box .worked .result").first
    expect(worked).to_contain_text(f"{abs(task.answers['H'][0]):.3g}")
    expect(page.locator(".stage")).to_contain_text("the numbers of a task to practise")
    page.go_back()
    page.get_by_role("link", name="Practice", exact=True).last.click()
    expect(page.locator('[data-family="rnn.step"]')).to_contain_text("1 of 1")
    page.locator(".homework-form summary").click()
    page.get_by_label("A step of an RNN").check()
    with page.expect_download() as download:
        page.get_by_role("button", name="Make the package").click()
    download.value.save_as(tmp_path / "homework.zip")
    with ZipFile(tmp_path / "homework.zip") as files:
        assert files.testzip() is None
        assert "imsmanifest.xml" in files.namelist()


@pytest.mark.browser
def test_a_text_of_ones_own_is_learnt_in_the_browser(
    host: str, new_page: Callable[..., Page]
) -> None:
    page = new_page()
    page.goto(f"{host}/step/?hidden=6")
    stage, text = page.get_by_test_id("stage"), page.get_by_role("textbox", name="Text")
    page.get_by_label("More cells").select_option("mgu")
    text.fill("banana 🍌")
    text.press("Enter")
    expect(stage).to_contain_text("trained on this text")
    expect(stage).to_contain_text("MGU")
    expect(stage).to_contain_text("t = 1 of 7")
    expect(page).to_have_url(re.compile("cell=mgu&text=banana.*&hidden=6"))
    # The keys belong to the stage again.
    page.keyboard.press("ArrowRight")
    expect(stage).to_have_attribute("data-t", "2")

    # What does not fit is said, and stays to be corrected; the stage stays as it is.
    text.fill("a" * 201)
    text.press("Enter")
    remark = page.locator(".remark")
    expect(remark).to_have_text("The text has 201 characters; at most 200 fit.")
    expect(text).to_have_value("a" * 201)
    expect(stage).to_contain_text("t = 2 of 7")

    page.get_by_role("button", name="random").click()
    page.get_by_role("textbox", name="Seed").fill("3")
    page.get_by_role("textbox", name="Seed").press("Enter")
    expect(stage).to_contain_text("random weights, seed 3")

    # A cell of one's own begins with the equations of the one that is shown.
    page.get_by_role("button", name="H = Write a cell").click()
    box = page.get_by_role("textbox", name="Equations of your cell")
    expect(box).to_have_value(re.compile("^F = sigmoid"))
    box.fill("F = sigmoid(X @ W_f)\nH = F * H_prev + exp(X @ W_h")
    box.press("Control+Enter")
    sentence = "Line 2 opens a bracket that it does not close."
    expect(page.get_by_role("alert").filter(has_text=sentence)).to_be_visible()
    expect(stage).to_contain_text("MGU")
    box.press("Control+End")
    box.press_sequentially(")")
    page.get_by_role("button", name="Show this cell").click()
    expect(stage).to_contain_text("Own cell")
    expect(page).to_have_url(re.compile("cell=written&.*&equations=F"))

    # A link with one opens, and what is wrong with one is said, in the box too.
    page.goto(f"{host}/step/?cell=written&text=abab&weights=random&equations=H+%3D+X+%40+W&t=2")
    expect(stage).to_contain_text("Own cell")
    expect(stage).to_have_attribute("data-t", "2")
    page.goto(f"{host}/step/?cell=written&equations=H+%3D+X&text=ab")
    expect(remark).to_contain_text("Line 1 reads X without a weight")
    expect(stage).to_contain_text("LSTM")
    page.get_by_role("button", name="H = Write a cell").click()
    expect(box).to_have_value("H = X")
    box.fill("H = exp(exp(exp(exp(exp(X @ W)))))")
    box.press("Control+Enter")
    expect(remark).to_contain_text("This cannot be shown: Line 1 makes H inf at t = 1")
    expect(stage).to_have_count(0)


@pytest.mark.browser
def test_a_sign_above_the_stage_says_what_it_stands_for(
    host: str, new_page: Callable[..., Page]
) -> None:
    page = new_page()
    page.goto(f"{host}/step/?lang=en")
    tip = "(one) => getComputedStyle(one, '::after').content"
    for name, words in (
        ("Two directions", "⇄ two directions"),
        ("H = Write a cell", "Write a cell"),
    ):
        button = page.get_by_role("button", name=name)
        expect(button).to_have_accessible_description(re.compile(r"^(One RNN|Equations).*\.$"))
        assert button.evaluate(tip) == "none"
        button.hover()
        assert words in button.evaluate(tip)
    page.mouse.move(640, 700)
    button.press("Shift+Tab")
    page.keyboard.press("Tab")
    assert words in button.evaluate(tip)


@pytest.mark.browser
def test_layers_directions_comparisons_tags_and_sensors_stand_on_the_stage(
    host: str, new_page: Callable[..., Page], tmp_path: Path
) -> None:
    page = new_page()
    page.goto(f"{host}/step/?cell=gru&text=hello&hidden=4x3")
    stage = page.get_by_test_id("stage")
    expect(stage).to_contain_text("Stacked GRU")
    expect(stage).to_contain_text("h = 4 × 3")

    # A click on another network; both read the same, and one learns after the other.
    page.get_by_role("button", name="Compare").click()
    page.get_by_role("group", name="Networks beside it").get_by_text("RNN", exact=True).click()
    expect(page.get_by_role("button", name="Compare: RNN")).to_be_visible()
    expect(stage.locator(".lane-name, .lane")).not_to_have_count(0)
    # A second one may follow at once; a click elsewhere closes the choice.
    page.get_by_role("group", name="Networks beside it").get_by_text("RNN", exact=True).focus()
    page.keyboard.press("Escape")

    units = page.get_by_role("textbox", name="Units")
    units.fill("3")
    units.press("Enter")
    page.get_by_role("button", name="Two directions").click()
    expect(stage).to_contain_text("h = 3 each way")
    expect(page).to_have_url(re.compile("cell=bigru&text=hello&hidden=3&beside=rnn"))

    page.get_by_label("Examples").select_option("花开")
    expect(stage).to_contain_text("Label of 花")
    page.get_by_label("Examples").select_option(SENSORS[0].text)
    expect(stage).to_contain_text("x1 rises ↑, falls ↓, stays =")
    page.get_by_role("button", name="Sensor: 25 × 1").click()
    page.get_by_label("Readings; Ctrl+Enter shows them").fill("1 2; x")
    page.get_by_role("button", name="Show these readings").click()
    expect(page.get_by_role("alert")).to_contain_text('"x" is no number')
    page.get_by_role("button", name="A text instead").click()
    expect(stage).to_contain_text("trained on this text")

    # What is on the stage is saved as a file that needs nothing else.
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Save").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="The stage, one HTML file").click()
    assert re.fullmatch(r"rnnviz-birnn-花开-t[12]\.html", download.value.suggested_filename)
    download.value.save_as(tmp_path / "stage.html")
    with page.expect_download() as download:
        page.get_by_role("button", name="Jupyter notebook").click()
    assert json.loads(download.value.path().read_text("utf-8"))["nbformat"] == 4
    page.locator(".popup").get_by_role("button", name="Embed").click()
    expect(page.get_by_label("HTML for a page of yours")).to_have_value(re.compile("embed=1"))
    page.goto((tmp_path / "stage.html").as_uri())
    expect(page.get_by_test_id("stage")).to_contain_text("BiRNN")
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_the_page_of_a_saved_stage_is_kept_once_for_all_languages(edition: Path) -> None:
    (kept,) = (edition / "files").glob("page.*.packed")
    page = json.loads(gzip.decompress(kept.read_bytes()))
    for language in LANGUAGES:
        (stage,) = (edition / "files").glob(f"stage.{language}.*.json")
        signs = json.loads(stage.read_text("utf-8"))["save"]["signs"]
        own = page.replace("%LANGUAGE%", language).replace("%SIGNS%", signs)
        assert own == standalone.page("%TITLE%", language, "%DATA%")


@pytest.mark.browser
def test_one_file_on_the_disk_has_every_stage_and_every_chapter(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    file = tmp_path / "rnnviz.html"
    file.write_text(single("zh-Hans"), "utf-8")
    page = new_page(offline=True)
    page.goto(file.as_uri())
    expect(page.get_by_test_id("stage")).to_be_visible()
    views = page.get_by_label("所有画面")
    titles = views.locator("option").all_inner_texts()
    assert len(set(titles)) == len(titles) >= len(outline.CHAPTERS) + 4
    # Each has its number before its name.
    views.select_option(next(one for one in titles if one.endswith("LSTM · hello world")))
    expect(page.get_by_test_id("stage")).to_contain_text("hello world")
    views.select_option(next(one for one in titles if one.endswith("softmax 与交叉熵")))
    expect(page.get_by_test_id("chapter").locator("h1")).to_have_text("softmax 与交叉熵")


@pytest.mark.browser
def test_after_one_visit_it_opens_without_a_network_and_a_newer_edition_is_offered(
    new_page: Callable[..., Page], edition: Path, tmp_path: Path
) -> None:
    own = tmp_path / PREFIX
    shutil.copytree(edition, own, copy_function=os.link)
    with hosted(own, keeps_all=True) as host:
        is_kept_and_replaced(new_page(), host, own / "sw.js")


def is_kept_and_replaced(page: Page, host: str, worker: Path) -> None:
    page.goto(f"{host}/softmax/")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.context.set_offline(True)
    page.goto(f"{host}/long_memory?lang=zh-Hans")
    expect(page.get_by_test_id("chapter").locator("h1")).to_have_text("量一量长期记忆")
    page.goto(f"{host}/step/?cell=indrnn&text=abab&lang=en")
    expect(page.get_by_test_id("stage")).to_contain_text("trained on this text")
    page.goto(f"{host}/practice/?family=lstm.step&seed=3&lang=en")
    expect(page.locator("[data-quantity=H]")).to_be_visible()
    page.context.set_offline(False)

    whole = worker.read_text("utf-8")
    # The file itself is another edition's, too.
    worker.unlink()
    worker.write_text(re.sub(r'"version": "\w+"', '"version": "another"', whole), "utf-8")
    page.goto(f"{host}/glossary/?lang=en")
    expect(page.get_by_role("status").filter(has_text="newer edition")).to_be_visible()
    kept = "() => caches.keys()"
    assert len(page.evaluate(kept)) == 2
    with page.expect_navigation():
        page.get_by_role("button", name="Show it").click()
    expect(page.get_by_text("A newer edition is there.")).to_have_count(0)
    page.wait_for_function("async () => (await caches.keys()).join() === 'rnnviz another'")


# A browser that lets a frame keep nothing, as for other sites' cookies.
KEEPS_NOTHING = """
for (const [owner, name] of [
  [window, "localStorage"], [window, "sessionStorage"], [window, "indexedDB"], [window, "caches"],
  [Navigator.prototype, "serviceWorker"], [Document.prototype, "cookie"],
]) {
  const refuse = () => { throw new DOMException(name, "SecurityError"); };
  Object.defineProperty(owner, name, { get: refuse, set: refuse });
}
"""


@pytest.mark.browser
def test_a_view_in_a_frame_needs_no_storage_and_says_once_how_high_it_is(
    host: str, new_page: Callable[..., Page]
) -> None:
    page = new_page()
    page.goto(f"{host}/step/?cell=rnn&text=abab&t=2")
    expect(page.get_by_test_id("stage")).to_be_visible()
    page.get_by_role("button", name="Embed").click()
    line = page.get_by_label("HTML for a page of yours").input_value()
    # A page of somebody's own, on the same host so that the test stays on this computer. Another frame of it, which
    # is no view of ours, and the page itself tell no height.
    told = """<script>
      onload = () => postMessage({ rnnviz: "height", height: 12345 });
    </script>"""
    blog = f"{host.removesuffix(PREFIX.as_posix())}blog.html"
    body = f"<!doctype html>{line}{told}<iframe srcdoc=other style='height: 77px'></iframe>"
    page.route(blog, lambda route: route.fulfill(body=body, content_type="text/html"))
    page.add_init_script(KEEPS_NOTHING)
    page.goto(blog)
    frame = page.frame_locator("iframe >> nth=0")
    stage = frame.get_by_test_id("stage")
    expect(stage).to_have_attribute("data-t", "2")
    expect(frame.locator("header").first).to_be_hidden()
    # It is as high as its content, and does not grow with its frame.
    heights = "document.documentElement.offsetHeight === innerHeight"
    page.frames[1].wait_for_function(f"() => {heights} && innerHeight > 500")
    for _ in range(3):
        page.frames[1].evaluate("() => new Promise((done) => requestAnimationFrame(done))")
    assert page.frames[1].evaluate(heights)
    assert page.locator("iframe").last.evaluate("frame => frame.offsetHeight") < 100
    assert page.frames[1].evaluate("document.documentElement.scrollWidth <= innerWidth")
    stage.press("ArrowRight")
    expect(stage).to_have_attribute("data-t", "3")
    expect(frame.get_by_role("link", name="Open in rnnviz")).to_have_attribute(
        "href", re.compile(r"/step/\?cell=rnn&text=abab&t=2$")
    )


PHONE = {"width": 390, "height": 844}
BELOW_THE_BAR = """(element) => element.getBoundingClientRect().top
  - document.querySelector("body > .bar").getBoundingClientRect().bottom"""


@pytest.mark.browser
@pytest.mark.parametrize(
    ("address", "heading"),
    [
        ("softmax/?section=temperature", '[data-section="temperature"] h2'),
        ("glossary/?section=logit", '[data-section="logit"]'),
    ],
)
def test_on_a_phone_a_link_to_a_section_shows_its_heading_below_the_bar(
    host: str, new_page: Callable[..., Page], address: str, heading: str
) -> None:
    page = new_page(viewport=PHONE)
    page.goto(f"{host}/{address}")
    page.wait_for_function("() => scrollY > 0")
    shown = page.locator(heading).first
    expect(shown).to_be_in_viewport()
    assert 0 <= shown.evaluate(BELOW_THE_BAR) < 40


@pytest.mark.browser
@pytest.mark.parametrize("name", ["glossary", "evolution"])
def test_a_long_page_is_folded_and_a_link_and_paper_open_it(
    host: str, new_page: Callable[..., Page], name: str
) -> None:
    page = new_page()
    page.goto(f"{host}/{name}/?lang=en")
    folded = page.locator("details.fold")
    expect(folded.first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight") < 5000
    inside = page.locator(".folded")
    seen = "all => all.filter((one) => one.checkVisibility() && one.offsetHeight > 0).length"
    assert inside.evaluate_all(seen) == 0
    page.emulate_media(media="print")
    assert inside.evaluate_all(seen) == folded.count() > 10
    page.emulate_media(media="screen")
    section = {"glossary": "cell", "evolution": "lstm"}[name]
    page.goto(f"{host}/{name}/?lang=en&section={section}")
    there = page.locator(f'[data-section="{section}"]')
    expect(there.locator(".folded")).to_be_in_viewport()
    assert 0 <= there.locator("h2, h3").first.evaluate(BELOW_THE_BAR) < 40
    expect(page.locator("details[open]")).to_have_count(1)


@pytest.mark.browser
def test_a_figure_that_stays_while_one_reads_stands_right_below_the_bar_and_in_a_frame_at_its_edge(
    host: str, new_page: Callable[..., Page]
) -> None:
    page = new_page(viewport=PHONE)
    for asked in ("", "&embed=1"):
        page.goto(f"{host}/softmax/?section=temperature{asked}")
        figure = page.locator('[data-section="temperature"] .beside')
        expect(figure).to_be_visible()
        # Text is moved up until it would run above the figure.
        beginning = figure.evaluate("(one) => one.getBoundingClientRect().top + scrollY")
        page.evaluate("(top) => scrollTo(0, top + 100)", beginning)
        bar = page.locator("body > .bar").evaluate("(bar) => bar.offsetHeight")
        assert figure.evaluate("(one) => one.getBoundingClientRect().top") == pytest.approx(bar)


@pytest.mark.browser
def test_every_landmark_of_every_page_can_be_told_from_the_others(
    host: str, edition: Path, browser: Browser, page: Page
) -> None:
    names = ["" if name == edition.name else name for name in pages(edition)]
    assert len(names) > len(outline.CHAPTERS)
    found = {}
    for k, name in enumerate(sorted(names)):
        page.set_viewport_size({"width": (390, 1280)[k % 2], "height": 800})
        page.goto(f"{host}/{name}?lang=en")
        expect(page.locator("main > article")).to_have_count(0)
        expect(page.locator("h1")).to_have_count(1)
        found[name] = lost(page)
    with new_context(browser, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{host}/why_gates/")
        found["without a script"] = lost(page)
    assert not {name: sentences for name, sentences in found.items() if sentences}


@pytest.mark.browser
def test_the_home_page_begins_with_the_river_and_its_doors_and_a_frame_with_what_it_is_asked_for(
    host: str, new_page: Callable[..., Page]
) -> None:
    page = new_page(reduced_motion="reduce")
    page.goto(f"{host}/?lang=zh-Hant")
    _ = translator("zh-Hant")
    stage = page.get_by_test_id("stage")
    expect(page.locator(".river-layer.is-chosen")).to_have_count(1)
    expect(stage).to_have_attribute("data-t", "5")
    assert page.locator(".river-letter").all_inner_texts() == [*"想要有直升機"]
    for door in DOORS.values():
        expect(page.get_by_role("link", name=_(door.title))).to_be_visible()
    field = page.get_by_role("textbox", name=_(OWN_LINE.title))
    field.fill("哈哈哈")
    field.press("Enter")
    expect(page.locator(".river-letter")).to_have_count(3)
    expect(stage).to_have_attribute("data-t", "2")
    field.fill("")
    field.press("Enter")
    expect(page.get_by_role("status")).to_be_visible()
    stage.focus()
    page.keyboard.press("ArrowDown")
    expect(stage).to_have_attribute("data-phase", "input")
    page.goto(f"{host}/?lang=zh-Hant&phase=memory")
    expect(stage).to_have_attribute("data-phase", "memory")
    page.goto(f"{host}/?embed=1&face=river&t=3")
    expect(page.locator(".river-layer.is-chosen")).to_have_count(1)
    expect(stage).to_have_attribute("data-t", "3")
    expect(page.locator(".door")).to_have_count(0)


@pytest.mark.browser
def test_the_units_page_says_that_one_is_offline(host: str, browser: Browser) -> None:
    # No watched page: it logs that a file did not come.
    context = new_context(browser)
    page = context.new_page()
    # The page itself has been kept; what is known of the network has not.
    page.route("**/files/brackets.*", lambda route: route.abort())
    page.add_init_script("Object.defineProperty(navigator, 'onLine', { get: () => false });")
    page.goto(f"{host}/units/?net=brackets")
    expect(page.get_by_text("You are offline").first).to_be_visible()
    expect(page.get_by_text("could not be fetched")).to_have_count(0)
    context.close()


def test_who_is_sent_a_link_sees_its_picture_title_and_the_way_to_embed_it(edition: Path) -> None:
    shown = pages(edition)
    for name, html in shown.items():
        found = Meta()
        found.feed(html)
        assert found.graph["og:title"], name
        assert found.graph["og:description"], name
        path = name if name != edition.name else ""
        assert found.graph["og:url"] == address(WHERE, path) == found.links["canonical"]
        picture = (edition / found.graph["og:image"].removeprefix(WHERE)).read_bytes()
        image = Image.open(BytesIO(picture))
        assert image.size == (1200, 630), name
        # It shows something: more than paper and the ground of the picture.
        assert len(image.getcolors(100_000) or []) > 2, name
        oembed = json.loads(
            (edition / found.links["oembed"].removeprefix(WHERE)).read_text("utf-8")
        )
        assert oembed["title"] == found.graph["og:title"]
        assert oembed["thumbnail_url"] == found.graph["og:image"]
        assert f'src="{address(WHERE, path)}?embed=1"' in oembed["html"]
        assert {oembed["version"], oembed["type"]} == {"1.0", "rich"}
    assert shown["softmax"].count('og:image"') == 1
    # Each figure has an address of its own, under which it stands alone.
    figures = [*edition.glob("files/softmax-*.oembed.*.json")]
    chapter = told_page("softmax", "en")
    title, told = (
        chapter["title"],
        [one for one in chapter["sections"] if one["figure"] and one["id"]],
    )
    assert len(figures) == len(told) > 1
    read = [json.loads(path.read_text("utf-8")) for path in figures]
    assert {one["title"] for one in read} == {f"{one['title']} · {title}" for one in told}
    for one in told:
        line = f'src="{WHERE}softmax/?section={one["id"]}&amp;embed=1"'
        assert sum(line in each["html"] for each in read) == 1
    assert shown["softmax"].count("application/json+oembed") == len(told) + 1
    # Each chapter has a picture of its own.
    assert len({Path(file).name for file in edition.rglob("files/*.png")}) > len(outline.CHAPTERS)


def address(where: str, name: str) -> str:
    return f"{where}{name}/" if name else where


class Meta(HTMLParser):
    """What the head of a page says of it."""

    def __init__(self) -> None:
        super().__init__()
        self.graph: dict[str, str] = {}
        self.links: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        of = {name: value or "" for name, value in attrs}
        if tag == "meta" and "property" in of:
            self.graph[of["property"]] = of["content"]
        if tag == "link" and "hreflang" not in of:
            kind = "oembed" if of.get("type") == "application/json+oembed" else of["rel"]
            # The page's own comes first, then those of its figures.
            self.links.setdefault(kind, of["href"])


def test_a_phones_home_screen_has_an_icon_in_pixels(edition: Path) -> None:
    manifest = json.loads(next(edition.glob("files/rnnviz.*.webmanifest")).read_text("utf-8"))
    icons = {one["sizes"]: one for one in manifest["icons"]}
    for size in (192, 512):
        image = Image.open(edition / "files" / icons[f"{size}x{size}"]["src"]).convert("RGB")
        assert image.size == (size, size)
        scale = size / 32
        # Its ground, the cell's frame, and the arrow out of it, as the SVG has them.
        assert image.getpixel((2, 2)) == (0x3B, 0x5B, 0xDB)
        assert image.getpixel((round(16 * scale), round(25.5 * scale))) == (255, 255, 255)
        assert image.getpixel((round(16 * scale), round(8 * scale))) == (0xFF, 0xC0, 0x78)
        assert image.getpixel((round(16 * scale), round(19 * scale))) == (0x3B, 0x5B, 0xDB)
