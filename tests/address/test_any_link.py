"""Whatever an address says: what is shown of it is a link that says itself, in the static edition too, and the stage
stands where it says."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rnnviz.address.link import PLACE, VIEWS, WHOLE_STEP, Link
from rnnviz.address.reading import trace_of
from rnnviz.address.training_plan import FITS, Plan
from rnnviz.address.units_link import UnitsLink
from rnnviz.explain import NOTATIONS
from rnnviz.locale import LANGUAGES
from rnnviz.site.own_cells import own_cells
from rnnviz.site.stages import LAYERS, fields
from rnnviz.stage import scene
from tests.fuzz import examples
from tests.javascript import in_node
from tests.site.test_links import PROGRAM, WORDS

Query = dict[str, str]

NUMBERS = st.integers(-1, 12).map(str)
RUN = "0123456789abcdef"
OF_THE_WALK = ("way", "track", "t", "phase", "unit", "notation", "scale", "sort", "weight")
USUAL = {name: Link().written(name) for name in OF_THE_WALK}
# Of each field of a place words that often fit, for the networks of `WORDS`.
PLACES: dict[str, st.SearchStrategy[str]] = {
    "way": st.sampled_from(["forward", "back"]),
    "loss": st.lists(st.integers(0, 9).map(str), max_size=3).map(",".join),
    "track": NUMBERS,
    "t": NUMBERS,
    "phase": st.sampled_from(["predict", "forget", "memory", "reset", "hidden", "K", "to-H", "layer2-candidate", "x"]),
    "unit": NUMBERS,
    "char": NUMBERS,
    "view": st.sampled_from([*VIEWS, ""]),
    "notation": st.sampled_from([*NOTATIONS, "x"]),
    "cover": NUMBERS,
    "scale": st.sampled_from(["own", "one"]),
    "sort": st.sampled_from(["F.share", "C.change", "x"]),
    "weight": st.sampled_from(["W_hf.2.3", "b_h.1.1", "W"]),
    "changes": st.sampled_from(["F.1.1=0.5", "H.*.*=1;x.1=a", "H0.2=.5;W_hh.1.1=-3", "2:H.1.1=0", "?"]),
    "lang": st.sampled_from([*LANGUAGES, "fr", ""]),
}  # fmt: skip


@cache
def edition() -> dict[str, Any]:
    """What the static edition knows of links."""
    asked = {"about": fields("en"), "own": own_cells("en", LAYERS)}
    known: dict[str, Any] = json.loads(json.dumps(asked))
    return known


def queries(words: dict[str, st.SearchStrategy[str]]) -> st.SearchStrategy[Query]:
    """Addresses with some of these fields."""
    return st.fixed_dictionaries({}, optional=words)


CONTENT = {name: st.sampled_from(words) for name, words in WORDS.items()}
OF_A_LINK = queries(CONTENT | PLACES)
OF_A_PLAN = queries(
    {name: NUMBERS | st.text(max_size=6) for name in FITS}
    | {
        "corpus": st.sampled_from(["helicopter", "dates", "own", "x"]),
        "cell": st.sampled_from(["rnn", "gru", "race"]),
        "rate": st.floats(0, 11).map(str),
        "inputs": st.floats(0, 11).map(str) | st.just("off"),
        "clip": st.floats(0, 1e3).map("{:e}".format) | st.just("off"),
        "orthogonal": st.sampled_from(["on", "off"]),
        "batches": st.sampled_from(["random", "consecutive"]),
        "run": st.sampled_from([RUN, f"{RUN}.{RUN}", "x"]),
    }
)
OF_UNITS = queries(
    {
        "net": st.sampled_from(["brackets", "mandarin", "x"]),
        "run": st.sampled_from([RUN, "x"]),
        "at": NUMBERS | st.just(""),
        "step": st.text(max_size=9),
        "text": st.text(max_size=9),
        "quantity": st.sampled_from(["H", "layer1.H", "", "?"]),
        "unit": NUMBERS,
        "second": st.sampled_from(["H.2", "H"]),
        "label": st.sampled_from(["digit", "regex", "spans", "word:the", "Y"]),
        "pattern": st.text(max_size=9),
        "spans": st.sampled_from(["1-2", "3-9,10-12", "3"]),
        "k": NUMBERS,
        "how": st.sampled_from(["mean", "zero", "one"]),
        "lang": st.sampled_from([*LANGUAGES, "x"]),
    }
)


@examples(200)
@given(query=OF_A_LINK)
def test_what_is_shown_of_an_address_is_a_link_that_says_itself(query: Query) -> None:
    link, _problems = Link.from_query(query)
    assert Link.from_query(link.to_query()) == (link, [])


@examples(30)
@given(query=OF_A_LINK)
def test_such_a_link_says_the_same_in_the_static_edition(query: Query) -> None:
    own = Link.from_query(query)[0].to_query()
    walk = {"query": {name: [word] for name, word in own.items()}, "changes": []}
    (found,) = in_node(PROGRAM, {**edition(), "walks": [walk]})
    # There the language is a part of the path, and the stage keeps its place.
    elsewhere = {name: word for name, word in own.items() if name not in (*PLACE, "lang")}
    assert found["query"] == elsewhere
    assert found["problems"] == []


@examples(60)
@given(plan=OF_A_PLAN, units=OF_UNITS)
def test_so_are_a_plan_of_a_training_and_a_link_to_units(plan: Query, units: Query) -> None:
    for of, query in ((Plan, plan), (UnitsLink, units)):
        link, _problems = of.from_query(query)
        assert of.from_query(link.to_query()) == (link, [])


@examples(20)
@given(query=queries({name: CONTENT[name] for name in ("cell", "equations", "beside")} | PLACES))
def test_the_stage_stands_where_a_link_says_and_says_so(query: Query) -> None:
    link, _problems = Link.from_query({"text": "abcab", "hidden": "3", "weights": "random"} | query)
    own = link.to_query()
    place = {name: own[name] for name in PLACE if name in own}
    asked = {"scene": scene([trace_of(track) for track in link.tracks]), "place": place}
    found = in_node(Path(__file__).with_name("place.mjs"), asked)
    assert found["again"] == found["address"]
    written = {name: link.written(name) for name in OF_THE_WALK}
    shown = {name: str(found["address"].get(name, USUAL[name])) for name in OF_THE_WALK}
    if link.way == "back" and link.phase == WHOLE_STEP:
        # A whole step back ends with its last phase.
        written["phase"] = shown["phase"]
    assert shown == written
