"""Rooms over the wire: who hears what, who may move a room, and what a restart does to it."""

import csv
import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from pages.server.followed import CHAPTERS
from pages.server.questions import chapter_questions, sayings
from rnnviz import practice
from rnnviz.course.practice.classquestion import class_question
from rnnviz.hall import Votes
from rnnviz.hall.built_in_plans import BUILT_IN
from rnnviz.hall.lecture_plans import LONGEST_SENTENCE
from rnnviz.hall.on_disk import File
from rnnviz.hall.votes import LONGEST_CHOICE, LONGEST_QUESTION, MOST_CHANGES, MOST_CHOICES
from rnnviz.locale import LANGUAGES, Refusal, translator
from rnnviz.practice import SLIPS
from rnnviz.practice.tasks import example
from rnnviz.training import Runs
from tests.serving import Server, start_server
from tests.systems import needs_linux, no_longer_files
from tests.training_runs import train
from tests.typescript import Shaped, complaints

SOON = 60


def post(server: Server, body: bytes, language: str = "en", path: str = "/hall") -> dict[str, Any]:
    request = urllib.request.Request(
        f"{server.url}{path}", body, headers={"Accept-Language": language}, method="POST"
    )
    with urllib.request.urlopen(request, timeout=SOON) as answer:
        return dict(json.load(answer))


def get(server: Server, path: str) -> dict[str, Any]:
    with urllib.request.urlopen(f"{server.url}{path}", timeout=SOON) as answer:
        return dict(json.load(answer))


@contextmanager
def wire(server: Server, code: str, key: str = "", **hello: object) -> Iterator[ClientConnection]:
    url = f"{server.url.replace('http', 'ws')}/hall/{code}/live"
    # However much is left unread, the socket hears at once that it is closed.
    with connect(url, origin=server.url, max_queue=None) as socket:  # type: ignore[arg-type]
        socket.send(json.dumps({"key": key, **hello}))
        yield socket


def heard(socket: ClientConnection, **expected: object) -> dict[str, Any]:
    """The first news with these values."""
    while True:
        news = json.loads(socket.recv(timeout=SOON))
        if expected.items() <= news.items():
            return dict(news)


def heard_with(socket: ClientConnection, name: str) -> dict[str, Any]:
    """The first news that has this part."""
    while True:
        news = json.loads(socket.recv(timeout=SOON))
        if name in news:
            return dict(news)


def question_of(socket: ClientConnection, **expected: object) -> dict[str, Any]:
    """The first question with these values."""
    while True:
        question = heard_with(socket, "question")["question"]
        if question is not None and expected.items() <= question.items():
            return dict(question)


def listen_on(socket: ClientConnection) -> None:
    """Hear everything until the end of the wire."""
    while True:
        socket.recv(timeout=SOON)


def test_a_follower_hears_where_the_room_is_and_where_it_goes(server: Server) -> None:
    room = post(server, b'{"view": "step?t=2"}')
    with wire(server, room["code"]) as follower, wire(server, room["code"], room["key"]) as driver:
        first = heard(follower, view="step?t=2", drives=False)
        heard(driver, drives=True)
        driver.send(json.dumps({"view": "step?t=3"}))
        second = heard(follower, view="step?t=3")
        assert (first["epoch"], first["seq"]) < (second["epoch"], second["seq"])
    assert get(server, f"/hall/{room['code']}")["view"] == "step?t=3"


def test_followers_hear_which_part_is_lit_until_its_driver_is_gone(server: Server) -> None:
    room = post(server, b'{"view": "step?t=2"}')
    with wire(server, room["code"]) as follower:
        heard(follower, light=None)
        follower.send(json.dumps({"light": {"part": "memory"}}))
        with wire(server, room["code"], room["key"]) as driver:
            heard(driver, drives=True, light=None)
            driver.send(json.dumps({"light": {"part": "equations", "more": "x"}}))
            heard(follower, light={"part": "equations"})
            assert get(server, f"/hall/{room['code']}")["light"] == {"part": "equations"}
            driver.send(json.dumps({"light": {"part": "<b>"}}))
            refused = heard_with(driver, "refused")
            assert refused["refused"].startswith('"<b>" is no part of a page')
            assert refused["light"] == {"part": "equations"}
            # The same holds for a pen and a black screen.
            line = {"part": "equations", "points": [0, 0, 500, 500]}
            for message in ({"dark": True}, {"line": line}, {"line": {"part": "x", "points": [1]}}):
                driver.send(json.dumps(message))
            dark = heard_with(follower, "ink")["ink"]
            assert dark["isDark"]
            lines = dark["lines"] or heard_with(follower, "ink")["ink"]["lines"]
            assert lines == [line]
            with wire(server, room["code"]) as late:
                assert heard_with(late, "ink")["ink"] == {
                    "isDark": True,
                    "first": 0,
                    "lines": [line],
                }
        heard(follower, light=None)
        assert get(server, f"/hall/{room['code']}")["ink"]["lines"] == []


def test_followers_hear_the_plan_s_sentence_in_their_own_language(server: Server) -> None:
    room = post(server, b'{"view": "step?t=2"}')
    asked = BUILT_IN[0].stops[0].ask
    with (
        wire(server, room["code"], language="zh-Hant") as follower,
        wire(server, room["code"], room["key"]) as driver,
    ):
        assert heard(follower, sentence="")
        follower.send(json.dumps({"sentence": "Mine"}))
        driver.send(json.dumps({"sentence": translator("zh-Hans")(asked)}))
        heard(follower, sentence=translator("zh-Hant")(asked))
        assert get(server, f"/hall/{room['code']}?lang=en")["sentence"] == asked
        # A lecturer's own is text, and as it was written.
        driver.send(json.dumps({"sentence": "<b>Why</b>?"}))
        heard(follower, sentence="<b>Why</b>?")
        for wrong in ("a" * (LONGEST_SENTENCE + 1), 7, None):
            driver.send(json.dumps({"sentence": wrong}))
            told = heard_with(driver, "refused")
            assert told["refused"].startswith("A sentence for the class")
            assert told["sentence"] == "<b>Why</b>?"
    with wire(server, room["code"]) as late:
        heard(late, sentence="")


def test_who_comes_late_hears_the_latest_alone(server: Server) -> None:
    room = post(server, b'{"view": "step?t=1"}')
    with wire(server, room["code"], room["key"]) as driver:
        for t in range(2, 30):
            driver.send(json.dumps({"view": f"step?t={t}"}))
        heard(driver, view="step?t=29")
        with wire(server, room["code"]) as follower:
            assert json.loads(follower.recv(timeout=SOON))["view"] == "step?t=29"


def test_a_follower_moves_nothing(server: Server) -> None:
    room = post(server, b'{"view": "step?t=1"}')
    with wire(server, room["code"], "no such key") as follower:
        heard(follower, drives=False)
        follower.send(json.dumps({"view": "step?t=9"}))
        follower.send(json.dumps({"close": True}))
        follower.send(json.dumps({"roams": True}))
        with wire(server, room["code"], room["key"]) as driver:
            heard(driver, present=1, following=0)
    assert get(server, f"/hall/{room['code']}")["view"] == "step?t=1"


def test_a_second_tab_takes_the_room_over_and_the_first_one_drives_when_it_is_gone(
    server: Server,
) -> None:
    room = post(server, b'{"view": "step?t=1"}')
    code, key = room["code"], room["key"]
    with wire(server, code, key) as first:
        heard(first, drives=True)
        with wire(server, code, key) as second:
            heard(first, drives=False)
            heard(second, drives=True)
            first.send(json.dumps({"view": "step?t=5"}))
            second.send(json.dumps({"view": "step?t=7"}))
            assert heard(first, view="step?t=7")["seq"] == 2
        assert heard(first, drives=True)["view"] == "step?t=7"


def test_the_lecturer_sees_how_many_are_there_and_how_many_follow(server: Server) -> None:
    room = post(server, b'{"view": "step?t=1"}')
    code = room["code"]
    with wire(server, code, room["key"]) as driver:
        heard(driver, present=0, following=0)
        with wire(server, code) as one, wire(server, code):
            heard(driver, present=2, following=2)
            one.send(json.dumps({"roams": True}))
            heard(driver, present=2, following=1)
            # One whose network lets no WebSocket through asks again and again.
            get(server, f"/hall/{code}?who=12")
            get(server, f"/hall/{code}?who=12")
            heard(driver, present=3, following=2)
        heard(driver, present=1)


def test_a_closed_room_sends_everybody_away(server: Server) -> None:
    room = post(server, b'{"view": "step?t=1"}')
    with wire(server, room["code"]) as follower, wire(server, room["code"], room["key"]) as driver:
        heard(driver, drives=True)
        driver.send(json.dumps({"close": True}))
        with pytest.raises(ConnectionClosed) as ended:
            listen_on(follower)
        assert ended.value.rcvd is not None
        assert ended.value.rcvd.code == 4410
    with pytest.raises(urllib.error.HTTPError, match="404"):
        get(server, f"/hall/{room['code']}")


@pytest.mark.parametrize(
    "message", ["no JSON", "[1]", json.dumps({"view": "x" * 20_000}), '{"view": "//else.where"}']
)
def test_a_driver_who_says_nonsense_is_cut_off_and_the_room_stays(
    server: Server, message: str
) -> None:
    room = post(server, b'{"view": "step?t=6"}')
    with wire(server, room["code"], room["key"]) as driver:
        heard(driver, drives=True)
        driver.send(message)
        with pytest.raises(ConnectionClosed):
            listen_on(driver)
    assert get(server, f"/hall/{room['code']}")["view"] == "step?t=6"


def test_a_page_from_elsewhere_gets_no_wire_and_no_room(server: Server) -> None:
    room = post(server, b'{"view": "step?t=1"}')
    url = f"{server.url.replace('http', 'ws')}/hall/{room['code']}/live"
    with pytest.raises(InvalidStatus), connect(url, origin="http://else.where"):  # type: ignore[arg-type]
        pass


@pytest.mark.parametrize(
    ("body", "language", "sentence"),
    [
        (b'{"view": "//a"}', "en", '"//a" is no link to a page here; one looks like'),
        (b'{"view": "//a"}', "zh-CN", "“//a”不是本站页面的链接"),
        (b"x" * 20_000, "en", "The request is too long."),
        (b"nothing", "en", "The request is not a JSON object."),
    ],
)
def test_what_opens_no_room_is_answered_in_a_sentence(
    server: Server, body: bytes, language: str, sentence: str
) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        post(server, body, language)
    assert refused.value.code == 400
    assert sentence in json.loads(refused.value.read())["error"]


def test_where_there_is_no_room_a_page_says_so_and_text_stays_text(server: Server) -> None:
    for path, shown in (("nobody", "nobody"), ("%3Cb%3Ebold", "&lt;b&gt;bold")):
        request = urllib.request.Request(
            f"{server.url}/r/{path}", headers={"Accept-Language": "zh-CN"}
        )
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(request, timeout=SOON)
        assert refused.value.code == 404
        assert f"没有课堂“{shown}”" in refused.value.read().decode()


QUESTION = {"text": "Which vanishes?", "choices": ["both", "neither"], "truth": 0}


def test_a_class_is_asked_votes_and_sees_what_the_lecturer_shows(server: Server) -> None:
    room = post(server, b'{"view": "step"}')
    code, key = room["code"], room["key"]
    with wire(server, code, who="a") as one, wire(server, code, key) as driver:
        heard(driver, drives=True)
        driver.send(json.dumps({"ask": QUESTION}))
        asked = question_of(one, isOver=False)
        assert asked == {
            "id": "q1",
            "text": "Which vanishes?",
            "choices": ["both", "neither"],
            "ofStage": False,
            "ranges": None,
            "isOver": False,
            "mine": None,
        }
        one.send(json.dumps({"vote": {"question": "q1", "choice": 1}}))
        assert heard(one, voted={"question": "q1", "choice": 1, "isLate": False})
        heard(driver, votes=1, counted=[0, 1])
        driver.send(json.dumps({"show": True}))
        assert question_of(one, counts=[0, 1])["mine"] == 1
        driver.send(json.dumps({"reveal": True}))
        assert question_of(one, isOver=True)["truth"] == 0
        one.send(json.dumps({"vote": {"question": "q1", "choice": 0}}))
        assert heard(one, voted={"question": "q1", "choice": 1, "isLate": True})
        driver.send(json.dumps({"end": True}))
        heard(one, question=None)


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_every_chapter_comes_without_a_session_too(server: Server, language: str) -> None:
    for name in sorted(CHAPTERS):
        told = get(server, f"/hall-chapter?name={name}&lang={language}")
        assert told["name"] == name
        assert told["language"] == language
        assert len(told["sections"]) > 2
    with pytest.raises(urllib.error.HTTPError, match="404"):
        get(server, "/hall-chapter?name=..%2Fapp")


def test_a_training_is_read_once_for_all_who_follow(server: Server, runs_folder: Path) -> None:
    run = train(runs_folder)
    room = post(server, json.dumps({"view": f"train?run={run}.nosuchrun"}).encode())
    with wire(server, room["code"]) as one, wire(server, room["code"], room["key"]) as driver:
        [told] = heard_with(one, "runs")["runs"]
        steps, losses = zip(*told["loss"], strict=True)
        rows = Runs(runs_folder).read(run)
        assert steps[-1] == rows.metrics["step"][-1]
        assert losses[-1] == pytest.approx(rows.metrics["loss"][-1], abs=1e-4)
        assert told["step"] == rows.step
        assert told["sample"] == rows.samples[-1].text
        driver.send(json.dumps({"view": "step"}))
        heard(one, view="step")
        assert heard_with(one, "runs")["runs"] is None


def test_a_follower_asks_nothing_and_reveals_nothing(server: Server) -> None:
    room = post(server, b'{"view": "step"}')
    with wire(server, room["code"], who="a") as one:
        one.send(json.dumps({"ask": QUESTION}))
        one.send(json.dumps({"vote": {"question": "q1", "choice": 0}}))
        assert "no such answer" in heard_with(one, "refused")["refused"]
        assert get(server, f"/hall/{room['code']}")["question"] is None


def test_what_the_lecturer_asks_wrongly_is_said_in_his_language(server: Server) -> None:
    room = post(server, b'{"view": "step"}')
    with wire(server, room["code"], room["key"], language="zh-Hans") as driver:
        driver.send(json.dumps({"ask": {"text": "?", "choices": ["one"]}}))
        assert "答案须有 2 到 6 个" in heard_with(driver, "refused")["refused"]


def test_a_browser_without_a_websocket_votes_too_and_has_one_vote(server: Server) -> None:
    room = post(server, b'{"view": "step"}')
    code = room["code"]
    with wire(server, code, room["key"]) as driver:
        driver.send(json.dumps({"ask": QUESTION}))
        question_of(driver, isOver=False)
        for choice in (0, 1, 1):
            vote = json.dumps({"who": "b", "question": "q1", "choice": choice}).encode()
            told = post(server, vote, path=f"/hall/{code}/vote")
            assert told["voted"]["choice"] == choice
        heard(driver, votes=1, counted=[0, 1])
        assert get(server, f"/hall/{code}?who=b")["question"]["mine"] == 1


def test_the_lecturer_alone_has_the_votes_as_a_table(server: Server) -> None:
    room = post(server, b'{"view": "step"}')
    with wire(server, room["code"], room["key"]) as driver:
        driver.send(json.dumps({"ask": QUESTION}))
        question_of(driver, isOver=False)
    url = f"{server.url}/hall/{room['code']}/votes"
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(url, timeout=SOON)
    request = urllib.request.Request(url, headers={"x-rnnviz-key": room["key"]})
    with urllib.request.urlopen(request, timeout=SOON) as answer:
        head, row = csv.reader(answer.read().decode("utf-8-sig").splitlines())
    assert head == [
        "question", "asked at", "answered at", "present", "votes", "right answer", "late votes",
        "A", "votes for A", "B", "votes for B",
    ]  # fmt: skip
    assert abs(datetime.fromisoformat(row[1]) - datetime.now()) < timedelta(minutes=10)
    assert [row[0], *row[2:]] == [
        "Which vanishes?",
        "",
        "0",
        "0",
        "A",
        "0",
        "both",
        "0",
        "neither",
        "0",
    ]
    # In the reader's own time and words; what is no zone is none.
    for minutes, is_theirs in (("720", True), ("-720", True), ("9999", False), ("x", False)):
        address = f"{url}?lang=zh-Hant&minutes={minutes}"
        asked = urllib.request.Request(address, headers={"x-rnnviz-key": room["key"]})
        with urllib.request.urlopen(asked, timeout=SOON) as answer:
            own = list(csv.reader(answer.read().decode("utf-8-sig").splitlines()))
        assert own[0][3] == "在場人數"
        there = timezone(timedelta(minutes=int(minutes))) if is_theirs else None
        now = datetime.now(UTC).astimezone(there).replace(tzinfo=None)
        assert abs(datetime.fromisoformat(own[1][1]) - now) < timedelta(minutes=10)


def with_key(server: Server, path: str, body: bytes | None = None, **keys: str) -> Any:
    """What the server answers to who shows these keys."""
    headers = {f"x-rnnviz-{name}": key for name, key in keys.items()}
    request = urllib.request.Request(f"{server.url}{path}", body, headers=headers)
    return urllib.request.urlopen(request, timeout=SOON)


def test_the_votes_of_a_series_are_its_key_s_alone_and_outlive_a_closed_room(
    server: Server, tmp_path: Path
) -> None:
    key, asked = "s" * 32, json.dumps({"key": "s" * 32, "title": "Neural networks"}).encode()
    room, other = (post(server, b'{"view": "step"}') for _ in range(2))
    address = f"/hall/{room['code']}/series"
    for wrong in ({}, {"key": other["key"]}):
        with pytest.raises(urllib.error.HTTPError, match="403"):
            with_key(server, address, asked, **wrong)
    with_key(server, address, asked, key=room["key"]).close()
    with wire(server, room["code"], room["key"]) as driver:
        driver.send(json.dumps({"ask": QUESTION}))
        name = question_of(driver, isOver=False)["id"]
        with wire(server, room["code"], who="a") as follower:
            follower.send(json.dumps({"vote": {"question": name, "choice": 1}}))
            heard_with(follower, "voted")
            driver.send(json.dumps({"close": True}))
            with pytest.raises(ConnectionClosed):
                listen_on(follower)
    for wrong in ({}, {"series": other["key"]}, {"series": room["key"]}):
        for path in ("/votes/told", "/votes/file"):
            with pytest.raises(urllib.error.HTTPError, match="404"):
                with_key(server, path, **wrong)
    with with_key(server, "/votes/told", series=key) as answer:
        told = json.load(answer)
    [question] = told["questions"]
    assert (question["text"], question["truth"], question["wrong"]) == (QUESTION["text"], "both", 1)
    shaped = [
        Shaped("Series", told),
        Shaped("AskedQuestion", question),
        Shaped("AskedOnce", question["times"][0]),
        Shaped("TaughtOnce", told["lectures"][0]),
    ]
    assert complaints(tmp_path, "rnnviz/hall/series.d.ts", *shaped) == ""
    with with_key(server, "/votes/file?lang=zh-Hans&minutes=0", series=key) as answer:
        _head, row = csv.reader(answer.read().decode("utf-8-sig").splitlines())
    assert row[:4] == [QUESTION["text"], "both", "1", "1"]


def test_how_the_pace_is_felt_reaches_the_lecturer(server: Server) -> None:
    room = post(server, b'{"view": "step"}')
    with (
        wire(server, room["code"], who="a") as one,
        wire(server, room["code"], room["key"]) as driver,
    ):
        one.send(json.dumps({"pace": "lost"}))
        heard(driver, paces={"faster": 0, "slower": 0, "lost": 1})
        one.send(json.dumps({"pace": ""}))
        heard(driver, paces={"faster": 0, "slower": 0, "lost": 0})
        one.send(json.dumps({"pace": "lost"}))
        heard(driver, paces={"faster": 0, "slower": 0, "lost": 1})
        # Who has gone is lost no longer.
        one.close()
        heard(driver, paces={"faster": 0, "slower": 0, "lost": 0})


def test_a_second_server_on_the_same_rooms_waits_and_keeps_each_confirmed_vote_once(
    tmp_path: Path,
) -> None:
    environment = {"RNNVIZ_ROOMS": str(tmp_path / "rooms")}
    first = second = None
    confirmed: dict[str, int] = {}
    try:
        first = start_server(tmp_path, environment=environment)
        room = post(first, b'{"view": "step?t=3"}')
        code, key = room["code"], room["key"]
        second = start_server(tmp_path, environment=environment)
        says_that_another_has_the_rooms(second, code)
        voters = {str(k): k % 2 for k in range(24)}
        with ExitStack() as stack:
            driver = stack.enter_context(wire(first, code, key))
            before = heard(driver, view="step?t=3")
            driver.send(json.dumps({"ask": QUESTION}))
            question_of(driver, isOver=False)
            sockets = {who: stack.enter_context(wire(first, code, who=who)) for who in voters}
            for who, choice in voters.items():
                sockets[who].send(json.dumps({"vote": {"question": "q1", "choice": choice}}))
            # The worst moment: some votes are on disk, some on the way.
            for who in list(voters)[:8]:
                confirmed[who] = heard_with(sockets[who], "voted")["voted"]["choice"]
            first.process.kill()
            first.process.wait()
        # Once the first one has ended, however it did, the second has the rooms, and all of them.
        for who, choice in confirmed.items():
            assert get(second, f"/hall/{code}?who={who}")["question"]["mine"] == choice
        # A follower who was not told that a vote was kept sends it again.
        for who, choice in voters.items():
            vote = json.dumps({"who": who, "question": "q1", "choice": choice}).encode()
            post(second, vote, path=f"/hall/{code}/vote")
        with wire(second, code, key) as driver:
            after = heard(driver, view="step?t=3", drives=True, votes=24, counted=[12, 12])
            assert (before["epoch"], before["seq"]) < (after["epoch"], after["seq"])
    finally:
        for server in (first, second):
            if server:
                server.stop()


def says_that_another_has_the_rooms(second: Server, code: str) -> None:
    """And does everything else."""
    sentence = "这台计算机上已有另一个 rnnviz 在管理课堂"
    for path, body in (
        ("/hall", b'{"view": "step"}'),
        (f"/r/{code}", None),
        (f"/r/{code}/drive", None),
        (f"/hall/{code}?who=a", None),
    ):
        status, said = refused(second, path, body)
        assert (status, sentence in said) == (503, True)
    url = f"{second.url.replace('http', 'ws')}/hall/{code}/live"
    with connect(url, origin=second.url) as follower:  # type: ignore[arg-type]
        assert ended_with(follower) == 4423
    with urllib.request.urlopen(f"{second.url}/step", timeout=SOON) as answer:
        assert answer.status == 200


NEW_KEY = "k" * 32


def offered(driver: ClientConnection) -> str:
    """The word of an offer that the driver makes now."""
    driver.send(json.dumps({"offer": True}))
    [link] = heard_with(driver, "offer")["offer"]["links"]
    address, _, word = link["url"].partition("#")
    assert address.endswith("/drive")
    assert link["qr"]
    return str(word)


def take(server: Server, code: str, word: str, key: str = NEW_KEY) -> dict[str, Any]:
    body = json.dumps({"word": word, "key": key, "driver": "Li <b>"}).encode()
    return post(server, body, path=f"/hall/{code}/take")


def test_a_room_handed_over_obeys_its_new_driver_and_not_the_former(server: Server) -> None:
    room = post(server, b'{"view": "step?t=1"}')
    code, key = room["code"], room["key"]
    with wire(server, code) as follower, wire(server, code, key) as former:
        word = offered(former)
        told = take(server, code, word)
        assert (told["code"], told["view"]) == (code, "step?t=1")
        assert NEW_KEY not in json.dumps(told)
        lost = heard(former, fits=False)
        assert (lost["drives"], lost["driver"]) == (False, "Li <b>")
        for nonsense in ({"view": "step?t=9"}, {"offer": True}, {"close": True}):
            former.send(json.dumps(nonsense))
        with wire(server, code, NEW_KEY) as driver:
            # The former lecturer is no follower: one is here.
            heard(driver, drives=True, present=1)
            driver.send(json.dumps({"view": "step?t=5"}))
            heard(follower, view="step?t=5")
            # Nor does the old key drive when it comes anew, or fetch the votes.
            with wire(server, code, key, wants=True, lectures=True) as again:
                assert heard(again, fits=False)["drives"] is False
            table = urllib.request.Request(
                f"{server.url}/hall/{code}/votes", headers={"x-rnnviz-key": key}
            )
            with pytest.raises(urllib.error.HTTPError, match="403"):
                urllib.request.urlopen(table, timeout=SOON)
            # It is handed back by a link of its own.
            take(server, code, offered(driver), "b" * 32)
            heard(driver, fits=False)
    assert get(server, f"/hall/{code}")["view"] == "step?t=5"


def test_the_plan_and_the_questions_go_along_with_the_room_once(server: Server) -> None:
    room = post(server, b'{"view": "step"}')
    code, key = room["code"], room["key"]
    parcel = {"plan": {"title": "<b>计划", "views": []}, "questions": ["Why?"]}

    def pack(key: str, body: bytes) -> int:
        request = urllib.request.Request(
            f"{server.url}/hall/{code}/parcel", body, {"x-rnnviz-key": key}
        )
        try:
            with urllib.request.urlopen(request, timeout=SOON) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as refused:
            return refused.code

    sent = json.dumps(parcel).encode()
    assert (
        pack("x" * 32, sent) == pack(key, b"[]") == pack(key, b"{" + b" " * 200_000 + b"}") == 403
    )
    assert pack(key, sent) == 200
    with wire(server, code, key) as former:
        word = offered(former)
        # No follower is told anything of it.
        assert "parcel" not in get(server, f"/hall/{code}?who=a")
        for _ in range(2):
            assert json.loads(take(server, code, word)["parcel"]) == parcel
        with wire(server, code, NEW_KEY) as driver:
            heard(driver, drives=True)
        assert take(server, code, word)["parcel"] == ""


def test_a_link_that_hands_over_is_worth_nothing_twice_guessed_or_taken_back(
    server: Server,
) -> None:
    room = post(server, b'{"view": "step"}')
    code = room["code"]
    with wire(server, code, room["key"]) as driver:
        heard(driver, drives=True)
        first = offered(driver)
        for word in ("", "guessed", first[:-1], first + "x"):
            with pytest.raises(urllib.error.HTTPError, match="403") as refused:
                take(server, code, word)
            assert "no longer hands the room over" in json.load(refused.value)["error"]
        driver.send(json.dumps({"offer": False}))
        heard(driver, offer=None)
        with pytest.raises(urllib.error.HTTPError, match="403"):
            take(server, code, first)
        second = offered(driver)
        take(server, code, second)
        heard(driver, fits=False)
    # Only the answer may have been lost: the same person gets it again, and nobody else.
    assert take(server, code, second)["code"] == code
    with pytest.raises(urllib.error.HTTPError, match="403"):
        take(server, code, second, "x" * 32)


def test_of_two_tabs_that_come_back_the_one_drives_that_did_before(server: Server) -> None:
    room = post(server, b'{"view": "step"}')
    code, key = room["code"], room["key"]
    with wire(server, code, key, wants=False) as idle:
        heard(idle, drives=True)
        with wire(server, code, key, wants=True) as busy:
            heard(busy, drives=True)
            heard(idle, drives=False, fits=True)
            with wire(server, code, key, wants=False) as third:
                heard(third, drives=False, fits=True)
                busy.send(json.dumps({"view": "step?t=4"}))
                heard(third, view="step?t=4")


def test_a_question_of_ours_reaches_each_reader_in_his_own_language(server: Server) -> None:
    room = post(server, b'{"view": "softmax"}')
    code = room["code"]
    with (
        wire(server, code, who="a", language="zh-Hans") as chinese,
        wire(server, code, who="b", language="en") as english,
        wire(server, code, room["key"], language="zh-Hans") as driver,
    ):
        heard(driver, drives=True)
        about: dict[str, Any] = {"chapter": "softmax", "question": "coin"}
        driver.send(json.dumps({"ask": {"about": about}}))
        said = {name: question_of(one) for name, one in (("zh", chinese), ("en", english))}
        assert "1/27" in said["en"]["choices"]
        assert said["en"]["text"] != said["zh"]["text"]
        truth = question_of(driver)["truth"]
        assert said["en"]["choices"][truth] == said["zh"]["choices"][truth] == "log 27 = 3.30"
        for one, choice in ((chinese, truth), (english, 0)):
            one.send(json.dumps({"vote": {"question": "q1", "choice": choice}}))
            heard_with(one, "voted")
        counted = [0, 0, 0]
        counted[truth] = counted[0] = 1
        heard(driver, counted=counted[: len(said["en"]["choices"])])

        gate = {"say": "askKeep", "given": {"letter": "F₃[2]", "gate": "遗忘门", "operand": "C"}}
        choices = [{"say": "aboveKeep"}, {"say": "belowKeep"}]
        driver.send(json.dumps({"ask": {"about": gate | {"choices": choices}, "truth": 1}}))
        words = question_of(english, id="q2")
        assert words["text"] == "F₃[2], forget gate: will it keep C or erase it?"
        assert "遗忘门" in question_of(chinese, id="q2")["text"]
        assert question_of(driver, id="q2")["truth"] == 1
        # A browser that asks instead of listening says its language, and typed text stays as it is.
        asked = get(server, f"/hall/{code}?who=c&lang=en")["question"]
        assert asked["text"] == words["text"]
        driver.send(json.dumps({"ask": QUESTION}))
        assert question_of(chinese, id="q3")["text"] == QUESTION["text"]


def test_a_number_of_a_task_is_asked_in_the_language_of_each_and_its_ranges_go_until_it_is_over(
    server: Server,
) -> None:
    room = post(server, b'{"view": "practice?family=gru.step&seed=7"}')
    about: dict[str, Any] = {"family": "gru.step", "quantity": "Z", "place": 0}
    about["choices"] = [{"text": "0.31", "slip": "no_bias"}, {"text": "0.62", "slip": ""}]
    with (
        wire(server, room["code"], who="a", language="zh-Hant") as chinese,
        wire(server, room["code"], room["key"], language="en") as driver,
    ):
        heard(driver, drives=True)
        ranges = [[0.305, 0.315], [0.615, 0.625]]
        driver.send(json.dumps({"ask": {"about": about, "truth": 1, "ranges": ranges}}))
        own, said = question_of(driver, id="q1"), question_of(chinese, id="q1")
        assert own["text"].endswith("What is the update gate, unit 1?")
        assert (said["ranges"], "truth" in said) == (ranges, False)
        assert "更新閘" in said["text"]
        assert own["choices"] == ["0.31 · The bias is left out.", "0.62", "another number"]
        assert said["choices"][0].startswith("0.31 · ")
        driver.send(json.dumps({"reveal": True}))
        assert question_of(chinese, isOver=True)["truth"] == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_of_a_task_can_be_asked_to_a_class(language: str) -> None:
    for family in practice.families():
        asked = set()
        for quantity, answer in example(family).answers.items():
            for place in range(len(answer)):
                about: dict[str, Any] = {"family": family, "quantity": quantity, "place": place}
                about["choices"] = [{"text": "−12.34", "slip": slip} for slip in SLIPS]
                said = class_question(about, language)
                assert said
                assert all(0 < len(one) <= LONGEST_CHOICE for one in said["choices"])
                assert 0 < len(said["text"]) <= LONGEST_QUESTION
                assert not {"{", "}"} & {*said["text"]}
                asked.add(said["text"])
            assert class_question({**about, "place": len(answer)}, language) is None
        assert len(asked) == sum(map(len, example(family).answers.values()))


@pytest.mark.parametrize(
    "about",
    [
        {"family": "gru.step", "quantity": "Z", "place": 2, "choices": []},
        {"family": "gru.step", "quantity": "Z", "place": -1, "choices": []},
        {"family": "gru.step", "quantity": "__class__", "place": 0, "choices": []},
        {"family": "gru.step", "quantity": "Z", "place": 0},
        {"family": "nobody", "quantity": "Z", "place": 0, "choices": []},
        {"family": ["gru.step"], "choices": []},
        {"family": "place.erased", "choices": ["a", "b"]},
        {"chapter": "../secrets", "question": "x"},
        {"chapter": "softmax", "question": "nobody"},
        {"say": "__class__", "choices": ["a", "b"]},
        {"say": "askKeep", "given": {"letter": "x"}, "choices": ["a", "b"]},
        {"say": "askKeep"},
        17,
    ],
)
def test_a_question_that_is_none_of_ours_is_refused(server: Server, about: object) -> None:
    room = post(server, b'{"view": "step"}')
    with wire(server, room["code"], room["key"]) as driver:
        driver.send(json.dumps({"ask": {"about": about}}))
        assert "no such question" in heard_with(driver, "refused")["refused"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_of_a_chapter_can_be_asked_to_a_class(language: str) -> None:
    found = 0
    for chapter in sorted(CHAPTERS):
        for name in chapter_questions(chapter, "en"):
            said = sayings({"chapter": chapter, "question": name}, "en")
            english, own = said["en"], said[language]
            assert own["truth"] == english["truth"]
            assert len(own["choices"]) == len(english["choices"]) <= MOST_CHOICES
            assert 0 < len(own["text"]) <= LONGEST_QUESTION
            assert all(0 < len(choice) <= LONGEST_CHOICE for choice in own["choices"])
            found += 1
    assert found > 30


@needs_linux
def test_a_vote_that_the_disk_refuses_is_not_counted_and_its_voter_is_told(
    tmp_path: Path,
) -> None:
    environment = {"RNNVIZ_ROOMS": str(tmp_path / "rooms")}
    server = start_server(tmp_path, environment=environment)
    try:
        room = post(server, b'{"view": "step"}')
        code = room["code"]
        with (
            wire(server, code, who="a", language="zh-Hans") as one,
            wire(server, code, room["key"]) as driver,
        ):
            driver.send(json.dumps({"ask": QUESTION}))
            question_of(driver, isOver=False)
            one.send(json.dumps({"vote": {"question": "q1", "choice": 1}}))
            heard_with(one, "voted")
            size = (tmp_path / "rooms" / f"{code}.votes").stat().st_size
            late = json.dumps({"who": "b", "question": "q1", "choice": 0}).encode()
            with no_longer_files(size + 9, server.process.pid):
                one.send(json.dumps({"vote": {"question": "q1", "choice": 0}}))
                told = heard_with(one, "refused")
                assert "磁盘可能已满" in told["refused"]
                assert told["question"]["mine"] == 1
                with pytest.raises(urllib.error.HTTPError, match="400"):
                    post(server, late, path=f"/hall/{code}/vote")
                sentence = "The server cannot keep votes at present; its disk may be full."
                heard(driver, fails=sentence, counted=[0, 1])
                driver.send(json.dumps({"reveal": True}))
                assert "disk may be full" in heard_with(driver, "refused")["refused"]
            post(server, late, path=f"/hall/{code}/vote")
            heard(driver, fails="", counted=[1, 1])
        server.process.kill()
        server.process.wait()
        journal = File(tmp_path / "rooms" / f"{code}.votes")
        assert Votes(journal).ballots["q1"].counts == [1, 1]
    finally:
        server.stop()


def ended_with(socket: ClientConnection) -> int:
    """The code with which the server closes a socket."""
    with pytest.raises(ConnectionClosed) as ended:
        listen_on(socket)
    assert ended.value.rcvd is not None
    return ended.value.rcvd.code


def refused(server: Server, path: str, body: bytes | None = None) -> tuple[int, str]:
    """The status and the sentence of what is refused, in Chinese."""
    request = urllib.request.Request(
        f"{server.url}{path}", body, headers={"Accept-Language": "zh-CN"}
    )
    with pytest.raises(urllib.error.HTTPError) as answer:
        urllib.request.urlopen(request, timeout=SOON)
    return answer.value.code, answer.value.read().decode()


def test_who_says_to_lecture_without_a_key_is_seen_and_learns_no_name(server: Server) -> None:
    room = post(server, b'{"view": "step"}')
    code = room["code"]
    with wire(server, code, room["key"]) as former:
        heard(former, drives=True)
        take(server, code, offered(former))
    with wire(server, code, NEW_KEY) as driver, wire(server, code, lectures=True) as stranger:
        heard(driver, present=1)
        first = json.loads(stranger.recv(timeout=SOON))
        assert first["view"] == "step"
        assert "driver" not in first
        # One whose key it was sees who drives, and is no follower.
        with wire(server, code, room["key"]) as former:
            assert heard_with(former, "driver")["driver"] == "Li <b>"
            assert get(server, f"/hall/{code}")["present"] == 1


def test_while_newcomers_are_barred_those_who_were_here_come_back_and_others_do_not(
    server: Server,
) -> None:
    room = post(server, b'{"view": "step?t=1"}')
    code, key = room["code"], room["key"]
    with wire(server, code, key) as driver:
        driver.send(json.dumps({"ask": QUESTION}))
        with wire(server, code, who="early") as early:
            question_of(early)
            get(server, f"/hall/{code}?who=asking")
            heard(driver, present=2, bars=False)
            driver.send(json.dumps({"bar": True}))
            heard(driver, bars=True, turned=0)
        # Whoever was here comes back and votes, and so does one who asks instead of listening.
        with wire(server, code, who="early") as early:
            early.send(json.dumps({"vote": {"question": "q1", "choice": 1}}))
            heard_with(early, "voted")
        vote = json.dumps({"who": "asking", "question": "q1", "choice": 0}).encode()
        post(server, vote, path=f"/hall/{code}/vote")
        # Others do not, are told why, and the lecturer sees how many they are.
        for _ in range(2):
            with wire(server, code, who="new") as newcomer:
                assert ended_with(newcomer) == 4403
        told = "老师暂时只让已在场的人参加。"
        assert refused(server, f"/hall/{code}?who=newer") == (
            403,
            json.dumps({"error": told}, ensure_ascii=False),
        )
        vote = json.dumps({"who": "made up", "question": "q1", "choice": 0}).encode()
        status, said = refused(server, f"/hall/{code}/vote", vote)
        assert (status, json.loads(said)["error"]) == (403, told)
        heard(driver, turned=3, counted=[1, 1])
        # The lecturer gets in anywhere.
        with wire(server, code, key, wants=True) as again:
            heard(again, drives=True)
            again.send(json.dumps({"bar": False}))
            heard(again, bars=False, turned=0)
        with wire(server, code, who="new") as newcomer:
            assert heard(newcomer, view="step?t=1")["drives"] is False


def test_the_lecturer_hears_of_a_device_that_changes_its_answer_again_and_again(
    server: Server,
) -> None:
    room = post(server, b'{"view": "step"}')
    code = room["code"]
    with wire(server, code, room["key"]) as driver:
        driver.send(json.dumps({"ask": QUESTION}))
        question_of(driver)
        for k in range(MOST_CHANGES + 1):
            vote = json.dumps({"who": "a", "question": "q1", "choice": k % 2}).encode()
            post(server, vote, path=f"/hall/{code}/vote")
        vote = json.dumps({"who": "a", "question": "q1", "choice": 1}).encode()
        status, said = refused(server, f"/hall/{code}/vote", vote)
        assert (status, "已改了 20 次" in said) == (400, True)
        heard(driver, often=1, counted=[1, 0], isFull=False)


def test_what_is_said_in_bytes_and_who_vanishes_leave_no_trace_in_the_log(
    tmp_path: Path,
) -> None:
    server = start_server(tmp_path, environment={"RNNVIZ_ROOMS": str(tmp_path / "rooms")})
    try:
        room = post(server, b'{"view": "step?t=1"}')
        code = room["code"]
        with wire(server, code, room["key"]) as driver:
            heard(driver, drives=True)
            with wire(server, code, who="b") as odd:
                heard(odd, view="step?t=1")
                odd.send(b'{"roams": true}')
                assert ended_with(odd) == 4400
            for k in range(10):
                with wire(server, code, who=f"f{k}") as follower:
                    driver.send(json.dumps({"view": f"step?t={k}"}))
                    heard(follower, view=f"step?t={k}")
                    for _ in range(4):
                        driver.send(json.dumps({"view": f"step?t={k + 1}"}))
                    # Without a word, in the middle of what it is told.
                    follower.socket.close()
            heard(driver, present=0)
        get(server, f"/hall/{code}")
    finally:
        server.stop()
    log = server.log.read_text("utf-8", errors="replace")
    assert [line for line in log.splitlines() if "Traceback" in line or "never" in line] == []


def test_what_a_room_says_is_what_its_pages_read(
    server: Server, runs_folder: Path, tmp_path: Path
) -> None:
    room = post(server, json.dumps({"view": f"train?run={train(runs_folder)}"}).encode())
    to_class: dict[str, Any] = {}
    to_driver: dict[str, Any] = {}

    def told(socket: ClientConnection, everything: dict[str, Any], name: str) -> Any:
        """What the first message with this part says in it; everything: of all messages so far."""
        while True:
            news = json.loads(socket.recv(timeout=SOON))
            everything |= {key: value for key, value in news.items() if value is not None}
            if name in news:
                return news[name]

    with (
        wire(server, room["code"], who="a") as follower,
        wire(server, room["code"], room["key"]) as driver,
    ):
        assert told(follower, to_class, "runs")
        line = {"part": "equations", "points": [0, 0, 500, 500]}
        question = {"text": "?", "choices": ["both", "neither"], "truth": 0}
        says = ({"light": {"part": "memory"}}, {"line": line}, {"ask": question}, {"here": True})
        for message in (*says, {"offer": True}):
            driver.send(json.dumps(message))
        assert told(driver, to_driver, "offer")
        while (asked := told(follower, to_class, "question")) is None:
            pass
        follower.send(json.dumps({"vote": {"question": asked["id"], "choice": 1}}))
        voted = told(follower, to_class, "voted")
        follower.send(json.dumps({"vote": {"question": "none", "choice": 1}}))
        assert told(follower, to_class, "refused")
        polled = get(server, f"/hall/{room['code']}?who=b")
        driver.send(json.dumps({"reveal": True}))
        while not (over := told(follower, to_class, "question"))["isOver"]:
            pass
        while not (own := told(driver, to_driver, "question")) or not own["isOver"]:
            pass
        taken = take(server, room["code"], to_driver["offer"]["links"][0]["url"].partition("#")[2])
    everything = {**to_driver, **to_class, "question": asked}
    shaped = [
        Shaped("OpenedRoom", room),
        Shaped("TakenRoom", taken),
        Shaped("RoomLink", room["links"][0]),
        Shaped("Everything", everything),
        Shaped("News", to_class, is_part=True),
        Shaped("News", to_driver, is_part=True),
        Shaped("Polled", polled),
        Shaped("Question", asked),
        Shaped("Answered", over),
        Shaped("Driven", own),
        Shaped("Everything['voted']", voted),
        Shaped("Offer", to_driver["offer"]),
        Shaped("Light", to_class["light"]),
        Shaped("InkNews", to_class["ink"]),
        Shaped("InkLine", line),
    ]
    assert complaints(tmp_path, "rnnviz/hall/messages.d.ts", *shaped) == ""


def test_a_class_is_asked_for_a_units_verdict_in_the_language_of_each() -> None:
    choices = [{"say": "tellsAndMatters"}, {"say": "tellsOnly"}]
    about = {"page": "units", "say": "guessQuestion", "given": {"symbol": "H[71]"}}
    said = sayings({**about, "choices": choices}, "en")
    assert said["en"]["text"] == "What will the test find of H[71]?"
    assert said["en"]["choices"] == ["tells and matters", "tells and is not needed"]
    assert "H[71]" in said["zh-Hans"]["text"]
    assert said["zh-Hans"]["choices"] != said["en"]["choices"]
    for wrong in ({"page": "elsewhere"}, {"say": "unheard"}, {"choices": [{"say": "unheard"}]}):
        with pytest.raises(Refusal):
            sayings({**about, "choices": choices, **wrong}, "en")
