"""The part of a page that a room's lecturer lights: which names there are."""

import pytest

from rnnviz.hall import light
from rnnviz.locale import Refusal


@pytest.mark.parametrize("part", ["equations", "text-start", "figure-hidden_state", "a" * 40])
def test_a_light_is_the_name_of_a_part(part: str) -> None:
    assert light({"part": part}) == {"part": part}


def test_a_light_that_is_out_is_none() -> None:
    assert light(None) is None


def test_nothing_but_the_name_travels() -> None:
    assert light({"part": "cell", "html": "<b>"}) == {"part": "cell"}


@pytest.mark.parametrize(
    "told", [{}, {"part": 3}, {"part": ""}, {"part": "<b>"}, {"part": "a" * 41}, [], 7, True]
)
def test_what_names_no_part_is_refused(told: object) -> None:
    with pytest.raises(Refusal, match="is no part of a page; one is called equations"):
        light(told)
