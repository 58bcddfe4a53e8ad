"""A step that is seen to happen: films over what is painted, which the next key ends."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Page, expect

from rnnviz import GRU, LSTM, MLP, RNN, SLSTM, Bidirectional, PeepholeLSTM, Stacked, Trace
from rnnviz.cells.description import Diagram
from rnnviz.model import phase_keys
from rnnviz.stage.backward import diagrams
from tests.browser.stage import at, open_at, press, settled, stage, trace_of
from tests.browser.test_hall import follow, room_of
from tests.serving import Server

# A key and, before any frame, what it has begun: all that moves, stopped where it begins.
FILM = """(stage, { key, repeat }) => {
  const options = { key, repeat, bubbles: true, composed: true, cancelable: true }
  stage.dispatchEvent(new KeyboardEvent("keydown", options))
  window.film = stage.getAnimations({ subtree: true })
  for (const one of window.film) one.pause()
  return window.film.map(({ effect }) => ({
    duration: effect.getTiming().duration,
    direction: effect.getTiming().direction,
    fill: effect.getTiming().fill,
    kind: effect.target.getAttribute("class") ?? effect.target.localName,
    text: effect.target.dataset.sign,
    moved: [...new Set(effect.getKeyframes().flatMap(Object.keys))],
  }))
}"""
SEEK = "(_, ms) => { for (const one of window.film) one.currentTime = ms }"
FINISH = "() => { for (const one of window.film) one.finish() }"
WHERE = """stage => [...stage.querySelectorAll(".film > *")].map((one) => {
  const { x, y } = one.getBoundingClientRect()
  return [x, y]
})"""
# What a keyframe has besides what moves.
TIMING = {"offset", "computedOffset", "easing", "composite"}
MOVES = {"transform", "opacity"}


def film(page: Page, key: str, repeat: bool = False) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = stage(page).evaluate(FILM, {"key": key, "repeat": repeat})
    return found


def texts(moves: list[dict[str, Any]], kind: str) -> list[str]:
    return [one["text"] for one in moves if f"is-{kind}" in one["kind"]]


def ended(page: Page) -> None:
    page.evaluate(FINISH)
    expect(page.locator(".film")).to_have_count(0)


def html(page: Page) -> str:
    return str(stage(page).evaluate("stage => stage.outerHTML"))


def assert_alike(page: Page, other: Page) -> None:
    """Both show the same, once the strips have their names, but for how edges and letters are smoothed."""
    for _ in range(200):
        if html(page) == html(other):
            break
        page.wait_for_timeout(50)
    assert html(page) == html(other)
    pictures = [Image.open(BytesIO(one.screenshot())).convert("RGB") for one in (page, other)]
    assert max(high for _, high in ImageChops.difference(*pictures).getextrema()) < 40


@pytest.mark.parametrize(
    ("place", "key", "kinds"),
    [
        pytest.param(
            {"t": 2, "phase": "candidate"}, "ArrowDown", {"is-number", "is-dot"}, id="gates"
        ),
        pytest.param({"t": 2}, "ArrowDown", {"is-letter", "is-dot"}, id="letter"),
        pytest.param(
            {"t": 2, "phase": "logits"}, "ArrowDown", {"is-answer", "is-letter"}, id="prediction"
        ),
        pytest.param({"t": 2}, "ArrowRight", {"is-letter", "is-answer"}, id="whole step"),
        pytest.param({"t": 3, "phase": "memory"}, "ArrowUp", {"is-number"}, id="undone"),
        pytest.param(
            {"t": 3, "way": "back", "phase": "to-X"}, "ArrowDown", {"is-dot"}, id="backwards"
        ),
        pytest.param(
            {"t": 2, "face": "river"}, "ArrowRight", {"is-letter", "river-cover"}, id="river"
        ),
    ],
)
def test_a_step_moves_and_comes_to_what_is_painted_without_motion(
    opened: Callable[..., Page], place: dict[str, Any], key: str, kinds: set[str]
) -> None:
    still = opened(trace_of(), place=place, reduced_motion="reduce")
    assert film(still, key) == []

    page = opened(trace_of(), place=place, reduced_motion="no-preference")
    moves = film(page, key)
    seen = {
        kind
        for move in moves
        for kind in move["kind"].split()
        if kind.startswith(("is-", "river-"))
    }
    assert kinds <= seen
    # The cells of strips take on their new colours.
    assert any(move["kind"] == "strips" for move in moves) == ("face" not in place)
    for move in moves:
        assert move["duration"] < 400
        assert move["fill"] in ("none", "auto")
        assert set(move["moved"]) - TIMING <= MOVES
    page.evaluate("() => window.film.map((one) => (one.currentTime = 60))")
    begun = stage(page).evaluate(WHERE)
    page.evaluate("() => window.film.map((one) => (one.currentTime = 160))")
    assert stage(page).evaluate(WHERE) != begun
    ended(page)
    assert_alike(page, still)


def test_the_next_key_or_a_pointer_ends_what_the_key_before_has_begun(
    opened: Callable[..., Page],
) -> None:
    page = opened(trace_of(), place={"t": 2}, reduced_motion="no-preference")
    running = "() => window.first.map(({ playState }) => playState)"
    for end in ("ArrowDown", "i", "pointer"):
        first = film(page, "ArrowRight" if end == "ArrowDown" else "ArrowLeft")
        assert first
        page.evaluate("window.first = window.film")
        if end == "pointer":
            page.mouse.move(600, 400)
            page.mouse.down()
            page.mouse.up()
        else:
            second = film(page, end)
            assert bool(second) == (end == "ArrowDown")
        assert set(page.evaluate(running)) == {"idle"}
        if end == "ArrowDown":
            # Only what the second key has begun moves, over panels that have one film each.
            assert page.locator(".film").count() == page.evaluate(
                "new Set(window.film.map(({ effect }) => effect.target.closest('.film')).filter(Boolean)).size"
            )
        else:
            expect(page.locator(".film")).to_have_count(0)
        press(page, "Escape", "ArrowRight")


def test_nothing_moves_for_a_key_that_is_held_a_jump_or_what_is_no_step(
    opened: Callable[..., Page],
) -> None:
    page = opened(trace_of(), place={"t": 2}, reduced_motion="no-preference")
    assert film(page, "ArrowRight") != []
    assert film(page, "ArrowRight", repeat=True) == []
    at(page, 4)
    for key in ("Home", "End", "]", "'", "n"):
        assert film(page, key) == [], key
    press(page, "Home")
    page.get_by_role("button", name="Go to time step 2").click(force=True)
    at(page, 2)
    assert stage(page).evaluate("stage => stage.getAnimations({ subtree: true }).length") == 0


CELLS = [
    pytest.param(lambda: trace_of(RNN), id="RNN"),
    pytest.param(lambda: trace_of(MLP), id="MLP"),
    pytest.param(lambda: trace_of(GRU), id="GRU"),
    pytest.param(lambda: trace_of(LSTM), id="LSTM"),
    pytest.param(lambda: trace_of(PeepholeLSTM), id="peepholes"),
    pytest.param(lambda: trace_of(SLSTM), id="sLSTM"),
    pytest.param(lambda: trace_of(Bidirectional, of=GRU), id="two directions"),
    pytest.param(lambda: trace_of(Stacked, hidden_size=(4, 4), of=LSTM), id="stacked"),
]


def wires_into(drawn: list[Diagram], phase: str) -> int:
    """How many wires a phase has, in the diagram that draws it."""
    return sum(
        next(node for node in one.nodes if node.key == edge.target).phase == phase
        for one in drawn
        for edge in one.edges
    )


def handed_on(trace: Trace, by: int) -> list[str]:
    """The states that go to the next step, to the right with 1 and to the left with −1."""
    reversed_ = {one.name: one.reversed for one in trace.cell.description.quantities}
    rows = trace.cell.rows if trace.cell.states else ()
    return [row for row in rows if by == (-1 if reversed_[row] else 1)]


@pytest.mark.parametrize("trace", CELLS)
def test_what_moves_in_a_phase_is_what_the_cells_tree_says(
    opened: Callable[..., Page], trace: Callable[[], Trace]
) -> None:
    read = trace()
    model = read.model
    assert model is not None
    drawn = diagrams(read.cell.description, model)
    page = opened(
        read, place={"t": 2, "phase": phase_keys(read.cell)[0]}, reduced_motion="no-preference"
    )
    for _ in (*phase_keys(read.cell), "input"):
        before = int(stage(page).get_attribute("data-t") or 0)
        moves = film(page, "ArrowDown")
        t, phase = (stage(page).get_attribute(f"data-{name}") for name in ("t", "phase"))
        by = int(t or 0) - before
        signs = texts(moves, "dot") + texts(moves, "number")
        assert len(signs) == wires_into(drawn, str(phase)), phase
        # The states of the direction in which the step lies go along, and its letter falls in.
        handed = [move for move in moves if move["kind"] == "canvas"]
        assert len(handed) == len(handed_on(read, by))
        is_said = phase == "predict"
        assert len(texts(moves, "letter")) == (by != 0) + is_said
        best = model.labels[int(np.argmax(read["Y_hat"][before + by - 1, 0]))]
        assert texts(moves, "answer") == ([best] if is_said else [])


@pytest.mark.parametrize(
    "place", [{"t": 2, "phase": "input"}, {"t": 2, "phase": "input", "cover": 2}]
)
def test_a_wire_whose_number_is_not_computed_yet_shows_nothing_of_it(
    opened: Callable[..., Page], place: dict[str, Any]
) -> None:
    page = opened(trace_of(), place=place)
    widths = "wires => wires.map((one) => one.style.strokeWidth)"
    waiting = page.locator(".diagram .wire.ghost[style]").evaluate_all(widths)
    reached = page.locator(".diagram .wire:not(.ghost)[style]").evaluate_all(widths)
    assert len(waiting) > 5
    assert set(waiting) == {min(waiting, key=lambda one: float(one.removesuffix("px")))}
    assert set(reached) - set(waiting)


def test_no_film_gives_away_what_the_stage_asks(opened: Callable[..., Page]) -> None:
    trace = trace_of()
    page = opened(trace, place={"t": 2, "phase": "input"}, reduced_motion="no-preference")
    press(page, "q")
    expect(stage(page)).to_have_attribute("data-asks", "")
    asked = 0
    for key in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"):
        moves = film(page, key)
        t = int(stage(page).get_attribute("data-t") or 0)
        if stage(page).get_attribute("data-asks") is None:
            continue
        asked += 1
        assert texts(moves, "answer") == texts(moves, "number") == [], key
        # Of the letters only what has been read already.
        assert set(texts(moves, "letter")) <= set(trace.inputs[:t]), key
    assert asked > 1


def test_a_class_sees_a_single_step_happen_as_its_lecturer_does(
    server: Server, new_page: Callable[..., Page]
) -> None:
    lecturer, student = (new_page(reduced_motion="no-preference") for _ in range(2))
    open_at(lecturer, server, cell="lstm", t="1")
    settled(lecturer)
    follow(room_of(lecturer), student)
    student.evaluate(
        """() => {
          window.begun = 0
          const animate = Element.prototype.animate
          Element.prototype.animate = function (...how) {
            window.begun += this.matches(".stage .film-sign.is-letter")
            return animate.apply(this, how)
          }
        }"""
    )
    press(lecturer, "ArrowRight")
    at(student, 2)
    # The letter that is read, and the one that the prediction meets.
    assert student.evaluate("window.begun") == 2
    press(lecturer, "End")
    at(student, 5)
    assert student.evaluate("window.begun") == 2


@pytest.mark.parametrize(("speed", "longest"), [("1", 380), ("4", 225)])
def test_while_it_plays_a_film_is_over_before_the_next_phase(
    opened: Callable[..., Page], speed: str, longest: int
) -> None:
    page = opened(trace_of(), place={"t": 2, "phase": "input"}, reduced_motion="no-preference")
    page.get_by_label("Speed of playing").select_option(speed)
    press(page, "Space")
    durations = stage(page).evaluate_handle(
        """async (stage) => {
          const frame = () => new Promise(requestAnimationFrame)
          let all = []
          while (all.length === 0) {
            await frame()
            all = stage.getAnimations({ subtree: true })
          }
          return [...new Set(all.map(({ effect }) => effect.getTiming().duration))]
        }"""
    )
    assert durations.json_value() == [longest]
    press(page, "Space")
