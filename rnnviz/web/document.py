"""A page complete in itself: it opens from disk, and asks nobody for anything."""

import json
from html import escape
from typing import Any

from rnnviz.web.mathfont import formulas
from rnnviz.web.signs import signs

PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src blob: data:;
  font-src data:; {workers}base-uri 'none'; form-action 'none'">
<title>{title}</title>
<style>{css}</style>
</head>
<body class="standalone">
<script type="application/json" id="data">{data}</script>
<script type="module">
{script}
</script>
</body>
</html>
"""


def document(
    title: str, language: str, css: str, data: Any, script: str, *, has_workers: bool = False
) -> str:
    """The page. data: for JSON, which the script finds in the element "data". has_workers: whether the
    script begins workers, whose code it holds."""
    return PAGE.format(
        workers="worker-src blob:; " if has_workers else "",
        language=language,
        title=escape(title),
        css=signs(language) + formulas() + css,
        # "<" only ever stands inside JSON strings, where its escape means the same.
        data=json.dumps(data).replace("<", "\\u003c"),
        script=script.replace("</script", "<\\/script"),
    )
