"""Pictures as PNG, in numpy alone: boxes and lines with smooth edges, and an icon made of them.

Senders of links and phones take no SVG, and what draws one need not be there where the edition is written.
"""

import re
import struct
import zlib
from collections.abc import Sequence
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np

from rnnviz.cells.activations import Array

Point = Sequence[float] | Array
Near = tuple[slice, slice]
WHITE = "#ffffff"
NUMBER = re.compile(r"-?\d*\.?\d+")
STEP = re.compile(r"([MmhVl])([^MmhVl]*)")


class Canvas:
    """A picture of `width` by `height` pixels, (height, width, 3) from 0 to 1.

    What is drawn lies over what was there, with one pixel of each edge half covered.
    """

    def __init__(self, width: int, height: int, paper: str) -> None:
        self.pixels = np.empty((height, width, 3))
        self.pixels[:] = _rgb(paper)
        x, y = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
        # The middle of each pixel, (height, width, 2).
        self._places = np.stack([x, y], axis=2)

    def box(
        self, corner: Point, size: Point, colour: str, share: float = 1, radius: float = 0
    ) -> None:
        """A full rectangle with round corners. share: of its colour, the rest is what was there."""
        near = self._around(np.asarray(corner), np.add(corner, size))
        self._fill(near, _to_box(self._places[near], corner, size, radius), colour, share)

    def frame(
        self, corner: Point, size: Point, colour: str, wide: float, radius: float = 0
    ) -> None:
        """The edge of a rectangle, `wide` pixels wide."""
        near = self._around(np.subtract(corner, wide), np.add(np.add(corner, size), wide))
        outside = np.abs(_to_box(self._places[near], corner, size, radius)) - wide / 2
        self._fill(near, outside, colour, 1)

    def line(self, points: Sequence[Point] | Array, colour: str, wide: float) -> None:
        """A line along some points, `wide` pixels wide, with round ends."""
        path = np.asarray(points, float)
        nearest = np.full(self.pixels.shape[:2], np.inf)
        for start, end in pairwise(path):
            near = self._around(np.minimum(start, end) - wide, np.maximum(start, end) + wide)
            nearest[near] = np.minimum(nearest[near], _to_segment(self._places[near], start, end))
        near = self._around(path.min(axis=0) - wide, path.max(axis=0) + wide)
        self._fill(near, nearest[near] - wide / 2, colour, 1)

    def png(self) -> bytes:
        """The picture as a file."""
        height, width, _ = self.pixels.shape
        bytes_ = np.rint(255 * np.clip(self.pixels, 0, 1)).astype(np.uint8).reshape(height, -1)
        # Each row begins with the number of its filter: none.
        rows = np.insert(bytes_, 0, 0, axis=1).tobytes()
        head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
        chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, body) for name, body in chunks)

    def _around(self, low: Array, high: Array) -> Near:
        """The pixels of a region, with one more on each side."""
        left, top = np.maximum(np.floor(low) - 1, 0).astype(int)
        right, bottom = np.maximum(np.ceil(high) + 1, 0).astype(int)
        return slice(top, bottom), slice(left, right)

    def _fill(self, near: Near, outside: Array, colour: str, share: float) -> None:
        """outside: how far each pixel of the region lies outside a shape, below zero within."""
        covered = share * np.clip(0.5 - outside, 0, 1)[..., np.newaxis]
        self.pixels[near] += covered * (_rgb(colour) - self.pixels[near])


def icon(svg: bytes, size: int) -> bytes:
    """An icon of rectangles and of straight lines as a square PNG; its corners are filled, for phones cut them."""
    root = ElementTree.fromstring(svg)
    shapes = [*root]
    paper = shapes[0].get("fill", WHITE) if shapes else WHITE
    canvas = Canvas(size, size, paper)
    scale = size / float(root.get("viewBox", "0 0 32 32").split()[2])
    for shape in shapes[1:]:
        wide = scale * float(shape.get("stroke-width", 1))
        if shape.tag.endswith("rect"):
            x, y, width, height, radius = (
                scale * float(shape.get(name, 0)) for name in ("x", "y", "width", "height", "rx")
            )
            canvas.frame((x, y), (width, height), shape.get("stroke", paper), wide, radius)
        elif shape.tag.endswith("path"):
            for points in _paths(shape.get("d", "")):
                canvas.line(scale * np.array(points), shape.get("stroke", paper), wide)
    return canvas.png()


def _paths(steps: str) -> list[list[tuple[float, float]]]:
    """The lines of a path of M, m, h, V and l, each as its points."""
    found: list[list[tuple[float, float]]] = []
    x = y = 0.0
    for name, numbers in STEP.findall(steps):
        given = [float(one) for one in NUMBER.findall(numbers)]
        if name in "Mm":
            # One begins; what follows its first point is drawn from there.
            x, y = (given[0], given[1]) if name == "M" else (x + given[0], y + given[1])
            found.append([(x, y)])
            given = given[2:]
        for dx, dy in _ways(name, given, y):
            x, y = x + dx, y + dy
            found[-1].append((x, y))
    return found


def _ways(name: str, given: list[float], y: float) -> list[tuple[float, float]]:
    match name:
        case "h":
            return [(one, 0.0) for one in given]
        case "V":
            return [(0.0, one - y) for one in given]
    return list(zip(given[::2], given[1::2], strict=True))


def _to_box(places: Array, corner: Point, size: Point, radius: float) -> Array:
    half = np.asarray(size) / 2
    away = np.abs(places - (np.asarray(corner) + half)) - half + radius
    outside = np.linalg.norm(np.maximum(away, 0), axis=2)
    return np.asarray(outside + np.minimum(away.max(axis=2), 0) - radius)


def _to_segment(places: Array, start: Array, end: Array) -> Array:
    way = end - start
    share = np.clip((places - start) @ way / max(float(way @ way), 1e-12), 0, 1)
    return np.asarray(np.linalg.norm(places - start - share[..., np.newaxis] * way, axis=2))


def _rgb(colour: str) -> Array:
    digits = colour.lstrip("#")
    digits = "".join(2 * one for one in digits) if len(digits) == 3 else digits
    return np.array([int(digits[k : k + 2], 16) / 255 for k in (0, 2, 4)])


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
