"""What the live view asks over HTTP: who may look, who may command, and what strangers are told."""

import threading

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from pages.server.compression import CompressOnce
from pages.server.runs import LOOKS_A_SECOND, OFTEN, Audience, RunsApi
from rnnviz.training import Runs, TrainingConfig
from rnnviz.training.worker import Worker

TEXT = "she sells sea shells by the sea shore. " * 20
CONFIG = TrainingConfig(
    corpus="own", hidden_size=8, batch_size=2, sequence_length=8, steps=20, validation=0
)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Runs:
    return Runs(tmp_path_factory.mktemp("runs"))


@pytest.fixture(scope="module")
def site(runs: Runs) -> TestClient:
    app = Starlette(routes=RunsApi(lambda: runs).routes())
    app.add_middleware(CompressOnce)
    return TestClient(app)


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
    assert runs.control(waiting).probe == "shells"
    assert runs.control(waiting).temperature == 0.3


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
    before = runs.control(waiting)
    answer = site.post(f"/runs/{waiting}/show", headers=key(runs, waiting), content=body)
    assert answer.status_code == 400
    assert answer.json()["error"]
    assert runs.control(waiting) == before


def test_a_command_that_there_is_none_of(site: TestClient, runs: Runs, waiting: str) -> None:
    answer = site.post(f"/runs/{waiting}/explode", headers=key(runs, waiting))
    assert answer.status_code == 400
    assert "explode" in answer.json()["error"]
    assert "pause" in answer.json()["error"]


@pytest.mark.parametrize("run", ["0" * 16, "..", "%2e%2e%2f%2e%2e", "a" * 5000, "queue", "<b>"])
@pytest.mark.parametrize(
    "what", ["present", "moment?step=0", "next?step=0&text=s", "replay?step=1"]
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
        "replay?step=12&name=W_no", "replay?step=12&name=W_xz&row=99&column=0", "replay?step=3",
    ],
)  # fmt: skip
def test_a_question_that_does_not_fit_is_answered_with_a_sentence(
    site: TestClient, learnt: str, query: str
) -> None:
    answer = site.get(f"/runs/{learnt}/{query}")
    assert answer.status_code == 400
    assert answer.json()["error"].endswith((".", "。"))


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
