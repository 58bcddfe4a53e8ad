"""The questions of the stage: every answer is the trace's, nothing gives it away, nothing is a toss."""

import json
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnnviz import GRU, LSTM, RNN, Bidirectional, SequenceModel, Stacked, Trace, Vocabulary
from rnnviz.cells import CELLS, EVOLUTION
from rnnviz.cells.expression import Apply, Expression, Sum, evaluate, to_json
from rnnviz.course.practice.page import ASKING
from rnnviz.explain import parse
from rnnviz.model import OUTPUT_PHASES, phase_keys
from rnnviz.presets import BUILT_IN, load
from rnnviz.stage import scene
from tests.javascript import in_node

LAOZI = next(built_in for built_in in BUILT_IN if built_in.key == "laozi")


def random(cell: type, **options: object) -> SequenceModel:
    return SequenceModel.random(cell, Vocabulary(LAOZI.text), 6, seed=3, **options)


MODELS = {
    **{f"trained {name}": load(LAOZI.text, name, LAOZI.hidden_size) for name in CELLS},
    **{name: random(cell) for name, cell in {**CELLS, **EVOLUTION}.items()},
    "gru of torch": random(GRU, reset_after=True),
    "both ways": random(Bidirectional, of=LSTM),
    "two layers": random(Stacked, of=LSTM),
}


@lru_cache
def trace_of(name: str) -> Trace:
    return MODELS[name].trace(LAOZI.text[:-1], targets=LAOZI.text[1:])


@lru_cache
def questions_of(name: str, language: str = "en") -> list[list[dict[str, Any]]]:
    return in_node(Path(__file__).with_name("questions.mjs"), scene(trace_of(name), language))


def every_question(kind: str) -> list[tuple[str, dict[str, Any]]]:
    return [
        (name, question)
        for name in MODELS
        for step in questions_of(name)
        for question in step
        if question["kind"] == kind
    ]


def phases_of(trace: Trace) -> tuple[str, ...]:
    return tuple(phase.equation for phase in (*trace.cell.description.phases, *OUTPUT_PHASES))


def terms_of(trace: Trace, phase: int) -> dict[str, np.ndarray]:
    """The terms of a phase's sum over all steps and units, by their trees."""
    parameters = trace.model.parameters
    expression: Expression = parse(phases_of(trace)[phase], parameters).expression
    inner = expression.of if isinstance(expression, Apply) else expression
    assert isinstance(inner, Sum)
    return {
        json.dumps(to_json(term), sort_keys=True): evaluate(
            term,
            lambda e: trace.before(e.name) if e.before else trace[e.name],
            parameters,
            getattr(trace.cell, "phi", ""),
        )
        for term in inner.terms
    }


def test_the_likeliest_character_is_the_traces_and_clearly_so() -> None:
    found = every_question("prediction")
    assert len(found) > 100
    for name, question in found:
        p = trace_of(name)["Y_hat"][question["t"], 0]
        offered = [choice["output"] for choice in question["choices"]]
        assert offered == sorted(set(offered))
        assert offered[question["answer"]] == p.argmax()
        first, second = np.sort(p)[::-1][:2]
        assert first >= 1.1 * second
        assert set(np.argsort(p)[-2:]) <= set(offered)


def test_a_unit_rises_or_falls_as_in_the_trace_and_by_enough_to_see() -> None:
    found = every_question("change")
    assert len(found) > 30
    for name, question in found:
        trace, at = trace_of(name), (question["t"], 0, question["unit"])
        now, before = trace[question["quantity"]][at], trace.before(question["quantity"])[at]
        assert question["choices"] == [{"rises": True}, {"rises": False}]
        assert question["choices"][question["answer"]]["rises"] == (now > before)
        largest = np.abs(trace[question["quantity"]]).max()
        assert abs(now - before) > 0.08 * largest


def test_a_gate_is_clearly_above_or_below_one_half() -> None:
    found = every_question("gate")
    assert len(found) > 30
    for name, question in found:
        value = trace_of(name)[question["quantity"]][question["t"], 0, question["unit"]]
        assert question["choices"][question["answer"]]["isAbove"] == (value > 0.5)
        assert abs(value - 0.5) >= 0.1


def test_of_two_terms_one_is_clearly_larger_and_neither_is_nothing() -> None:
    found = every_question("terms")
    assert len(found) > 30
    for name, question in found:
        terms = terms_of(trace_of(name), question["phase"])
        at = (question["t"], 0, question["unit"])
        small, large = (
            abs(
                np.broadcast_to(
                    terms[json.dumps(choice["expression"], sort_keys=True)],
                    trace_of(name)[question["quantity"]].shape,
                )[at]
            )
            for choice in sorted(
                question["choices"],
                key=lambda choice, q=question: choice == q["choices"][q["answer"]],
            )
        )
        assert large >= 1.25 * small
        assert small >= 0.05


@pytest.mark.parametrize(
    ("name", "cell", "quantity", "first"),
    [
        ("trained rnn", RNN, "H", "hidden"),
        ("trained gru", GRU, "H", "update"),
        ("trained lstm", LSTM, "C", "input"),
        ("trained lstm", LSTM, "H", "input"),
        ("trained lstm", LSTM, "F", "forget"),
    ],
)
def test_what_an_answer_could_be_worked_out_from_is_covered_too(
    name: str, cell: type, quantity: str, first: str
) -> None:
    """H = Z ⊙ H_prev + (1 − Z) ⊙ H̃ can be read off Z and H̃; a gate not, its weights are unseen."""
    asked = [q for step in questions_of(name) for q in step if q["quantity"] == quantity]
    assert asked
    assert {phase_keys(cell)[question["from"]] for question in asked} == {first}


@pytest.mark.parametrize("name", MODELS)
def test_a_prediction_is_asked_before_its_scores_are_seen(name: str) -> None:
    phases = len(phases_of(trace_of(name)))
    for step in questions_of(name):
        for question in step:
            is_prediction = question["kind"] == "prediction"
            assert (
                question["phase"] == phases - 1 if is_prediction else question["phase"] < phases - 2
            )
            assert (
                question["from"] == phases - 2 if is_prediction else question["from"] < phases - 2
            )


def test_a_gate_is_asked_for_what_it_does() -> None:
    used = {
        (name, question["quantity"]): (question["use"]["does"], question["use"]["operand"]["name"])
        for name, question in every_question("gate")
        if question["use"].get("operand", {}).get("op") == "tensor"
    }
    assert used["trained lstm", "F"] == ("keep", "C")
    assert used["trained lstm", "I"] == ("write", "C_tilde")
    assert used["trained gru", "Z"] == ("keep", "H")
    assert used["trained gru", "R"] == ("see", "H")
    assert used["mgu", "F"] == ("replace", "H")


def test_what_reads_from_the_right_is_on_the_screen_already_and_not_asked_for() -> None:
    for step in questions_of("both ways"):
        for question in step:
            assert not question["quantity"].startswith("backward")


def test_all_kinds_of_question_are_counted_on_the_page_practice() -> None:
    kinds = {
        question["kind"] for name in MODELS for step in questions_of(name) for question in step
    }
    assert kinds == {kind for page, *_, kinds in ASKING if page == "step" for kind in kinds}


def test_the_questions_vary_and_are_the_same_each_time_in_every_language() -> None:
    steps = questions_of("trained lstm")
    assert {question["kind"] for step in steps for question in step} == {
        "prediction",
        "change",
        "gate",
        "terms",
    }
    inside = [step[0]["kind"] for step in steps]
    assert all(one != other for one, other in pairwise(inside[1:]))
    assert questions_of("trained lstm", "zh-Hans") == steps
