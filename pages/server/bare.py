"""Pages without Streamlit: a document that a script of ours fills, or that says a sentence."""

import json
from html import escape
from typing import Any

PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="data:,">
{rest}
</html>
"""
SCRIPTED = """<script type="application/json" id="data">{data}</script>
<script type="module" src="{address}"></script>"""
STYLE = """<style>
  body { font: 1.125rem/1.6 system-ui, sans-serif; max-width: 36rem; margin: 12vh auto; padding: 0 1.25rem }
  h1 { font-size: 1.5rem; line-height: 1.35; overflow-wrap: anywhere }
  label { display: block }
  input, button {
    box-sizing: border-box; display: block; min-height: 2.75rem; width: 20rem; max-width: 100%; padding: 0 1rem;
    border: 1px solid; border-radius: 8px; font: inherit;
  }
  input { margin-top: 0.25rem; background: none; color: inherit }
  button { width: auto; background: CanvasText; color: Canvas; cursor: pointer }
  button:disabled { opacity: 0.6 }
</style>"""


def document(language: str, rest: str, title: str = "rnnviz") -> bytes:
    """A whole page. rest: what else its head holds, and its body, as HTML."""
    page = PAGE.format(language=language, title=escape(title), rest=rest)
    return page.encode("utf-8", "replace")


def scripted(address: str, data: dict[str, Any]) -> str:
    """The script at an address, as HTML, with the data that it reads."""
    # No text in the data may end the element that holds it.
    told = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    return SCRIPTED.format(data=told, address=address)


def bare(language: str, sentence: str, more: str = "") -> bytes:
    """The page that says a sentence. more: what stands below it, as HTML."""
    return document(language, f"{STYLE}\n<h1>{escape(sentence)}</h1>\n{more}")
