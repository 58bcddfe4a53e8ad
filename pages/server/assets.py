"""The route of the views' JavaScript and CSS; see `pages/shared/assets.py`."""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from pages.server.caching import FOREVER
from pages.shared.assets import MEDIA_TYPES, Assets


def asset_route(assets: Assets) -> Route:
    """The route to the files of `assets`, under any version that a browser asks for."""

    async def respond(request: Request) -> Response:
        current = assets.current()
        name = request.path_params["name"]
        # The name is looked up among the files that were read, so no path is ever opened for it.
        body = current.files.get(name)
        if body is None:
            return PlainTextResponse(f"There is no file {name!r} here.", status_code=404)
        # A page opened before an update asks for the old version: today's files, but not for ever.
        fresh = request.path_params["version"] == current.version
        headers = {
            "Cache-Control": FOREVER if fresh else "no-cache",
            "ETag": f'"{current.version}"',
        }
        if f'"{current.version}"' in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        media_type = MEDIA_TYPES[Path(name).suffix]
        return Response(body, media_type=media_type, headers=headers)

    return Route(f"/{assets.prefix}/{{version}}/{{name}}", respond, methods=["GET", "HEAD"])
