"""The facts that a training's numbers say at its end, in the app and in a browser."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnnviz import live
from rnnviz.live.strings import STRINGS
from rnnviz.training import Runs
from rnnviz.training.trials import TIMES, TRIAL
from rnnviz.training.verdict import PARTS_OF_RATE, Fact, verdict
from rnnviz.training.writings import Writing
from tests.javascript import in_node
from tests.training_runs import train

PROGRAM = Path(__file__).with_name("verdict.mjs")
STEPS = 1000
BIGRAM = 2.4

Curve = Callable[[Any], Any]


def falling(step: Any) -> Any:
    """From 4 nats by as much in each tenth of the run."""
    return 4.0 - 2.0 * step / STEPS


def resting(step: Any) -> Any:
    """As fast to 2 nats within a fifth of the run, and there it stays."""
    return np.maximum(2.0, 4.0 - 10.0 * step / STEPS)


def still_between(step: Any) -> Any:
    """Down in the first fifth, nothing until the last, and down again."""
    fifth = STEPS / 5
    return 4.0 - np.minimum(step, fifth) / fifth - np.maximum(0, step - 4 * fifth) / fifth


def ending(step: Any) -> Any:
    """A validation loss that is lowest in the middle."""
    return 1.8 + np.abs(step - STEPS / 2) / STEPS


# After a step at a hundredth, a tenth, a third of the rate, at the rate and at three times it, from a loss of 3 nats.
WELL = [0.0, 3.0, 2.99, 2.95, 2.9, 2.8, 2.7]
TENTH = [4.0, 3.0, 2.98, 2.8, 3.1, 6.4, 40.0]
HUNDREDTH = [8.0, 3.0, 2.9, 4.0, 5.0, 9.0, 40.0]
NOWHERE = [16.0, 3.0, 3.1, 4.0, 5.0, 90.0, np.inf]


def facts(
    loss: Curve = falling,
    validation: Curve | None = None,
    *,
    steps: int = STEPS,
    clipped: int = 0,
    writings: Sequence[Writing] = (),
    trials: Sequence[Sequence[float]] = (),
    noise: float = 0.0,
    **changed: Any,
) -> list[Fact]:
    """The verdict on a run with these curves, the same in Python and in a browser."""
    step = np.arange(steps + 1.0)
    losses = loss(step) + noise * np.random.default_rng(0).standard_normal(len(step))
    losses[0] = np.nan
    scale = np.where(step <= clipped, 0.5, 1.0)
    scale[0] = np.nan
    measured = np.full(len(step), np.nan)
    if validation:
        measured[::50] = validation(step[::50])
    run: dict[str, Any] = {
        "status": "finished", "steps": STEPS, "hidden": 64, "clip": 5.0, "bigram": BIGRAM, "entropy": None,
    }  # fmt: skip
    run |= {"diverged": changed.get("status") == "failed"} | changed
    found = verdict(
        step, losses, scale, measured, writings, np.array(trials).reshape(-1, len(TRIAL)), **run
    )
    columns = {"step": step, "loss": losses, "scale": scale, "validation": measured}
    metrics = {
        name: [None if np.isnan(one) else one for one in column.tolist()]
        for name, column in columns.items()
    }
    tried = [
        {"step": step, "loss": loss, "after": [one if np.isfinite(one) else None for one in after]}
        for step, loss, *after in trials
    ]
    rows = [asdict(one) for one in writings]
    told = in_node(PROGRAM, {"metrics": metrics, "writings": rows, "trials": tried, "run": run})
    assert [fact["name"] for fact in told] == [fact.name for fact in found]
    for own, other in zip(found, told, strict=True):
        assert other["values"] == pytest.approx(own.values)
    assert all(f"outcome_{fact.name}" in STRINGS for fact in found)
    return found


def names(found: Sequence[Fact]) -> list[str]:
    return [fact.name for fact in found]


def value(found: Sequence[Fact], name: str) -> dict[str, float]:
    (fact,) = (fact for fact in found if fact.name == name)
    return fact.values


def test_a_run_that_still_learns_is_to_be_longer() -> None:
    found = facts(validation=falling)
    assert names(found) == ["belowBigram", "neverClipped", "falls", "changeSteps"]
    assert value(found, "belowBigram") == pytest.approx({"loss": 2.0, "by": 0.4})
    assert value(found, "falls") == pytest.approx({"by": 0.2, "steps": 100})
    assert value(found, "changeSteps") == {"steps": 2000}


def test_a_run_at_rest_below_the_bigram_is_to_be_larger() -> None:
    found = facts(resting, resting)
    assert names(found) == ["belowBigram", "neverClipped", "restsSince", "changeUnits"]
    assert value(found, "restsSince") == {"step": 301}
    assert value(found, "changeUnits") == {"units": 128}


def test_a_run_at_rest_above_the_bigram_is_too_slow() -> None:
    found = facts(lambda step: 1.0 + resting(step), lambda step: 1.0 + resting(step))
    assert value(found, "aboveBigram") == pytest.approx({"loss": 3.0, "by": 0.6})
    assert names(found)[-1] == "changeFaster"


def test_a_run_at_rest_whose_steps_are_mostly_clipped_is_too_fast() -> None:
    found = facts(resting, resting, clipped=501)
    assert value(found, "clipped") == {"count": 501, "of": 1000}
    assert names(found)[-1] == "changeThird"
    assert names(facts(resting, resting, clipped=500))[-1] == "changeUnits"
    assert "clipped" not in names(facts(resting, resting, clipped=501, clip=None))


def test_where_it_stood_still_is_the_longest_stretch() -> None:
    found = facts(still_between, still_between)
    still = value(found, "stoodStill")
    assert still == {"from": 301, "to": 800}
    assert "falls" in names(found)


def test_noise_is_no_fall() -> None:
    assert {"rests", "restsSince"} & {*names(facts(resting, resting, noise=0.5))}
    assert "falls" in names(facts(noise=0.5))


def test_a_validation_loss_that_rises_is_learnt_by_heart() -> None:
    found = facts(falling, ending)
    assert value(found, "risen") == pytest.approx({"step": 500, "by": 0.5})
    assert found[-1] == Fact("changeEnd", {"step": 500})


def test_a_loss_too_large_for_a_number_proves_most_and_a_full_disk_nothing() -> None:
    endless = [2.0, 3.0, 2.9, 2.8, 3.3, np.inf, np.inf]
    found = facts(falling, status="failed", trials=[WELL, endless])
    assert value(found, "breaksTenth") == pytest.approx({"step": 3, "lowered": 0.2})
    # It comes before one that raises it by less.
    assert "breaksTenth" in names(facts(falling, status="failed", trials=[TENTH, endless]))
    found = facts(falling, status="failed", diverged=False, trials=[TENTH, WELL, WELL, WELL])
    assert names(found)[0] == "failed"
    assert names(found)[-2:] == ["falls", "changeSteps"]


def test_where_the_training_loss_rises_too_nothing_is_learnt_by_heart() -> None:
    found = names(facts(ending, ending, status="failed"))
    assert not {"risen", "changeEnd"} & {*found}
    # Where the rate is proved too high, it has not stood still either.
    found = names(facts(resting, ending, status="failed", trials=[TENTH]))
    assert found == ["failed", "belowBigram", "neverClipped", "raisesTenth", "changeTenth"]


def test_a_made_language_has_an_end() -> None:
    found = facts(resting, resting, entropy=1.98)
    assert value(found, "aboveEntropy") == pytest.approx({"by": 0.02})
    assert names(found)[-1] == "changeNothing"
    assert names(facts(resting, resting, entropy=1.5))[-1] == "changeUnits"


def test_without_a_validation_text_the_training_loss_counts() -> None:
    found = facts(resting)
    assert value(found, "belowBigramTraining") == pytest.approx({"loss": 2.0, "by": 0.4})


def test_a_failed_or_a_stopped_run_says_so() -> None:
    assert names(facts(falling, status="failed"))[0] == "failed"
    assert names(facts(falling, status="failed"))[-1] == "changeThird"
    assert names(facts(falling, status="failed", clip=None))[-1] == "changeClip"
    assert names(facts(falling, steps=400, status="stopped"))[-1] == "changeGoOn"
    assert names(facts(falling, steps=40, status="stopped"))[-1] == "changeLonger"
    assert facts(falling, steps=0, status="stopped") == []


def test_a_rate_that_is_too_high_is_proved_by_a_step_that_was_tried() -> None:
    assert len(PARTS_OF_RATE) == TIMES.index(1)
    found = facts(falling, status="failed", trials=[WELL, TENTH, NOWHERE])
    assert value(found, "raisesTenth") == pytest.approx({"step": 5, "raised": 3.4, "lowered": 0.2})
    assert names(found)[-1] == "changeTenth"
    # Where it is clipped and where it is not.
    found = facts(falling, status="failed", clip=None, trials=[TENTH, HUNDREDTH])
    assert value(found, "raisesHundredth")["raised"] == pytest.approx(6.0)
    assert names(found)[-1] == "changeHundredth"
    assert names(facts(falling, status="failed", trials=[WELL, NOWHERE]))[-1] == "changeThird"
    # One step that goes too far is no fault of a training that goes on and learns.
    assert names(facts(falling, trials=[TENTH, WELL, WELL]))[-1] == "changeSteps"
    assert names(facts(falling, trials=[TENTH, TENTH, WELL]))[-1] == "changeTenth"
    assert names(facts(falling, trials=[TENTH, TENTH]))[-1] == "changeSteps"
    small = [0.0, 3.0, 2.999, 2.999, 2.999, 6.4, np.inf]
    assert names(facts(falling, status="failed", trials=[small]))[-1] == "changeThird"


@pytest.mark.parametrize("optimizer", ["sgd", "momentum", "adam"])
def test_a_rate_a_hundred_times_too_high_is_named_by_a_run(tmp_path: Path, optimizer: str) -> None:
    rate = {"sgd": 10.0, "momentum": 10.0, "adam": 1.5}[optimizer]
    run = train(
        tmp_path,
        ends="failed",
        cell="rnn",
        hidden_size=32,
        batch_size=8,
        sequence_length=16,
        steps=200,
        optimizer=optimizer,
        learning_rate=rate,
        clip_norm=1.0,
    )
    found = {fact["name"]: fact["values"] for fact in live.present(Runs(tmp_path), run)["verdict"]}
    (proof,) = (values for name, values in found.items() if name.startswith("raises"))
    assert proof["raised"] > 0.2
    assert proof["lowered"] > 0
    assert [*found][-1] in {"changeThird", "changeTenth", "changeHundredth"}
    again = train(
        tmp_path, cell="rnn", hidden_size=32, steps=200, optimizer=optimizer, learning_rate=0.01
    )
    told = live.present(Runs(tmp_path), again)["verdict"]
    assert not any(fact["name"].startswith("raises") for fact in told)


def test_words_count_from_the_row_on_after_which_none_lacks_them() -> None:
    def written(step: int, *places: tuple[int, int]) -> Writing:
        return Writing(step, ["a"] * 10, [0.5] * 9, [*places])

    rows = [
        written(0),
        written(1, (0, 3)),
        written(2),
        written(3, (0, 3)),
        written(4, (2, 5), (6, 10)),
    ]
    found = value(facts(writings=rows), "words")
    assert found == pytest.approx({"step": 3, "share": 0.7})
    assert "noWords" in names(facts(writings=rows[:3]))
    assert "words" not in names(facts(writings=[Writing(0, ["a"], [], None)]))


def test_it_is_told_of_a_run_that_has_ended(tmp_path: Path) -> None:
    runs, run = Runs(tmp_path), train(tmp_path, steps=120, hidden_size=32, learning_rate=0.02)
    told = live.present(runs, run)
    said = {fact["name"]: fact["values"] for fact in told["verdict"]}
    last = [loss for loss in told["metrics"]["validation"] if loss is not None][-1]
    assert said["belowBigram"]["loss"] == pytest.approx(last, rel=1e-5)
    assert said["belowBigram"]["by"] == pytest.approx(told["lines"]["bigram"] - last, rel=1e-4)
    assert said["words"]["step"] <= 120
    # Who has seen it all hears the same.
    assert live.present(runs, run, since=121, samples=99, written=99)["verdict"] == told["verdict"]
    waiting = runs.start(runs.config(run), runs.text(run))
    assert live.present(runs, waiting)["verdict"] == []
