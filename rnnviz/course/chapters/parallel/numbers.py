"""In parallel: what a minGRU that has learnt the task of `presets.recall` keeps and adds over eight steps, and keys,
queries and values of a linear attention."""

from typing import Any

import numpy as np

from rnnviz.cells import LinearAttention
from rnnviz.explain import scan
from rnnviz.presets import recall

TEXT = "A··?A·B·"


def parallel() -> dict[str, Any]:
    """text: its input. kept, added: (h, T), what each step keeps of a unit's memory, and what it adds to it.
    attention: Q, K and V of a linear attention with random weights, (T, 2) each."""
    steps = scan(recall.model("mingru").trace(TEXT)).up[0]
    read = LinearAttention.random(4, 2, seed=0).run(
        np.random.default_rng(0).normal(size=(len(TEXT), 1, 4))
    )
    return {
        "text": TEXT,
        "attention": {name: read[name][:, 0].tolist() for name in "QKV"},
        "kept": [
            [float(step.kept[0, unit]) for step in steps] for unit in range(steps[0].kept.shape[1])
        ],
        "added": [
            [float(step.added[0, unit]) for step in steps] for unit in range(steps[0].kept.shape[1])
        ],
    }
