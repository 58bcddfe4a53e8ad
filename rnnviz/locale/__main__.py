"""`python -m rnnviz.locale` brings the catalogues up to date with the messages in the code.

New messages are added without a translation, those no longer used are dropped. A language is
added by its tag: `python -m rnnviz.locale zh-Hant` makes its catalogue.
"""

import io
import sys
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from rnnviz import files
from rnnviz.locale import FOLDER

ROOT = Path(__file__).parents[2]
MARKERS = {"_": None, "N_": None}


@cache
def marked() -> Catalog:
    """Every message marked in the code, with the files that it stands in."""
    catalogue = Catalog()
    for folder in ("pages", "rnnviz"):
        found = extract_from_dir(ROOT / folder, keywords=MARKERS)
        for file, _line, message, _comments, _context in sorted(found):
            catalogue.add(message, locations=[(f"{folder}/{file}", 0)])
    return catalogue


def read(path: Path) -> Catalog:
    """A catalogue as it lies on disk; empty if there is none yet."""
    if not path.exists():
        return Catalog()
    with path.open("rb") as file:
        return read_po(file)


def refresh(path: Path) -> None:
    catalogue = read(path)
    catalogue.update(marked(), no_fuzzy_matching=True)
    file = io.BytesIO()
    write_po(
        file, catalogue, width=100, omit_header=True, include_lineno=False, ignore_obsolete=True
    )
    files.put(path, file.getvalue(), mode=files.AS_OTHERS)


if __name__ == "__main__":
    new = [FOLDER / f"{tag}.po" for tag in sys.argv[1:]]
    for path in sorted({*FOLDER.glob("*.po"), *new}):
        refresh(path)
        missing = [entry.id for entry in read(path) if entry.id and not entry.string]
        print(f"{path.name}: {len(missing)} to translate", *missing, sep="\n  ")
