"""What the static edition computes in the browser is what rnnviz computes."""

import base64
import csv
import io
import json
import re
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rnnviz import SequenceModel, Trace
from rnnviz.address.changes import Bounds, carried_out
from rnnviz.address.changes import read as changes_of
from rnnviz.address.controls import SENSORS
from rnnviz.address.link import Link
from rnnviz.address.reading import model_at_hand, trace_of
from rnnviz.cells import EVERY_CELL, TWO_WAY
from rnnviz.cells.beginnings import LEAKY, SKETCHES
from rnnviz.export import to_csv, to_json, to_notebook, to_npz, to_torch_script
from rnnviz.fit import _learning
from rnnviz.network import WRITTEN
from rnnviz.readings import TRENDS
from rnnviz.site.own_cells import own_cells
from rnnviz.site.stages import LAYERS, SCRIPT, fields
from rnnviz.site.templates import template
from rnnviz.stage.track import track
from rnnviz.text import Vocabulary, characters, visible
from tests import notebooks
from tests.cells.examples import ODD as ODD_CELL
from tests.forks import Forks
from tests.javascript import in_node

PROGRAM = Path(__file__).with_name("networks.mjs")
CHARACTERS = Path(__file__).with_name("characters.mjs")
# More characters than the likeliest that are listed, families, flags, marks, a space and a tab.
ODD = "👩‍👩‍👧 zwölf Boxkämpfer\tjagen 🇨🇳🇹🇼 é́ quer\nüber den Sylter Deich 春眠不觉晓"
HELLO = {"text": "hello world", "hidden": "6"}
TAGS = {"goal": "before", "text": "他向我表白", "hidden": "3"}


def sent(value: object) -> Any:
    """As it is once it has travelled as JSON."""
    return json.loads(json.dumps(value, default=np.ndarray.tolist))


def in_browser(
    query: dict[str, str], steps: int = 0, changes: str | None = None, *, is_taught: bool = False
) -> dict[str, Any]:
    link, problems = Link.from_query(query)
    assert not problems
    is_own = link.cell == WRITTEN
    asked = {
        "about": fields("en"),
        "own": own_cells("en", LAYERS) if is_own else None,
        "template": None if is_own else template(link.cell, len(link.network.sizes), "en"),
        "query": {name: [word] for name, word in query.items()},
        "steps": steps,
        "isTaught": is_taught,
    }
    if changes is not None:
        asked |= {"changes": changes, "code": SCRIPT}
    found: dict[str, Any] = in_node(PROGRAM, sent(asked))
    return found


def untaught(query: dict[str, str]) -> SequenceModel:
    link, _problems = Link.from_query(query | {"weights": "random"})
    model = model_at_hand(link.changed(seed=int(query.get("seed", 0))))
    assert model
    return model


def read(query: dict[str, str]) -> Trace:
    """What an untaught network computes of a link."""
    link, _problems = Link.from_query(query)
    model = untaught(query)
    if link.task:
        words, tags = link.task.sentence(link.text)
        return model.trace(words, targets=tags)
    if link.sensor:
        return model.trace(link.sensor, targets=link.sensor.targets)
    own = link.tokens[:-1] or link.tokens
    return model.trace(own, targets=link.tokens[1:] or None)


def numbers(tensor: dict[str, Any]) -> Any:
    if "hot" in tensor:
        return list(tensor["hot"])
    dtype = "<f4" if tensor.get("bits") == 32 else "<f8"
    return np.frombuffer(base64.b64decode(tensor["data"]), dtype).astype(float)


@pytest.mark.parametrize(
    "query",
    [
        *({"cell": "lstm", "seed": str(seed)} for seed in (0, 1, 7, 999_999)),
        {"cell": "peephole", "hidden": "5x2x3", "seed": "11"},
        {"cell": "bilstm", "hidden": "3", "seed": "2"},
        {"cell": "rnn", "hidden": "4x2", "seed": "5", **TAGS, "goal": "after", "text": "花开"},
    ],
)
def test_a_seed_gives_the_very_weights_that_numpy_draws(query: dict[str, str]) -> None:
    query = HELLO | query | {"weights": "random"}
    found = in_browser(query)
    own = untaught(query).parameters
    assert list(found["weights"]) == list(own)
    for name, value in own.items():
        assert found["weights"][name] == value.ravel().tolist(), name


def test_a_text_is_cut_and_written_as_python_does_it() -> None:
    found = in_node(CHARACTERS, ODD)
    assert found["tokens"] == list(characters(ODD))
    assert found["visible"] == [visible(token) for token in characters(ODD)]


@pytest.mark.parametrize(
    "query",
    [
        *(HELLO | {"cell": cell} for cell in EVERY_CELL | TWO_WAY),
        *(HELLO | {"cell": cell, "hidden": "4x3x5"} for cell in EVERY_CELL),
        *(HELLO | {"cell": "written", "equations": one} for one in (*SKETCHES.values(), ODD_CELL)),
        HELLO | {"cell": "written", "equations": ODD_CELL, "hidden": "3x2"},
        TAGS | {"cell": "written", "equations": LEAKY},
        {"cell": "gru", "text": ODD, "hidden": "3"},
        {"cell": "lstm", "text": "x", "hidden": "4"},
        {"cell": "bigru", "text": "x", "hidden": "2"},
        TAGS | {"cell": "birnn"},
        TAGS | {"cell": "lstm", "hidden": "3x2"},
        *({"cell": "gru", "hidden": "5", "readings": one.text} for one in SENSORS),
        {"cell": "rnn", "hidden": "3x4", "readings": "1 2 3; -4 5 6e1; 7 8 9; 7 .5 +1"},
    ],
)
def test_a_track_is_what_python_would_have_sent(query: dict[str, str]) -> None:
    query = query | {"seed": "3", "weights": "random"}
    found = in_browser(query)["track"]
    want = sent(track(read(query)))
    for name in ("tensors", "parameters"):
        theirs, ours = found.pop(name), want.pop(name)
        assert set(theirs) == set(ours)
        for key, tensor in ours.items():
            assert theirs[key]["shape"] == tensor["shape"], key
            assert theirs[key].get("columns") == tensor.get("columns"), key
            np.testing.assert_allclose(
                numbers(theirs[key]), numbers(tensor), rtol=1e-12, atol=1e-12, err_msg=key
            )
    for name in ("id", "caption", "label"):
        found.pop(name, None)
        want.pop(name, None)
    # Python has not computed what the edition shows, and a number says so.
    assert found["warrant"].pop("isOfBrowser")
    assert found == want


TEXT = {"text": "to be or not to be", "hidden": "8"}


@pytest.mark.parametrize(
    "query",
    [
        *(TEXT | {"cell": cell} for cell in ("rnn", "gru", "lstm", "mgu")),
        TEXT | {"cell": "gru", "hidden": "5x4"},
        TEXT | {"cell": "birnn", "hidden": "5"},
        TAGS | {"cell": "birnn"},
        {"cell": "rnn", "hidden": "5", "readings": SENSORS[1].text},
    ],
)
def test_it_is_learnt_by_the_same_steps(query: dict[str, str]) -> None:
    steps = 50
    found = in_browser(query, steps)["losses"]
    link, _problems = Link.from_query(query)
    if link.task:
        examples = list(link.task.sentences)
        labels = link.task.tags
    elif link.sensor:
        examples, labels = [(link.sensor, link.sensor.targets)], TRENDS
    else:
        examples, labels = [(link.tokens[:-1], link.tokens[1:])], None
    words = Vocabulary(link.tokens) if labels is None else link.vocabulary
    model = link.network.random(words, link.seed, labels)
    losses = [loss for _model, loss in islice(_learning(model, examples), steps)]
    np.testing.assert_allclose(found, losses, rtol=0, atol=1e-9)


# A rounding error grows with each gradient step: what takes hundreds of them ends near, but not as near.
LEARNT = [
    {"cell": "mlp", "text": "abc"},
    {"cell": "rnn", "text": "hello there"},
    {"cell": "gru", "text": "to be or not to be"},
    {"cell": "lstm", "text": "想要有直升机和你飞到宇宙去", "hidden": "12"},
    {"cell": "mgu", "text": "banana banana", "hidden": "6"},
    {"cell": "gru", "text": "hello there", "hidden": "5x4"},
    {"cell": "bilstm", "text": "abcab", "hidden": "4"},
    {"cell": "written", "text": "hello there", "equations": LEAKY},
    {"cell": "written", "text": "abab", "equations": LEAKY, "hidden": "4x3"},
    # A gradient step leads below 0 what the logarithm takes, and learning ends.
    {
        "cell": "written",
        "text": "abcab",
        "equations": "A = X @ W\nH = log(exp(A) - b) + A",
        "hidden": "2",
    },
    TAGS | {"cell": "birnn"},
    {"cell": "rnn", "readings": "1; 2; 3; 2; 1; 2; 3; 3", "hidden": "6"},
]


@pytest.mark.parametrize("query", LEARNT)
def test_a_link_shows_the_numbers_that_it_shows_in_the_app(query: dict[str, str]) -> None:
    link, problems = Link.from_query(query)
    assert not problems
    ours, theirs = in_browser(query, is_taught=True)["track"], sent(track(trace_of(link)))
    found, want = ours["tensors"], theirs["tensors"]
    if theirs["learnt"] and theirs["learnt"]["loss"] <= theirs["learnt"]["reached"]:
        assert ours["learnt"]["steps"] == theirs["learnt"]["steps"]
    assert set(found) == set(want)
    for name, tensor in want.items():
        np.testing.assert_allclose(
            numbers(found[name]), numbers(tensor), rtol=1e-12, atol=1e-12, err_msg=name
        )


ODD_CSV = {"text": '=a "b",\n-é', "hidden": "2", "cell": "gru"}


@pytest.mark.parametrize(
    ("query", "changes"),
    [
        (HELLO | {"cell": "lstm"}, "F.5.2-5=1;H0.3=0.5;W_hf.2.5=-0.3;x.3=r"),
        (ODD_CSV, "Z.*.2-4=0.25;R.1.2=0"),
        (HELLO | {"cell": "bigru", "hidden": "3"}, "backward.Z.2.9-10=0;x.2=w"),
        (HELLO | {"cell": "rnn", "hidden": "3x2"}, ""),
        (HELLO | {"cell": "lstm", "hidden": "3x3x3"}, "W_hq.1.1=2"),
        (HELLO | {"cell": "slstm", "hidden": "3"}, "x.1=w"),
        (HELLO | {"cell": "bilstm", "hidden": "3"}, ""),
        (HELLO | {"cell": "gru", "hidden": "2x3"}, "layer1.Z.1.2-4=0.5;layer2.H.*.3=1"),
        (TAGS | {"cell": "birnn"}, "forward.H.1.2=1"),
        ({"cell": "gru", "hidden": "3", "readings": SENSORS[1].text}, "H.*.3=0"),
        ({"cell": "lstm", "hidden": "2", "text": "x"}, "C0.1=1"),
        (HELLO | {"cell": "written", "equations": ODD_CELL}, "C.2.3=0.5;H.*.2=1"),
        (HELLO | {"cell": "written", "equations": LEAKY, "hidden": "3x2"}, ""),
    ],
)
def test_files_say_what_those_of_the_app_say_and_pytorch_computes_the_same(
    query: dict[str, str], changes: str, forks: Forks, tmp_path: Path
) -> None:
    query = query | {"seed": "3", "weights": "random"}
    found = in_browser(query, changes=changes)
    trace = read(query)
    made, left = changes_of(changes, [Bounds.of(trace)])
    assert not left
    trace = carried_out(trace, made)

    ours, theirs = (
        list(csv.reader(io.StringIO(one, newline=""))) for one in (to_csv(trace), found["csv"])
    )
    assert [row[:4] for row in theirs] == [row[:4] for row in ours]
    values = [[float(row[4]) for row in rows[1:]] for rows in (theirs, ours)]
    np.testing.assert_allclose(*values, rtol=1e-12, atol=1e-12)

    ours, theirs = json.loads(to_json(trace)), json.loads(found["json"])
    assert theirs["about"] == ours["about"]
    for part in ("tensors", "weights", "free"):
        assert list(theirs[part]) == list(ours[part])
        for name, one in ours[part].items():
            own = theirs[part][name]
            assert (own["axes"], own["shape"]) == (one["axes"], one["shape"]), name
            np.testing.assert_allclose(own["values"], one["values"], rtol=1e-12, atol=1e-12)

    with (
        np.load(io.BytesIO(base64.b64decode(found["npz"]))) as theirs,
        np.load(io.BytesIO(to_npz(trace))) as ours,
    ):
        assert set(theirs) == set(ours)
        assert json.loads(str(theirs["about"])) == json.loads(str(ours["about"]))
        for name in set(ours) - {"about"}:
            assert theirs[name].dtype == np.float64
            np.testing.assert_allclose(theirs[name], ours[name], rtol=1e-12, atol=1e-12)

    again = notebooks.run(found["ipynb"])
    assert again["holds"] == list(trace.holds)
    for name, value in trace.items():
        np.testing.assert_allclose(again["trace"][name], value, rtol=0, atol=1e-12, err_msg=name)

    keep = "\nnp.savez('numbers.npz', H=H, Y_hat=Y_hat)\n"
    forks.run(found["py"] + keep, tmp_path)
    with np.load(tmp_path / "numbers.npz") as computed:
        for name in ("H", "Y_hat"):
            np.testing.assert_allclose(computed[name], trace[name][:, 0], rtol=0, atol=1e-12)
    if not changes:
        # But for the weights, and how Python quotes a string.
        ours, theirs = (
            re.sub(r'DATA = """[^"]*"""', "", one) for one in (to_torch_script(trace), found["py"])
        )
        assert theirs.replace('"', "'") == ours.replace('"', "'")
        words = [
            [cell["source"] for cell in json.loads(one)["cells"] if cell["cell_type"] == "markdown"]
            for one in (to_notebook(trace), found["ipynb"])
        ]
        assert words[0] == words[1]
