"""Trainings in a notebook: a loop of one's own, and runs."""

import base64
import gc
import re
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from playwright.sync_api import expect
from torch.nn.functional import cross_entropy

import rnnviz
from rnnviz import SequenceModel, live
from rnnviz.live.whole import MOST_ROWS, VALIDATION, thinned
from rnnviz.locale import Refusal
from rnnviz.sampling import written
from rnnviz.training import Runs, TrainingConfig
from rnnviz.training.worker import Worker
from tests.notebook.cells import Notebook

TEXT = "she sells sea shells by the sea shore, the shells she sells are sea shells. " * 4
CHARACTERS = sorted(set(TEXT))
T = 8


class Writer(torch.nn.Module):
    def __init__(self, h: int = 6, **options: Any) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.embedding = torch.nn.Embedding(len(CHARACTERS), 5)
        self.gru = torch.nn.GRU(5, h, batch_first=True, **options)
        self.out = torch.nn.Linear(h * (1 + self.gru.bidirectional), len(CHARACTERS))

    def forward(self, k: torch.Tensor) -> torch.Tensor:
        return self.out(self.gru(self.embedding(k))[0])


def numbers(text: str) -> torch.Tensor:
    return torch.tensor([CHARACTERS.index(one) for one in text])


def learn(model: Writer, steps: int, seen: Any) -> list[float]:
    """A loop as anybody writes it; gives its losses."""
    optimizer, data, losses = torch.optim.Adam(model.parameters(), 0.01), numbers(TEXT), []
    for step in range(steps):
        piece = data[step * T : step * T + T + 1]
        loss = cross_entropy(model(piece[None, :-1])[0], piece[1:])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
        seen.step(loss, validation=1.5 if step == 2 else None)
    return losses


def floats_of(sent: dict[str, Any], kind: str) -> np.ndarray:
    return np.frombuffer(base64.b64decode(sent["data"]), dtype=kind).reshape(sent["shape"])


def told(seen: Any) -> dict[str, Any]:
    [found] = seen.widget._told.values()
    return found


def columns(found: dict[str, Any]) -> dict[str, np.ndarray]:
    table = floats_of(found["metrics"], "<f8")
    return dict(zip(live.payload.COLUMNS, table.T, strict=True))


def test_a_loop_of_ones_own_tells_its_losses_states_and_reach_as_torch_has_them() -> None:
    model = Writer()
    with rnnviz.watching(
        model, CHARACTERS, text=TEXT, probe="sea shore", steps=5, sequence_length=T
    ) as seen:
        losses = learn(model, 5, seen)
    found, rows = told(seen), columns(told(seen))
    np.testing.assert_array_equal(rows["step"], range(1, 6))
    np.testing.assert_allclose(rows["loss"], losses, rtol=1e-5)
    np.testing.assert_array_equal(rows["validation"], [np.nan, np.nan, 1.5, np.nan, np.nan])
    assert (seen.widget.step, seen.widget.status) == (5, "finished")
    # The hidden states and the predictions of the probe are those of the module as it is now.
    read = numbers("sea shore")[None]
    with torch.no_grad():
        H = model.gru(model.embedding(read))[0][0]
        p = model(read)[0].softmax(-1)
    np.testing.assert_allclose(floats_of(found["probe"]["H"], "<f4"), H, atol=1e-6)
    shown = [one["p_target"] for one in found["probe"]["predictions"][:-1]]
    np.testing.assert_allclose(shown, p[range(8), read[0, 1:]], rtol=1e-5)
    # What arrives of the gradient, by autograd on the same four pieces.
    length = 2 * T + 1
    starts = np.linspace(0, len(TEXT) - 1 - length, 4).astype(int)
    norms = []
    for start in starts:
        piece, states = numbers(TEXT[start : start + length + 1]), []
        state = torch.zeros(1, 1, 6)
        for k in piece[:-1]:
            state = model.gru(model.embedding(k)[None, None], state)[1]
            state.retain_grad()
            states.append(state)
        cross_entropy(model.out(states[-1][0]), piece[-1:]).backward()
        norms.append([float(one.grad.norm()) for one in reversed(states)])
    expected = np.mean(norms, axis=0)
    last = found["reach"][-1]
    distances = [d for d in found["distances"] if d < length]
    np.testing.assert_allclose(last["norms"][: len(distances)], expected[distances], rtol=1e-3)
    assert last["norms"][len(distances) :] == [None] * (len(last["norms"]) - len(distances))
    assert set(found["samples"][-1]["text"]) <= set(CHARACTERS)
    assert found["cell"] == "GRU"


Losses = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]


def right(logits: torch.Tensor, piece: torch.Tensor) -> torch.Tensor:
    return cross_entropy(logits, piece[1:])


def not_shifted(logits: torch.Tensor, piece: torch.Tensor) -> torch.Tensor:
    return cross_entropy(logits, piece[:-1])


def softmax_twice(logits: torch.Tensor, piece: torch.Tensor) -> torch.Tensor:
    return cross_entropy(logits.softmax(-1), piece[1:])


def summed(logits: torch.Tensor, piece: torch.Tensor) -> torch.Tensor:
    return cross_entropy(logits, piece[1:], reduction="sum")


def with_dropout(logits: torch.Tensor, piece: torch.Tensor) -> torch.Tensor:
    return right(torch.nn.functional.dropout(logits, 0.3), piece)


@pytest.mark.parametrize(
    ("loss_of", "differs"),
    [
        (right, False),
        (with_dropout, False),
        (not_shifted, True),
        (softmax_twice, True),
        (summed, True),
    ],
)
def test_a_loss_that_is_not_the_network_s_own_is_said_so(loss_of: Losses, differs: bool) -> None:
    model, data = Writer(h=32), numbers(TEXT)
    optimizer = torch.optim.Adam(model.parameters(), 0.03)
    losses = []
    with rnnviz.watching(model, CHARACTERS, text=TEXT, sequence_length=T) as seen:
        for step in range(150):
            start = 7 * step % (len(TEXT) - T - 1)
            piece = data[start : start + T + 1]
            loss = loss_of(model(piece[None, :-1])[0], piece)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(float(loss.detach()))
            seen.step(loss)
    own = told(seen)["own"]
    assert own["differs"] == differs
    assert own["reported"] == pytest.approx(np.mean(losses[-20:]), rel=1e-4)
    # Read again by torch, on pieces of a batch's steps.
    starts = np.linspace(0, len(TEXT) - 1 - T, 64).astype(int)
    with torch.no_grad():
        again = [
            right(model(piece[None, :-1])[0], piece)
            for piece in (data[start : start + T + 1] for start in starts)
        ]
    assert own["loss"] == pytest.approx(np.mean(again), rel=1e-3)


def test_nothing_is_said_of_few_losses_and_of_a_text_that_is_not_known() -> None:
    for text, steps in ((TEXT, 19), ("", 30)):
        with rnnviz.watching(Writer(), CHARACTERS, text=text, sequence_length=T) as seen:
            learn(Writer(), steps, seen)
        assert told(seen)["own"] == {"loss": None, "reported": None, "differs": False}


@pytest.mark.parametrize(
    ("error", "status"), [(KeyboardInterrupt(), "stopped"), (ZeroDivisionError("by 0"), "failed")]
)
def test_an_interrupted_loop_is_shown_as_it_stood(error: BaseException, status: str) -> None:
    model = Writer()
    seen = rnnviz.watching(model, CHARACTERS, text=TEXT)

    def break_off() -> None:
        with seen:
            learn(model, 3, seen)
            raise error

    with pytest.raises(type(error)):
        break_off()
    assert (seen.widget.status, seen.widget.step) == (status, 3)
    assert len(columns(told(seen))["step"]) == 3
    assert ("ZeroDivisionError: by 0" in told(seen)["message"]) == (status == "failed")
    assert "<title>rnnviz</title>" in seen.html()
    # It may go on where it was.
    with seen:
        learn(model, 2, seen)
    assert (seen.widget.status, seen.widget.step) == ("finished", 5)


def test_what_goes_wrong_beside_a_loop_does_not_end_it() -> None:
    model = Writer()
    with rnnviz.watching(model, CHARACTERS, text=TEXT) as seen:
        model.out.weight.data[:] = torch.nan
        seen.step(torch.tensor(1.0))
        seen.step(torch.tensor(torch.inf))
    assert told(seen)["message"]
    np.testing.assert_array_equal(columns(told(seen))["loss"], [1.0, np.nan])


def step_of_a_graph(model: Writer, seen: Any) -> weakref.ref:
    """A step is told its loss; what is returned is alive as long as the graph of that loss."""
    held = set("a graph")
    loss = model(numbers("she")[None]).sum()
    loss.grad_fn.register_hook(lambda *_gradients: held.clear())
    seen.step(loss)
    return weakref.ref(held)


def test_a_loop_keeps_no_graph_and_refuses_a_loss_that_is_no_number() -> None:
    model = Writer()
    with rnnviz.watching(model) as seen:
        with pytest.raises(Refusal, match=r"The loss is Tensor \(2,\); it must be one number"):
            seen.step(torch.ones(2))
        # The first loss is read at once, the second when it is told.
        graphs = [step_of_a_graph(model, seen) for _ in range(2)]
        gc.collect()
        assert [graph() for graph in graphs] == [None, None]
    assert "characters" in seen.widget._lacks["states"]


def test_a_model_in_two_directions_is_watched_without_its_writing() -> None:
    model = Writer(bidirectional=True)
    with rnnviz.watching(model, CHARACTERS, text=TEXT) as seen:
        learn(model, 2, seen)
    assert told(seen)["samples"] == told(seen)["reach"] == []
    assert told(seen)["probe"]["H"]["shape"][1] == 12
    assert seen.widget._lacks["samples"]


def test_layers_write_too() -> None:
    model = Writer(num_layers=2)
    with rnnviz.watching(model, CHARACTERS, text=TEXT) as seen:
        learn(model, 2, seen)
    assert told(seen)["cell"] == "2 GRU"
    # At temperature 0 each character is the likeliest after all that it has read.
    model, text = seen._loop._now(), written(seen._loop._now(), 12, 0, 0, "she")
    for k in range(12):
        after = model.trace("she" + text[:k])["Y_hat"][-1, 0]
        assert model.vocabulary[int(after.argmax())] == text[k]


def test_a_long_training_is_told_by_few_rows_among_them_the_last_and_the_validated() -> None:
    rows = np.full((10 * MOST_ROWS, len(live.payload.COLUMNS)), np.nan)
    rows[:, 0] = np.arange(len(rows))
    rows[::997, VALIDATION] = 1
    found = thinned(rows)
    assert MOST_ROWS / 3 < len(found) <= MOST_ROWS
    assert found[-1, 0] == len(rows) - 1
    assert {*range(0, len(rows), 997)} <= {*found[:, 0].astype(int)}
    rows[:, VALIDATION] = 1
    assert len(thinned(rows)) <= MOST_ROWS


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Runs:
    return Runs(tmp_path_factory.mktemp("runs"))


@pytest.fixture(scope="module")
def run(runs: Runs) -> str:
    """A paused run of 12 of 20 steps."""
    config = TrainingConfig(corpus="own", hidden_size=8, batch_size=2, sequence_length=T, steps=20)
    run = runs.start(config, TEXT, until=12)
    Worker(runs.folder).work_off(threading.Event())
    return run


def test_a_run_is_watched_steered_and_asked(runs: Runs, run: str) -> None:
    w = rnnviz.watch(run, runs)
    assert (w.status, w.step) == ("paused", 12)
    seen = runs.read(run)
    np.testing.assert_allclose(columns(w._told[run])["loss"], seen.metrics["loss"], rtol=1e-5)
    answers: list[dict[str, Any]] = []
    w.send = answers.append
    ask = {"to": 3, "view": 7, "run": run}
    w._hear(
        w, ask | {"what": "moment", "query": {"step": "8", "temperature": 0, "probe": "she"}}, []
    )
    assert answers[-1]["told"] == live.moment(runs, run, 8, 0, "she")
    w._hear(
        w,
        ask | {"what": "next", "query": {"step": 9, "text": "she", "temperature": 1, "seed": 0}},
        [],
    )
    assert "There is no checkpoint of step 9" in answers[-1]["refused"]
    for wrong in ({}, {"to": 3}, ask | {"run": "other", "what": "stop"}, ask | {"what": "nothing"}):
        w._hear(w, wrong, [])
    assert runs.status(run) == "paused"
    w._hear(w, ask | {"what": "go_on"}, [])
    Worker(runs.folder).work_off(threading.Event())
    w.look()
    assert (w.status, w.step) == ("finished", 20)
    w.close()
    with pytest.raises(Refusal, match="There is no such run"):
        rnnviz.watch("0" * 16, runs)


def test_a_training_is_seen_while_python_is_busy_and_stays_as_a_file(
    notebook: Callable[..., Notebook], runs: Runs, run: str, tmp_path: Path
) -> None:
    cells = notebook(locale="zh-CN")
    model = Writer()
    # Nobody says how many steps there will be.
    seen = rnnviz.watching(model, CHARACTERS, text=TEXT, sequence_length=T, language="en")
    cells.show(seen.widget)
    view = cells.page.get_by_test_id("training")
    with seen:
        cells.deliver()
        expect(view).to_have_attribute("data-status", "training")
        learn(model, 4, seen)
        seen._tell()
        cells.deliver()
        expect(view).to_have_attribute("data-step", "4")
        expect(view.locator(".probe-letters span")).to_have_count(40)
        # The colours are those of the page, although the view was made before it came there.
        first = "(c) => Math.max(...c.getContext('2d').getImageData(0, 0, 1, 1).data.slice(0, 3))"
        assert view.locator(".probe-frame canvas").evaluate(first) > 80
        expect(view.locator(".reach-line.now")).to_have_count(1)
        expect(view.locator(".where-now")).to_have_text("step 4")
        learn(model, 4, seen)
    cells.deliver()
    expect(view).to_have_attribute("data-status", "finished")
    # Nothing here begins, steps or resets it, and its keys are the notebook's.
    expect(view.locator(".live-bar .act:visible")).to_have_count(0)
    page = cells.page
    assert page.evaluate("document.activeElement === document.body")
    # A second view, which opens later, has all of it; a run beside it answers what is asked.
    w = rnnviz.watch(run, runs)
    # In a notebook that has become dark, it is drawn where it stands already.
    page.evaluate("document.body.style.color = '#ddd'")
    for widget in (seen.widget, w):
        cells.show(widget, early=True)
    expect(view).to_have_count(3)
    expect(view.nth(1)).to_have_attribute("data-theme", "dark")
    expect(view.nth(1)).to_have_attribute("data-step", "8")
    expect(view.nth(2)).to_have_attribute("data-status", re.compile("paused|finished"))
    asked = view.nth(2)
    # It speaks the reader's language.
    assert w.language == "zh-Hans"
    asked.locator(".continue-start").fill("she sell")
    cells.until(lambda: asked.locator(".expected-line").count() > 0)
    # The file needs neither Python nor a network.
    file = tmp_path / "training.html"
    file.write_text(seen.html(), "utf-8")
    page.goto(file.as_uri())
    expect(view).to_have_attribute("data-step", "8")
    expect(view.locator(".curves-picture .curve-line.training")).to_have_count(1)


def test_a_model_is_read_anew_without_being_run() -> None:
    model = Writer()
    calls = []
    seen = rnnviz.watching(model, CHARACTERS, text=TEXT)
    model.register_forward_hook(lambda *_: calls.append(1))
    model.gru.eval()
    with seen:
        seen.step(1.0)
    assert calls == []
    assert model.training
    assert not model.gru.training
    assert isinstance(seen._loop._now(), SequenceModel)
