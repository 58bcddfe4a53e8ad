"""Train the GRU that reads a thermometer, with the gradients that rnnviz derives, and Adam."""

import json

import numpy as np

from rnnviz import files
from rnnviz.cells import GRU
from rnnviz.fit import Adam
from rnnviz.presets.sensor import HIDDEN, WEIGHTS_FILE, forecast, readings, scaled, trained

HOURS, SAMPLES, STEPS, RATE = 72, 16, 1500, 0.01


def main() -> None:
    cell = GRU.random(1, HIDDEN, seed=0)
    parameters = {name: value.copy() for name, value in cell.parameters.items()}
    rng = np.random.default_rng(0)
    parameters |= {"W_hy": rng.normal(0, 0.3, (HIDDEN, 1)), "b_y": np.zeros((1, 1))}
    optimizer = Adam(RATE, clip_norm=np.inf)
    for step in range(1, STEPS + 1):
        own = {name: one for name, one in parameters.items() if name not in {"W_hy", "b_y"}}
        cell = GRU(reset_after=False, **own)
        X = scaled(readings(HOURS + 1, SAMPLES, seed=step))[:, :, None]
        trace = cell.run(X[:-1])
        H = trace["H"]
        off = (H @ parameters["W_hy"] + parameters["b_y"] - X[1:]) / (HOURS * SAMPLES)
        gradients = cell.backward(trace, off @ parameters["W_hy"].T)
        gradients |= {
            "W_hy": np.einsum("tnh,tnk->hk", H, off),
            "b_y": off.sum((0, 1))[None],
        }
        optimizer.learning_rate = RATE * (1 - step / (STEPS + 1))
        parameters = optimizer.step(parameters, gradients)
    kept = {name: np.round(one, 5).tolist() for name, one in parameters.items()}
    files.put(WEIGHTS_FILE, f"{json.dumps(kept)}\n".encode(), mode=files.AS_OTHERS)
    degrees = readings(HOURS + 1, 200, seed=10**6)
    off = forecast(*trained(), degrees[:-1]) - degrees[1:]
    last = degrees[:-1] - degrees[1:]
    print(f"off by {np.sqrt((off[24:] ** 2).mean()):.2f} degrees after a day,")
    print(f"and by {np.sqrt((last[24:] ** 2).mean()):.2f} with the last reading")


if __name__ == "__main__":
    main()
