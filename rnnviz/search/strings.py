"""The words of the search, in English; the catalogues have the translations."""

from rnnviz.locale import N_

STRINGS = {
    "search": N_("Search"),
    "searchKey": N_("Search (/)"),
    "searchHint": N_(
        "Chapters and their sections, questions, the glossary, labels of units, views, networks, texts "
        "and pages. ↓ and ↑ go through what was found, Enter opens it. A title in Chinese is found by "
        "the first letters of its pinyin, too: ywm is 遗忘门, the forget gate."
    ),
    "searchFound": N_("Found: {count}."),
    "searchMost": N_("Found: {count}. The best {most} are shown."),
    "searchNothing": N_("Nothing has “{query}”."),
    "searchLost": N_("The index did not come. There may be no connection; try again."),
    "searchClose": N_("Close"),
    "keySearch": N_("search chapters, questions, terms, labels and pages"),
}
