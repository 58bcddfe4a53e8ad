"""The link of the Units page holds all of it, and says what does not fit."""

import os
import stat
from pathlib import Path

import numpy as np
import pytest

from rnnviz import GRU, SequenceModel, Stacked, Vocabulary, weights
from rnnviz.address import kept, units_source
from rnnviz.address.kept import NETWORKS, TEXTS, Kept
from rnnviz.address.link import Link
from rnnviz.address.units_link import FIELDS, UnitsLink, told
from rnnviz.address.units_source import MOST, opened
from rnnviz.cells import Written
from rnnviz.fields import LinkError
from rnnviz.locale import Refusal
from rnnviz.presets.units import BRACKETS
from rnnviz.units import read
from tests.power import Disk
from tests.training_runs import train


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(kept.SETTING, str(tmp_path / "units"))
    return tmp_path / "units"


def learnt(_link: Link) -> SequenceModel:
    raise AssertionError("nothing has to be learnt here")


def test_the_address_counts_from_one_and_comes_back_as_it_was() -> None:
    link = UnitsLink(
        net="brackets", unit=4, k=99, second="R.2", label="spans", spans="3-9", how="zero"
    )
    query = link.to_query()
    assert (query["unit"], query["k"]) == ("5", "100")
    assert UnitsLink.from_query(query) == (link, [])
    assert [one["name"] for one in told(str)] == list(FIELDS)


@pytest.mark.parametrize(
    ("name", "word", "sentence"),
    [
        ("unit", "0", r'unit is "0"; it must be a whole number from 1'),
        ("k", "x", r'k is "x"; it must be a whole number from 1'),
        ("second", "H", "it must be a quantity and a unit of it, such as H.12"),
        ("spans", "1,2", "it must name characters from and to"),
        ("net", "nobody", "it must be one of"),
        ("file", "../../etc/passwd", "is no file that was kept here"),
        ("text", "x" * 300, "has 300 characters; at most 200 fit"),
        ("text", "👩‍👩‍👧‍👦" * 200, "too long for a link"),
        ("pattern", "(" * 300, "has 300 characters; at most 200 fit"),
    ],
)
def test_what_does_not_fit_falls_back_and_is_said(name: str, word: str, sentence: str) -> None:
    link, problems = UnitsLink.from_query({name: word})
    assert [problem.name for problem in problems] == [name]
    assert sentence in problems[0].sentence(str)
    assert getattr(link, name) == getattr(UnitsLink.from_query({})[0], name)


def test_a_network_that_was_brought_reads_a_text_that_was_brought() -> None:
    model = SequenceModel.random(GRU, Vocabulary("()[]<>\n"), 3, seed=5)
    text = "([<>])\nx😀" * 100
    link = UnitsLink(file=NETWORKS.put(weights.to_bytes(model)), kept=TEXTS.put(text.encode()))
    source = opened(link, learnt)
    assert np.array_equal(source.model.parameters["W_hr"], model.parameters["W_hr"])
    # What the network does not know is left out, and named.
    assert "".join(source.text) == "([<>])\n" * 100
    assert source.unknown == ("x", "😀")


def test_a_text_too_long_or_unknown_gets_a_sentence() -> None:
    long = UnitsLink(net="brackets", kept=TEXTS.put(b"()" * MOST))
    with pytest.raises(LinkError, match="The text has 40000 characters; at most 20000 fit"):
        opened(long, learnt)
    with pytest.raises(LinkError, match="the network knows: 0; it needs at least two"):
        opened(UnitsLink(net="brackets", text="猫"), learnt)
    with pytest.raises(LinkError, match="no longer has this text"):
        opened(UnitsLink(net="brackets", kept="0" * 32), learnt)
    with pytest.raises(LinkError, match="does not predict the next character"):
        opened(UnitsLink(step="readings=20.5+21+22+22.5+21.5"), learnt)
    with pytest.raises(LinkError, match=r"cell is .nobody.; it must be one of"):
        opened(UnitsLink(step="cell=nobody"), learnt)


def test_a_text_is_as_long_as_all_units_of_the_network_allow_and_not_its_last_layer_s(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    letters = Vocabulary("ab")
    equations = "A = tanh(X @ W_xa + H_prev @ W_ha + b_a)\nH = tanh(A @ W_ah + b_h)"
    wide = [Written.random(size, 128, seed=0, equations=equations) for size in (2, 128)]
    cell = Stacked(*wide, GRU.random(128, 1, seed=0))
    model = SequenceModel(cell, W_hq=np.ones((1, 2)), b_q=np.zeros((1, 2)), vocabulary=letters)
    # Two quantities of each written layer; of the GRU two gates, a candidate and the state; and H.
    each = 2 * 2 * 128 + 4 * 1 + 1
    monkeypatch.setattr(units_source, "MOST_NUMBERS", 10 * each)
    name = NETWORKS.put(weights.to_bytes(model))
    assert len(opened(UnitsLink(file=name, text="ab" * 5), learnt).text) == 10
    with pytest.raises(LinkError, match="The text has 12 characters; at most 10 fit"):
        opened(UnitsLink(file=name, text="ab" * 6), learnt)
    kept = read(model, "ab" * 5)
    assert sum(values.size for values in kept.values()) == 10 * each


def test_another_moment_of_a_network_has_other_weights() -> None:
    first = opened(UnitsLink(net="brackets", at=BRACKETS.steps[0]), learnt)
    last = opened(UnitsLink(net="brackets"), learnt)
    assert (first.at, last.at) == (BRACKETS.steps[0], BRACKETS.last)
    assert not np.allclose(first.model.W_hq, last.model.W_hq)
    with pytest.raises(LinkError, match="was kept after these steps: 0, 50"):
        opened(UnitsLink(net="brackets", at=7), learnt)


def test_what_is_kept_is_its_owners_alone_and_the_oldest_go_first(own_folder: Path) -> None:
    few = Kept("few", "text", most_bytes=10, most=2, most_in_all=15)
    with pytest.raises(Refusal, match="It has 11 bytes; at most 10 fit"):
        few.put(b"x" * 11)
    keys = []
    for age, data in ((300, b"first"), (200, b"second"), (100, b"third")):
        keys.append(few.put(data))
        [path] = (own_folder / "few").glob(f"{keys[-1]}.*")
        if os.name == "posix":
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
            assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        then = path.stat().st_mtime - age
        os.utime(path, (then, then))
    assert [few.get(key) for key in keys[1:]] == [b"second", b"third"]
    with pytest.raises(LinkError, match="no longer has this text"):
        few.get(keys[0])
    # One that is brought again is as new, and by its bytes the other one has to go.
    assert few.put(b"second") == keys[1]
    few.put(b"y" * 10)
    with pytest.raises(LinkError):
        few.get(keys[2])


def test_who_brings_many_pushes_out_only_their_own(own_folder: Path) -> None:
    few = Kept("few", "text", most_bytes=10, most=4, most_in_all=1000)
    own = few.put(b"mine", "10.0.0.1")
    [path] = (own_folder / "few").iterdir()
    os.utime(path, (path.stat().st_mtime - 1000,) * 2)
    brought = [few.put(b"%d" % number, "10.0.0.2") for number in range(9)]
    assert few.get(own) == b"mine"
    assert few.get(brought[-1]) == b"8"
    with pytest.raises(LinkError, match="no longer has this text"):
        few.get(brought[0])
    # What somebody else has brought too stays when that one's goes.
    few.put(b"mine", "10.0.0.2")
    path.unlink()
    assert few.get(own) == b"mine"


def test_what_was_brought_is_whole_after_a_power_cut_or_is_brought_again(
    own_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = Kept("few", "text", most_bytes=100, most=4, most_in_all=1000)
    confirmed: list[str] = []

    def after(copy: Path) -> None:
        with monkeypatch.context() as elsewhere:
            elsewhere.setenv("RNNVIZ_UNITS", str(copy))
            for key in confirmed:
                assert few.get(key) == b"a text of mine"
            few.get(few.put(b"a text of mine"))

    (own_folder / "few").mkdir(parents=True)
    with Disk(own_folder, after) as disk:
        confirmed.append(few.put(b"a text of mine"))
        disk.cut()
    [path] = (own_folder / "few").iterdir()
    path.write_bytes(b"")
    with pytest.raises(LinkError, match="no longer has this text"):
        few.get(confirmed[0])
    few.put(b"a text of mine")
    assert few.get(confirmed[0]) == b"a text of mine"


def test_what_is_too_old_goes(own_folder: Path) -> None:
    old = TEXTS.put(b"of long ago")
    [path] = (own_folder / "texts").glob(f"{old}.*")
    os.utime(path, (0, 0))
    TEXTS.put(b"of today")
    with pytest.raises(LinkError):
        TEXTS.get(old)


def test_a_training_opens_with_its_checkpoints_and_is_named_by_what_it_has_read(
    runs_folder: Path,
) -> None:
    run = train(runs_folder)
    source = opened(UnitsLink(run=run), learnt)
    # A text of the reader's own has no name.
    assert (source.kind, source.name, source.cell) == ("run", "own text", "GRU")
    assert source.at == source.steps[-1] == 11
    first = opened(UnitsLink(run=run, at=source.steps[0]), learnt)
    assert not np.array_equal(first.model.parameters["W_hh"], source.model.parameters["W_hh"])
    with pytest.raises(LinkError, match="kept its weights after these steps"):
        opened(UnitsLink(run=run, at=12), learnt)
