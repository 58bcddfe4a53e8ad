"""Parts of Python files that are written here: literals that read back the same."""

import base64
import textwrap
from collections.abc import Iterable

WIDTH = 96
INDENT = "    "


def literal(name: str, data: bytes) -> str:
    """Lines of Python that give bytes a name, as base64."""
    lines = textwrap.wrap(base64.b64encode(data).decode(), WIDTH)
    return "\n".join([f'{name} = """', *lines, '"""'])


def listed(name: str, values: Iterable[object]) -> str:
    """Lines of Python that give a list a name. A line breaks between two values only: they may
    hold blanks."""
    lines = [f"{name} = ["]
    for value in values:
        item = f"{value!r}, "
        if len(lines[-1]) + len(item) > WIDTH:
            lines.append(INDENT)
        lines[-1] += item
    return "\n".join(line.rstrip() for line in lines).removesuffix(",") + "]"
