"""What the chapter on counting begins with: two texts, and what an RNN that has read each makes of
the rest of it. Computed when it is first asked for."""

from functools import cache
from typing import Any

import numpy as np

from rnnviz.cells.activations import Array
from rnnviz.explain import ngrams
from rnnviz.presets.readers import ECHOES, MADE, REFERENCE, Reader

LONGEST = 6
ALPHA = 0.1
# The lines of the made language that are shown character by character.
LINES = 8


@cache
def history() -> dict[str, Any]:
    """The reference's two texts, for the browser to count in; of the made language its entropy, the
    losses of counting, and some lines with their losses and states."""
    read, held_out = REFERENCE.texts()
    return {
        "read": read,
        "held": held_out,
        "symbols": REFERENCE.symbols,
        "reader": _reader(REFERENCE),
        "made": _made(),
    }


def _reader(reader: Reader) -> dict[str, Any]:
    model = reader.load()
    parameters = sum(value.size for value in model.parameters.values())
    loss = float(reader.losses(model).mean())
    return {"loss": loss, "parameters": parameters, "hidden": reader.hidden_size}


def _made() -> dict[str, Any]:
    read, held_out = MADE.codes()
    V = len(MADE.symbols)
    counted = [
        [-np.log(ngrams.probabilities(read, held_out, n, V, smoothing, ALPHA))
         for n in range(1, LONGEST + 1)]
        for smoothing in ("add", "back off")
    ]  # fmt: skip
    return {
        "entropy": ECHOES.entropy,
        "symbols": MADE.symbols,
        "added": [float(losses.mean()) for losses in counted[0]],
        "backingOff": [float(losses.mean()) for losses in counted[1]],
        "reader": _reader(MADE),
        "lines": _lines(counted[1][-1]),
    }


def _lines(counted: Array) -> list[dict[str, Any]]:
    """Lines of what is held out: each character with what it costs the longest n-gram and the RNN,
    and with the state from which the RNN predicted it, (T, h)."""
    read, held_out = MADE.texts()
    trace = MADE.load().trace(read[-1] + held_out[:-1], targets=held_out)
    rnn, H = trace["loss"][:, 0], trace["H"][:, 0]
    lines, start = [], 0
    # A state of zeros knows nothing of the lines before; the first line is left out.
    for sentence in held_out.split(".")[: LINES + 1]:
        text = f"{sentence}."
        end = start + len(text)
        lines.append(
            {
                "text": text,
                "counted": counted[start:end].round(3).tolist(),
                "rnn": rnn[start:end].round(3).tolist(),
                "H": H[start:end].round(2).tolist(),
            }
        )
        start = end
    return lines[1:]
