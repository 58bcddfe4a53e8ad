"""A server under attack, and a patient reader beside: a stage, a page, a training, and a vote."""

import http.client
import json
import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from benchmarks.hall import QUESTION, open_room
from rnnviz.training import Runs
from tests.serving import Server

PATIENCE = 60.0
EVERY, AT_LEAST = 0.1, 5
# The most seconds that a reader waits for what they look at, and until their vote is counted.
LONGEST, LONGEST_VOTE = 3.0, 1.0
BOUNDARY = b"siege"
# Votes after which the room asks a new question; one takes up to 2000.
VOTES = 1000


class Attack(NamedTuple):
    """tried: how many attempts; held: how many the server answered correctly, or refused in
    words."""

    tried: int
    held: int


class Asked(NamedTuple):
    status: int
    body: bytes


class Site:
    """A server under attack, a run that has learnt, and its owner's key."""

    def __init__(self, server: Server, runs: Runs, seconds: float) -> None:
        self.server, self.runs, self.seconds = server, runs, seconds
        self.netloc, self.port = urlsplit(server.url).netloc, urlsplit(server.url).port
        self.chance = random.Random(0)

    def ask(
        self, path: str, method: str = "GET", body: bytes = b"", client: str = "", **headers: str
    ) -> Asked:
        """client: the address of whoever asks. Raises OSError or HTTPException if there is no answer."""
        connection = http.client.HTTPConnection(
            self.netloc, timeout=PATIENCE, source_address=(client, 0) if client else None
        )
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body or None, named)
            answer = connection.getresponse()
            return Asked(answer.status, answer.read())
        finally:
            connection.close()

    def upload(self, session: str, number: int, size: int, client: str = "") -> int:
        """Send a file of so many bytes to a session, as its page does; gives the answer's status."""
        health = http.client.HTTPConnection(self.netloc, timeout=PATIENCE)
        health.request("GET", "/_stcore/health")
        cookie = (health.getresponse().getheader("set-cookie") or "=;").split(";")[0]
        health.close()
        head = b"Content-Disposition: form-data; name=f; filename=f"
        body = b"\r\n".join(
            (b"--" + BOUNDARY, head, b"", bytes(size), b"--" + BOUNDARY + b"--", b"")
        )
        told = {
            "Cookie": cookie,
            "X_Xsrftoken": cookie.partition("=")[2],
            "Content_Type": f"multipart/form-data; boundary={BOUNDARY.decode()}",
        }
        path = f"/_stcore/upload_file/{session}/{number}"
        return self.ask(path, "PUT", body, client, **told).status

    def crowd(self, address: Callable[[int], str], most: int) -> Attack:
        """Forty clients who ask for address(0), address(1), … until the time is over, or `most`
        times in all."""
        began = time.monotonic()

        def status(number: int) -> int:
            if time.monotonic() - began > self.seconds:
                return 0
            try:
                return self.ask(address(number)).status
            except (OSError, http.client.HTTPException):
                return 500

        with ThreadPoolExecutor(40) as pool:
            answers = [found for found in pool.map(status, range(most)) if found]
        return Attack(len(answers), sum(found in (200, 429) for found in answers))

    @contextmanager
    def session(
        self, page: str, query: str = "", until: threading.Event | None = None, client: str = ""
    ) -> Iterator[tuple[str, bool]]:
        """The id of a session whose page has been drawn, and whether it was drawn without an
        error. until: when to go, drawn or not. client: the address of its visitor."""
        with connect(
            f"ws://{self.netloc}/_stcore/stream",
            subprotocols=[Subprotocol("streamlit")],
            open_timeout=PATIENCE,
            max_size=None,
            source_address=(client, 0) if client else None,
        ) as talk:
            request = BackMsg()
            request.rerun_script.page_name = page
            request.rerun_script.query_string = query
            talk.send(request.SerializeToString())
            session, is_well = "", True
            deadline = time.monotonic() + PATIENCE
            while not (until and until.is_set()):
                data = talk.recv(timeout=max(0.0, deadline - time.monotonic()))
                message = ForwardMsg.FromString(data if isinstance(data, bytes) else data.encode())
                session = message.new_session.initialize.session_id or session
                is_well &= message.delta.new_element.WhichOneof("type") != "exception"
                if message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY and (
                    message.WhichOneof("type") == "script_finished"
                ):
                    break
            yield session, is_well

    @property
    def memory(self) -> float:
        """What the server holds, in MB; 0 where the system does not say."""
        try:
            told = Path(f"/proc/{self.server.process.pid}/status").read_text(encoding="utf-8")
        except OSError:
            return 0.0
        return int(told.partition("VmRSS:")[2].split()[0]) / 1024

    @property
    def processor_time(self) -> float:
        """The processor seconds that the server has used."""
        try:
            told = (
                Path(f"/proc/{self.server.process.pid}/stat")
                .read_text(encoding="utf-8")
                .rpartition(")")[2]
            )
        except OSError:
            return 0.0
        return sum(map(int, told.split()[11:13])) / os.sysconf("SC_CLK_TCK")

    def in_time(self, tries: int) -> Iterator[int]:
        """The attempts, counted until the time is up."""
        began = time.monotonic()
        for number in range(tries):
            if time.monotonic() - began > self.seconds:
                return
            yield number


class Room:
    """A room whose lecturer has asked a question. question: which one stands."""

    def __init__(self, url: str) -> None:
        room = open_room(url)
        self.code = room["code"]
        self.question = ""
        address = f"{url.replace('http', 'ws')}/hall/{self.code}/live"
        self.driver: ClientConnection = connect(address, compression=None).__enter__()
        self._say({"who": "lecturer", "key": room["key"]})
        threading.Thread(target=self._listen, daemon=True).start()
        self.ask()

    def ask(self) -> None:
        """Ask a new question, once the last one has been ended."""
        before = self.question
        self._say({"end": True})
        self._say({"ask": QUESTION})
        deadline = time.monotonic() + PATIENCE
        while self.question in ("", before) and time.monotonic() < deadline:
            time.sleep(0.01)

    def go(self, view: str) -> None:
        self._say({"view": view})

    def close(self) -> None:
        with suppress(WebSocketException):
            self._say({"close": True})
        self.driver.__exit__(None, None, None)

    def _say(self, message: dict[str, Any]) -> None:
        self.driver.send(json.dumps(message))

    def _listen(self) -> None:
        with suppress(WebSocketException):
            for told in self.driver:
                self.question = (json.loads(told).get("question") or {}).get("id", self.question)


class Patient:
    """A reader who keeps looking at a stage, a page and a training, and votes, on connections of
    its own for each. worst: the longest wait for each, in seconds."""

    def __init__(self, site: "Site", run: str) -> None:
        self._site = site
        self._room = Room(site.server.url)
        self._closing = threading.Event()
        self.worst = dict.fromkeys(("page", "stage", "training", "vote"), 0.0)
        self.unanswered = 0
        asks = {
            "page": lambda _k: site.ask("/step"),
            "stage": lambda _k: site.ask("/early-stage"),
            "training": lambda _k: site.ask(f"/runs/{run}/present"),
            "vote": self._vote,
        }
        self._threads = [
            threading.Thread(target=self._look, args=(name, ask), daemon=True)
            for name, ask in asks.items()
        ]
        for thread in self._threads:
            thread.start()

    def _vote(self, number: int) -> "Asked":
        if number % VOTES == 0:
            self._room.ask()
        vote = {"who": f"patient{number}", "question": self._room.question, "choice": number % 2}
        return self._site.ask(f"/hall/{self._room.code}/vote", "POST", json.dumps(vote).encode())

    def _look(self, name: str, ask: Any) -> None:
        number = 0
        while not self._closing.wait(EVERY) or number < AT_LEAST:
            began = time.monotonic()
            number += 1
            try:
                if ask(number).status != 200:
                    self.unanswered += 1
            except (OSError, http.client.HTTPException):
                self.unanswered += 1
            self.worst[name] = max(self.worst[name], time.monotonic() - began)

    def close(self) -> None:
        self._closing.set()
        for thread in self._threads:
            thread.join(PATIENCE)
        self._room.close()

    @property
    def was_served(self) -> bool:
        looks = max(self.worst["page"], self.worst["stage"], self.worst["training"])
        return not self.unanswered and looks < LONGEST and self.worst["vote"] < LONGEST_VOTE
