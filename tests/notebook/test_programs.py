"""The widgets in JupyterLab and marimo themselves, as a reader uses them: `make notebooks` runs these."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.notebook.programs import Program, ipynb, jupyterlab, marimo

SLOW = 120_000

STAGES = [
    """import rnnviz, traitlets
from rnnviz import GRU, LSTM, Hold, SequenceModel, Vocabulary
def trace(cell):
    model = SequenceModel.random(cell, Vocabulary("hello"), 8, seed=1)
    return model.trace("hellohell", targets="ellohello")
a, b = rnnviz.widget(trace(LSTM), language="en"), rnnviz.widget(trace(GRU), language="en", height=500)
traitlets.link((a, "t"), (b, "t"))
heard = []
a.observe(lambda change: heard.append(change.new), "t")
a""",
    "b",
    """a.t, a.view = 3, "reach"
a.holds = [Hold("F", 1.0, units=[4])]""",
    """print("told", a.t, heard[-1], b.t, a.holds, round(float(a.trace["F"][2, 0, 4]), 3))""",
]
LOOP = [
    """import time, torch, rnnviz
torch.set_num_threads(1)
text = "she sells sea shells by the sea shore. " * 20
characters = sorted(set(text))
class Writer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = torch.nn.Embedding(len(characters), 8)
        self.lstm = torch.nn.LSTM(8, 16, batch_first=True)
        self.out = torch.nn.Linear(16, len(characters))
    def forward(self, k):
        return self.out(self.lstm(self.embedding(k))[0])
model, data = Writer(), torch.tensor([characters.index(one) for one in text])
optimizer = torch.optim.Adam(model.parameters(), 0.01)""",
    """with rnnviz.watching(model, characters, text=text, sequence_length=16, language="en") as seen:
    while True:
        start = int(torch.randint(0, len(data) - 17, ()))
        piece = data[start : start + 17]
        loss = torch.nn.functional.cross_entropy(model(piece[None, :-1])[0], piece[1:])
        optimizer.zero_grad(); loss.backward(); optimizer.step()
        seen.step(loss)
        time.sleep(0.005)""",
]
RUN = [
    """import rnnviz
from rnnviz.training import Runs, TrainingConfig, Workers, home
runs = Runs(home())
run = runs.start(TrainingConfig(corpus="helicopter", steps=60).fitting(6))
runs.show(run, pace=0)
workers = Workers(home(), 1)
w = rnnviz.watch(run, language="en")
w"""
]


@pytest.fixture
def opened(browser: Browser) -> Iterator[Callable[[str], Page]]:
    """A function that opens an address; an error that a script throws fails the test."""
    errors: list[str] = []
    contexts = []

    def open_page(address: str) -> Page:
        contexts.append(browser.new_context(viewport={"width": 1400, "height": 1000}))
        contexts[-1].set_default_timeout(SLOW)
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not errors, "\n".join(errors)


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Program, Path]]:
    folder = tmp_path_factory.mktemp("notebooks")
    running = jupyterlab(folder, tmp_path_factory.mktemp("jupyter"))
    yield running, folder
    running.stop()


def open_lab(
    opened: Callable[[str], Page], lab: tuple[Program, Path], name: str, cells: list[str]
) -> Page:
    """A notebook in JupyterLab, all of whose cells run."""
    running, folder = lab
    (folder / f"{name}.ipynb").write_text(ipynb(cells), "utf-8")
    page = opened(f"{running.url}/lab/workspaces/{name}/tree/{name}.ipynb")
    is_idle = page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]")
    expect(is_idle).to_have_count(1, timeout=SLOW)
    ran = page.locator(".jp-InputPrompt", has_text=re.compile(r"\[(\d+|\*)\]"))

    def run_all() -> None:
        page.locator(".jp-CodeCell .cm-content").first.click()
        menu(page, "Run", "Run All Cells")

    insist(run_all, ran.first)
    return page


def insist(ask: Callable[[], None], answer: Locator) -> None:
    """While its kernel starts, a notebook may forget what it was asked to run."""
    for _ in range(4):
        ask()
        with suppress(AssertionError):
            expect(answer).to_be_visible(timeout=15_000)
            return
    expect(answer).to_be_visible()


def menu(page: Page, title: str, item: str) -> None:
    page.get_by_role("menuitem", name=title, exact=True).click()
    page.locator(".lm-Menu-itemLabel", has_text=re.compile(f"^{item}$")).click()


def active_cell(page: Page) -> int:
    found = "[...document.querySelectorAll('.jp-Notebook-cell')].findIndex((c) => c.matches('.jp-mod-active'))"
    return int(page.evaluate(found))


def at(stage: Locator, t: int) -> None:
    expect(stage).to_have_attribute("data-t", str(t), timeout=SLOW)


def test_jupyterlab_has_stages_that_talk_and_each_has_its_own_keys(
    opened: Callable[[str], Page], lab: tuple[Program, Path]
) -> None:
    page = open_lab(opened, lab, "stages", STAGES)
    stages, told = page.get_by_test_id("stage"), page.locator(".jp-OutputArea-output pre")
    expect(told.last).to_contain_text("told 3 3 3", timeout=SLOW)
    expect(told.last).to_contain_text("1.0")
    expect(stages).to_have_count(2)
    one, other = stages.first, stages.last
    for stage in (one, other):
        at(stage, 4)
    expect(one.locator(".hand-effect .number")).to_have_count(1)
    reach = one.get_by_role("button", name="How far back", exact=True)
    expect(reach).to_have_attribute("aria-pressed", "true")
    # All of it fits into the width of a cell.
    for stage in (one, other):
        box = "(e) => e.scrollWidth <= e.clientWidth + 1"
        assert stage.evaluate(box)
    # The keys of a stage are its own: JupyterLab would go to another cell, or delete this one.
    one.focus()
    before = active_cell(page)
    for key in ("ArrowRight", "ArrowUp", "d", "d", "x"):
        page.keyboard.press(key)
    for stage in (one, other):
        at(stage, 5)
    assert active_cell(page) == before
    expect(page.locator(".jp-Notebook-cell")).to_have_count(len(STAGES))
    # And those of JupyterLab are not the stage's.
    page.locator(".jp-Notebook-cell").nth(2).locator(".jp-InputPrompt").click()
    page.keyboard.press("ArrowUp")
    assert active_cell(page) == 1
    at(one, 5)
    # What the reader takes back is taken back in Python.
    one.get_by_role("button", name="Take back: forget gate of unit 5").click()
    page.locator(".jp-CodeCell .cm-content").last.click()
    page.keyboard.press("Shift+Enter")
    expect(told.last).to_contain_text("told 4 4 4 ()", timeout=SLOW)
    # The stage has the ground of the notebook.
    page.get_by_role("menuitem", name="Settings", exact=True).click()
    page.locator(".lm-Menu-itemLabel", has_text=re.compile("^Theme$")).click()
    page.locator(".lm-Menu-itemLabel", has_text=re.compile("^JupyterLab Dark$")).click()
    expect(one).to_have_attribute("data-theme", "dark")


def test_jupyterlab_shows_a_stage_as_it_stood_where_python_is_gone(
    opened: Callable[[str], Page], lab: tuple[Program, Path]
) -> None:
    cells = [STAGES[0].removesuffix("a") + "a.t = 2\na"]
    page = open_lab(opened, lab, "again", cells)
    at(page.get_by_test_id("stage"), 3)
    kept = page.frame_locator("iframe[title=rnnviz]").get_by_test_id("stage")
    expect(page.locator("iframe[title=rnnviz]")).to_have_count(0)
    menu(page, "Kernel", "Shut Down Kernel")
    page.keyboard.press("Control+s")
    expect(page.locator(".jp-mod-dirty")).to_have_count(0)
    page.reload()
    at(kept, 3)
    expect(page.get_by_text("model not found")).to_be_hidden()


def test_jupyterlab_shows_a_loop_while_it_runs_and_keeps_it_when_it_is_interrupted(
    opened: Callable[[str], Page], lab: tuple[Program, Path]
) -> None:
    page = open_lab(opened, lab, "loop", LOOP)
    view = page.get_by_test_id("training")
    expect(view).to_have_attribute("data-status", "training", timeout=SLOW)
    expect(view).to_have_attribute("data-step", re.compile(r"^\d{2,}$"), timeout=SLOW)
    expect(view.locator(".probe-letters span")).to_have_count(40)
    menu(page, "Kernel", "Interrupt Kernel")
    kept = page.frame_locator("iframe[title=rnnviz]").get_by_test_id("training")
    expect(kept).to_have_attribute("data-status", "stopped", timeout=SLOW)
    expect(
        page.locator(".jp-OutputArea-output", has_text="KeyboardInterrupt").first
    ).to_be_visible()
    # Without Python it is there, too.
    menu(page, "Kernel", "Shut Down Kernel")
    page.keyboard.press("Control+s")
    expect(page.locator(".jp-mod-dirty")).to_have_count(0)
    page.reload()
    expect(kept).to_have_attribute("data-step", re.compile(r"^\d{2,}$"), timeout=SLOW)


def test_jupyterlab_watches_a_run_and_asks_python_about_it(
    opened: Callable[[str], Page], lab: tuple[Program, Path]
) -> None:
    view = open_lab(opened, lab, "run", RUN).get_by_test_id("training")
    expect(view).to_have_attribute("data-status", "finished", timeout=SLOW)
    expect(view).to_have_attribute("data-step", "60")
    view.locator(".continue-start").fill("想要")
    expect(view.locator(".expected-line").first).to_be_visible()


def test_marimo_has_them_too(opened: Callable[[str], Page], tmp_path: Path) -> None:
    def cell(code: str, needs: str = "", gives: str = "") -> str:
        # In marimo a name belongs to one cell.
        own = code.replace("import rnnviz\n", "").replace(", rnnviz", "") if needs else code
        body = own.replace("\n", "\n    ")
        return f"@app.cell\ndef _({needs}):\n    {body}\n    return {gives}\n"

    loop = "\n".join(LOOP).replace("while True:", "for _ in range(200):")
    notebook = tmp_path / "seen.py"
    cells = [cell(STAGES[0], gives="(rnnviz,)"), cell(loop, "rnnviz"), cell(RUN[0], "rnnviz")]
    source = ["import marimo", "app = marimo.App()", *cells]
    notebook.write_text("\n\n".join(source), "utf-8")
    running = marimo(notebook, tmp_path / "home")
    try:
        page = opened(running.url)
        expect(page.get_by_test_id("run-button").first).to_be_visible(timeout=SLOW)
        stage, training = page.get_by_test_id("stage"), page.get_by_test_id("training")
        insist(lambda: page.keyboard.press("Control+Shift+r"), stage)
        at(stage, 1)
        stage.focus()
        page.keyboard.press("ArrowRight")
        at(stage, 2)
        expect(training).to_have_count(2, timeout=SLOW)
        expect(training.first).to_have_attribute("data-step", "200", timeout=SLOW)
        expect(training.last).to_have_attribute("data-status", "finished", timeout=SLOW)
        training.last.locator(".continue-start").fill("想要")
        expect(training.last.locator(".expected-line").first).to_be_visible()
    finally:
        running.stop()
