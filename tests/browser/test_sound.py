"""What is heard of two networks: the sound that the browser computed, against their traces."""

import base64
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from rnnviz import GRU, LSTM
from rnnviz.stage import html, scene
from tests.browser.stage import press, stage, trace_of
from tests.browser.test_chapter import open_chapter
from tests.serving import Server

RATE = 44_100
# Sound as it would be played, computed at once: an offline context in the place of the loudspeakers.
OFFLINE = f"""
window.begun = []
window.AudioContext = class extends OfflineAudioContext {{
  constructor() {{
    super(2, {3 * RATE}, {RATE})
    begun.push(this)
  }}
}}
window.moved = []
const animate = Element.prototype.animate
Element.prototype.animate = function (...how) {{
  if (this.className === "heard-at") moved.push(how[1].duration)
  return animate.apply(this, how)
}}
"""
SAMPLES = """async () => {
  const sound = await begun[0].startRendering()
  return [0, 1].map((k) => {
    const bytes = new Uint8Array(sound.getChannelData(k).buffer)
    return btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(""))
  })
}"""


def spectrum(samples: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The frequencies, and the energy at each."""
    seen = samples * np.hanning(len(samples))
    return np.fft.rfftfreq(8 * len(seen), 1 / RATE), np.abs(np.fft.rfft(seen, 8 * len(seen))) ** 2


def samples(page: Page) -> list[np.ndarray]:
    """What each ear has heard."""
    return [np.frombuffer(base64.b64decode(one), np.float32) for one in page.evaluate(SAMPLES)]


def test_one_hears_each_network_in_its_ear_at_the_pitch_of_its_numbers(
    fresh_page: Callable[..., Page], tmp_path: Path
) -> None:
    traces = [trace_of(LSTM), trace_of(GRU)]
    unit, steps = 0, len(traces[0]["H"])
    file = tmp_path / "stage.html"
    file.write_text(
        html(traces, place={"t": steps, "phase": "hidden", "unit": 3, "view": "memory"}), "utf-8"
    )
    page = fresh_page()
    page.add_init_script(OFFLINE)
    page.goto(file.as_uri())
    expect(stage(page)).to_have_attribute("data-phase", "hidden")
    # Off until asked for: steps make no sound.
    press(page, "ArrowLeft", "ArrowRight", "?")
    sound = page.get_by_role("checkbox", name="Numbers are heard")
    expect(sound).not_to_be_checked()
    assert page.evaluate("begun.length") == 0
    # Keys of one character are off, and with them this one.
    keys = page.get_by_role("checkbox", name="Letters, digits and signs are keys")
    keys.uncheck()
    press(page, "Escape", ";")
    assert page.evaluate("begun.length") == 0
    # Then its button is reached by Tab.
    button = page.get_by_role("button", name="Hear this (;)")
    expect(button).to_have_attribute("tabindex", "0")
    page.get_by_role("button", name="Keys and help").click()
    keys.check()
    expect(button).to_have_attribute("tabindex", "-1")
    press(page, "Escape")
    page.get_by_role("combobox", name="hidden unit", exact=True).select_option(
        label=f"unit {unit + 1}"
    )
    stage(page).focus()
    press(page, ";")
    expect(stage(page).locator(".announcement[aria-live]")).to_have_text(
        "Heard: H[1], t = 1 to 5. The first network is left, the last one right."
    )
    page.get_by_role("button", name="Keys and help").click()
    expect(sound).to_be_checked()

    # A frame on the map of the focused network goes along.
    assert page.evaluate("moved") == [pytest.approx(180 * steps)]
    length = 0.18 * RATE
    for ear, trace, told in zip(samples(page), traces, scene(traces)["tracks"], strict=True):
        high = next(one["high"] for one in told["quantities"] if one["name"] == "H")
        for t, value in enumerate(trace["H"][:, 0, unit]):
            at, energy = spectrum(ear[round(t * length) : round((t + 1) * length)])
            tone = 220 * 4 ** ((value / high + 1) / 2)
            assert abs(at[energy.argmax()] / tone - 1) < 0.005
            # What a tone leaves at the top of the scale is a hundredth of what noise leaves there.
            share = energy[at > 12_000].sum() / energy.sum()
            assert (share > 1e-3) == (value < 0), (t, value, share)
        assert not ear[round(steps * length) + 100 :].any()


def test_a_figure_s_curve_goes_from_ear_to_ear_and_its_ring_is_moved_by_two_taps(
    server: Server, fresh_page: Callable[..., Page]
) -> None:
    page = fresh_page()
    page.add_init_script(OFFLINE)
    chapter = open_chapter(page, server, "activations")
    ring = chapter.get_by_role("slider", name="pre-activation a").first
    box = ring.locator(".ring").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(x, y)
    expect(ring).to_have_attribute("aria-valuenow", "1")
    page.mouse.click(x - 78, y + 60)
    expect(ring).to_have_attribute("aria-valuenow", "-1")
    # Once it is put down, a tap beside it takes nothing along.
    page.mouse.click(x + 76, y + 60)
    expect(ring).to_have_attribute("aria-valuenow", "-1")
    assert page.evaluate("begun.length") == 0
    # What is said of the ring comes once it rests.
    expect(chapter.locator("[aria-live]")).to_contain_text("tanh at −1.00 is")
    page.keyboard.press(";")
    expect(chapter.locator("[aria-live]")).to_have_text("Heard: tanh, curve 1 of 4.")
    left, right = samples(page)
    # tanh: low, with noise in it, in the left ear; high, and clear, in the right one.
    third = RATE
    for ear, other, part, tone in ((left, right, 0, 253), (right, left, 2, 765)):
        heard = slice(round((part + 0.1) * third), round((part + 0.6) * third))
        at, energy = spectrum(ear[heard])
        assert abs(at[energy.argmax()] / tone - 1) < 0.05
        assert (energy[at > 12_000].sum() / energy.sum() > 1e-3) == (part == 0)
        assert energy.sum() > 4 * spectrum(other[heard])[1].sum()
