"""A page of a sentence: what a visitor is told where there is nothing else to be shown."""

from html import escape

PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>rnnviz</title>
<style>
  body {{ font: 1.125rem/1.6 system-ui, sans-serif; max-width: 36rem; margin: 12vh auto; padding: 0 1.25rem }}
  h1 {{ font-size: 1.5rem; line-height: 1.35; overflow-wrap: anywhere }}
  label {{ display: block }}
  input, button {{
    box-sizing: border-box; display: block; min-height: 2.75rem; width: 20rem; max-width: 100%; padding: 0 1rem;
    border: 1px solid; border-radius: 8px; font: inherit;
  }}
  input {{ margin-top: 0.25rem; background: none; color: inherit }}
  button {{ width: auto; background: CanvasText; color: Canvas; cursor: pointer }}
  button:disabled {{ opacity: 0.6 }}
</style>
<h1>{sentence}</h1>
{more}
</html>
"""


def bare(language: str, sentence: str, more: str = "") -> bytes:
    """The page that says a sentence. more: what stands below it, as HTML."""
    page = PAGE.format(language=language, sentence=escape(sentence), more=more)
    return page.encode("utf-8", "replace")
