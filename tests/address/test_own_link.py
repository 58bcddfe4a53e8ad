"""The link of a model of one's own."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rnnviz.address.kept import BATCHES
from rnnviz.address.own_link import OwnLink
from rnnviz.frameworks import batch_file
from rnnviz.frameworks.batch_file import MOST_LAYERS, MOST_SAMPLES
from rnnviz.locale import Refusal
from tests.frameworks.test_batch_file import as_file, small

LINKS = st.builds(
    OwnLink,
    file=st.from_regex(r"[0-9a-f]{32}", fullmatch=True) | st.just(""),
    layer=st.integers(1, MOST_LAYERS),
    sample=st.integers(1, MOST_SAMPLES),
)


@given(LINKS)
def test_a_link_is_read_as_it_was_written(link: OwnLink) -> None:
    query = {name: [value] for name, value in link.to_query().items()}
    assert OwnLink.from_query(query) == (link, [])


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"file": ["../../etc/passwd"]}, 'etc/passwd" names no file'),
        ({"file": ["A" * 32]}, "names no file"),
        ({"sample": ["0"]}, "from 1 to 12"),
        ({"sample": ["1", "2"]}, "sample"),
        ({"layer": ["9"]}, "from 1 to 8"),
        ({"layer": ["\ud800"]}, "layer"),
    ],
)
def test_what_does_not_fit_is_said_and_the_usual_stands_there(
    query: dict[str, list[str]], sentence: str
) -> None:
    link, (problem,) = OwnLink.from_query(query)
    assert link == OwnLink()
    assert sentence in problem.sentence(str)


def test_what_was_brought_is_found_and_a_sample_that_is_not_there_is_the_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RNNVIZ_UNITS", str(tmp_path))
    data = as_file(*small())
    link = OwnLink(file=BATCHES.put(data, "here"), layer=3, sample=5)
    batch = link.batch()
    assert link.within(batch) == replace(link, layer=1, sample=2)
    assert batch.layers[0].sample(1).steps == batch_file.from_bytes(data).layers[0].sample(1).steps
    with pytest.raises(Refusal, match="no longer has this file"):
        OwnLink(file="0" * 32).batch()
