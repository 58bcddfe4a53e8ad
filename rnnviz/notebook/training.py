"""Trainings as a widget: what the Train page shows of them, in a notebook."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import anywidget
import traitlets

from rnnviz import live
from rnnviz.live.standalone import html, style
from rnnviz.locale import closest, translator
from rnnviz.notebook.module import fonts, module
from rnnviz.web.frame import frame

# Pixels of what lies below the curves, the samples and the states: how far back the gradient reaches.
BELOW = 430


class TrainingWidget(anywidget.AnyWidget):
    """The live view of trainings. Its traits follow them, and `observe` tells of each change.

    step: gradient steps done, the most of any of them. status: waiting, training, paused, finished,
    stopped or failed, of the first of them. height: of the curves and what stands beside them, in
    pixels.
    """

    _esm = module("training.js", style())

    _runs = traitlets.List(traitlets.Unicode()).tag(sync=True)
    _told = traitlets.Dict().tag(sync=True)
    _words = traitlets.Dict().tag(sync=True)
    _lacks = traitlets.Dict().tag(sync=True)
    _steers = traitlets.Bool().tag(sync=True)
    _spoken = traitlets.Unicode().tag(sync=True)
    height = traitlets.Int(560, min=300, max=4000).tag(sync=True)
    step = traitlets.Int(0)
    status = traitlets.Unicode("waiting")

    def __init__(
        self,
        runs: Sequence[str],
        *,
        steers: bool,
        lacks: Callable[[str], Mapping[str, Any]],
        answer: Callable[[str, str, Mapping[str, Any]], Any] | None = None,
        language: str = "",
        height: int = 560,
    ) -> None:
        """runs: their names. lacks: by the language, what `Guest.lacks` of `run.d.ts` says.
        answer: what a view is told that asks (run, what, query); it may raise Refusal."""
        self._language, self._sentences, self._answer = language, lacks, answer
        spoken = language or closest("")
        self._css = fonts(spoken)
        super().__init__(
            _runs=list(runs),
            _words=live.words(spoken),
            _lacks=dict(lacks(spoken)),
            _steers=steers,
            height=height,
        )
        self.on_msg(self._hear)

    @property
    def language(self) -> str:
        """The language that the view speaks."""
        return str(self._words["language"])

    def tell(self, told: Mapping[str, Mapping[str, Any]]) -> None:
        """Show runs as they stand: each as `live.Whole.told` gives it, or {refused: a sentence}."""
        self._told = {**self._told, **told}
        known = [one for one in self._told.values() if "refused" not in one]
        if known:
            self.step = max(one["step"] for one in known)
            self.status = known[0]["status"]

    def html(self) -> str:
        """What the view shows, as a page of its own that asks nobody for anything."""
        told = {run: one for run, one in self._told.items() if "refused" not in one}
        states, samples = self._lacks["states"], self._lacks["samples"]
        return html(told, self.language, states=states, samples=samples, height=self.height)

    def frame(self) -> str:
        """The same in a frame, as a notebook keeps it."""
        return frame(self.html(), self.height + BELOW)

    @traitlets.observe("_spoken")
    def _speak(self, _change: object) -> None:
        spoken = closest(self._spoken)
        if not self._language and spoken != self.language:
            with self.hold_sync():
                self._css = fonts(spoken)
                self._words = live.words(spoken)
                self._lacks = dict(self._sentences(spoken))

    def _hear(self, _widget: object, content: Any, _buffers: object) -> None:
        """Answer a view: what it asked, or why not."""
        match content:
            case {"to": int(to), "view": int(view), "run": str(run), "what": str(what)}:
                query = content.get("query")
            case _:
                return
        told, refused = None, ""
        try:
            if self._answer is not None and run in self._runs:
                told = self._answer(run, what, query if isinstance(query, dict) else {})
        except Exception as reason:
            # Whatever is wrong, the view gets a sentence.
            speaks = getattr(reason, "sentence", None)
            refused = str(speaks(translator(self.language)) if speaks else reason)
        self.send({"to": to, "view": view, "told": told, "refused": refused, "status": 200})
