"""What the chapter on units begins with: a network that has read a text, and what was measured of it.

`python -m rnnviz.course.chapters.one_unit` records the measures. They hold for the weights and the
text that they name; where either is another, as with another version of Python's library, they are
measured anew, once for all visitors.
"""

import json
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from rnnviz import units
from rnnviz.cells import EVERY_CELL
from rnnviz.course.chapters.one_unit.measures import SUBJECTS, Subject, measures
from rnnviz.locale import translator
from rnnviz.locale.writing import HANS, HANT, traditional
from rnnviz.text import characters

FOLDER = Path(__file__).parent


@cache
def knowledge(language: str) -> dict[str, Any]:
    """The text, the network's sizes and the measures, for readers of a language."""
    subject = SUBJECTS.get(language, SUBJECTS["en"])
    config, measured = subject.net.config, recorded(subject)
    title, names = units.title(measured["other"]["label"])
    return measured | {
        "other": measured["other"] | {"title": translator(language)(title).format(**names)},
        "text": list(characters(subject.text)),
        "net": subject.net.key,
        "cell": EVERY_CELL[config.cell].title,
        "steps": subject.net.last,
    }


def links(language: str) -> dict[str, str]:
    """What stands in the prose's links to the Units page; there, units count from 1."""
    found = knowledge(language)
    cast = found["cast"]
    own = {name: str(cast.get(name, cast["best"]) + 1) for name in ("best", "spare", "costly")}
    return {
        "ofNet": found["net"],
        "ofQuantity": found["quantity"],
        "ofLabel": found["label"],
        **{f"of{name.capitalize()}": unit for name, unit in own.items()},
    }


def recorded(subject: Subject) -> dict[str, Any]:
    """The measures of this very network and text; in traditional characters, those of the same
    network in simplified ones."""
    if subject is SUBJECTS[HANT]:
        return traditional(recorded(SUBJECTS[HANS]))
    found: dict[str, Any] = json.loads(file_of(subject).read_text("utf-8"))
    if found["of"] != fingerprint(subject):
        return measures(subject)
    return found["measures"]


def file_of(subject: Subject) -> Path:
    """Where the measures are recorded."""
    return FOLDER / f"{subject.net.key}.json"


def fingerprint(subject: Subject) -> str:
    """Of the weights and the text."""
    return sha256(subject.net.file.read_bytes() + subject.text.encode()).hexdigest()
