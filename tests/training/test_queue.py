"""The queue: fair turns, limits for each who asks, and commands that do not overwrite each other."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from rnnviz.locale import Refusal, translator
from rnnviz.training import Client, Runs, TrainingConfig
from rnnviz.training.queue import MAX_OF_A_SESSION, MAX_OF_AN_ADDRESS, MAX_WAITING, Queue
from rnnviz.training.store import RunFiles, Store
from rnnviz.training.worker import Worker
from rnnviz.training.workers import ROOT

CONFIG = TrainingConfig(corpus="helicopter", hidden_size=8, steps=2).fitting(6)
GREEDY, PATIENT = Client("10.0.0.1", "a"), Client("10.0.0.2", "b")


@pytest.fixture
def runs(tmp_path: Path) -> Runs:
    return Runs(tmp_path / "runs")


def ask(runs: Runs, *clients: Client) -> list[str]:
    return [runs.start(CONFIG, client=client) for client in clients]


def test_each_address_has_one_run_in_turn(runs: Runs) -> None:
    a1, a2, a3, a4 = ask(runs, *[GREEDY] * 4)
    b1, b2 = ask(runs, PATIENT, PATIENT)
    assert runs.queue() == [a1, b1, a2, b2, a3, a4]
    # A client that has had a turn is not first again.
    Queue(Store(runs.folder)).leave(a1)
    assert runs.queue() == [b1, a2, b2, a3, a4]
    Queue(Store(runs.folder)).leave(b1)
    (c1,) = ask(runs, Client("10.0.0.3", "c"))
    assert runs.queue() == [a2, b2, c1, a3, a4]


def test_many_sessions_of_one_address_have_its_one_turn_among_them(runs: Runs) -> None:
    crowd = [Client("10.0.0.1", f"session {k}") for k in range(5)]
    theirs = ask(runs, *crowd, crowd[0], crowd[0])
    (mine,) = ask(runs, PATIENT)
    assert runs.queue() == [theirs[0], mine, *theirs[1:]]
    # Among themselves the sessions take turns, too.
    (late,) = ask(runs, Client("10.0.0.1", "late"))
    assert runs.queue() == [theirs[0], mine, *theirs[1:5], late, *theirs[5:]]


def test_a_race_is_one_turn(runs: Runs) -> None:
    race = [runs.start(CONFIG, client=GREEDY, race="r") for _ in range(3)]
    (mine,) = ask(runs, PATIENT)
    (next_,) = ask(runs, GREEDY)
    assert runs.queue() == [*race, mine, next_]


def test_places_of_an_earlier_version_keep_their_order(runs: Runs) -> None:
    a, b = ask(runs, Client(), Client())
    for run in (a, b):
        Queue(Store(runs.folder)).leave(run)
    for k, run in enumerate((b, a)):
        (runs.folder / "queue" / f"{k:020d}-{run}").touch()
    assert runs.queue() == [b, a]
    Queue(Store(runs.folder)).leave(b)
    assert runs.queue() == [a]


def test_a_session_an_address_and_all_together_have_limits(runs: Runs) -> None:
    mine = ask(runs, *[GREEDY] * MAX_OF_A_SESSION)
    with pytest.raises(Refusal, match="6 of your trainings are waiting or in training already"):
        ask(runs, GREEDY)
    assert len(runs.ids()) == MAX_OF_A_SESSION
    runs.pause(mine[0])
    (another,) = ask(runs, GREEDY)
    # Pausing and going on is no way around it.
    with pytest.raises(Refusal, match="6 of your trainings"):
        runs.go_on(mine[0])
    assert runs.status(mine[0]) == "paused"
    runs.stop(another)
    runs.go_on(mine[0])
    assert runs.status(mine[0]) == "waiting"
    crowd = [Client(GREEDY.address, f"session {k}") for k in range(MAX_OF_AN_ADDRESS - 6)]
    ask(runs, *crowd)
    with pytest.raises(Refusal, match="60 runs are waiting already") as refused:
        ask(runs, Client(GREEDY.address, "one more"))
    assert "60" in refused.value.sentence(translator("zh-Hans"))
    ask(runs, PATIENT)
    ask(runs, *[Client(f"10.0.1.{k}", "s") for k in range(MAX_WAITING - len(runs.queue()))])
    with pytest.raises(Refusal, match="200 runs are waiting already"):
        ask(runs, Client("10.9.9.9", "s"))
    assert len(runs.queue()) == MAX_WAITING


def test_who_asks_is_kept_in_words_that_tell_nobody(runs: Runs) -> None:
    (run,) = ask(runs, GREEDY)
    kept = "".join(path.name for path in (runs.folder / "queue").iterdir())
    kept += (runs.path(run) / "run.json").read_text()
    assert GREEDY.address not in kept


def test_the_queue_can_be_cleared(runs: Runs) -> None:
    theirs, (mine,) = ask(runs, *[GREEDY] * 3), ask(runs, PATIENT)
    assert runs.clear_queue(but=[mine]) == theirs
    assert runs.queue() == [mine]
    assert {runs.status(run) for run in theirs} == {"paused"}
    runs.go_on(theirs[0])
    assert runs.status(theirs[0]) == "waiting"


def test_whoever_runs_the_server_sees_the_queue_and_clears_it(runs: Runs) -> None:
    run, damaged = ask(runs, GREEDY, PATIENT)
    (runs.path(damaged) / "run.json").write_text("")

    def told(*arguments: str) -> str:
        return subprocess.run(
            [sys.executable, "-m", "rnnviz.training", *arguments],
            cwd=ROOT, env=os.environ | {"RNNVIZ_RUNS": str(runs.folder)},
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip

    first, second = told().splitlines()
    assert first.startswith(f"{run}\twaiting\tGRU, helicopter")
    assert "is damaged" in second
    assert told("--clear").startswith("2 paused")
    assert runs.queue() == []


HAMMER = """
import sys
from pathlib import Path
from rnnviz.training import Runs
runs, run, what = Runs(Path(sys.argv[1])), sys.argv[2], sys.argv[3]
print("ready", flush=True)
for line in sys.stdin:
    value = line.strip()
    if what == "mode":
        (runs.pause if value == "pause" else runs.go_on)(run)
    elif what == "probe":
        runs.show(run, probe=value)
    else:
        runs.show(run, temperature=float(value))
    print("done", flush=True)
"""


def test_commands_of_several_processes_do_not_overwrite_each_other(runs: Runs) -> None:
    (run,) = ask(runs, PATIENT)
    hammers = {
        what: subprocess.Popen(
            [sys.executable, "-c", HAMMER, str(runs.folder), run, what],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
        )
        for what in ("mode", "probe", "temperature")
    }  # fmt: skip
    try:
        for one in hammers.values():
            assert one.stdout.readline() == "ready\n"
        for turn in range(100):
            asked = {
                "mode": "pause" if turn % 2 else "run",
                "probe": f"probe {turn}",
                "temperature": str(turn / 100),
            }
            for what, one in hammers.items():
                one.stdin.write(f"{asked[what]}\n")
                one.stdin.flush()
            for one in hammers.values():
                assert one.stdout.readline() == "done\n"
            wanted = RunFiles(runs.path(run)).wanted()
            found = (wanted.mode, wanted.probe, wanted.temperature)
            assert found == (asked["mode"], asked["probe"], turn / 100), turn
            assert (run in runs.queue()) == (asked["mode"] == "run"), turn
    finally:
        for one in hammers.values():
            one.kill()
            one.wait()


def test_whoever_asks_to_go_on_while_the_run_ends_is_heard(runs: Runs) -> None:
    """A run can be resumed at any moment while its worker releases it."""
    worker, closing = Worker(runs.folder), threading.Event()
    working = threading.Thread(target=worker.work, args=(closing,))
    working.start()
    try:
        run = runs.start(CONFIG, until=1)
        for _ in range(200):
            runs.go_on(run)
            if runs.status(run) == "finished":
                break
        deadline = threading.Event()
        for _ in range(600):
            if runs.status(run) == "finished":
                break
            deadline.wait(0.05)
        assert runs.status(run) == "finished"
    finally:
        closing.set()
        working.join(60)
