"""How far back a loss reaches, against the float64 reference."""

import numpy as np
import pytest

from rnnviz.explain.reach import reach, truncated_share
from rnnviz.training import TrainingConfig
from rnnviz.training.reach import PIECES
from rnnviz.training.store import DISTANCES
from rnnviz.training.trainer import Trainer

TEXT = "the reach of a gradient is not the reach of a memory; " * 40


@pytest.mark.parametrize(
    "options",
    [{"cell": "rnn"}, {"cell": "gru"}, {"cell": "lstm"}, {"cell": "mingru"}, {"reset_after": True}],
    ids=str,
)
def test_what_arrives_at_each_distance_is_what_the_reference_finds(options: dict) -> None:
    config = TrainingConfig(
        corpus="own", hidden_size=8, sequence_length=6, batch_size=4, validation=0, **options
    )
    trainer = Trainer(config, TEXT)
    for _ in range(5):
        trainer.step()
    found = trainer.reach()
    model, length = trainer.model(), 2 * config.sequence_length + 1
    text = trainer.training_text
    starts = np.linspace(0, len(text) - 1 - length, PIECES).astype(int)
    norms = np.zeros(length)
    for at in starts:
        piece = [trainer.vocabulary[k] for k in text[at : at + length + 1]]
        own = reach(model.trace(piece[:-1], targets=piece[1:]))[-1, ::-1, 0]
        norms += own / PIECES
    known = [distance for distance in DISTANCES if distance < length]
    np.testing.assert_allclose(found[1 : 1 + len(known)], norms[known], rtol=2e-4)
    assert np.isnan(found[1 + len(known) :]).all()
    assert found[0] == pytest.approx(truncated_share(norms, config.sequence_length), rel=1e-4)


def test_measuring_changes_nothing_about_the_training() -> None:
    config = TrainingConfig(corpus="own", hidden_size=8, sequence_length=6, batch_size=4)
    plain, measured = Trainer(config, TEXT), Trainer(config, TEXT)
    for _ in range(10):
        measured.reach()
        assert plain.step() == measured.step()


def test_of_a_gradient_that_does_not_fade_batches_drop_what_lies_beyond_each_place() -> None:
    # T = 2: of five distances alike, the first place keeps one, the second two.
    assert truncated_share(np.ones(5), 2) == pytest.approx(1 - (1 / 5 + 2 / 5) / 2)
    assert truncated_share(np.array([1.0, 0, 0, 0, 0]), 2) == 0
    assert np.isnan(truncated_share(np.ones(4), 2))
    assert np.isnan(truncated_share(np.zeros(5), 2))
