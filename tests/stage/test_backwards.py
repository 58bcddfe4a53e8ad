"""A track walked backwards on the stage has rnnviz's gradients, path by path."""

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest

from rnnviz import Hold, SequenceModel, Trace, Vocabulary
from rnnviz.cells.activations import Array
from rnnviz.explain.backwards import backward_phases, backwards, loss_slopes
from rnnviz.stage import track
from tests.stage.test_engine import KINDS, cells

TEXT, TARGETS = "想要有直升机想要", "要有直升机想要有"


def model_of(kind: str, hidden: int = 3) -> SequenceModel:
    vocabulary = Vocabulary("想要有直升机")
    cell = cells(len(vocabulary), hidden, 1)[kind]
    rng = np.random.default_rng(4)
    W_hq, b_q = rng.normal(size=(cell.output_size, 6)), rng.normal(size=(1, 6))
    return SequenceModel(cell, W_hq=W_hq, b_q=b_q, vocabulary=vocabulary)


def walked(trace: Trace, changes: str = "", losses: list[int] | None = None) -> dict:
    """What the stage makes of it."""
    run = subprocess.run(
        ["node", str(Path(__file__).with_name("backwards.mjs"))],
        input=json.dumps({"track": track(trace), "changes": changes, "losses": losses}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def close(found: object, expected: Array) -> None:
    np.testing.assert_allclose(np.array(found), expected, rtol=0, atol=1e-10)


@pytest.mark.parametrize("losses", [None, [3], [1, 6]], ids=str)
@pytest.mark.parametrize("kind", KINDS)
def test_every_gradient_and_every_path_is_rnnviz_s(kind: str, losses: list[int] | None) -> None:
    model = model_of(kind)
    held = model.cell.description.quantities[1].name
    holds = [Hold(held, 0.25, [1], range(2, 4))]
    trace, changed = (model.trace(TEXT, targets=TARGETS, holds=one) for one in ([], holds))
    changes = f"{held}.2.3-4=0.25"
    for read, made in ((trace, ""), (changed, changes)):
        compare(read, walked(trace, made, losses), losses)


def compare(trace: Trace, stage: dict, losses: list[int] | None) -> None:
    model = trace.model
    assert model is not None
    assert stage["left"] == []
    gradients = model.backward(trace, loss_slopes(trace, losses))
    arrivals = backwards(trace, losses)
    for name, value in stage["values"].items():
        if name in gradients:
            close(value, gradients[name][:, 0])
            close(stage["norms"][name], np.linalg.norm(gradients[name][:, 0], axis=1))
        expected = arrivals.get(name, ())
        assert [(one["source"], one["later"]) for one in stage["paths"][name]] == [
            (one.source, one.later) for one in expected
        ]
        for one, path in zip(stage["paths"][name], expected, strict=True):
            close(one["value"], path.value[:, 0])
    for phase, own in zip(stage["phases"], backward_phases(model), strict=True):
        assert (phase["key"], phase["target"]) == (own.key, own.target.name)
        close(phase["evaluated"], np.array(phase["value"]))
        close(phase["summed"], np.array(phase["value"]))
        close(phase["inner"] or [], np.zeros_like(phase["inner"] or []))
    for name, one in stage["parameters"].items():
        (shape, T) = (model.parameters[name].shape, trace.steps)
        close(np.reshape(one["whole"], shape), gradients[name])
        own = sum(path.value for path in arrivals[name])
        close(np.reshape(one["steps"], (T, *shape)), own)
        close(np.reshape(one["upTo"], (T, *shape)), np.cumsum(own[::-1], axis=0))
