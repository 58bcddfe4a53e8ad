"""Teacher forcing beside own output, held to reading the same characters one after another."""

import numpy as np
import pytest

from rnnviz import LSTM, Bidirectional, SequenceModel, Vocabulary
from rnnviz.forcing import forced, free
from rnnviz.sampling import Reader, expected

TEXT = "to be or not to be"
BEGINNING = 4


@pytest.fixture
def model() -> SequenceModel:
    model = SequenceModel.random(LSTM, Vocabulary(TEXT), 6, seed=2)
    # Far enough from even that one choice is likelier than another.
    return model.with_parameters(W_hq=12 * model.parameters["W_hq"])


@pytest.fixture
def pieces(model: SequenceModel) -> np.ndarray:
    return np.array([model.vocabulary.indices(TEXT[k : k + 12]) for k in (0, 3, 6)]).T


def test_teacher_forcing_reads_the_true_text_whatever_it_predicts(
    model: SequenceModel, pieces: np.ndarray
) -> None:
    found = forced(model, pieces, BEGINNING)
    for j in range(3):
        text = [model.vocabulary[k] for k in pieces[:, j]]
        trace = model.trace(text[:-1], targets=text[1:])
        np.testing.assert_allclose(found.loss[:, j], trace["loss"][BEGINNING - 1 :, 0], rtol=1e-10)
        likeliest = trace["Y_hat"][BEGINNING - 1 :, 0].argmax(1)
        np.testing.assert_array_equal(found.chosen[:, j], likeliest)
    np.testing.assert_array_equal(found.right, found.chosen == pieces[BEGINNING:])


@pytest.mark.parametrize("temperature", [0, 1.3])
def test_own_output_reads_what_it_has_chosen_and_pays_for_the_true_text(
    model: SequenceModel, pieces: np.ndarray, temperature: float
) -> None:
    found = free(model, pieces, BEGINNING, temperature, seed=5)
    assert not found.right.all()
    for j in range(3):
        reader = Reader(model)
        logits = reader.read([model.vocabulary[k] for k in pieces[:BEGINNING, j]])
        for k, (own, true) in enumerate(
            zip(found.chosen[:, j], pieces[BEGINNING:, j], strict=True)
        ):
            p = expected(logits, 1.0)
            assert found.loss[k, j] == pytest.approx(-np.log(p[true]), rel=1e-10)
            if temperature == 0:
                assert own == logits.argmax()
            logits = reader.read([model.vocabulary[int(own)]])


def test_before_its_first_own_character_nothing_differs(
    model: SequenceModel, pieces: np.ndarray
) -> None:
    true, own = forced(model, pieces, BEGINNING), free(model, pieces, BEGINNING, 1.0, seed=0)
    np.testing.assert_array_equal(true.loss[0], own.loss[0])
    assert not np.allclose(true.loss[-1], own.loss[-1])


def test_characters_are_drawn_by_their_chance(model: SequenceModel) -> None:
    piece = np.tile(model.vocabulary.indices("to be")[:, np.newaxis], (1, 2000))
    chosen = free(model, piece, BEGINNING, 0.7, seed=1).chosen[0]
    p = expected(Reader(model).read("to b"), 0.7)
    share = np.bincount(chosen, minlength=len(p)) / 2000
    assert (np.abs(share - p) < 4.5 * np.sqrt(p * (1 - p) / 2000) + 1e-9).all()


def test_who_reads_in_both_directions_cannot_go_on(pieces: np.ndarray) -> None:
    both = SequenceModel.random(Bidirectional, Vocabulary(TEXT), 3, seed=0)
    with pytest.raises(ValueError, match="both directions"):
        forced(both, pieces, BEGINNING)
