"""A scene: one or more tracks that read one text, and the words of the stage that draws them."""

import hashlib
from collections.abc import Sequence

from rnnviz.locale import translator
from rnnviz.stage.strings import STRINGS
from rnnviz.stage.track import track
from rnnviz.trace import Trace


def scene(
    traces: Trace | Sequence[Trace],
    language: str = "en",
    captions: str | Sequence[str] = "",
    sample: int = 0,
) -> dict[str, object]:
    """The tracks of some traces, in their order, ready for `json.dumps`.

    traces: one, or several that have read the same text. captions: the words beside each, one for
    each trace, or one for all.
    Raises ValueError as `track` does, without a trace, and if the traces have read different texts
    or have different numbers of captions.
    """
    several = [traces] if isinstance(traces, Trace) else list(traces)
    words = [captions] * len(several) if isinstance(captions, str) else list(captions)
    if not several:
        raise ValueError("The scene has no trace; it needs at least one.")
    if len(words) != len(several):
        raise ValueError(f"There are {len(words)} captions for {len(several)} traces.")
    _check_text(several)
    _ = translator(language)
    tracks = [track(one, language, own, sample) for one, own in zip(several, words, strict=True)]
    identity = hashlib.sha256(repr([language, words, *(one["id"] for one in tracks)]).encode())
    return {
        "id": identity.hexdigest()[:16],
        "language": language,
        "strings": {key: _(message) for key, message in STRINGS.items()},
        "tracks": tracks,
    }


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
