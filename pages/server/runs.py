"""The live view's requests to a training, over HTTP: its state, and commands.

    GET  /runs/<id>/present?since=&samples=&probed=&reached=&written=     four times a second while it trains
    GET  /runs/<id>/moment?step=&temperature=&probe=    a checkpoint
    GET  /runs/<id>/next?step=&text=&temperature=&seed= what comes after a text
    GET  /runs/<id>/feeding?step=&passage=&temperature= teacher forcing beside own output
    GET  /runs/<id>/replay?step=&name=&row=&column=     one gradient step
    POST /runs/<id>/pause, go_on, one_step, stop or show      with the key of its owner

Running the page's script for each look would cost thirty times as much, and redraw the page.
Anybody who knows a run's id may look; a command needs the run's key. `present` and the commands are
light, and never wait behind the others, which read a whole model.
"""

import asyncio
import json
import logging
import time
from collections.abc import Callable, Hashable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pages.server.language import language_of
from pages.server.looks import LATER, Busy, Looks
from pages.server.messages import body_of
from rnnviz import live
from rnnviz.locale import N_, Refusal, translator
from rnnviz.training import Runs

KEY = "x-rnnviz-key"
# All watchers share this many looks a second; a run's owner looks every OFTEN seconds anyway.
LOOKS_A_SECOND = 120
OFTEN = 0.2
# The answer is never the same twice: compressing or keeping it would cost time for nothing.
HEADERS = {"Cache-Control": "no-store, no-transform"}
UNREADABLE = N_(
    "The files of this training cannot be read; they are damaged, or have been removed."
)
UNWRITABLE = N_("The server cannot write to the folder of this training; nothing has changed.")

LOG = logging.getLogger(__name__)


class Audience:
    """Decides when each watcher may look again, so that all of them together never overload the
    server."""

    def __init__(self) -> None:
        self._last = 0.0

    def wait(self) -> float:
        """The seconds until the present watcher may look again; the looks are handed out one after
        another."""
        now = time.monotonic()
        self._last = max(now + OFTEN, self._last + 1 / LOOKS_A_SECOND)
        return self._last - now


class RunsApi:
    def __init__(self, runs: Callable[[], Runs]) -> None:
        self._runs = runs
        self._audience = Audience()
        self._looks = Looks()

    def routes(self) -> list[Route]:
        looks = {
            "present": self._present,
            "moment": self._moment,
            "next": self._next,
            "feeding": self._feeding,
            "replay": self._replay,
        }
        return [
            *(Route(f"/runs/{{run}}/{name}", _answering(do)) for name, do in looks.items()),
            Route("/runs/{run}/{command}", _answering(self._command), methods=["POST"]),
        ]

    async def _present(self, request: Request) -> bytes:
        wait = self._audience.wait()

        def look() -> bytes:
            is_owner = self._is_owner(request)
            found = live.present(
                self._runs(),
                request.path_params["run"],
                _whole(request, "since", 0),
                _whole(request, "samples", 0),
                _whole(request, "probed", -1),
                _whole(request, "reached", 0),
                _whole(request, "written", 0),
                _translate(request),
            )
            return _json({**found, "isOwner": is_owner, "wait": OFTEN if is_owner else wait})

        return await asyncio.to_thread(look)

    async def _moment(self, request: Request) -> bytes:
        step, probe = _whole(request, "step", 0), request.query_params.get("probe", "")
        temperature = _temperature(request.query_params.get("temperature", "0.8"))
        # Without a probe the moment shows the run's own probe sentence, which may change.
        key = ("moment", step, temperature, probe) if probe else None
        return await self._look(request, key, live.moment, step, temperature, probe)

    async def _next(self, request: Request) -> bytes:
        step, text = _whole(request, "step", 0), request.query_params.get("text", "")
        temperature = _temperature(request.query_params.get("temperature", "0.8"))
        seed = _whole(request, "seed", 0)
        key = ("next", step, text, temperature, seed)
        return await self._look(request, key, live.continuation, step, text, temperature, seed)

    async def _feeding(self, request: Request) -> bytes:
        step, passage = _whole(request, "step", 0), _whole(request, "passage", 0)
        temperature = _temperature(request.query_params.get("temperature", "0.8"))
        key = ("feeding", step, passage, temperature)
        return await self._look(request, key, live.feeding, step, passage, temperature)

    async def _replay(self, request: Request) -> bytes:
        step, name = _whole(request, "step", 0), request.query_params.get("name", "")
        row, column = _whole(request, "row", -1), _whole(request, "column", -1)
        key = ("replay", step, name, row, column)
        return await self._look(request, key, live.replay, step, name, row, column)

    async def _look(
        self, request: Request, key: Hashable, do: Callable[..., dict[str, Any]], *asked: object
    ) -> bytes:
        """The result of `do`, when it is this request's turn."""
        run, runs = request.path_params["run"], self._runs()
        folder = await asyncio.to_thread(runs.path, run)
        return await self._looks.look(
            request.client.host if request.client else "",
            None if key is None else (folder, key),
            lambda: _json(do(runs, run, *asked)),
        )

    async def _command(self, request: Request) -> bytes:
        run, command = request.path_params["run"], request.path_params["command"]
        if not await asyncio.to_thread(self._is_owner, request):
            raise Refusal(N_("Only the person who started this training can steer it."))
        wanted = await body_of(request)
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
        try:
            await asyncio.to_thread(commands[command])
        except OSError as reason:
            LOG.warning("%s of run %s: %s", command, run, reason)
            raise Refusal(UNWRITABLE) from reason
        return _json({})

    def _is_owner(self, request: Request) -> bool:
        return self._runs().is_key(request.path_params["run"], request.headers.get(KEY, ""))


def _answering(do: Callable[[Request], Any]) -> Callable[[Request], Any]:
    """The result of `do` as JSON; a refusal becomes a sentence in the reader's language."""

    async def respond(request: Request) -> Response:
        headers = HEADERS
        try:
            body, status = await do(request), 200
        except Busy as reason:
            headers = HEADERS | LATER
            body, status = _json({"error": reason.sentence(_translate(request))}), 429
        except Refusal as reason:
            body, status = _json({"error": reason.sentence(_translate(request))}), 400
        except Exception:
            # Whatever is wrong with a run's files, the watcher gets a sentence.
            LOG.exception("%s", request.url.path)
            body, status = _json({"error": _translate(request)(UNREADABLE)}), 400
        return Response(body, status, media_type="application/json", headers=headers)

    return respond


def _json(value: object) -> bytes:
    """The text with half of a surrogate pair replaced by a question mark: it cannot be sent
    otherwise."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode("utf-8", "replace")


def _translate(request: Request) -> Callable[[str], str]:
    return translator(language_of(request))


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


def _shown(wanted: dict[str, Any]) -> dict[str, Any]:
    shown: dict[str, Any] = {}
    if "probe" in wanted:
        # JSON can name half of a surrogate pair, which is not a character.
        shown["probe"] = str(wanted["probe"]).encode("utf-8", "replace").decode()
    if "temperature" in wanted:
        shown["temperature"] = _temperature(wanted["temperature"])
    if isinstance(wanted.get("pace"), int | float):
        shown["pace"] = float(wanted["pace"])
    return shown
