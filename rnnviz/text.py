"""Text as a network reads it: characters, as people count them, and their numbers."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt
import regex  # type: ignore[import-untyped]

from rnnviz.locale import N_, Refusal

# Flags are named apart from \X, though it knows them too: it counts the regional indicators
# from the start of their run again for each, so that a long row of flags takes minutes.
CLUSTER = regex.compile(
    r"\p{Regional_Indicator}{2}[\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}]*|\X"
)
# Texts of links are cut some twenty times a page, and kept; those of trainings are longer.
SHORT = 250
# How many tokens of a vocabulary its repr has.
MOST_SHOWN = 40


# Bytes: an emoji of a family of four with its skin tones has 41, and no letter of any script more.
MAX_TOKEN_BYTES = 64
TOKEN_TOO_LARGE = N_("A character that begins with {token} has {size} bytes; it may have {most}.")


def characters(text: str) -> tuple[str, ...]:
    """The grapheme clusters of a text: what a reader calls characters (Unicode annex 29).

    An emoji with its skin tone is one, as is a letter with its combining marks.
    """
    return _cut(text) if len(text) <= SHORT else tuple(CLUSTER.findall(text))


@lru_cache(maxsize=1024)
def _cut(text: str) -> tuple[str, ...]:
    return tuple(CLUSTER.findall(text))


SIGNS = {" ": "␣", "\n": "↵", "\r\n": "↵", "\r": "↵", "\t": "⇥", "\u3000": "□"}
# Unicode's categories without a picture: controls, spaces, surrogates, unassigned, private.
UNSEEN = {"Cc", "Cf", "Zs", "Zl", "Zp", "Cs", "Cn", "Co"}


def visible(character: str) -> str:
    """How to write a character where it must be seen: a space as ␣, a control by its number."""
    if character in SIGNS:
        return SIGNS[character]
    categories = [unicodedata.category(c) for c in character]
    if all(category in UNSEEN for category in categories):
        return f"U+{ord(character[0]):04X}"
    # A combining mark on its own needs something to stand on.
    return f"◌{character}" if categories[0].startswith("M") else character


def check_tokens(tokens: Iterable[str]) -> None:
    """Raises Refusal for a token of more than 64 bytes in UTF-8."""
    for token in tokens:
        size = len(token.encode("utf-8", "replace"))
        if size > MAX_TOKEN_BYTES:
            raise Refusal(
                TOKEN_TOO_LARGE,
                token=visible(token[:1]),
                size=size,
                most=MAX_TOKEN_BYTES,
            )


class Vocabulary(Sequence[str]):
    """The distinct characters of a text, numbered in the order in which they first appear.

    source: a text, which is cut into characters, or any iterable of tokens.
    Raises ValueError if there is none, and Refusal for one of more than 64 bytes in UTF-8: marks
    can be heaped on a letter without end.
    """

    def __init__(self, source: str | Iterable[str]) -> None:
        tokens = characters(source) if isinstance(source, str) else tuple(source)
        if not tokens:
            raise ValueError("The text is empty; a vocabulary needs at least one character.")
        for token in tokens:
            if not isinstance(token, str) or not token:
                raise ValueError(
                    f"A token of the vocabulary is {token!r}; each must be a string that is not empty."
                )
        self.tokens: tuple[str, ...] = tuple(dict.fromkeys(tokens))
        check_tokens(self.tokens)
        self._index = {token: k for k, token in enumerate(self.tokens)}

    def __len__(self) -> int:
        return len(self.tokens)

    def __getitem__(self, k):  # type: ignore[no-untyped-def]
        return self.tokens[k]

    def __iter__(self) -> Iterator[str]:
        return iter(self.tokens)

    def __contains__(self, token: object) -> bool:
        return token in self._index

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Vocabulary) and self.tokens == other.tokens

    def __hash__(self) -> int:
        return hash(self.tokens)

    def __repr__(self) -> str:
        tokens = ", ".join(map(repr, self.tokens[:MOST_SHOWN]))
        more = f", … {len(self):,} in all" if len(self) > MOST_SHOWN else ""
        return f"Vocabulary([{tokens}{more}])"

    def indices(self, text: str | Iterable[str]) -> npt.NDArray[np.int64]:
        """The number of each character, (T,).

        Raises ValueError for an empty text, and for characters that are not in the vocabulary.
        """
        tokens = characters(text) if isinstance(text, str) else tuple(text)
        if not tokens:
            raise ValueError("The text is empty; give at least one character.")
        unknown = list(dict.fromkeys(token for token in tokens if token not in self._index))
        if unknown:
            came = ", ".join(map(repr, unknown[:5])) + (" and others" if len(unknown) > 5 else "")
            known = " ".join(visible(token) for token in self.tokens[:40])
            more = f" and {len(self) - 40} more" if len(self) > 40 else ""
            raise ValueError(
                f"{came} {'is' if len(unknown) == 1 else 'are'} not in the vocabulary, "
                f"which holds {known}{more}."
            )
        return np.array([self._index[token] for token in tokens], dtype=np.int64)

    def one_hot(self, text: str | Iterable[str]) -> npt.NDArray[np.float64]:
        """One row a character with a single 1 in it, (T, 1, d) (003, "one-hot 编码").

        Raises ValueError as `indices` does.
        """
        k = self.indices(text)
        X = np.zeros((len(k), 1, len(self)))
        X[np.arange(len(k)), 0, k] = 1
        return X
