"""What a follower's stage is sent: what the hall shows, also to a reader of the other writing."""

import orjson

from pages.server.early import _told
from pages.shared.traces import TRACES
from rnnviz.address.link import FIRST_TEXTS, Link
from rnnviz.address.moments import last_moment


def test_a_reader_of_the_other_writing_sees_what_the_lecturer_s_page_has_had_learnt() -> None:
    # The network beside the first one is none that comes with rnnviz: it has learnt one writing.
    query: dict[str, list[str]] = {name: [] for name in Link.names()} | {
        "beside": ["mlp"],
        "hidden": ["3"],
    }
    given = {name: values for name, values in query.items() if values}
    shown, _problems = Link.from_query(given, last_moment, "en")
    assert not _told(query, "zh-Hant", is_followed=True, is_home=False)
    for track in shown.tracks:
        TRACES.get(track, lambda _done: None)
    told = orjson.loads(_told(query, "zh-Hant", is_followed=True, is_home=False))
    assert told["scene"]["language"] == "zh-Hant"
    for track in told["scene"]["tracks"]:
        assert "".join(track["inputs"]) == FIRST_TEXTS[0][:-1]
    # Nobody who reads alone is shown another writing than their own.
    assert not _told(query, "zh-Hant", is_followed=False, is_home=False)
