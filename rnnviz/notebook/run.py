"""A run of the Train page, or of Python's `Runs`, live in a notebook."""

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rnnviz import live
from rnnviz.locale import Refusal, translator
from rnnviz.notebook.cells import is_cell_gone, thread
from rnnviz.notebook.training import TrainingWidget
from rnnviz.training import Runs

# Seconds between two looks at a run, by how it stands.
OFTEN, SELDOM = 0.25, 1.0
MOVING, ENDED = {"training", "waiting"}, {"finished", "stopped", "failed"}
NUMBERS = ("step", "passage", "seed", "row", "column")
# What a view may ask of a checkpoint or a step, and of what.
LOOKS: dict[str, tuple[Callable[..., Any], tuple[str, ...]]] = {
    "moment": (live.moment, ("step", "temperature", "probe")),
    "next": (live.continuation, ("step", "text", "temperature", "seed")),
    "feeding": (live.feeding, ("step", "passage", "temperature")),
    "replay": (live.replay, ("step", "name", "row", "column")),
}
SHOWN = ("probe", "temperature", "pace")


class RunWidget(TrainingWidget):
    """The live view of runs in a folder, which may be paused and gone on with there.

    A thread looks at them as long as they may change, so that the view lives while Python is busy.
    """

    def __init__(self, runs: Runs, names: Sequence[str], language: str, height: int) -> None:
        self.runs = runs
        self._wholes = {name: live.Whole() for name in names}
        self._closing = threading.Event()
        self._looking = threading.Lock()
        super().__init__(
            names,
            steers=True,
            lacks=lambda _: {"states": "", "samples": "", "checkpoints": False},
            answer=self._asked,
            language=language,
            height=height,
        )
        self.look()
        thread(self._follow).start()

    def look(self) -> None:
        """Look at the runs now."""
        with self._looking:
            self.tell({name: self._present(name, whole) for name, whole in self._wholes.items()})

    def close(self) -> None:
        """Take the view away; nobody looks at the runs any more."""
        self._closing.set()
        super().close()

    def _present(self, name: str, whole: live.Whole) -> Mapping[str, Any]:
        translate = translator(self.language)
        try:
            whole.receive(live.present(self.runs, name, **whole.asked(), translate=translate))
            return whole.told()
        except Refusal as reason:
            return {"refused": reason.sentence(translate)}

    def _statuses(self) -> set[str]:
        return {one.get("status", "failed") for one in self._told.values()}

    def _follow(self) -> None:
        while not self._statuses() <= ENDED and not self._closing.wait(
            OFTEN if self._statuses() & MOVING else SELDOM
        ):
            if is_cell_gone():
                return
            self.look()

    def _asked(self, run: str, what: str, query: Mapping[str, Any]) -> Any:
        if what in LOOKS:
            look, names = LOOKS[what]
            asked = {name: _fitting(name, query[name]) for name in names if name in query}
            return look(self.runs, run, **asked)
        commands: dict[str, Callable[[], object]] = {
            "pause": lambda: self.runs.pause(run),
            "go_on": lambda: self.runs.go_on(run),
            "one_step": lambda: self.runs.one_step(run),
            "stop": lambda: self.runs.stop(run),
            "show": lambda: self.runs.show(run, **{n: query[n] for n in SHOWN if n in query}),
        }
        if what in commands:
            commands[what]()
            self.look()
        return {}


def _fitting(name: str, value: Any) -> Any:
    """A value of a question; a list in the page gives its numbers as text."""
    if name in NUMBERS:
        return int(value)
    return float(value) if name == "temperature" else str(value)
