"""Pictures for slides: what stands in them is what the network computed, on white, in SVG that needs nothing else."""

import base64
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import numpy as np
from playwright.sync_api import Page, expect

from rnnviz import GRU
from rnnviz.stage.scene import scene
from rnnviz.web import mathfont
from tests.browser.stage import open_at, settled, stage, trace_of
from tests.serving import Server

SVG = "{http://www.w3.org/2000/svg}"
# The light palette: below zero, at zero, above; and a gate from zero to one.
BELOW, PAPER, ABOVE = "#0c1597", "#f2f4f7", "#cc6600"
GROUND = "#ffffff"


def linear(colour: str) -> np.ndarray:
    """The three parts of "#rrggbb" in linear light."""
    parts = np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)]) / 255
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def colour_of(value: float, end: float) -> str:
    """The colour of a value on a scale from −end to end, mixed in linear light."""
    full = linear(BELOW if value < 0 else ABOVE)
    mixed = linear(PAPER) + (full - linear(PAPER)) * min(1, abs(value) / end)
    parts = np.where(mixed <= 0.0031308, 12.92 * mixed, 1.055 * mixed ** (1 / 2.4) - 0.055)
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts)


def short(value: float) -> str:
    """Three significant digits, as the stage writes numbers of this size."""
    return f"{value:#.3g}".replace("-", "−")


def saved(page: Page, form: str, folder: Path) -> Path:
    """The picture that the open dialog shows, as a file."""
    with page.expect_download() as download:
        page.locator(f".picture-dialog [data-form={form}]").click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def read(path: Path) -> ET.Element:
    """The picture, which has to be XML and to need nothing else: no script, no HTML, no other file."""
    text = path.read_text("utf-8")
    root = ET.fromstring(text)
    assert not {"script", "foreignObject", "a"} & {e.tag.split("}")[1] for e in root.iter()}
    # Nor a style, but for the font of formulas, within the picture.
    css = "".join(e.text or "" for e in root.iter(f"{SVG}style"))
    assert re.sub(r"@font-face \{[^}]*\}", "", css) == ""
    sources = re.findall(r"url\(([^)]*)\)", css)
    assert all(source.startswith('"data:font/woff2;base64,') for source in sources)
    outside = [value for e in root.iter() for name, value in e.attrib.items() if "href" in name]
    assert all(value.startswith("data:image/png;") for value in outside)
    assert not [v for e in root.iter() for v in e.attrib.values() if re.search(r"url\((?!#)", v)]
    return root


def fonts(root: ET.Element) -> list[str]:
    """The files of the font of formulas in a picture, by name."""
    css = "".join(e.text or "" for e in root.iter(f"{SVG}style"))
    held = {base64.b64encode(font).decode(): name for name, font in mathfont.faces().items()}
    return [held[font] for font in re.findall(r"base64,([^\"]*)", css)]


def words(root: ET.Element) -> str:
    return " ".join("".join(e.itertext()) for e in root.iter(f"{SVG}text"))


def fills(root: ET.Element) -> list[str]:
    return [e.get("fill", "") for e in root.iter(f"{SVG}rect")]


def test_a_picture_of_the_stage_holds_its_numbers_in_the_light_colours_on_white(
    opened: Callable[..., Page], tmp_path: Path
) -> None:
    trace = trace_of(GRU, text='<&"😀\ud83d\u0007]]>é')
    page = opened(trace, place={"t": 3, "phase": "hidden"}, color_scheme="dark")
    before = stage(page).evaluate("e => getComputedStyle(e).backgroundColor")
    page.keyboard.press("i")
    expect(page.locator(".picture-dialog img")).to_be_visible()
    root = read(saved(page, "svg", tmp_path))
    said = words(root)
    assert {mathfont.UPRIGHT, mathfont.BOLD} <= set(fonts(root))

    Z, H, H_tilde = (trace[name][:, 0] for name in ("Z", "H", "H_tilde"))
    z, kept, candidate, new = (short(v) for v in (Z[2, 0], H[1, 0], H_tilde[2, 0], H[2, 0]))
    for number in (z, kept, candidate, new):
        assert number in said
    assert "t = 3 of" in said
    assert "<" in said
    assert "&" in said
    assert root.find(f"{SVG}rect").get("fill") == GROUND
    quantities = scene([trace])["tracks"][0]["quantities"]
    end = next(one["high"] for one in quantities if one["name"] == "H")
    strip = [colour_of(value, end) for value in H[0]]
    found = fills(root)
    assert any(found[k : k + len(strip)] == strip for k in range(len(found)))

    size = [int(root.get(name)) for name in ("width", "height")]
    picture = base64.b64encode(saved(page, "png", tmp_path).read_bytes()).decode()
    drawn, corner = page.evaluate(
        """async (picture) => {
          const bytes = Uint8Array.from(atob(picture), (sign) => sign.charCodeAt(0))
          const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }))
          const paper = new OffscreenCanvas(image.width, image.height).getContext("2d")
          paper.drawImage(image, 0, 0)
          return [[image.width, image.height], [...paper.getImageData(0, 0, 1, 1).data]]
        }""",
        picture,
    )
    assert drawn == [2 * length for length in size]
    assert corner == [255, 255, 255, 255]

    page.keyboard.press("Escape")
    page.get_by_role("button", name="Over time").click()
    page.keyboard.press("i")
    expect(page.locator(".picture-dialog img")).to_be_visible()
    page.locator(".picture-dialog select").select_option("map4")
    map_of_h = read(saved(page, "svg", tmp_path))
    painted = {e.get("fill") for e in map_of_h.iter(f"{SVG}path")}
    assert {colour_of(value, end) for value in H[:2].ravel()} <= painted
    assert new in words(map_of_h), "the equation stands below a panel that has none"
    page.keyboard.press("Escape")
    expect(page.locator(".picture-dialog")).to_have_count(0)
    assert stage(page).evaluate("e => getComputedStyle(e).backgroundColor") == before
    assert stage(page).get_attribute("data-theme") == "dark"


def test_a_page_saves_pictures_of_its_stage_and_of_a_chapter_s_figure_with_their_links(
    server: Server, page: Page, tmp_path: Path
) -> None:
    page.emulate_media(color_scheme="dark")
    open_at(page, server, cell="gru", text="hello", weights="random", t="3", view="sum")
    settled(page)
    page.get_by_role("button", name="Save").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Picture (SVG)").click()
    assert download.value.suggested_filename == "rnnviz-gru-hell-t3.svg"
    download.value.save_as(tmp_path / "stage.svg")
    *said, link = read(tmp_path / "stage.svg").findtext(f"{SVG}desc").splitlines()
    assert said[0].startswith("prediction at t equals softmax of logits at t")
    # This server is a machine of one's own, to which nobody else finds the way.
    assert link.startswith("rnnviz: step?")
    assert {"cell=gru", "text=hello", "t=3", "view=sum"} <= set(link.split("?")[1].split("&"))

    page.goto(f"{server.url}/softmax?z1=2&section=scores")
    expect(page.locator(".picture text").first).to_be_attached()
    page.locator(".figure .picture-key").first.click()
    expect(page.locator(".picture-dialog img")).to_be_visible()
    figure = read(saved(page, "svg", tmp_path))
    formula, link = figure.findtext(f"{SVG}desc").splitlines()
    assert formula.startswith("prediction k equals the fraction with numerator e to the power z k")
    assert "z1=2" in link
    assert "Scores become shares" in words(figure)
    # Fetched from the server, and each once.
    assert sorted(fonts(figure)) == [mathfont.BOLD, mathfont.UPRIGHT]
    # The section's formula has a fraction, whose bar no element of the page draws.
    bars = [e for e in figure.iter(f"{SVG}line") if e.get("y1") == e.get("y2")]
    assert "𝑒" in words(figure)
    assert bars
