"""Text from readers, addresses and files, shown by Markdown as it stands."""

import re


def plain(text: str) -> str:
    """Markdown that shows a text letter by letter, whatever it holds."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text)
