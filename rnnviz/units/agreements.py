"""What a sentence of the made Chinese still owes, exactly as its grammar has it."""

import re
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from rnnviz.locale.writing import SIMPLIFIED, TRADITIONAL, simplified, traditional
from rnnviz.training.agreements import MEASURE_OF
from rnnviz.training.mandarin import MANDARIN, MEASURED, NUMBERS

# 小 alone may still become 小明 as well as 小说.
PERSONS = tuple(way for _, way in MANDARIN.rules["person"])


def waiting(tokens: Sequence[str], asks: str, answers: str) -> npt.NDArray[np.bool_]:
    """Whether a sentence has said 因为 and not yet begun to say 所以, or another such pair, (N,)."""
    on = np.zeros(len(tokens), bool)
    pattern = f"{asks}[^。！？\n]*?(?={answers}|[。！？\n]|\\Z)"
    for asked in re.finditer(pattern, _one_each(tokens)):
        on[asked.start() + len(asks) - 1 : asked.end()] = True
    return on


def measure_words(tokens: Sequence[str]) -> npt.NDArray[np.str_]:
    """The measure word that a line such as 猫，小明看见了三只。 owes after each character, else "",
    (N,).

    It is owed as soon as no other can follow any more, and up to the character before it.
    """
    text, owed = _one_each(tokens), np.full(len(tokens), "", dtype="<U1")
    said_as = {word: traditional(word) if is_traditional(tokens) else word for word in MEASURED}
    for line in re.finditer(r"^(\w+)，([^。\n]*)", text, re.MULTILINE):
        word = MEASURE_OF.get(line[1])
        if word:
            said = re.search(f"(?<=[{NUMBERS}]){word}", line[2])
            stop = line.start(2) + said.start() if said else line.end()
            owed[line.start() + _settled(line[1], word) : stop] = said_as[word]
    return owed


def _one_each(tokens: Sequence[str]) -> str:
    """A text of as many code points as there are characters, in the grammar's own writing."""
    return simplified("".join(token if len(token) == 1 else token[-1] for token in tokens))


def is_traditional(tokens: Iterable[str]) -> bool:
    """Whether these are characters of the made Chinese in its other writing: none is only a
    simplified one."""
    own = set(tokens)
    return own.isdisjoint(SIMPLIFIED) and not own.isdisjoint(TRADITIONAL)


def _settled(noun: str, word: str) -> int:
    """The place in the noun from which on its line can have no other measure word."""

    def possible(said: str) -> set[str]:
        return {MEASURE_OF[one] for one in MEASURE_OF if one.startswith(said)}

    return next(
        k
        for k in range(len(noun))
        if k == len(noun) - 1
        or (
            possible(noun[: k + 1]) == {word}
            and not any(person.startswith(noun[: k + 1]) for person in PERSONS)
        )
    )
