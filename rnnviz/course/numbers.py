"""What Python computes for each chapter's figures before it opens.

The modules are imported when their chapter is asked for: a page needs its own alone.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from rnnviz.locale.writing import HANS, HANT, traditional


class Given(NamedTuple):
    """numbers: for the figures. texts: what stands for {name} in the links of the prose."""

    numbers: Mapping[str, Any]
    texts: Mapping[str, str] = {}


def given(name: str, language: str) -> Given:
    """What the chapter with this address begins with, in a language.

    In traditional characters it is what it is in simplified ones, numbers and all.
    """
    if language != HANT or name == "one_unit":
        return _given(name, language)
    numbers, texts = _given(name, HANS)
    return Given(traditional(numbers), traditional(texts))


def _given(name: str, language: str) -> Given:
    match name:
        case "activations" | "descent" | "long_memory" | "one_unit":
            return _recorded(name, language)
        case "embeddings" | "nnlm" | "word2vec" | "textcnn":
            return _of_words(name, language)
        case "forecast":
            from rnnviz.course.chapters.forecast.numbers import forecasters

            return Given(forecasters())
        case "why_history":
            from rnnviz.course.chapters.why_history.numbers import history

            return Given(history())
        case "why_state":
            from rnnviz.course.chapters.why_state.numbers import tagging

            return Given(tagging())
        case "why_unrolled":
            from rnnviz.course.unrolled import unrolled

            return Given(unrolled("helicopter", "laozi"))
        case "why_shapes":
            from rnnviz.course.chapters.why_shapes.sensor import sensor
            from rnnviz.course.unrolled import unrolled

            return Given(unrolled("helicopter") | sensor())
        case "why_gates":
            from rnnviz.course.chapters.why_gates.numbers import gate_numbers

            return Given(gate_numbers())
        case "gradients":
            from rnnviz.course.chapters.gradients.numbers import gradients

            found = gradients(language)
            return Given(found, {"long": found["long"]["text"], "short": found["short"]["text"]})
        case "evolution" | "matrix_memory" | "parallel":
            return _beyond(name, language)
        case "writing":
            from rnnviz.course.chapters.writing.numbers import writing

            return Given(writing())
    return Given({})


def _beyond(name: str, language: str) -> Given:
    """The same for the chapters on what came after the documents' cells."""
    match name:
        case "evolution":
            from rnnviz.course.chapters.evolution.numbers import evolution
            from rnnviz.presets.recall import COLOURS, LETTERS

            alphabet = COLOURS if language == "zh-Hans" else LETTERS
            return Given(evolution(), {"recall": alphabet.text(alphabet.symbols[0])})
        case "matrix_memory":
            from rnnviz.course.chapters.matrix_memory.numbers import recalling

            return Given(recalling())
    from rnnviz.course.chapters.parallel.numbers import parallel

    return Given(parallel())


def _recorded(name: str, language: str) -> Given:
    """The same for the chapters whose numbers took longer than a page may take."""
    match name:
        case "activations":
            from rnnviz.course.chapters.activations.numbers import activation_times

            return Given(activation_times())
        case "descent":
            from rnnviz.course.chapters.descent.numbers import batch_sizes

            return Given(batch_sizes())
        case "long_memory":
            from rnnviz.course.chapters.long_memory.numbers import measured

            return Given(measured())
    from rnnviz.course.chapters.one_unit.numbers import knowledge, links

    return Given(knowledge(language), links(language))


def _of_words(name: str, language: str) -> Given:
    """The same for the chapters on words, each of which has a text in the reader's language."""
    match name:
        case "word2vec":
            from rnnviz.course.chapters.word2vec.corpus import corpus

            return Given(dict(corpus(language)))
        case "textcnn":
            from rnnviz.course.chapters.textcnn.messages import messages

            return Given(dict(messages(language)))
    from rnnviz.course.sentences import language_of_words, sentences

    return Given({"text": sentences(language), "entropy": language_of_words().entropy})
