"""The Train page: its plan, the start of a training, and the messages where something does not
fit."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from pages.train import view
from pages.train.training import TRAINING
from rnnviz import GRU, LSTM, MLP, SequenceModel, Vocabulary, weights
from rnnviz.address.training_plan import RECIPE, Plan
from rnnviz.training import Runs, TrainingConfig, Workers
from rnnviz.training.costs import costs, measured
from rnnviz.training.store import RunFiles
from tests.pages.test_pages import HOSTILE, named, notices, open_page

UNKNOWN = "0123456789abcdef"


@pytest.fixture(autouse=True)
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runs:
    """The runs of a server without workers, and a live view of buttons."""
    monkeypatch.setenv("RNNVIZ_RUNS", str(tmp_path / "runs"))

    def show(
        runs: Any,
        keys: Any,
        under: Any,
        plan: Any,
        text: str,
        _prose: Any,
        *,
        problem: str,
        **does: Any,
    ) -> None:
        for name, do in does.items():
            st.button(name, key=name, on_click=do)
        st.session_state.seen = (tuple(runs), dict(keys), tuple(plan), text)
        st.session_state.under = [one["run"] for one in under]
        st.session_state.problem = problem

    monkeypatch.setattr(view, "show", show)
    return TRAINING.runs


def open_train(**query: str | list[str]) -> AppTest:
    at = open_page("train/train.py", **query)
    assert not at.exception, at.exception
    return at


def seen(at: AppTest) -> tuple[tuple[str, ...], dict[str, str], tuple[TrainingConfig, ...], str]:
    """Runs, keys, plan and text that the view was last shown."""
    assert not at.exception, at.exception
    return at.session_state.seen


def press(at: AppTest, key: str) -> AppTest:
    return at.button(key=key).click().run()


def paste(at: AppTest, text: str) -> AppTest:
    return at.text_area(key="train_pasted").set_value(text).run()


def test_without_a_query_the_default_training_is_planned() -> None:
    runs, keys, plan, text = seen(open_train())
    assert (runs, keys, plan) == ((), {}, (TrainingConfig(),))
    assert len(text) > 400_000


def test_the_controls_write_the_address() -> None:
    at = open_train(lang="en", utm="mail")
    at.selectbox(key="train_corpus").set_value("dates").run()
    at.button_group(key="train_cell").set_value("lstm").run()
    at.number_input(key="train_hidden").set_value(32).run()
    at.number_input(key="train_steps").set_value(99).run()
    at.toggle(key="train_cosine").set_value(False).run()
    at.toggle(key="train_clip_on").set_value(False).run()
    at.number_input(key="train_rate").set_value(0.01).run()
    at.button_group(key="train_batches").set_value("random").run()
    assert at.query_params == {
        "lang": "en", "utm": "mail", "corpus": "dates", "cell": "lstm", "hidden": "32",
        "steps": "99", "cosine": "off", "clip": "off", "rate": "0.01", "batches": "random",
    }  # fmt: skip
    (config,) = seen(at)[2]
    assert config == TrainingConfig(
        corpus="dates", cell="lstm", hidden_size=32, steps=99, cosine=False, clip_norm=None,
        learning_rate=0.01, batches="random",
    )  # fmt: skip


def test_a_race_plans_three_with_as_many_parameters() -> None:
    _, _, plan, _ = seen(open_train(cell="race", hidden="64"))
    assert [config.cell for config in plan] == ["rnn", "gru", "lstm"]
    assert plan[1].hidden_size == 64


def test_what_does_not_fit_in_the_address_is_told_and_the_rest_followed() -> None:
    at = open_train(hidden="600", rate="fast", cell="gru", corpus="helicopter")
    assert 'hidden is "600"; it must be a whole number from 8 to 512.' in notices(at)
    assert (
        'rate is "fast"; it must be a number from 0.000001 to 10. Shown instead: 0.002.'
        in notices(at)
    )
    assert seen(at)[2][0].corpus == "helicopter"


def test_a_refused_number_stays_in_its_field_with_the_reason() -> None:
    at = open_train(hidden="64")
    at.number_input(key="train_hidden").set_value(600).run()
    assert "it must be a whole number from 8 to 512" in notices(at)
    assert at.number_input(key="train_hidden").value == 600
    assert seen(at)[2][0].hidden_size == 64
    at.number_input(key="train_hidden").set_value(65).run()
    assert notices(at) == ""


@pytest.mark.parametrize(
    "run", [UNKNOWN, f"{UNKNOWN}.{UNKNOWN}.{UNKNOWN}", "../../x", HOSTILE, "\0", "0" * 10**5]
)
def test_a_run_that_is_not_there_leaves_its_plan(run: str) -> None:
    at = open_train(run=run, hidden="32")
    runs, _, plan, _ = seen(at)
    assert runs == ()
    assert plan[0].hidden_size == 32
    assert "no longer there" in notices(at) or "is no run" in notices(at)


def test_train_starts_a_run_and_the_address_shows_it_to_others(runs: Runs) -> None:
    at = press(open_train(corpus="helicopter", hidden="16"), "on_start")
    (run,) = runs.ids()
    assert at.query_params == {"corpus": "helicopter", "hidden": "16", "run": run}
    assert seen(at)[:2] == ((run,), {run: runs.key(run)})
    assert RunFiles(runs.path(run)).wanted().until is None
    (config,) = seen(at)[2]
    assert config == TrainingConfig(
        corpus="helicopter", hidden_size=16, steps=150, learning_rate=0.002
    ).fitting(6)

    other = open_train(run=run)
    assert seen(other)[:3] == ((run,), {}, (config,))
    assert other.number_input(key="train_hidden").value == 16
    assert notices(other) == ""


def test_pressing_twice_starts_once(runs: Runs) -> None:
    at = press(press(open_train(corpus="helicopter"), "on_start"), "on_start")
    assert len(runs.ids()) == 1
    assert not at.exception


def test_one_gradient_step_starts_a_run_that_ends_after_it(runs: Runs) -> None:
    press(open_train(corpus="helicopter"), "on_step")
    (run,) = runs.ids()
    assert RunFiles(runs.path(run)).wanted().until == 1


def test_a_race_starts_three_runs_of_one_race(runs: Runs) -> None:
    at = press(open_train(corpus="helicopter", cell="race", hidden="16"), "on_start")
    started = seen(at)[0]
    assert at.query_params["run"] == ".".join(started)
    assert [runs.config(run).cell for run in started] == ["rnn", "gru", "lstm"]
    assert len({RunFiles(runs.path(run)).about.race for run in started}) == 1
    assert RunFiles(runs.path(started[0])).about.race
    assert at.button_group(key="train_cell").value == "race"
    assert set(seen(at)[1]) == set(started)


def test_reset_ends_the_run_and_keeps_the_plan(runs: Runs) -> None:
    at = press(open_train(corpus="helicopter", hidden="16"), "on_start")
    (run,) = runs.ids()
    at = press(at, "on_reset")
    assert runs.read(run).status == "stopped"
    assert at.query_params == {"corpus": "helicopter", "hidden": "16"}
    assert seen(at)[0] == ()


def test_reset_of_somebody_else_s_run_only_looks_away(runs: Runs) -> None:
    run = runs.start(
        TrainingConfig(corpus="helicopter", hidden_size=24, steps=150, learning_rate=0.002).fitting(
            6
        )
    )
    at = press(open_train(run=run), "on_reset")
    assert runs.read(run).status == "waiting"
    assert at.query_params == {"corpus": "helicopter", "hidden": "24"}


def test_another_choice_leaves_the_run_and_makes_room_for_others(runs: Runs) -> None:
    at = press(open_train(corpus="helicopter"), "on_start")
    (run,) = runs.ids()
    at.number_input(key="train_hidden").set_value(32).run()
    assert at.query_params == {"corpus": "helicopter", "hidden": "32", "under": run}
    assert runs.read(run).status == "paused"
    assert seen(at)[0] == ()


def test_a_run_left_elsewhere_goes_on_until_another_would_wait_for_it(
    runs: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    for count, status in ((9, "waiting"), (1, "paused")):
        workers = Workers(runs.folder, count=0)
        workers.count = count
        monkeypatch.setattr(TRAINING, "_workers", workers)
        at = press(open_train(corpus="helicopter", hidden="16"), "on_start")
        ((left,), *_) = seen(at)
        # As a lecture plan does, which goes to another training.
        at.query_params.clear()
        at.query_params.update({"corpus": "helicopter", "hidden": "24"})
        at = press(at.run(), "on_start")
        assert runs.status(left) == status
        assert runs.status(seen(at)[0][0]) == "waiting"
        for run in runs.ids():
            runs.stop(run)


def test_another_choice_leaves_somebody_else_s_run_in_peace(runs: Runs) -> None:
    run = runs.start(TrainingConfig(corpus="helicopter", steps=300).fitting(6))
    at = open_train(run=run)
    at.number_input(key="train_hidden").set_value(32).run()
    assert runs.read(run).status == "waiting"


def test_train_again_starts_anew_what_has_ended(runs: Runs) -> None:
    at = press(open_train(corpus="helicopter"), "on_start")
    (first,) = runs.ids()
    runs.stop(first)
    at = press(at, "on_start")
    (second,) = seen(at)[0]
    assert second != first
    assert runs.config(second) == runs.config(first)


def test_the_same_training_with_another_cell_is_laid_over_the_old_curve(runs: Runs) -> None:
    at = press(open_train(corpus="helicopter", hidden="16", cell="gru"), "on_start")
    (first,) = runs.ids()
    runs.stop(first)
    at.button_group(key="train_cell").set_value("lstm").run()
    assert (seen(at)[0], at.session_state.under) == ((), [first])
    at = press(at, "on_start")
    (second,) = seen(at)[0]
    assert at.session_state.under == [first]
    assert at.query_params["under"] == first
    # The link shows both; of another text the losses are not to be compared.
    assert open_train(run=second, under=first).session_state.under == [first]
    assert open_train(run=second, under=UNKNOWN).session_state.under == []
    at.selectbox(key="train_corpus").set_value("dates").run()
    assert at.session_state.under == []


def test_another_page_and_back_shows_the_run_again(runs: Runs) -> None:
    at = press(open_train(corpus="helicopter", hidden="16"), "on_start")
    (run,) = runs.ids()
    at.query_params.clear()  # as Streamlit does on the way to another page
    at.switch_page("step/step.py").run()
    assert not at.warning
    at.query_params.clear()
    at.switch_page("train/train.py").run()
    assert seen(at)[0] == (run,)
    assert at.query_params["run"] == run


def test_each_language_begins_with_a_text_of_its_own() -> None:
    assert open_train().selectbox(key="train_corpus").value == "python-reference"
    at = open_train(lang="zh-Hans")
    assert at.selectbox(key="train_corpus").value == "chinese"
    at.selectbox(key="train_corpus").set_value("python-reference").run()
    assert at.query_params["corpus"] == "python-reference"
    assert at.selectbox(key="train_corpus").value == "python-reference"


def test_what_the_stage_showed_is_there_again_after_training() -> None:
    at = open_page("step/step.py", text="hello", cell="gru")
    at.query_params.clear()
    at.switch_page("train/train.py").run()
    at.number_input(key="train_hidden").set_value(512).run()
    at.button_group(key="switch").set_value("zh-Hans").run()
    asked = {"corpus": "python-reference", "hidden": "512", "lang": "zh-Hans"}
    assert at.query_params == asked
    at.query_params.clear()
    at.switch_page("step/step.py").run()
    assert (at.session_state.link.text, at.session_state.link.cell) == ("hello", "gru")
    assert at.session_state.link.lang == "zh-Hans"


def test_the_language_changes_nothing_else() -> None:
    at = open_train(cell="lstm", hidden="300")
    at.button_group(key="switch").set_value("zh-Hans").run()
    assert at.query_params == {"cell": "lstm", "hidden": "300", "lang": "zh-Hans"}
    assert seen(at)[2][0].cell == "lstm"


def test_one_s_own_text_is_asked_for_and_read(runs: Runs) -> None:
    at = open_train(corpus="own")
    assert "seen" not in at.session_state
    at = paste(at, "she sells sea shells 🐚 by the sea shore\r\n" * 3)
    _, _, (config,), text = seen(at)
    assert text == "she sells sea shells 🐚 by the sea shore\n" * 3
    assert config.validation == 0
    at = press(at, "on_start")
    (run,) = runs.ids()
    assert runs.text(run) == text
    # A reader who follows the link and changes something keeps the same text.
    other = open_train(run=run)
    other.number_input(key="train_hidden").set_value(32).run()
    assert seen(other)[3] == text


@pytest.mark.parametrize(
    ("pasted", "said"),
    [
        ("x", "predicting the next needs two"),
        ("a\x00b\x01", "not a text"),
        ("x" * 5_000_001, "5 MB"),
    ],
)
def test_a_text_that_cannot_be_learnt_is_refused_in_a_sentence(pasted: str, said: str) -> None:
    at = paste(open_train(corpus="own"), pasted)
    assert not at.exception, at.exception
    assert said in notices(at)
    assert at.text_area(key="train_pasted").value == pasted
    assert "seen" not in at.session_state


def test_thousands_of_characters_work_until_they_do_not_fit() -> None:
    novel = "".join(chr(0x4E00 + k) for k in range(9000)) * 2
    at = paste(open_train(corpus="own"), novel)
    assert notices(at) == ""
    at.number_input(key="train_hidden").set_value(512).run()
    assert "9000 different characters" in notices(at)
    fits = int(re.search(r"(\d+) units in batches of 16 × 32 would fit", notices(at))[1])
    assert 128 < fits < 512
    at.number_input(key="train_hidden").set_value(fits).run()
    assert notices(at) == ""


def test_one_press_sets_the_whole_recipe() -> None:
    at = press(open_train(corpus="dates", hidden="32"), "train_plain")
    assert seen(at)[2] == (
        TrainingConfig.plain(corpus="dates", cell="gru", hidden_size=32, steps=1400),
    )
    assert at.button(key="train_plain").disabled
    at = press(at, "train_ours")
    assert at.query_params == {"corpus": "dates", "hidden": "32"}


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_every_part_of_the_recipe_says_what_it_was_measured_to_be_worth(language: str) -> None:
    at = open_train(cell="race", lang=language)
    said = "\n".join(caption.value for caption in at.caption)
    assert f"{measured().target:.2f}" in said
    for cost in costs().values():
        if cost.loss is not None:
            assert f"{cost.loss:.3f}" in said
    assert set(RECIPE) - {"optimizer", "validation"} <= set(costs())


def of(cell: type, text: str, hidden: int) -> bytes:
    return weights.to_bytes(SequenceModel.random(cell, Vocabulary(text), hidden, seed=0))


class Uploaded:
    """A file as the browser sends it."""

    def __init__(self, name: str, data: bytes) -> None:
        self.name, self.data = name, data

    def getvalue(self) -> bytes:
        return self.data


def upload(monkeypatch: pytest.MonkeyPatch, **files: Uploaded) -> None:
    monkeypatch.setattr(st, "file_uploader", lambda *_, key, **__: files.get(key))


def test_weights_from_a_file_are_gone_on_from(runs: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    model = SequenceModel.random(LSTM, Vocabulary("想要有直升机"), hidden_size=12, seed=0)
    upload(monkeypatch, train_weights_file=Uploaded("mine.safetensors", weights.to_bytes(model)))
    at = open_train(corpus="helicopter")
    assert at.query_params == {"corpus": "helicopter", "cell": "lstm", "hidden": "12"}
    press(at, "on_start")
    (run,) = runs.ids()
    assert (runs.path(run) / "start.safetensors").read_bytes() == weights.to_bytes(model)


def test_weights_that_do_not_fit_the_plan_are_not_used(
    runs: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = SequenceModel.random(GRU, Vocabulary("hello"), hidden_size=12, seed=0)
    upload(monkeypatch, train_weights_file=Uploaded("mine.safetensors", weights.to_bytes(model)))
    at = open_train(corpus="helicopter")
    assert "mine.safetensors knows 4 characters, and 6 of this text are not among them" in notices(
        at
    )
    named(at.number_input, "train_hidden").set_value(13).run()
    assert "mine.safetensors holds a GRU with 12 units" in notices(at)
    press(at, "on_start")
    (run,) = runs.ids()
    assert not (runs.path(run) / "start.safetensors").exists()


@pytest.mark.usefixtures("converts_here")
@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("x.safetensors", b"", "safetensors file"),
        ("x.safetensors", b"nonsense" * 10, "safetensors file"),
        ("x.safetensors", of(MLP, "ab", 8), "an RNN, a GRU or an LSTM"),
        ("x.safetensors", of(GRU, "ab", 4), "from 8 to 512"),
        ("x.pt", b"", "not a whole file of torch.save"),
        ("x.pt", b"junk", "not a whole file of torch.save"),
    ],
)  # fmt: skip
def test_a_file_that_holds_no_such_weights_is_refused_in_a_sentence(
    name: str, data: bytes, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload(monkeypatch, train_weights_file=Uploaded(name, data))
    at = open_train(corpus="helicopter")
    assert said in notices(at)
    assert seen(at)[2][0].cell == "gru"


@pytest.mark.usefixtures("converts_here")
def test_a_file_of_torch_comes_in(
    runs: Runs, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import torch

    layers = torch.nn.ModuleDict({"rnn": torch.nn.LSTM(6, 9), "fc": torch.nn.Linear(9, 6)})
    path = tmp_path / "theirs.pt"
    torch.save(layers.state_dict(), path)
    upload(monkeypatch, train_weights_file=Uploaded("theirs.pt", path.read_bytes()))
    at = open_train(corpus="helicopter")
    assert at.query_params == {"corpus": "helicopter", "cell": "lstm", "hidden": "9"}
    press(at, "on_start")
    (run,) = runs.ids()
    started = weights.from_bytes((runs.path(run) / "start.safetensors").read_bytes())
    assert started.vocabulary.tokens == tuple("想要有直升机")
    expected = layers["rnn"].weight_hh_l0[:9].detach().double().numpy().T
    assert (started.parameters["W_hi"] == expected).all()


def trained(runs: Runs, config: TrainingConfig) -> str:
    """A run with a checkpoint, as a worker would leave it."""
    from rnnviz.training.trainer import Trainer

    run = runs.start(config)
    named = Trainer(config, runs.text(run)).parameters.named
    from safetensors.numpy import save_file

    save_file(
        {name: value.numpy() for name, value in named.items()},
        runs.path(run) / "checkpoints/00000000.safetensors",
    )
    tokens = list(dict.fromkeys(runs.text(run)))
    (runs.path(run) / "vocabulary.json").write_text(json.dumps({"tokens": tokens}))
    return run


@pytest.mark.parametrize(
    ("config", "buttons", "said"),
    [
        (
            TrainingConfig(cell="gru"),
            [".safetensors"],
            "PyTorch's GRU applies the reset gate after",
        ),
        (TrainingConfig(cell="gru", reset_after=True), [".safetensors", ".pt"], ""),
        (TrainingConfig(cell="lstm"), [".safetensors", ".pt"], ""),
        (TrainingConfig(cell="rnn", phi="sigmoid"), [".safetensors"], "tanh and relu only"),
    ],
)
def test_a_checkpoint_is_saved_in_the_files_that_can_hold_it(
    config: TrainingConfig, buttons: list[str], said: str, runs: Runs
) -> None:
    small = {"corpus": "helicopter", "hidden_size": 8, "steps": 10}
    run = trained(runs, TrainingConfig(**config.to_dict() | small).fitting(6))
    at = open_train(run=run)
    assert [button.label for button in at.get("download_button")] == buttons
    assert said in "\n".join(caption.value for caption in at.caption)


def test_nothing_is_offered_for_saving_before_there_is_something() -> None:
    assert not open_train().get("download_button")


def test_the_plan_in_the_address_is_the_one_that_is_trained(runs: Runs) -> None:
    """A number that was typed just before the press counts."""
    at = open_train(corpus="helicopter")
    named(at.number_input, "train_hidden").set_value(40)
    at.button(key="on_start").click().run()
    (run,) = runs.ids()
    assert runs.config(run).hidden_size == 40
    assert Plan.from_query({"hidden": "40"})[0].hidden == 40


def faces(at: AppTest) -> list[str]:
    """What the underlined words of the sentence say, in their order."""
    said = [one.proto.popover.label for one in at.get("popover")]
    return [one for one in said if one not in ("Weights", "Class")]


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({}, "A GRU with 128 units reads The Python reference for 1,400 steps by our recipe"),
        (
            {"cell": "lstm", "hidden": "64", "corpus": "dates", "clip": "off"},
            "An LSTM with 64 units reads Dates in two notations for 1,400 steps by a recipe of its own",
        ),
        (
            {"cell": "race", "steps": "20000"},
            "A race of RNN, LSTM and a GRU with 128 units reads The Python reference for 20,000 steps "
            "by our recipe",
        ),
    ],
)
def test_the_plan_is_a_sentence(query: dict[str, str], sentence: str) -> None:
    at = open_train(lang="en", **query)
    said = sentence
    for face in faces(at):
        before, found, said = said.partition(face)
        assert found, (face, sentence)
        assert before.strip() in [one.value for one in at.markdown] or not before.strip()
    assert said == ""


def test_in_chinese_the_sentence_has_its_own_order() -> None:
    at = open_train(lang="zh-Hans", corpus="chinese")
    words = [one for one in at.get("popover") if one.proto.popover.label not in ("权重", "课堂")]
    assert [one.proto.popover.label for one in words] == [
        "128 个神经元", "GRU", "按语法生成的中文", "1,400 步", "推荐设置",
    ]  # fmt: skip
