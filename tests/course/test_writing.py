"""The chapter on training and writing: its numbers, and what its sentences say of them."""

from pathlib import Path

import numpy as np
import pytest

from rnnviz.course import pages, prose, read
from rnnviz.course.chapters.writing.numbers import BEGINNING, LENGTH, TEMPERATURES, writing
from rnnviz.locale import LANGUAGES
from rnnviz.presets.readers import ECHOES, REFERENCE, pieces
from tests.javascript import in_node


def test_the_costs_of_what_it_wrote_are_those_of_reading_it() -> None:
    reader, model = writing()["reader"], REFERENCE.load()
    for own in reader["own"]:
        text = f"{reader['beginnings'][1]}{own['texts'][1]}"
        read = model.trace(text[:-1], targets=text[1:])["loss"][BEGINNING - 1 :, 0]
        assert len(read) == LENGTH
        assert abs(read - own["losses"][1]).max() < 1e-3


def test_its_own_writing_is_cheaper_than_the_truth_and_has_words_that_do_not_exist() -> None:
    reader = writing()["reader"]
    hottest = reader["own"][TEMPERATURES.index(1.0)]
    assert reader["learnt"] < reader["truth"]["loss"]
    assert hottest["loss"] < reader["truth"]["loss"]
    assert hottest["words"] < 0.8 < min(own["words"] for own in reader["own"][:2])
    # The answer among the questions rounds these.
    assert round(hottest["loss"], 1) == 1.2
    assert round(reader["truth"]["loss"], 1) == 1.6


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("heat", ["none", "half", "one"])
def test_the_answer_on_its_own_writing_has_the_numbers_of_the_figure_above(
    heat: str, language: str
) -> None:
    data = pages.told("writing", language)
    asked = {"chapter": "writing", "data": data, "query": f"heat={heat}"}
    said = in_node(Path(__file__).with_name("said.mjs"), asked)
    (answer,) = (
        block[4]
        for section in read(prose("writing", language).read_text("utf-8")).sections
        for block in section["blocks"]
        if block[:2] == ["question", "cheaper"]
    )
    told = "".join(
        said["computed"][part[1]] if part[0] == "number" else str(part) for part in answer[0][1:]
    )
    assert data["words"][f"heat_{heat}"] in told
    own = said["computed"]["ownLoss"]
    assert own in told
    assert own in said["described"]["plausible"]
    assert not any(data["words"][f"heat_{other}"] in told for other in {"half", "one"} - {heat})


def test_a_state_kept_remembers_what_zeros_forget() -> None:
    found = {(one["length"], one["kept"]): one for one in pieces.recorded()}
    assert set(found) == {(length, kept) for length in pieces.LENGTHS for kept in (True, False)}
    for length in pieces.LENGTHS:
        kept, zeros = found[length, True], found[length, False]
        assert ECHOES.entropy < kept["loss"] < zeros["loss"]
        assert kept["again"] < zeros["again"]
    for language in ("en", "zh-Hans"):
        answer = prose("questions", language).read_text("utf-8")
        for kept in (True, False):
            assert f"{found[8, kept]['again']:.2f}" in answer


def test_the_lines_that_are_shown_say_what_the_means_say() -> None:
    shown = writing()["pieces"]
    text = shown["text"]
    assert len(text) == pieces.SHOWN
    assert pieces.READER.texts()[1][shown["begins"] - 1] == "."
    ends = [k for k, one in enumerate(text) if one == "." and k > 2]
    for one in shown["trainings"]:
        costs = [one["losses"][k - 2] + one["losses"][k - 1] for k in ends]
        assert sum(costs) / len(costs) == pytest.approx(one["again"], rel=0.2)


def test_of_all_beginnings_the_most_typical_is_taken() -> None:
    lines = [5.0, 1.0, 2.0, 2.0, 2.0, 2.0, 2.0, 1.0]
    text = "ab " + "x" * 8 + " ab."
    costs = [[0.0] * (len(text) - 3) + [cost, 0.0, 0.0] for cost in lines]
    read = np.array([one for line in costs for one in line])
    assert len(text) * 4 < pieces.SHOWN < len(text) * 5
    assert pieces.typical(text * len(lines), [read]) == 2 * len(text)


def test_pieces_begun_from_zeros_know_nothing_of_the_ones_before() -> None:
    model = pieces.READER.load()
    read, held_out = pieces.READER.texts()
    kept = pieces.read_in_pieces(pieces.READER, model, 8, is_kept=True)
    zeros = pieces.read_in_pieces(pieces.READER, model, 8, is_kept=False)
    text = read[-1] + held_out
    third = model.trace(text[16:24], targets=text[17:25])["loss"][:, 0]
    assert abs(zeros[16:24] - third).max() < 1e-6
    assert abs(kept[:8] - zeros[:8]).max() < 1e-6
    assert abs(kept[16:24] - third).max() > 0.1
    names = kept[0] + kept[1] + kept[3] + kept[4]
    assert pieces.repeated("da.di.", kept[:6]) == pytest.approx(names / 2)
