"""What the stage says of a number was computed: in the browser once more, and of its cell before."""

from pathlib import Path

import pytest

from rnnviz import GRU, LSTM, RNN, Bidirectional, SequenceModel, Stacked, Trace, Vocabulary
from rnnviz.cells import EVERY_CELL, Cell, Composite, Written
from rnnviz.explain.warrants import is_measured, recorded, warrants_of
from rnnviz.stage import track
from rnnviz.stage.track import LIKELIEST, encoded
from tests.javascript import in_node
from tests.stage.test_backwards import TARGETS, TEXT, model_of
from tests.stage.test_engine import KINDS

OWN = "H = tanh(X @ W + H_prev @ U) * H_prev"


def checked(*tracks: dict[str, object]) -> list[dict]:
    return in_node(Path(__file__).with_name("warrants.mjs"), {"tracks": tracks})


def computed_twice(*tracks: dict[str, object]) -> list[dict]:
    return [one["twice"] for one in checked(*tracks)]


def sent(trace: Trace) -> int:
    """How many of a trace's numbers the stage has, but for what is given."""
    names = {name for q in trace.cell.description.quantities for name in (q.name, q.pre) if name}
    own = sum(trace[name].size for name in names - {"X"})
    outputs = trace.steps * len(trace.model.labels) if trace.model else 0
    return own + 2 * outputs + 2 * trace.steps


def test_the_browser_computes_all_numbers_again_and_finds_what_python_found() -> None:
    traces = [model_of(kind).trace(TEXT, targets=TARGETS) for kind in KINDS]
    for trace, found in zip(traces, computed_twice(*map(track, traces)), strict=True):
        assert found["numbers"] == sent(trace)
        assert found["largest"] < 1e-13


def test_a_number_of_python_s_that_does_not_follow_from_the_equations_is_seen() -> None:
    trace = model_of("lstm").trace(TEXT, targets=TARGETS)
    wrong = trace["F"][:, 0].copy()
    wrong[4, 1] += 1e-7
    made = track(trace)
    made["tensors"] |= encoded({"F": wrong})
    (found,) = computed_twice(made)
    assert found["largest"] == pytest.approx(1e-7)


def test_of_more_outputs_than_the_stage_has_only_those_are_compared_that_it_has() -> None:
    letters = Vocabulary([chr(0x4E00 + k) for k in range(3 * LIKELIEST)])
    model = SequenceModel.random(LSTM, letters, 3, 0)
    trace = model.trace(letters.tokens[:4], targets=letters.tokens[1:5])
    (found,) = computed_twice(track(trace))
    assert found["numbers"] < sent(trace)
    assert found["largest"] < 1e-13


def test_what_each_step_has_left_adds_up_to_the_memory_and_what_does_not_is_seen() -> None:
    trace = model_of("lstm").trace(TEXT, targets=TARGETS)
    memory = trace["C"][:, 0].copy()
    memory[5, 2] += 1e-7
    wrong = track(trace)
    wrong["tensors"] |= encoded({"C": memory})
    rnn = track(model_of("rnn").trace(TEXT, targets=TARGETS))
    found, other, none = (one["ledger"] for one in checked(track(trace), wrong, rnn))
    assert found["numbers"] == memory.size
    assert found["largest"] < 1e-14
    assert other["largest"] == pytest.approx(1e-7)
    assert none is None


def rows(cell: Cell | Composite) -> set[tuple[str, str, str]]:
    return {(one.network, one.what, one.to) for one in warrants_of(cell)}


@pytest.mark.parametrize("name", EVERY_CELL)
def test_every_cell_was_measured_with_each_of_its_options(name: str) -> None:
    for one in recorded().warrants:
        assert one.holds, one
    kind = EVERY_CELL[name]
    phi = ("tanh", "relu", "sigmoid", "identity") if hasattr(kind.random(2, 2, 0), "phi") else ()
    cells = [kind.random(2, 2, 0, phi=one) for one in phi] or [kind.random(2, 2, 0)]
    for cell in cells:
        assert is_measured(cell)
        assert rows(cell) >= {
            (name, "quantities", "a second program"),
            (name, "partials", "autograd"),
            (name, "slopes", "the slope of the loss"),
        }


def test_a_cell_is_not_said_to_be_pytorch_s_where_it_is_another_one() -> None:
    in_torch = ("gru", "states", "torch.nn.GRU")
    assert in_torch in rows(GRU.random(2, 2, 0, reset_after=True))
    assert in_torch not in rows(GRU.random(2, 2, 0))
    assert ("rnn", "states", "torch.nn.RNN") not in rows(RNN.random(2, 2, 0, phi="sigmoid"))


def test_of_a_cell_that_a_reader_has_written_nothing_but_its_losses_was_measured() -> None:
    own = Written.random(2, 2, 0, equations=OWN)
    losses = ("softmax", "loss", "torch.nn.functional.cross_entropy")
    assert rows(own) == {losses}
    assert not is_measured(own)
    assert not is_measured(Stacked(own, LSTM.random(2, 2, 0)))


def test_a_network_has_what_was_measured_of_its_cells_and_of_what_they_make_together() -> None:
    two = Bidirectional(GRU.random(2, 3, 0), GRU.random(2, 3, 1))
    whole = Stacked(two, LSTM.random(6, 2, 0))
    assert is_measured(whole)
    assert {network for network, _, _ in rows(whole)} == {
        "gru",
        "lstm",
        "layers",
        "directions",
        "softmax",
    }


def test_the_stage_says_it_in_the_reader_s_language() -> None:
    trace = model_of("two layers").trace(TEXT, targets=TARGETS)
    for language, title in (("en", "LSTM in two layers"), ("zh-Hans", "两层 LSTM")):
        said = track(trace, language)["warrant"]
        assert isinstance(said, dict)
        assert title in {row["network"] for row in said["rows"]}
