"""What travels from Python to JavaScript has the shape that its .d.ts file declares."""

import json
import re
from pathlib import Path
from threading import Event
from typing import Any, get_args

import numpy as np

from pages.server.followed import Watch, chapter
from pages.shared.assets import HALL_ASSETS
from pages.shared.scene import of_link
from rnnviz import GRU, LSTM, MLP, Bidirectional, DeltaNet, SequenceModel, Vocabulary, live
from rnnviz.address.link import Link
from rnnviz.address.reading import trace_of
from rnnviz.cells.expression import (
    Across,
    Apply,
    Arriving,
    Concat,
    Dyad,
    Expression,
    Gradient,
    Matmul,
    Maximum,
    Negative,
    OneMinus,
    Outer,
    Parameter,
    Product,
    Quotient,
    Share,
    Stretched,
    Sum,
    Tensor,
    Total,
    Transposed,
    to_json,
)
from rnnviz.course import read
from rnnviz.course.pages import told as told_page
from rnnviz.engine.program import program
from rnnviz.stage import scene
from rnnviz.training import Runs
from rnnviz.training.worker import Worker
from tests.training_runs import train
from tests.typescript import ROOT, Shaped, complaints

TEXT = "想要有直升机"
# The type, not the word in a sentence.
ANY = re.compile(r"(?:[:<|,(=>]\s*|\{)any\b(?:\[\])*\s*[;,>)}|=]")
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
    track = whole["tracks"][0]
    both = scene_of(Bidirectional, of=GRU)["tracks"][0]
    backward, diagram = track["backward"], track["diagrams"][0]
    # With this many characters only some rows and columns of weights are sent.
    many = scene_of(GRU, hidden_size=20, vocabulary=TEXT + CHINESE)["tracks"][0]
    vectors = told(scene(GRU.random(2, 3, seed=1).run(np.ones((2, 1, 2)))))
    way = next(ways for ways in backward["diagrams"][0]["wires"] if ways)[0]
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
        Shaped("Account", track["ledger"]),
        Shaped("NoAccount", both["ledger"]),
        Shaped("Phase", track["phases"][0]),
        Shaped("Backward", backward),
        Shaped("BackwardPhase", backward["phases"][0]),
        Shaped("Backward['diagrams'][number]", backward["diagrams"][0]),
        Shaped("Way", way),
        Shaped("Factor", way["factors"][0]),
        Shaped("Diagram", diagram),
        Shaped("Node", node),
        Shaped("Edge", diagram["edges"][0]),
        Shaped("Part", both["diagrams"][0]["path"][0]),
        Shaped("Notation", track["notations"][0]),
        Shaped("Symbol", symbols["H"]),
    ]
    assert complaints(tmp_path, "rnnviz/stage/scene.d.ts", *shaped) == ""


def test_the_page_of_a_stage_is_told_what_it_reads(tmp_path: Path) -> None:
    link = Link(cell="gru", weights="trained")
    page = told(of_link(link, [], [trace_of(link)], "en"))
    assert page["moments"][0]
    sensor = Link().changed(readings="20.5 21 22 22.5 21.5")
    readings = told(of_link(sensor, [], [trace_of(sensor)], "en"))
    assert readings["scene"]["tracks"][0]["readings"]
    shaped = [
        Shaped("StageData", page),
        Shaped("StageData", readings),
        Shaped("Networks", page["networks"]),
    ]
    assert complaints(tmp_path, "rnnviz/stage/scene.d.ts", *shaped) == ""


def test_a_program_is_what_the_engine_reads(tmp_path: Path) -> None:
    passes = scene_of(Bidirectional, of=GRU)["tracks"][0]["program"]["passes"]
    H, W = Tensor("H"), Parameter("W")
    trees = [
        *(H, W, Transposed(W), Gradient(H), Gradient(W), Arriving(H, later=True), Matmul(H, W)),
        *(Matmul(H, Transposed(W)), Sum((H, H)), Negative(H), OneMinus(H), Total(H)),
        *(of(H, H) for of in (Product, Quotient, Maximum, Concat, Outer, Dyad)),
        *(Across(H, of_matrix=True), Stretched(H, to_matrix=False)),
        *(Share(H, H, H, is_left=True), Apply("tanh", H)),
    ]
    assert {type(one) for one in trees} == set(get_args(Expression))
    shaped = [
        Shaped("Program", scene_of(LSTM)["tracks"][0]["program"]),
        Shaped("Program", {"inputs": 1, "passes": passes, "output": ""}),
        Shaped("Pass", passes[0]),
        Shaped("Pass", program(DeltaNet.random(2, 3, seed=0))["passes"][0]),
        Shaped("Join", next(one for one in passes if "joins" in one)),
        Shaped("Equation", passes[0]["equations"][0]),
        Shaped("Contribution", passes[0]["contributions"][0]),
        *(Shaped(f"Tree<'{made['op']}'>", made) for made in map(to_json, trees)),
    ]
    assert complaints(tmp_path, "rnnviz/engine/program.d.ts", *shaped) == ""


def test_a_chapter_is_what_its_page_reads(tmp_path: Path) -> None:
    whole = json.loads(chapter("softmax", "en", ""))
    words = {name: value for name, value in whole.items() if name != "numbers"}
    prose = [
        read(path.read_text("utf-8")) for path in ROOT.glob("rnnviz/course/chapters/*/prose.*.md")
    ]
    shaped = [
        Shaped("ChapterData", whole, is_part=True),
        Shaped("ChapterWords", words),
        Shaped("Neighbour", words["next"]),
        Shaped("Section", words["sections"][0]),
        *(Shaped("Section[]", one.sections) for one in prose),
    ]
    assert len(prose) > 30
    assert complaints(tmp_path, "rnnviz/course/prose.d.ts", *shaped) == ""


def test_tasks_are_what_their_page_reads(tmp_path: Path) -> None:
    whole = json.loads(json.dumps(told_page("practice", "en")))
    shaped = [
        Shaped("PracticeData", whole),
        *(Shaped("Family", one) for one in whole["families"]),
    ]
    assert complaints(tmp_path, "rnnviz/course/practice/practice.d.ts", *shaped) == ""
    programs = [Shaped("Program", one["program"]) for one in whole["families"]]
    assert complaints(tmp_path, "rnnviz/practice/program.d.ts", *programs) == ""


def test_lecture_plans_are_what_their_card_reads(tmp_path: Path) -> None:
    made = HALL_ASSETS.current().files["plans.en.js"].decode()
    data = json.loads(made.removeprefix("export const data = ").removesuffix(";\n"))
    field = first(data["words"]["fields"], name="cell")
    shaped = [
        Shaped("PlansData", data),
        Shaped("LecturePlan", data["plans"][0]),
        Shaped("Stop", data["plans"][0]["views"][0]),
        Shaped("Limits", data["limits"]),
        Shaped("ViewWords", data["words"]),
        Shaped("ViewField", field),
    ]
    assert complaints(tmp_path, "rnnviz/hall/plans.d.ts", *shaped) == ""


def test_a_training_is_what_its_view_reads(tmp_path: Path) -> None:
    runs, run, dated = Runs(tmp_path), train(tmp_path), train(tmp_path, corpus="dates", steps=1)
    present = told(live.present(runs, run))
    moment = told(live.moment(runs, run, present["checkpoints"][-1], 0.8))
    record = told(live.record(runs, run))
    # A training that stops after one step keeps what that step did.
    stopped = runs.start(runs.config(run), runs.text(run), until=1)
    Worker(runs.folder).work_off(Event())
    feeding = told(live.feeding(runs, run, 11, 0, 0.8))
    followed = told(Watch(runs, [run]).look()[0])
    shaped = [
        Shaped("Present", present),
        Shaped("Present['metrics']", present["metrics"]),
        Shaped("Present['reach'][number]", present["reach"][0]),
        Shaped("Sample", present["samples"][0]),
        Shaped("Writing", present["writings"][0]),
        Shaped("Fact", present["verdict"][0]),
        Shaped("FirstPage", told(live.first_page("dates", "chinese", "zh-Hant"))),
        Shaped("Lines", present["lines"]),
        Shaped("Probe", present["probe"]),
        Shaped("Prediction", present["probe"]["predictions"][0]),
        Shaped("Checkpoint", moment),
        Shaped("RunRecord", record),
        Shaped("RunRecord['samples'][number]", record["samples"][0]),
        Shaped("FollowedRun", followed),
        Shaped("PlannedRun", told(live.plan(runs.config(run), runs.text(run)))),
        Shaped("Continuation", told(live.continuation(runs, run, 11, "she", 0.8, 1))),
        Shaped("Continuation", told(live.continuation(runs, run, 11, "", 0.8, 1))),
        Shaped("FeedingAnswer", feeding),
        Shaped("ReplayedStep", told(live.replay(runs, stopped, 1))),
        Shaped("Fed", feeding["own"]),
        Shaped("FeedingAnswer['temperatures'][number]", feeding["temperatures"][0]),
        Shaped("Agreement", live.present(runs, dated)["agreements"][0]),
    ]
    assert complaints(tmp_path, "rnnviz/live/run.d.ts", *shaped) == ""


def test_where_anything_is_allowed_a_comment_says_why() -> None:
    unexplained = []
    scripts = [*ROOT.glob("rnnviz/**/*.js"), *ROOT.glob("pages/**/*.js")]
    for path in [*scripts, *ROOT.glob("rnnviz/**/*.d.ts"), *ROOT.glob("pages/**/*.d.ts")]:
        lines = path.read_text("utf-8").splitlines()
        for number, line in enumerate(lines):
            is_ours = path.suffix == ".ts" and not line.lstrip().startswith(("/", "*"))
            is_type = is_ours or re.search(r"@(param|returns|type|typedef)\b", line)
            if is_type and ANY.search(line):
                above = "\n".join(lines[max(0, number - 3) : number])
                if not re.search(r"\bany\b", above):
                    unexplained.append(f"{path.relative_to(ROOT)}:{number + 1}: {line.strip()}")
    assert not unexplained
