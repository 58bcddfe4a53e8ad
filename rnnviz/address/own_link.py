"""The link of the page "My own model": which file, which of its layers, and which sample."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from rnnviz.address import queries
from rnnviz.address.kept import BATCHES, KEPT
from rnnviz.address.link import Problem
from rnnviz.address.link_fields import Shaped
from rnnviz.fields import Fits, Whole
from rnnviz.frameworks.batch_file import MOST_LAYERS, MOST_SAMPLES, Batch, from_bytes
from rnnviz.locale import N_

NO_FILE = N_("{value} names no file of this server.")
FIELDS: dict[str, Fits] = {
    "file": Shaped(re.compile(KEPT), NO_FILE),
    "layer": Whole(1, MOST_LAYERS),
    "sample": Whole(1, MOST_SAMPLES),
}


@dataclass(frozen=True)
class OwnLink:
    """file: under which key the server keeps it; "" for none yet. layer, sample: counted from 1.

    Raises LinkError for a value that does not fit.
    """

    file: str = ""
    layer: int = 1
    sample: int = 1

    def __post_init__(self) -> None:
        for name, fits in FIELDS.items():
            fits.check(name, getattr(self, name))

    @classmethod
    def from_query(cls, query: Mapping[str, Sequence[str]]) -> tuple[Self, list[Problem]]:
        """The link in an address; what does not fit is reported, and what is usual stands in its place."""
        return queries.read(cls(), FIELDS, query)

    def to_query(self) -> dict[str, str]:
        """The link's parameters, without those that have their usual value."""
        return queries.written(self, FIELDS)

    def batch(self) -> Batch:
        """What the file has. Raises Refusal where the server has it no longer, or cannot read it."""
        return from_bytes(BATCHES.get(self.file))

    def within(self, batch: Batch) -> Self:
        """The link with a layer and a sample that the file has."""
        layer = min(self.layer, len(batch.layers))
        sample = min(self.sample, len(batch.layers[layer - 1]))
        return replace(self, layer=layer, sample=sample)
