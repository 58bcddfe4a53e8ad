"""The network that reads a thermometer: its numbers in the browser, against rnnviz and torch."""

import numpy as np
import pytest
import torch

from rnnviz.course.chapters.why_shapes.sensor import HOURS, sensor
from rnnviz.presets.sensor import forecast, readings, scaled, trained
from tests.course.javascript import evaluated


def test_the_browser_reads_numbers_as_the_cell_does() -> None:
    given = sensor()["sensor"]
    cell, W_hy, b_y = trained()
    for bump in (0.0, -7.5):
        degrees = np.array(given["degrees"][:HOURS])
        degrees[19] += bump
        (found,) = evaluated("chapters/why_shapes/sensor", ["readDegrees", given, degrees.tolist()])
        trace = cell.run(scaled(degrees)[:, None, None])
        for name in ("H", "Z"):
            np.testing.assert_allclose(found[name], trace[name][:, 0], rtol=0, atol=1e-12)
        expected = forecast(cell, W_hy, b_y, degrees[:, None])[:, 0]
        np.testing.assert_allclose(found["forecasts"], expected, rtol=0, atol=1e-11)


def test_its_cell_is_the_documents_gru_step_by_step() -> None:
    """003: the reset gate acts before the product, unlike torch.nn.GRU."""
    cell, _, _ = trained()
    p = {name: torch.tensor(value) for name, value in cell.parameters.items()}
    X = torch.tensor(scaled(readings(30, 1, seed=5)))
    H = torch.zeros(1, len(p["W_hh"]), dtype=torch.float64)
    trace = cell.run(X.numpy()[:, :, None])
    for t, X_t in enumerate(X[:, None]):
        R = torch.sigmoid(X_t @ p["W_xr"] + H @ p["W_hr"] + p["b_r"])
        Z = torch.sigmoid(X_t @ p["W_xz"] + H @ p["W_hz"] + p["b_z"])
        H_tilde = torch.tanh(X_t @ p["W_xh"] + (R * H) @ p["W_hh"] + p["b_h"])
        H = Z * H + (1 - Z) * H_tilde
        np.testing.assert_allclose(trace["H"][t], H, rtol=0, atol=1e-12)


def test_it_is_nearer_to_the_next_reading_than_the_last_one_is() -> None:
    degrees = readings(73, 100, seed=77)
    named = forecast(*trained(), degrees[:-1])
    off, last = (np.sqrt(((one - degrees[1:])[24:] ** 2).mean()) for one in (named, degrees[:-1]))
    assert off < 0.6
    assert last > 1
    given = sensor()["sensor"]
    (miss,) = evaluated("chapters/why_shapes/sensor", ["rootMeanMiss", [1, 2, 4], [1, 1, 2], 1])
    assert miss == pytest.approx(np.sqrt((1 + 4) / 2))
    assert len(given["degrees"]) == HOURS + 1


def test_hours_are_counted_until_two_forecasts_stay_together() -> None:
    one, two = [1.0, 2, 3, 4, 5, 6], [1.0, 2.5, 3, 4.2, 5, 6]
    assert evaluated("chapters/why_shapes/sensor", ["hoursApart", one, two, 1, 0.1]) == [3]
    assert evaluated("chapters/why_shapes/sensor", ["hoursApart", one, one, 1, 0.1]) == [0]
