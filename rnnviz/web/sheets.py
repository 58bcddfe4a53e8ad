"""Style sheets as they are sent."""

import re
from pathlib import Path

# A string, which may hold what looks like a comment, or a comment.
PIECE = re.compile(r"""("[^"\n]*"|'[^'\n]*')|\n?[ \t]*/\*[\s\S]*?\*/""")


def sheets(*paths: Path) -> str:
    """The style sheets after one another, in CSS, without their comments."""
    css = "".join(path.read_text("utf-8") for path in paths)
    return PIECE.sub(lambda found: found[1] or "", css)
