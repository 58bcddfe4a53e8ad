"""What the chapter on the hidden state trains with: sentences to tag, and how low each loss can get."""

from typing import Any

from rnnviz.explain.context import SEES, lowest_loss
from rnnviz.tagging import AFTER, BEFORE


def tagging() -> dict[str, Any]:
    """Of each task its sentences, vocabularies and lowest losses, by network, in nats."""
    return {
        task.key: {
            "asked": task.asked,
            "words": list(task.words),
            "tags": list(task.tags),
            "sentences": [{"words": words, "tags": tags} for words, tags in task.sentences],
            "lowest": {kind: lowest_loss(task.sentences, kind) for kind in SEES},
        }
        for task in (BEFORE, AFTER)
    }
