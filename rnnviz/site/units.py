"""What the Units page of the static edition is told: the networks that come with rnnviz, and what was asked of them.

The browser computes from the weights whatever is asked. What takes long is asked here, once, for every ready label:
rankings, tests, verdicts. Each answer is the one that the app gives; a refusal stands in its place, in all languages.
"""

import base64
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from rnnviz import web
from rnnviz.address import units_link
from rnnviz.address.units_link import FIRST_NETS, UnitsLink
from rnnviz.address.units_source import Source, opened
from rnnviz.engine.program import program
from rnnviz.locale import LANGUAGES, N_, Refusal, translator
from rnnviz.locale.writing import offered
from rnnviz.model import SequenceModel
from rnnviz.presets.units import NETS
from rnnviz.site.asking import asking_data, pairs_data
from rnnviz.site.files import Put, address_of, packed
from rnnviz.units import Cost, Reading, rank, read, spread
from rnnviz.units.ablation import TOGETHER, WAYS, How, costs, held_losses
from rnnviz.units.learning import moment
from rnnviz.units.minimal_pairs import minimal_pairs
from rnnviz.units.patching import patch
from rnnviz.units.probe import probe
from rnnviz.units.ranking import Ranking
from rnnviz.units.verdict import verdict
from rnnviz.units.view import STRINGS, asking, cost, find, states, text

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
            "strings": _translated(web.STRINGS | STRINGS, language),
            "words": _translated(WORDS, language),
            "fields": units_link.told(translator(language)),
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
    """All that is recorded of one network and its text."""

    source: Source

    @cached_property
    def seen(self) -> Reading:
        return read(self.source.model, self.source.text)

    @cached_property
    def moments(self) -> list[Reading]:
        """The text, read by the network after each step that was kept."""
        return [read(self.source.model_at(step), self.source.text) for step in self.source.steps]

    @cached_property
    def held(self) -> dict[tuple[str, How], Any]:
        """Of each state and way the losses while each unit is held, (h, N − 1)."""
        return {(name, how): self._held(name, how) for name in self.seen.states for how in WAYS}

    def _held(self, name: str, how: How) -> Any:
        units = range(self.seen[name].shape[1])
        chunks = (units[k : k + TOGETHER] for k in range(0, len(units), TOGETHER))
        return np.concatenate(
            [held_losses(self.seen, name, [(unit,) for unit in chunk], how) for chunk in chunks]
        )

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
        labels = {name: Asked(self, name).put(f"label-{k}", put) for k, name in enumerate(names)}
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
        """The look "source" without what follows from the states."""
        source, translate = self.source, translator(language)
        whole = {
            "kind": source.kind,
            "cell": translate(source.cell),
            "name": translate(source.name),
            "at": source.at,
            "steps": list(source.steps),
            "textual": source.textual,
            "unknown": list(source.unknown),
            "opening": source.opening and vars(source.opening),
            **text.told(self.seen, translate),
        }
        del whole["loss"]
        return {"source": whole}

    def _labels(self, recorded: dict[str, dict[str, Any]], language: str) -> list[dict[str, Any]]:
        offered = asking.offered(self.seen, translator(language))
        return [one | {"files": recorded.get(one["name"])} for one in offered]


@dataclass
class Asked:
    """What is recorded of one ready label."""

    record: Record
    name: str

    @cached_property
    def label(self) -> asking.Label:
        return asking.asked(self.record.seen, self.name, "", "")

    @cached_property
    def ranking(self) -> Ranking:
        return rank(self.record.seen, self.label)

    def put(self, stem: str, put: Put) -> dict[str, Any]:
        """Write it; {asked, units: by quantity, words: by language}, each an address."""
        quantities = self.record.seen.quantities
        return {
            "asked": put(*packed(stem, _rounded(asking.told(self.label)))),
            "units": {
                name: put(*packed(f"{stem}-{name}", _rounded(self._units(name))))
                for name in quantities
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
                "learnt": said(self._learnt, quantity),
                "enough": said(self._enough, quantity, units),
            }
        return found

    def _ranked(self, quantity: str, units: range) -> dict[str, Any]:
        every = [find.ranking(self.ranking, quantity, unit) for unit in units]
        common = {name: value for name, value in every[0].items() if name != "own"}
        return {**common, "own": [_ends(one["own"]) for one in every]}

    def _held(self, quantity: str, units: range) -> list[dict[str, Any]]:
        return [{how: cost.cost(self.costs[quantity, how][unit]) for how in WAYS} for unit in units]

    @cached_property
    def costs(self) -> dict[tuple[str, How], list[Cost]]:
        """Of each state and way what each unit costs. Raises Refusal for a rare label."""
        return {
            key: costs(self.record.seen, self.label, losses)
            for key, losses in self.record.held.items()
        }

    def _learnt(self, quantity: str) -> dict[str, Any]:
        asked = self.name if self.name == "loss" else self.label
        found = [moment(seen, asked, quantity, 0, [quantity]) for seen in self.record.moments]
        return find.learnt(self.record.source.steps, found)

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
        translate = translator(language)
        sentences: dict[str, int] = {}
        verdicts = {
            quantity: {
                how: said(self._verdicts, quantity, how, translate, sentences) for how in WAYS
            }
            for quantity in self.record.seen.states
        }
        return {
            "spread": said(self._spread, translate),
            "verdicts": verdicts,
            "sentences": [*sentences],
        }

    def _spread(self, translate: Callable[[str], str]) -> dict[str, Any]:
        *_, known = spread(self.record.seen, self.label, self.record.moments[0])
        return find.spread(known, translate)

    def _verdicts(
        self, quantity: str, how: How, translate: Callable[[str], str], sentences: dict[str, int]
    ) -> list[dict[str, Any]]:
        """Units have many sentences in common: a number in `sentences` stands for each."""
        every = dict(enumerate(self.costs[quantity, how]))
        return [
            _numbered(
                cost.verdict(verdict(self.ranking, self.probed, every, quantity, unit), translate),
                sentences,
            )
            for unit in every
        ]

    @cached_property
    def probed(self) -> Any:
        return probe(self.record.seen, self.label)


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
