import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest

from rnnviz import GRU, SequenceModel, Vocabulary
from rnnviz.locale import Refusal, translator
from rnnviz.training.baselines import known_words, words
from rnnviz.training.config import TrainingConfig
from rnnviz.training.runs import Runs, home
from rnnviz.training.store import METRICS, RunFiles, Sample, checkpoint_step
from rnnviz.training.trainer import Trainer
from rnnviz.training.view import RunView
from rnnviz.training.worker import Worker
from rnnviz.training.workers import ROOT, Workers
from rnnviz.weights import to_bytes
from tests.systems import folder_in_memory

TEXT = "she sells sea shells by the sea shore, the shells she sells are sea shells. " * 20


def config(**changed: Any) -> TrainingConfig:
    small = {
        "corpus": "own", "hidden_size": 8, "batch_size": 4, "sequence_length": 8, "steps": 60,
        "warm_up": 5, "validation": 0.1,
    }  # fmt: skip
    return TrainingConfig(**small | changed)


def wait_for(condition: Callable[[], Any]) -> Any:
    """The condition's first true value, waited for: a busy computer trains slowly, and a test that
    hangs is ended by pytest."""
    while not (found := condition()):
        time.sleep(0.01)
    return found


def ended(runs: Runs, run: str) -> RunView:
    """The run, once it is neither in training nor waiting."""
    wait_for(lambda: runs.status(run) not in ("waiting", "training"))
    return runs.read(run)


def past(runs: Runs, run: str, step: int) -> RunView:
    wait_for(lambda: runs.step(run) >= step)
    return runs.read(run)


@pytest.fixture(scope="module")
def warm() -> Iterator[Runs]:
    """Runs with one worker, which is warm."""
    with folder_in_memory() as folder, Workers(folder, count=1) as workers:
        assert workers.wait_until_ready(300)
        yield Runs(folder)


@pytest.fixture
def shared(warm: Runs) -> Iterator[Runs]:
    """Runs with one worker, for which no other test has left any work."""
    yield warm
    for run in warm.queue():
        warm.stop(run)


@pytest.fixture
def idle(tmp_path: Path) -> Runs:
    """Runs that nobody trains."""
    return Runs(tmp_path / "runs")


def test_a_run_trains_in_a_worker_as_it_would_here(shared: Runs) -> None:
    run = shared.start(config(), TEXT)
    view = ended(shared, run)
    assert (view.status, view.step, view.rows) == ("finished", 60, 61)
    trainer = Trainer(config(), TEXT)
    here = [trainer.step() for _ in range(60)]
    np.testing.assert_array_equal(view.metrics["step"], np.arange(61))
    for column in ("loss", "norm", "scale", "rate"):
        expected = [getattr(row, column) for row in here]
        np.testing.assert_allclose(view.metrics[column][1:], expected, rtol=1e-6)
    assert view.metrics["validation"][-1] == pytest.approx(trainer.validation_loss(), rel=1e-6)
    assert np.isnan(view.metrics["loss"][0])
    assert view.metrics["validation"][0] > view.metrics["validation"][-1]
    assert view.uniform > view.unigram > view.bigram > 0
    assert view.speed > 0


def test_rows_are_read_on_from_where_one_stopped(shared: Runs) -> None:
    run = shared.start(config(), TEXT)
    everything = ended(shared, run).metrics
    later = shared.read(run, since=40)
    assert later.rows == 61
    np.testing.assert_array_equal(later.metrics["loss"], everything["loss"][40:])
    assert len(shared.read(run, since=61).metrics["step"]) == 0
    assert len(shared.read(run, since=1000).metrics["step"]) == 0


def test_samples_are_read_on_from_where_one_stopped(shared: Runs) -> None:
    run = shared.start(config(), TEXT)
    everything = ended(shared, run).samples
    shared.one_step(run)
    ended(shared, run)
    later = shared.read(run, samples_since=len(everything)).samples
    assert [sample.step for sample in later] == [61]
    assert shared.read(run).samples == everything + later
    assert shared.read(run, samples_since=9).samples == ()


def test_the_time_machine_keeps_the_weights_of_log_spaced_steps(shared: Runs) -> None:
    run = shared.start(config(), TEXT)
    view = ended(shared, run)
    assert view.checkpoints == (0, 1, 2, 3, 4, 6, 8, 11, 16, 23, 32, 45, 60)
    trainer = Trainer(config(), TEXT)
    for step in range(61):
        if step in view.checkpoints:
            expected = trainer.model()
            found = shared.model(run, step)
            assert found.vocabulary == expected.vocabulary
            for name, value in expected.parameters.items():
                np.testing.assert_allclose(found.parameters[name], value, rtol=0, atol=1e-5)
        trainer.step()
    with pytest.raises(ValueError, match="There is no checkpoint of step 5; there are 0, 1, 2, 3"):
        shared.model(run, 5)


def test_checkpoints_come_twice_in_every_doubling() -> None:
    steps = [step for step in range(2000) if checkpoint_step(step)]
    assert steps[:11] == [0, 1, 2, 3, 4, 6, 8, 11, 16, 23, 32]
    assert steps[-4:] == [512, 724, 1024, 1448]


def test_the_probe_and_a_sample_show_what_the_model_does(shared: Runs) -> None:
    run = shared.start(config(), TEXT)
    shared.show(run, probe="shells! ☃", temperature=0.0)
    view = ended(shared, run)
    probe = shared.probe(run)
    assert probe.step == 60
    assert "".join(probe.tokens) == "shells "
    trace = shared.model(run).trace(probe.tokens)
    np.testing.assert_allclose(probe.H, trace["H"][:, 0], rtol=0, atol=1e-5)
    Y_hat, vocabulary = trace["Y_hat"][:, 0], shared.vocabulary(run)
    assert probe.likeliest == tuple(vocabulary[int(k)] for k in Y_hat.argmax(1))
    np.testing.assert_allclose(probe.p, Y_hat.max(1), rtol=1e-4)
    right = Y_hat[np.arange(6), vocabulary.indices("hells ")]
    np.testing.assert_allclose(probe.p_target, right, rtol=1e-4)
    assert view.samples[-1].step == 60
    assert view.samples[-1].temperature == 0
    assert len(view.samples[-1].text) == 200
    assert set(view.samples[-1].text) <= set(TEXT)


def test_a_sample_tells_how_many_of_its_words_are_known(shared: Runs) -> None:
    run = shared.start(config(steps=800, learning_rate=0.02), TEXT)
    samples = ended(shared, run).samples
    trainer = Trainer(config(), TEXT)
    text = "".join(trainer.vocabulary[k] for k in trainer.training_text)
    for sample in samples:
        assert sample.known == known_words(sample.text, set(words(text)))
    assert 0.2 < samples[-1].known <= 1


def test_words_are_not_counted_where_none_are_written_apart(shared: Runs) -> None:
    text = "我们想要有直升机，想要飞到宇宙去。" * 30
    (sample, *_) = ended(shared, shared.start(config(), text)).samples
    assert sample.known is None


def test_samples_are_read_from_the_asked_line_on_and_old_ones_tell_no_share(idle: Runs) -> None:
    run = idle.start(config(), TEXT)
    old = json.dumps({"step": 4, "temperature": 0.8, "text": "shells"})
    (idle.path(run) / "samples.jsonl").write_text(f"not to be read\n{old}\n")
    assert idle.read(run, samples_since=1).samples == (Sample(4, 0.8, "shells", known=None),)


def test_a_paused_run_stands_still_and_goes_on_as_if_it_had_not_paused(shared: Runs) -> None:
    long = config(steps=150)
    run = shared.start(long, TEXT)
    shared.show(run, pace=20)
    past(shared, run, 5)
    shared.pause(run)
    view = ended(shared, run)
    assert view.status == "paused"
    assert 5 <= view.step < 150
    assert view.checkpoints[-1] == view.step
    shared.show(run, pace=0)
    shared.go_on(run)
    view = ended(shared, run)
    assert view.status == "finished"
    np.testing.assert_array_equal(view.metrics["step"], np.arange(151))
    trainer = Trainer(long, TEXT)
    expected = [trainer.step().loss for _ in range(150)]
    # Numbers too small to matter are zero in a worker.
    np.testing.assert_allclose(view.metrics["loss"][1:], expected, rtol=1e-3, atol=1e-4)


def test_one_step_is_taken_and_can_be_replayed(shared: Runs) -> None:
    run = shared.start(config(steps=1000), TEXT)
    past(shared, run, 3)
    shared.pause(run)
    before = ended(shared, run).step
    taken = shared.one_step(run)
    view = ended(shared, run)
    assert (view.status, view.step, taken) == ("paused", before + 1, before + 1)
    assert view.recorded_steps == (taken,)
    step = shared.recorded_step(run, taken)
    w = step.weight("W_hq", 2, 3)
    assert w["before"] == shared.model(run, before).W_hq[2, 3]
    assert w["after"] == shared.model(run, taken).W_hq[2, 3]
    assert w["clipped"] == step.scale * w["gradient"]
    assert step.loss_before == view.metrics["loss"][-1]
    assert step.rate == view.metrics["rate"][-1]
    with pytest.raises(ValueError, match="Step 1 was not taken by itself"):
        shared.recorded_step(run, 1)


def test_a_new_run_can_begin_with_one_step_that_is_kept_whole(shared: Runs) -> None:
    run = shared.start(config(), TEXT, until=1)
    view = ended(shared, run)
    assert (view.status, view.step, view.recorded_steps) == ("paused", 1, (1,))
    step = shared.recorded_step(run, 1)
    assert step.weight("W_hq", 2, 3)["before"] == shared.model(run, 0).W_hq[2, 3]
    assert step.weight("W_hq", 2, 3)["after"] == shared.model(run, 1).W_hq[2, 3]
    shared.go_on(run)
    view = ended(shared, run)
    assert (view.status, view.step, view.recorded_steps) == ("finished", 60, (1,))


def test_a_new_run_can_wait_with_the_weights_it_has_drawn(shared: Runs) -> None:
    run = shared.start(config(), TEXT, until=0)
    view = ended(shared, run)
    assert (view.status, view.step, view.checkpoints) == ("paused", 0, (0,))
    assert view.metrics["validation"][0] > 0
    with pytest.raises(ValueError, match="until is 61; it must be a whole number from 0 to 60"):
        shared.start(config(), TEXT, until=61)


def test_a_stopped_run_has_ended_for_good(shared: Runs) -> None:
    run = shared.start(config(steps=100_000), TEXT)
    past(shared, run, 3)
    shared.stop(run)
    assert ended(shared, run).status == "stopped"
    with pytest.raises(ValueError, match="The run has ended for good; start a new one"):
        shared.go_on(run)


def test_a_single_step_of_a_run_in_training_is_refused(shared: Runs) -> None:
    run = shared.start(config(steps=100_000), TEXT)
    with pytest.raises(ValueError, match=r"The run is .*; pause it to take a single step"):
        shared.one_step(run)
    shared.stop(run)
    ended(shared, run)


def test_runs_beyond_the_workers_wait_and_know_how_many_are_ahead(shared: Runs) -> None:
    first = shared.start(config(steps=100_000), TEXT)
    second, third = (shared.start(config(), TEXT) for _ in range(2))
    past(shared, first, 1)
    views = [shared.read(run) for run in (first, second, third)]
    assert [view.status for view in views] == ["training", "waiting", "waiting"]
    assert [view.ahead for view in views] == [0, 1, 2]
    shared.pause(second)
    assert shared.read(second).status == "paused"
    assert shared.read(third).ahead == 1
    shared.stop(first)
    assert ended(shared, third).status == "finished"
    shared.go_on(second)
    assert ended(shared, second).status == "finished"


def test_runs_of_a_race_advance_together_on_one_worker(shared: Runs) -> None:
    racers = [slowed(shared, 100_000, race="r") for _ in range(3)]
    other = shared.start(config(), TEXT)
    for run in racers:
        past(shared, run, 1)
    before = [shared.read(run) for run in racers]
    assert [view.status for view in before] == ["training"] * 3
    assert [view.ahead for view in before] == [0] * 3
    waiting = shared.read(other)
    assert (waiting.status, waiting.ahead, waiting.step) == ("waiting", 3, 0)
    for run, view in zip(racers, before, strict=True):
        assert past(shared, run, view.step + 1).status == "training"
    for run in racers:
        shared.pause(run)
    for run in racers:
        view = ended(shared, run)
        assert view.status == "paused"
        # The files that any pause leaves, whichever turn it came in.
        assert view.checkpoints[-1] == view.samples[-1].step == shared.probe(run).step == view.step
    assert ended(shared, other).status == "finished"
    for run in racers:
        shared.stop(run)


def test_runs_that_do_not_race_with_one_another_train_one_after_another(
    idle: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A rival would have its turn at once.
    monkeypatch.setattr("rnnviz.training.session.TURN", 0)
    monkeypatch.setattr("rnnviz.training.session.RIVALS", 0)
    races = ("one", "another", "", "one")
    first, second, third, rival = (idle.start(config(steps=8), TEXT, race=race) for race in races)
    Worker(idle.folder).work_off(threading.Event())
    assert [idle.status(run) for run in (first, rival)] == ["finished"] * 2
    assert [idle.status(run) for run in (second, third)] == ["waiting"] * 2
    assert [idle.step(run) for run in (second, third)] == [0] * 2


def test_a_gradient_that_explodes_ends_the_run_with_a_reason(shared: Runs) -> None:
    wild = config(
        cell="rnn", phi="identity", optimizer="sgd", learning_rate=10, clip_norm=None, steps=500
    )
    view = ended(shared, shared.start(wild, TEXT))
    assert view.status == "failed"
    assert view.message().startswith("The gradient exploded: a number became too large.")
    assert view.message(translator("zh-Hans")).startswith("梯度爆炸")
    assert np.isfinite(view.metrics["loss"][1:]).all()


def test_a_text_too_short_ends_the_run_with_a_reason(shared: Runs) -> None:
    view = ended(shared, shared.start(config(), "想要有直升机"))
    assert view.status == "failed"
    assert "a batch of 4 pieces of 8 needs 33" in view.message()
    # Another language puts the same numbers into its own sentence.
    assert view.message(lambda _: "{needed} > {count}") == "33 > 5"
    assert shared.read(shared.start(config(), TEXT)).message() == ""


def test_a_run_can_go_on_from_a_model(shared: Runs) -> None:
    model = SequenceModel.random(GRU, Vocabulary(TEXT), 8, seed=9)
    run = shared.start(config(), TEXT, to_bytes(model))
    assert ended(shared, run).status == "finished"
    np.testing.assert_array_equal(
        shared.model(run, 0).parameters["W_hh"], model.parameters["W_hh"].astype(np.float32)
    )


def test_a_race_is_told_by_its_name(idle: Runs) -> None:
    run, alone = idle.start(config(), TEXT, race="三种"), idle.start(config(), TEXT)
    assert RunFiles(idle.path(run)).about.race == "三种"
    assert RunFiles(idle.path(alone)).about.race == ""
    with pytest.raises(ValueError, match="The race's name has 101 characters; 100 fit"):
        idle.start(config(), TEXT, race="r" * 101)


def test_what_cannot_be_started_is_refused_at_once(idle: Runs) -> None:
    with pytest.raises(ValueError, match='The corpus is "own", but no text was given'):
        idle.start(config())
    with pytest.raises(ValueError, match="corpus is 'novel'; it must be one of own, "):
        idle.start(config(corpus="novel"))
    with pytest.raises(ValueError, match="The file is not a safetensors file"):
        idle.start(config(), TEXT, b"model")
    with pytest.raises(ValueError, match=r"The text has 6 MB; it may have 5 MB"):
        idle.start(config(), "想" * 2_000_000)
    assert idle.ids() == []


@pytest.mark.parametrize(
    "run", ["", "..", "../runs", "queue", "0123456789abcdef", "/etc", "a" * 16 + "/..", "A" * 16]
)
def test_a_name_that_is_no_run_leads_nowhere(idle: Runs, run: str) -> None:
    for ask in (idle.read, idle.pause, idle.go_on, idle.one_step, idle.stop, idle.probe,
                idle.model, idle.text):  # fmt: skip
        with pytest.raises(Refusal, match="There is no such run; it may have been cleaned up"):
            ask(run)


def test_a_probe_or_temperature_that_does_not_fit(idle: Runs) -> None:
    run = idle.start(config(), TEXT)
    with pytest.raises(ValueError, match="The probe has 201 characters; 1 to 200 fit"):
        idle.show(run, probe="a" * 201)
    with pytest.raises(ValueError, match=r"The temperature is -1; it must be from 0 to 10"):
        idle.show(run, temperature=-1)


def test_only_who_started_a_run_has_its_key(idle: Runs) -> None:
    run, other = (idle.start(config(), TEXT) for _ in range(2))
    key = idle.key(run)
    assert len(key) == 32
    assert idle.is_key(run, key)
    assert key not in repr(idle.read(run))
    for wrong in (idle.key(other), key[:-1], key + "0", "", "钥匙", "\ud800", None, 7):
        assert not idle.is_key(run, wrong), wrong
    assert not idle.is_key("0" * 16, key)


def test_a_run_made_without_a_key_has_none_that_fits(idle: Runs) -> None:
    run = idle.start(config(), TEXT)
    (idle.path(run) / "run.json").write_text(json.dumps({"config": config().to_dict()}))
    assert not idle.is_key(run, "")
    assert not idle.is_key(run, None)


def test_a_run_that_has_not_begun_says_so(idle: Runs) -> None:
    run = idle.start(config(), TEXT)
    view = idle.read(run)
    assert (view.status, view.step, view.rows, view.ahead) == ("waiting", 0, 0, 0)
    assert (view.speed, view.samples, view.checkpoints) == (None, (), ())
    assert idle.probe(run) is None
    with pytest.raises(ValueError, match="The run has not begun yet"):
        idle.vocabulary(run)


def test_whoever_looks_at_a_run_does_not_get_in_the_way(idle: Runs) -> None:
    run = idle.start(config(), TEXT)
    with looking(idle, run) as seen:
        for _ in range(50):
            assert idle.status(run) == "waiting"
    assert seen == {"waiting"}
    with looking(idle, run):
        idle.pause(run)
        assert idle.read(run).status == "paused"
        idle.go_on(run)
        assert idle.read(run).status == "waiting"


@contextmanager
def looking(runs: Runs, run: str) -> Iterator[set[str]]:
    """Two who look at the run all the time; gives how they see it stand."""
    seen: set[str] = set()
    over = threading.Event()

    def look() -> None:
        while not over.is_set():
            seen.add(runs.status(run))

    with ThreadPoolExecutor(2) as lookers:
        looks = [lookers.submit(look) for _ in range(2)]
        try:
            yield seen
        finally:
            over.set()
    for one in looks:
        one.result()


def look_a_day_later(runs: Runs) -> None:
    """Mark the old runs as if they had been seen a day ago."""
    assert runs.clean_up() == []
    yesterday = time.time() - 25 * 3600
    for seen in (runs.folder / "old").iterdir():
        os.utime(seen, (yesterday, yesterday))


def test_old_runs_are_cleaned_up_and_waiting_ones_stay(idle: Runs) -> None:
    old, waiting, new = (idle.start(config(), TEXT) for _ in range(3))
    idle.stop(old)
    idle.stop(new)
    for run in (old, waiting):
        os.utime(idle.path(run), (0, 0))
    look_a_day_later(idle)
    assert idle.clean_up() == [old]
    assert set(idle.ids()) == {waiting, new}
    with pytest.raises(ValueError, match="it may have been cleaned up"):
        idle.read(old)


def test_the_oldest_go_while_all_together_is_too_large(idle: Runs) -> None:
    made = [idle.start(config(), TEXT) for _ in range(3)]
    for age, run in enumerate(reversed(made)):
        idle.stop(run)
        os.utime(idle.path(run), (time.time() - 100 * age,) * 2)
    total = sum(path.stat().st_size for path in idle.folder.rglob("*") if path.is_file())
    assert Runs(idle.folder, max_bytes=total).clean_up() == []
    assert Runs(idle.folder, max_bytes=total - 1).clean_up() == [made[0]]


def test_a_run_asked_to_go_on_while_others_are_cleaned_up_stays(
    idle: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = idle.start(config(), TEXT)
    idle.pause(run)
    os.utime(idle.path(run), (0, 0))
    look_a_day_later(idle)
    queue = idle.queue

    def queue_just_before_it_is_asked() -> list[str]:
        read = queue()
        monkeypatch.undo()
        idle.go_on(run)
        os.utime(idle.path(run), (0, 0))
        return read

    monkeypatch.setattr(idle, "queue", queue_just_before_it_is_asked)
    assert idle.clean_up() == []
    assert idle.read(run).status == "waiting"


def test_two_may_clean_up_at_once(idle: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = [idle.start(config(), TEXT) for _ in range(3)]
    for run in runs:
        idle.stop(run)
        os.utime(idle.path(run), (0, 0))
    look_a_day_later(idle)
    found = idle.ids()
    other = Runs(idle.folder)
    assert sorted(other.clean_up()) == sorted(runs)
    monkeypatch.setattr(idle, "ids", lambda: found)
    assert idle.clean_up() == []


KILLED = """
import sys, time
from pathlib import Path
from rnnviz.training.workers import Workers
workers = Workers(Path(sys.argv[1]), count=1)
print(workers.wait_until_ready(300), flush=True)
print(*workers.pids(), flush=True)
time.sleep(600)
"""


def slowed(runs: Runs, steps: int = 160, **started: Any) -> str:
    """A run that is still in training when it is killed, however busy the computer is."""
    run = runs.start(config(steps=steps), TEXT, **started)
    runs.show(run, pace=50)
    return run


def let_go(runs: Runs, *slow: str) -> None:
    for run in slow:
        runs.show(run, pace=0)


def every_row_once(runs: Runs, run: str, like: RunView) -> None:
    view = ended(runs, run)
    assert view.status == "finished"
    np.testing.assert_array_equal(view.metrics["step"], like.metrics["step"])
    for column in ("loss", "norm", "scale", "rate", "validation"):
        np.testing.assert_array_equal(view.metrics[column], like.metrics[column], err_msg=column)
    assert view.checkpoints == like.checkpoints
    for step in view.checkpoints:
        runs.model(run, step)
    steps = [sample.step for sample in view.samples]
    assert steps == sorted(set(steps))


def test_whatever_is_killed_loses_and_doubles_nothing(tmp_path: Path) -> None:
    """Trained by turns or alone, and killed on the way or cut off, a run is the same."""
    runs = Runs(tmp_path)
    run = slowed(runs)
    a_killed_server_takes_its_worker_along(runs, run)
    with Workers(tmp_path, count=1) as workers:
        # The next server's goes on. There has been a resume point, which is written every second.
        past(runs, run, 120)
        kill(workers)
        let_go(runs, run)
        racers = [slowed(runs, race="r") for _ in range(2)]
        # The second one's turn: the first has had one, and its trainer waits in memory.
        past(runs, racers[1], 1)
        kill(workers)
        let_go(runs, *racers)
        whole = ended(runs, runs.start(config(steps=160), TEXT))
        for each in (*racers, run):
            every_row_once(runs, each, whole)
        silent = slowed(runs)
        past(runs, silent, 5)
        (pid,) = workers.pids()
        # As one that is in the middle of a step of many seconds: it is ended all the same.
        psutil.Process(pid).suspend()
    assert not alive(pid)
    assert runs.status(silent) == "waiting"
    let_go(runs, silent)
    Worker(tmp_path).work_off(threading.Event())
    view = runs.read(silent)
    assert view.status == "finished"
    np.testing.assert_array_equal(view.metrics["step"], np.arange(161))


def kill(workers: Workers) -> None:
    for pid in workers.pids():
        psutil.Process(pid).kill()


def a_killed_server_takes_its_worker_along(runs: Runs, run: str) -> None:
    """In the middle of the run, which then waits."""
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(runs.folder)],
        stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": str(ROOT)},
    ) as server:  # fmt: skip
        assert server.stdout
        assert server.stdout.readline() == "True\n"
        worker = int(server.stdout.readline())
        past(runs, run, 40)
        server.kill()
    wait_for(lambda: not alive(worker))
    assert runs.status(run) == "waiting"


def alive(pid: int) -> bool:
    """Whether the process runs; one that has ended and waits to be noticed does not."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_a_row_half_written_is_written_again(shared: Runs) -> None:
    whole = ended(shared, shared.start(config(), TEXT))
    run = shared.start(config(), TEXT)
    ended(shared, run)
    path = shared.path(run)
    # As a kill at step 30 or so, in the middle of a write, would leave it.
    os.truncate(path / "metrics.f64", 30 * 8 * len(METRICS) + 21)
    (path / "resume.safetensors").write_bytes(b"half a f")
    (path / "samples.jsonl").write_text('{"step": 4, "temp')
    (path / "state.json").write_text(json.dumps({"status": "paused"}))
    shared.go_on(run)
    every_row_once(shared, run, whole)


def test_a_run_that_is_broken_off_at_the_same_place_ever_again_is_given_up(idle: Runs) -> None:
    run = idle.start(config(), TEXT)
    (idle.path(run) / "attempts").write_bytes(b"." * 12)
    Worker(idle.folder).work_off(threading.Event())
    view = idle.read(run)
    assert view.status == "failed"
    assert "broke off again and again" in view.message()


def test_runs_lie_where_one_says_and_else_among_the_caches(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("RNNVIZ_RUNS", raising=False)
    assert home() == tmp_path / ".cache/rnnviz/runs"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert home() == tmp_path / ".cache/rnnviz/runs"
    monkeypatch.setenv("XDG_CACHE_HOME", "/var/caches")
    assert home() == Path("/var/caches/rnnviz/runs")
    monkeypatch.setenv("RNNVIZ_RUNS", "~/runs")
    assert home() == tmp_path / "runs"


def test_a_page_that_asks_for_training_needs_no_torch() -> None:
    command = (
        "import sys, rnnviz.training as t; t.Runs; t.Workers; t.TrainingConfig; t.CORPORA; "
        "t.decoded; assert 'torch' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", command], cwd=ROOT, check=True)
