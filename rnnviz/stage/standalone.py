"""The stage as one HTML file: it opens from disk, without a network, and in a notebook."""

import html as html_text
import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path

from rnnviz.model import SequenceModel
from rnnviz.stage.scene import scene
from rnnviz.stage.track import encoded
from rnnviz.trace import Trace
from rnnviz.web import PALETTE, PICTURES, joined

ASSETS = Path(str(files("rnnviz.stage") / "assets"))
# The padding above the stage on this page, as in stage.css.
PADDING = 14

PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src blob:">
<title>rnnviz · {title}</title>
<style>{css}</style>
</head>
<body class="standalone">
<div id="stage"></div>
<script type="application/json" id="data">{data}</script>
<script type="module">
{script}
const pictures = async () => ({{ savePicture, showPictures }});
const data = JSON.parse(document.getElementById("data").textContent);
mount(document.getElementById("stage"), {{ ...data, pictures }});
</script>
</body>
</html>
"""


def html(
    traces: Trace | Sequence[Trace],
    language: str = "en",
    captions: str | Sequence[str] = "",
    place: dict[str, object] | None = None,
    labels: Sequence[str] | None = None,
    moments: Sequence[Mapping[int, SequenceModel]] = (),
) -> str:
    """A page with the stage on one trace or on several, complete in itself.

    captions, labels: the words beside each and what it is called, as for `scene`. place: where to
    begin, as in links: t, phase, unit, notation, changes. moments: for each trace, its model as it
    was after some numbers of gradient steps, whose weights a reader may then put in the place of
    its own.
    Raises ValueError as `scene` does.
    """
    drawn = scene(traces, language, captions, labels=labels)
    weights = [{k: encoded(model.parameters) for k, model in own.items()} for own in moments]
    data = json.dumps({"scene": drawn, "place": place or {}, "above": PADDING, "moments": weights})
    return PAGE.format(
        language=language,
        title=html_text.escape(_titles(traces)),
        css=style(),
        # "<" only ever stands inside JSON strings, where its escape means the same.
        data=data.replace("<", "\\u003c"),
        script=script(),
    )


def script() -> str:
    """The modules of the stage, and those that take pictures of it, as they stand in a page."""
    return joined(ASSETS / "main.js", PICTURES).replace("</script", "<\\/script")


def style() -> str:
    """The style sheet of the stage, in CSS."""
    return PALETTE.read_text("utf-8") + (ASSETS / "stage.css").read_text("utf-8")


def _titles(traces: Trace | Sequence[Trace]) -> str:
    several = [traces] if isinstance(traces, Trace) else traces
    return ", ".join(trace.cell.title for trace in several)


def notebook_html(trace: Trace) -> str:
    """The page in a frame of its own, as notebooks show it."""
    page = html_text.escape(html(trace), quote=True)
    return (
        f'<iframe srcdoc="{page}" title="rnnviz" sandbox="allow-scripts allow-downloads" '
        'style="width:100%;height:820px;border:0"></iframe>'
    )
