"""The stage's JavaScript and CSS, under an address that changes whenever they do.

`/stage-assets/<hash of the file>/stage.js` may be kept by a browser for ever. It is all the
modules in one, and the style sheet with them: a hall of students asks for one file each, not for
twenty, one after another.
"""

import hashlib
import json
import mimetypes
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from rnnviz.stage import ASSETS, script

SUFFIXES = {".js", ".css"}
FOREVER = "public, immutable, max-age=31536000"


class _Assets(NamedTuple):
    seen: tuple[tuple[str, int, int], ...]
    version: str
    files: dict[str, bytes]


class StageAssets:
    """The files of one folder, in memory, read again when one of them has changed."""

    def __init__(self, folder: Path = ASSETS) -> None:
        self._folder = folder
        self._assets = _Assets((), "", {})

    def current(self) -> _Assets:
        paths = sorted(p for p in self._folder.glob("*.*") if p.suffix in SUFFIXES)
        stats = [(path.name, path.stat()) for path in paths]
        seen = tuple((name, stat.st_mtime_ns, stat.st_size) for name, stat in stats)
        if seen != self._assets.seen or not self._assets.version:
            css = json.dumps((self._folder / "stage.css").read_text("utf-8"))
            exports = f"export {{ mount }};\nexport const css = {css};\n"
            stage = f"{script(self._folder)}\n{exports}".encode()
            version = hashlib.sha256(stage).hexdigest()[:16]
            self._assets = _Assets(seen, version, {"stage.js": stage})
        return self._assets

    def url(self) -> str:
        return f"/stage-assets/{self.current().version}"

    async def respond(self, request: Request) -> Response:
        assets = self.current()
        name = request.path_params["name"]
        # The name is looked up among the files that were read, so no path is ever opened for it.
        body = assets.files.get(name)
        if body is None:
            return PlainTextResponse(f"The stage has no file {name!r}.", status_code=404)
        # A page opened before an update asks for the old version: today's files, but not for ever.
        fresh = request.path_params["version"] == assets.version
        headers = {
            "Cache-Control": FOREVER if fresh else "no-cache",
            "ETag": f'"{assets.version}"',
        }
        if f'"{assets.version}"' in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        media_type = mimetypes.types_map[Path(name).suffix]
        return Response(body, media_type=media_type, headers=headers)


STAGE_ASSETS = StageAssets()


def stage_assets_url() -> str:
    """The path under which the page finds the stage: `/stage.js` follows it."""
    return STAGE_ASSETS.url()


def stage_assets_route(assets: StageAssets = STAGE_ASSETS) -> Route:
    return Route("/stage-assets/{version}/{name}", assets.respond, methods=["GET", "HEAD"])
