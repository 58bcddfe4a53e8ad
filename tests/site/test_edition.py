"""The static edition: whole in itself, readable without scripts, under any prefix."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from rnnviz.address.controls import SENSORS
from rnnviz.course import outline
from rnnviz.locale import LANGUAGES, Refusal
from rnnviz.site import single, write
from rnnviz.site.prose import block

# As long as the actions wait: the computer may be busy with other tests.
expect.set_options(timeout=60_000)

ROOT = Path(__file__).parents[2]
SETTINGS, ICON = ROOT / ".streamlit" / "config.toml", ROOT / "pages" / "shared" / "icon.svg"


@pytest.fixture(scope="module")
def edition(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The edition below a prefix of the folder that a host serves."""
    folder = tmp_path_factory.mktemp("host") / "course" / "rnn"
    write(folder, SETTINGS, ICON)
    return folder


@pytest.fixture(scope="module")
def host(edition: Path) -> Iterator[str]:
    """Where a plain file server has the edition."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_args: object) -> None:
            pass

    served = partial(Quiet, directory=str(edition.parents[1]))
    with ThreadingHTTPServer(("127.0.0.1", 0), served) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/course/rnn"
        server.shutdown()


class Addresses(HTMLParser):
    """All addresses that a page names."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name in {"href", "src"}]


def pages(edition: Path) -> dict[str, str]:
    return {path.parent.name: path.read_text("utf-8") for path in edition.rglob("index.html")}


def test_every_address_on_every_page_leads_to_a_file_of_the_edition(edition: Path) -> None:
    for path in edition.rglob("index.html"):
        reader = Addresses()
        reader.feed(path.read_text("utf-8"))
        assert reader.found
        for address in reader.found:
            parts = urlsplit(address)
            is_elsewhere = parts.scheme or parts.netloc or parts.path.startswith("/")
            assert not is_elsewhere, address
            there = (path.parent / parts.path).resolve()
            assert there.is_relative_to(edition.resolve()), address
            assert (there / "index.html" if there.is_dir() else there).is_file(), address


def test_a_chapter_can_be_read_in_all_languages_before_any_script_runs(edition: Path) -> None:
    shown = pages(edition)
    assert {"course", "step", "train", *outline.CHAPTERS, *outline.REFERENCE} <= set(shown)
    for language in LANGUAGES:
        assert f'<article lang="{language}">' in shown["softmax"]
    assert "Three classes have the scores" in shown["softmax"]
    assert "分数变成概率" in shown["softmax"]


def test_prose_is_text_and_never_becomes_markup() -> None:
    told = block(["p", "1 < 2", ["strong", "<b>"], ["a", 'x"y', "&"]], lambda target: target)
    assert told == '<p>1 &lt; 2<strong>&lt;b&gt;</strong><a href="x&quot;y">&amp;</a></p>'


def test_an_edition_is_written_over_an_older_one_and_over_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    write(folder, SETTINGS, ICON)
    before = {path.name for path in folder.rglob("*") if path.is_file()}
    (folder / "CNAME").write_text("rnn.example.org", "utf-8")
    other = tmp_path / "icon.svg"
    other.write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", "utf-8")
    write(folder, SETTINGS, other)
    after = {path.name for path in folder.rglob("*") if path.is_file()}
    # The icon's name has its content's hash, and the manifest names it.
    assert {name.split(".")[0] for name in before ^ after} == {"icon", "rnnviz", "CNAME"}
    assert sum(name.startswith("icon.") for name in after) == 1

    strange = tmp_path / "thesis"
    strange.mkdir()
    (strange / "thesis.tex").write_text("mine", "utf-8")
    with pytest.raises(Refusal, match="thesis is not empty"):
        write(strange, SETTINGS, ICON)
    assert [path.name for path in strange.iterdir()] == ["thesis.tex"]


@pytest.mark.browser
def test_under_a_prefix_one_reads_a_chapter_goes_on_and_steps_through_a_network(
    host: str, new_page: Callable[..., Page]
) -> None:
    page = new_page(locale="zh-CN")
    page.goto(f"{host}/softmax/?z1=2")
    chapter = page.get_by_test_id("chapter")
    expect(chapter.locator("h1")).to_have_text("softmax 与交叉熵")
    expect(page).to_have_title(re.compile("softmax 与交叉熵"))

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
    expect(page.locator(".remark")).to_be_hidden()
    page.get_by_role("button", name="RNN", exact=True).click()
    # The text stays, and so does the place in it.
    expect(page).to_have_url(re.compile("cell=rnn&text=hello.*&t=4"))
    expect(stage).to_contain_text("trained on this text")
    expect(stage).to_have_attribute("data-t", "4")

    page.goto(f"{host}/step/?beside=rnn,0123456789abcdef&hidden=900")
    remark = page.locator(".remark")
    expect(remark).to_contain_text('hidden is "900"; it must be a whole number from 1 to 128')
    expect(remark).to_contain_text("There is no run 0123456789abcdef here")
    expect(stage).to_be_visible()


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

    units = page.get_by_role("textbox", name="Units", exact=True)
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
    page.goto((tmp_path / "stage.html").as_uri())
    expect(page.get_by_test_id("stage")).to_contain_text("BiRNN")


@pytest.mark.browser
def test_one_file_on_the_disk_has_every_stage_and_every_chapter(
    new_page: Callable[..., Page], tmp_path: Path
) -> None:
    file = tmp_path / "rnnviz.html"
    file.write_text(single("zh-Hans"), "utf-8")
    page = new_page(offline=True)
    page.goto(file.as_uri())
    expect(page.get_by_test_id("stage")).to_be_visible()
    views = page.get_by_label("所有视图")
    titles = views.locator("option").all_inner_texts()
    assert len(set(titles)) == len(titles) >= len(outline.CHAPTERS) + 4
    views.select_option("LSTM · hello world")
    expect(page.get_by_test_id("stage")).to_contain_text("hello world")
    views.select_option("softmax 与交叉熵")
    expect(page.get_by_test_id("chapter").locator("h1")).to_have_text("softmax 与交叉熵")


@pytest.mark.browser
def test_after_one_visit_it_opens_without_a_network(
    host: str, new_page: Callable[..., Page]
) -> None:
    page = new_page()
    page.goto(f"{host}/softmax/")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.context.set_offline(True)
    page.goto(f"{host}/long_memory?lang=zh-Hans")
    expect(page.get_by_test_id("chapter").locator("h1")).to_have_text("量一量长期记忆")
    page.goto(f"{host}/step/?cell=indrnn&text=abab&lang=en")
    expect(page.get_by_test_id("stage")).to_contain_text("trained on this text")


@pytest.mark.browser
def test_a_view_in_a_frame_has_no_bar_and_says_how_high_it_is(
    host: str, new_page: Callable[..., Page], edition: Path
) -> None:
    page = new_page()
    page.goto(f"{host}/step/?cell=rnn&text=abab&t=2")
    expect(page.get_by_test_id("stage")).to_be_visible()
    page.get_by_role("button", name="Embed").click()
    line = page.get_by_label("HTML for a page of yours").input_value()
    # A page of somebody's own, on the same host so that the test stays on this computer.
    told = "<p id=told></p><script>onmessage = ({ data }) => { told.textContent = data.height; }</script>"
    (edition.parents[1] / "blog.html").write_text(f"<!doctype html>{told}{line}", "utf-8")
    page.goto(f"{host.removesuffix('/course/rnn')}/blog.html")
    frame = page.frame_locator("iframe")
    expect(frame.get_by_test_id("stage")).to_have_attribute("data-t", "2")
    expect(frame.locator("header").first).to_be_hidden()
    expect(page.locator("#told")).to_have_text(re.compile(r"^[1-9]\d\d+$"))
    expect(frame.get_by_role("link", name="Open in rnnviz")).to_have_attribute(
        "href", re.compile(r"/step/\?cell=rnn&text=abab&t=2$")
    )
