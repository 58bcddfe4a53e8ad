"""What the Units page is told of states: the cloud, states like one, where the state rests."""

import base64

import numpy as np
import pytest

from rnnviz import GRU, SequenceModel, Vocabulary
from rnnviz.presets.units import BRACKETS
from rnnviz.units import Reading, components, read
from rnnviz.units.view import states

TEXT = "".join(np.random.default_rng(1).choice([*"abc "], 900))


@pytest.fixture(scope="module")
def seen() -> Reading:
    return read(SequenceModel.random(GRU, Vocabulary("abc "), 6, seed=2), TEXT)


def coordinates(told: dict) -> np.ndarray:
    shares = told["coordinates"]
    rows = np.frombuffer(base64.b64decode(shares["data"]), "<i2").reshape(shares["shape"])
    return rows / states.WHOLE * shares["most"]


def test_the_cloud_is_the_states_in_their_components_to_16_bits(seen: Reading) -> None:
    told = states.cloud(seen, "H")
    points, share = components(seen, "H", 3)
    most = np.abs(points).max()
    np.testing.assert_allclose(coordinates(told), points.T, atol=most / states.WHOLE)
    assert told["shares"] == share.tolist()
    assert told["sample"] == list(range(900))


def test_a_long_text_has_a_fair_sample_that_is_always_the_same() -> None:
    drawn = states.sample(20_000)
    assert len(drawn) == states.MOST_DRAWN
    assert (np.diff(drawn) > 0).all()
    assert (drawn == states.sample(20_000)).all()
    # Each quarter of the text has its share.
    quarters = np.histogram(drawn, 4, (0, 20_000))[0]
    assert np.abs(quarters - states.MOST_DRAWN / 4).max() < 120


def test_similar_states_go_on_as_often_alike_as_a_count_of_the_text_says(seen: Reading) -> None:
    told = states.similar(seen, "H", 40, "euclid", 25)
    distance = np.linalg.norm(seen["H"] - seen["H"][40], axis=1)
    distance[40] = np.inf
    assert told["places"] == np.argsort(distance, kind="stable")[:25].tolist()
    alike = [TEXT[place + 1] == TEXT[41] for place in told["places"]]
    assert told["here"]["count"] == sum(alike)
    others = TEXT[1:].count(TEXT[41]) - 1
    assert told["here"]["random"] == pytest.approx(others / 898)
    # The last place has no next character.
    assert states.similar(seen, "H", 899, "cosine", 5)["here"] is None


def test_a_network_of_brackets_counts_as_deep_as_it_closes_them() -> None:
    model = BRACKETS.model()
    found = states.counts(model, "(")
    assert found is not None
    depth = found["depth"]
    assert depth > 2

    def closes(n: int) -> bool:
        trace = model.trace("\n" + "(" * n + ")" * n)
        said = [model.labels[k] for k in trace["Y_hat"][-n:, 0].argmax(axis=1)]
        return said == [")"] * (n - 1) + ["\n"]

    assert all(closes(n) for n in range(1, depth + 1))
    assert not closes(depth + 1)
    assert states.counts(model, ")") is None


def test_a_point_of_rest_lies_in_the_cloud_where_its_state_is() -> None:
    seen = read(BRACKETS.model(), BRACKETS.text()[:1500])
    told = states.rest_points(seen, "H", "(")
    assert told["points"]
    point = told["points"][0]
    # Brackets that open for a long time lead there.
    end = seen.model.trace("(" * 400)["H"][-1]
    np.testing.assert_allclose(point["at"], states.axes_of(seen, "H").project(end)[0], atol=1e-4)
    assert point["isStable"]
