"""The modules of a view as one: a page then asks for one file, and a saved file needs no other."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

IMPORT = re.compile(r'^import \{[^}]*\} from "(\.{1,2}/[a-z./]+\.js)";\n', re.MULTILINE)
EXPORTED = re.compile(r"^export (?:async )?(?:const|class|function\*?) (\w+)", re.MULTILINE)


def joined(*entries: Path) -> str:
    """The ES modules that entries need, and they, as one module, in the order of their needs.

    They keep to `import {…} from "./x.js";` and `export` before a declaration, and no two
    declare the same name, so that leaving out those words is enough; a test opens the result.
    """
    found: dict[Path, str] = {}

    def add(path: Path) -> None:
        if path in found:
            return
        source = path.read_text("utf-8")
        for needed in IMPORT.findall(source):
            add((path.parent / needed).resolve())
        found[path] = re.sub(r"^export ", "", IMPORT.sub("", source), flags=re.MULTILINE)

    for entry in entries:
        add(entry.resolve())
    return "\n".join(found.values())


def bundled(entries: Mapping[str, Path]) -> str:
    """Several views as one script, with what they share in it once.

    Each module keeps a scope of its own, for two views may declare the same name; no modules need
    each other. `views` in the script has what each entry exports, by the entry's name.
    """
    scopes: dict[Path, str] = {}
    script: list[str] = []

    def add(path: Path) -> str:
        if path in scopes:
            return scopes[path]
        source = path.read_text("utf-8")
        needs = []
        for statement in IMPORT.finditer(source):
            names = statement[0][statement[0].index("{") : statement[0].rindex("}") + 1]
            needs.append(f"const {names} = {add((path.parent / statement[1]).resolve())};\n")
        names = ", ".join(EXPORTED.findall(source))
        body = re.sub(r"^export ", "", IMPORT.sub("", source), flags=re.MULTILINE)
        scopes[path] = f"module{len(scopes)}"
        script.append(
            f"const {scopes[path]} = (() => {{\n{''.join(needs)}{body}"
            f"return {{ {names} }};\n}})();\n"
        )
        return scopes[path]

    views = ", ".join(
        f"{json.dumps(name)}: {add(path.resolve())}" for name, path in entries.items()
    )
    return "".join(script) + f"const views = {{ {views} }};\n"
