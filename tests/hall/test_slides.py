"""Slides: a picture, a title, notes and a link each; of an SVG only what our own writer makes."""

import io
import json
import struct
import zipfile
import zlib
from typing import Any

import pytest
from pptx import Presentation

from pages.server.slides import _made
from rnnviz.hall import slides
from rnnviz.hall.slides import MOST_PIXELS, MOST_SVG, Slide, ours, pptx
from rnnviz.locale import Refusal

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="4" height="3">'
OURS = (
    f'<?xml version="1.0" encoding="UTF-8"?>\n{HEAD}<title>A &lt;cell&gt;</title><desc>h</desc>'
    '<style>@font-face { font-family: Formulas; src: url("data:font/woff2;base64,d09G+/=="); '
    "font-style: normal; font-weight: 400; }</style>"
    '<defs><clipPath id="a0"><rect x="0" y="0"/></clipPath></defs>'
    '<g clip-path="url(#a0)"><text fill="#1c2433" font-size="14">想要</text>'
    '<image href="data:image/png;base64,iVBORw==" width="2"/></g></svg>\n'
)
SHOWN = Slide(
    "What is <b>kept</b>?", "The answer is 0.04.", "Step · GRU", "http://localhost/step?t=2", b""
)


def png(width: int = 4, height: int = 3) -> bytes:
    """A white picture."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = (
        zlib.compress(b"\0" + b"\xff" * width)
        if width > 100
        else zlib.compress((b"\0" + b"\xff" * width) * height)
    )
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def slide(**parts: Any) -> Slide:
    return Slide(**{**vars(SHOWN), "png": png(), "svg": OURS, **parts})


def named(file: bytes, ending: str) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(file)) as parts:
        return {name: parts.read(name) for name in parts.namelist() if name.endswith(ending)}


def test_a_slide_has_its_sentence_its_picture_its_notes_and_its_link() -> None:
    file = pptx("A lecture", [slide(), slide(title="And now?\x0b", svg="", notes="")])
    deck = Presentation(io.BytesIO(file))
    first, second = deck.slides
    assert first.shapes.title.text == SHOWN.title
    assert second.shapes.title.text == "And now?\ufffd"
    assert first.notes_slide.notes_text_frame.text == SHOWN.notes
    [picture] = [one for one in first.shapes if one.shape_type == 13]
    assert (picture.image.content_type, picture.image.size) == ("image/png", (4, 3))
    links = [
        run.hyperlink.address
        for one in first.shapes
        if one.has_text_frame
        for run in one.text_frame.paragraphs[0].runs
    ]
    assert SHOWN.link in links
    # All of it lies on the slide.
    for one in first.shapes:
        assert min(one.left, one.top) >= 0
        assert one.left + one.width <= deck.slide_width
        assert one.top + one.height <= deck.slide_height
    # The SVG lies beside the PNG, and the slide's picture names both.
    [svg] = named(file, ".svg").values()
    assert "想要".encode() in svg
    told = named(file, "slide1.xml")["ppt/slides/slide1.xml"]
    assert b"svgBlip" in told
    assert b"svgBlip" not in named(file, "slide2.xml")["ppt/slides/slide2.xml"]
    assert b"image/svg+xml" in named(file, "[Content_Types].xml")["[Content_Types].xml"]


@pytest.mark.parametrize(
    "svg",
    [
        "",
        "no picture",
        "<svg/>",
        OURS.replace("<desc>", "<script>alert(1)</script><desc>"),
        OURS.replace("<g ", '<g onclick="alert(1)" '),
        OURS.replace('href="data:image/png', 'href="https://evil.example/a.png" x="data:image/png'),
        OURS.replace('href="data:image/png', 'xlink:href="data:image/svg+xml'),
        OURS.replace("url(#a0)", "url(https://evil.example/#a0)"),
        OURS.replace("url(#a0)", "url(#a0) url(https://evil.example/)"),
        OURS.replace("<style>", "<style>@import 'https://evil.example/a.css';"),
        OURS.replace("font/woff2;base64,d09G+/==", "text/html,x"),
        OURS.replace("<g ", '<g style="background: url(//evil.example)" '),
        OURS.replace(
            "<g ",
            '<g><foreignObject><p xmlns="http://www.w3.org/1999/xhtml"/></foreignObject></g><g ',
        ),
        OURS.replace("<g ", '<use href="#a0"/><g '),
        OURS.replace("<g ", '<g><html:script xmlns:html="http://www.w3.org/1999/xhtml"/></g><g '),
        OURS.replace(HEAD, f'<!DOCTYPE svg [<!ENTITY a "b">]>{HEAD}'),
        OURS.replace("想要", "x" * MOST_SVG),
    ],
)
def test_an_svg_that_our_writer_does_not_make_stays_out_and_the_png_goes_in(svg: str) -> None:
    assert ours(OURS) is not None
    assert ours(svg) is None
    file = pptx("A lecture", [slide(svg=svg)])
    assert named(file, ".svg") == {}
    assert len(Presentation(io.BytesIO(file)).slides) == 1


@pytest.mark.parametrize(
    "wrong",
    [b"", b"GIF89a", png()[:20], png(MOST_PIXELS + 1, 1), b"\x89PNG\r\n\x1a\n" + bytes(5_000_000)],
)
def test_what_is_no_png_makes_no_slides(wrong: bytes) -> None:
    with pytest.raises(Refusal, match="picture of view 2"):
        pptx("A lecture", [slide(), slide(png=wrong)])


PLAN = {"title": "x", "views": [{"view": "step", "say": ""}]}
EMPTY = {"png": "", "svg": ""}


@pytest.mark.parametrize(
    "told",
    [
        [],
        {"plan": PLAN | {"views": []}, "names": [], "pictures": []},
        {"plan": PLAN, "names": ["x"], "pictures": []},
        {"plan": PLAN, "names": [3], "pictures": [EMPTY]},
        {"plan": PLAN, "names": ["x"], "pictures": [{"png": "%", "svg": ""}]},
        {"plan": PLAN, "names": ["x"], "pictures": [EMPTY]},
        {
            "plan": PLAN | {"views": [{"view": "//e.example", "say": ""}]},
            "names": ["x"],
            "pictures": [EMPTY],
        },
    ],
)
def test_what_is_no_plan_with_its_pictures_is_refused(told: object) -> None:
    for body in (json.dumps(told).encode(), b"", b"{"):
        with pytest.raises(Refusal):
            _made(body, "http://localhost/")


def test_without_python_pptx_a_sentence_names_what_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(slides, "find_spec", lambda _name: None)
    with pytest.raises(Refusal, match=r"rnnviz\[slides\]"):
        pptx("A lecture", [slide()])
