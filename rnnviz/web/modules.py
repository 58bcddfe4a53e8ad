"""The modules of a view as one: a page then asks for one file, and a saved file needs no other.

Each module keeps a scope of its own: it becomes a function that is called once, after those of the
modules that it needs, and gives what the module exports. So a module may only take names by
`import { … } from "./x.js";` and give them by `export` before a declaration of a constant, a class
or a function; what it exports cannot change, and no two modules may need each other.
"""

import json
import os.path
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from rnnviz.web.javascript import only_code, without_comments

PACKAGE = Path(__file__).resolve().parents[1]
WORD = re.compile(r"^[ \t]*(import|export)\b(?!\s*[(.:])", re.MULTILINE)
IMPORT = re.compile(r'import \{([^}]*)\} from "(\.{1,2}/[\w./-]+\.js)";\n')
EXPORT = re.compile(r"export (?:async )?(?:const|class|function\*?) ([\w$]+)")
FORMS = {
    "import": 'a module imports by `import { … } from "./x.js";` alone',
    "export": "a module exports by `export` before one const, class or function alone",
}


class _Needed(NamedTuple):
    """An import: the line it is in, the file it names, and the names it takes, as they stand."""

    line: int
    file: str
    names: tuple[str, ...]


class _Module(NamedTuple):
    """What a source needs, what it exports, and the rest of it."""

    needs: tuple[_Needed, ...]
    exports: tuple[str, ...]
    body: str


class _Scope(NamedTuple):
    """What a script calls the object with a module's exports, and their names."""

    name: str
    exports: tuple[str, ...]


def joined(*entries: Path, comments: bool = False) -> str:
    """The entries and the ES modules that they need as one module, which exports what they export.

    comments: whether to keep them. Raises ValueError where a module cannot be joined.
    """
    scopes = _Scopes(comments)
    found = [scopes.add(entry.resolve()) for entry in entries]
    names = [name for scope in found for name in scope.exports]
    if twice := {name for name in names if names.count(name) > 1}:
        raise ValueError(f"several of {', '.join(map(str, entries))} export {', '.join(twice)}")
    exports = (f"export const {{ {', '.join(of)} }} = {name};\n" for name, of in found if of)
    return scopes.script() + "".join(exports)


def module(code: str, css: str) -> bytes:
    """A view's module as a page imports it; it contains the style sheet, which saves a request."""
    return f"{code}export const css = {json.dumps(css)};\n".encode()


def bundled(entries: Mapping[str, Path]) -> str:
    """Several views as one script, with what they share in it once.

    `views` in the script has what each entry exports, by the entry's name. Raises ValueError where
    a module cannot be joined.
    """
    scopes = _Scopes(comments=False)
    views = ", ".join(
        f"{json.dumps(name)}: {scopes.add(path.resolve()).name}" for name, path in entries.items()
    )
    return f"{scopes.script()}const views = {{ {views} }};\n"


class _Scopes:
    """Modules as functions that are called once, each after those that it needs."""

    def __init__(self, comments: bool) -> None:
        self._comments = comments
        self._scopes: dict[Path, _Scope] = {}
        self._script: list[str] = []

    def script(self) -> str:
        return "".join(self._script)

    def add(self, path: Path, way: Sequence[Path] = ()) -> _Scope:
        """The scope of the module at `path`, which is needed along `way`."""
        if path in way:
            circle = " → ".join(str(one) for one in (*way[way.index(path) :], path))
            raise ValueError(f"modules need each other: {circle}")
        if path in self._scopes:
            return self._scopes[path]
        try:
            module = _parted(path.read_text("utf-8"), self._comments)
        except ValueError as error:
            raise ValueError(f"{path}, {error}") from None
        head = [f"// {'/'.join(path.parts[-4:])}\n"] if self._comments else []
        for needed in module.needs:
            file = _file(path, needed.file)
            if not file.is_file():
                raise ValueError(f"{path}, line {needed.line}: there is no {needed.file}")
            scope = self.add(file, (*way, path))
            for name in needed.names:
                if name.split(":")[0] not in scope.exports:
                    raise ValueError(
                        f"{path}, line {needed.line}: {needed.file} exports no {name.split(':')[0]}"
                    )
            head.append(f"const {{ {', '.join(needed.names)} }} = {scope.name};\n")
        scope = self._scopes[path] = _Scope(f"${len(self._scopes)}", module.exports)
        self._script.append(
            f"const {scope.name} = (() => {{\n{''.join(head)}{module.body}"
            f"return {{ {', '.join(module.exports)} }};\n}})();\n"
        )
        return scope


def _file(path: Path, needed: str) -> Path:
    """The file that the module at `path` needs. What it names in `../rnnviz/` lies in this package,
    wherever that and the app are installed."""
    _, _, within = needed.partition("../rnnviz/")
    return PACKAGE / within if within else Path(os.path.normpath(path.parent / needed))


@lru_cache(1024)
def _parted(source: str, comments: bool) -> _Module:
    """A module's source taken apart. Raises ValueError where it imports or exports otherwise."""
    needs, exports, body, place = [], [], [], 0
    for word in WORD.finditer(only_code(source)):
        start, kind = word.start(1), word[1]
        line = source.count("\n", 0, start) + 1
        form = (IMPORT if kind == "import" else EXPORT).match(source, start)
        if not form:
            raise ValueError(f"line {line}: {FORMS[kind]}")
        body.append(source[place:start])
        if kind == "import":
            names = re.sub(r"\s+as\s+", ":", without_comments(form[1])).replace(",", " ").split()
            needs.append(_Needed(line, form[2], tuple(names)))
            place = form.end()
        else:
            exports.append(form[1])
            place = start + len("export ")
    body.append(source[place:])
    text = "".join(body)
    return _Module(tuple(needs), tuple(exports), text if comments else without_comments(text))
