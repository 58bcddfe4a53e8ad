import re
from dataclasses import replace

import pytest

from rnnviz.address.link import DEFAULT_TEXT, Link
from rnnviz.address.link_fields import MAX_BYTES, MAX_CHARACTERS
from rnnviz.address.reading import trace_of
from rnnviz.cells import CELLS
from rnnviz.fields import LinkError
from rnnviz.locale import N_, translator
from rnnviz.model import phase_keys
from rnnviz.text import Vocabulary

FAMILY = "\U0001f468‍\U0001f469‍\U0001f467‍\U0001f466"


OWN = "K = sigmoid(X @ W_k)  # a gate\nH = K * H_prev + (1 - K) * tanh(X @ W_h)"


def problems_of(**query: str | list[str]) -> list[str]:
    return [problem.sentence(N_) for problem in Link.from_query(query)[1]]


def test_an_empty_link_shows_an_lstm_that_has_learnt_the_documents_text() -> None:
    assert Link.from_query({}) == (Link(), [])
    assert (Link().cell, Link().text, Link().weights) == ("lstm", "想要有直升机", "trained")
    assert Link().to_query() == {}


@pytest.mark.parametrize(
    "link",
    [
        Link(),
        Link(cell="gru", text="hello", hidden=16, weights="random", seed=7),
        Link(t=5, phase="memory", unit=8, char=6, view="sum", notation="torch", lang="zh-Hans"),
        Link(view="gradients", weight="layer1.W_hf.2.3"),
        Link(cell="mlp", text="a", hidden=1),
        Link(way="back", loss="3,5", t=2, phase="to-C"),
        Link(way="back", cell="gru", hidden=(8, 4), phase="layer2-reset"),
        Link(way="back", beside=("rnn", "gru"), track=3, phase="reset"),
        Link(way="back", cell="written", equations=OWN, phase="K"),
        Link(text="&=?#%+ \t\n<b>é́" + FAMILY),
        Link(weights="trained", seed=3),
        Link(cell="gru", hidden=(8, 4), phase="layer2-reset", unit=8),
        Link(cell="written", equations=OWN, phase="K", unit=2),
        Link(cell="written", equations=OWN, hidden=(3, 3), phase="layer2-K"),
        Link(equations=OWN),
        Link(equations=OWN, beside=("written", "rnn"), track=2, phase="K"),
        Link(cell="written", hidden=(3, 3), equations=OWN, beside=("lstm", "gru")),
    ],
)
def test_what_is_shown_comes_back_from_its_link(link: Link) -> None:
    assert Link.from_query(link.to_query()) == (link, [])
    as_streamlit_gives_it = {name: [value] for name, value in link.to_query().items()}
    assert Link.from_query(as_streamlit_gives_it) == (link, [])


def test_a_link_says_only_what_is_not_shown_anyway() -> None:
    assert Link(cell="gru", t=3).to_query() == {"cell": "gru", "t": "3"}


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"way": "up"}, 'way is "up"; it must be one of forward, back. Shown instead: forward.'),
        (
            {"way": "back", "loss": "0,6"},
            'loss is "0,6"; it must name steps from 1 to 5, such as 2 or 1,2.',
        ),
        (
            {"way": "back", "loss": "3;4"},
            'loss is "3;4"; it must name steps from 1 to 5, such as 2 or 1,2.',
        ),
        (
            {"way": "back", "text": "a"},
            'way is "back"; the text has one character, and so no loss to go back from. '
            "Shown instead: forward.",
        ),
    ],
)
def test_a_walk_back_that_cannot_be_is_refused_in_a_sentence(
    query: dict[str, str], sentence: str
) -> None:
    assert problems_of(**query) == [sentence]


def test_another_cell_is_walked_through_in_the_same_way() -> None:
    link = Link(way="back", phase="to-C", loss="2")
    assert link.changed(cell="gru") == Link(cell="gru", way="back", loss="2")
    assert link.changed(cell="rnn", track=1, way="forward", loss="") == Link(cell="rnn")
    assert link.changed(text="ab", t=1).loss == ""


def test_parameters_of_others_are_left_alone() -> None:
    assert Link.from_query({"utm_source": "mail", "embed": "true"}) == (Link(), [])


def test_the_last_character_is_only_a_label_unless_it_is_alone() -> None:
    assert Link().steps == 5
    assert Link(text="ab").steps == 1
    assert Link(text="a").steps == 1
    assert Link(text=FAMILY * 3).steps == 2


def test_one_character_has_nothing_to_learn() -> None:
    assert Link(text="ab").is_trained
    assert not Link(text="a").is_trained
    assert not Link(text="ab", weights="random").is_trained


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        (
            {"weight": "W_hf[2,3]"},
            'weight is "W_hf[2,3]"; it must be a name, a row and a column, such as W_hf.2.3.',
        ),
        (
            {"cell": "elman"},
            'cell is "elman"; it must be one of mlp, rnn, gru, lstm, '
            "lstm1997, peephole, cifg, mgu, indrnn, mingru, minlstm, slstm, birnn, bigru, bilstm.",
        ),
        ({"hidden": "0"}, 'hidden is "0"; it must be a whole number from 1 to 128, or one '),
        (
            {"cell": "birnn", "hidden": "65"},
            'hidden is "65"; with two directions it must be one whole number from 1 to 64: ',
        ),
        (
            {"cell": "bilstm", "hidden": "8x8"},
            'hidden is "8x8"; with two directions it must be one ',
        ),
        (
            {"goal": "all"},
            'goal is "all"; it must be one of next, before, after, before-traditional',
        ),
        ({"hidden": "129"}, 'hidden is "129"; it must be a whole number from 1 to 128, or one '),
        (
            {"hidden": "64x65"},
            'hidden is "64x65"; it must be a whole number from 1 to 128, or one for each of 2 to 3 '
            "layers with x between, as 8x8, 128 in all. Shown instead: 8.",
        ),
        ({"hidden": "8x"}, 'hidden is "8x"; it must be a whole number from 1 to 128, or one '),
        ({"hidden": "8x0"}, 'hidden is "8x0"; it must be'),
        ({"hidden": "2x2x2x2"}, 'hidden is "2x2x2x2"; it must be'),
        ({"hidden": "1x" * 5000 + "1"}, 'hidden is "1x1x1x1x1x1x1x1x1x1x1x1x…"; it must be'),
        ({"hidden": "8x4", "unit": "9"}, 'unit is "9"; it must be a whole number from 1 to 8.'),
        (
            {"hidden": "8x4", "phase": "memory"},
            'phase is "memory"; it must be one of layer1-input, layer1-forget, layer1-output, ',
        ),
        ({"cell": "written"}, 'cell is "written"; it must be one of mlp, rnn, gru, lstm, '),
        (
            {"cell": "written", "equations": "H = X"},
            "Line 1 reads X without a weight: X has a number for each character, everything else one "
            "for each unit. X @ W_x fits.",
        ),
        ({"equations": "H = " + "(" * 10**5}, "The equations have 100004 characters; at most 2000"),
        ({"hidden": "8.0"}, 'hidden is "8.0"; it must be a whole number'),
        ({"hidden": "1_0"}, 'hidden is "1_0"; it must be a whole number'),
        ({"hidden": "٨"}, 'hidden is "٨"; it must be a whole number'),
        ({"hidden": " 8"}, 'hidden is "␣8"; it must be a whole number'),
        ({"hidden": ""}, 'hidden is ""; it must be a whole number'),
        ({"hidden": "9" * 5000}, 'hidden is "' + "9" * 24 + '…"; it must be a whole number'),
        ({"weights": "learnt"}, 'weights is "learnt"; it must be one of trained, random.'),
        ({"seed": "-1"}, 'seed is "-1"; it must be a whole number from 0 to 999999.'),
        ({"t": "-3"}, 't is "-3"; it must be a whole number from 1 to 5.'),
        ({"t": "6"}, 't is "6"; it must be a whole number from 1 to 5. Shown instead: 1.'),
        ({"unit": "9"}, 'unit is "9"; it must be a whole number from 1 to 8.'),
        ({"unit": "5", "hidden": "4"}, 'unit is "5"; it must be a whole number from 1 to 4.'),
        ({"char": "7"}, 'char is "7"; it must be a whole number from 0 to 6.'),
        (
            {"cell": "gru", "phase": "memory"},
            'phase is "memory"; it must be one of reset, update, candidate, hidden, logits, predict. '
            "Shown instead: predict.",
        ),
        ({"view": "3d"}, 'view is "3d"; it must be one of cell, equations, memory, gradients, '),
        (
            {"notation": "apl"},
            'notation is "apl"; it must be one of row, column, uvw, torch, dnk, xhy.',
        ),
        ({"lang": "fr"}, 'lang is "fr"; it must be one of en, zh-Hans, zh-Hant.'),
        ({"text": ""}, "The text is empty; it needs at least one character. Shown instead: 想要"),
        ({"text": "字" * 201}, "The text has 201 characters; at most 200 fit."),
        ({"text": FAMILY * 201}, "The text has 201 characters; at most 200 fit."),
        ({"text": "a" * 2_000_000}, "The text is 2000000 bytes long; at most 10000 fit."),
        ({"text": ("e" + "́" * 40) * 200}, "The text is 16200 bytes long; at most 10000 fit."),
        ({"text": ("e" + "́" * 10_000) * 200}, "The text is 4000200 bytes long"),
        ({"text": "a\0b"}, "The text contains U+0000, which is no character that can be shown."),
        ({"text": "a\ud800b"}, "The text contains U+D800, which is no character"),
        (
            {"cell": ["gru", "rnn"]},
            "The link gives cell 2 times; it may appear only once. Shown instead: lstm.",
        ),
        ({"t": ["2", "2"]}, "The link gives t 2 times; it may appear only once. Shown instead: 1."),
    ],
)
def test_a_value_that_does_not_fit_falls_back_and_is_told_of(
    query: dict[str, str | list[str]], sentence: str
) -> None:
    told = problems_of(**query)
    assert len(told) == 1
    assert told[0].startswith(sentence)
    told[0].encode()  # and it can be sent to a browser


def test_what_can_be_followed_is_followed() -> None:
    link, problems = Link.from_query({"cell": "gru", "hidden": "999", "t": "2", "phase": "reset"})
    assert link == Link(cell="gru", t=2, phase="reset")
    assert [problem.name for problem in problems] == ["hidden"]


def test_problems_are_told_in_the_readers_language() -> None:
    _, (problem,) = Link.from_query({"hidden": "999"})
    told = problem.sentence(translator("zh-Hans"))
    assert told.startswith("隐藏神经元个数应为 1–128 的整数，或 2–3 层各一个")


def test_whoever_makes_a_link_in_code_hears_the_same() -> None:
    with pytest.raises(ValueError, match=re.escape('t is "6"; it must be a whole number')):
        Link(t=6)
    with pytest.raises(LinkError, match="hidden is"):
        Link(hidden=True)
    with pytest.raises(LinkError, match="hidden is"):
        Link(hidden="8")  # type: ignore[arg-type]


def test_the_largest_texts_fit() -> None:
    assert Link(text="字" * MAX_CHARACTERS).steps == MAX_CHARACTERS - 1
    flag = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
    assert len((flag * MAX_CHARACTERS).encode()) < MAX_BYTES
    assert Link(text=flag * MAX_CHARACTERS).steps == MAX_CHARACTERS - 1
    assert Link(text="שלום עולם").steps == 8


def test_another_cell_keeps_the_place_as_far_as_it_exists() -> None:
    link = Link(t=3, phase="hidden", unit=4, notation="torch", lang="en")
    assert link.changed(cell="gru") == Link(
        cell="gru", t=3, phase="hidden", unit=4, notation="torch", lang="en"
    )
    assert link.changed(phase="memory").changed(cell="gru").phase == "predict"
    assert link.changed(hidden=2).unit == 2


def test_another_text_begins_at_its_first_step() -> None:
    link = Link(t=3, phase="memory", char=2)
    assert link.changed(text="hello") == Link(text="hello", t=1, phase="memory")


def test_back_to_trained_weights_is_back_to_the_usual_ones() -> None:
    link = Link().changed(weights="random").changed(seed=7)
    assert link.changed(weights="trained") == Link()


def test_a_trace_is_the_same_wherever_one_stands_in_it() -> None:
    here = Link(cell="gru", t=3, phase="reset", unit=2, char=1, view="sum", lang="en")
    there = Link(cell="gru", notation="dnk")
    assert here.without_place() == there.without_place()
    assert len({here.without_place(), there.without_place()}) == 1
    assert here.without_place() != Link(cell="gru", seed=1).without_place()


@pytest.mark.parametrize("cell", CELLS)
def test_every_phase_of_every_cell_has_its_link(cell: str) -> None:
    for phase in phase_keys(CELLS[cell]):
        assert Link.from_query({"cell": cell, "phase": phase})[1] == []


def test_a_place_is_taken_over_as_far_as_it_exists() -> None:
    far = Link(t=5, phase="memory", unit=8, notation="torch")
    assert Link(cell="gru", text="abc", hidden=4).placed_as(far) == Link(
        cell="gru", text="abc", hidden=4, notation="torch"
    )
    assert Link().placed_as(far) == far


def test_default_text_is_built_in() -> None:
    from rnnviz.presets import BUILT_IN

    assert DEFAULT_TEXT in {built_in.text for built_in in BUILT_IN}


def test_a_written_cell_stays_in_the_link_while_another_one_is_shown() -> None:
    link = Link(cell="written", equations=OWN, phase="K")
    other = link.changed(cell="gru")
    assert (other.equations, other.phase) == (OWN, "predict")
    assert other.changed(cell="written") == link.changed(phase="predict")
    assert other.without_place() == Link(cell="gru")
    assert list(other.to_query())[-1] == "equations"


def test_equations_that_do_not_fit_change_nothing() -> None:
    link = Link(cell="written", equations=OWN)
    with pytest.raises(LinkError, match="Line 1 reads G, which no line writes"):
        link.changed(equations="H = G")


def test_what_stacked_layers_and_a_written_cell_show_is_read_from_the_link() -> None:
    two = trace_of(Link(hidden=(8, 4), weights="random"))
    assert (two["layer1.H"].shape, two["H"].shape) == ((5, 1, 8), (5, 1, 4))
    own = trace_of(Link(cell="written", equations=OWN, text="abab"))
    assert own["loss"].mean() < 0.05
    assert own.cell.equations[0] == "K = sigmoid(X @ W_k)"


def test_a_network_takes_the_size_that_gives_it_as_many_parameters() -> None:
    network = Link(cell="written", equations=OWN).network
    counts = {h: replace(network, sizes=(h,)).parameters(6, 6) for h in range(1, 129)}
    made = replace(network, sizes=(20,)).random(Vocabulary("abcdef"), 0)
    assert counts[20] == sum(value.size for value in made.parameters.values())
    lstm = Link().network.parameters(6, 6)
    (h,) = network.resized(lstm, 6, 6, 128).sizes
    assert abs(counts[h] - lstm) == min(abs(count - lstm) for count in counts.values())
    stack = Link(hidden=(8, 4)).network
    made = stack.random(Vocabulary("abcdef"), 0)
    assert stack.parameters(6, 6) == sum(value.size for value in made.parameters.values())


def test_a_written_cell_stands_beside_others_with_as_many_parameters() -> None:
    d = q = 6
    for link in (
        Link(beside=("written", "gru"), equations=OWN),
        Link(cell="written", beside=("lstm", "gru"), equations=OWN, hidden=16),
    ):
        own, *others = [track.network.parameters(d, q) for track in link.tracks]
        assert all(abs(count - own) < 0.15 * own for count in others)
        assert [trace_of(track)["H"].shape[0] for track in link.tracks] == [5, 5, 5]
        assert link.without_place().beside == link.beside


def test_two_directions_have_twice_the_units_and_a_fair_size() -> None:
    link = Link(cell="birnn", hidden=4, beside=("rnn", "bigru"), unit=8)
    assert [track.network.units for track in link.tracks] == [8, link.tracks[1].hidden, 4]
    counts = [track.network.parameters(6, 6) for track in link.tracks]
    assert [trace_of(track).model.parameters for track in link.tracks]
    for track, count in zip(link.tracks, counts, strict=True):
        assert sum(v.size for v in trace_of(track).model.parameters.values()) == count
    assert max(counts) < 1.3 * min(counts)
    with pytest.raises(LinkError, match="unit"):
        Link(cell="birnn", hidden=4, unit=9)


def test_a_task_reads_its_own_sentences_word_by_word_and_another_text_leaves_it() -> None:
    link, problems = Link.from_query({"goal": "before", "cell": "bilstm", "t": "4"})
    assert not problems
    assert (link.text, link.tokens, link.steps) == ("他向我表白", ("他", "向", "我", "表白"), 4)
    trace = trace_of(replace(link, beside=()))
    assert "".join(trace.targets) == "rprv"
    assert trace["loss"].mean() < 0.01
    other = link.changed(text="hello")
    assert (other.goal, other.text, other.t) == ("next", "hello", 1)
    assert Link.from_query(link.to_query()) == (link, [])
    assert problems_of(goal="after", text="hello") == [
        'text is "hello"; it must be one of 花钱, 花开. Shown instead: next.'
    ]
