"""The Train page of the static edition: what it is told, and a training in a browser from plan to reload."""

import json
import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from rnnviz.address.training_plan import FITS, Plan
from rnnviz.locale import translator
from rnnviz.site.training import NARROWER, training_data
from rnnviz.training.baselines import baselines, known_words, words
from rnnviz.training.costs import costs, measured
from rnnviz.training.trainer import numbered
from tests.javascript import in_node
from tests.site.test_fields import word

PROGRAM = Path(__file__).with_name("plans.mjs")
LENGTH, CHARACTERS = 5000, 40


@cache
def told(language: str = "en") -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(
        json.dumps(training_data(language, lambda name, _: name, lambda name, _: name))
    )
    return kept


def planned(queries: list[dict[str, list[str]]], data: dict[str, Any]) -> list[dict[str, Any]]:
    """What each address plans in the browser."""
    asked = {"data": data, "queries": queries, "length": LENGTH, "q": CHARACTERS}
    plans: list[dict[str, Any]] = in_node(PROGRAM, asked)
    return plans


@pytest.mark.parametrize(
    "query",
    [
        {"corpus": "dates", "cell": "lstm", "hidden": "32", "clip": "off", "batches": "random"},
        {"corpus": "helicopter"},
        {"cell": "race", "hidden": "48", "rate": "0.01", "reset": "after"},
        {"cell": "rnn", "phi": "relu", "inputs": "off", "cosine": "off", "validation": "0"},
        {"cell": "mlp", "hidden": "128", "steps": "1e3", "seed": "-1", "optimizer": "adams"},
    ],
)
def test_an_address_plans_the_training_that_it_plans_in_the_app(query: dict[str, str]) -> None:
    [found] = planned([{name: [word] for name, word in query.items()}], told())
    fitting = query if query.get("hidden") != "128" else query | {"hidden": "64"}
    plan, problems = Plan.from_query({"hidden": "64"} | fitting)
    want = [config.to_dict() for config in plan.configs(LENGTH, CHARACTERS)]
    assert found["configs"] == [pytest.approx(config) for config in want]
    count = len(problems) + (fitting != query)
    assert found["refused"].count("it must be") == count
    for problem in problems:
        assert str(problem.reason) in found["refused"]
    assert found["parameters"] == [
        config.parameters(CHARACTERS) for config in plan.configs(LENGTH, CHARACTERS)
    ]


def test_an_address_of_any_words_plans_the_same_and_is_refused_in_the_same_sentences() -> None:
    chance = random.Random(7)
    data = told("zh-Hans")
    # What a browser has smaller limits for is in `test_fields.py`.
    fields = [field for name, field in data["fields"].items() if name not in NARROWER]
    queries = [
        {one["name"]: [word(chance, one, 30)] for one in chance.sample(fields, 4)}
        for _ in range(200)
    ]
    found = planned([{"hidden": ["64"], **query} for query in queries], data)
    translate = translator("zh-Hans")
    for query, theirs in zip(queries, found, strict=True):
        plan, problems = Plan.from_query({"hidden": "64", **query}, "zh-Hans")
        sentences = [problem.reason.sentence(translate) for problem in problems]
        assert theirs["refused"] == " ".join(sentences), query
        assert theirs["configs"] == [
            pytest.approx(config.to_dict()) for config in plan.configs(LENGTH, CHARACTERS)
        ]
        assert (theirs["query"].get("run", ""), theirs["query"].get("under", "")) == (
            plan.run,
            plan.under,
        )


def test_a_plan_goes_into_the_address_and_comes_back() -> None:
    query = {"corpus": "dates", "cell": "rnn", "hidden": "32", "clip": "off", "bias": "off"}
    [found] = planned([{name: [word] for name, word in query.items()}], told())
    assert found["query"] == query


def test_every_part_of_the_recipe_says_what_it_was_measured_to_be_worth() -> None:
    data = told()
    said = {part["name"]: part["measured"] for group in data["recipe"] for part in group["parts"]}
    for name, cost in costs().items():
        if name in said and cost.loss is not None:
            assert any(f"{cost.loss:.3f} nats" in line for line in said[name]), name
    assert not any("*" in line for lines in said.values() for line in lines)
    assert f"{measured().target:.2f}" in data["howMeasured"]


def test_each_field_of_the_app_s_plan_has_what_fits_in_it() -> None:
    fields = told()["fields"]
    assert set(fields) == set(FITS)
    assert {"kind": "number", "least": 1e-3, "most": 1e3, "off": True}.items() <= fields[
        "clip"
    ].items()
    assert fields["hidden"]["most"] == 64


def test_lines_to_beat_and_real_words_are_counted_as_python_counts_them() -> None:
    text = "Zwölf Boxkämpfer jagen Viktor quer über den Sylter Deich. 春眠不觉晓 hello " * 9
    sample = "fer jagen Viktar quer 春眠不 hello Dei"
    vocabulary, numbers = numbered(text)
    found = in_node(PROGRAM, {"text": text, "sample": sample, "training": 500})
    assert found["vocabulary"] == list(vocabulary)
    want = baselines(numbers[:500], numbers[500:], len(vocabulary))
    np.testing.assert_allclose(found["lines"], list(want), rtol=1e-12)
    assert found["known"] == pytest.approx(known_words(sample, set(words(text))))


def it_stands_beside_others(page: Page, host: str) -> None:
    """A checkpoint on the stage stays where another text is read, and is compared."""
    stage = page.get_by_test_id("stage")
    page.locator("input.text").fill("2000-01-31")
    page.locator("input.text").press("Enter")
    expect(stage).to_contain_text("after step 40 of 40")
    expect(page.locator(".remark")).to_be_hidden()
    page.get_by_role("button", name="Compare").click()
    page.get_by_label("Another moment of this training").select_option(index=1)
    expect(page.locator(".beside")).to_contain_text("GRU after")
    expect(stage).to_contain_text(re.compile(r"GRU · \d+ predicts"))
    assert re.search(r"run=[0-9a-f]{16}&at=40&text=2000-01-31&beside=[0-9a-f]{16}%40\d+", page.url)
    page.reload()
    expect(page.locator(".beside")).to_contain_text("GRU after")
    page.goto(f"{host}/step/?text=30")
    page.get_by_role("button", name="Compare").click()
    page.get_by_label("A training of this browser").select_option(index=1)
    expect(page.locator(".beside")).to_contain_text("GRU after 40 steps")


@pytest.mark.browser
def test_a_network_learns_in_the_browser_and_is_there_after_a_reload(
    host: str,
    new_page: Callable[..., Page],
) -> None:
    page = new_page(locale="en-US")
    # What does not fit is said as in the app.
    page.goto(f"{host}/train/?corpus=dates&rate=nan&size=4&size=8&run=x")
    said = page.locator(".said")
    expect(said).to_have_text(
        "The link gives size 2 times; it may appear only once. "
        'rate is "nan"; it must be a number from 0.000001 to 10. "x" is no run.'
    )
    page.goto(f"{host}/train/?corpus=dates&hidden=8&steps=40&size=4&length=8")
    training = page.get_by_test_id("training")
    expect(training).to_have_attribute("data-status", "none")
    # A single step can be taken apart, a whole training be gone on with.
    training.press("n")
    expect(training).to_have_attribute("data-status", "paused")
    expect(training).to_have_attribute("data-step", "1")
    expect(page.get_by_text("W_hq").first).to_be_attached()
    training.press(" ")
    expect(training).to_have_attribute("data-status", "finished")
    address = page.url
    assert "run=" in address
    written = page.locator(".sample").first.inner_text()
    page.reload()
    expect(training).to_have_attribute("data-step", "40")
    assert page.url == address
    expect(page.locator(".sample").first).to_have_text(written, use_inner_text=True)
    # What the made language demands of a line is counted here, too.
    expect(page.locator(".agreement-title")).to_have_text(["same date twice"])

    # A checkpoint can be stepped through.
    page.get_by_role("link", name="Open in Step").click()
    stage = page.get_by_test_id("stage")
    expect(stage).to_contain_text("after step 40 of 40")
    it_stands_beside_others(page, host)
    page.goto(address)
    expect(training).to_have_attribute("data-step", "40")
    # Its units are asked as those of any network.
    page.get_by_role("link", name="Look inside").click()
    units = page.get_by_test_id("units")
    expect(units).to_contain_text("GRU · 8 units")
    expect(page.locator(".network select")).to_have_value(re.compile("run [0-9a-f]{16}"))
    page.locator(".ask-pattern").fill(r"\d+-")
    page.locator(".ask-pattern").press("Enter")
    expect(page.locator(".ask-said")).to_contain_text("of 5000 characters")
    expect(page.locator(".verdict-line")).to_contain_text(re.compile("tells|matters"))
    # The chosen one is held on the stage.
    page.get_by_role("link", name="Hold it on the stage").click()
    expect(stage).to_contain_text("after step 40 of 40")
    expect(stage).to_contain_text("held")
    page.goto(address)
    expect(training).to_have_attribute("data-step", "40")

    # What does not fit is said, and the rest of the plan stands.
    page.get_by_label("Units").fill("700")
    page.get_by_label("Units").press("Enter")
    expect(page.locator(".said")).to_contain_text(
        'hidden is "700"; it must be a whole number from 8 to 64'
    )
    # Another plan leaves the run; forgotten, it is gone.
    page.get_by_role("button", name="LSTM").click()
    expect(training).to_have_attribute("data-status", "none")
    page.get_by_text("Kept", exact=True).click()
    page.get_by_role("button", name="Forget them all").click()
    expect(page.locator(".said")).to_have_text("Nothing is kept.")
    page.goto(address)
    expect(training).to_have_attribute("data-status", "gone")
