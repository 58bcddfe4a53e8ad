"""The thermometer of the chapter on shapes: its readings, and the GRU that reads them."""

from functools import cache
from typing import Any

from rnnviz.engine.program import program
from rnnviz.presets.sensor import MEAN, SCALE, readings, trained

HOURS, SEED = 48, 1_000_003


@cache
def sensor() -> dict[str, Any]:
    """sensor: the GRU's program and parameters, its output layer, the readings in degrees, one more
    than are read, and how degrees become inputs."""
    cell, W_hy, b_y = trained()
    parameters = {name: value.tolist() for name, value in cell.parameters.items()}
    return {
        "sensor": {
            "program": program(cell),
            "parameters": parameters,
            "W_hy": W_hy.tolist(),
            "b_y": b_y.tolist(),
            "degrees": readings(HOURS + 1, 1, SEED)[:, 0].tolist(),
            "mean": MEAN,
            "scale": SCALE,
        }
    }
