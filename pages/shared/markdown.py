"""Text from readers, addresses and files, escaped so that Markdown shows it unchanged."""

import re


def plain(text: str) -> str:
    """Markdown that shows a text literally, whatever characters it contains."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text)
