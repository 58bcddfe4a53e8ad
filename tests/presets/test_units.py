"""The networks of the Units page: each has a unit that truly knows something it was not told."""

import io
import re
import tokenize
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from rnnviz.presets.units import BRACKETS, LIBRARY, MANDARIN, NETS, Net
from rnnviz.units import read

Mask = npt.NDArray[np.bool_]


def in_strings(program: str) -> Mask:
    """Where Python's own reader of programs finds the inside of quotation marks."""
    starts = np.cumsum([0, *(len(line) for line in program.splitlines(keepends=True))])
    found = np.zeros(len(program), bool)
    for token in tokenize.generate_tokens(io.StringIO(program).readline):
        if token.type == tokenize.STRING:
            (row, column), (last_row, last_column) = token.start, token.end
            found[starts[row - 1] + column : starts[last_row - 1] + last_column - 1] = True
    return found


def waits(text: str) -> Mask:
    """Where a 因为 still waits for its 所以."""
    found = np.zeros(len(text), bool)
    for clause in re.finditer("因为[^\n]*?，(?=所以)", text):
        found[clause.start() + 1 : clause.end()] = True
    return found


def in_square(text: str) -> Mask:
    """Where the innermost open bracket is a square one."""
    found, opened = [], []
    for character in text:
        if character in "([":
            opened.append(character)
        elif character in ")]":
            opened.pop()
        found.append(opened[-1:] == ["["])
    return np.array(found)


KNOWN: list[tuple[Net, Callable[[str], Mask]]] = [
    (LIBRARY, in_strings),
    (MANDARIN, waits),
    (BRACKETS, in_square),
]


def aucs(values: npt.NDArray[np.float64], label: Mask) -> npt.NDArray[np.float64]:
    """How often each unit is higher where the label is on than where it is off, (h,)."""
    on, off = values[label], np.sort(values[~label], axis=0)
    sides = [
        [np.searchsorted(off[:, unit], on[:, unit], side).mean() for side in ("left", "right")]
        for unit in range(values.shape[1])
    ]
    return np.mean(sides, axis=1) / len(off)


@pytest.mark.parametrize(("net", "label"), KNOWN, ids=lambda one: getattr(one, "key", ""))
def test_the_unit_with_which_the_page_opens_knows_more_than_chance_and_than_the_untrained(
    net: Net, label: Callable[[str], Mask]
) -> None:
    text = net.text()
    where = label(text)
    values = read(net.model(), text)[net.opening.quantity]
    found = aucs(values, where)
    assert np.abs(found - 0.5).argmax() == net.opening.unit
    # The best of all units, for the label shifted around the text.
    rng = np.random.default_rng(0)
    by = rng.integers(len(text) // 20, len(text) - len(text) // 20, 4)
    chance = [np.abs(aucs(values, np.roll(where, shift)) - 0.5).max() for shift in by]
    untrained = aucs(read(net.model(0), text)[net.opening.quantity], where)
    knows = abs(found[net.opening.unit] - 0.5)
    assert knows > max(chance)
    assert knows > np.abs(untrained - 0.5).max() + 0.05


@pytest.mark.parametrize("net", NETS.values(), ids=lambda net: net.key)
def test_a_network_knows_its_text_better_at_the_end_than_before_training(net: Net) -> None:
    text = net.text()[:2000]
    before, after = (read(net.model(step), text).loss.mean() for step in (0, net.last))
    assert after < before - 0.5
    assert net.steps[0] == 0


def test_a_character_that_the_network_does_not_know_is_left_out_of_its_text() -> None:
    assert set(LIBRARY.text()) <= set(LIBRARY.model().vocabulary)
    assert set(LIBRARY.corpus()) <= set(LIBRARY.model().vocabulary)
    assert LIBRARY.known("a → b\tc") == "a  b\tc"


def test_only_the_steps_that_were_kept_can_be_opened() -> None:
    with pytest.raises(KeyError, match=r"library was kept after the steps \(0, 50, .*not after 7"):
        LIBRARY.model(7)


def test_weights_that_are_kept_come_back_as_near_as_float16_has_them(tmp_path: Path) -> None:
    models = {step: BRACKETS.model(step) for step in BRACKETS.steps}
    assert BRACKETS.write(models, tmp_path).read_bytes() == BRACKETS.file.read_bytes()


def test_all_files_together_stay_small() -> None:
    assert sum(net.file.stat().st_size for net in NETS.values()) < 3_000_000
