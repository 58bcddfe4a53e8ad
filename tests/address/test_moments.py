"""Moments of training runs: in links, from disk, and on the Step page."""

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pages.shared.traces import Traces
from rnnviz import practice
from rnnviz.address.link import Link, Moment
from rnnviz.address.moments import last_moment, model_of
from rnnviz.address.reading import trace_of
from rnnviz.cells import CELLS
from rnnviz.fields import LinkError
from rnnviz.locale import LANGUAGES, N_, translator
from rnnviz.model import OUTPUT_PHASES, phase_keys
from rnnviz.practice.families import OF_CELLS
from rnnviz.training import Runs, home
from tests.pages.test_pages import HOSTILE, notices, open_page, shown, text_of
from tests.server.test_server import fetch as ask
from tests.serving import start_server
from tests.training_runs import TEXT, train

GONE = "0123456789abcdef"
BEGINNING = "she sells sea shells by the sea shore, t"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("runs")


@pytest.fixture(scope="module")
def run(folder: Path) -> str:
    return train(folder)


@pytest.fixture(autouse=True)
def _at_home(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RNNVIZ_RUNS", str(folder))
    assert home() == folder


def problems_of(**query: str | list[str]) -> list[str]:
    return [problem.sentence(N_) for problem in Link.from_query(query, last_moment)[1]]


# ---- links ---------------------------------------------------------------------------------


def test_a_link_of_a_run_comes_back_from_its_address(run: str) -> None:
    moment = last_moment(run).closest(6)
    for link in (
        Link.of(moment),
        Link.of(moment).changed(text="sea", phase="reset", unit=9, t=2, char=7, lang="zh-Hans"),
    ):
        assert Link.from_query(link.to_query(), last_moment) == (link, [])
    assert Link.of(moment).to_query() == {"run": run, "at": "6"}
    there = Link.of(moment).changed(text="hello", t=2)
    assert there.to_query() == {"run": run, "at": "6", "text": "hello", "t": "2"}


def test_the_run_decides_cell_and_size_whatever_the_address_says_of_them(run: str) -> None:
    link, problems = Link.from_query(
        {"run": run, "cell": "lstm", "hidden": "64", "weights": "random", "seed": "4"}, last_moment
    )
    assert problems == []
    assert (link.cell, link.hidden, link.weights, link.seed) == ("gru", 9, "trained", 0)
    with pytest.raises(LinkError, match="cell is"):
        replace(link, cell="rnn")
    with pytest.raises(LinkError, match="hidden is"):
        replace(link, hidden=8)


def test_without_a_step_the_last_is_shown_and_named(run: str) -> None:
    link, _ = Link.from_query({"run": run}, last_moment)
    assert link.moment.at == 11
    assert link.to_query() == {"run": run, "at": "11"}


def test_a_place_is_held_to_the_runs_own_cell_size_and_characters(run: str) -> None:
    here = {"run": run, "text": "she sells"}
    assert problems_of(**here, phase="reset", unit="9", t="8", char="14") == []
    assert "must be one of reset, update" in problems_of(**here, phase="forget")[0]
    assert "from 1 to 9. Shown instead: 1." in problems_of(**here, unit="10")[0]
    assert "from 1 to 8." in problems_of(**here, t="9")[0]
    assert f"from 0 to {len(set(TEXT))}." in problems_of(**here, char="99")[0]


@pytest.mark.parametrize(
    ("at", "instead"),
    [("5", "4"), ("7", "6"), ("999", "11"), ("-1", "0"), ("last", "11"), (["3", "3"], "11")],
)
def test_a_step_that_was_not_kept_gives_the_closest_one(
    run: str, at: str | list[str], instead: str
) -> None:
    link, problems = Link.from_query({"run": run, "at": at, "t": "3"}, last_moment)
    assert (link.moment.at, link.t) == (int(instead), 3)
    (sentence,) = [problem.sentence(N_) for problem in problems]
    assert sentence.endswith(f"Shown instead: {instead}.")
    if isinstance(at, str):
        assert f'at is "{at}"; this run has kept its weights after these steps: 0, 1, 2' in sentence


@pytest.mark.parametrize(
    "hostile",
    [
        "", "..", "../../etc/passwd", "/etc", "queue", GONE.upper(), GONE[:-1], GONE + "0",
        GONE + "\n", "٠" * 16, "0" * 15 + "/", f"{GONE}/..", "\0" * 16, HOSTILE, "a" * 100_000,
    ],
)  # fmt: skip
def test_only_what_looks_like_an_id_is_looked_for(hostile: str) -> None:
    def look(run: str) -> Moment:
        raise AssertionError(f"looked for {run}")

    link, problems = Link.from_query({"run": hostile, "text": "hello"}, look)
    assert link == Link(text="hello")
    assert [problem.name for problem in problems] == ["run"]
    sentence = problems[0].sentence(N_)
    assert "it must be 16 characters, each of 0–9 or a–f." in sentence
    assert len(sentence) < 200
    with pytest.raises(LinkError, match="There is no run"):
        last_moment(hostile)


@pytest.mark.parametrize("query", [{"run": GONE}, {"run": [GONE, GONE]}])
def test_without_the_run_the_rest_is_shown_and_nothing_said_of_its_place(
    query: dict[str, str | list[str]],
) -> None:
    link, problems = Link.from_query(
        {**query, "at": "7", "text": "hello", "unit": "99", "phase": "reset"}, last_moment
    )
    assert link == Link(text="hello")
    assert [problem.name for problem in problems] == ["run"]


def test_to_look_for_a_run_makes_no_folder(tmp_path: Path) -> None:
    with pytest.raises(LinkError, match=f"There is no run {GONE} here; it may have been cleaned"):
        last_moment(GONE, tmp_path / "none")
    assert list(tmp_path.iterdir()) == []


def test_a_run_that_has_not_begun_and_one_that_is_damaged_are_told_apart(tmp_path: Path) -> None:
    run = train(tmp_path)
    (tmp_path / run / "vocabulary.json").write_bytes(b"{")
    with pytest.raises(LinkError, match=r"The files of run \w+ cannot be read"):
        last_moment(run, tmp_path)
    waiting = Runs(tmp_path).start(Runs(tmp_path).config(train(tmp_path)), TEXT)
    with pytest.raises(LinkError, match="has no weights yet"):
        last_moment(waiting, tmp_path)


def test_a_run_cleaned_up_under_ones_hands_is_a_sentence(tmp_path: Path) -> None:
    moment = last_moment(train(tmp_path), tmp_path)
    shutil.rmtree(tmp_path / moment.run)
    with pytest.raises(ValueError, match="There is no such run"):
        trace_of(Link.of(moment))


# ---- what is read ----------------------------------------------------------------------------


@pytest.mark.parametrize("at", [0, 3, 11])
def test_the_trace_is_that_of_the_runs_model(run: str, at: int) -> None:
    link = Link.of(last_moment(run).closest(at)).changed(text="sea shells")
    expected = Runs(home()).model(run, at).trace("sea shell", targets="ea shells")
    made = Traces().get(link, lambda _done: None)
    assert set(made) == set(expected)
    for name in expected:
        np.testing.assert_array_equal(made[name], expected[name])


def test_each_moment_has_a_trace_of_its_own(run: str) -> None:
    moment = last_moment(run)
    now, before = Link.of(moment), Link.of(moment.closest(0))
    assert now.without_place() != before.without_place()
    assert now.without_place() == now.changed(t=3, unit=2, phase="reset").without_place()
    assert not np.array_equal(trace_of(now)["H"], trace_of(before)["H"])
    assert model_of(moment) is model_of(last_moment(run))


def test_characters_that_the_run_does_not_know_are_left_out_and_kept_in_the_text(run: str) -> None:
    link = Link.of(last_moment(run)).changed(text="sÖea 你你!")
    assert "".join(link.tokens) == "sea "
    assert link.unknown == ("Ö", "你", "!")
    assert link.steps == 3
    assert link.text == "sÖea 你你!"
    assert trace_of(link).inputs == tuple("sea")


def test_of_a_text_with_no_known_character_the_runs_own_beginning_is_read(run: str) -> None:
    link = Link.of(last_moment(run)).changed(text="你好")
    assert "".join(link.tokens) == BEGINNING
    assert link.unknown == ("你", "好")
    assert trace_of(link).inputs == tuple(BEGINNING[:-1])


@pytest.mark.parametrize(
    ("text", "beginning"),
    [
        ("\f\n \nshort\na line worth reading\nmore" * 20, "a line worth reading"),
        ("ab\nabc\n\n" * 200, "abc"),
        ("想要有直升机" * 100, ("想要有直升机" * 7)[:40]),
        ("a\0b\n" * 200, "ab"),
    ],
)
def test_a_run_reads_how_its_text_begins(tmp_path: Path, text: str, beginning: str) -> None:
    link = Link.of(last_moment(train(tmp_path, text, steps=1), tmp_path))
    assert link.text == beginning
    assert link.unknown == ()


@pytest.mark.parametrize(
    "config",
    [{"cell": "rnn", "phi": "relu"}, {"cell": "gru", "reset_after": True}, {"cell": "lstm"}],
    ids=str,
)
def test_every_cell_that_trains_can_be_stepped(tmp_path: Path, config: dict[str, object]) -> None:
    run = train(tmp_path, steps=1, **config)
    link = Link.of(last_moment(run, tmp_path))
    made = trace_of(link)
    phases = (*made.cell.description.phases, *OUTPUT_PHASES)
    assert tuple(phase.key for phase in phases) == phase_keys(CELLS[link.cell])
    assert made.cell.options == Runs(tmp_path).config(run).options


def test_another_moment_keeps_text_and_place(run: str) -> None:
    moment = last_moment(run)
    link = Link.of(moment).changed(text="sea", t=2, phase="reset", unit=9, notation="torch")
    there = link.changed(moment=moment.closest(0))
    assert there == replace(link, moment=moment.closest(0))
    away = there.changed(moment=None)
    assert away == Link(cell="gru", text="sea", t=2, phase="reset", notation="torch")


# ---- the Step page ---------------------------------------------------------------------------


def test_the_step_page_shows_a_moment_of_a_run(run: str) -> None:
    at = open_page(
        "step/step.py", run=run, at="6", text="sea shells", t="2", phase="update", unit="9"
    )
    data = shown(at)
    assert notices(at) == ""
    assert text_of(at) == "sea␣shells"
    assert data["scene"]["tracks"][0]["cell"]["name"] == "gru"
    assert data["scene"]["tracks"][0]["sizes"] == {"T": 9, "d": 14, "h": 9, "q": 14}
    assert data["scene"]["tracks"][0]["caption"] == "after step 6 of 11 · a text of one's own"
    assert data["query"] == {"run": run, "at": "6", "text": "sea shells"}
    assert data["place"] == {"t": "2", "phase": "update", "unit": "9"}
    assert not [group for group in at.get("button_group") if group.key in ("cell", "weights")]
    assert not at.number_input
    assert at.text_input(key="text").value == "sea shells"


def test_the_home_page_shows_it_too(run: str) -> None:
    at = open_page("home.py", run=run)
    assert text_of(at) == BEGINNING.replace(" ", "␣")
    assert shown(at)["query"] == {"run": run, "at": "11"}


def test_earlier_and_later_weights_read_the_same_text_at_the_same_place(run: str) -> None:
    at = open_page("step/step.py", run=run, at="6", text="sea shells", t="2", unit="9")
    at.button(key="earlier").click().run()
    assert at.query_params == {"run": run, "at": "4", "text": "sea shells"}
    assert "after step 4 of 11" in shown(at)["scene"]["tracks"][0]["caption"]
    assert (at.session_state.link.t, at.session_state.link.unit) == (2, 9)
    assert text_of(at) == "sea␣shells"
    at.selectbox(key="at").set_value(0).run()
    assert at.query_params["at"] == "0"
    assert at.button(key="earlier").disabled
    at.selectbox(key="at").set_value(11).run()
    assert at.button(key="later").disabled
    assert not at.exception


def test_another_text_is_read_by_the_same_weights(run: str) -> None:
    at = open_page("step/step.py", run=run, at="6")
    at.text_input(key="text").set_value("the shore").run()
    assert at.query_params == {"run": run, "at": "6", "text": "the shore"}
    assert text_of(at) == "the␣shore"


def test_the_examples_are_those_that_the_run_can_read(run: str) -> None:
    at = open_page("step/step.py", run=run)
    (own,) = at.selectbox(key="example").options
    assert own == f"{BEGINNING} · how the text of this run begins"


@pytest.mark.parametrize("language", LANGUAGES)
def test_characters_that_cannot_be_read_are_named(run: str, language: str) -> None:
    at = open_page("step/step.py", run=run, text="s你ea 好吗我是谁*啊", lang=language)
    assert "你 好 吗 我 是" in notices(at)
    assert "谁" not in notices(at)
    assert at.text_input(key="text").value == "s你ea 好吗我是谁*啊"
    assert text_of(at) == "sea␣"
    if language == "en":
        assert notices(at).endswith("know 你 好 吗 我 是 and 3 more; it reads the rest.")
    at.text_input(key="text").set_value("你好").run()
    assert text_of(at) == BEGINNING.replace(" ", "␣")
    assert at.text_input(key="text").value == "你好"
    if language == "en":
        assert "does not know 你 好; it reads how its own text begins." in notices(at)
    at.text_input(key="text").set_value("sea").run()
    assert notices(at) == ""


def test_whoever_leaves_the_run_sees_the_same_text_with_other_weights(run: str) -> None:
    at = open_page("step/step.py", run=run, at="6", text="sea", t="2")
    at.button(key="leave").click().run()
    assert at.query_params == {"cell": "gru", "text": "sea"}
    assert text_of(at) == "sea"
    assert shown(at)["scene"]["tracks"][0]["caption"] == "trained on this text"
    assert at.session_state.link.t == 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ["home.py", "step/step.py"])
def test_a_run_that_was_cleaned_up_is_told_of_and_the_page_works(page: str, language: str) -> None:
    at = open_page(page, run=GONE, at="6", text="hello", t="3", unit="90", lang=language)
    sentence = LinkError(
        N_("There is no run {run} here; it may have been cleaned up. Another model is shown."),
        run=GONE,
    ).sentence(translator(language))
    assert notices(at) == sentence
    assert text_of(at) == "hello"
    assert shown(at)["query"].keys() <= {"text", "lang"}
    assert {"run", "t", "phase", "unit"} <= set(shown(at)["wrong"])
    if page == "step/step.py":
        at.text_input(key="text").set_value("abc").run()
        assert text_of(at) == "abc"


def test_another_language_shows_the_same_moment(run: str) -> None:
    at = open_page("step/step.py", run=run, at="6", t="2")
    at.button_group(key="switch").set_value("zh-Hans").run()
    assert at.query_params == {"run": run, "at": "6", "lang": "zh-Hans"}
    assert shown(at)["scene"]["tracks"][0]["caption"] == "第 6/11 步之后 · 自己的文本"
    assert at.session_state.link.t == 2


def test_the_stage_of_a_run_is_saved_as_a_file(run: str) -> None:
    from rnnviz.stage import html

    link = Link.of(last_moment(run)).changed(text="sea shells")
    page = html(trace_of(link), "en", "after step 11 of 11")
    (data,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page)
    assert json.loads(data)["scene"]["tracks"][0]["inputs"] == list("sea␣shell")


def test_large_traces_are_not_all_kept(run: str) -> None:
    link = Link.of(last_moment(run))
    kept = Traces(keep_bytes=1)
    first = kept.get(link, lambda _done: None)
    assert kept.get(link, lambda _done: None) is first
    kept.get(link.changed(text="sea"), lambda _done: None)
    assert kept.get(link, lambda _done: None) is not first


# ---- a folder that cannot be written to --------------------------------------------------------


@pytest.fixture
def unwritable(tmp_path: Path, run: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a run in it in which nothing can be made, not even by root."""
    shutil.copytree(folder / run, tmp_path / run)
    (tmp_path / "queue").write_bytes(b"")
    monkeypatch.setenv("RNNVIZ_RUNS", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("page", ["step/step.py", "home.py", "train/train.py"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_says_so_where_runs_cannot_be_kept(
    unwritable: Path, run: str, page: str, language: str
) -> None:
    for query in ({}, {"run": run}):
        at = open_page(page, lang=language, **query)
        assert not at.exception, at.exception
        told = "\n".join(element.value for element in [*at.warning, *at.error])
        assert "Errno" not in told
        assert str(unwritable) not in told


def test_the_server_says_so_where_runs_cannot_be_kept(unwritable: Path, run: str) -> None:
    server = start_server(unwritable)
    try:
        for path, status in (
            (f"/early-stage?run={run}", 204),
            ("/early-stage", 200),
            (f"/runs/{run}/present", 400),
            (f"/runs/{run}/moment?step=6", 400),
        ):
            answer = ask(server, path)
            assert answer.status == status, path
            if status == 400:
                assert json.loads(answer.body)["error"].endswith(".")
    finally:
        server.stop()


@pytest.mark.parametrize("family", OF_CELLS)
def test_a_task_s_own_network_is_stepped_through_and_has_its_answers(family: str) -> None:
    task = practice.task(family, seed=7)
    assert isinstance(task, practice.StepTask)
    link, problems = Link.from_query({"run": f"{family}.7"}, last_moment)
    assert not problems
    assert link.to_query() == {"run": f"{family}.7", "at": "0"}
    trace = trace_of(link)
    assert link.tokens == tuple(task.text)
    for name, numbers in task.model.parameters.items():
        np.testing.assert_array_equal(trace.model.parameters[name], numbers)
    for name, answer in task.answers.items():
        if name in trace:
            np.testing.assert_allclose(trace[name][task.steps - 1, 0], answer, atol=1e-15)


@pytest.mark.parametrize(
    "run", ["adam.7", "gru.7", "gru.step.4294967296", "gru.step.99999999999", "nothing.step.1"]
)
def test_a_task_that_has_no_network_is_a_sentence(run: str) -> None:
    link, [problem] = Link.from_query({"run": run, "t": "2"}, last_moment)
    assert link == Link()
    said = problem.sentence(str)
    assert said == f"There is no task {run} with a network. Another model is shown."
