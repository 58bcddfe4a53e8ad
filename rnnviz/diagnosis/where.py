"""A place of the stage: where one sees what an experiment has found."""

from dataclasses import dataclass, field

from rnnviz.frameworks.look import SeenLayer
from rnnviz.trace import Trace


@dataclass(frozen=True, eq=False)
class Where:
    """What a layer did with a sample, at a step. unit: counted from 0, where it is about one. In a notebook it is the
    stage at that place; `trace` is what it shows."""

    layer: str
    sample: int
    t: int
    unit: int | None = None
    seen: SeenLayer = field(kw_only=True, repr=False)

    @property
    def trace(self) -> Trace:
        return self.seen.sample(self.sample)

    @property
    def words(self) -> str:
        """Where that is, in words: the sample from 0, as its owner counts, and the rest from 1, as on the stage."""
        of_unit = "" if self.unit is None else f", unit {self.unit + 1}"
        layer = self.layer or "the module"
        return f"{layer}, sample {self.sample} (from 0), t = {self.t + 1}{of_unit}"

    def html(self, language: str = "en") -> str:
        """The stage at that place, a page complete in itself."""
        from rnnviz.stage import html

        # As links, a page counts from 1.
        place: dict[str, object] = {"t": self.t + 1}
        if self.unit is not None:
            place["unit"] = self.unit + 1
        return html(self.trace, language, place=place)

    def _repr_html_(self) -> str:
        from rnnviz.web.frame import frame

        return frame(self.html())
