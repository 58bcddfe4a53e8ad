"""Tagging parts of speech: the task of 001, and one where only the following word decides.

001 shows its tags in a picture; these are ours, in the letters that Chinese corpora use: adjective,
adverb, noun, preposition, pronoun, particle (u) and verb.
"""

from dataclasses import dataclass
from typing import Any

from rnnviz.cells import MLP, RNN, Bidirectional, Cell, Stacked
from rnnviz.explain.context import lowest_loss
from rnnviz.fit import Example, learn
from rnnviz.locale import N_
from rnnviz.locale.writing import SUFFIX, traditional
from rnnviz.model import SequenceModel
from rnnviz.text import Vocabulary

# What the tags stand for, in English; the catalogue has the translations.
TITLES = {
    "a": N_("adjective"),
    "d": N_("adverb"),
    "n": N_("noun"),
    "p": N_("preposition"),
    "r": N_("pronoun"),
    "u": N_("particle"),
    "v": N_("verb"),
}


@dataclass(frozen=True)
class Task:
    """Sentences cut into words, each with its tags.

    key: its name in links. asked: the word that has two tags.
    """

    key: str
    asked: str
    sentences: tuple[Example, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """The sentences as they are written."""
        return tuple("".join(words) for words, _ in self.sentences)

    def sentence(self, text: str) -> Example:
        """The words and tags of one of the sentences. Raises ValueError for another text."""
        if text not in self.texts:
            raise ValueError(f"text is {text!r}; it must be one of {', '.join(self.texts)}.")
        return self.sentences[self.texts.index(text)]

    @property
    def words(self) -> Vocabulary:
        return Vocabulary(word for words, _ in self.sentences for word in words)

    @property
    def tags(self) -> Vocabulary:
        return Vocabulary(tag for _, tags in self.sentences for tag in tags)

    def in_traditional(self) -> "Task":
        """The same sentences in traditional characters."""
        sentences = tuple((tuple(traditional(words)), tags) for words, tags in self.sentences)
        return Task(f"{self.key}{SUFFIX}", traditional(self.asked), sentences)


BEFORE = Task(
    "before",
    "表白",
    (
        (("他", "向", "我", "表白"), ("r", "p", "r", "v")),
        (
            ("我", "觉得", "他", "的", "表白", "不", "够", "真诚"),
            ("r", "v", "r", "u", "n", "d", "v", "a"),
        ),
    ),
)
AFTER = Task(
    "after",
    "花",
    ((("花", "钱"), ("v", "n")), (("花", "开"), ("n", "v"))),
)
TASKS = {
    task.key: task for task in (BEFORE, AFTER, BEFORE.in_traditional(), AFTER.in_traditional())
}
NETWORKS: dict[str, type[Cell | Bidirectional]] = {
    "mlp": MLP,
    "rnn": RNN,
    "bidirectional": Bidirectional,
}
# How near to the lowest possible loss a training must come, in nats.
NEAR = 0.002


def tagger(
    task: Task,
    kind: type[Cell] | type[Bidirectional] | type[Stacked],
    hidden_size: int | tuple[int, ...],
    seed: int,
    sees: str,
    **options: Any,
) -> SequenceModel:
    """A network that has learnt the tags of a task's sentences.

    hidden_size: of each direction, where there are two. sees: what the network can know of a step,
    a key of `rnnviz.explain.context.SEES`, which says how near to 0 its loss can come.
    Raises ValueError as `SequenceModel.random` and `lowest_loss` do.
    """
    model = SequenceModel.random(kind, task.words, hidden_size, seed, labels=task.tags, **options)
    return learn(model, task.sentences, reached=lowest_loss(task.sentences, sees) + NEAR)
