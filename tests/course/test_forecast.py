"""The chapter on forecasts: its series against their rules, its lines against NumPy, its trainings against torch."""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from rnnviz.cells import EVERY_CELL
from rnnviz.course import pages, prose
from rnnviz.course.chapters.forecast.numbers import CELLS, forecasters
from rnnviz.locale import LANGUAGES
from tests.cells.reference import Reference
from tests.course.javascript import evaluated
from tests.javascript import in_node

Array = NDArray[np.float64]
PROGRAM = Path(__file__).with_name("forecast.mjs")
SERIES = "chapters/forecast/series"
RULES = ("walk", "cycle", "season", "breath", "sensor", "chaos")
DRAWS = range(1, 9)
ALONE = 400


@cache
def trained(
    cell: str,
    series: str = "cycle",
    names: str = "value",
    says: str = "value",
    steps: int = 20,
    seed: int = 3,
    draw: int = 1,
) -> dict[str, Any]:
    """The first steps of a training, and what it can do after them."""
    models = forecasters()["cells" if says == "value" else "bands"]
    what = models[cell] | {"cell": cell, "series": series, "names": names, "says": says}
    what |= {"seed": seed, "draw": draw, "own": ""}
    asked = {"what": what, "steps": steps, "alone": ALONE}
    found: dict[str, Any] = in_node(PROGRAM, asked)
    return found


def series(kind: str, draw: int = 1, own: str = "") -> dict[str, Any]:
    (found,) = evaluated(SERIES, ["seriesOf", {"series": kind, "draw": draw, "own": own}])
    return {**found, "numbers": np.array(found["numbers"])}


def shaped(named: dict[str, list[float]], cell: str, of: str = "cells") -> dict[str, Array]:
    shapes = forecasters()[of][cell]["shapes"]
    return {name: np.array(numbers).reshape(shapes[name]) for name, numbers in named.items()}


def read(cell: str, weights: dict[str, Array], X: Array) -> tuple[torch.Tensor, Any, Any]:
    """The answers (T, n, q) to numbers X (T, n), what has read them, and the output layer's weights."""
    own = {name: value for name, value in weights.items() if name not in ("W_hq", "b_q")}
    reader = Reference(EVERY_CELL[cell](**own), X[:, :, np.newaxis], {})
    head = {name: torch.tensor(weights[name], requires_grad=True) for name in ("W_hq", "b_q")}
    answers = [H @ head["W_hq"] + head["b_q"] for H in reader.H]
    return torch.stack(answers), reader, head


@pytest.mark.parametrize("cell", CELLS)
def test_answers_and_gradients_are_those_of_autograd(cell: str) -> None:
    found = trained(cell)
    X = np.array(found["gradients"]["read"]).T
    answers, reader, head = read(cell, shaped(found["end"], cell), X)
    gradients = reader.gradients((answers**2).sum() / 2)
    given = np.array(found["gradients"]["answers"]).reshape(2, -1, 1).transpose(1, 0, 2)
    np.testing.assert_allclose(given, answers.detach().numpy(), rtol=0, atol=1e-12)
    for name, value in shaped(found["gradients"]["slopes"], cell).items():
        expected = head[name].grad.numpy() if name in head else gradients[name]
        np.testing.assert_allclose(value, expected, rtol=1e-9, atol=1e-12, err_msg=name)


def scaled(found: dict[str, Any], names: str) -> tuple[Array, float, float]:
    """What a network reads; and the mean and the deviation of what it learns from."""
    numbers = np.array(found["numbers"])
    told = numbers if names == "value" else np.diff(numbers, prepend=numbers[0])
    known = told[: found["learnt"]] if names == "value" else told[1 : found["learnt"]]
    return (told - known.mean()) / known.std(), float(known.mean()), float(known.std())


SHARES = torch.tensor([0.1, 0.5, 0.9], dtype=torch.float64)


def pinball(said: torch.Tensor, came: torch.Tensor) -> torch.Tensor:
    """Of three quantiles (…, 3) and numbers (…, 1), the mean of what they cost."""
    error = came - said
    return torch.maximum(SHARES * error, (SHARES - 1) * error).mean()


@pytest.mark.parametrize(
    ("cell", "names", "says"),
    [("gru", "value", "value"), ("lstm", "change", "value"), ("gru", "value", "band")],
)
def test_a_training_is_that_of_torch_step_by_step(cell: str, names: str, says: str) -> None:
    found = trained(cell, names=names, says=says)
    of = "cells" if says == "value" else "bands"
    X, _, _ = scaled(found, names)
    weights = {
        name: torch.tensor(value, requires_grad=True)
        for name, value in shaped(found["start"], cell, of).items()
    }
    adam = torch.optim.Adam(weights.values(), lr=0.02)
    losses = []
    for piece in found["pieces"]:
        rows = [np.arange(start, start + piece["length"]) for start in piece["starts"]]
        places = np.array(rows).T
        now = {name: value.detach().numpy() for name, value in weights.items()}
        answers, reader, head = read(cell, now, X[places])
        came = torch.tensor(X[places + 1])[..., None]
        loss = ((answers - came) ** 2).mean() if says == "value" else pinball(answers, came)
        gradients = reader.gradients(loss)
        for name, value in weights.items():
            value.grad = head[name].grad if name in head else torch.tensor(gradients[name])
        losses.append(loss.item())
        torch.nn.utils.clip_grad_norm_(weights.values(), 1.0)
        adam.step()
    np.testing.assert_allclose(found["losses"], losses, rtol=1e-6)
    for name, value in shaped(found["end"], cell, of).items():
        np.testing.assert_allclose(value, weights[name].detach().numpy(), atol=2e-6, err_msg=name)


@pytest.mark.parametrize("names", ["value", "change"])
def test_told_each_number_or_none_a_network_says_what_torch_s_does(names: str) -> None:
    found = trained("gru", "sensor", names)
    numbers = np.array(found["numbers"])
    X, mean, deviation = scaled(found, names)
    weights = shaped(found["end"], "gru")

    def after(last: float, answer: float) -> float:
        return mean + deviation * answer + (last if names == "change" else 0.0)

    answers, _, _ = read("gru", weights, X[:-1, np.newaxis])
    told = [
        after(last, one.item()) for last, one in zip(numbers[:-1], answers[:, 0, 0], strict=True)
    ]
    np.testing.assert_allclose(found["forecasts"][0][1:], told, rtol=0, atol=1e-10)
    assert found["forecasts"][0][0] is None  # JSON's NaN: nothing has been read.
    squares = (np.array(told[299:]) - numbers[300:]) ** 2
    assert found["tested"][-1] == pytest.approx(squares.mean(), rel=1e-10)

    # Alone: what it has said is what it reads next.
    read_, last, expected = X[:ALONE].tolist(), numbers[ALONE - 1], []
    for _ in range(10):
        answers, _, _ = read("gru", weights, np.array(read_)[:, np.newaxis])
        read_.append(answers[-1, 0, 0].item())
        last = after(last, read_[-1])
        expected.append(last)
    np.testing.assert_allclose(found["alone"], expected, rtol=0, atol=1e-9)
    # A step alone is a step told.
    assert found["alone"][0] == pytest.approx(found["forecasts"][0][ALONE], abs=1e-9)


def test_the_error_alone_is_measured_all_over_the_test() -> None:
    found = trained("gru", "sensor")
    numbers = np.array(found["numbers"])
    X, mean, deviation = scaled(found, "value")
    starts = np.arange(300, 577, 6)
    read_ = np.stack([X[start - 64 : start] for start in starts], 1)
    for _ in range(24):
        answers, _, _ = read("gru", shaped(found["end"], "gru"), read_)
        read_ = np.concatenate((read_, answers[-1:, :, 0].detach().numpy()))
    came = np.stack([numbers[start : start + 24] for start in starts], 1)
    errors = ((mean + deviation * read_[64:] - came) ** 2).mean(1)
    np.testing.assert_allclose(found["errorsAlone"], errors, rtol=1e-9)


@pytest.mark.parametrize("kind", RULES)
def test_the_linear_forecast_is_least_squares(kind: str) -> None:
    found = trained("rnn", kind)
    x, learnt = np.array(found["numbers"]), found["learnt"]
    rows = np.stack([np.ones(len(x) - 4), *(x[3 - k : len(x) - 1 - k] for k in range(4))], 1)
    weights, *_ = np.linalg.lstsq(rows[: learnt - 4], x[4:learnt], rcond=None)
    np.testing.assert_allclose(found["linear"][4:], rows @ weights, rtol=0, atol=1e-9)
    errors = (rows @ weights - x[4:])[learnt - 4 :] ** 2
    assert found["error"] == pytest.approx(errors.mean(), rel=1e-9)


def test_numbers_that_follow_from_one_another_leave_least_squares_finite() -> None:
    rows = [[1, t % 4, t % 4, 2 * (t % 4)] for t in range(20)]
    (weights,) = evaluated(
        "chapters/forecast/baselines", ["leastSquares", rows, [t % 4 for t in range(20)]]
    )
    fitted = np.array(rows) @ np.array(weights)
    np.testing.assert_allclose(fitted, [t % 4 for t in range(20)], atol=1e-12)


def new_in(kind: str, x: Array) -> Array:
    """What is new in each step, for whoever knows the rule: found here, not by the chapter's code."""
    t = np.arange(200, 200 + len(x))
    match kind:
        case "walk":
            return np.diff(x)
        case "cycle":
            return x[2:] - 1.6 * x[1:-1] + 0.8 * x[:-2]
        case "season":
            return x - 3 * np.sin(2 * np.pi * t / 12)
        case "breath":
            return x - 3 * np.sin(2 * np.pi * t / 12)
        case "chaos":
            return x[1:] - 4 * x[:-1] * (1 - x[:-1])
    # A Kalman filter for a level that moves with variance 0.09, read with noise of variance 1.
    level, variance, found = x[0] - 2 * np.sin(2 * np.pi * t[0] / 24), 1.0, []
    for value, step in zip(x[1:], t[1:], strict=True):
        variance += 0.09
        surprise = value - 2 * np.sin(2 * np.pi * step / 24) - level
        gain = variance / (variance + 1)
        level, variance = level + gain * surprise, (1 - gain) * variance
        found.append(surprise)
    return np.array(found[50:])


@pytest.mark.parametrize("kind", RULES)
def test_the_floor_is_the_variance_of_what_is_new_in_each_step(kind: str) -> None:
    """Over eight draws the variance measured lies within a twelfth; what is new has no memory of its own."""
    drawn = [series(kind, draw)["numbers"] for draw in DRAWS]
    assert len({tuple(one) for one in drawn}) == len(drawn)
    new = [new_in(kind, one) for one in drawn]
    floor = series(kind)["floor"]
    assert floor == pytest.approx(np.concatenate(new).var(), rel=1 / 12, abs=1e-24)
    if kind != "chaos":
        lagged = [np.corrcoef(one[1:], one[:-1])[0, 1] for one in new]
        assert abs(np.mean(lagged)) < 0.04
        assert abs(np.mean([one.mean() for one in new])) < 0.06


def test_a_band_is_judged_by_what_its_quantiles_cost_and_by_what_lies_within() -> None:
    found = trained("gru", "breath", says="band")
    low, middle, high = (np.array(one[300:]) for one in found["forecasts"])
    came = np.array(found["numbers"][300:])
    said = torch.tensor(np.stack([low, middle, high], 1))
    expected = pinball(said, torch.tensor(came)[:, None]).item()
    assert found["tested"][-1] == pytest.approx(expected, rel=1e-12)
    assert found["covered"]["below"] == pytest.approx((came < low).mean(), abs=1e-12)
    assert found["covered"]["within"] == pytest.approx(((came >= low) & (came <= high)).mean())
    assert found["covered"]["above"] == pytest.approx((came > high).mean(), abs=1e-12)


def test_a_gated_cell_s_band_comes_to_breathe_with_the_noise_and_a_plain_one_s_hardly() -> None:
    found = {
        cell: [trained(cell, "breath", says="band", steps=400, seed=seed) for seed in (1, 2, 3)]
        for cell in ("gru", "rnn")
    }
    for ran in found["gru"]:
        low, _, high = (np.array(one[300:]) for one in ran["forecasts"])
        noise = 1 + 0.8 * np.sin(2 * np.pi * np.arange(500, 800) / 24)
        assert ran["follows"] == pytest.approx(np.corrcoef(high - low, noise)[0, 1], abs=1e-9)
        # The whole of it is too narrow by then.
        assert ran["covered"]["within"] < 0.77
    for seed in (1, 2, 3):
        early = trained("gru", "breath", says="band", steps=50, seed=seed)
        assert early["follows"] < 0.2
        assert early["covered"]["within"] == pytest.approx(0.8, abs=0.05)
    assert min(ran["follows"] for ran in found["gru"]) >= 0.6
    assert max(ran["follows"] for ran in found["rnn"]) <= 0.25


@pytest.mark.parametrize("kind", ["walk", "season", "breath"])
def test_who_knows_the_rule_pays_the_floor_for_its_quantiles(kind: str) -> None:
    """Over all draws, with the rule's own deviations and a normal's quantiles, from torch."""
    z = torch.distributions.Normal(0.0, 1.0).icdf(SHARES.float()).double()
    t = np.arange(500, 800)
    deviation = 1 + 0.8 * np.sin(2 * np.pi * t / 24) if kind == "breath" else np.ones(300)
    paid, floors = [], []
    for draw in DRAWS:
        found = series(kind, draw)
        new = torch.tensor(new_in(kind, found["numbers"])[-300:])
        paid.append(pinball(torch.tensor(deviation)[:, None] * z, new[:, None]).item())
        asked = {"learnt": 300, "deviations": found["deviations"]}
        floors += evaluated("chapters/forecast/bands", ["bandFloor", asked])
    assert np.mean(floors) == pytest.approx(np.mean(paid), rel=0.04)


def test_of_the_sensor_even_the_best_forecast_is_nearer_to_the_last_value() -> None:
    for draw in DRAWS:
        x = series("sensor", draw)["numbers"]
        surprise = new_in("sensor", x)
        forecast = x[51:] - surprise
        assert np.mean((forecast - x[50:-1]) ** 2) < np.mean(surprise**2)


def test_the_famous_picture_is_as_the_page_of_questions_says() -> None:
    data = {key: pages.told("forecast", "en")[key] for key in ("numbers", "strings", "words")}
    asked = {"chapter": "forecast", "data": data}
    said = in_node(PROGRAM.with_name("said.mjs"), asked)["computed"]
    for language in LANGUAGES:
        text = prose("questions", language).read_text("utf-8")
        assert said["fits"] in text.partition("{forecast_copies}")[2]


def test_own_numbers_are_read_and_what_does_not_do_is_named() -> None:
    numbers = [round(float(one), 2) for one in np.random.default_rng(0).normal(size=70)]
    own = " ".join(map(str, numbers[:30])) + "; " + ",".join(map(str, numbers[30:])) + " 1e3"
    found = series("own", own=own)
    assert found["numbers"].tolist() == [*numbers, 1000]
    assert (found["learnt"], found["floor"]) == (35, None)
    for text, problem, named in (
        (f"{own} 2020-01-01", "ownStrange", "2020-01-01"),
        ("1 2 3", "ownFew", "3"),
        ("", "ownFew", "0"),
        ("7 " * 60, "ownSame", "7"),
        ("e+e " * 60, "ownStrange", "e+e"),
    ):
        assert evaluated(SERIES, ["problemOf", text]) == [{"problem": problem, "text": named}]
        # Then the walk stands there.
        assert series("own", own=text)["numbers"].tolist() == series("walk")["numbers"].tolist()
    assert evaluated(SERIES, ["problemOf", own]) == [None]


@pytest.mark.parametrize(
    ("query", "word"),
    [
        ("series=walk&steps=0", "untrained"),
        ("series=walk&names=value&steps=400", "behind"),
        ("series=walk&names=change&steps=20", "nothing"),
        ("series=cycle&cell=rnn&steps=300&p=1&s=2", "ahead"),
        ("series=cycle&cell=gru&steps=400", "behind"),
        ("series=chaos&steps=400", "ahead"),
        ("series=cycle&cell=gru&steps=150&p=1&s=2", "known"),
    ],
)
def test_the_verdict_says_what_the_errors_say(query: str, word: str) -> None:
    data = {key: pages.told("forecast", "en")[key] for key in ("numbers", "strings", "words")}
    asked = {"chapter": "forecast", "data": data, "query": query}
    said = in_node(PROGRAM.with_name("said.mjs"), asked)["computed"]["verdict"]
    assert said == data["words"][f"says_{word}"]


def test_a_network_is_that_of_the_numbers_that_stand_there() -> None:
    """Two series that begin alike and are as long are two: what was measured of one is not told of the other."""
    numbers = [round(float(one), 1) for one in np.random.default_rng(3).normal(size=80)]
    data = {key: pages.told("forecast", "en")[key] for key in ("numbers", "strings", "words")}
    told = []
    for other in (numbers, [numbers[0], *(3 - one for one in numbers[1:])]):
        query = urlencode(
            {"series": "own", "own": " ".join(f"{one:.1f}" for one in other), "steps": 20}
        )
        asked = {"chapter": "forecast", "data": data, "query": query}
        told.append(in_node(PROGRAM.with_name("said.mjs"), asked)["computed"])
    assert [one["count"] for one in told] == ["80", "80"]
    assert len({one["error"] for one in told} - {"–"}) == 2


HOSTILE: dict[str, Sequence[object]] = {
    "still in the test": [k % 5 for k in range(40)] + [2] * 40,
    "still but for one": [1.0] + [0.0] * 69,
    "vast": [f"{k % 7 - 3}e99" for k in range(70)],
    "tiny": [f"{k % 7 - 3}e-99" for k in range(70)],
    "a straight line": list(range(90)),
    "as few as may be": [(-1) ** k for k in range(60)],
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize(
    "query", ["steps=0&p=12&s=48", "steps=20&bandSteps=20&after=240&names=change"]
)
def test_whatever_numbers_come_all_is_drawn_and_told(name: str, query: str) -> None:
    own = urlencode({"series": "own", "own": " ".join(map(str, HOSTILE[name]))})
    data = pages.told("forecast", "en")
    found = in_node(PROGRAM.with_name("drawn.mjs"), {"data": data, "query": f"{own}&{query}"})
    assert found["count"] == str(len(HOSTILE[name]))
    assert set(found["drawn"]) == {"almost", "lines", "bench", "alone", "band"}
    for said in (found["computed"], found["described"], found["drawn"]):
        strange = {
            one: told for one, told in said.items() if re.search(r"NaN|Infinity|undefined", told)
        }
        assert strange == {}
