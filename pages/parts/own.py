"""What readers bring along: a text of their own, and weights to go on from."""

from dataclasses import dataclass

from pages.parts.language import translate


@dataclass(frozen=True)
class Text:
    """A text to train on; name: of the file that it came in."""

    text: str
    name: str = ""


@dataclass(frozen=True)
class Weights:
    """Weights to go on from. data: a file of `rnnviz.weights`."""

    data: bytes
    name: str
    cell: str
    hidden: int
    options: dict[str, object]
    vocabulary: tuple[str, ...]


def sentence(reason: Exception) -> str:
    """What an error says, in the reader's language where it knows how."""
    speaks = getattr(reason, "sentence", None)
    return str(speaks(translate()) if speaks else reason)
