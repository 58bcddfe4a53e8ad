"""The text of a JavaScript module: what in it is code, what is text, and what is a comment."""

import re
from collections.abc import Iterator

# Comments, strings, and the code up to what may begin one, or may open or close a template.
PIECE = re.compile(
    r"(?P<comment>//[^\n]*|/\*[\s\S]*?\*/)"
    r"|(?P<text>'(?:[^'\\\n]|\\[\s\S])*'|\"(?:[^\"\\\n]|\\[\s\S])*\")"
    r"|(?P<code>[^'\"`/{}]+|[{}]|/(?!\*))"
)
# The text of a template, up to its end or to the code in it.
TEMPLATE = re.compile(r"(?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{)")
PATTERN = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*")
# After a value "/" divides; after anything else it begins a regular expression.
VALUE = re.compile(r"[\w$)\]}]\s*$")
NO_VALUE = re.compile(
    r"(?<![\w$.])(?:await|case|delete|do|else|in|instanceof|new|of|return|throw|typeof|void|yield)\s*$"
)
COMMENT = "\0"


def pieces(source: str) -> Iterator[tuple[str, str]]:
    """The source in parts, each with its kind: "code", "text" or "comment".

    Text is what stands in strings, templates and regular expressions, with their marks. A "/" after
    ")" or "}" divides here. Raises ValueError where a text does not end.
    """
    place, before = 0, ""
    # For each open template, how many braces are open in the code within it.
    templates: list[int] = []
    while place < len(source):
        sign = source[place]
        if sign == "`" or (sign == "}" and templates and not templates[-1]):
            templates += [0] if sign == "`" else []
            found = TEMPLATE.match(source, place + 1)
            kind, end = "text", found and found.end()
            if found and found[0].endswith("`"):
                templates.pop()
        elif sign == "/" and source[place + 1 : place + 2] not in "/*" and not _is_value(before):
            found = PATTERN.match(source, place)
            kind, end = "text", found and found.end()
        else:
            found = PIECE.match(source, place)
            kind, end = (found and found.lastgroup) or "", found and found.end()
            if templates and kind == "code":
                templates[-1] += {"{": 1, "}": -1}.get(sign, 0)
        if end is None:
            line = source.count("\n", 0, place) + 1
            raise ValueError(f"line {line}: what {sign} begins has no end")
        piece = source[place:end]
        if kind == "text":
            # A text is a value, but where a template goes on with code, that begins anew.
            before = "{" if sign in "`}" and piece.endswith("${") else "value"
        elif kind == "code" and not piece.isspace():
            before = piece
        yield kind, piece
        place = end


def _is_value(before: str) -> bool:
    return bool(VALUE.search(before)) and not NO_VALUE.search(before)


def without_comments(source: str) -> str:
    """The same program; a line that was only a comment is gone."""
    # Where a comment ends a line, the language sees the end of that line.
    marked = "".join(
        piece if kind != "comment" else COMMENT + "\n" * ("\n" in piece)
        for kind, piece in pieces(source)
    )
    marked = re.sub(rf"^(?:[ \t]*{COMMENT}\n?)+[ \t]*\n", "", marked, flags=re.MULTILINE)
    return re.sub(rf"[ \t]*{COMMENT}(?=\n)", "", marked).replace(COMMENT, " ")


def only_code(source: str) -> str:
    """The source with blanks where it has texts and comments; each sign keeps its place."""
    return "".join(
        piece if kind == "code" else re.sub(r"[^\n]", " ", piece) for kind, piece in pieces(source)
    )
