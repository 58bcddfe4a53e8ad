"""The stage as a widget, whose traits are where it is and what has been changed by hand."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

import anywidget
import traitlets

from rnnviz.address.changes import MOST_CHANGES, Bounds, Change, carried_out, read, write
from rnnviz.address.link import FACES, VIEWS
from rnnviz.holds import Hold, checked_holds
from rnnviz.locale import closest
from rnnviz.notebook.cells import is_notebook
from rnnviz.notebook.module import fonts, module
from rnnviz.stage import NOTATIONS, html, scene, style
from rnnviz.trace import Trace
from rnnviz.web.frame import stand_in

FORWARD, BACK = "forward", "back"
# Pixels around a stage that is a page.
ROUND = 40


class StageWidget(anywidget.AnyWidget):
    """A stage that talks. Both sides may set a trait, and `observe` tells when it changes.

    t, unit, track: the time step, the unit and, of several traces, the focused one, all counted
    from 0; the stage shows them from 1. phase: the key of an equation, such as "F", or "predict".
    way: "forward", or "back" for the gradients; losses: the steps whose losses those start from, or
    None for all. view: what stands below the cell, one of `rnnviz.address.link.VIEWS`, such as
    "reach" or "ledger". face: "river" for the river of memory in the place of the cell, or "".
    notation: one of `rnnviz.stage.NOTATIONS`. height: in pixels.

    holds: what is held by hand in the focused trace, each a Hold. changes: everything changed by
    hand in any trace, each a Change, whose numbers keep six significant digits, as in a link.

    Setting a trait raises TraitError for a value that does not fit.
    """

    _esm = module("stage.js", style())

    _scene = traitlets.Dict().tag(sync=True)
    _spoken = traitlets.Unicode().tag(sync=True)
    height = traitlets.Int(760, min=300, max=4000).tag(sync=True)

    way = traitlets.Enum((FORWARD, BACK), FORWARD).tag(sync=True)
    losses = traitlets.List(traitlets.Int(), None, allow_none=True).tag(sync=True)
    track = traitlets.Int(0).tag(sync=True)
    t = traitlets.Int(0).tag(sync=True)
    phase = traitlets.Unicode().tag(sync=True)
    unit = traitlets.Int(0).tag(sync=True)
    view = traitlets.Enum(VIEWS, VIEWS[0]).tag(sync=True)
    face = traitlets.Enum(("", *FACES), "").tag(sync=True)
    notation = traitlets.Enum(tuple(NOTATIONS), next(iter(NOTATIONS))).tag(sync=True)
    changes = traitlets.Tuple().tag(
        sync=True,
        to_json=lambda changes, _: write(changes),
        from_json=lambda text, widget: tuple(read(text, widget._bounds)[0]),
    )
    holds = traitlets.Tuple()

    def __init__(
        self,
        traces: Trace | Sequence[Trace],
        *,
        language: str = "",
        captions: str | Sequence[str] = "",
        labels: Sequence[str] | None = None,
        **place: Any,
    ) -> None:
        unknown = [name for name in place if name not in PLACE]
        if unknown:
            raise TypeError(f"A widget has no {unknown[0]!r}; it takes {', '.join(PLACE)}.")
        self.originals = (traces,) if isinstance(traces, Trace) else tuple(traces)
        self._language = language
        self._captions, self._labels = captions, labels
        self._bounds = [Bounds.of(trace) for trace in self.originals]
        self._changed: dict[int, tuple[tuple[Change, ...], Trace]] = {}
        shown = self._scene_in(language or closest(""))
        self._css = fonts(shown["language"])
        super().__init__(_scene=shown, phase=_phases(shown["tracks"][0], FORWARD)[-1])
        with self.hold_trait_notifications():
            for name, value in place.items():
                setattr(self, name, value)

    def html(self) -> str:
        """The stage as it stands, as a page of its own that needs no Python."""
        place: dict[str, object] = {
            "t": self.t + 1,
            "unit": self.unit + 1,
            "track": self.track + 1,
            **{name: getattr(self, name) for name in ("phase", "way", "view", "face", "notation")},
            "loss": ",".join(str(step + 1) for step in self.losses or ()),
            "changes": write(self.changes),
        }
        language = self._scene["language"]
        return html(self.originals, language, self._captions, place, self._labels)

    def _ipython_display_(self) -> None:
        """The widget, and below it what stands in its place where the notebook is opened again without Python."""
        from IPython.display import display

        bundle = self._repr_mimebundle_()
        assert bundle is not None
        display(bundle[0], metadata=bundle[1], raw=True)
        if is_notebook():
            kept = stand_in(self.html(), self.height + ROUND, self.model_id)
            display({"text/html": kept, "text/plain": ""}, raw=True)

    @property
    def trace(self) -> Trace:
        """The focused trace with what has been changed by hand, as Python computes it."""
        return self.traces[self.track]

    @property
    def traces(self) -> tuple[Trace, ...]:
        """All of them, each with what has been changed in it by hand."""
        return tuple(map(self._trace_of, range(len(self.originals))))

    def _trace_of(self, track: int) -> Trace:
        own = tuple(one for one in self.changes if one.track == track)
        if not own:
            return self.originals[track]
        if track not in self._changed or self._changed[track][0] != own:
            self._changed[track] = own, carried_out(self.originals[track], own)
        return self._changed[track][1]

    def _scene_in(self, language: str) -> dict[str, Any]:
        return scene(self.originals, language, self._captions, labels=self._labels)

    @property
    def _track(self) -> dict[str, Any]:
        return self._scene["tracks"][self._focused]

    @property
    def _original(self) -> Trace:
        return self.originals[self._focused]

    @property
    def _focused(self) -> int:
        """The focused trace's number. Raises TraitError where there is no such trace: of several
        traits that are set at once, each has its new value before the first is checked."""
        if not 0 <= self.track < len(self.originals):
            raise traitlets.TraitError(
                f"track is {self.track}; it must be from 0 to {len(self.originals) - 1}."
            )
        return self.track

    # ---- what fits -----------------------------------------------------------------------------

    @traitlets.validate("t", "unit", "track")
    def _check_number(self, proposal: Any) -> int:
        name, value = proposal.trait.name, proposal.value
        if name == "track":
            count = len(self.originals)
        else:
            count = self._original.steps if name == "t" else _units(self._original)
        if not 0 <= value < count:
            raise traitlets.TraitError(f"{name} is {value}; it must be from 0 to {count - 1}.")
        return int(value)

    @traitlets.validate("losses")
    def _check_losses(self, proposal: Any) -> list[int] | None:
        steps = self.originals[0].steps
        for step in proposal.value or ():
            if not 0 <= step < steps:
                raise traitlets.TraitError(f"losses has {step}; steps are from 0 to {steps - 1}.")
        return sorted(set(proposal.value)) if proposal.value else None

    @traitlets.validate("way")
    def _check_way(self, proposal: Any) -> str:
        if proposal.value == BACK and any(one["backward"] is None for one in self._scene["tracks"]):
            raise traitlets.TraitError(
                "way is 'back', and a trace here has no gradients: it needs a model and targets."
            )
        return str(proposal.value)

    @traitlets.validate("phase")
    def _check_phase(self, proposal: Any) -> str:
        phases = _phases(self._track, self.way)
        if proposal.value not in phases:
            raise traitlets.TraitError(
                f"phase is {proposal.value!r}; on the way {self.way} there are {', '.join(phases)}."
            )
        return str(proposal.value)

    @traitlets.observe("way", "track")
    def _keep_inside(self, _change: object) -> None:
        phases = _phases(self._track, self.way)
        if self.phase not in phases:
            self.phase = phases[-1]
        self.unit = min(self.unit, _units(self._original) - 1)

    @traitlets.observe("_spoken")
    def _speak(self, _change: object) -> None:
        spoken = closest(self._spoken)
        if not self._language and spoken != self._scene["language"]:
            self._css = fonts(spoken)
            self._scene = self._scene_in(spoken)

    # ---- what is changed by hand ---------------------------------------------------------------

    @traitlets.validate("changes")
    def _check_changes(self, proposal: Any) -> tuple[Change, ...]:
        return self._fitting(proposal.value)

    @traitlets.validate("holds")
    def _check_holds(self, proposal: Any) -> tuple[Hold, ...]:
        trace = self._original
        try:
            checked_holds(
                proposal.value, trace.cell.widths, trace.steps, trace["X"].shape[1],
                trace.cell.title,
            )  # fmt: skip
        except ValueError as reason:
            raise traitlets.TraitError(str(reason)) from None
        if any(one.samples is not None for one in proposal.value):
            raise traitlets.TraitError("holds names samples; on the stage all samples are held.")
        return self._holds_among(self._fitting(self._with_holds(proposal.value)))

    @traitlets.observe("changes", "track")
    def _follow_changes(self, _change: object) -> None:
        self.holds = self._holds_among(self.changes)

    @traitlets.observe("holds")
    def _follow_holds(self, _change: object) -> None:
        if self.holds != self._holds_among(self.changes):
            self.changes = self._with_holds(self.holds)

    def _fitting(self, changes: Sequence[Change]) -> tuple[Change, ...]:
        """The changes as a link keeps them. Raises TraitError for one that does not fit."""
        for one in changes:
            if not isinstance(one, Change):
                raise traitlets.TraitError(
                    f"changes has {one!r} in it; it takes rnnviz.address.changes.Change."
                )
        for track in {change.track for change in changes}:
            if track < len(self.originals) and self._scene["tracks"][track]["program"] is None:
                raise traitlets.TraitError(
                    "The network has too many weights to be changed by hand on the stage; "
                    "model.trace(…, holds=[…]) computes it."
                )
        if len(changes) > MOST_CHANGES:
            raise traitlets.TraitError(
                f"There are {len(changes)} changes; at most {MOST_CHANGES} fit."
            )
        found, left = read(write(changes), self._bounds)
        if left:
            raise traitlets.TraitError(
                f"{left[0]} fits nothing here; a change names a quantity, unit, step, weight or "
                "character of the trace, and a gate is held from 0 to 1."
            )
        return tuple(found)

    def _with_holds(self, holds: Iterable[Hold]) -> tuple[Change, ...]:
        """The changes with these holds of the focused trace in the place of those it has."""
        others = [one for one in self.changes if one.kind != "hold" or one.track != self.track]
        steps = self._original.steps
        return (*others, *(one for hold in holds for one in _spans(hold, steps, self.track)))

    def _holds_among(self, changes: Iterable[Change]) -> tuple[Hold, ...]:
        steps = self._original.steps
        return tuple(
            Hold(one.name, one.value, one.units, None if len(one.steps) == steps else one.steps)
            for one in changes
            if one.kind == "hold" and one.track == self.track
        )


# What a widget may be made with.
PLACE = (
    *("t", "phase", "unit", "track", "way", "losses", "view", "face", "notation"),
    "changes",
    "holds",
    "height",
)


def _phases(track: dict[str, Any], way: str) -> list[str]:
    """The keys of a track's phases, in the order in which one walks through them."""
    phases = track["phases"] if way == FORWARD else track["backward"]["phases"]
    return [phase["key"] for phase in phases]


def _units(trace: Trace) -> int:
    """The length of the longest vector that the cell computes."""
    quantities = trace.cell.description.quantities
    return max(trace[one.name].shape[-1] for one in quantities if one.kind != "input")


def _spans(hold: Hold, steps: int, track: int) -> list[Change]:
    """A hold as changes, each of one value at steps that follow one another."""
    held = list(range(steps) if hold.steps is None else hold.steps)
    values = hold.value if isinstance(hold.value, tuple) else (hold.value,) * len(held)
    placed = enumerate(sorted(zip(held, values, strict=True)))
    runs = [list(run) for _, run in groupby(placed, lambda one: (one[1][0] - one[0], one[1][1]))]
    units = None if hold.units is None else tuple(hold.units)
    return [
        Change(
            "hold", hold.quantity, units, range(run[0][1][0], run[-1][1][0] + 1),
            value=run[0][1][1], track=track,
        )
        for run in runs
    ]  # fmt: skip
