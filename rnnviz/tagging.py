"""Tagging parts of speech: the task of 001, and one where only the following word decides.

001 shows its tags in a picture; these are ours, in the letters that Chinese corpora use: adjective,
adverb, noun, preposition, pronoun, particle (u) and verb.
"""

from dataclasses import dataclass

from rnnviz.cells import MLP, RNN, Bidirectional, Cell
from rnnviz.fit import Example, learn
from rnnviz.model import SequenceModel
from rnnviz.text import Vocabulary


@dataclass(frozen=True)
class Task:
    """Sentences cut into words, each with its tags.

    key: its name in links. asked: the word that has two tags.
    """

    key: str
    asked: str
    sentences: tuple[Example, ...]

    @property
    def words(self) -> Vocabulary:
        return Vocabulary(word for words, _ in self.sentences for word in words)

    @property
    def tags(self) -> Vocabulary:
        return Vocabulary(tag for _, tags in self.sentences for tag in tags)


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
TASKS = {task.key: task for task in (BEFORE, AFTER)}
NETWORKS: dict[str, type[Cell | Bidirectional]] = {
    "mlp": MLP,
    "rnn": RNN,
    "bidirectional": Bidirectional,
}
# How near to the lowest possible loss a training must come, in nats.
NEAR = 0.002


def tagger(task: Task, network: str, hidden_size: int, seed: int, lowest: float) -> SequenceModel:
    """A network that has learnt to tag the sentences of a task.

    network: a key of NETWORKS. hidden_size: of each direction. lowest: the loss that training
    comes near to, in nats (`rnnviz.explain.context.lowest_loss`).
    Raises ValueError for another network, or as `Cell.random` does.
    """
    if network not in NETWORKS:
        raise ValueError(f"network is {network!r}; it must be one of {', '.join(NETWORKS)}.")
    model = SequenceModel.random(NETWORKS[network], task.words, hidden_size, seed, labels=task.tags)
    return learn(model, task.sentences, reached=lowest + NEAR)
