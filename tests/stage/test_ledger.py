"""The stage's ledger and witnesses are rnnviz's, for every cell, and after changes by hand."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnnviz import GRU, LSTM, Bidirectional, SequenceModel, Stacked, Trace, Vocabulary
from rnnviz.address.changes import Bounds, carried_out, read
from rnnviz.cells import EVERY_CELL
from rnnviz.explain import ledger, witnesses
from rnnviz.explain.ledger import account
from rnnviz.locale import LANGUAGES
from rnnviz.stage import track
from tests.javascript import in_node

TEXT = "想要有直升机想要"
MODELS = {
    **{
        name: SequenceModel.random(cell, Vocabulary(TEXT), 4, seed=3)
        for name, cell in EVERY_CELL.items()
    },
    "gru of torch": SequenceModel.random(GRU, Vocabulary(TEXT), 4, seed=3, reset_after=True),
    "both ways": SequenceModel.random(Bidirectional, Vocabulary(TEXT), 4, seed=3),
    "two layers": SequenceModel.random(Stacked, Vocabulary(TEXT), 3, seed=3, of=LSTM),
}


def answers(trace: Trace, asked: list[tuple[int, int]], changes: str = "") -> list[dict[str, Any]]:
    asked_of = {"track": track(trace), "changes": changes, "asked": asked}
    return in_node(Path(__file__).with_name("ledger.mjs"), asked_of)


def has_ledger(trace: Trace) -> bool:
    return track(trace)["ledger"]["memory"] is not None


def hold_to(trace: Trace, found: dict[str, Any], t: int, k: int) -> None:
    """The stage's answer at step t for output k is that of the trace."""
    assert trace.model is not None
    label = list(trace.model.labels)[k]
    if has_ledger(trace):
        assert found["memory"] == account(trace.cell).memory
        np.testing.assert_allclose(found["entries"], ledger(trace, t)[:, 0], rtol=1e-12, atol=1e-12)
    else:
        assert found["entries"] is None
    for witness in witnesses(trace, t, label):
        values = found["witnesses"][witness.key]
        if witness.values is None:
            assert values is None
            continue
        np.testing.assert_allclose(values, witness.values, rtol=1e-12, atol=1e-12)
        largest = found["foremost"][witness.key]
        assert largest is None or largest == np.abs(witness.values).argmax()


@pytest.mark.parametrize("name", MODELS)
def test_the_stage_reads_every_cell_as_rnnviz_does(name: str) -> None:
    trace = MODELS[name].trace(TEXT[:-1], targets=TEXT[1:])
    asked = [(0, 0), (3, 2), (6, 5)]
    for (t, k), found in zip(asked, answers(trace, asked), strict=True):
        hold_to(trace, found, t, k)


@pytest.mark.parametrize("name", ["lstm", "gru", "mingru"])
def test_scores_add_up_to_the_logit_above_the_mean(name: str) -> None:
    trace = MODELS[name].trace(TEXT[:-1], targets=TEXT[1:])
    model = trace.model
    assert model is not None
    found = answers(trace, [(5, 1)])[0]
    logits = trace["logits"][5, 0] - model.b_q[0]
    assert sum(found["scores"]) == pytest.approx(logits[1] - logits.mean(), abs=1e-12)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("lstm", "F.2.3-5=0.9;C.1.2=-0.5;x.1=机"),
        ("gru", "H0.1=0.75;Z.*.*=0.8;W_hh.2.1=1.5"),
        ("both ways", "backward.H.1.4=0.5"),
    ],
)
def test_what_a_reader_changes_is_what_the_stage_keeps_account_of(name: str, changes: str) -> None:
    plain = MODELS[name].trace(TEXT[:-1], targets=TEXT[1:])
    read_changes, left = read(changes, [Bounds.of(plain)])
    assert left == []
    changed = carried_out(plain, read_changes)
    asked = [(0, 1), (4, 0), (6, 5)]
    for (t, k), found in zip(asked, answers(plain, asked, changes), strict=True):
        hold_to(changed, found, t, k)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_cell_without_a_ledger_says_why_in_the_readers_language(language: str) -> None:
    trace = MODELS["rnn"].trace(TEXT[:-1], targets=TEXT[1:])
    own = track(trace, language)["ledger"]
    assert own["memory"] is None
    assert ("no ledger" in own["reason"]) == (language == "en")
