"""A GRU that reads a thermometer, hour by hour, and names the next reading.

The readings are made: a day's wave, weather that drifts, and the thermometer's own error. `python
-m rnnviz.presets.sensor` trains the network in half a minute and says how it compares with taking
the last reading for the next one.
"""

import json
from pathlib import Path

import numpy as np

from rnnviz.cells import GRU
from rnnviz.cells.activations import Array

WEIGHTS_FILE = Path(__file__).with_name("weights.json")
HIDDEN = 6
# What the network reads is (degrees − MEAN) / SCALE.
MEAN, SCALE = 15.0, 8.0


def readings(hours: int, samples: int, seed: int) -> Array:
    """Degrees Celsius at each hour, (hours, samples), to a tenth; each sample another week."""
    rng = np.random.default_rng(seed)
    hour = np.arange(hours)[:, None]
    wave = 6 * np.sin(2 * np.pi * (hour - 9) / 24)
    weather = np.cumsum(rng.normal(0, 0.35, (hours, samples)), axis=0)
    return np.round(MEAN + wave + weather + rng.normal(0, 0.2, (hours, samples)), 1)


def weather(hours: int, seed: int) -> str:
    """A thermometer and a hygrometer, as `rnnviz.readings` takes them: degrees Celsius and relative
    humidity in percent at each hour. Warm air holds more water, so that it falls as degrees rise."""
    degrees = readings(hours, 1, seed)[:, 0]
    rng = np.random.default_rng((seed, 1))
    humidity = np.round(70 - 3 * (degrees - MEAN) + rng.normal(0, 1, hours))
    return "; ".join(f"{a:.1f} {b:.0f}" for a, b in zip(degrees, humidity, strict=True))


def scaled(degrees: Array) -> Array:
    """What the network reads: degrees around their mean, most of them from −1 to 1."""
    return (degrees - MEAN) / SCALE


def trained() -> tuple[GRU, Array, Array]:
    """The cell, and its output layer's W_hy (h, 1) and b_y (1, 1)."""
    kept = {name: np.array(rows) for name, rows in json.loads(WEIGHTS_FILE.read_bytes()).items()}
    W_hy, b_y = kept.pop("W_hy"), kept.pop("b_y")
    return GRU(reset_after=False, **kept), W_hy, b_y


def forecast(cell: GRU, W_hy: Array, b_y: Array, degrees: Array) -> Array:
    """The next reading in degrees, as the network names it after each, (hours, samples)."""
    H = cell.run(scaled(degrees)[:, :, None])["H"]
    return MEAN + SCALE * (H @ W_hy + b_y)[:, :, 0]  # g is the identity
