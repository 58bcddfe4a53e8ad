"""A chapter's prose as HTML, to be read before any script has run, and by those who run none."""

import re
from collections.abc import Callable, Mapping
from html import escape
from typing import Any, NamedTuple

from rnnviz.course.markup import Block, Inline
from rnnviz.course.plain import formula
from rnnviz.course.spoken import aloud

# In the place of a number that the chapter computes once it is open.
COMPUTED = "⋯"
MEANING = re.compile(r"\\as\{\w+\}\{(\w)\}")


class Context(NamedTuple):
    """address: that of a target such as "step?cell=gru". words: of the formulas in TeX, as they are read aloud."""

    address: Callable[[str], str]
    words: Mapping[str, str] = {}


def article(told: dict[str, Any], address: Callable[[str], str]) -> str:
    """A page of the course. told: what its module draws; address: as `Context` has it."""
    context = Context(address, aloud(told["name"], told["language"]))
    lead = told.get("question") or told.get("lead") or ""
    head = f"<h1>{escape(told['title'])}</h1>\n<p>{escape(lead)}</p>"
    return "\n".join([head, *_needs(told, context), *_sections(told, context)])


def _needs(told: dict[str, Any], context: Context) -> list[str]:
    """What a chapter builds on, in a line, where there is anything."""
    links = [
        f'<a href="{escape(context.address(one["address"]))}">{escape(one["title"])}</a>'
        for one in told.get("needs", ())
    ]
    words = escape(told["strings"]["needs"])
    between = " " if words.endswith(":") else ""
    return [f"<p>{words}{between}{' · '.join(links)}</p>"] if links else []


def _sections(told: dict[str, Any], context: Context) -> list[str]:
    if "sections" in told:
        return [_section(one, "h2", context) for one in told["sections"]]
    parts = []
    for part in told["parts"]:
        parts.append(f"<h2>{escape(part['title'])}</h2>" if part["title"] else "")
        for chapter in part.get("chapters", ()):
            link = f'<a href="{escape(context.address(chapter["address"]))}">{escape(chapter["title"])}</a>'
            parts.append(f"<h3>{link}</h3>\n<p>{escape(chapter['question'])}</p>")
        for entry in part.get("entries", ()):
            parts.append(_section(entry["texts"][0], "h3", context))
    return parts


def _section(section: dict[str, Any], tag: str, context: Context) -> str:
    title = f"<{tag}>{escape(section['title'])}</{tag}>\n" if section["title"] else ""
    return title + "\n".join(block(one, context) for one in section["blocks"])


def block(one: Block, context: Context) -> str:
    """One block as HTML; what is only alive in the chapter, its programs, is left out."""
    kind, *rest = one

    def line(parts: list[Inline]) -> str:
        return inline(parts, context)

    match kind:
        case "p":
            return f"<p>{line(rest)}</p>"
        case "heading":
            return f"<h3>{line(rest)}</h3>"
        case "aside":
            return f'<aside role="note">{line(rest)}</aside>'
        case "formula":
            return f"<p>{_formula(rest[0], context.words)}</p>"
        case "list":
            return f"<ul>{''.join(f'<li>{line(item)}</li>' for item in rest)}</ul>"
        case "table":
            head, *rows = rest
            lines = [_row(head, "th", line), *(_row(row, "td", line) for row in rows)]
            return f"<table>{''.join(lines)}</table>"
        case "question":
            _name, asked, answers, then = rest
            choices = "".join(f"<li>{line(answer)}</li>" for _is_right, answer, _why in answers)
            after = "".join(block(each, context) for each in then)
            return f"<p>{line(asked)}</p><ul>{choices}</ul>{after}"
        case "task":
            _name, asked, then = rest
            return f"<p>{line(asked)}</p>{''.join(block(each, context) for each in then)}"
    return ""


def inline(parts: list[Inline], context: Context) -> str:
    """The parts of a paragraph as HTML."""
    return "".join(_part(part, context) for part in parts)


def _part(part: Inline, context: Context) -> str:
    if isinstance(part, str):
        return escape(part)
    kind, *rest = part
    match kind:
        case "strong" | "em":
            return f"<{kind}>{inline(rest, context)}</{kind}>"
        case "a":
            return f'<a href="{escape(context.address(rest[0]))}">{inline(rest[1:], context)}</a>'
        case "code":
            return f"<code>{escape(rest[0])}</code>"
        case "math":
            return _formula(rest[0], context.words)
    return COMPUTED


def _row(cells: list[list[Inline]], tag: str, line: Callable[[list[Inline]], str]) -> str:
    return f"<tr>{''.join(f'<{tag}>{line(cell)}</{tag}>' for cell in cells)}</tr>"


def _formula(source: str, words: Mapping[str, str]) -> str:
    """In plain letters where they can write it, without what is only said of a letter; else in words."""
    try:
        said = formula(MEANING.sub(r"\1", source))
    except ValueError:
        said = words.get(source, source)
    return f"<i>{escape(said)}</i>"
