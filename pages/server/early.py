"""The stage for a browser that is still fetching Streamlit.

Most of the time until a Streamlit page appears goes into starting Streamlit. The stage does not
need Streamlit: the server sends its data at the first request and the browser draws it; the page
takes it over once it has started.
"""

from dataclasses import replace
from hashlib import blake2b

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pages.server.caching import SHARED
from pages.server.language import language_of
from pages.server.looks import Busy, Gone, Looks, busy
from pages.shared import scene
from pages.shared.assets import STAGE_ASSETS
from pages.shared.notices import has_remark
from pages.shared.traces import TRACES
from rnnviz.address.link import FIRST_TEXTS, Link
from rnnviz.address.moments import last_moment
from rnnviz.address.reading import is_built_in
from rnnviz.trace import Trace
from rnnviz.web import signs

PATH = "/early-stage"
# The same for the followers of a room, whose lecturer may show a larger one.
FOLLOWED_PATH = "/hall-scene"
# Steps times units. A larger trace takes megabytes, and comes with the page alone.
MOST = 8_000
# When a hall opens one link, the first ones wait for its answer, of 30 to 300 kB; the answers that
# followers have of large stages take up to 30 MB each. A hall may open as many links as it has
# readers.
KEEP_BYTES, EACH, ALL = 64 * 2**20, 600, 1200
# No browser may keep the answer without asking, and what a reader has written or trained no proxy either. What is
# everybody's may lie for a minute in a CDN; `page.js` sees whether it is that of today's files.
OWN = ("run", "text", "readings")
EVERYBODYS = {"Cache-Control": SHARED, "Vary": "Accept-Language"}
HEADERS = {"Cache-Control": "private, no-cache", "Vary": "Accept-Language"}


async def answer(request: Request) -> Response:
    """The stage for these parameters; or 204 where the page has to say something about it, and
    where the server has not computed it yet: this request alone starts no computing and no
    learning."""
    # Look up our names only: looking up every name in the query takes time with the square of their
    # number.
    is_followed = request.url.path == FOLLOWED_PATH
    query = {name: request.query_params.getlist(name) for name in Link.names()}
    is_home = request.query_params.get("page") == "home"
    language = language_of(request)
    asked = repr((language, STAGE_ASSETS.url(), query, is_followed, is_home)).encode(
        "utf-8", "replace"
    )
    key = None if query["run"] else blake2b(asked, digest_size=16).digest()
    try:
        body = await LOOKS.look_for(
            request, key, lambda: _told(query, language, is_followed, is_home)
        )
    except Busy as reason:
        return busy(request, reason)
    except Gone:
        body = b""
    if not body:
        return Response(status_code=204, headers={"Cache-Control": "no-store"})
    is_own = any(query[name] for name in OWN)
    headers = HEADERS if is_own else EVERYBODYS
    return Response(body, media_type="application/json", headers=headers)


def _told(query: dict[str, list[str]], language: str, is_followed: bool, is_home: bool) -> bytes:
    """The stage as JSON, b"" for none."""
    link, problems = Link.from_query(query, last_moment, language)
    if is_home and not Link.is_asked([name for name, values in query.items() if values]):
        link = Link.first(language).changed(lang=link.lang)
    # What the page would say beside the stage, a follower need not hear.
    if not is_followed and (problems or has_remark(link)):
        return b""
    traces = [_at_hand(track) for track in link.tracks]
    if is_followed and None in traces and link.text in FIRST_TEXTS and not query["text"]:
        link, traces = _in_other_writing(link, traces)
    found = [trace for trace in traces if trace is not None]
    size = sum(trace["H"].size for trace in found)
    if len(found) < len(traces) or (size > MOST and not is_followed):
        return b""
    told = scene.of_link(link, problems, found, language)
    # The page's style sheet, which holds these, comes with Streamlit.
    told["fonts"] = signs(language)
    return orjson.dumps(told, option=orjson.OPT_SERIALIZE_NUMPY)


def _in_other_writing(link: Link, traces: list[Trace | None]) -> tuple[Link, list[Trace | None]]:
    """The same in the writing that the hall shows, in which its lecturer's page has had it learnt; as it
    is where that is not at hand either."""
    for text in FIRST_TEXTS:
        other = replace(link, text=text)
        found = [_at_hand(track) for track in other.tracks]
        if None not in found:
            return other, found
    return link, traces


def _at_hand(link: Link) -> Trace | None:
    found = TRACES.kept(link)
    if found is None and is_built_in(link):
        found = TRACES.get(link, lambda _done: None)
    return found


LOOKS = Looks(each=EACH, all_=ALL, keep_bytes=KEEP_BYTES)
ROUTE, FOLLOWED = Route(PATH, answer), Route(FOLLOWED_PATH, answer)
