import math
from typing import Any

import numpy as np
import pytest
import torch

from rnnviz import SequenceModel, Vocabulary
from rnnviz.cells import EVERY_CELL, EVOLUTION
from rnnviz.text import characters
from rnnviz.training.config import TrainingConfig
from rnnviz.training.trainer import DivergenceError, Trainer
from rnnviz.training.trials import TIMES

TEXT = "she sells sea shells by the sea shore, the shells she sells are sea shells. " * 6
KINDS: list[dict[str, Any]] = [
    {"cell": "rnn"},
    {"cell": "gru"},
    {"cell": "gru", "reset_after": True},
    {"cell": "lstm"},
]
# Those that run from their equations.
DERIVED: list[dict[str, Any]] = [{"cell": cell} for cell in EVOLUTION]


def config(**changed: Any) -> TrainingConfig:
    small = {
        "corpus": "own", "cell": "lstm", "learning_rate": 0.01, "hidden_size": 8,
        "batch_size": 3, "sequence_length": 7, "steps": 300,
        "warm_up": 5, "validation": 0.1,
    }  # fmt: skip
    return TrainingConfig(**small | changed)


def run(trainer: Trainer, steps: int) -> list[float]:
    """The loss of each step."""
    return [trainer.step().loss for _ in range(steps)]


@pytest.mark.parametrize("kind", [*KINDS, *DERIVED])
def test_loss_and_gradient_are_those_of_the_documents_model(kind: dict[str, Any]) -> None:
    trainer = Trainer(config(batch_size=1, sequence_length=40, clip_norm=None, **kind), TEXT)
    model = trainer.model()
    batch = trainer.batches[1]
    inputs, targets = (
        [trainer.vocabulary[k] for k in side[:, 0]] for side in (batch.inputs, batch.targets)
    )
    trace = model.trace(inputs, targets)
    expected = model.gradients(trace)
    step = trainer.recorded_step()
    assert step.loss_before == pytest.approx(trace["loss"].mean(), abs=1e-5)
    for name in model.parameters:
        found = step.parts["gradient"][name]
        np.testing.assert_allclose(found, expected[name], rtol=0, atol=1e-5, err_msg=name)
    norm = math.sqrt(sum(float((expected[name] ** 2).sum()) for name in model.parameters))
    assert step.norm == pytest.approx(norm, rel=1e-5)


@pytest.mark.parametrize("batches", ["random", "consecutive"])
def test_a_batch_s_loss_is_the_mean_over_its_samples(batches: str) -> None:
    trainer = Trainer(config(batches=batches), TEXT)
    model = trainer.model()
    batch = trainer.batches[1]
    losses = [
        model.trace(
            [trainer.vocabulary[k] for k in batch.inputs[:, sample]],
            [trainer.vocabulary[k] for k in batch.targets[:, sample]],
        )["loss"].mean()
        for sample in range(3)
    ]
    assert trainer.step().loss == pytest.approx(np.mean(losses), abs=1e-5)


@pytest.mark.parametrize("cell", ["rnn", "gru", "lstm"])
def test_consecutive_batches_carry_the_state_of_the_one_before(cell: str) -> None:
    """With a rate next to nothing the weights stay, and only the state tells the steps apart."""
    trainer = Trainer(config(cell=cell, batch_size=1, learning_rate=1e-6, clip_norm=1e-3), TEXT)
    model = trainer.model()
    first, second = trainer.batches[1], trainer.batches[2]
    assert not second.fresh.any()
    text = [trainer.vocabulary[k] for k in np.append(first.inputs[:, 0], second.inputs[:, 0])]
    after = [trainer.vocabulary[k] for k in np.append(first.targets[:, 0], second.targets[:, 0])]
    loss = model.trace(text, after)["loss"][:, 0]
    assert trainer.step().loss == pytest.approx(loss[:7].mean(), abs=1e-4)
    assert trainer.step().loss == pytest.approx(loss[7:].mean(), abs=1e-4)


@pytest.mark.parametrize("cell", ["rnn", "gru", "lstm"])
def test_a_row_that_begins_again_reads_its_batch_from_a_zero_state(cell: str) -> None:
    small = config(cell=cell, batch_size=2, sequence_length=4, learning_rate=1e-6, clip_norm=1e-3)
    trainer = Trainer(small, TEXT)
    model = trainer.model()
    fresh = [trainer.batches[step].fresh for step in range(1, 20)]
    restart = next(k for k, rows in enumerate(fresh) if k > 0 and rows.any())
    (row,) = np.nonzero(fresh[restart])[0]
    run(trainer, restart)
    other = 1 - row
    read = [trainer.batches[step] for step in range(1, restart + 2)]

    def loss(sample: int, batches: list[Any]) -> float:
        text, after = (
            [trainer.vocabulary[k] for batch in batches for k in side(batch)[:, sample]]
            for side in (lambda batch: batch.inputs, lambda batch: batch.targets)
        )
        return float(model.trace(text, after)["loss"][-4:].mean())

    expected = (loss(row, read[-1:]) + loss(other, read)) / 2
    assert trainer.step().loss == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("optimizer", ["sgd", "momentum", "adam"])
def test_the_same_seed_gives_the_same_losses(kind: dict[str, Any], optimizer: str) -> None:
    def losses(seed: int) -> list[float]:
        trainer = Trainer(config(optimizer=optimizer, seed=seed, **kind), TEXT)
        return [trainer.step().loss for _ in range(40)]

    assert losses(1) == losses(1)
    assert losses(1) != losses(2)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("optimizer", ["sgd", "momentum", "adam"])
def test_every_cell_learns_with_every_optimizer(kind: dict[str, Any], optimizer: str) -> None:
    rate = {"sgd": 1.0, "momentum": 0.2, "adam": 0.02}[optimizer]
    trainer = Trainer(config(optimizer=optimizer, learning_rate=rate, hidden_size=16, **kind), TEXT)
    start = trainer.validation_loss()
    for _ in range(150):
        trainer.step()
    assert trainer.validation_loss() < 0.6 * start


@pytest.mark.parametrize("kind", DERIVED)
def test_a_cell_that_runs_from_its_equations_learns(kind: dict[str, Any]) -> None:
    trainer = Trainer(config(learning_rate=0.02, hidden_size=16, steps=150, **kind), TEXT)
    start = trainer.validation_loss()
    for _ in range(100):
        trainer.step()
    assert trainer.validation_loss() < 0.6 * start


def test_validation_is_on_text_that_training_does_not_see() -> None:
    trainer = Trainer(config(validation=0.25), "ab" * 90 + "cd" * 30)
    assert {trainer.vocabulary[k] for k in trainer.training_text} == {"a", "b"}
    assert {trainer.vocabulary[k] for k in trainer.validation_text} == {"c", "d"}


def test_validation_loss_is_that_of_the_documents_model() -> None:
    text = "".join(np.random.default_rng(0).choice(list("abc "), size=2000))
    trainer = Trainer(config(validation=0.1), text)
    held_out = [trainer.vocabulary[k] for k in trainer.validation_text]
    assert len(held_out) == 200
    # 199 targets: three rows of 66, each from a zero state.
    model = trainer.model()
    losses = [
        model.trace(held_out[at : at + 66], held_out[at + 1 : at + 67])["loss"].mean()
        for at in (0, 66, 132)
    ]
    assert trainer.validation_loss() == pytest.approx(np.mean(losses), abs=1e-5)


def test_nothing_kept_aside_is_no_validation_loss() -> None:
    assert Trainer(config(validation=0.0), TEXT).validation_loss() is None


def test_the_documents_sentence_is_learnt_by_heart() -> None:
    text = "想要有直升机"
    trainer = Trainer(config(batch_size=1, sequence_length=5, validation=0.0, hidden_size=32), text)
    loss = [trainer.step().loss for _ in range(300)][-1]
    assert loss < 0.01
    assert trainer.sample(5, temperature=0, seed=0, prefix="想") == "要有直升机"


def test_each_part_of_the_recipe_sets_its_own_weights() -> None:
    text = TEXT
    plain = {"orthogonal": False, "input_scale": None, "output_frequencies": False, "forget_bias": None}  # fmt: skip
    drawn = Trainer(config(**plain), text).model().parameters
    parts = {
        "orthogonal": (True, {"W_hi", "W_hf", "W_ho", "W_hc"}),
        "input_scale": (0.3, {"W_xi", "W_xf", "W_xo", "W_xc"}),
        "output_frequencies": (True, {"b_q"}),
        "forget_bias": (1.0, {"b_f"}),
    }
    for part, (value, names) in parts.items():
        changed = Trainer(config(**plain | {part: value}), text).model().parameters
        assert {name for name in drawn if not np.array_equal(drawn[name], changed[name])} == names


def test_orthogonal_weights_keep_lengths_and_the_output_bias_knows_the_frequencies() -> None:
    trainer = Trainer(config(hidden_size=64), TEXT)
    p = trainer.model().parameters
    np.testing.assert_allclose(p["W_hf"] @ p["W_hf"].T, np.eye(64), atol=1e-5)
    assert p["W_xi"].std() == pytest.approx(0.3, rel=0.1)
    assert (p["b_f"] == 1).all()
    assert trainer.vocabulary[int(p["b_q"].argmax())] == "s"
    assert np.exp(p["b_q"]).sum() == pytest.approx(1)


def test_a_model_goes_through_the_trainer_to_the_last_bit_of_float32() -> None:
    for kind in [*KINDS, *DERIVED]:
        model = SequenceModel.random(
            EVERY_CELL[kind["cell"]], Vocabulary(TEXT), 8, seed=4, **config(**kind).options
        )
        back = Trainer(config(**kind), TEXT, start=model).model()
        assert back.vocabulary == model.vocabulary
        for name, value in model.parameters.items():
            np.testing.assert_array_equal(back.parameters[name], value.astype(np.float32))
        again = Trainer(config(**kind), TEXT, start=back).model()
        for name, value in back.parameters.items():
            np.testing.assert_array_equal(again.parameters[name], value)


def test_a_model_of_another_cell_or_with_other_characters_is_refused() -> None:
    model = SequenceModel.random(EVERY_CELL["rnn"], Vocabulary(TEXT), 8, seed=4)
    with pytest.raises(
        ValueError, match=r"The model is rnn .* 8 hidden units; the .* needs lstm with 8"
    ):
        Trainer(config(), TEXT, start=model)
    with pytest.raises(ValueError, match="that the model does not know: 1, such as !; it knows"):
        Trainer(config(cell="rnn"), TEXT + "!", start=model)


@pytest.mark.parametrize("optimizer", ["sgd", "momentum", "adam"])
@pytest.mark.parametrize("cell", ["gru", "lstm"])
def test_a_training_taken_up_again_goes_on_as_if_nothing_had_been(
    cell: str, optimizer: str
) -> None:
    whole = Trainer(config(cell=cell, optimizer=optimizer), TEXT)
    for _ in range(25):
        whole.step()
    snapshot = whole.snapshot()
    resumed = Trainer(config(cell=cell, optimizer=optimizer), TEXT)
    resumed.restore(snapshot)
    assert [resumed.step() for _ in range(60)] == [whole.step() for _ in range(60)]


def test_a_text_with_more_different_characters_than_fit_in_memory_is_refused() -> None:
    text = "".join(chr(k) for k in range(0x4E00, 0x9000)) * 3
    with pytest.raises(
        ValueError, match=r"with 16896 different characters, would take \d+ MB of memory"
    ):
        Trainer(config(hidden_size=512), text)
    with pytest.raises(ValueError, match=r"in batches of 256 × 128, with .* units in batches of"):
        Trainer(config(batch_size=256, sequence_length=128), text)


def test_a_snapshot_of_another_training_is_refused() -> None:
    snapshot = Trainer(config(hidden_size=9), TEXT).snapshot()
    with pytest.raises(ValueError, match=r"The snapshot holds .*; this training needs"):
        Trainer(config(), TEXT).restore(snapshot)


@pytest.mark.parametrize("optimizer", ["sgd", "momentum", "adam"])
def test_what_is_tried_is_what_the_next_step_does_and_changes_nothing(optimizer: str) -> None:
    own = config(optimizer=optimizer, warm_up=0)
    trying, plain = Trainer(own, TEXT), Trainer(own, TEXT)
    for _ in range(12):
        loss, *after = trying.trial()
        step, other = trying.recorded_step(), plain.step()
        assert (loss, after[TIMES.index(1)]) == (step.loss_before, step.loss_after)
        assert step.loss_before == other.loss
        assert len({*after}) == len(TIMES)
    assert torch.equal(trying.parameters.flat, plain.parameters.flat)
    # At three times the rate as if it had been set so.
    before = plain.snapshot()
    tried = plain.trial()[1 + TIMES.index(3)]
    faster = Trainer(
        config(optimizer=optimizer, warm_up=0, learning_rate=3 * own.learning_rate), TEXT
    )
    faster.restore(before)
    assert faster.recorded_step().loss_after == pytest.approx(tried, rel=1e-6)


def test_a_recorded_step_is_a_step_like_any_other() -> None:
    recorded, usual = Trainer(config(), TEXT), Trainer(config(), TEXT)
    for _ in range(12):
        step = recorded.recorded_step()
        assert step.loss_before == usual.step().loss
    for name, value in usual.model().parameters.items():
        np.testing.assert_array_equal(recorded.model().parameters[name], value)


def test_a_step_against_the_gradient_lowers_the_loss_of_its_batch() -> None:
    step = Trainer(config(warm_up=0), TEXT).recorded_step()
    assert step.loss_after < step.loss_before


def test_sgd_moves_a_weight_by_the_rate_times_the_clipped_gradient() -> None:
    trainer = Trainer(config(optimizer="sgd", clip_norm=0.01, learning_rate=0.5, warm_up=0), TEXT)
    step = trainer.recorded_step()
    w = step.weight("b_q", 0, 2)
    assert step.scale == pytest.approx(0.01 / step.norm)
    assert w["clipped"] == pytest.approx(step.scale * w["gradient"])
    assert w["update"] == pytest.approx(-step.rate * w["clipped"], rel=1e-3)
    assert w["after"] == pytest.approx(w["before"] + w["update"])


def test_momentum_adds_the_gradient_to_nine_tenths_of_the_velocity() -> None:
    trainer = Trainer(config(optimizer="momentum", clip_norm=None, warm_up=0), TEXT)
    first, second = (trainer.recorded_step().weight("b_q", 0, 2) for _ in range(2))
    assert first["first_moment"] == pytest.approx(first["gradient"])
    assert first["first_moment_before"] == 0
    assert second["first_moment_before"] == first["first_moment"]
    velocity = 0.9 * first["first_moment"] + second["gradient"]
    assert second["first_moment"] == pytest.approx(velocity, rel=1e-5)
    assert second["update"] == pytest.approx(-0.01 * velocity, rel=1e-3)


def test_adam_moves_by_the_rate_times_the_corrected_moments() -> None:
    trainer = Trainer(config(clip_norm=None, warm_up=0, cosine=False), TEXT)
    m = v = 0.0
    for k in range(1, 6):
        w = trainer.recorded_step().weight("W_hq", 3, 2)
        if k == 1:
            assert (w["first_moment_before"], w["second_moment_before"]) == (0, 0)
        assert w["first_moment_before"] == pytest.approx(m, rel=1e-4)
        assert w["second_moment_before"] == pytest.approx(v, rel=1e-4)
        m, v = 0.9 * m + 0.1 * w["gradient"], 0.999 * v + 0.001 * w["gradient"] ** 2
        assert w["first_moment"] == pytest.approx(m, rel=1e-4)
        assert w["second_moment"] == pytest.approx(v, rel=1e-4)
        expected = -0.01 * (m / (1 - 0.9**k)) / (math.sqrt(v / (1 - 0.999**k)) + 1e-8)
        assert w["update"] == pytest.approx(expected, rel=1e-3)


def test_a_weight_that_is_not_there() -> None:
    step = Trainer(config(), TEXT).recorded_step()
    with pytest.raises(ValueError, match="The parameter is 'W'; there are W_xo, W_ho"):
        step.weight("W", 0, 0)
    with pytest.raises(ValueError, match=r"The weight is b_f\[1, 0\]; b_f is \(1, 8\)"):
        step.weight("b_f", 1, 0)


def test_a_gradient_that_explodes_stops_the_training_and_leaves_the_weights() -> None:
    trainer = Trainer(
        config(cell="rnn", phi="identity", optimizer="sgd", learning_rate=10, clip_norm=None), TEXT
    )
    with pytest.raises(DivergenceError, match=r"The gradient exploded.*Clip it or lower"):
        run(trainer, 500)
    assert all(np.isfinite(value).all() for value in trainer.model().parameters.values())


def test_a_loss_far_above_guessing_stops_the_training() -> None:
    trainer = Trainer(config(cell="rnn", learning_rate=3, cosine=False), TEXT)
    with pytest.raises(
        DivergenceError, match=r"diverged.*although the gradient is clipped\. Lower"
    ):
        run(trainer, 500)


def test_nobody_is_told_to_clip_a_gradient_that_is_clipped() -> None:
    options = {"cell": "rnn", "learning_rate": 3, "cosine": False}
    unclipped = Trainer(config(**options, clip_norm=None), TEXT)
    with pytest.raises(DivergenceError, match=r"diverged.*Clip the gradient or lower the rate"):
        run(unclipped, 500)


def test_at_temperature_zero_the_likeliest_character_is_taken() -> None:
    trainer = Trainer(config(), TEXT)
    for _ in range(30):
        trainer.step()
    drawn = trainer.sample(20, temperature=0, seed=0, prefix="she")
    Y_hat = trainer.model().trace("she" + drawn)["Y_hat"][:, 0]
    likeliest = [trainer.vocabulary[k] for k in Y_hat.argmax(axis=1)]
    assert characters(drawn) == tuple(likeliest[2:22])


def test_a_sample_s_characters_come_as_often_as_the_temperature_says() -> None:
    trainer = Trainer(config(), TEXT)
    logits = trainer.model().trace("s")["logits"][0, 0]
    drawn = [trainer.sample(1, temperature=0.5, seed=k, prefix="s") for k in range(2000)]
    share = np.array([drawn.count(token) for token in trainer.vocabulary]) / 2000
    expected = np.exp(2 * logits) / np.exp(2 * logits).sum()
    np.testing.assert_allclose(share, expected, rtol=0, atol=0.04)


def test_the_same_seed_draws_the_same_sample() -> None:
    trainer = Trainer(config(), TEXT)
    assert trainer.sample(50, 1.0, seed=3) == trainer.sample(50, 1.0, seed=3)
    assert trainer.sample(50, 1.0, seed=3) != trainer.sample(50, 1.0, seed=4)
    assert len(trainer.sample(50, 1.0, seed=3)) == 50


@pytest.mark.parametrize("temperature", [-0.1, math.nan, 11])
def test_a_temperature_below_zero_or_far_above_one(temperature: float) -> None:
    with pytest.raises(ValueError, match=r"The temperature is .*; it must be from 0 to 10"):
        Trainer(config(), TEXT).sample(5, temperature, seed=0)


def test_the_probe_shows_what_the_documents_model_computes() -> None:
    trainer = Trainer(config(), TEXT)
    trace = trainer.model().trace("she sells")
    H, Y_hat = trainer.probe("she sells")
    np.testing.assert_allclose(H, trace["H"][:, 0], rtol=0, atol=1e-5)
    np.testing.assert_allclose(Y_hat, trace["Y_hat"][:, 0], rtol=0, atol=1e-5)


def test_a_probe_between_two_steps_changes_nothing() -> None:
    watched, alone = Trainer(config(), TEXT), Trainer(config(), TEXT)
    for _ in range(20):
        watched.probe("she sells")
        watched.sample(5, 1.0, seed=0)
        watched.validation_loss()
        assert watched.step() == alone.step()
