"""A track holds the trace to the last digit, and the stage's sums are rnnviz's."""

import base64
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from rnnviz import GRU, LSTM, MLP, RNN, Bidirectional, SequenceModel, Stacked, Trace, Vocabulary
from rnnviz.cells import CELLS, EVOLUTION, Written
from rnnviz.cells.beginnings import SKETCHES, equations_of
from rnnviz.cells.expression import Apply, Expression, Matmul, evaluate, to_json
from rnnviz.explain import NOTATIONS, parse, unit_sum
from rnnviz.explain.hues import HUES
from rnnviz.model import OUTPUT_PHASES, OUTPUT_QUANTITIES, phase_keys
from rnnviz.stage import track
from tests.javascript import in_node

TEXT = "想要有直升机"
# The notations of row vectors.
ROWS = {"row", "xhy"}
MODELS = {
    **{
        name: SequenceModel.random(cell, Vocabulary(TEXT), 4, seed=3)
        for name, cell in CELLS.items()
    },
    "gru of torch": SequenceModel.random(GRU, Vocabulary(TEXT), 4, seed=3, reset_after=True),
    "both ways": SequenceModel.random(Bidirectional, Vocabulary(TEXT), 4, seed=3),
    "both ways, gated": SequenceModel.random(Bidirectional, Vocabulary(TEXT), 3, seed=3, of=LSTM),
    "relu": SequenceModel.random(RNN, Vocabulary(TEXT), 4, seed=3, phi="relu"),
    "two layers": SequenceModel.random(Stacked, Vocabulary(TEXT), 3, seed=3, of=RNN),
    **{
        name: SequenceModel.random(EVOLUTION[name], Vocabulary(TEXT), 3, seed=3)
        for name in ("peephole", "indrnn", "minlstm", "slstm")
    },
}


def trace_of(model: SequenceModel) -> Trace:
    return model.trace(TEXT[:-1], targets=TEXT[1:])


def decoded(tensor: dict) -> np.ndarray:
    """The tensor, and NaN for rows and columns that were not sent."""
    numbers = np.frombuffer(base64.b64decode(tensor["data"]), f"<f{tensor.get('bits', 64) // 8}")
    whole = np.full(tensor["shape"], np.nan)
    if "columns" in tensor:
        whole[:, tensor["columns"]] = numbers.reshape(-1, len(tensor["columns"]))
    else:
        rows = tensor.get("rows", slice(None))
        whole[rows] = numbers.reshape(whole[rows].shape)
    return whole


@cache
def stage_everywhere(name: str) -> list[dict]:
    """The sums of the stage's JavaScript for each (phase, t, unit) of a model's trace."""
    trace = trace_of(MODELS[name])
    return stage_numbers(track(trace), everywhere(trace))["answers"]


def stage_numbers(sent: dict, asked: list[tuple[int, int, int]]) -> dict:
    """The sums of the stage's JavaScript for each (phase, t, unit), and the products that it
    draws."""
    return in_node(Path(__file__).with_name("sums.mjs"), {"track": sent, "asked": asked})


def everywhere(trace: Trace) -> list[tuple[int, int, int]]:
    """Every (phase, t, unit) of a trace."""
    phases = (*trace.cell.description.phases, *OUTPUT_PHASES)
    return [
        (k, t, unit)
        for k, phase in enumerate(phases)
        for t, unit in np.ndindex(
            trace[parse(phase.equation, trace.model.parameters).target][:, 0].shape
        )
    ]


@pytest.mark.parametrize("name", MODELS)
def test_every_tensor_travels_without_losing_a_digit(name: str) -> None:
    trace = trace_of(MODELS[name])
    made = json.loads(json.dumps(track(trace)))
    sent = {key: tensor for key, tensor in made["tensors"].items() if "data" in tensor}
    for quantity in (*trace.cell.description.quantities[1:], *OUTPUT_QUANTITIES):
        for key in filter(None, (quantity.name, quantity.pre)):
            assert np.array_equal(decoded(sent[key]), trace[key][:, 0])
    assert np.array_equal(decoded(sent["loss"]), trace["loss"])
    assert decoded(sent["mean_loss"])[-1, 0] == pytest.approx(trace["loss"].mean(), abs=1e-15)
    assert made["tensors"]["X"]["hot"] == MODELS[name].vocabulary.indices(TEXT[:-1]).tolist()
    for key, value in MODELS[name].parameters.items():
        assert np.array_equal(decoded(made["parameters"][key]), value)


def test_weights_that_float32_holds_travel_as_such_and_lose_nothing() -> None:
    model = MODELS["gru"]
    trained = {name: np.float32(value) for name, value in model.parameters.items()}
    made = track(trace_of(model.with_parameters(**trained)))["parameters"]
    for name, value in trained.items():
        assert made[name]["bits"] == 32
        sent = decoded(made[name])
        assert np.array_equal(sent[~np.isnan(sent)], value[~np.isnan(sent)])
    assert "bits" not in track(trace_of(model))["parameters"]["W_hh"]


@pytest.mark.parametrize("name", MODELS)
def test_a_track_that_can_be_changed_by_hand_has_its_program_and_every_weight(name: str) -> None:
    trace = trace_of(MODELS[name])
    passes = json.loads(json.dumps(track(trace)["program"]["passes"]))
    joined = [one["target"] for one in passes if "joins" in one]
    computed = [e["target"] for one in passes if "joins" not in one for e in one["equations"]]
    assert {*computed, *joined} == {*trace.cell.widths, "logits"}
    assert len(computed) + len(joined) == len(trace.cell.widths) + 1


def test_of_thousands_of_characters_those_are_sent_that_can_be_shown() -> None:
    vocabulary = Vocabulary(chr(0x4E00 + k) for k in range(3000))
    model = SequenceModel.random(GRU, vocabulary, 16, seed=1)
    tokens = vocabulary[::83]
    trace = model.trace(tokens[:-1], targets=tokens[1:])
    made = track(trace)
    order = np.argsort(-trace["Y_hat"][:, 0], axis=1)[:, :12]
    assert made["likeliest"] == order.tolist()
    outputs = decoded(made["tensors"]["Y_hat"])
    sent = set(made["tensors"]["Y_hat"]["columns"])
    assert sent >= set(order.flat) | {*vocabulary.indices(tokens)}
    assert len(sent) < 600
    for k in sent:
        np.testing.assert_array_equal(outputs[:, k], trace["Y_hat"][:, 0, k])
        np.testing.assert_array_equal(decoded(made["parameters"]["W_hq"])[:, k], model.W_hq[:, k])
    assert made["parameters"]["W_xh"]["rows"] == sorted(vocabulary.indices(tokens[:-1]))
    assert len(json.dumps(made)) < 800_000
    # Without all weights nothing can be computed anew.
    assert made["program"] is None

    # The stage adds up the same sums from the sent numbers; the unsent ones are one term.
    phases = (*trace.cell.description.phases, *OUTPUT_PHASES)
    target = int(vocabulary.indices(tokens[8:9])[0])
    asked = [(0, 7, 15), (2, 7, 3), (4, 7, target), (4, 7, int(order[7, 0])), (5, 7, target)]
    for (k, t, unit), answer in zip(asked, stage_numbers(made, asked)["answers"], strict=True):
        expected = unit_sum(trace, phases[k], t, unit)
        assert answer["total"] == pytest.approx(expected.total, rel=1e-12)
        assert answer["made"] == pytest.approx(expected.value, rel=1e-12)
        assert answer["result"] == expected.value
        if expected.function != "softmax":
            assert answer["values"] == pytest.approx(
                [term.value for term in expected.terms], rel=1e-15
            )
    unlisted = [k for k in range(3000) if k not in sent]
    assert answer["values"][-1] == pytest.approx(np.exp(trace["logits"][7, 0, unlisted]).sum())


@pytest.mark.parametrize("name", MODELS)
def test_the_stage_adds_up_the_sum_behind_every_unit_as_python_does(name: str) -> None:
    """At every step and unit: terms, their total, and what the function makes of it."""
    trace = trace_of(MODELS[name])
    phases = (*trace.cell.description.phases, *OUTPUT_PHASES)
    asked = everywhere(trace)
    for (k, t, unit), answer in zip(asked, stage_everywhere(name), strict=True):
        expected = unit_sum(trace, phases[k], t, unit)
        # Exact but for tanh and exp, whose last digit may differ between NumPy and JavaScript.
        for made, term in zip(answer["factors"], expected.terms, strict=True):
            assert made == pytest.approx([factor.value for factor in term.factors], rel=1e-14)
        assert answer["values"] == pytest.approx([term.value for term in expected.terms], rel=1e-14)
        assert answer["total"] == pytest.approx(expected.total, abs=1e-12)
        assert answer["made"] == pytest.approx(expected.value, abs=1e-12)
        assert answer["result"] == expected.value


@pytest.mark.parametrize("name", MODELS)
def test_every_number_of_a_worked_equation_is_that_part_of_the_equation(name: str) -> None:
    trace = trace_of(MODELS[name])
    phases = (*trace.cell.description.phases, *OUTPUT_PHASES)
    asked = everywhere(trace)
    for (k, t, unit), answer in zip(asked, stage_everywhere(name), strict=True):
        inner = parse(phases[k].equation, trace.model.parameters).expression
        inner = inner.of if isinstance(inner, Apply) else inner
        expected = dict(_parts(trace, inner, t, unit))
        assert len(answer["parts"]) >= len(expected) > 0
        for written, value in answer["parts"]:
            key = json.dumps(json.loads(written), sort_keys=True)
            assert value == pytest.approx(expected[key], abs=1e-12), written


def _parts(trace: Trace, e: Expression, t: int, unit: int) -> Iterator[tuple[str, float]]:
    """Each part of an expression as JSON, with its value; of those that have that many units."""
    value = evaluate(
        e,
        lambda one: trace.before(one.name) if one.before else trace[one.name],
        trace.model.parameters,
        getattr(trace.cell, "phi", ""),
    )
    element = value.reshape(-1, value.shape[-1])[t if value.ndim == 3 else 0]
    if unit < len(element):
        yield json.dumps(to_json(e), sort_keys=True), float(element[unit])
    for part in vars(e).values():
        for one in part if isinstance(part, tuple) else (part,):
            if isinstance(one, Expression) and not (isinstance(e, Matmul) and one is e.right):
                yield from _parts(trace, one, t, unit)


@pytest.mark.parametrize("name", MODELS)
def test_an_element_is_named_as_the_notation_s_own_matrix_has_it(name: str) -> None:
    """Row vectors: (X W)[j] = Σ X[i] W[i,j]. Columns: (W x)[j] = Σ W[j,i] x[i], W transposed."""
    trace = trace_of(MODELS[name])
    model = MODELS[name]
    characters = {token: k for k, token in enumerate(model.vocabulary)}
    asked = everywhere(trace)

    def at(place: str) -> int:
        return characters[place] if place in characters else int(place) - 1

    for (_, _, unit), answer in zip(asked, stage_everywhere(name), strict=True):
        for key, terms in answer["placed"].items():
            for factors in terms:
                for k, factor in enumerate(factors):
                    if len(factor["place"]) == 1:
                        continue
                    held = model.parameters[factor["name"]]
                    vector = factors[k - 1 if key in ROWS else k + 1]
                    if key not in ROWS:
                        held = held.T
                    i, j = map(at, factor["place"])
                    assert factor["value"] == held[i, j]
                    assert (at(vector["place"][0]), unit) == ((i, j) if key in ROWS else (j, i))
                    assert (k > 0) if key in ROWS else (k < len(factors) - 1)


def test_what_a_diagram_draws_between_two_quantities_is_their_product() -> None:
    for name in ("lstm", "gru", "both ways, gated"):
        trace = trace_of(MODELS[name])
        drawn = stage_numbers(track(trace), [])["drawn"]
        sides = ("forward.", "backward.") if "both" in name else ("",)
        expected = []
        for side in sides:
            q = {key: trace[side + key][:, 0] for key in "ZFIOCH" if side + key in trace}
            if name == "gru":
                H_prev = trace.before("H")[:, 0]
                expected += [("keep", q["Z"] * H_prev)]
                expected += [("write", (1 - q["Z"]) * trace["H_tilde"][:, 0])]
            else:
                C_prev, C_tilde = trace.before(f"{side}C")[:, 0], trace[f"{side}C_tilde"][:, 0]
                expected += [("keep", q["F"] * C_prev), ("write", q["I"] * C_tilde)]
                expected += [("squash", np.tanh(q["C"]))]
        assert [key for key, _ in drawn] == [key for key, _ in expected]
        for (_, numbers), (_, values) in zip(drawn, expected, strict=True):
            np.testing.assert_allclose(numbers, values, rtol=0, atol=1e-12)


def test_shapes_are_written_in_the_letters_of_their_document() -> None:
    """000 has x, h, y, and 004 D, N, K; a network of several parts has a size for each."""
    model = SequenceModel.random(GRU, Vocabulary(TEXT), 4, seed=3)
    made = stage_numbers(track(trace_of(model)), [(0, 0, 0)])["shapes"]
    assert made["dnk"] == [
        *["N×N · N×1 + N×D · D×1 + N×1 → N×1, N = 4, D = 6"] * 3,
        "N×1 ⊙ N×1 + N×1 ⊙ N×1 → N×1, N = 4",
        "K×N · N×1 + K×1 → K×1, N = 4, K = 6",
        "K×1 → K×1, K = 6",
    ]
    assert made["xhy"][0] == "1×x · x×h + 1×h · h×h + 1×h → 1×h, x = 6, h = 4"
    assert made["xhy"][4] == "1×h · h×y + 1×y → 1×y, h = 4, y = 6"
    assert made["row"][0] == "1×6 · 6×4 + 1×4 · 4×4 + 1×4 → 1×4"
    stacked = stage_numbers(track(trace_of(MODELS["two layers"])), [(0, 0, 0)])["shapes"]
    assert stacked["dnk"] == stacked["column"]


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("key", NOTATIONS)
def test_every_name_of_every_equation_can_be_written_in_every_notation(name: str, key: str) -> None:
    made = track(trace_of(MODELS[name]))
    (notation,) = [one for one in made["notations"] if one["key"] == key]

    def names(tree: object) -> set[str]:
        if isinstance(tree, dict):
            own = {tree["name"]} if tree.get("op") in {"tensor", "parameter"} else set()
            return own.union(*map(names, tree.values()))
        return set().union(*map(names, tree)) if isinstance(tree, list) else set()

    for phase in made["phases"]:
        assert names(phase["expression"]) | {phase["target"]} <= notation["symbols"].keys()
    assert notation["columns"] == (key not in ROWS)


def test_scales_are_fixed_and_hold_every_value() -> None:
    trace = LSTM.random(3, 5, seed=0).run(40 * np.ones((6, 1, 3)))
    for quantity in track(trace)["quantities"][1:]:
        values = trace[quantity["name"]]
        assert np.abs(values).max() <= quantity["high"]
        assert quantity["signed"] or values.min() >= 0
        if quantity["pre"]:
            assert np.abs(trace[quantity["pre"]]).max() <= quantity["preHigh"]


def test_a_gate_has_one_hue_in_built_in_and_in_written_cells() -> None:
    hues: dict[str, set[str]] = {}
    for cell in (LSTM, GRU, *SKETCHES.values(), *map(equations_of, ("lstm", "gru"))):
        if isinstance(cell, str):
            model = SequenceModel.random(Written, Vocabulary("ab"), 2, seed=0, equations=cell)
        else:
            model = SequenceModel.random(cell, Vocabulary("ab"), 2, seed=0)
        for q in track(model.trace("ab"))["quantities"]:
            if q["name"] in {"I", "F", "O", "R", "Z"} and q["kind"] == "gate":
                hues.setdefault(q["name"], set()).add(q["hue"])
    assert hues == {name: {hue} for name, hue in HUES.items()}


def test_no_two_gates_of_a_cell_share_a_hue() -> None:
    for cell in (GRU, LSTM):
        made = track(cell.random(2, 2, seed=0).run(np.ones((1, 1, 2))))
        hues = [q["hue"] for q in made["quantities"]]
        assert len(set(hues)) == len(hues)


def test_phases_are_named_in_their_order() -> None:
    assert phase_keys(LSTM) == (
        "input", "forget", "output", "candidate", "memory", "hidden", "logits", "predict",
    )  # fmt: skip
    assert phase_keys(GRU) == ("reset", "update", "candidate", "hidden", "logits", "predict")
    assert phase_keys(MLP) == phase_keys(RNN) == ("hidden", "logits", "predict")


def test_a_track_is_the_same_for_the_same_trace_and_another_for_another() -> None:
    model = MODELS["gru"]
    assert track(trace_of(model))["id"] == track(trace_of(model))["id"]
    assert track(trace_of(model))["id"] != track(model.trace("想要", targets="要有"))["id"]


def test_the_language_changes_words_and_no_numbers() -> None:
    trace = trace_of(MODELS["lstm"])
    english, chinese = track(trace, "en"), track(trace, "zh-Hans")
    assert chinese["phases"][1]["title"] == "遗忘门"
    assert english["phases"][1]["title"] == "forget gate"
    assert english["tensors"] == chinese["tensors"]


def test_what_the_stage_cannot_draw_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match=r"sample is 2; it must be from 0 to 0"):
        track(trace_of(MODELS["rnn"]), sample=2)
    with pytest.raises(ValueError, match="language is 'fr'"):
        track(trace_of(MODELS["rnn"]), "fr")
