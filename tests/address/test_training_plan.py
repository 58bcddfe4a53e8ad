"""The Train page's address: its valid values, and the messages for invalid ones."""

from dataclasses import fields

import pytest

from rnnviz.address.training_plan import CONFIG, RECIPE, Plan
from rnnviz.fields import LinkError
from rnnviz.locale import translator
from rnnviz.training import TrainingConfig

RUN = "0123456789abcdef"
REFERENCE = (465_048, 103)  # characters of the Python reference, and different ones
OTHER_VALUES = {
    "corpus": "dates", "cell": "lstm", "hidden": 64, "steps": 77, "seed": 3, "orthogonal": False,
    "inputs": None, "bias": False, "forget": None, "batches": "random", "size": 5, "length": 7,
    "optimizer": "momentum", "rate": 0.0123, "warmup": 0, "cosine": False, "clip": None,
    "validation": 0.25, "phi": "relu", "reset": "after", "run": f"{RUN}.{RUN}.{RUN}", "under": RUN,
}  # fmt: skip


def sentences(**query: str | list[str]) -> list[str]:
    return [problem.sentence(translator("en")) for problem in Plan.from_query(query)[1]]


def test_an_empty_address_is_the_default_training_and_the_other_way_round() -> None:
    assert Plan.from_query({}) == (Plan(), [])
    assert Plan().to_query() == {"corpus": "python-reference"}
    assert Plan().configs(*REFERENCE) == (TrainingConfig(),)


def test_every_part_of_a_plan_stands_in_the_address_in_plain_words() -> None:
    assert list(OTHER_VALUES) == [field.name for field in fields(Plan)]
    plan = Plan(**OTHER_VALUES)
    query = plan.to_query()
    assert query == {
        "corpus": "dates", "cell": "lstm", "hidden": "64", "steps": "77", "seed": "3",
        "orthogonal": "off", "inputs": "off", "bias": "off", "forget": "off",
        "batches": "random", "size": "5", "length": "7", "optimizer": "momentum",
        "rate": "0.0123", "warmup": "0", "cosine": "off", "clip": "off", "validation": "0.25",
        "phi": "relu", "reset": "after", "run": f"{RUN}.{RUN}.{RUN}", "under": RUN,
    }  # fmt: skip
    assert Plan.from_query(query) == (plan, [])


@pytest.mark.parametrize("rate", [0.015, 1e-6, 0.1 + 0.2, 3.3e-5, 10.0])
def test_a_number_survives_the_address_to_twelve_digits(rate: float) -> None:
    plan, problems = Plan.from_query(Plan(rate=rate).to_query())
    assert not problems
    assert plan.rate == pytest.approx(rate, rel=1e-11)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"corpus": "bible"}, 'corpus is "bible"; it must be one of helicopter, python-reference'),
        ({"cell": "GRU"}, 'cell is "GRU"; it must be one of rnn, gru, lstm, race.'),
        ({"hidden": "600"}, 'hidden is "600"; it must be a whole number from 8 to 512.'),
        ({"hidden": "7.5"}, 'hidden is "7.5"; it must be a whole number from 8 to 512.'),
        ({"steps": "20001"}, 'steps is "20001"; it must be a whole number from 1 to 20000.'),
        ({"steps": "9" * 30}, f'steps is "{"9" * 24}…"; it must be a whole number'),
        ({"rate": "0"}, 'rate is "0"; it must be a number from 0.000001 to 10.'),
        ({"rate": "off"}, 'rate is "off"; it must be a number from 0.000001 to 10.'),
        ({"rate": "nan"}, 'rate is "nan"; it must be a number'),
        ({"clip": "1e99"}, 'clip is "1e99"; it must be a number from 0.001 to 1000, or off.'),
        ({"clip": "-1"}, 'clip is "-1"; it must be a number'),
        ({"cosine": "yes"}, 'cosine is "yes"; it must be one of on, off.'),
        ({"batches": "all"}, 'batches is "all"; it must be one of random, consecutive.'),
        ({"seed": ["1", "2"]}, "The link gives seed 2 times; it may appear only once."),
        ({"run": "../../etc/passwd"}, '"../../etc/passwd" is no run.'),
        ({"run": RUN.upper()}, f'"{RUN.upper()}" is no run.'),
        ({"run": ".".join([RUN] * 4)}, "is no run."),
        ({"run": f"{RUN}\n"}, f'"{RUN}↵" is no run.'),
    ],
)
def test_what_does_not_fit_is_told_and_the_rest_is_followed(
    query: dict[str, str | list[str]], sentence: str
) -> None:
    plan, _ = Plan.from_query({"length": "9", **query})
    assert plan == Plan(length=9)
    (said,) = sentences(**query)
    assert sentence in said


def test_a_value_that_does_not_fit_is_refused() -> None:
    for name, value in (("hidden", True), ("cosine", 1), ("rate", "0.1"), ("run", None)):
        with pytest.raises(LinkError):
            Plan(**{name: value})


def test_the_documents_sentence_is_trained_slowly_enough_to_be_watched() -> None:
    plan, _ = Plan.from_query({"corpus": "helicopter"})
    assert (plan.steps, plan.rate) == (150, 0.002)
    assert plan.to_query() == {"corpus": "helicopter"}
    back = plan.changed(corpus="dates")
    assert (back.steps, back.rate) == (1400, 0.015)
    assert Plan().changed(corpus="helicopter") == plan
    # The reader's own number stays, even if it is the usual one of another text.
    assert Plan(steps=900, rate=0.1).changed(corpus="helicopter").steps == 900
    assert Plan(steps=900, rate=0.1).changed(corpus="helicopter").rate == 0.1
    assert Plan(corpus="helicopter", steps=1400).to_query()["steps"] == "1400"


def test_readers_of_chinese_begin_with_chinese_and_a_link_says_which_text_it_means() -> None:
    plan, _ = Plan.from_query({}, "zh-Hans")
    assert plan == Plan(corpus="chinese")
    assert Plan.from_query({}, "de")[0] == Plan()
    for shared in (plan, Plan()):
        assert Plan.from_query(shared.to_query(), "zh-Hans")[0] == shared
        assert Plan.from_query(shared.to_query(), "en")[0] == shared


def test_a_race_gives_all_three_as_many_parameters() -> None:
    configs = Plan(cell="race", reset="after", phi="relu").configs(*REFERENCE)
    assert [config.cell for config in configs] == ["rnn", "gru", "lstm"]
    assert configs[1].hidden_size == 128
    parameters = [config.parameters(REFERENCE[1]) for config in configs]
    assert max(parameters) <= 1.01 * min(parameters)
    assert [config.reset_after for config in configs] == [False, True, False]
    assert configs[0].phi == "relu"


@pytest.mark.parametrize("cell", ["rnn", "gru", "lstm", "race"])
@pytest.mark.parametrize("length", [6, 150, 465_048])
def test_a_run_s_configuration_gives_back_the_plan_it_was_made_of(cell: str, length: int) -> None:
    plan = Plan(cell=cell, hidden=32, rate=0.02, clip=None)
    assert Plan.of(plan.configs(length, 5), length, 5) == plan


def test_what_was_fitted_to_a_short_text_does_not_follow_to_a_long_one() -> None:
    configs = Plan(corpus="helicopter").configs(6, 6)
    assert configs[0].batch_size == 1
    again = Plan.of(configs, 6, 6).changed(corpus="python-reference")
    assert again.configs(*REFERENCE) == (TrainingConfig(),)


def test_batches_that_were_chosen_are_those_that_are_shown() -> None:
    plan = Plan(size=3, length=11, validation=0.1)
    assert Plan.of(plan.configs(*REFERENCE), *REFERENCE) == plan


def test_one_press_changes_the_whole_recipe_and_nothing_else() -> None:
    mine = Plan(corpus="dates", cell="lstm", hidden=32, steps=50, seed=4)
    plain = mine.with_recipe(TrainingConfig.plain())
    (config,) = plain.configs(300_000, 40)
    assert config == TrainingConfig.plain(corpus="dates", hidden_size=32, steps=50, seed=4)
    assert plain.with_recipe(TrainingConfig()) == mine
    assert set(CONFIG) - set(RECIPE) == {"corpus", "hidden", "steps", "seed"}


def test_a_text_too_short_to_learn_from_is_refused() -> None:
    with pytest.raises(ValueError, match="predicting the next needs two"):
        Plan().configs(1, 1)
