"""A browser's message to the server: a short JSON object."""

import json
from typing import Any

from starlette.requests import Request

from rnnviz.locale import N_, Refusal

LONGEST = 10_000
TOO_LONG = N_("The request is too long.")
NO_OBJECT = N_("The request is not a JSON object.")


async def body_of(request: Request, most: int = LONGEST) -> dict[str, Any]:
    """The object in a request's body of `most` bytes; {} in an empty one. Raises Refusal for
    anything else."""
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > most:
            raise Refusal(TOO_LONG)
    return object_of(body or b"{}", most)


def object_of(text: str | bytes, most: int = LONGEST) -> dict[str, Any]:
    """The object that a message holds. Raises Refusal for a long one, or anything else."""
    if len(text) > most:
        raise Refusal(TOO_LONG)
    try:
        wanted = json.loads(text)
    except (ValueError, RecursionError):
        wanted = None
    if not isinstance(wanted, dict):
        raise Refusal(NO_OBJECT)
    return wanted
