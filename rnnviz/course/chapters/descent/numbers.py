"""What a gradient step of PyTorch's LSTM took at many batch sizes (`benchmarks.batch_sizes`)."""

import json
from functools import cache
from pathlib import Path
from typing import Any

MEASURED = Path(__file__).with_name("batch_sizes.json")


@cache
def batch_sizes() -> dict[str, Any]:
    """sizes: its `seconds` a step, by batch size, and the sizes of the network."""
    return {"sizes": json.loads(MEASURED.read_text("utf-8"))}
