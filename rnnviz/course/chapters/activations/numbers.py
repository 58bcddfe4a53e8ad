"""What PyTorch's activations took, beside a multiplication (`benchmarks.activation_times`)."""

import json
from functools import cache
from pathlib import Path
from typing import Any

MEASURED = Path(__file__).with_name("activation_times.json")


@cache
def activation_times() -> dict[str, Any]:
    """times: nanoseconds a number of each function, and of one product."""
    return {"times": json.loads(MEASURED.read_text("utf-8"))}
