"""What the live view asks of a training, over HTTP: how it stands, and what is wanted of it.

    GET  /runs/<id>/present?since=&samples=&probed=     four times a second while it trains
    GET  /runs/<id>/moment?step=&temperature=&probe=    a checkpoint
    GET  /runs/<id>/next?step=&text=&temperature=&seed= what comes after a text
    GET  /runs/<id>/replay?step=&name=&row=&column=     one gradient step
    POST /runs/<id>/pause, go_on, one_step, stop or show      with the key of who started it

A script run for each look would cost thirty times as much, and redraw the page. Whoever knows a
run's id may look; only its key commands it.
"""

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from rnnviz import live
from rnnviz.locale import LANGUAGES, N_, Refusal, translator
from rnnviz.training import Runs

KEY = "x-rnnviz-key"
MAX_BODY = 10_000
# All watchers share so many looks a second; who started a run looks every OFTEN seconds anyway.
LOOKS_A_SECOND = 120
OFTEN = 0.2
# It is never the same twice, so that compressing or keeping it would only cost.
HEADERS = {"Cache-Control": "no-store, no-transform"}


class Audience:
    """When each watcher may look again: all together not more often than a server can answer."""

    def __init__(self) -> None:
        self._last = 0.0

    def wait(self) -> float:
        """The seconds until who looks now may look again; the looks are handed out in a row."""
        now = time.monotonic()
        self._last = max(now + OFTEN, self._last + 1 / LOOKS_A_SECOND)
        return self._last - now


class RunsApi:
    def __init__(self, runs: Callable[[], Runs]) -> None:
        self._runs = runs
        self._audience = Audience()

    def routes(self) -> list[Route]:
        looks = {
            "present": self._present,
            "moment": self._moment,
            "next": self._next,
            "replay": self._replay,
        }
        return [
            *(Route(f"/runs/{{run}}/{name}", _answering(do)) for name, do in looks.items()),
            Route("/runs/{run}/{command}", _answering(self._command), methods=["POST"]),
        ]

    async def _present(self, request: Request) -> dict[str, Any]:
        run = request.path_params["run"]
        is_owner = await asyncio.to_thread(self._is_owner, request)
        found = await asyncio.to_thread(
            live.present,
            self._runs(),
            run,
            _whole(request, "since", 0),
            _whole(request, "samples", 0),
            _whole(request, "probed", -1),
            _translate(request),
        )
        wait = self._audience.wait()
        return {**found, "isOwner": is_owner, "wait": OFTEN if is_owner else wait}

    async def _moment(self, request: Request) -> dict[str, Any]:
        return await asyncio.to_thread(
            live.moment,
            self._runs(),
            request.path_params["run"],
            _whole(request, "step", 0),
            _temperature(request.query_params.get("temperature", "0.8")),
            request.query_params.get("probe", ""),
        )

    async def _next(self, request: Request) -> dict[str, Any]:
        return await asyncio.to_thread(
            live.continuation,
            self._runs(),
            request.path_params["run"],
            _whole(request, "step", 0),
            request.query_params.get("text", ""),
            _temperature(request.query_params.get("temperature", "0.8")),
            _whole(request, "seed", 0),
        )

    async def _replay(self, request: Request) -> dict[str, Any]:
        return await asyncio.to_thread(
            live.replay,
            self._runs(),
            request.path_params["run"],
            _whole(request, "step", 0),
            request.query_params.get("name", ""),
            _whole(request, "row", -1),
            _whole(request, "column", -1),
        )

    async def _command(self, request: Request) -> dict[str, Any]:
        run, command = request.path_params["run"], request.path_params["command"]
        if not await asyncio.to_thread(self._is_owner, request):
            raise Refusal(N_("Only who started this training can command it."))
        wanted = await _object(request)
        runs = self._runs()
        commands: dict[str, Callable[[], object]] = {
            "pause": lambda: runs.pause(run),
            "go_on": lambda: runs.go_on(run),
            "one_step": lambda: runs.one_step(run),
            "stop": lambda: runs.stop(run),
            "show": lambda: runs.show(run, **_shown(wanted)),
        }
        if command not in commands:
            raise Refusal(
                N_('The command is "{command}"; there are {commands}.'),
                command=command[:20],
                commands=", ".join(commands),
            )
        await asyncio.to_thread(commands[command])
        return {}

    def _is_owner(self, request: Request) -> bool:
        return self._runs().is_key(request.path_params["run"], request.headers.get(KEY, ""))


def _answering(
    do: Callable[[Request], Any],
) -> Callable[[Request], Any]:
    """What `do` gives, as JSON; what it refuses, as a sentence in the reader's language."""

    async def respond(request: Request) -> Response:
        try:
            return JSONResponse(await do(request), headers=HEADERS)
        except ValueError as reason:
            sentence = (
                reason.sentence(_translate(request)) if isinstance(reason, Refusal) else str(reason)
            )
            return JSONResponse({"error": sentence}, status_code=400, headers=HEADERS)

    return respond


def _translate(request: Request) -> Callable[[str], str]:
    language = request.query_params.get("lang", "en")
    return translator(language if language in LANGUAGES else "en")


def _whole(request: Request, name: str, usual: int) -> int:
    given = request.query_params.get(name)
    if given is None:
        return usual
    digits = given.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
        raise Refusal(
            N_('{name} is "{value}"; it must be a whole number.'), name=name, value=given[:20]
        )
    return int(given)


def _temperature(given: object) -> float:
    try:
        temperature = float(str(given)[:20])
    except ValueError:
        temperature = -1.0
    if not 0 <= temperature <= 10:
        raise Refusal(
            N_('The temperature is "{value}"; it must be from 0 to 10.'), value=str(given)[:20]
        )
    return temperature


async def _object(request: Request) -> dict[str, Any]:
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > MAX_BODY:
            raise Refusal(N_("The request is too long."))
    try:
        wanted = json.loads(body or b"{}")
    except ValueError:
        wanted = None
    if not isinstance(wanted, dict):
        raise Refusal(N_("The request is no JSON object."))
    return wanted


def _shown(wanted: dict[str, Any]) -> dict[str, Any]:
    shown: dict[str, Any] = {}
    if "probe" in wanted:
        shown["probe"] = str(wanted["probe"])
    if "temperature" in wanted:
        shown["temperature"] = _temperature(wanted["temperature"])
    if isinstance(wanted.get("pace"), int | float):
        shown["pace"] = float(wanted["pace"])
    return shown
