"""The live view's requests over HTTP: who may look, who may command, and the answers to
strangers."""

import json
import shutil
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from pages.server.compression import CompressOnce
from pages.server.runs import LOOKS_A_SECOND, OFTEN, Audience, RunsApi
from rnnviz.training import Runs, TrainingConfig
from rnnviz.training.store import RunFiles
from rnnviz.training.worker import Worker

TEXT = "she sells sea shells by the sea shore. " * 20
CONFIG = TrainingConfig(
    corpus="own", hidden_size=8, batch_size=2, sequence_length=8, steps=20, validation=0
)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Runs:
    return Runs(tmp_path_factory.mktemp("runs"))


@pytest.fixture(scope="module")
def site(runs: Runs) -> Iterator[TestClient]:
    app = Starlette(routes=RunsApi(lambda: runs).routes())
    app.add_middleware(CompressOnce)
    with TestClient(app) as client:
        yield client


@pytest.fixture(scope="module")
def learnt(runs: Runs) -> str:
    run = runs.start(CONFIG, TEXT, until=12)
    Worker(runs.folder).work_off(threading.Event())
    return run


@pytest.fixture
def waiting(runs: Runs) -> str:
    return runs.start(CONFIG, TEXT)


def key(runs: Runs, run: str) -> dict[str, str]:
    return {"X-Rnnviz-Key": runs.key(run)}


def test_whoever_has_the_address_may_look(site: TestClient, runs: Runs, learnt: str) -> None:
    answer = site.get(f"/runs/{learnt}/present")
    assert answer.status_code == 200
    assert answer.json()["rows"] == 13
    assert answer.json()["isOwner"] is False
    assert runs.key(learnt) not in answer.text
    assert site.get(f"/runs/{learnt}/present", headers=key(runs, learnt)).json()["isOwner"] is True


def test_answers_are_neither_kept_nor_compressed(site: TestClient, learnt: str) -> None:
    answer = site.get(f"/runs/{learnt}/present", headers={"Accept-Encoding": "gzip, br"})
    assert "no-store" in answer.headers["cache-control"]
    assert "content-encoding" not in answer.headers


def test_only_who_started_a_run_commands_it(site: TestClient, runs: Runs, waiting: str) -> None:
    for headers in ({}, {"X-Rnnviz-Key": ""}, {"X-Rnnviz-Key": "0" * 32}, {"X-Rnnviz-Key": "ü"}):
        answer = site.post(
            f"/runs/{waiting}/pause", headers={k: v.encode() for k, v in headers.items()}
        )
        assert answer.status_code == 400
        assert "started" in answer.json()["error"]
    assert runs.read(waiting).status == "waiting"
    assert site.post(f"/runs/{waiting}/pause", headers=key(runs, waiting)).status_code == 200
    assert runs.read(waiting).status == "paused"
    site.post(f"/runs/{waiting}/go_on", headers=key(runs, waiting))
    assert runs.read(waiting).status == "waiting"


def test_a_key_is_for_its_own_run_alone(
    site: TestClient, runs: Runs, waiting: str, learnt: str
) -> None:
    assert site.post(f"/runs/{waiting}/pause", headers=key(runs, learnt)).status_code == 400
    assert runs.read(waiting).status == "waiting"


def test_what_the_view_shows_is_asked_for(site: TestClient, runs: Runs, waiting: str) -> None:
    body = {"probe": "shells", "temperature": 0.3}
    assert site.post(f"/runs/{waiting}/show", headers=key(runs, waiting), json=body).is_success
    assert RunFiles(runs.path(waiting)).wanted().probe == "shells"
    assert RunFiles(runs.path(waiting)).wanted().temperature == 0.3


@pytest.mark.parametrize(
    "body",
    [
        b"{", b"[]", b"null", b'{"temperature": "hot"}', b'{"temperature": -1}',
        b'{"temperature": null}', b'{"probe": ""}', b'{"probe": "' + b"s" * 300 + b'"}',
        b'{"probe": "' + b"s" * 20_000 + b'"}',
    ],
)  # fmt: skip
def test_what_cannot_be_shown_is_refused(
    site: TestClient, runs: Runs, waiting: str, body: bytes
) -> None:
    before = RunFiles(runs.path(waiting)).wanted()
    answer = site.post(f"/runs/{waiting}/show", headers=key(runs, waiting), content=body)
    assert answer.status_code == 400
    assert answer.json()["error"]
    assert RunFiles(runs.path(waiting)).wanted() == before


def test_a_command_that_there_is_none_of(site: TestClient, runs: Runs, waiting: str) -> None:
    answer = site.post(f"/runs/{waiting}/explode", headers=key(runs, waiting))
    assert answer.status_code == 400
    assert "explode" in answer.json()["error"]
    assert "pause" in answer.json()["error"]


@pytest.mark.parametrize("run", ["0" * 16, "..", "%2e%2e%2f%2e%2e", "a" * 5000, "queue", "<b>"])
@pytest.mark.parametrize(
    "what", ["present", "moment?step=0", "next?step=0&text=s", "feeding?step=0", "replay?step=1"]
)
def test_a_run_that_is_not_there(site: TestClient, run: str, what: str) -> None:
    answer = site.get(f"/runs/{run}/{what}")
    assert answer.status_code in (400, 404)
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    "query",
    [
        "present?since=x", "present?since=9999999999", "present?samples=1e3", "moment?step=٨",
        "moment?step=8&temperature=nan", "moment?step=8&temperature=11", "moment?step=7",
        "moment?step=8&temperature=-1", "moment?step=8&probe=" + "s" * 201, "next?step=8&text=" + "s" * 1001,
        "feeding?step=7",
        "feeding?step=8&passage=x", "feeding?step=8&temperature=-1",
        "replay?step=12&name=W_no", "replay?step=12&name=W_xz&row=99&column=0", "replay?step=3",
    ],
)  # fmt: skip
def test_a_question_that_does_not_fit_is_answered_with_a_sentence(
    site: TestClient, learnt: str, query: str
) -> None:
    answer = site.get(f"/runs/{learnt}/{query}")
    assert answer.status_code == 400
    assert answer.json()["error"].endswith((".", "。"))


LOOKS = [
    "present", "moment?step=8", "moment?step=8&probe=shells", "next?step=8&text=she",
    "feeding?step=8", "replay?step=12",
]  # fmt: skip
NESTED = b"[" * 200_000
DAMAGES = {
    "run.json": [b"", b"{", b"[]", b"null", NESTED, b'{"config": 3}', b"\xff\xfe", b'{"config": {"steps": "x"}}'],
    "state.json": [b"", b"[]", NESTED, b'{"status": []}', b'{"failure": 7}', b'{"uniform": "high"}'],
    "vocabulary.json": [b"", b"3", NESTED, b'{"tokens": 5}', b'{"tokens": [1, 2]}', b'{"tokens": ["\\ud800"]}'],
    "samples.jsonl": [b"{\n", b"[]\n", NESTED + b"\n", b'{"step": "x", "temperature": 1, "text": "\\udfff"}\n'],
    "writings.jsonl": [b"{\n", NESTED + b"\n", b'{"step": 1, "tokens": ["\\udfff"], "p": [], "words": null}\n'],
    "probe.safetensors": [b"", b"\0" * 100, b"\xff" * 9],
    "metrics.f64": [b"1", b"\xff" * 56 * 3],
    "checkpoints/00000008.safetensors": [b"", b"\xff" * 100],
    "steps/00000012.safetensors": [b"", b"\xff" * 100],
    "control.json": [b"", NESTED, b"[]", b'{"mode": 3}'],
}  # fmt: skip
PYTHONS_WORDS = (
    "Traceback",
    "Errno",
    "' object",
    "argument",
    "codec",
    "Error",
    "decode",
    "NoneType",
)


@pytest.fixture
def copy(runs: Runs, learnt: str) -> Iterator[str]:
    """A copy of the run to damage; a new one for each test, because the server caches its files."""
    run = f"{len(runs.ids()):016x}"
    shutil.copytree(runs.path(learnt), runs.folder / run)
    yield run
    shutil.rmtree(runs.folder / run, ignore_errors=True)


@pytest.mark.parametrize(
    ("name", "data"),
    [(name, data) for name, damages in DAMAGES.items() for data in damages],
    ids=[f"{name}-{k}" for name, damages in DAMAGES.items() for k in range(len(damages))],
)
def test_whatever_the_files_hold_who_looks_gets_an_answer_or_a_sentence(
    site: TestClient, runs: Runs, copy: str, name: str, data: bytes
) -> None:
    (runs.folder / copy / name).write_bytes(data)
    for look in LOOKS:
        answer = site.get(f"/runs/{copy}/{look}")
        assert answer.status_code in (200, 400), (look, answer.text)
        if answer.status_code == 400:
            told = answer.json()["error"]
            assert told.endswith((".", "。"))
            assert not any(word in told for word in PYTHONS_WORDS), told
            site.get(f"/runs/{copy}/{look}&lang=zh-Hans" if "?" in look else f"/runs/{copy}/{look}")


@pytest.mark.parametrize("look", LOOKS)
def test_a_run_removed_while_it_is_looked_at(
    site: TestClient, runs: Runs, copy: str, look: str
) -> None:
    assert site.get(f"/runs/{copy}/{look}").status_code == 200
    shutil.rmtree(runs.folder / copy)
    answer = site.get(f"/runs/{copy}/{look}")
    assert answer.status_code == 400
    assert "cleaned up" in answer.json()["error"]


def test_half_a_pair_in_a_question_or_a_command(
    site: TestClient, runs: Runs, waiting: str, learnt: str
) -> None:
    for look in ("moment?step=8&probe=%ED%A0%80", "next?step=8&text=%ED%A0%80sea"):
        assert site.get(f"/runs/{learnt}/{look}").status_code == 200
    body = b'{"probe": "\\ud800", "temperature": 1e300}'
    answer = site.post(f"/runs/{waiting}/show", headers=key(runs, waiting), content=body)
    assert answer.status_code == 400
    answer = site.post(
        f"/runs/{waiting}/show", headers=key(runs, waiting), content=b'{"probe": "\\ud800"}'
    )
    assert answer.status_code == 200
    assert site.get(f"/runs/{waiting}/present").status_code == 200


def test_a_command_that_cannot_be_written_is_answered_with_a_sentence(
    site: TestClient, runs: Runs, copy: str
) -> None:
    (runs.folder / copy / "control.json").unlink()
    (runs.folder / copy / "control.json").mkdir()
    answer = site.post(f"/runs/{copy}/pause", headers=key(runs, copy))
    assert answer.status_code == 400
    told = answer.json()["error"]
    assert told.endswith(".")
    assert not any(word in told for word in PYTHONS_WORDS), told


def test_who_watches_does_not_wait_behind_those_who_look_at_checkpoints(
    site: TestClient, learnt: str
) -> None:
    heavy = [f"/runs/{learnt}/next?step=8&text={'she sells ' * 90}&seed={k}" for k in range(12)]
    with ThreadPoolExecutor(len(heavy)) as pool:
        asked = [pool.submit(site.get, url) for url in heavy]
        for _ in range(3):
            assert site.get(f"/runs/{learnt}/present").status_code == 200
        assert not all(one.done() for one in asked)
        assert {one.result().status_code for one in asked} == {200}


def test_one_who_asks_without_end_is_told_to_wait(site: TestClient, learnt: str) -> None:
    urls = [
        f"/runs/{learnt}/next?step=8&text={'she sells ' * 90}&seed={k}" for k in range(100, 150)
    ]
    with ThreadPoolExecutor(len(urls)) as pool:
        answers = list(pool.map(site.get, urls))
    codes = [answer.status_code for answer in answers]
    assert set(codes) == {200, 429}
    assert json.loads(answers[codes.index(429)].text)["error"].endswith(".")


def test_of_a_large_network_no_step_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rnnviz.training.steps.MAX_WEIGHTS", 100)
    # No other client's run is before it.
    runs = Runs(tmp_path)
    site = TestClient(Starlette(routes=RunsApi(lambda: runs).routes()))
    run = runs.start(CONFIG, TEXT, until=5)
    worker = Worker(runs.folder)
    while run in runs.queue():
        assert worker.work_off(threading.Event())
    assert runs.read(run).rows == 6
    assert runs.read(run).recorded_steps == ()
    for answer in (
        site.post(f"/runs/{run}/one_step", headers=key(runs, run)),
        site.get(f"/runs/{run}/replay?step=5"),
    ):
        assert answer.status_code == 400
        assert "up to 100" in answer.json()["error"]


def test_looking_from_before_the_beginning_or_after_the_end_gives_what_there_is(
    site: TestClient, learnt: str
) -> None:
    whole = site.get(f"/runs/{learnt}/present").json()["metrics"]["step"]
    assert site.get(f"/runs/{learnt}/present?since=-5").json()["metrics"]["step"] == whole
    assert site.get(f"/runs/{learnt}/present?since=999&samples=999").json()["metrics"]["step"] == []


def test_a_refusal_is_in_the_language_of_the_reader(site: TestClient, waiting: str) -> None:
    def told(language: str) -> str:
        return site.post(f"/runs/{waiting}/pause?lang={language}").json()["error"]

    assert told("zh-Hans") != told("en")
    assert told("xx") == told("en")


def test_a_hall_looks_less_often_the_more_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("pages.server.runs.time.monotonic", lambda: now[0])

    def waits(watchers: int) -> float:
        """The wait that a steady audience settles at."""
        audience = Audience()
        due = dict.fromkeys(range(watchers), now[0])
        last = OFTEN
        for _ in range(6 * watchers):
            who = min(due, key=lambda one: due[one])
            now[0] = max(now[0], due[who])
            last = audience.wait()
            due[who] = now[0] + last
        return last

    assert waits(1) == pytest.approx(OFTEN)
    assert 0.8 * LOOKS_A_SECOND < 300 / waits(300) <= 1.001 * LOOKS_A_SECOND
