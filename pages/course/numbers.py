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
        case "activations":
            from rnnviz.course.activation_times import activation_times

            return Given(activation_times())
        case "descent":
            from rnnviz.course.batch_sizes import batch_sizes

            return Given(batch_sizes())
        case "embeddings" | "nnlm" | "word2vec" | "textcnn":
            return _of_words(name, language)
        case "why_history":
            from rnnviz.course.history import history

            return Given(history())
        case "why_state":
            from rnnviz.course.tagging import tagging

            return Given(tagging())
        case "why_unrolled":
            from rnnviz.course.unrolled import unrolled

            return Given(unrolled("helicopter", "laozi"))
        case "why_shapes":
            from rnnviz.course.sensor import sensor
            from rnnviz.course.unrolled import unrolled

            return Given(unrolled("helicopter") | sensor())
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
    return Given({})


def _of_words(name: str, language: str) -> Given:
    """The same for the chapters on words, each of which has a text in the reader's language."""
    match name:
        case "word2vec":
            from rnnviz.course.corpus import corpus

            return Given(dict(corpus(language)))
        case "textcnn":
            from rnnviz.course.messages import messages

            return Given(dict(messages(language)))
    from rnnviz.course.sentences import language_of_words, sentences

    return Given({"text": sentences(language), "entropy": language_of_words().entropy})
