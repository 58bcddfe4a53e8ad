"""A whole text, read once: the value of every unit after every character."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from rnnviz.cells import Composite
from rnnviz.cells.activations import Array, log_softmax, softmax
from rnnviz.cells.written import NotFiniteError
from rnnviz.locale import N_, Refusal
from rnnviz.model import Indices, SequenceModel
from rnnviz.text import Vocabulary, characters, visible
from rnnviz.units.ranks import Halves, halves

LONGEST = 100_000
# The kinds of quantity that have units; the input and the outputs have characters.
KINDS = ("state", "memory", "gate", "candidate")
# Characters read in one run of the cell, and numbers: one-hot and as logits, each character is as
# long as the vocabulary, and a whole long text would not fit into memory.
PIECE, MOST_AT_ONCE = 2_000, 4_000_000
# How many characters of a vocabulary a sentence lists.
LISTED = 40


@dataclass(frozen=True, eq=False)
class Reading(Mapping[str, Array]):
    """What `read` gives: `seen["H"]` is (N, h), a row for each of the text's N characters.

    Row k is the state after character k. In a cell made of cells the names have its parts'
    prefixes, as in a trace; the H that joins the parts is there too.
    text: its characters, N of them. loss: at each place what predicting the next character cost,
    in nats, (N − 1,).
    """

    model: SequenceModel
    text: tuple[str, ...]
    tensors: Mapping[str, Array]
    loss: Array
    _ranks: dict[str, Halves] = field(default_factory=dict, repr=False)

    def __getitem__(self, name: str) -> Array:
        try:
            return self.tensors[name]
        except KeyError:
            raise KeyError(f"{name!r} is not in the reading; it has {', '.join(self)}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self.tensors)

    def __len__(self) -> int:
        return len(self.tensors)

    def __repr__(self) -> str:
        """What was read, and the names of its tensors, whose numbers no page would hold."""
        count, loss = len(self.text), self.loss.mean()
        about = f"{count:,} characters by {self.model.cell!r}, mean loss {loss:.4g} nats"
        return f"<Reading of {about}: {', '.join(self)}>"

    @property
    def quantities(self) -> tuple[str, ...]:
        """The names in the cell's order, each unit under one of them only: where H joins the
        states of parts, the parts' own stand for it."""
        is_joined = isinstance(self.model.cell, Composite)
        return tuple(name for name in self if not (is_joined and name == "H"))

    @property
    def states(self) -> tuple[str, ...]:
        """Those of the quantities that are states, which the network carries on or reads out."""
        of = self.model.cell.description.quantity
        return tuple(name for name in self.quantities if of(name).kind in {"state", "memory"})

    def ranks(self, name: str) -> Halves:
        """The ranks of a quantity's units, which every label needs; sorted once."""
        if name not in self._ranks:
            self._ranks[name] = halves(self[name])
        return self._ranks[name]

    @cached_property
    def indices(self) -> Indices:
        """The number of each character in the vocabulary, (N,)."""
        return self.model.vocabulary.indices(self.text)

    @cached_property
    def Y_hat(self) -> Array:
        """What the network expected after each character, (N, q)."""
        return self.expected(slice(None))

    def expected(self, places: slice | Indices) -> Array:
        """The rows of `Y_hat` at some places, (·, q), without computing the others."""
        return softmax(self["H"][places] @ self.model.W_hq + self.model.b_q)


def read(
    model: SequenceModel,
    text: str | Iterable[str],
    *,
    between: Callable[[], None] = lambda: None,
) -> Reading:
    """The whole text, read from zero states.

    model: one that predicts the next character. text: its characters, from 2 to `longest`. between:
    called before each piece of 2,000 characters or fewer; it may wait, or raise to end the reading.
    Raises Refusal for a text that is shorter or longer, for a character that the network does not
    know, for a network that tells something else than the next character, and for one whose
    state grows without end.
    """
    tokens = characters(text) if isinstance(text, str) else tuple(text)
    _check(model, tokens)
    tensors = {name: np.empty((len(tokens), h)) for name, h in _widths(model).items()}
    for start, piece in _pieces(model, tokens, between):
        for name, values in tensors.items():
            own = piece[name][:, 0]
            # Each number of a matrix counts as a unit, row by row.
            values[start : start + len(own)] = own.reshape(len(own), -1)
    with np.errstate(all="ignore"):
        loss = _loss(model, tensors["H"], tokens)
    _check_finite(loss, 0)
    return Reading(model, tokens, tensors, loss)


def numbers(model: SequenceModel) -> int:
    """How many numbers a reading keeps of each character."""
    return sum(_widths(model).values())


def longest(model: SequenceModel) -> int:
    """How many characters a text may have. A cell that reads from the end reads all of them at
    once."""
    whole = LONGEST if _is_forwards(model) else MOST_AT_ONCE // len(model.vocabulary)
    return min(LONGEST, whole)


def _at_once(model: SequenceModel) -> int:
    return max(1, min(PIECE, MOST_AT_ONCE // len(model.vocabulary)))


def _is_forwards(model: SequenceModel) -> bool:
    return not any(q.reversed for q in model.cell.description.quantities)


def _widths(model: SequenceModel) -> dict[str, int]:
    widths = model.cell.widths
    return {q.name: widths[q.name] for q in model.cell.description.quantities if q.kind in KINDS}


def _check(model: SequenceModel, tokens: tuple[str, ...]) -> None:
    if model.labels != model.vocabulary:
        raise Refusal(
            N_(
                "This network predicts {labels}; the network must be one that predicts the next character."
            ),
            labels=_listed(model.labels),
        )
    if len(tokens) < 2:
        raise Refusal(
            N_("Characters in the text: {count}; predicting the next needs two."),
            count=len(tokens),
        )
    if len(tokens) > (most := longest(model)):
        raise Refusal(
            N_("The text has {count} characters; at most {most} fit."),
            count=len(tokens),
            most=most,
        )
    unknown = next((token for token in tokens if token not in model.vocabulary), None)
    if unknown is not None:
        raise Refusal(
            N_("The network does not know the character {character}; it knows {known}."),
            character=visible(unknown),
            known=_listed(model.vocabulary),
        )


def _listed(tokens: Vocabulary) -> str:
    """The first forty, so that one sees a space."""
    more = " …" if len(tokens) > LISTED else ""
    return " ".join(map(visible, tokens.tokens[:LISTED])) + more


def _pieces(
    model: SequenceModel, tokens: tuple[str, ...], between: Callable[[], None]
) -> Iterator[tuple[int, Mapping[str, Array]]]:
    """Every quantity, (·, 1, h), piece by piece, and at which character the piece starts: each
    begins with the states that the last one left.

    A cell that reads from the end needs the whole text at once.
    """
    cell = model.cell
    size = _at_once(model) if _is_forwards(model) else len(tokens)
    initial: dict[str, Array] = {}
    for start in range(0, len(tokens), size):
        between()
        X = model.vocabulary.one_hot(tokens[start : start + size])
        try:
            with np.errstate(all="ignore"):
                trace = cell.run(X, **initial)
        except NotFiniteError as error:
            at = {**error.values, "t": start + int(str(error.values["t"]))}
            raise NotFiniteError(error.message, **at) from None
        _check_finite(trace["H"], start)
        initial = {f"{state}0": trace[state][-1] for state in cell.states}
        yield start, trace


def _check_finite(values: Array, start: int) -> None:
    """values: (N, …), of which the first is at character `start`."""
    places = np.argwhere(~np.isfinite(values))
    if len(places):
        raise Refusal(
            N_(
                "After character {place} the network’s numbers are larger than a computer can hold; it "
                "cannot read so long a text."
            ),
            place=start + int(places[0][0]) + 1,
        )


def _loss(model: SequenceModel, H: Array, tokens: tuple[str, ...]) -> Array:
    """−log Y_hat of the character that follows each place but the last, (N − 1,)."""
    k, size = model.vocabulary.indices(tokens[1:]), _at_once(model)
    found = [
        np.take_along_axis(
            log_softmax(H[:-1][start : start + size] @ model.W_hq + model.b_q),
            k[start : start + size, np.newaxis],
            axis=1,
        )
        for start in range(0, len(k), size)
    ]
    return -np.concatenate(found)[:, 0]
