"""Examples that Hypothesis makes up: in `make test` a few hundred, each time the same ones.

RNNVIZ_EXAMPLES=20000 .venv/bin/python -m pytest tests/*/test_any_{keras_file,plan,message}.py makes so many, and others
each time. RNNVIZ_EXAMPLES=500 is worth as much for test_any_{link,network,scene}.py, which compute.
"""

import copy
import os
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

WANTED = int(os.environ.get("RNNVIZ_EXAMPLES", "0"))
SIMPLE = (
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.text(st.characters(), max_size=20)
)
# Whatever JSON can say, halves of characters and what is no number among it.
JSON = st.recursive(
    SIMPLE,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)


def examples(usual: int) -> Callable[..., Any]:
    """The settings of a test with so many examples, or as many as are wanted."""
    return settings(
        max_examples=WANTED or usual,
        derandomize=not WANTED,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


def nested(depth: int) -> str:
    """As JSON, a list in a list in a list …"""
    return "[" * depth + "]" * depth


@st.composite
def changed(draw: st.DrawFn, whole: Any, others: st.SearchStrategy[Any] = JSON) -> Any:
    """A value of JSON of which up to three parts are others, or gone."""
    made = copy.deepcopy(whole)
    for _ in range(draw(st.integers(1, 3))):
        holder, key = draw(st.sampled_from(list(_parts(made)) or [({}, "")]))
        if draw(st.booleans()):
            holder[key] = draw(others)
        elif isinstance(holder, dict):
            holder.pop(key, None)
        else:
            del holder[key]
    return made


def _parts(whole: Any) -> Any:
    """Each part with what holds it: a list or an object, and the place or the name there."""
    places = (
        whole.items()
        if isinstance(whole, dict)
        else enumerate(whole)
        if isinstance(whole, list)
        else ()
    )
    for key, part in places:
        yield whole, key
        yield from _parts(part)


@st.composite
def damaged(draw: st.DrawFn, whole: bytes) -> bytes:
    """Bytes of which some are others, and perhaps some are missing."""
    made = bytearray(whole)
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(made) - 1))
        made[at] = draw(st.sampled_from([0, 1, 0x7F, 0x80, 0xFF]) | st.integers(0, 255))
    if draw(st.booleans()):
        at = draw(st.integers(0, len(made)))
        del made[at : at + draw(st.integers(0, 40))]
    if draw(st.integers(0, 9)) == 0:
        del made[draw(st.integers(0, len(made))) :]
    return bytes(made)
