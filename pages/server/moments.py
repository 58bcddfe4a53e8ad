"""The weights of a link's model as they were at a moment of its learning, for the stage.

    GET /weights?<a link>&track=&steps=

Learning a text by heart again takes the server up to a second, so one is learnt at a time, and the
answers are kept.
"""

import asyncio
from functools import lru_cache
from threading import Lock

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rnnviz.fields import Whole
from rnnviz.link import Link
from rnnviz.moments import last_moment
from rnnviz.reading import model_after
from rnnviz.stage import encoded

PATH = "/weights"
KEEP = 32
# The stage computes with no larger model than this; it has no use for the weights of one.
MOST_NUMBERS = 1_000_000
STEPS = Whole(0, 10**9)


async def answer(request: Request) -> Response:
    """The weights as JSON; 404 where there are none."""
    query = {name: request.query_params.getlist(name) for name in Link.names()}
    link, problems = await asyncio.to_thread(Link.from_query, query, last_moment)
    steps = STEPS.read(request.query_params.get("steps", ""))
    if problems or not isinstance(steps, int):
        return Response(status_code=404)
    try:
        body = await asyncio.to_thread(_told, link.tracks[link.track - 1], steps)
    except ValueError:
        return Response(status_code=404)
    return Response(body, media_type="application/json")


@lru_cache(maxsize=KEEP)
def _told(link: Link, steps: int) -> bytes:
    with _lock:
        parameters = model_after(link, steps).parameters
    if sum(array.size for array in parameters.values()) > MOST_NUMBERS:
        raise ValueError("The model is too large for the stage to compute with.")
    return orjson.dumps(encoded(parameters), option=orjson.OPT_SERIALIZE_NUMPY)


_lock = Lock()
ROUTE = Route(PATH, answer)
