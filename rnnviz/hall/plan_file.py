"""A lecture plan in a file that the lecturer names at the start: `rnnviz teach --plan FILE`.

The file may lie on a share, or in a repository beside the rest of a course. It is read anew whenever
its lecturer asks for it, and never written: a plan that was changed is saved from the browser.
"""

import json
import os
from pathlib import Path

from rnnviz.hall.lecture_plans import TOO_LONG, LecturePlan
from rnnviz.locale import N_, Refusal

SETTING = "RNNVIZ_PLAN"
# A plan with as many views as fit is smaller.
MOST_BYTES = 1_000_000
NO_JSON = N_("This file is no lecture plan: line {line} is no JSON.")


def named() -> Path | None:
    """The file that RNNVIZ_PLAN names."""
    path = os.environ.get(SETTING)
    return Path(path).expanduser().absolute() if path else None


def read(path: Path) -> LecturePlan:
    """The plan in a file. Raises Refusal for what is none or is too long, OSError where nothing can
    be read."""
    with path.open("rb") as file:
        told = file.read(MOST_BYTES + 1)
    if len(told) > MOST_BYTES:
        raise Refusal(TOO_LONG)
    try:
        # Some editors begin a file with a mark.
        return LecturePlan.read(told.decode("utf-8-sig", "replace"))
    except Refusal as reason:
        if isinstance(reason.__cause__, json.JSONDecodeError):
            raise Refusal(NO_JSON, line=reason.__cause__.lineno) from reason
        raise
