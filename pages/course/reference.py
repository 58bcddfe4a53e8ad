"""A page to look things up in: entries in sections, in the reader's language or in both."""

from collections.abc import Mapping, Sequence
from typing import Any

from pages.course import view
from pages.shared import address
from pages.shared.contents import REFERENCE
from pages.shared.contents import address as address_of
from pages.shared.language import current, translate
from rnnviz import course
from rnnviz.locale import LANGUAGES, N_

# The glossary's parts, each with its entries.
TERMS: Mapping[str, Sequence[str]] = {
    N_("Letters and shapes"): (
        "n", "T", "d", "h", "q", "letters", "V", "indices", "hadamard", "phi", "batchfirst", "broadcasting",
    ),
    N_("In the cell"): (
        "unit", "perceptron", "dense", "feedforward", "state", "cell", "layer", "gate", "ledger", "lstmgates",
        "grugates", "candidate", "preactivation", "saturation", "sharing", "initial", "unrolled", "bidirectional",
    ),
    N_("From text to loss"): (
        "token", "onehot", "embedding", "distributed", "languagemodel", "ngram", "smoothing", "nnlm",
        "cbow", "skipgram", "huffman", "hierarchical", "filter", "featuremap", "maxovertime",
        "logit", "softmax", "logistic", "temperature", "label", "crossentropy", "nat", "perplexity",
        "likelihood", "entropy",
    ),
    N_("Learning"): (
        "gradient", "backpropagation", "bptt", "truncation", "detach", "witness", "vanishing", "exploding",
        "clipping", "convex", "online", "batchsize", "rate", "epoch", "validation", "teacher",
        "sampling", "checkpoint", "seed",
    ),
}  # fmt: skip


def reference(
    name: str, parts: Mapping[str, Sequence[str]] | None = None, beside: bool = False
) -> None:
    """Show the page with this address, whose prose in `rnnviz/course/reference` has one section an entry.

    parts: the titles of its parts, in English, each with the ids of its entries; without them the
    entries follow one another. beside: whether each entry stands in every language, the reader's
    own first.
    """
    address.leave(name)
    _ = translate()
    page = next(page for script, page in REFERENCE.items() if address_of(script) == name)
    own = current()
    languages = [own, *(other for other in LANGUAGES if other != own)] if beside else [own]
    texts = {language: _entries(name, language) for language in languages}
    parts = parts or {"": list(texts[own])}
    shown = [
        {
            "title": _(title) if title else "",
            "entries": [
                {
                    "id": entry,
                    "texts": [{**texts[one][entry], "language": one} for one in languages],
                }
                for entry in entries
            ],
        }
        for title, entries in parts.items()
    ]
    view.show(name, {"title": _(page.title), "lead": _(page.question), "parts": shown})


def _entries(name: str, language: str) -> dict[str, dict[str, Any]]:
    prose = course.read(course.prose(name, language).read_text("utf-8"))
    return {
        section["id"]: {"title": section["title"], "blocks": section["blocks"]}
        for section in prose.sections
        if section["title"]
    }
