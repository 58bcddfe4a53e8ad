"""The weights of a link's model as they were at a moment of its learning, for the stage.

    GET /weights?<a link>&track=&steps=

Learning a text by heart again takes the server up to a second, so one is learnt at a time, and the
answers are kept.
"""

from hashlib import blake2b

import orjson
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from pages.server.language import language_of
from pages.server.looks import Busy, Gone, Looks, busy
from rnnviz.address.link import Link
from rnnviz.address.moments import last_moment
from rnnviz.address.reading import model_after
from rnnviz.fields import Whole
from rnnviz.locale import N_, translator
from rnnviz.stage import encoded

PATH = "/weights"
KEEP_BYTES = 32 * 2**20
# A class may ask at once, each for a network of their own.
EACH, ALL = 100, 300
# The stage computes with no larger model than this; it has no use for the weights of one.
MOST_NUMBERS = 1_000_000
STEPS = Whole(0, 10**9)
NONE = N_("The server has no such weights.")


async def answer(request: Request) -> Response:
    """The weights as JSON; 404 and a sentence where there are none."""
    query = {name: request.query_params.getlist(name) for name in Link.names()}
    none = PlainTextResponse(translator(language_of(request))(NONE), status_code=404)
    steps = STEPS.read(request.query_params.get("steps", ""))
    if not isinstance(steps, int):
        return none
    asked = repr((query, steps)).encode("utf-8", "replace")
    # A training goes on, so that the same link leads elsewhere later.
    key = None if query["run"] else blake2b(asked, digest_size=16).digest()
    try:
        body = await LOOKS.look_for(request, key, lambda: _told(query, steps))
    except Busy as reason:
        return busy(request, reason)
    except (ValueError, Gone):
        return none
    return Response(body, media_type="application/json")


def _told(query: dict[str, list[str]], steps: int) -> bytes:
    """Raises ValueError where there are no such weights."""
    link, problems = Link.from_query(query, last_moment)
    if problems:
        raise ValueError("There is no such link.")
    parameters = model_after(link.tracks[link.track - 1], steps).parameters
    if sum(array.size for array in parameters.values()) > MOST_NUMBERS:
        raise ValueError("The model is too large for the stage to compute with.")
    return orjson.dumps(encoded(parameters), option=orjson.OPT_SERIALIZE_NUMPY)


LOOKS = Looks(threads=1, each=EACH, all_=ALL, keep_bytes=KEEP_BYTES)
ROUTE = Route(PATH, answer)
