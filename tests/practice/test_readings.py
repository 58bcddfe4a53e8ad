"""Questions about trainings: what is asked can be seen, and each training is what it is said to be."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from rnnviz import presets
from rnnviz.course.practice import page
from rnnviz.course.practice.readings import READINGS
from rnnviz.course.practice.recorded import RECIPES, recorded
from rnnviz.course.practice.recorded.__main__ import record
from rnnviz.locale import LANGUAGES
from tests.javascript import in_node

PROGRAM = Path(__file__).with_name("readings.mjs")
PLACES = Path(__file__).with_name("places.mjs")
SEEDS = list(range(200))


def test_every_recorded_training_shows_what_is_asked_of_it() -> None:
    found = recorded()
    for one in found["trainings"]:
        usual, high, low, heart = (one[name] for name in RECIPES)
        for training in (usual, low, heart):
            assert len(training["loss"]) == len(training["validation"]) == len(found["steps"])
        first = usual["validation"][0]
        assert usual["validation"][-1] < first - 1
        assert abs(usual["validation"][-1] - usual["loss"][-1]) < 0.3
        assert max(high["validation"]) > 2 * found["guessing"]
        assert low["validation"][-1] > first - 0.1
        assert heart["validation"][-1] > min(heart["validation"]) + 0.5
        assert heart["loss"][-1] < 0.3 * heart["validation"][-1]
        # Nothing that is asked of one is true of another one.
        assert (
            max(max(one[name]["validation"]) for name in ("usual", "low", "heart"))
            < found["guessing"]
        )


def test_a_recorded_training_is_what_its_recipe_gives() -> None:
    found = recorded()
    one = found["trainings"][0]
    # Where it leaps, each machine's last digits grow within a few steps: the beginning is the same, and that it leaps.
    again = record(one["cell"], 0, RECIPES["high"])["validation"]
    assert again[0] == one["high"]["validation"][0]
    assert max(again) > 2 * found["guessing"]
    assert record(one["cell"], 0, RECIPES["usual"])["validation"] == pytest.approx(
        one["usual"]["validation"], abs=0.05
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_seed_asks_for_one_of_four_and_any_place_can_be_right(language: str) -> None:
    told = page.told(language)
    readings = told["readings"]
    assert [one["name"] for one in readings] == list(READINGS)
    for reading in readings:
        if reading["place"]:
            continue
        asked = {"reading": reading, "told": told["trainings"], "seeds": SEEDS}
        questions = in_node(PROGRAM, asked)
        assert set(Counter(one["right"] for one in questions)) == {0, 1, 2, 3}
        for one in questions:
            right = one["options"][one["right"]]
            if reading["recipe"]:
                assert right["recipe"] == reading["recipe"]
                assert {option["recipe"] for option in one["options"]} == set(RECIPES)
            else:
                steps = [option["step"] for option in one["options"]]
                assert right["step"] == one["step"]
                assert len(set(steps)) == 4
                assert sorted(steps)[0] < 10 < sorted(steps)[1] < 100 < sorted(steps)[3]
        # More than a handful of different questions.
        assert len({str(one["options"]) for one in questions}) > 50


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_place_that_is_asked_for_is_where_the_trace_erases_most(language: str) -> None:
    told = page.told(language)["trainings"]
    found = in_node(PLACES, {"told": told, "seeds": SEEDS})
    assert len({(one["line"]["letters"], one["unit"]) for one in found}) > 10
    assert len({one["right"] for one in found}) > 4
    for one in found:
        text = one["line"]["letters"]
        model = presets.load(text, "lstm", 8)
        assert model is not None
        trace = model.trace(text)
        erased = np.abs(trace.before("C") * (1 - trace["F"]))[:, 0, one["unit"]]
        assert one["right"] == erased.argmax()
        np.testing.assert_allclose(np.abs(one["erased"]), erased, atol=0.05)
        # It can be told from two decimals.
        assert sorted(erased)[-1] > 1.1 * sorted(erased)[-2]
