"""The live view's data, compared with the run on disk and with the reference model."""

import base64
import json
import re
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnnviz import live, web
from rnnviz.explain.spoken import SIGNS
from rnnviz.live.strings import LETTERS, OUTCOME
from rnnviz.sampling import Reader, expected
from rnnviz.text import visible
from rnnviz.training import Runs, TrainingConfig
from rnnviz.training.worker import Worker

ROOT = Path(__file__).parents[2]
TEXT = "she sells sea shells by the sea shore, the shells she sells are sea shells. " * 20
# The strings that the view looks up by a name from the data.
STATUSES = ("waiting", "training", "paused", "finished", "stopped", "failed")
UNITS = ("nats", "bits", "perplexity")
LINES = ("unigram", "bigram", "entropy")
TERMS = (
    "loss", "validation", "ngram", "entropy", "norm", "temperature", "probe", "checkpoint", "moment",
)  # fmt: skip
CONFIG = TrainingConfig(
    corpus="own", cell="gru", hidden_size=8, batch_size=4, sequence_length=8, steps=40, clip_norm=0.05
)  # fmt: skip


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Runs:
    return Runs(tmp_path_factory.mktemp("runs"))


@pytest.fixture(scope="module")
def run(runs: Runs) -> str:
    """A run of 40 steps, of which the 21st was taken by itself."""
    run = runs.start(CONFIG, TEXT, until=21)
    Worker(runs.folder).work_off(threading.Event())
    runs.go_on(run)
    Worker(runs.folder).work_off(threading.Event())
    return run


def floats(sent: dict[str, Any]) -> np.ndarray:
    data = np.frombuffer(base64.b64decode(sent["data"]), dtype="<f4")
    return data.reshape(sent["shape"])


def test_everything_is_json_that_a_browser_reads(runs: Runs, run: str) -> None:
    for told in (
        live.plan(CONFIG, TEXT),
        live.present(runs, run),
        live.moment(runs, run, 16, 0.8),
        live.continuation(runs, run, 16, "she s", 0.8, 0),
        live.feeding(runs, run, 16, 0, 0.8),
        live.replay(runs, run, 21),
    ):
        json.dumps(told, allow_nan=False)


def test_a_plan_tells_the_size_of_what_would_learn() -> None:
    told = live.plan(CONFIG, TEXT)
    q, h = len(set(TEXT)), 8
    assert told["vocabulary"] == q
    assert told["characters"] == len(TEXT)
    assert told["parameters"] == 3 * (q * h + h * h + h) + h * q + q
    assert sum(rows * columns for _name, (rows, columns) in told["parts"]) == told["parameters"]
    assert ["W_hq", [h, q]] in told["parts"]
    assert told["uniform"] == pytest.approx(np.log(q))
    assert TEXT.startswith(told["excerpt"])
    # No word is cut in two; a text without spaces ends where it must.
    told = live.plan(CONFIG, "seventeen words " * 100)
    assert set(told["excerpt"].split()) == {"seventeen", "words"}
    assert len(live.plan(CONFIG, "字的" * 500)["excerpt"]) == 600


def test_a_curve_to_be_laid_below_another_has_the_losses_that_were_measured(
    runs: Runs, run: str
) -> None:
    told, metrics = live.curve(runs, run), live.present(runs, run)["metrics"]
    measured = zip(metrics["step"], metrics["validation"], strict=True)
    expected = [point for point in measured if point[1] is not None]
    np.testing.assert_allclose(
        told["points"],
        expected or list(zip(metrics["step"], metrics["loss"], strict=True)),
        atol=1e-4,
    )
    assert told["title"] == "GRU, h = 8"


def test_the_present_comes_in_pieces_that_add_up(runs: Runs, run: str) -> None:
    whole = live.present(runs, run)
    assert whole["rows"] == 41
    first, rest = whole["metrics"]["loss"][:25], live.present(runs, run, since=25)
    assert first + rest["metrics"]["loss"] == whole["metrics"]["loss"]
    assert rest["rows"] == whole["rows"]
    view = runs.read(run)
    np.testing.assert_allclose(whole["metrics"]["norm"][1:], view.metrics["norm"][1:], rtol=1e-5)
    assert whole["metrics"]["loss"][0] is None
    seen = len(whole["samples"])
    assert live.present(runs, run, samples=seen - 1)["samples"] == whole["samples"][-1:]


def test_the_probe_is_sent_once_a_step(runs: Runs, run: str) -> None:
    probe = live.present(runs, run)["probe"]
    kept = runs.probe(run)
    assert probe["step"] == kept.step
    assert probe["text"] == "".join(kept.tokens)
    np.testing.assert_array_equal(floats(probe["H"]), kept.H)
    assert [one["likeliest"] for one in probe["predictions"]] == list(map(visible, kept.likeliest))
    assert live.present(runs, run, probed=kept.step)["probe"] is None


def test_a_moment_is_what_the_checkpoint_computes(runs: Runs, run: str) -> None:
    told = live.moment(runs, run, 16, 0.8, "she sells")
    model = runs.model(run, 16)
    trace = model.trace("she sells")
    np.testing.assert_allclose(floats(told["probe"]["H"]), trace["H"][:, 0], rtol=1e-6)
    Y_hat = trace["Y_hat"][:, 0]
    for t, one in enumerate(told["probe"]["predictions"]):
        assert one["p"] == pytest.approx(Y_hat[t].max(), rel=1e-5)
        target = "she sells"[t + 1 : t + 2]
        if target:
            right = Y_hat[t, model.vocabulary.tokens.index(target)]
            assert one["p_target"] == pytest.approx(right, rel=1e-5)
        else:
            assert (one["target"], one["p_target"]) == (None, None)
    assert told == live.moment(runs, run, 16, 0.8, "she sells")


def test_a_probe_that_the_model_cannot_read_gives_way_to_its_own(runs: Runs, run: str) -> None:
    assert live.moment(runs, run, 16, 0.8, "猫🐈")["probe"]["text"]
    assert live.moment(runs, run, 16, 0.8, "猫she🐈 s")["probe"]["text"] == "she s"


def test_a_moment_that_was_not_kept_says_which_were(runs: Runs, run: str) -> None:
    with pytest.raises(ValueError, match=r"17.*16"):
        live.moment(runs, run, 17, 0.8)


def test_a_run_from_before_the_reach_was_measured_opens_and_goes_on(tmp_path: Path) -> None:
    older = Runs(tmp_path)
    run = older.start(CONFIG, TEXT, until=3)
    Worker(tmp_path).work_off(threading.Event())
    (older.path(run) / "reach.f64").unlink()
    assert live.present(older, run)["reach"] == []
    older.go_on(run)
    Worker(tmp_path).work_off(threading.Event())
    found = live.present(older, run)
    assert found["status"] == "finished"
    assert [row["step"] for row in found["reach"]][-1] == 40
    assert found["reach"][0]["step"] >= 3
    later = live.present(older, run, reached=len(found["reach"]) - 1)["reach"]
    assert later == found["reach"][-1:]


def test_what_comes_next_is_the_softmax_at_both_temperatures(runs: Runs, run: str) -> None:
    told = live.continuation(runs, run, 32, "she sells s", 0.5, seed=3)
    model = runs.model(run, 32)
    logits = Reader(model).read("she sells s")
    for character, _visible, p, q in told["expected"]:
        k = model.vocabulary.tokens.index(character)
        assert p == pytest.approx(expected(logits, 1.0)[k], rel=1e-5)
        assert q == pytest.approx(expected(logits, 0.5)[k], rel=1e-5)
    assert told["expected"][0][2] == max(p for _, _, p, _ in told["expected"])
    assert told["rest"] + len(told["expected"]) == len(model.vocabulary)


def test_a_character_is_drawn_by_its_chance(runs: Runs, run: str) -> None:
    drawn = [live.continuation(runs, run, 32, "she sells s", 1.0, seed) for seed in range(200)]
    counts = [told["expected"][told["drawn"]][0] for told in drawn]
    (likeliest, _, p, _), *_ = drawn[0]["expected"]
    assert abs(counts.count(likeliest) / 200 - p) < 4 * np.sqrt(p * (1 - p) / 200)
    assert len({told["drawn"] for told in drawn}) > 1
    still = [live.continuation(runs, run, 32, "she", 0.0, seed)["drawn"] for seed in range(5)]
    assert still == [0] * 5


def test_what_it_has_never_seen_is_named_and_left_out(runs: Runs, run: str) -> None:
    told = live.continuation(runs, run, 32, "猫she", 1.0, 0)
    assert told["unknown"] == ["猫"]
    assert told["expected"] == live.continuation(runs, run, 32, "she", 1.0, 0)["expected"]
    nothing = live.continuation(runs, run, 32, "猫", 1.0, 0)
    assert nothing["expected"] == []
    assert nothing["drawn"] is None
    with pytest.raises(ValueError, match="1001"):
        live.continuation(runs, run, 32, "s" * 1001, 1.0, 0)


def test_own_output_beside_the_true_text_is_what_the_model_loses_on_it(
    runs: Runs, run: str
) -> None:
    told = live.feeding(runs, run, 32, 3, 0.8)
    model = runs.model(run, 32)
    # The pieces are of the end of the text, which is never trained on, and all of it is plain.
    text = "".join(told["beginning"] + told["truth"]).replace(visible(" "), " ")
    assert told["isUnseen"]
    assert text in TEXT[len(TEXT) - round(CONFIG.validation * len(TEXT)) :]
    trace = model.trace(text[:-1], targets=text[1:])
    losses = trace["loss"][len(told["beginning"]) - 1 :, 0]
    np.testing.assert_allclose(told["forced"]["loss"], losses, rtol=1e-5)
    assert told["own"]["loss"][0] == told["forced"]["loss"][0]
    assert told["own"]["mean"][-1] > told["forced"]["mean"][-1]
    assert [one["temperature"] for one in told["temperatures"]] == [0, 0.5, 0.8, 1, 2]
    [chosen] = [one for one in told["temperatures"] if one["temperature"] == 0.8]
    assert chosen["loss"] == told["own"]["mean"][-1]
    cold, *_, hot = told["temperatures"]
    assert cold["right"] > hot["right"]
    assert live.feeding(runs, run, 32, 3 + told["passages"], 0.8) == told
    assert live.feeding(runs, run, 32, 4, 0.8)["truth"] != told["truth"]


def test_of_a_short_text_what_is_learnt_is_gone_on_with(tmp_path: Path) -> None:
    folder = Runs(tmp_path)
    run = folder.start(replace(CONFIG, validation=0.0), "to be or not to be, that is it. " * 2)
    Worker(tmp_path).work_off(threading.Event())
    told = live.feeding(folder, run, 40, 0, 0.8)
    assert not told["isUnseen"]
    assert len(told["beginning"]) + len(told["truth"]) <= 64


def test_a_step_replayed_adds_up(runs: Runs, run: str) -> None:
    told = live.replay(runs, run, 21)
    w = told["weight"]
    assert told["norm"] > told["clip"]
    assert w["clipped"] == pytest.approx(w["gradient"] * told["clip"] / told["norm"], rel=1e-5)
    m = w["first_moment"] / told["corrected_first"]
    v = w["second_moment"] / told["corrected_second"]
    assert w["update"] == pytest.approx(-told["rate"] * m / (np.sqrt(v) + 1e-8), rel=1e-3)
    found = told["beta_1"] * w["first_moment_before"] + (1 - told["beta_1"]) * w["clipped"]
    assert w["first_moment"] == pytest.approx(found, rel=1e-5)
    squared = (1 - told["beta_2"]) * w["clipped"] ** 2
    found = told["beta_2"] * w["second_moment_before"] + squared
    assert w["second_moment"] == pytest.approx(found, rel=1e-5)
    assert told["epsilon"] == 1e-8
    assert w["after"] == pytest.approx(w["before"] + w["update"], rel=1e-5)
    assert floats(told["gradient"])[told["row"], told["column"]] == np.float32(w["gradient"])
    kept = runs.recorded_step(run, 21)
    name = told["name"]
    moved = np.abs(kept.parts["after"][name] - kept.parts["before"][name])
    assert abs(w["update"]) == pytest.approx(moved.max(), rel=1e-4)


def test_the_weight_is_ones_own_choice(runs: Runs, run: str) -> None:
    told = live.replay(runs, run, 21, "W_xz", 0, 5)
    assert (told["name"], told["row"], told["column"]) == ("W_xz", 0, 5)
    assert told["of_row"] == runs.vocabulary(run)[0]
    with pytest.raises(ValueError, match="W_xz"):
        live.replay(runs, run, 21, "W_xz", 99, 0)
    with pytest.raises(ValueError, match="W_no"):
        live.replay(runs, run, 21, "W_no", 0, 0)
    with pytest.raises(ValueError, match="20"):
        live.replay(runs, run, 20)


@pytest.mark.parametrize("name", ["0" * 16, "../../etc", "", "x" * 16])
def test_a_run_that_is_not_there_is_said_to_be_gone(runs: Runs, name: str) -> None:
    for ask in (live.present, lambda r, n: live.moment(r, n, 0, 1.0)):
        with pytest.raises(ValueError, match="no such run"):
            ask(runs, name)


def test_folders_of_two_servers_are_not_mixed_up(runs: Runs, run: str, tmp_path: Path) -> None:
    live.moment(runs, run, 16, 0.8)
    with pytest.raises(ValueError, match="no such run"):
        live.moment(Runs(tmp_path), run, 16, 0.8)


def test_the_view_says_nothing_that_is_not_written_in_its_catalogue() -> None:
    # What its help says stands in the dialog that it shares with other views.
    shared = [web.FOLDER / "helpdialog.js", ROOT / "rnnviz/notebook/assets/training.js"]
    files = [*live.MAIN.parent.rglob("*.js"), *shared]
    code = "".join(path.read_text("utf-8") for path in files)
    said = set(re.findall(r"\bstrings\.(\w+)", code))
    by_name = {
        # What `barwords.js` calls the first of its keys, by how the training stands.
        *("train", "pause", "goOn", "again"),
        "oneStep",
        "reset",
        *STATUSES,
        *UNITS,
        *(f"{unit}{what}" for unit in UNITS for what in ("Title", "Uniform")),
        *(f"{term}{what}" for term in TERMS for what in ("Term", "Meaning")),
        *re.findall(r'"(key[A-Z]\w+)"', code),
        *(f"{large}{what}" for large in ("page", "curves") for what in ("Title", "Hint")),
        *(f"outcome_{fact}" for fact in OUTCOME),
        "presenter",
        "help",
        "slower",
        "faster",
        *LINES,
        # What all formulas are read aloud with, and the letters of a replayed step.
        *SIGNS,
        *(f"letter_{letter}" for letter in LETTERS),
    }
    # Some words are those of every view.
    known = live.STRINGS.keys() | web.STRINGS.keys()
    assert said | by_name <= known
    assert live.STRINGS.keys() <= said | by_name
