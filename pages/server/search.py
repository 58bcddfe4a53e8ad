"""What can be searched, in one file a language, which the browser looks through by itself.

    GET /search-index?lang=

It is made when somebody asks for it first, since few readers do in the minute after a server begins.
"""

from functools import cache
from hashlib import blake2b

import orjson
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pages.server.caching import SHARED
from pages.server.language import language_of
from pages.shared.search import INDEX
from rnnviz.search import index


async def answer(request: Request) -> Response:
    """The index in the reader's language; 304 to those who have it."""
    body, tag = await run_in_threadpool(_made, language_of(request))
    headers = {"Cache-Control": SHARED, "ETag": tag, "Vary": "Accept-Language"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


@cache
def _made(language: str) -> tuple[bytes, str]:
    body = orjson.dumps(index(language))
    return body, f'"{blake2b(body, digest_size=8).hexdigest()}"'


ROUTE = Route(INDEX, answer, methods=["GET", "HEAD"])
