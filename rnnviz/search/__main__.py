"""`python -m rnnviz.search` writes the table of first letters anew, once titles have other characters than before."""

from itertools import chain

from rnnviz import files
from rnnviz.locale import LANGUAGES
from rnnviz.search import index
from rnnviz.search.initials import TABLE, written

if __name__ == "__main__":
    entries = chain.from_iterable(index(language)["entries"] for language in LANGUAGES)
    table = written(title for _kind, title, *_rest in entries)
    files.put(TABLE, table.encode(), mode=files.AS_OTHERS)
