"""In parallel: what a minGRU that has learnt the task of `presets.recall` keeps and adds over eight steps."""

from typing import Any

from rnnviz.explain import scan
from rnnviz.presets import recall

TEXT = "A··?A·B·"


def parallel() -> dict[str, Any]:
    """text: its input. kept, added: (h, T), what each step keeps of a unit's memory, and what it adds to it."""
    steps = scan(recall.model("mingru").trace(TEXT)).up[0]
    return {
        "text": TEXT,
        "kept": [
            [float(step.kept[0, unit]) for step in steps] for unit in range(steps[0].kept.shape[1])
        ],
        "added": [
            [float(step.added[0, unit]) for step in steps] for unit in range(steps[0].kept.shape[1])
        ],
    }
