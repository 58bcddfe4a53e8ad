"""Does the network need the unit? Costs, pairs, minimal pairs and the verdict, for the page."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rnnviz.units.ablation import Cost, Mean, Pair
from rnnviz.units.minimal_pairs import MinimalPair
from rnnviz.units.patching import Patching
from rnnviz.units.verdict import Verdict

# The eight units that tell the label best are held in pairs.
PAIRED = 8


def cost(one: Cost) -> dict[str, Any]:
    """on, off: {cost, low, high, loss} in nats; off is null where no other place has the label's
    characters."""
    return {
        "on": _mean(one.on),
        "off": one.off and _mean(one.off),
        "places": one.places,
        "matched": one.matched,
    }


def _mean(one: Mean) -> dict[str, float]:
    return one._asdict()


def costs(found: Mapping[int, Cost]) -> list[dict[str, Any]]:
    """Some units' costs at the label's places and elsewhere."""
    return [
        {"unit": unit, "on": one.at_label, "low": one.low, "high": one.high, "off": one.elsewhere}
        for unit, one in found.items()
    ]


def pairs(found: Sequence[Pair]) -> list[dict[str, Any]]:
    """What two units cost together, beyond what each costs."""
    return [{"units": list(one.units), **_mean(one.beyond.on)} for one in found]


def enough(found: Patching, example: MinimalPair) -> dict[str, Any]:
    """How much of the difference between the texts of minimal pairs comes with one unit's value,
    and with all units."""
    own, every = found.moved
    return {
        "difference": found.difference,
        "told": found.told,
        "pairs": found.pairs,
        "own": vars(own),
        "every": vars(every),
        "first": example.first.rpartition("\n")[2],
        "second": example.second.rpartition("\n")[2],
        "answers": list(example.answers),
    }


def verdict(found: Verdict, translate: Callable[[str], str]) -> dict[str, Any]:
    """The words, and the sentences with the numbers behind them."""
    return {
        "tells": found.tells,
        "matters": found.matters,
        "word": translate(found.word),
        "company": translate(found.company) if found.company else "",
        "reasons": found.reasons(translate),
    }
