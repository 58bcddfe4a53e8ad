"""What the Units page of the static edition is told: the networks that come with rnnviz, and what was asked of them.

The browser computes from the weights whatever is asked. What takes long is asked here, once, for every ready label:
rankings, tests, verdicts. Each answer is the one that the app gives; a refusal stands in its place, in all languages.
"""

import base64
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np

from rnnviz.address.units_asked import ANSWERS, Asked
from rnnviz.address.units_link import FIRST_NETS, UnitsLink
from rnnviz.address.units_page import page_data
from rnnviz.address.units_source import Source, opened
from rnnviz.engine.program import program
from rnnviz.locale import LANGUAGES, N_, Refusal, translator
from rnnviz.locale.writing import offered
from rnnviz.model import SequenceModel
from rnnviz.presets.units import NETS
from rnnviz.site.asking import asking_data, pairs_data
from rnnviz.site.files import Put, address_of, packed
from rnnviz.units import Reading, read
from rnnviz.units.ablation import WAYS
from rnnviz.units.minimal_pairs import minimal_pairs
from rnnviz.units.patching import patch
from rnnviz.units.view import asking, cost, states

T = TypeVar("T")

WORDS = {
    "network": N_("Network"),
    "ownNetwork": N_(
        "Here are the networks that come with rnnviz, and those that this browser has trained; rnnviz itself opens "
        "files too."
    ),
    "noPlotly": N_(
        "This edition was written where Plotly is not installed, which draws the cloud."
    ),
    "trained": N_("Trained in this browser"),
    "comesAlong": N_("Comes with rnnviz"),
}
NOT_PLOTLY = N_('{file} is no build of Plotly: "plotly.js" does not stand in its first lines.')
# In how many bytes of it a build names itself.
HEAD = 200
# Of a network with more characters nobody has asked where each lets its state rest.
MOST_RESTS = 8
# Of a recorded number so many digits are kept; a page shows a few of them.
DIGITS = 10
# {told}, or {refused} by language.
Said = dict[str, Any]


class Recording(NamedTuple):
    """All that is recorded of a network. heads: by language, the address of what is fetched first. files: each with
    its name."""

    heads: dict[str, str]
    files: list[tuple[str, bytes]]


def recording(key: str) -> Recording:
    """What is recorded of a built-in network; it takes up to a minute."""
    made: list[tuple[str, bytes]] = []

    def put(name: str, body: bytes) -> str:
        made.append((name, body))
        return address_of(name, body)

    heads = Record(opened(UnitsLink(net=key), _none_learnt)).put(key, put)
    return Recording(heads, made)


def units_data(
    recordings: Mapping[str, Recording], put: Put, workers: Mapping[str, str], plotly: bytes
) -> dict[str, dict[str, Any]]:
    """By language what the page is told; see `units.d.ts`.

    recordings: by the keys of some built-in networks. put: writes a file that is fetched when it is asked for.
    workers: the addresses of the "reader", which computes what is asked, and of "patterns", which finds matches.
    plotly: the program that draws the cloud of states; empty: the page says that there is none.
    """
    for one in recordings.values():
        for name, body in one.files:
            put(name, body)
    pairs = put(*packed("pairs", pairs_data()))
    drawing = put("plotly.js", plotly) if plotly else ""
    return {
        language: {
            **page_data(language),
            "words": _translated(WORDS, language),
            "nets": [
                {
                    "key": key,
                    "title": translator(language)(NETS[key].title),
                    "file": recorded.heads[language],
                    "isOffered": key in offered(recordings, language),
                }
                for key, recorded in recordings.items()
            ],
            "first": _first([*recordings], language),
            "asking": asking_data(language),
            "pairs": pairs,
            "plotly": drawing,
            **workers,
        }
        for language in LANGUAGES
    }


def plotly_script(build: Path | None) -> bytes:
    """A build of Plotly that draws scatter plots, Python's whole one unless one is given; empty where there is none.

    Raises Refusal for a file that is no build of Plotly, and OSError.
    """
    if build is None:
        whole = files("plotly") / "package_data" / "plotly.min.js" if find_spec("plotly") else None
        return whole.read_bytes() if whole else b""
    script = build.read_bytes()
    if b"plotly.js" not in script[:HEAD]:
        raise Refusal(NOT_PLOTLY, file=build)
    return script


def _first(nets: Sequence[str], language: str) -> str:
    usual = FIRST_NETS.get(language, "")
    return usual if usual in nets else nets[0]


def _translated(messages: Mapping[str, str], language: str) -> dict[str, str]:
    return {name: translator(language)(message) for name, message in messages.items()}


def _none_learnt(_link: object) -> SequenceModel:
    raise AssertionError("a built-in network needs no learning")


@dataclass
class Record:
    """All that is recorded of one network and its text; a `Subject` of what is asked."""

    source: Source
    _found: dict[Hashable, Any] = field(default_factory=dict)

    @cached_property
    def seen(self) -> Reading:
        return read(self.source.model, self.source.text)

    def read(self, step: int) -> Reading:
        source = self.source
        return self.found(("read", step), lambda: read(source.model_at(step), source.text))

    def found(self, key: Hashable, make: Callable[[], T]) -> T:
        if key not in self._found:
            self._found[key] = make()
        found: T = self._found[key]
        return found

    def between(self) -> None:
        """Nobody else waits."""

    def urgent(self) -> AbstractContextManager[None]:
        return nullcontext()

    def asked(self, translate: Callable[[str], str] = str, **place: Any) -> Asked:
        return Asked(UnitsLink(**place), self, {}, translate)

    def put(self, key: str, put: Put) -> dict[str, str]:
        """Write the record; the address of its head by language.

        Only heads are named by the network: another writing of its text has the same numbers, and so the same files.
        """
        source, model = self.source, self.source.model
        weights = {
            str(step): put(*packed(f"weights-{step}", _halves(source.model_at(step).parameters)))
            for step in source.steps
        }
        # What is asked of one character is seldom asked.
        names = [one["name"] for one in asking.offered(self.seen, str) if ":" not in one["name"]]
        labels = {name: Label(self, name).put(f"label-{k}", put) for k, name in enumerate(names)}
        common = {
            "program": program(model),
            "states": self.seen.states,
            "weights": weights,
            "rest": self._rests(),
        }
        return {
            language: put(
                *packed(
                    f"{key}.{language}",
                    {**common, **self._told(language), "labels": self._labels(labels, language)},
                )
            )
            for language in LANGUAGES
        }

    def _rests(self) -> list[Said]:
        """Of each character, in each state."""
        outputs = self.source.model.labels
        if len(outputs) > MOST_RESTS:
            return []
        return [
            {name: said(states.rest_points, self.seen, name, output) for name in self.seen.states}
            for output in outputs
        ]

    def _told(self, language: str) -> dict[str, Any]:
        """What the page opens with, without what follows from the states."""
        whole = ANSWERS["source"].make(self.asked(translator(language)))
        del whole["loss"]
        return {"source": whole}

    def _labels(self, recorded: dict[str, dict[str, Any]], language: str) -> list[dict[str, Any]]:
        offered = asking.offered(self.seen, translator(language))
        return [one | {"files": recorded.get(one["name"])} for one in offered]


@dataclass
class Label:
    """What is recorded of one ready label."""

    record: Record
    name: str

    def asked(self, **place: Any) -> Asked:
        return self.record.asked(label=self.name, **place)

    def put(self, stem: str, put: Put) -> dict[str, Any]:
        """Write it; {asked, units: by quantity, words: by language}, each an address."""
        return {
            "asked": put(*packed(stem, _rounded(asking.told(self.asked().label)))),
            "units": {
                name: put(*packed(f"{stem}-{name}", _rounded(self._units(name))))
                for name in self.record.seen.quantities
            },
            "words": {
                language: put(*packed(f"{stem}.{language}", _rounded(self._words(language))))
                for language in LANGUAGES
            },
        }

    def _units(self, quantity: str) -> dict[str, Any]:
        """All units of a quantity: ranked, and if it is a state, tested."""
        units = range(self.record.seen[quantity].shape[1])
        found = {"ranking": said(self._ranked, quantity, units)}
        if quantity in self.record.seen.states:
            found |= {
                "held": said(self._held, quantity, units),
                "learnt": said(ANSWERS["learnt"].make, self.asked(quantity=quantity)),
                "enough": said(self._enough, quantity, units),
            }
        return found

    def _ranked(self, quantity: str, units: range) -> dict[str, Any]:
        every = [
            ANSWERS["ranking"].make(self.asked(quantity=quantity, unit=unit)) for unit in units
        ]
        common = {name: value for name, value in every[0].items() if name != "own"}
        return {**common, "own": [_ends(one["own"]) for one in every]}

    def _held(self, quantity: str, units: range) -> list[dict[str, Any]]:
        every = {how: self.asked(quantity=quantity, how=how).every_cost for how in WAYS}
        return [{how: cost.cost(every[how][unit]) for how in WAYS} for unit in units]

    def _enough(self, quantity: str, units: range) -> dict[str, Any] | None:
        model = self.record.source.model
        examples = minimal_pairs(model.vocabulary, self.name)
        if not examples:
            return None
        patched = patch(model, examples, quantity, [*((unit,) for unit in units), tuple(units)])
        *own, every = patched.moved
        one = replace(patched, moved=(own[0], every))
        return {**cost.enough(one, examples[0]), "own": [vars(each) for each in own]}

    def _words(self, language: str) -> dict[str, Any]:
        asked = self.record.asked(translator(language), label=self.name)
        sentences: dict[str, int] = {}
        verdicts = {
            quantity: {
                how: said(_verdicts, asked.of(quantity=quantity, how=how), sentences)
                for how in WAYS
            }
            for quantity in self.record.seen.states
        }
        return {
            "spread": said(ANSWERS["spread"].make, asked),
            "verdicts": verdicts,
            "sentences": [*sentences],
        }


def _verdicts(asked: Asked, sentences: dict[str, int]) -> list[dict[str, Any]]:
    """Units have many sentences in common: a number in `sentences` stands for each."""
    make = ANSWERS["verdict"].make
    return [_numbered(make(asked.of(unit=unit)), sentences) for unit in range(asked.units)]


def said(make: Callable[..., Any], *of: Any) -> Said:
    """What is made of these, or why it cannot be, as the app would say it."""
    try:
        return {"told": make(*of)}
    except Refusal as reason:
        return {
            "refused": {language: reason.sentence(translator(language)) for language in LANGUAGES}
        }


def _numbered(value: Any, sentences: dict[str, int]) -> Any:
    """A value with the number of each sentence in its place; new ones are added to `sentences`."""
    match value:
        case str():
            return sentences.setdefault(value, len(sentences))
        case dict():
            return {name: _numbered(one, sentences) for name, one in value.items()}
        case list() | tuple():
            return [_numbered(one, sentences) for one in value]
    return value


def _rounded(value: Any) -> Any:
    """A value with `DIGITS` digits of each number."""
    match value:
        case float():
            return float(f"{value:.{DIGITS}g}")
        case dict():
            return {name: _rounded(one) for name, one in value.items()}
        case list() | tuple():
            return [_rounded(one) for one in value]
        case np.ndarray():
            return _rounded(value.tolist())
    return value


def _ends(own: dict[str, Any]) -> dict[str, Any]:
    """The edges of histograms lie evenly: the first and the last one say all."""
    return own | {"edges": [own["edges"][0], own["edges"][-1]]} if "edges" in own else own


def _halves(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Weights that are kept as float16, as the bits of their numbers."""
    return {
        name: {
            "shape": value.shape,
            "halves": base64.b64encode(value.astype("<f2").tobytes()).decode(),
        }
        for name, value in parameters.items()
    }
