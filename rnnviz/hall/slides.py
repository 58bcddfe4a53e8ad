"""A lecture plan as slides: a .pptx with a slide for each view, its sentence, its picture, the lecturer's notes
and the link to the live view.

The pictures come from the browser that has drawn them. A PNG is what any program shows; the SVG beside
it, which is as sharp at any size, is what newer ones show in its place. What is not written as our own
writer of pictures does it goes in as a PNG alone.
"""

import io
import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any
from xml.etree import ElementTree

from rnnviz.locale import N_, Refusal

# Of a picture: bytes as PNG, characters as SVG, and pixels of a side.
MOST_PNG, MOST_SVG, MOST_PIXELS = 4_000_000, 3_000_000, 8_000
NOT_INSTALLED = N_(
    "Slides need python-pptx, which this server does not have: pip install 'rnnviz[slides]' "
    "installs it."
)
NO_PICTURE = N_("The picture of view {place} is none, or too large; no slides were made.")
SVG = "http://www.w3.org/2000/svg"
SPACE = "{http://www.w3.org/XML/1998/namespace}space"
HREFS = ("href", "{http://www.w3.org/1999/xlink}href")
ELEMENTS = {
    *("svg", "title", "desc", "defs", "style", "g", "rect", "line", "path", "polygon", "text"),
    *("tspan", "clipPath", "linearGradient", "stop", "image", "circle", "ellipse", "polyline"),
}
# The fonts of formulas, each in its file.
FACES = re.compile(
    r'(@font-face \{[^{}<>\\]*?src: url\("data:font/woff2;base64,[\w+/=]*"\);[^{}<>\\]*?\})*'
)
STYLE = "font-variant-numeric: tabular-nums"
INSIDE = re.compile(r"url\(#[\w-]+\)")
PIXELS = re.compile(r"data:image/png;base64,[\w+/=]*")
# Inches: a slide, its edge, and how high its title and its last line are.
WIDE, HIGH, EDGE, TITLE, LINE = 13.333, 7.5, 0.4, 0.95, 0.4
# The extension of a picture that names its SVG (ISO 29500 leaves room for it; [MS-ODRAWXML] 2.2.4.17).
EXTENSION = "{96DAC541-7B7A-43D3-8B79-37D633B846F1}"
SVG_BLIP = "http://schemas.microsoft.com/office/drawing/2016/SVG/main"


@dataclass(frozen=True)
class Slide:
    """title: what the class reads. notes: the lecturer's. name: what the view is called; link: where
    it is alive."""

    title: str
    notes: str
    name: str
    link: str
    png: bytes
    svg: str = ""


def is_installed() -> bool:
    """Whether slides can be made here."""
    return find_spec("pptx") is not None


def size_of(png: bytes) -> tuple[int, int] | None:
    """The pixels of a PNG; None for what is none, or too large."""
    if not 24 <= len(png) <= MOST_PNG or png[:8] != b"\x89PNG\r\n\x1a\n" or png[12:16] != b"IHDR":
        return None
    width, height = struct.unpack(">II", png[16:24])
    return (width, height) if 0 < width <= MOST_PIXELS and 0 < height <= MOST_PIXELS else None


def ours(svg: str) -> bytes | None:
    """A picture as our own writer makes it, written anew; None for any other: a slide may be opened
    where an SVG may load, link or run what it likes."""
    # Without a document type there are no entities, so that reading it takes no more than it has.
    if not 0 < len(svg) <= MOST_SVG or "<!" in svg:
        return None
    try:
        root = ElementTree.fromstring(svg.encode("utf-8", "replace"))
    except (ElementTree.ParseError, ValueError, RecursionError):
        return None
    if root.tag != f"{{{SVG}}}svg" or not all(map(_is_ours, root.iter())):
        return None
    ElementTree.register_namespace("", SVG)
    made: bytes = ElementTree.tostring(root, "utf-8", xml_declaration=True)
    return made


def _is_ours(one: ElementTree.Element) -> bool:
    name = one.tag.removeprefix(f"{{{SVG}}}") if isinstance(one.tag, str) else ""
    if name not in ELEMENTS or (name == "style" and not FACES.fullmatch(one.text or "")):
        return False
    for attribute, value in one.attrib.items():
        if attribute in HREFS:
            is_fine = name == "image" and PIXELS.fullmatch(value) is not None
        elif attribute in {"style", SPACE}:
            is_fine = value == (STYLE if attribute == "style" else "preserve")
        else:
            is_fine = re.fullmatch(r"(?!on)[a-zA-Z-]+\d?", attribute) is not None and (
                "url" not in value or INSIDE.fullmatch(value) is not None
            )
        if not is_fine:
            return False
    return True


def pptx(title: str, slides: Sequence[Slide]) -> bytes:
    """The file. Raises Refusal where it cannot be made, and for a picture that is none."""
    if not is_installed():
        raise Refusal(NOT_INSTALLED)
    from pptx import Presentation
    from pptx.util import Inches

    deck = Presentation()
    deck.slide_width, deck.slide_height = Inches(WIDE), Inches(HIGH)
    deck.core_properties.title = legible(title)
    deck.core_properties.author = ""
    for place, slide in enumerate(slides, 1):
        size = size_of(slide.png)
        if size is None:
            raise Refusal(NO_PICTURE, place=place)
        _add(deck, slide, size)
    file = io.BytesIO()
    deck.save(file)
    return file.getvalue()


def _add(deck: Any, slide: Slide, size: tuple[int, int]) -> None:
    from pptx.enum.text import MSO_ANCHOR
    from pptx.util import Inches, Pt

    made = deck.slides.add_slide(deck.slide_layouts.get_by_name("Title Only"))
    head, width = made.shapes.title, WIDE - 2 * EDGE
    head.left, head.top = Inches(EDGE), Inches(EDGE / 2)
    head.width, head.height = Inches(width), Inches(TITLE)
    head.text_frame.text = legible(slide.title)
    head.text_frame.vertical_anchor = MSO_ANCHOR.MIDDLE
    head.text_frame.word_wrap = True
    for run in head.text_frame.paragraphs[0].runs:
        # Three lines of a long sentence fit, too.
        run.font.size = Pt(28 if len(slide.title) < 120 else 18 if len(slide.title) < 300 else 13)
    top, bottom = EDGE / 2 + TITLE + 0.1, HIGH - EDGE / 2 - LINE
    scale = min(width / size[0], (bottom - top) / size[1])
    wide, high = size[0] * scale, size[1] * scale
    place = [
        Inches(one) for one in ((WIDE - wide) / 2, top + (bottom - top - high) / 2, wide, high)
    ]
    picture = made.shapes.add_picture(io.BytesIO(slide.png), *place)
    picture._element.nvPicPr.cNvPr.set("descr", legible(slide.name))
    if (svg := ours(slide.svg)) is not None:
        _beside(made, picture, svg)
    foot = made.shapes.add_textbox(Inches(EDGE), Inches(bottom), Inches(width), Inches(LINE))
    run = foot.text_frame.paragraphs[0].add_run()
    run.text = legible(slide.name)
    run.font.size = Pt(12)
    run.hyperlink.address = slide.link
    made.notes_slide.notes_text_frame.text = legible(slide.notes)


def _beside(slide: Any, picture: Any, svg: bytes) -> None:
    """The SVG of a picture, in its file beside the PNG."""
    from lxml import etree
    from pptx.opc.constants import RELATIONSHIP_TYPE
    from pptx.opc.package import Part
    from pptx.opc.packuri import PackURI
    from pptx.oxml.ns import qn

    package = slide.part.package
    name = PackURI(f"/ppt/media/view{slide.slide_id}.svg")
    rid = slide.part.relate_to(Part(name, "image/svg+xml", package, svg), RELATIONSHIP_TYPE.IMAGE)
    blip = picture._element.find(f".//{qn('a:blip')}")
    extension = etree.SubElement(etree.SubElement(blip, qn("a:extLst")), qn("a:ext"), uri=EXTENSION)
    own = etree.SubElement(extension, f"{{{SVG_BLIP}}}svgBlip", nsmap={"asvg": SVG_BLIP})
    own.set(qn("r:embed"), rid)


def legible(text: str) -> str:
    """A text without what XML has no sign for."""
    return re.sub(r"[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)
