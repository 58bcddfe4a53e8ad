"""Several views as one HTML file: a stage for each, with a sentence, and the way from one to the next."""

import html as html_text
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rnnviz.locale import N_, Refusal, translator
from rnnviz.model import SequenceModel
from rnnviz.stage.scene import scene
from rnnviz.stage.standalone import ASSETS, style
from rnnviz.stage.track import encoded
from rnnviz.trace import Trace
from rnnviz.web import joined

MOST_BYTES = 24_000_000
# The line above the stage: where one is, what to ask, and the two buttons.
ABOVE = 64

PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>{css}
.views {{ display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 0.75rem; margin: 0 0 0.75rem;
  color: #1b2130; font: 1rem/1.35 system-ui, sans-serif; }}
.views p {{ flex: 1; margin: 0; }}
.views button {{ min-height: 2.25rem; padding: 0 0.9rem; border: 1px solid #8a93a3; border-radius: 0.5rem;
  background: none; color: inherit; font: inherit; }}
.views button:disabled {{ opacity: 0.45; }}
@media (max-width: 639px) {{ .views p {{ order: 1; flex: 1 0 100%; }}
  .views output {{ flex: 1; text-align: center; }} }}
@media (prefers-color-scheme: dark) {{ .views {{ color: #e6e9ef; }} }}
</style>
</head>
<body class="standalone">
<nav class="views" aria-label="{title}">
<button type="button" id="back">{back}</button>
<output id="number"></output><p id="say" aria-live="polite"></p>
<button type="button" id="next">{next}</button>
</nav>
<div id="stage"></div>
<script type="application/json" id="data">{data}</script>
<script type="module">
{script}
// A scope of its own: the names of the stage are taken.
{{
const told = JSON.parse(document.getElementById("data").textContent);
const part = (id) => document.getElementById(id);
let number = 0;
const showView = (to) => {{
  number = Math.min(told.views.length - 1, Math.max(0, to));
  const {{ of, place, say }} = told.views[number];
  part("number").textContent = `${{number + 1}} / ${{told.views.length}}`;
  part("say").textContent = say;
  part("back").disabled = number === 0;
  part("next").disabled = number === told.views.length - 1;
  mount(part("stage"), {{ ...told.stages[of], place, above: told.above }});
}};
part("back").addEventListener("click", () => showView(number - 1));
part("next").addEventListener("click", () => showView(number + 1));
showView(0);
}}
</script>
</body>
</html>
"""


@dataclass(frozen=True)
class View:
    """A stage, the place on it, and a sentence.

    key: of what the stage shows; views with the same key share it. place, captions, labels, moments:
    as for `html`.
    """

    key: str
    traces: Sequence[Trace]
    place: Mapping[str, object]
    say: str = ""
    captions: Sequence[str] = ()
    labels: Sequence[str] | None = None
    moments: Sequence[Mapping[int, SequenceModel]] = field(default=())


def views_html(title: str, views: Sequence[View], language: str = "en") -> str:
    """A page complete in itself. Raises ValueError for no view, Refusal for more than MOST_BYTES."""
    if not views:
        raise ValueError("There is no view; a file of views has one or more.")
    stages: dict[str, Any] = {}
    size = 0
    for view in views:
        if view.key not in stages:
            weights = [{k: encoded(m.parameters) for k, m in own.items()} for own in view.moments]
            drawn = scene(view.traces, language, view.captions, labels=view.labels)
            stages[view.key] = {"scene": drawn, "moments": weights}
            size += len(json.dumps(stages[view.key]))
            if size > MOST_BYTES:
                raise Refusal(
                    N_("These views are larger than {most} megabytes; leave some of them out."),
                    most=MOST_BYTES // 1_000_000,
                )
    told = [{"of": v.key, "place": dict(v.place), "say": v.say} for v in views]
    data = json.dumps({"stages": stages, "views": told, "above": ABOVE})
    _ = translator(language)
    return PAGE.format(
        language=language,
        title=html_text.escape(title),
        back=html_text.escape(_(N_("Back"))),
        next=html_text.escape(_(N_("Next"))),
        css=style(),
        # "<" only ever stands inside JSON strings, where its escape means the same.
        data=data.replace("<", "\\u003c"),
        script=joined(ASSETS / "main.js").replace("</script", "<\\/script"),
    )
