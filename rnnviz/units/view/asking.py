"""What is asked of the units: the labels that a text offers, and the one that was asked."""

import base64
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from rnnviz.locale import N_, Refusal
from rnnviz.units.labels import READY, clause, label, labels, title
from rnnviz.units.minimal_pairs import minimal_pairs
from rnnviz.units.reading import Reading
from rnnviz.units.spans import brushed, spans

Label = npt.NDArray[np.generic]
PATTERN, SPANS = "regex", "spans"
NOTHING_ASKED = N_("Nothing is asked yet: choose a label above the text.")
MARKED = N_("what was marked")
# What a unit is said to know.
MATCHES = N_("whether /{pattern}/ matches")
IS_MARKED = N_("whether this was marked")
# What is asked most comes first, where the text has it.
FIRST = ("quotes", "because", "although", "measure", "brackets", "square")
# A label of numbers is shown from nothing to full between these shares of its values.
LOWEST, HIGHEST = 0.02, 0.98


def asked(seen: Reading, name: str, pattern: str, marked: str) -> Label:
    """The label of a link, (N,) or (N − 1,).

    name: a ready label's; "regex" for `pattern`, "spans" for `marked`, such as 120-140,300-310,
    which counts characters from 1 and has both ends in it. Raises Refusal where there is none, and
    as `labels.label` and `spans` do.
    """
    if name == PATTERN:
        return spans(seen.text, pattern)
    if name == SPANS:
        pairs = [tuple(map(int, one.split("-"))) for one in marked.split(",") if one]
        return brushed(seen.text, [(first - 1, last) for first, last in pairs])
    if not name:
        raise Refusal(NOTHING_ASKED)
    return label(seen, name)


def offered(seen: Reading, translate: Callable[[str], str]) -> list[dict[str, Any]]:
    """The ready labels of the text: {name, title, clause, hint, hasPairs}; clause: as for `known`;
    hasPairs: whether a grammar has minimal pairs for it."""
    there = labels(seen.text)
    names = dict.fromkeys([*(name for name in FIRST if name in there), *there, "loss"])
    return [
        {
            "name": name,
            "title": named(name, "", translate),
            "clause": known(name, "", translate),
            "hint": translate(READY[name].hint) if name in READY else "",
            "hasPairs": bool(minimal_pairs(seen.model.vocabulary, name, count=1)),
        }
        for name in names
    ]


def named(name: str, pattern: str, translate: Callable[[str], str]) -> str:
    """What a label is called in the reader's language."""
    if name == PATTERN:
        return f"/{pattern}/"
    if name == SPANS:
        return translate(MARKED)
    message, values = title(name)
    return translate(message).format(**values)


def known(name: str, pattern: str, translate: Callable[[str], str]) -> str:
    """What a unit that tells a label is said to know: "whether it is inside quotation marks"."""
    if name == PATTERN:
        return translate(MATCHES).format(pattern=pattern)
    if name == SPANS:
        return translate(IS_MARKED)
    message, values = clause(name)
    return translate(message).format(**values)


def told(found: Label) -> dict[str, Any]:
    """Where the label is on, or how large it is: {isNumber, on, of, mask}.

    mask: bytes from 0 to 255 in base64, one a place. on: at how many places it is on; of a label of
    numbers, at how many it is above its median.
    """
    is_number = found.dtype.kind != "b"
    values = found.astype(np.float64)
    low, high = np.quantile(values, (LOWEST, HIGHEST)) if is_number else (0.0, 1.0)
    shares = np.clip((values - low) / ((high - low) or 1.0), 0, 1)
    on = values > np.median(values) if is_number else found
    return {
        "isNumber": is_number,
        "on": int(on.sum()),
        "of": len(values),
        "mask": base64.b64encode(np.rint(255 * shares).astype(np.uint8).tobytes()).decode(),
    }
