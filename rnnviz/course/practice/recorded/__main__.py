"""Record the trainings that readers are asked about; it takes three minutes."""

import json
import math
from typing import Any

from rnnviz import files
from rnnviz.course.practice.recorded import (
    CORPUS,
    EVERY,
    PATH,
    RATES,
    RECIPES,
    SEEDS,
    STEPS,
    Recipe,
)
from rnnviz.training import CORPORA, TrainingConfig
from rnnviz.training.trainer import DivergenceError, Trainer

# Of a text of a few thousand characters a part that one can measure on.
VALIDATION = 0.2


def record(cell: str, seed: int, recipe: Recipe) -> dict[str, list[float]]:
    config = TrainingConfig(
        corpus="own",
        cell=cell,
        hidden_size=64,
        learning_rate=RATES[cell] * recipe.rate,
        steps=STEPS,
        batch_size=16,
        sequence_length=32,
        validation=VALIDATION,
        seed=seed,
    )
    trainer = Trainer(config, CORPORA[CORPUS].text()[: recipe.characters])
    losses: list[float] = []
    found: dict[str, list[float]] = {"loss": [], "validation": []}

    def measure() -> None:
        validation = trainer.validation_loss()
        if validation is None or not losses:
            raise ValueError(f"{CORPUS} is too short to be validated.")
        found["loss"].append(round(math.fsum(losses) / len(losses), 3))
        found["validation"].append(round(validation, 3))
        losses.clear()

    losses.append(trainer.validation_loss() or math.nan)
    measure()
    try:
        for step in range(1, STEPS + 1):
            losses.append(trainer.step().loss)
            if step % EVERY == 0:
                measure()
    except DivergenceError:
        # It stands above guessing, and is ended as on the page "Train".
        if losses:
            measure()
    return found


def recording() -> dict[str, Any]:
    text = CORPORA[CORPUS].text()
    return {
        "steps": list(range(0, STEPS + 1, EVERY)),
        "guessing": round(math.log(len(set(text))), 3),
        "trainings": [
            {
                "cell": cell,
                "rate": RATES[cell],
                **{name: record(cell, seed, recipe) for name, recipe in RECIPES.items()},
            }
            for cell in RATES
            for seed in SEEDS
        ],
    }


def main() -> None:
    body = json.dumps(recording(), separators=(",", ":")).encode()
    files.put(PATH, body + b"\n", mode=files.AS_OTHERS)
    print(PATH.name, f"{len(body) / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
