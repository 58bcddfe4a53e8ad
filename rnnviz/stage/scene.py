"""A scene: one or more tracks that read one text, and the words of the stage that draws them."""

import hashlib
from collections.abc import Sequence

from rnnviz import web
from rnnviz.locale import N_, Refusal, translator
from rnnviz.stage.strings import STRINGS
from rnnviz.stage.track import track
from rnnviz.trace import Trace


def scene(
    traces: Trace | Sequence[Trace],
    language: str = "en",
    captions: str | Sequence[str] = "",
    sample: int = 0,
    labels: Sequence[str] | None = None,
) -> dict[str, object]:
    """The tracks of some traces, in their order, ready for `json.dumps`.

    traces: one, or several that have read the same text. captions: the words beside each, one for
    each trace, or one for all. labels: what each is called; by default as its cell, and several
    with the same cell by number.
    Raises ValueError as `track` does, without a trace, and if the traces have read different texts
    or have different numbers of captions; Refusal for a cell whose memory is a matrix.
    """
    several = [traces] if isinstance(traces, Trace) else list(traces)
    words = [captions] * len(several) if isinstance(captions, str) else list(captions)
    if not several:
        raise ValueError("The scene has no trace; it needs at least one.")
    if len(words) != len(several):
        raise ValueError(f"There are {len(words)} captions for {len(several)} traces.")
    for one in several:
        _check_vectors(one)
    _check_text(several)
    _ = translator(language)
    called = list(labels) if labels else _labels(several)
    tracks = [
        {**track(one, language, own, sample), "label": label}
        for one, own, label in zip(several, words, called, strict=True)
    ]
    same = [language, words, called, *(one["id"] for one in tracks)]
    identity = hashlib.sha256(repr(same).encode())
    return {
        "id": identity.hexdigest()[:16],
        "language": language,
        "strings": {key: _(message) for key, message in (web.STRINGS | STRINGS).items()},
        "tracks": tracks,
    }


def _labels(traces: Sequence[Trace]) -> list[str]:
    titles = [trace.cell.title for trace in traces]
    if len(set(titles)) == len(titles):
        return titles
    return [f"{title} {number}" for number, title in enumerate(titles, 1)]


def _check_vectors(trace: Trace) -> None:
    if matrices := trace.cell.description.matrices:
        raise Refusal(
            N_(
                "The memory of {title}, {names}, is a matrix; the stage shows memories that are vectors."
            ),
            title=trace.cell.title,
            names=", ".join(matrices),
        )


def _check_text(traces: Sequence[Trace]) -> None:
    """Tracks are aligned by step, so that each step has to be the same input in all of them."""
    first, *others = traces
    for number, trace in enumerate(others, 2):
        if trace.steps != first.steps or tuple(trace.inputs) != tuple(first.inputs):
            raise ValueError(
                f"Trace {number} has read {_quoted(trace)}, the first one {_quoted(first)}; "
                "the tracks of a scene read the same text."
            )
        if trace.targets != first.targets:
            raise ValueError(f"Trace {number} has other targets than the first one.")


def _quoted(trace: Trace) -> str:
    return repr("".join(trace.inputs)) if trace.inputs else f"{trace.steps} vectors"
