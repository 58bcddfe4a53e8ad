"""The lecture plan that its lecturer named at the start, for one browser at a time.

    GET /lecture-plan        the page that keeps it in the browser; the link's word stands behind its #,
                             or a whole plan, of which the server hears nothing
    GET /lecture-plan/file   the plan, to who knows the word, which the server says at its start

Everybody in the room's network can ask this server, and the plan has the lecturer's notes.
"""

import asyncio
import secrets

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from pages.server.bare import bare, scripted
from pages.server.language import language_of
from pages.shared.assets import HALL_ASSETS
from pages.shared.visitor import is_this_machine
from rnnviz.hall import plan_file
from rnnviz.hall.lecture_plans import IN_A_LINK, LIMITS, STRINGS
from rnnviz.locale import ENGLISH, N_, Refusal, translator
from rnnviz.web import ASKED

PATH = "/lecture-plan"
HEADER = "x-rnnviz-plan"
HEADERS = {"Cache-Control": "no-store"}
WORD = secrets.token_urlsafe(18)
NOT_HERE = N_("There is no lecture plan at this link. The server says the link when it starts.")
UNREAD = N_("The lecture plan's file cannot be read.")
REFUSALS = ("noPlan", "tooLong", "foreign", "noMinutes", "unkept")
WORDS = ASKED | IN_A_LINK | {name: STRINGS[name] for name in REFUSALS}
OPENING = N_("The lecture plan is coming …")
GREETING = """  Your lecture plan, with its notes, for you alone:
               http://{host}:{port}{path}#{word}
"""


def greeting(address: str, port: int) -> str:
    """What the server says of the plan at its start: its link, or why there is none; "" without one."""
    path = plan_file.named()
    if path is None:
        return ""
    try:
        plan_file.read(path)
    except Refusal as reason:
        return f"  {path}: {reason.sentence(str)}\n"
    except OSError as reason:
        return f"  {path}: {reason.strerror}\n"
    is_any = address in {"", "0.0.0.0", "::"} or is_this_machine(address)
    host = "localhost" if is_any else f"[{address}]" if ":" in address else address
    return GREETING.format(host=host, port=port, path=PATH, word=WORD)


async def _page(request: Request) -> Response:
    language = language_of(request)
    _ = translator(language)
    data = {
        "language": language,
        "limits": LIMITS,
        "strings": {name: _(words) for name, words in WORDS.items()},
    }
    more = scripted(f"{HALL_ASSETS.url()}/planlink.js", data)
    return HTMLResponse(bare(language, _(OPENING), more), headers=HEADERS)


async def _file(request: Request) -> Response:
    _ = translator(language_of(request))
    path = plan_file.named()
    word = request.headers.get(HEADER, "")
    if path is None or not secrets.compare_digest(word.encode(), WORD.encode()):
        return PlainTextResponse(_(NOT_HERE), status_code=404, headers=HEADERS)
    try:
        plan = await asyncio.to_thread(plan_file.read, path)
    except Refusal as reason:
        return PlainTextResponse(reason.sentence(_), status_code=422, headers=HEADERS)
    except OSError:
        return PlainTextResponse(_(UNREAD), status_code=404, headers=HEADERS)
    return JSONResponse(plan.told(ENGLISH), headers=HEADERS)


ROUTES = [Route(PATH, _page), Route(f"{PATH}/file", _file)]
