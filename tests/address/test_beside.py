"""Several networks in one link: cells in comparable sizes, moments of runs, and which is in focus."""

from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from rnnviz.address.caption import labels
from rnnviz.address.elsewhere import far_carried
from rnnviz.address.link import Link, Moment
from rnnviz.address.reading import is_built_in, trace_of
from rnnviz.cells import EVERY_CELL
from rnnviz.explain import reach
from rnnviz.fields import LinkError
from rnnviz.locale import LANGUAGES, N_
from rnnviz.network import Network
from rnnviz.presets import COMPARISON_TRADITIONAL, COMPARISONS, Comparison
from rnnviz.text import Vocabulary
from tests.pages.test_pages import named, notices, open_page, shown

RUN = "0123456789abcdef"


def moment_of(letters: str, run: str = RUN, cell: str = "gru", hidden: int = 5) -> Moment:
    return Moment(
        run=run,
        at=9,
        folder=Path("nowhere"),
        corpus="own",
        cell=cell,
        hidden=hidden,
        steps=9,
        checkpoints=(0, 3, 9),
        vocabulary=Vocabulary(letters),
        beginning=letters,
    )


def runs(run: str) -> Moment:
    return moment_of("abc", run)


def problems_of(**query: str) -> list[str]:
    return [problem.sentence(N_) for problem in Link.from_query(query, runs)[1]]


@pytest.mark.parametrize("cell", EVERY_CELL)
def test_a_network_of_another_size_has_most_nearly_as_many_parameters(cell: str) -> None:
    vocabulary = Vocabulary("想要有直升机")

    def count(network: Network) -> int:
        model = network.random(vocabulary, seed=0)
        return sum(value.size for value in model.parameters.values())

    wanted = count(Network("lstm", (8,)))
    found = Network(cell, (1,)).resized(wanted, d=6, q=6, most=40)
    distances = {h: abs(count(Network(cell, (h,))) - wanted) for h in range(1, 41)}
    assert distances[found.units] == min(distances.values())


def test_cells_beside_the_first_learn_the_same_text_with_as_many_parameters() -> None:
    link = Link(beside=("rnn", "gru"))
    assert [(track.cell, track.hidden) for track in link.tracks] == [
        ("lstm", 8),
        ("rnn", 17),
        ("gru", 9),
    ]
    assert {track.tokens for track in link.tracks} == {link.tokens}
    assert Link().tracks == (Link(),)


def test_random_networks_beside_each_other_have_the_same_seed() -> None:
    link = Link(weights="random", seed=7, beside=("rnn",))
    assert [(track.weights, track.seed) for track in link.tracks] == [("random", 7)] * 2


def test_networks_beside_the_first_come_back_from_the_link() -> None:
    for link in (
        Link(beside=("rnn", "gru"), track=2, unit=17, phase="hidden", scale="one"),
        Link(text="abca", beside=(replace(runs(RUN), at=3), "gru")),
        Link.of(runs(RUN)).changed(beside=(replace(runs(RUN), at=3),)),
    ):
        assert Link.from_query(link.to_query(), runs) == (link, [])
    query = {"run": RUN, "beside": "@3,@0"}
    beside = Link.from_query(query, runs)[0].beside
    assert [one.at for one in beside if isinstance(one, Moment)] == [3, 0]


def test_phase_and_unit_are_those_of_the_focused_network() -> None:
    link = Link(beside=("gru",), track=2)
    assert replace(link, phase="reset", unit=9).unit == 9
    with pytest.raises(LinkError, match="phase"):
        replace(link, phase="forget")
    with pytest.raises(LinkError, match="unit"):
        replace(link, unit=10)
    with pytest.raises(LinkError, match='track is "3"; it must be a whole number from 1 to 2'):
        replace(link, track=3)


def test_another_choice_of_networks_keeps_what_exists_of_the_place() -> None:
    link = Link(beside=("rnn", "gru"), track=3, phase="reset", unit=9, t=3)
    assert link.changed(track=1) == replace(link, track=1, phase="predict", unit=8)
    assert link.changed(beside=("gru",)) == replace(link, beside=("gru",), track=2)
    assert link.changed(beside=()).phase == "predict"
    assert link.changed(text="hello").beside == ("rnn", "gru")


def test_a_cell_that_is_there_already_changes_places_with_the_first() -> None:
    link = Link(beside=("rnn", "gru")).changed(cell="rnn")
    assert (link.cell, link.beside) == ("rnn", ("lstm", "gru"))


def test_what_cannot_stand_beside_is_refused_in_a_sentence() -> None:
    assert problems_of(beside="rnn,gru,mlp") == [
        "beside names 3 networks; at most 2 fit beside the first one."
    ]
    (sentence,) = problems_of(beside="<b>")
    assert sentence.startswith('beside has "<b>"; it may have cells (original, mlp, rnn,')
    (sentence,) = problems_of(text="abcz", beside=RUN)
    assert sentence == (f'The run {RUN} cannot stand beside this network: it does not know "z".')
    (sentence,) = problems_of(text="abc", beside=f"{RUN}@4")
    assert "kept its weights after these steps: 0, 3, 9" in sentence
    assert problems_of(beside="@3") != []
    assert problems_of(beside="rnn," * 1000) != []


def test_a_cell_beside_a_run_reads_what_the_run_reads() -> None:
    link = Link.of(moment_of("abc")).changed(text="a!b!c", beside=("rnn",))
    assert [track.tokens for track in link.tracks] == [("a", "b", "c")] * 2


@pytest.mark.parametrize("comparison", [*COMPARISONS, COMPARISON_TRADITIONAL])
def test_the_comparison_is_one_where_a_plain_rnn_fails_and_gates_succeed(
    comparison: Comparison,
) -> None:
    first, *others = comparison.hidden_sizes
    link = Link().changed(text=comparison.text, cell=first, beside=tuple(others))
    assert all(is_built_in(track) for track in link.tracks)
    counts = []
    for track in link.tracks:
        trace = trace_of(track)
        answer = trace.model.labels[int(trace["Y_hat"][-1, 0].argmax())]
        assert (answer == comparison.text[-1]) == (track.cell != "rnn")
        counts.append(sum(value.size for value in trace.model.parameters.values()))
    assert max(counts) <= 1.06 * min(counts)


# ---- the Step page ---------------------------------------------------------------------------


def networks(at: AppTest) -> list[str]:
    return [track["label"] for track in shown(at)["scene"]["tracks"]]


def test_networks_are_added_and_taken_away_on_the_page() -> None:
    at = open_page("step/step.py", weights="random")
    assert networks(at) == ["LSTM"]
    pills = next(group for group in at.get("button_group") if group.key == "beside")
    pills.set_value(["rnn", "gru"]).run()
    assert networks(at) == ["LSTM", "RNN", "GRU"]
    assert at.query_params["beside"] == "rnn,gru"
    pills = next(group for group in at.get("button_group") if group.key == "beside")
    pills.set_value(["gru"]).run()
    assert networks(at) == ["LSTM", "GRU"]
    at.selectbox(key="beside_further").set_value("mgu").run()
    assert networks(at) == ["LSTM", "GRU", "MGU"]
    pills = next(group for group in at.get("button_group") if group.key == "beside")
    pills.set_value([]).run()
    assert "beside" not in at.query_params


def test_one_network_too_many_is_refused_and_the_others_stay() -> None:
    at = open_page("step/step.py", weights="random", beside="rnn,gru")
    at.selectbox(key="beside_further").set_value("mgu").run()
    assert "at most 2 fit" in notices(at)
    assert networks(at) == ["LSTM", "RNN", "GRU"]


def test_words_that_name_no_training_are_refused() -> None:
    at = open_page("step/step.py", weights="random")
    at.text_input(key="beside_run").set_value(f"http://somewhere/step?run={RUN}&at=5").run()
    assert f"There is no run {RUN} here" in notices(at)
    assert networks(at) == ["LSTM"]


def test_an_example_opens_with_the_networks_that_it_compares() -> None:
    at = open_page("step/step.py")
    named(at.selectbox, "example").set_value(COMPARISONS[0].text).run()
    assert networks(at) == ["RNN", "GRU", "LSTM"]
    named(at.selectbox, "example").set_value("hello world").run()
    assert notices(at) == ""


def test_the_first_network_can_stand_unchanged_beside_itself_changed_by_hand() -> None:
    link = Link(beside=("original", "gru"), changes="F.5.2-5=1", hidden=6, t=3)
    first, original, _gru = link.tracks
    assert original == first
    assert original.changes == ""
    assert Link.from_query(link.to_query())[0] == link
    assert labels(link, N_) == ["LSTM", "before", "GRU"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_place_at_which_gates_carry_gradients_far_is_one(language: str) -> None:
    """Of ∂L/∂H from the loss at the end, the share that is left at the first character."""
    query = dict(parse_qsl(urlsplit(far_carried(language)).query))
    link, problems = Link.from_query(query)
    assert not problems
    assert (link.way, link.loss) == ("back", str(link.steps))
    shares = {}
    for track in link.tracks:
        found = reach(trace_of(track))[-1, :, 0]
        shares[track.cell] = found[0] / found[-1]
    assert min(shares["lstm"], shares["gru"]) > 0.01
    assert shares["rnn"] < 1e-6
