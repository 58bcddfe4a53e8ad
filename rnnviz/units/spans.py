"""Labels that a reader makes: what a regular expression finds, and spans marked by hand."""

import re
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt
import regex  # type: ignore[import-untyped]

from rnnviz.fields import quoted
from rnnviz.locale import N_, Refusal
from rnnviz.text import characters

Yes = npt.NDArray[np.bool_]
SECONDS = 0.5
LONGEST_PATTERN = 200
MOST_SPANS = 500
# The engine writes out what is repeated at least so many times; a thousand parts take 0.5 MB.
MOST_PARTS = 1_000
# What a pattern is made of, as far as brackets and counts go; whatever else counts as one character.
PART = re.compile(
    r"""
      (?P<count> [*?+] | \{\s*(?P<least>\d*)\s*(?:,\s*\d*\s*)?\} ) [?+]?
    | (?P<open> \( )
    | (?P<close> \) )
    | \\. | \[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\] | .
    """,
    re.DOTALL | re.VERBOSE,
)
# Where brackets may stand that open and close nothing: in comments, and in sets within sets.
OTHER_SYNTAX = re.compile(r"\(\?(?:#|[a-zA-Z0-9-]*[xV])")
# A pattern that calls itself may take a gigabyte a second.
CALLS = re.compile(r"\(\?(?:R|[+-]?\d|&|P>)")
TOO_MANY_SPANS = N_("{count} spans are marked; at most {most} fit.")
NO_SPAN = N_(
    "A span runs from {start} to before {stop}; it must begin and end within the text's "
    "{count} characters, and have one or more."
)
TOO_SLOW = N_(
    "The pattern {pattern} takes more than {seconds:g} seconds on this text; one with fewer "
    "repetitions within repetitions is faster."
)
EMPTY = N_(r"The pattern is empty; one such as \([^()]*\) finds what is in brackets.")
TOO_LONG = N_("The pattern has {count} characters; at most {most} fit.")
CALLS_ITSELF = N_(
    "The pattern {pattern} calls itself or one of its groups, which would take too much memory."
)
TOO_OFTEN = N_(
    "Written out, the repetitions in the pattern {pattern} have {count} parts; at most {most} fit."
)
WRONG_AT = N_("The pattern {pattern} is no regular expression: it is wrong at character {place}.")
NO_PATTERN = N_("The pattern {pattern} is no regular expression.")


def spans(text: str | Iterable[str], pattern: str) -> Yes:
    """Where a regular expression matches, (N,): every character of each match.

    ^ and $ are the ends of a line. A match may take part of a character, which is then on.
    Raises Refusal for a pattern that is wrong, too long, calls itself, has too many parts once its
    repetitions are written out, or takes more than half a second.
    """
    tokens = characters(text) if isinstance(text, str) else tuple(text)
    return covered(_matches("".join(tokens), _compiled(pattern), pattern), ends(tokens))


def brushed(text: str | Iterable[str], marked: Sequence[tuple[int, int]]) -> Yes:
    """The characters in spans marked by hand, (N,); each from its first character to before its
    second number.

    Raises Refusal for spans that are empty or not within the text, and for more than 500.
    """
    N = len(characters(text) if isinstance(text, str) else tuple(text))
    if len(marked) > MOST_SPANS:
        raise Refusal(TOO_MANY_SPANS, count=len(marked), most=MOST_SPANS)
    on = np.zeros(N, bool)
    for start, stop in marked:
        if not 0 <= start < stop <= N:
            raise Refusal(
                NO_SPAN,
                start=start,
                stop=stop,
                count=N,
            )
        on[start:stop] = True
    return on


def ends(tokens: Sequence[str]) -> npt.NDArray[np.int64]:
    """Where each character ends in the text, in code points: one may have several."""
    return np.cumsum([len(token) for token in tokens])


def covered(matches: Iterable[tuple[int, int]], ends: npt.NDArray[np.int64]) -> Yes:
    """The characters of which some part is in a match, (N,). matches: in code points."""
    on = np.zeros(len(ends), bool)
    for start, stop in matches:
        if start < stop:
            first, last = np.searchsorted(ends, (start, stop - 1), side="right")
            on[first : last + 1] = True
    return on


def parts(pattern: str) -> int:
    """How many parts a pattern has once its repetitions are written out; at least as many as the
    engine makes.

    What is repeated m times or more is written m times and once again, what may be left out once:
    a{2,5}, aa(a)*, has three parts. Numbers with more digits than the longest pattern cannot come.
    """
    is_flat = OTHER_SYNTAX.search(pattern) is not None
    times = 1
    # The parts of each group that is open, and of the part before in it, which a count repeats.
    groups, last = [0], [0]
    for found in PART.finditer(pattern):
        if found["count"]:
            sign, least = found["count"], found["least"]
            copies = 1 + (int(least or 0) if sign[0] == "{" else sign == "+")
            if is_flat:
                times *= copies
            groups[-1] += last[-1] * (copies - 1)
            last[-1] *= copies
        elif found["open"]:
            groups.append(1)
            last.append(1)
        elif found["close"] and len(groups) > 1:
            whole = groups.pop()
            last.pop()
            groups[-1] += whole
            last[-1] = whole
        else:
            groups[-1] += 1
            last[-1] = 1
    return len(pattern) * times if is_flat else sum(groups)


def _matches(text: str, compiled: regex.Pattern, pattern: str) -> list[tuple[int, int]]:
    try:
        # Others compute meanwhile.
        found = compiled.finditer(text, timeout=SECONDS, concurrent=True)
        return [match.span() for match in found]
    except TimeoutError:
        raise Refusal(
            TOO_SLOW,
            pattern=quoted(pattern),
            seconds=SECONDS,
        ) from None


def _compiled(pattern: str) -> regex.Pattern:
    if not pattern:
        raise Refusal(EMPTY)
    if len(pattern) > LONGEST_PATTERN:
        raise Refusal(
            TOO_LONG,
            count=len(pattern),
            most=LONGEST_PATTERN,
        )
    if CALLS.search(pattern):
        raise Refusal(
            CALLS_ITSELF,
            pattern=quoted(pattern),
        )
    if (count := parts(pattern)) > MOST_PARTS:
        raise Refusal(
            TOO_OFTEN,
            pattern=quoted(pattern),
            count=count,
            most=MOST_PARTS,
        )
    try:
        return regex.compile(pattern, regex.MULTILINE, cache_pattern=False)
    except regex.error as error:
        raise Refusal(
            WRONG_AT,
            pattern=quoted(pattern),
            place=error.pos + 1 if error.pos is not None else 1,
        ) from None
    except (ValueError, OverflowError, RecursionError, MemoryError):
        raise Refusal(NO_PATTERN, pattern=quoted(pattern)) from None
