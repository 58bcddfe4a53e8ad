"""A report as a notebook shows it: each finding with its numbers, what to change, and the stage where one sees it."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from rnnviz.diagnosis.patient import Finding, Unknown

# A stage takes half a megabyte of a notebook.
MOST_STAGES = 3
CHANGE = '<p style="margin:.3em 0"><strong>Change</strong> <code>{change}</code></p>'
SEEN = "<details><summary>Where it is seen: {words}</summary>{stage}</details>"


def html(findings: Sequence[Finding], unknown: Sequence[Unknown], passes: int) -> str:
    """All of a report. Names and texts of the module's owner enter it as text."""
    count = len(findings)
    found = "Nothing was found" if count == 0 else f"{count} found"
    runs = "1 run" if passes == 1 else f"{passes} runs"
    head = f"<p><strong>{found}</strong>, in {runs} of the module.</p>"
    items = "".join(_item(one, k < MOST_STAGES) for k, one in enumerate(findings))
    return head + (f"<ol>{items}</ol>" if items else "") + _unknown(unknown)


def _item(one: Finding, has_stage: bool) -> str:
    parts = [f"<p><strong>{escape(one.fault)}</strong>. {escape(one.sentence)}</p>"]
    parts.append(_evidence(one.evidence))
    if one.change:
        parts.append(CHANGE.format(change=escape(one.change)))
    if one.where:
        if has_stage:
            words = escape(one.where.words)
            parts.append(SEEN.format(words=words, stage=one.where._repr_html_()))
        else:
            parts.append(f"<p>Where it is seen: {escape(one.where.words)}</p>")
    return f'<li style="margin-bottom:1em">{"".join(parts)}</li>'


def _evidence(evidence: Mapping[str, Any]) -> str:
    rows = "".join(
        f'<tr><th scope="row" style="text-align:left">{escape(name)}</th>'
        f'<td style="text-align:left">{escape(written(value))}</td></tr>'
        for name, value in evidence.items()
    )
    return f"<table>{rows}</table>" if rows else ""


def written(value: Any) -> str:
    """A number of an experiment, or several, as they are read."""
    if isinstance(value, float):
        return f"{value:.4g}".replace("-", "−")
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {written(one)}" for name, one in value.items())
    if isinstance(value, Iterable) and not isinstance(value, str):
        return ", ".join(map(written, value))
    return str(value)


def _unknown(unknown: Sequence[Unknown]) -> str:
    if not unknown:
        return ""
    items = "".join(f"<li>{escape(one.fault)}: {escape(one.why)}</li>" for one in unknown)
    return f"<details><summary>{len(unknown)} could not be told</summary><ul>{items}</ul></details>"
