"""The spotlight of a room: the part of its page that the lecturer speaks of, by its name."""

import re

from rnnviz.locale import N_, Refusal

# "equations", "curves", "figure-hidden_state": the followers' pages know what stands there.
PART = re.compile(r"[a-z0-9_-]{1,40}")


def light(told: object) -> dict[str, str] | None:
    """What followers are told of a light, {part}, or None where it is out.

    Raises Refusal for what names no part.
    """
    if told is None:
        return None
    part = told.get("part") if isinstance(told, dict) else told
    if not isinstance(part, str) or not PART.fullmatch(part):
        raise Refusal(
            N_('"{part}" is no part of a page; one is called {example}.'),
            part=str(part)[:40],
            example="equations",
        )
    return {"part": part}
