"""What travels from Python to JavaScript has the shape that its .d.ts file declares."""

import asyncio
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pages.shared.scene import of_link
from rnnviz import GRU, LSTM, MLP, Bidirectional, SequenceModel, Vocabulary, live
from rnnviz.link import Link
from rnnviz.stage import scene
from rnnviz.training import Runs
from tests.loops import finished
from tests.test_audience import QUESTION, Called
from tests.training_runs import train
from tests.typescript import Shaped, complaints

TEXT = "想要有直升机"
CHINESE = "".join(map(chr, range(0x4E00, 0x5800)))


def told(value: Any) -> Any:
    """What a browser reads of it."""
    return json.loads(json.dumps(value))


def scene_of(
    *cells: type, hidden_size: int = 2, vocabulary: str = TEXT, **options: Any
) -> dict[str, Any]:
    """Networks that have read the same text, as JSON."""
    known = Vocabulary(vocabulary)
    models = [SequenceModel.random(one, known, hidden_size, seed=3, **options) for one in cells]
    return told(scene([one.trace(TEXT[:-1], targets=TEXT[1:]) for one in models]))


def first(values: Any, **wanted: object) -> Any:
    return next(one for one in values if all(one.get(name) == own for name, own in wanted.items()))


def test_a_scene_is_what_the_stage_reads(tmp_path: Path) -> None:
    whole = scene_of(LSTM, GRU)
    track, other = whole["tracks"]
    both = scene_of(Bidirectional, of=GRU)["tracks"][0]
    program, backward, diagram = track["program"], track["backward"], track["diagrams"][0]
    # Of so many characters only some rows and columns of weights are sent.
    many = scene_of(GRU, hidden_size=20, vocabulary=TEXT + CHINESE)["tracks"][0]
    vectors = told(scene(GRU.random(2, 3, seed=1).run(np.ones((2, 1, 2)))))
    gate = first(track["quantities"], kind="gate")
    node = first(diagram["nodes"], kind="product")
    symbols = track["notations"][0]["symbols"]
    shaped = [
        Shaped("Scene", whole),
        Shaped("Scene", vectors),
        Shaped("Scene", scene_of(MLP)),
        Shaped("LabelledTrack", track),
        Shaped("LabelledTrack", both),
        Shaped("Track['cell']", track["cell"]),
        Shaped("Track['sizes']", track["sizes"]),
        Shaped("Quantity", gate),
        Shaped("WideFloats", track["tensors"]["H"]),
        Shaped("ShortFloats", track["tensors"]["H0"]),
        Shaped("OneHot", track["tensors"]["X"]),
        Shaped("SomeRows", many["parameters"]["W_xr"]),
        Shaped("SomeColumns", many["parameters"]["W_hq"]),
        Shaped("Program", program),
        Shaped("Pass", program["passes"][0]),
        Shaped("Join", both["program"]["passes"][-2]),
        Shaped("Equation", program["passes"][0]["equations"][0]),
        Shaped("Contribution", program["passes"][0]["contributions"][0]),
        Shaped("Account", track["ledger"]),
        Shaped("NoAccount", both["ledger"]),
        Shaped("Phase", track["phases"][0]),
        Shaped("Backward", backward),
        Shaped("BackwardPhase", backward["phases"][0]),
        Shaped("Backward['diagrams'][number]", backward["diagrams"][0]),
        Shaped("Way", next(ways for ways in backward["diagrams"][0]["wires"] if ways)[0]),
        Shaped("Factor", next(ways for ways in backward["diagrams"][0]["wires"] if ways)[0]["factors"][0]),
        Shaped("Diagram", diagram),
        Shaped("Node", node),
        Shaped("Edge", diagram["edges"][0]),
        Shaped("Part", both["diagrams"][0]["path"][0]),
        Shaped("Notation", track["notations"][0]),
        Shaped("Symbol", symbols["H"]),
    ]
    assert other["backward"] is not None
    assert complaints(tmp_path, "rnnviz/stage/scene.d.ts", *shaped) == ""
