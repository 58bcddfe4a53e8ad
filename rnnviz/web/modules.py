"""The modules of a view as one: a page then asks for one file, and a saved file needs no other."""

import re
from pathlib import Path

IMPORT = re.compile(r'^import \{[^}]*\} from "(\.{1,2}/[a-z./]+\.js)";\n', re.MULTILINE)


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
