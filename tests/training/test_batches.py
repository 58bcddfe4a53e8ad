import itertools

import numpy as np
import pytest

from rnnviz.training.batches import RESTART, Batch, Batches

TEXT = np.arange(103)
T, N = 5, 3


def epoch(way: str, number: int = 0, seed: int = 0) -> list[Batch]:
    batches = Batches(TEXT, way, N, T, seed)
    first = number * batches.per_epoch + 1
    return [batches[step] for step in range(first, first + batches.per_epoch)]


@pytest.mark.parametrize("way", ["random", "consecutive"])
def test_the_target_is_the_character_after_its_input(way: str) -> None:
    for batch in epoch(way):
        assert batch.inputs.shape == (T, N)
        np.testing.assert_array_equal(batch.targets, batch.inputs + 1)
        np.testing.assert_array_equal(np.diff(batch.inputs, axis=0), 1)


@pytest.mark.parametrize("way", ["random", "consecutive"])
def test_an_epoch_reads_no_character_twice_and_almost_all(way: str) -> None:
    read = np.concatenate([batch.inputs.ravel() for batch in epoch(way)])
    assert len(np.unique(read)) == len(read)
    assert len(read) > len(TEXT) - 2 * N * T


def test_random_pieces_are_shuffled_and_each_begins_afresh() -> None:
    batches = epoch("random")
    starts = np.concatenate([batch.inputs[0] for batch in batches])
    assert (np.diff(starts) < 0).any()
    assert all(batch.fresh.all() for batch in batches)


def test_a_consecutive_batch_begins_where_the_one_before_ended() -> None:
    batches = epoch("consecutive")
    for before, after in itertools.pairwise(batches):
        np.testing.assert_array_equal(after.inputs[0], before.inputs[-1] + 1)
    assert batches[0].fresh.all()
    assert not any(batch.fresh.all() for batch in batches[1:])


def test_each_consecutive_row_begins_again_from_a_zero_state_in_its_turn() -> None:
    batches = Batches(np.arange(1003), "consecutive", N, T, seed=0)
    fresh = np.array([batches[step].fresh for step in range(2, batches.per_epoch + 1)])
    for row in fresh.T:
        (restarts,) = np.nonzero(row)
        assert len(restarts) >= 2
        assert (np.diff(restarts) == RESTART).all()
    assert fresh.sum(1).max() == 1


@pytest.mark.parametrize("way", ["random", "consecutive"])
def test_epochs_are_cut_anew_and_the_same_seed_cuts_them_alike(way: str) -> None:
    def starts(seed: int) -> list[int]:
        return [int(epoch(way, k, seed)[0].inputs[0, 0]) for k in range(8)]

    assert len(set(starts(seed=0))) > 1
    assert starts(seed=0) == starts(seed=0)
    assert starts(seed=0) != starts(seed=1)


def test_a_step_s_batch_does_not_depend_on_the_steps_before_it() -> None:
    in_order = Batches(TEXT, "random", N, T, seed=0)
    all_steps = [in_order[step].inputs for step in range(1, 30)]
    np.testing.assert_array_equal(Batches(TEXT, "random", N, T, 0)[29].inputs, all_steps[28])


def test_a_text_of_one_batch_is_read_whole() -> None:
    batch = Batches(np.arange(6), "consecutive", 1, 5, seed=0)[1]
    np.testing.assert_array_equal(batch.inputs[:, 0], [0, 1, 2, 3, 4])


def test_a_text_too_short_for_a_batch() -> None:
    with pytest.raises(ValueError, match=r"has 6 characters; .* needs 13. One piece of 5 would"):
        Batches(np.arange(6), "random", 3, 4, seed=0)
