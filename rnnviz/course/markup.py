"""A chapter's prose: a small part of Markdown, read into blocks that the browser draws as text.

A file begins with the words that its figures use, one a line, and ends them with a line `---`:

    scores: scores, drag them
    ---
    ## Scores become shares {scores}
    [figure: bars]

    A paragraph with **strong** and *stressed* words, a [link](step?cell=gru), a formula $e^z$ and a
    number {{tau}} that the chapter knows.

    $$ p_k = \\frac{e^{z_k}}{\\sum_j e^{z_j}} $$
    $$ {letters=column} is shown while the choice `letters` is `column` $$

    [code: torch]

    > A remark in the margin.

    ??? shift
    A question?
    - [ ] an answer
      Why it is wrong, for those who have chosen it.
    - [x] the right one
    What follows once it is shown.
    ???

    !!! half
    A task that the reader does in the figure.
    What follows once it is done.
    !!!

Nothing in it is HTML; the browser enters every word as text.
"""

import re
from typing import Any, NamedTuple

# JSON: a string is text, a list begins with its kind.
Inline = str | list[Any]
Block = list[Any]

SECTION = re.compile(r"## (?P<title>.+?) \{(?P<id>\w+)\}")
FIGURE = re.compile(r"\[figure: (\w+)\]")
CODE = re.compile(r"\[code: (\w+)\]")
CONDITION = re.compile(r"\{(?P<choice>\w+)=(?P<option>\w+)\} *")
FENCE = re.compile(r"(\?\?\?|!!!) (\w+)")
ANSWER = re.compile(r"- \[([ x])\] (.+)")
INLINE = re.compile(
    r"\*\*(?P<strong>.+?)\*\*|\*(?P<em>[^*]+)\*|`(?P<code>[^`]+)`|\$(?P<math>[^$]+)\$"
    r"|\{\{(?P<number>\w+)\}\}|\[(?P<label>[^\]]+)\]\((?P<target>[^)\s]+)\)"
)


class Prose(NamedTuple):
    """words: of the figures, by name. sections: {id, title, figure, blocks} each, in order; the
    first has no title and its id is "start"."""

    words: dict[str, str]
    sections: list[dict[str, Any]]


def read(text: str) -> Prose:
    """Read a chapter's file. Raises ValueError where its marks do not fit."""
    head, mark, body = f"\n{text}".partition("\n---\n")
    if not mark:
        raise ValueError("The file must begin with its figures' words and a line of '---'.")
    pairs = (line.partition(": ") for line in head.splitlines() if line)
    words = {name: said for name, _, said in pairs}
    sections = [_section("start", "")]
    lines = body.splitlines()
    while lines:
        line = lines.pop(0)
        if found := SECTION.fullmatch(line):
            sections.append(_section(found["id"], found["title"]))
        elif found := FIGURE.fullmatch(line):
            sections[-1]["figure"] = found[1]
        elif line.startswith("## "):
            raise ValueError(f"{line!r} must end with its id, such as {{scores}}.")
        elif line.strip():
            sections[-1]["blocks"].append(_block(line, lines))
    return Prose(words, sections)


def inline(text: str) -> list[Inline]:
    """The parts of a paragraph: strings, and ["strong", …], ["a", target, …], ["math", TeX] …"""
    parts: list[Inline] = []
    end = 0
    for found in INLINE.finditer(text):
        parts.append(text[end : found.start()])
        end = found.end()
        kind = found.lastgroup
        if kind == "target":
            parts.append(["a", found["target"], *inline(found["label"])])
        elif kind in {"strong", "em"}:
            parts.append([kind, *inline(found[kind])])
        else:
            parts.append([kind, found[str(kind)]])
    parts.append(text[end:])
    return [part for part in parts if part != ""]


def _section(name: str, title: str) -> dict[str, Any]:
    return {"id": name, "title": title, "figure": "", "blocks": []}


def _block(line: str, rest: list[str]) -> Block:
    """The block that begins with `line`; takes its other lines from `rest`."""
    if found := FENCE.fullmatch(line):
        return _fenced(found[1], found[2], rest)
    if found := CODE.fullmatch(line):
        return ["listing", found[1]]
    if line.startswith("### "):
        return ["heading", *inline(line[4:])]
    if line.startswith("$$"):
        while not line.endswith("$$") or line == "$$":
            line += " " + rest.pop(0)
        source = line.strip("$ ")
        found = CONDITION.match(source)
        return ["formula", source[found.end() :], *found.groups()] if found else ["formula", source]
    if line.startswith("> "):
        return ["aside", *inline(_joined([line[2:], *(l[2:] for l in _taken(rest, "> "))]))]
    if line.startswith("- "):
        return ["list", *(inline(item[2:]) for item in [line, *_taken(rest, "- ")])]
    if line.startswith("|"):
        rows = [line, *_taken(rest, "|")]
        cells = [[inline(cell.strip()) for cell in row.strip("|").split("|")] for row in rows]
        return ["table", cells[0], *cells[2:]]
    paragraph = [line]
    while rest and rest[0].strip() and not _begins(rest[0]):
        paragraph.append(rest.pop(0))
    return ["p", *inline(_joined(paragraph))]


def _fenced(fence: str, name: str, rest: list[str]) -> Block:
    inside = []
    while rest and rest[0] != fence:
        inside.append(rest.pop(0))
    if not rest:
        raise ValueError(f"'{fence} {name}' is not closed by a line of '{fence}'.")
    rest.pop(0)
    asked = inline(inside.pop(0))
    answers = []
    while inside and (found := ANSWER.fullmatch(inside[0])):
        inside.pop(0)
        why = [line.strip() for line in _taken(inside, "  ")]
        answers.append([found[1] == "x", inline(found[2]), inline(_joined(why)) if why else []])
    then = []
    while inside:
        line = inside.pop(0)
        if line.strip():
            then.append(_block(line, inside))
    if fence == "!!!":
        return ["task", name, asked, then]
    if [is_right for is_right, *_ in answers].count(True) != 1:
        raise ValueError(f"The question {name!r} must have exactly one answer marked [x].")
    return ["question", name, asked, answers, then]


def _begins(line: str) -> bool:
    return line.startswith(
        ("## ", "### ", "$$", "> ", "- ", "|", "??? ", "!!! ", "[figure: ", "[code: ")
    )


def _taken(rest: list[str], start: str) -> list[str]:
    """The next lines that begin with `start`, taken from `rest`."""
    taken = []
    while rest and rest[0].startswith(start):
        taken.append(rest.pop(0))
    return taken


def _joined(lines: list[str]) -> str:
    """Lines as one; Chinese has no space between its lines."""
    text = lines[0]
    for line in lines[1:]:
        text += line if _is_chinese(text[-1:]) or _is_chinese(line[:1]) else f" {line}"
    return text


def _is_chinese(character: str) -> bool:
    return "\u2e80" <= character <= "\uffef"
