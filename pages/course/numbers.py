"""What Python computes for each chapter's figures before it opens.

The modules are imported when their chapter is asked for: a page needs its own alone.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Given(NamedTuple):
    """numbers: for the figures. texts: what stands for {name} in the links of the prose."""

    numbers: Mapping[str, Any]
    texts: Mapping[str, str] = {}


def given(name: str, language: str) -> Given:
    """What the chapter with this address begins with, in a language."""
    match name:
        case "descent":
            from rnnviz.course.batch_sizes import batch_sizes

            return Given(batch_sizes())
        case "embeddings" | "nnlm":
            from rnnviz.course.sentences import language_of_words, sentences

            return Given({"text": sentences(language), "entropy": language_of_words().entropy})
        case "why_history":
            from rnnviz.course.history import history

            return Given(history())
        case "why_state":
            from rnnviz.course.tagging import tagging

            return Given(tagging())
        case "why_unrolled" | "why_shapes":
            from rnnviz.course.unrolled import unrolled

            sentences_read = ("helicopter", "laozi") if name == "why_unrolled" else ("helicopter",)
            return Given(unrolled(*sentences_read))
        case "why_gates":
            from rnnviz.course.gates import gate_numbers

            return Given(gate_numbers())
        case "gradients":
            from rnnviz.course.gradients import gradients

            found = gradients(language)
            return Given(found, {"long": found["long"]["text"], "short": found["short"]["text"]})
        case "evolution":
            from rnnviz.course.evolution import evolution
            from rnnviz.presets.recall import COLOURS, LETTERS

            alphabet = COLOURS if language == "zh-Hans" else LETTERS
            return Given(evolution(), {"recall": alphabet.text(alphabet.symbols[0])})
        case "long_memory":
            from rnnviz.course.long_memory import measured

            return Given(measured())
        case "writing":
            from rnnviz.course.writing import writing

            return Given(writing())
        case "word2vec":
            from rnnviz.course.corpus import corpus

            return Given(dict(corpus(language)))
        case "textcnn":
            from rnnviz.course.messages import messages

            return Given(dict(messages(language)))
    return Given({})
