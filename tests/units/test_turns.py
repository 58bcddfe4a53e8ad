"""Where a unit turns."""

import numpy as np

from rnnviz.units.turns import turn

VALUES = np.array([0.0, 0.9, 0.1, 0.1, 0.2, 0.3, 0.8, 0.8, 0.1, 0.4])


def test_without_a_label_it_is_where_the_unit_moves_farthest_in_the_second_half() -> None:
    # From 0 to 0.9 it moves farther, in the first half; from 0.8 to 0.1 it falls.
    assert turn(VALUES) == 8


def test_with_a_label_it_is_where_the_unit_rises_as_the_label_comes_on() -> None:
    label = np.array([False] * 6 + [True, True, False, True])
    assert turn(VALUES, label) == 6
    # Turned around, the unit falls there.
    assert turn(-VALUES, label) == 6


def test_a_label_that_comes_on_in_the_first_half_alone_is_looked_for_there() -> None:
    label = np.array([False, True, False, True, True, True, True, True, True, True])
    assert turn(VALUES, label) == 1


def test_a_label_of_numbers_is_on_above_its_median_and_may_end_a_place_early() -> None:
    label = np.array([0, 0, 0, 0, 1, 1, 5, 5, 5])
    assert turn(VALUES, label) == 6


def test_a_text_of_one_character_and_a_unit_that_never_moves_begin_somewhere() -> None:
    assert turn(np.zeros(1)) == 0
    assert turn(np.zeros(6), np.zeros(6, bool)) == 0
