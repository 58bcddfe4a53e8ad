"""The parameters of an address as the fields of a link, a frozen dataclass that checks itself, and back."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from rnnviz.address.link import Problem
from rnnviz.fields import Fits, LinkError, single

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

L = TypeVar("L", bound="DataclassInstance")


def read(
    usual: L, fields: Mapping[str, Fits], query: Mapping[str, str | Sequence[str]]
) -> tuple[L, list[Problem]]:
    """The link in an address: invalid parts stay as they are in `usual`, and are reported.

    query: the parameters by name, each with its value, or all of its values. Those with other names are left alone.
    """
    link, problems = usual, []
    for name, fits in fields.items():
        given = query.get(name, ())
        given = [given] if isinstance(given, str) else given
        if not given:
            continue
        try:
            link = replace(link, **{name: fits.read(single(name, given))})
        except LinkError as reason:
            problems.append(Problem(name, reason, fits.write(getattr(link, name))))
    return link, problems


def written(link: L, fields: Mapping[str, Fits]) -> dict[str, str]:
    """A link's parameters, without those that have their usual value."""
    usual = type(link)()
    return {
        name: fits.write(getattr(link, name))
        for name, fits in fields.items()
        if getattr(link, name) != getattr(usual, name)
    }
