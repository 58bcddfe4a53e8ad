"""Whatever the network, the text and what is changed by hand: the browser computes what Python computes."""

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from rnnviz import Trace
from rnnviz.address.changes import Bounds, carried_out, read
from tests.cells.made_up import CHARACTERS, SEEDS, finite, model_of, networks
from tests.fuzz import examples
from tests.stage import test_backwards, test_changed, test_ledger, test_probes
from tests.stage.test_engine import asked_of

# Each value as exact as 1 is: beyond it, what rounding leaves of a sum would be larger than what is held to be equal.
LARGEST = 50


@st.composite
def traces(draw: st.DrawFn) -> Trace:
    d, T = draw(st.integers(2, len(CHARACTERS))), draw(st.integers(1, 6))
    model = model_of(draw(networks(d, 1)), np.random.default_rng(draw(SEEDS)))
    read = st.lists(st.sampled_from(model.vocabulary.tokens), min_size=T, max_size=T)
    text, targets = draw(read), draw(read)
    return finite(lambda: model.trace(text, targets=targets), LARGEST)


@st.composite
def changes(draw: st.DrawFn, trace: Trace) -> str:
    """What a reader might change by hand, as links name it."""
    bounds = Bounds.of(trace)

    def upto(most: int) -> int:
        return draw(st.integers(1, most))

    made = []
    for kind in draw(st.lists(st.sampled_from(["hold", "input", "initial", "weight"]), max_size=4)):
        value = draw(st.integers(5, 95)) / 100
        if kind == "hold":
            name = draw(st.sampled_from([*bounds.quantities]))
            unit = draw(st.sampled_from(["*", upto(bounds.quantities[name][0])]))
            first = upto(bounds.T)
            made.append(f"{name}.{unit}.{first}-{draw(st.integers(first, bounds.T))}={value}")
        elif kind == "input":
            made.append(f"x.{upto(bounds.T)}={draw(st.sampled_from(bounds.vocabulary))}")
        elif kind == "initial" and bounds.states:
            state = draw(st.sampled_from([*bounds.states]))
            made.append(f"{state}0.{upto(bounds.states[state])}={value}")
        elif kind == "weight":
            name = draw(st.sampled_from([*bounds.weights]))
            made.append(f"{name}.{'.'.join(map(str, map(upto, bounds.weights[name])))}={value}")
    return ";".join(made)


@examples(20)
@given(data=st.data())
def test_what_the_stage_shows_is_what_python_computes(data: st.DataObject) -> None:
    trace = data.draw(traces())
    text = data.draw(changes(trace))
    made, left = read(text, [Bounds.of(trace)])
    assert left == []
    changed = finite(lambda: carried_out(trace, made), LARGEST)
    gradients = changed.model.gradients(changed)
    assume(all(np.abs(one).max() < LARGEST for one in gradients.values()))
    losses = data.draw(st.none() | st.sets(st.integers(0, trace.steps - 1), min_size=1).map(sorted))

    (stage,) = test_changed.on_the_stage(trace, {}, [text])
    test_changed.hold_to(trace, changed, stage)
    (stage,) = test_backwards.walked(trace, [(text, losses)])
    test_backwards.compare(changed, stage, losses)
    t, k = (
        data.draw(st.integers(0, trace.steps - 1)),
        data.draw(st.integers(0, len(changed.model.labels) - 1)),
    )
    (stage,) = test_ledger.answers(trace, [(t, k)], text)
    test_ledger.hold_to(changed, stage, t, k)
    (stage,) = test_probes.answers_to([asked_of(changed, changed.holds)])
    if stage is not None:
        test_probes.hold_to(changed, stage)
