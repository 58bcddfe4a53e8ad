"""The stage in a notebook: what Python sets and what a reader does are the same traits."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import traitlets
from playwright.sync_api import Page, expect

import rnnviz
from rnnviz import GRU, LSTM, Hold, SequenceModel, compare
from rnnviz.address.changes import Change
from rnnviz.address.link import VIEWS
from rnnviz.notebook.module import fonts
from tests.browser.stage import TEXT, press, trace_of
from tests.notebook.cells import Notebook


def test_the_stage_goes_where_python_sends_it_and_says_where_the_reader_goes(
    notebook: Callable[..., Notebook],
) -> None:
    cells = notebook()
    w = rnnviz.widget(trace_of(), t=3)
    heard = []
    w.observe(lambda change: heard.append(change.new), "t")
    cells.show(w)
    stage = cells.page.get_by_test_id("stage")
    expect(stage).to_have_attribute("data-t", "4")
    expect(stage).to_have_attribute("data-phase", "predict")
    w.t, w.phase, w.unit, w.view = 1, "forget", 4, "sum"
    cells.deliver()
    expect(stage).to_have_attribute("data-t", "2")
    expect(stage).to_have_attribute("data-phase", "forget")
    stage.focus()
    press(cells.page, "ArrowRight", "ArrowRight", "ArrowDown")
    cells.until(lambda: (w.t, w.phase) == (3, "output"))
    assert (w.unit, w.view, w.way) == (4, "sum", "forward")
    assert heard[0] == 1
    assert heard[-1] == 3
    # The gradients walk from the last step to the first.
    press(cells.page, "y")
    cells.until(lambda: w.way == "back")
    w.losses, w.view = [2], "reach"
    cells.deliver()
    tab = stage.get_by_role("button", name="How far back", exact=True)
    expect(tab).to_have_attribute("aria-pressed", "true")
    assert (w.losses, w.view) == ([2], "reach")


def test_the_river_is_shown_to_python_and_by_it(notebook: Callable[..., Notebook]) -> None:
    cells = notebook()
    w = rnnviz.widget(trace_of(), t=3)
    cells.show(w)
    stage = cells.page.get_by_test_id("stage")
    expect(stage.locator(".cell.panel")).to_be_visible()
    w.face = "river"
    cells.deliver()
    expect(stage.locator(".river-layer")).to_have_count(4)
    assert 'face": "river"' in w.html().replace('":"', '": "')
    stage.focus()
    press(cells.page, "ArrowRight")
    cells.until(lambda: (w.t, w.face) == (4, "river"))
    press(cells.page, "ArrowDown")
    cells.until(lambda: (w.face, w.phase) == ("", "input"))
    expect(stage.locator(".cell.panel")).to_be_visible()
    # Networks beside each other have none, and the stage says so.
    both = rnnviz.widget([trace_of(), trace_of(hidden_size=4)], face="river")
    cells.show(both)
    cells.until(lambda: both.face == "")


def test_what_is_held_here_is_held_there_and_python_computes_what_follows(
    notebook: Callable[..., Notebook],
) -> None:
    cells = notebook()
    trace = trace_of()
    w = rnnviz.widget(trace)
    cells.show(w)
    assert w.trace is trace
    hold = Hold("F", 1.0, units=[4], steps=range(1, 5))
    w.holds = [hold]
    cells.deliver()
    losses = cells.page.locator(".hand-effect .number")
    assert trace.model is not None
    held = trace.model.trace(TEXT[:-1], targets=TEXT[1:], holds=[hold])
    shown = [float(number) for number in str(losses.get_attribute("data-full")).split(" → ")]
    np.testing.assert_allclose(shown, [trace["loss"].mean(), held["loss"].mean()], rtol=1e-12)
    np.testing.assert_array_equal(w.trace["C"], held["C"])
    assert compare(trace, w.trace).first == compare(trace, held).first
    # What the reader takes back, or holds, is so here; a change of another kind stays when holds are set.
    w.changes = [*w.changes, Change("initial", "H", (2,), value=0.5)]
    cells.deliver()
    cells.page.get_by_role("button", name="Take back: forget gate of unit 5").click()
    cells.until(lambda: w.holds == ())
    assert [one.kind for one in w.changes] == ["initial"]
    cells.page.get_by_role("button", name="Undo (Ctrl+Z)").click()
    cells.until(lambda: w.holds == (hold,))
    w.holds = [Hold("O", 0.0)]
    assert [one.kind for one in w.changes] == ["initial", "hold"]


def test_widgets_are_linked_and_each_has_its_own_keys(notebook: Callable[..., Notebook]) -> None:
    cells = notebook()
    one, other = rnnviz.widget(trace_of()), rnnviz.widget(trace_of(GRU))
    traitlets.link((one, "t"), (other, "t"))
    for w in (one, other):
        cells.show(w)
    first, second = cells.page.get_by_test_id("stage").all()
    # Nothing took the focus, and the keys that nothing has stay the notebook's.
    press(cells.page, "ArrowRight", "f")
    expect(first).to_have_attribute("data-t", "1")
    second.focus()
    press(cells.page, "ArrowRight", "ArrowRight")
    cells.until(lambda: one.t == 2)
    cells.deliver()
    for stage in (first, second):
        expect(stage).to_have_attribute("data-t", "3")
    cells.page.evaluate("ends[0]()")
    expect(cells.page.get_by_test_id("stage")).to_have_count(1)
    one.t = 0
    cells.deliver()
    expect(cells.page.get_by_test_id("stage")).to_have_attribute("data-t", "1")


def test_the_stage_speaks_the_readers_language_on_the_notebooks_ground(
    notebook: Callable[..., Notebook],
) -> None:
    cells = notebook(locale="zh-CN", ink="oklch(0.95 0 0)", paper="#111")
    w, english = rnnviz.widget(trace_of(), t=2), rnnviz.widget(trace_of(), language="en")
    cells.show(w)
    cells.show(english, early=True)
    stages = cells.page.get_by_test_id("stage")
    expect(stages.first).to_have_attribute("aria-label", w._scene["strings"]["stage"])
    assert w._scene["language"] == "zh-Hans"
    expect(stages.first).to_have_attribute("data-t", "3")
    for stage in stages.all():
        expect(stage).to_have_attribute("data-theme", "dark")
    assert english._scene["language"] == "en"
    # Chinese has its own quotation marks, and so has Taiwan its own forms of characters.
    assert (w._css, english._css) == (fonts("zh-Hans"), fonts("en"))
    assert rnnviz.widget(trace_of(), language="zh-Hant")._css == fonts("zh-Hant")
    spoken = "(stages) => stages.map((stage) => stage.closest('[lang]').lang)"
    assert stages.evaluate_all(spoken) == ["zh-Hans", "en"]
    cells.page.evaluate("document.body.style.color = '#222'")
    expect(stages.first).to_have_attribute("data-theme", "light")


def test_a_trait_that_does_not_fit_says_what_does() -> None:
    w = rnnviz.widget([trace_of(), trace_of(hidden_size=4)])
    steps, units = len(TEXT) - 1, 8
    wrong = {
        "t": (steps, f"t is {steps}; it must be from 0 to {steps - 1}"),
        "unit": (units, f"unit is {units}; it must be from 0 to {units - 1}"),
        "track": (2, "track is 2; it must be from 0 to 1"),
        "phase": ("F", "phase is 'F'; on the way forward there are input, forget"),
        "losses": ([steps], f"losses has {steps}; steps are from 0 to {steps - 1}"),
        "view": ("loss", "reach"),
        "face": ("cell", "river"),
        "holds": ([Hold("F", 1.0, units=[8])], "units run from 0 to 7 here"),
        "changes": ([Change("weight", "W_hf", row=9)], r"W_hf\.10\.1=0 fits nothing here"),
    }
    for name, (value, sentence) in wrong.items():
        before = getattr(w, name)
        with pytest.raises(traitlets.TraitError, match=sentence):
            setattr(w, name, value)
        assert getattr(w, name) == before
    with pytest.raises(TypeError, match="A widget has no 'units'; it takes t, phase, unit"):
        rnnviz.widget(trace_of(), units=3)


@pytest.mark.parametrize(
    "told",
    [{"track": 10**30}, {"t": 1, "track": -1}, {"phase": "H", "track": 2}, {"t": 10**30}],
)
def test_a_message_that_does_not_fit_changes_nothing(told: dict[str, Any]) -> None:
    w = rnnviz.widget(trace_of())
    before = {name: getattr(w, name) for name in ("t", "phase", "unit", "track")}
    with pytest.raises(traitlets.TraitError, match=r"is \S+; it must be from 0 to"):
        w.set_state(told)
    assert {name: getattr(w, name) for name in before} == before
    np.testing.assert_array_equal(w.trace["H"], w.originals[0]["H"])


def test_holds_are_those_of_the_focused_trace() -> None:
    traces = [trace_of(), trace_of(hidden_size=4)]
    w = rnnviz.widget(traces, unit=7)
    w.holds = [Hold("F", 0.25, steps=[0, 1, 3])]
    assert [one.steps for one in w.holds] == [(0, 1), (3,)]
    w.track = 1
    assert w.holds == ()
    assert w.unit == 3
    w.holds = [Hold("O", 0.5)]
    assert [one.track for one in w.changes] == [0, 0, 1]
    assert w.trace is w.traces[1]
    np.testing.assert_array_equal(w.trace["O"], 0.5)
    np.testing.assert_array_equal(w.traces[0]["F"][[0, 1, 3]], 0.25)
    assert w.originals[0] is traces[0]


def test_a_trace_without_gradients_or_with_too_many_weights_says_so() -> None:
    plain = rnnviz.widget(LSTM.random(1, 6, seed=0).run(np.ones((4, 1, 1))))
    with pytest.raises(traitlets.TraitError, match="has no gradients"):
        plain.way = "back"
    many = "".join(map(chr, range(0x4E00, 0x5800)))
    model = SequenceModel.random(LSTM, rnnviz.Vocabulary(many), 20, seed=0)
    large = rnnviz.widget(model.trace(many[:4], targets=many[1:5]))
    with pytest.raises(traitlets.TraitError, match="too many weights to be changed by hand"):
        large.holds = [Hold("F", 1.0)]
    assert large.holds == ()


def test_every_view_of_the_stage_is_one_of_the_widgets() -> None:
    assert rnnviz.widget(trace_of()).traits()["view"].values == VIEWS


# The outputs of a cell, as JupyterLab shows them: the widget's, then the one below it.
OUTPUTS = """<!doctype html><meta charset=utf-8><body>
<div class="jp-OutputArea-child"><div id="widget">Loading widget...</div></div>
<div class="jp-OutputArea-child"><div>{below}</div></div>"""


def test_a_widget_that_is_opened_again_without_python_is_a_stage_as_it_stood(
    new_page: Callable[..., Page], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shown: list[dict[str, Any]] = []
    monkeypatch.setattr("IPython.display.display", lambda data, **_: shown.append(data))
    monkeypatch.setattr("rnnviz.notebook.stage.is_notebook", lambda: True)
    w = rnnviz.widget(trace_of(GRU), t=2, unit=1, view="reach")
    w.holds = [Hold("Z", 0.25, units=[1])]
    w._ipython_display_()
    bundle, below = shown
    assert bundle["application/vnd.jupyter.widget-view+json"]["model_id"] == w.model_id
    file = tmp_path / "notebook.html"
    file.write_text(OUTPUTS.format(below=below["text/html"]), "utf-8")
    page = new_page()
    page.goto(file.as_uri())
    outputs, frame = page.locator(".jp-OutputArea-child"), page.locator("iframe")
    expect(outputs.last).to_be_hidden()
    # What JupyterLab says of a widget that is not there.
    page.evaluate(
        "widget.textContent = 'Error displaying widget: model not found'; widget.className = 'jupyter-widgets'"
    )
    expect(outputs.first).to_be_hidden()
    expect(frame).to_have_count(1)
    kept = page.frame_locator("iframe").get_by_test_id("stage")
    expect(kept).to_have_attribute("data-t", "3")
    expect(kept.locator(".hand-words")).to_have_text(re.compile(r"Z\[2\] held at 0\.25"))


def test_a_widget_that_is_there_is_not_shown_twice(
    new_page: Callable[..., Page], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shown: list[dict[str, Any]] = []
    monkeypatch.setattr("IPython.display.display", lambda data, **_: shown.append(data))
    monkeypatch.setattr("rnnviz.notebook.stage.is_notebook", lambda: True)
    rnnviz.widget(trace_of(GRU))._ipython_display_()
    file = tmp_path / "notebook.html"
    file.write_text(OUTPUTS.format(below=shown[1]["text/html"]), "utf-8")
    page = new_page()
    page.goto(file.as_uri())
    outputs = page.locator(".jp-OutputArea-child")
    page.evaluate(
        """widget.className = "jupyter-widgets";
        widget.innerHTML = "<div data-lm-suppress-shortcuts=true>a stage</div>" """
    )
    expect(outputs.first).to_be_visible()
    expect(outputs.last).to_be_hidden()
    expect(page.locator("iframe")).to_have_count(0)
